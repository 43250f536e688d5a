"""Tables at moments that play reaches too rarely: lines as the server sends them, laid by hand.

They are shown to a real page in the place of what a real server sends, so that it can be seen that
everything has room. They need not be legal.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Line = dict[str, Any]

SEATS = range(4)
UNKNOWN = "?"
PASS, WIN, DISCARD_KONG, PONG = 111, 110, 109, 108
TAKEN = {"discard": 1, "pong": 2, "added kong": 1, "concealed kong": 4, "discard kong": 3}
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]


def tiles(text: str) -> list[str]:
    """`tiles("123m5p")` is 1m, 2m, 3m, 5p."""
    found: list[str] = []
    ranks = ""
    for letter in text:
        if letter.isdigit():
            ranks += letter
        else:
            found += [rank + letter for rank in ranks]
            ranks = ""
    return found


@dataclass
class Scene:
    """A table in the making, as seat `seat` sees it; `hand` is what it holds in the end."""

    hand: str
    seat: int = 0
    ruleset: str = "guiyang"
    names: tuple[str, str, str, str] = ("阿黔", "老周", "小罗", "陈孃孃")
    number: int = 3
    hands: int = 8
    dealer: int = 0
    repeats: int = 1
    points: tuple[int, int, int, int] = (23, -8, 11, -26)
    lines: list[Line] = field(default_factory=list)

    def discards(self, seat: int, text: str, ready_at: int | None = None) -> Scene:
        """A seat draws and discards so many tiles."""
        for place, tile in enumerate(tiles(text)):
            self.draw(seat)
            line: Line = {"type": "discard", "seat": seat, "tile": tile}
            if place == ready_at:
                line["ready"] = True
            self.lines.append(line)
        return self

    def draw(self, seat: int, tile: str = UNKNOWN) -> Scene:
        """A seat draws a tile."""
        self.lines.append({"type": "draw", "seat": seat, "tile": tile, "end": "head"})
        return self

    def pong(self, seat: int, tile: str, source: int) -> Scene:
        """A seat pongs a tile of `source`, and discards nothing."""
        self.discards(source, tile)
        self.lines.append({"type": "pong", "seat": seat, "tile": tile, "source": source})
        return self

    def kong(self, seat: int, kind: str, tile: str, source: int = 0) -> Scene:
        """A seat makes a kong; an added one on a pong of `source`."""
        if kind == "added":
            self.pong(seat, tile, source)
            self.draw(seat)
        elif kind == "discard":
            self.discards(source, tile)
        else:
            self.draw(seat)
        line: Line = {"type": "kong", "seat": seat, "kind": kind, "tile": tile}
        if kind == "discard":
            line["source"] = source
        self.lines.append(line)
        return self

    def payment(self, *entries: tuple[int, int, int]) -> Scene:
        """Payments within the hand: from, to, points."""
        self.lines.append(
            {
                "type": "payment",
                "entries": [
                    {
                        "from": payer,
                        "to": payee,
                        "fan": 1,
                        "points": points,
                        "reason": "concealed_kong",
                        "clause": "D-7",
                    }
                    for payer, payee, points in entries
                ],
            }
        )
        return self

    def snapshot(
        self,
        codes: list[int] | None = None,
        wall: int | None = None,
        refused: Line | None = None,
        charge: int | None = None,
        win: Line | None = None,
        left: int = 12_000,
        reserve: int = 30_000,
        seats: list[Line] | None = None,
        votes: tuple[int, ...] = (),
    ) -> Line:
        """The whole table as a snapshot, with a prompt of these codes."""
        deal = [[UNKNOWN] * 13 for _ in SEATS]
        deal[self.seat] = tiles(self.hand) + [UNKNOWN] * self._own_unknown()
        draws = sum(line["type"] == "draw" for line in self.lines)
        rest = 28 if wall is None else wall
        hand: Line = {
            "type": "hand",
            "number": self.number,
            "dealer": self.dealer,
            "repeats": self.repeats,
            "dice": [3, 5],
            "deal": deal,
            "wall": [UNKNOWN] * (rest + draws),
            "wall_break": {"seat": 2, "stacks": 3, "stack": 30},
        }
        players = [{"name": name, "kind": "person"} for name in self.names]
        prompt = None
        if codes is not None:
            prompt = {"id": 3077, "codes": codes, "left": left + reserve, "reserve": reserve}
            if win is not None:
                prompt["win"] = win
        settled = {"absent": False, "auto": False, "confirmed": False}
        return {
            "type": "snapshot",
            "seq": 100,
            "seat": self.seat,
            "match": {
                "type": "match",
                "version": 1,
                "ruleset": self.ruleset,
                "players": players,
                "hands": self.hands,
            },
            "phase": "playing",
            "number": self.number,
            "commitment": None,
            "points": list(self.points),
            "seats": seats or [dict(settled) for _ in SEATS],
            "votes": list(votes),
            "end_reason": None,
            "lines": [hand, *self.lines],
            "board": None,
            "now": {
                "turn": None,
                "left": None,
                "reserve": [30_000] * 4,
                "charge": charge,
                "responsible": None,
            },
            "coins_per_point": 0,
            "prompt": prompt,
            "refused_win": refused,
        }

    def _own_unknown(self) -> int:
        """How many tiles the seat throws and melds beyond those it draws unknown."""
        own = [line for line in self.lines if line.get("seat") == self.seat]
        taken = sum(TAKEN.get(f"{line.get('kind', '')} {line['type']}".strip(), 0) for line in own)
        return taken - sum(line.get("tile") == UNKNOWN for line in own)


def win_offer(fan: int = 10, bonus: int = 2) -> Line:
    """What the server says of a win that is offered."""
    return {
        "by": "discard",
        "tile": "3s",
        "pattern": "plain",
        "fan": fan,
        "extras": {},
        "dealer_bonus": bonus,
        "entries": [],
        "points": fan + bonus,
    }
