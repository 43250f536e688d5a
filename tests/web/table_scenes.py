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
        offers: list[Line] | None = None,
        left: int = 12_000,
        reserve: int = 30_000,
        seats: list[Line] | None = None,
        votes: tuple[int, ...] = (),
        coins: int = 0,
        closing: bool = False,
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
            prompt = {
                "id": 3077,
                "codes": codes,
                "left": left + reserve,
                "reserve": reserve,
                "offers": offers or [],
            }
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
            "closing": closing,
            "end_reason": None,
            "lines": [hand, *self.lines],
            "board": None,
            "now": {
                "turn": None,
                "left": None,
                "reserve": [30_000] * 4,
                "points": self._scores(),
                "charge": charge,
                "responsible": None,
            },
            "base": 6 if self.ruleset == "duyun" else 1,
            "coins_per_point": coins,
            "room": "482916",
            "prompt": prompt,
            "refused_win": refused,
        }

    def _scores(self) -> list[int]:
        scores = list(self.points)
        for line in self.lines:
            for entry in line.get("entries", []):
                scores[entry["from"]] -= entry["points"]
                scores[entry["to"]] += entry["points"]
        return scores

    def _own_unknown(self) -> int:
        """How many tiles the seat throws and melds beyond those it draws unknown."""
        own = [line for line in self.lines if line.get("seat") == self.seat]
        taken = sum(TAKEN.get(f"{line.get('kind', '')} {line['type']}".strip(), 0) for line in own)
        return taken - [line.get("tile") for line in own].count(UNKNOWN)


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


def offer(code: int, name: str, clause: str = "G-10", **facts: int) -> Line:
    """What the server says of another thing that is offered."""
    return {"code": code, "key": f"offer.{name}", "facts": facts, "clause": clause}


def _codes(text: str) -> list[int]:
    return sorted({KINDS.index(tile) for tile in tiles(text)})


def kong_offered() -> Line:
    """The own turn, with a concealed kong on offer."""
    scene = _begun(Scene("22444m56777p33s5s"))
    scene.discards(0, "9p19m1p8s5m6s").discards(3, "1m3p1p8p8m2s5m").draw(0, "4m")
    kong = 54 + KINDS.index("4m")
    offers = [offer(kong, "kong_win_each", fan=2), offer(PASS, "decline_kong")]
    return scene.snapshot([*_codes("24m567p35s"), kong], charge=2, offers=offers)


def win_offered() -> Line:
    """A discard of a declared player that may be won on or ponged."""
    scene = _begun(Scene("22m4567777p33s"))
    scene.kong(0, "concealed", "4m").discards(0, "9p19m1p8s5m6s5s")
    scene.discards(3, "1m3p1p8p8m2s5m").discards(1, "3s")
    offers = [offer(PONG, "pong_blocks", "G-18"), offer(PASS, "decline_blocks", "G-18")]
    return scene.snapshot(
        [PASS, PONG, WIN], wall=26, charge=2, win=win_offer(), offers=offers, left=8000
    )


def _begun(scene: Scene) -> Scene:
    scene.kong(2, "added", "2p", 1).discards(2, "1s91m8p3m2s").kong(3, "discard", "9s", 1)
    return scene.discards(1, "19m9p1p2s", ready_at=0)


def full() -> Line:
    """As much as can lie on a table: four melds each, rivers, long names, five-digit scores."""
    scene = Scene(
        "4s",
        names=(
            "特别长的名字特别长的名字",
            "\N{ZERO WIDTH NON-JOINER}very long name indeed",
            "\u0623\u062d\u0645\u062f \u0645\u062d\u0645\u062f \u0628\u0646",
            "WWWWWWWWWWWWWWWWWWWW",
        ),
        number=16,
        hands=16,
        dealer=2,
        repeats=12,
        points=(615, 21980, -12345, -10250),
    )
    scene.kong(2, "added", "3m", 1).pong(2, "9p", 3).kong(2, "concealed", "5s")
    scene.kong(2, "discard", "1p", 0).kong(3, "discard", "2s", 2).pong(3, "4m", 1)
    scene.pong(3, "8p", 0).kong(3, "concealed", "6s").pong(0, "7s", 3)
    scene.kong(0, "added", "5p", 2).kong(0, "concealed", "1m").pong(0, "6m", 1)
    scene.kong(1, "concealed", "2m").kong(1, "added", "7p", 0).pong(1, "8m", 2).pong(1, "6p", 3)
    scene.discards(2, "3p8s8m3s6p3s4s6p5m8m4s").discards(1, "8m8s9m4p8p9m1s1s9p", ready_at=0)
    scene.discards(0, "99s77p3s56m3s1s").discards(3, "7p9m2p9s24m4s6p5m2p6p8s4p7m25m3p")
    scene.draw(0, "7s")
    return scene.snapshot(_codes("47s"), wall=3, charge=1, left=5000, reserve=0, coins=1_000_000)


def many_kongs() -> Line:
    """Three kongs and a win on offer in one's own turn."""
    scene = Scene("123m111p111s9s").kong(1, "concealed", "2p").discards(3, "3m").draw(0, "9s")
    kongs = [54 + KINDS.index("1p"), 54 + KINDS.index("1s"), 81 + KINDS.index("9s")]
    offers = [offer(kong, "kong_win_each", fan=2) for kong in kongs]
    offers.append(offer(PASS, "decline_self_draw", "C-17"))
    codes = [*_codes("9s"), *kongs, WIN]
    return scene.snapshot(codes, win=win_offer(5, 0), offers=offers, wall=40)


def two_kongs() -> Line:
    """Two concealed kongs in one's own turn, in Duyun."""
    scene = Scene("123m111p11177s9m", ruleset="duyun").kong(1, "concealed", "2p")
    scene.discards(3, "3m").draw(0, "9m")
    kongs = [54 + KINDS.index("1p"), 54 + KINDS.index("1s")]
    offers = [offer(kong, "kong_now_each", "D-7", points=12) for kong in kongs]
    offers.append(offer(PASS, "decline_kong"))
    return scene.snapshot([*_codes("9m"), *kongs], offers=offers, wall=40)


def discard_kong_offered() -> Line:
    """A discard that may be won on, ponged and konged, in Duyun."""
    scene = Scene("123m111p22277s99m", ruleset="duyun").discards(3, "3m9p1s2s")
    offers = [
        offer(PONG, "pong_no_declaration", "D-13"),
        offer(DISCARD_KONG, "kong_now_one", "D-7", points=6),
        offer(PASS, "decline_win", "D-18"),
    ]
    codes = [PASS, PONG, DISCARD_KONG, WIN]
    return scene.snapshot(codes, win=win_offer(1, 0), offers=offers, wall=40)


def declaration() -> Line:
    """The first own turn, with ready to be declared."""
    scene = Scene("12345m789p2255s7s").draw(0, "7s")
    declared = [27 + code for code in _codes("257s")]
    offers = [offer(declared[0], "declare_as_flush", "G-17")]
    return scene.snapshot([*_codes("12345m789p257s"), *declared], offers=offers, wall=55)


def refused() -> Line:
    """A complete hand that may not win on the tile that lies open."""
    scene = Scene("234567m77p3356s7s").discards(2, "1m9s8m4p1s6s7p")
    why = {"key": "refusal.plain_needs_bean", "facts": {}, "clause": "G-9"}
    offers = [offer(PONG, "pong", tile=KINDS.index("7p")), offer(PASS, "decline_pong")]
    return scene.snapshot([PASS, PONG], refused=why, offers=offers, wall=32)


def busy() -> Line:
    """Auto-play, somebody who has left, a vote."""
    state = {"absent": False, "auto": False, "confirmed": False}
    states = [{**state, "auto": True}, {**state, "absent": True}, state, state]
    scene = Scene("234567m77p3356s7s", ruleset="duyun").discards(2, "1m9s8m4p1s6s")
    scene.kong(3, "concealed", "1p").payment((0, 3, 12), (1, 3, 12), (2, 3, 12)).draw(3)
    return scene.snapshot(wall=32, seats=states, votes=(1,))


SCENES = {
    "kong": kong_offered,
    "win": win_offered,
    "full": full,
    "kongs": many_kongs,
    "two-kongs": two_kongs,
    "claims": discard_kong_offered,
    "declaration": declaration,
    "refused": refused,
    "busy": busy,
}
