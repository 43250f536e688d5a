"""One hand as a slow, explicit state machine (C-1 to C-18, G-15 to G-18, D-7, D-13, D-14, D-17).

Phases:

- ``draw``: nobody has anything to decide; ``draw()`` takes the next tile or ends the hand.
- ``turn``: ``turn`` holds a drawn tile: win, kong, discard, declare.
- ``pong``: ``turn`` has just made a pong and must discard (C-13).
- ``claims``: a discard lies open; ``robbing``: an added kong can be robbed.
- ``over``.

What a seat may do is worked out in ``claims``, the money in ``settle``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.reference import claims, settle
from tests.reference.rulesets import Settings
from tests.reference.scoring import Value
from tests.reference.shapes import Meld, counts_of, tile_of

Action = tuple[str | int, ...]
Line = dict[str, Any]

PASS: Action = ("pass",)
WIN: Action = ("win",)
PONG: Action = ("pong",)


@dataclass
class Bean:
    """A kong that counts; ``fan`` is what each payer owes for it (G-10, D-7, C-15)."""

    seat: int
    form: str
    kind: int
    source: int | None
    fan: int
    void: bool = False

    def payers(self) -> list[int]:
        """Who pays: the discarder alone, or everybody else."""
        if self.source is not None:
            return [self.source]
        return [(self.seat + step) % 4 for step in (1, 2, 3)]


@dataclass
class Offer:
    """The tile that lies open to claims."""

    seat: int
    kind: int
    robbing: bool
    last_four: bool
    shot_of: Bean | None = None
    """The kong whose replacement was drawn just before this discard (kong shot)."""
    first_yaoji: bool = False


@dataclass
class Winner:
    """One winner with the value of the hand."""

    seat: int
    by: str
    source: int | None
    kind: int
    value: Value


@dataclass
class FirstYaoji:
    """The first yaoji discarded in the hand and what became of it (G-15)."""

    seat: int
    claimer: int | None = None
    won: bool = False


class Table:
    """A hand from the deal to the result.

    ``deal`` holds four lists of 13 kinds, ``wall`` the other 56 in drawing order, head first.
    """

    def __init__(
        self,
        settings: Settings,
        dealer: int,
        repeats: int,
        deal: Sequence[Sequence[int]],
        wall: Sequence[int],
    ) -> None:
        self.rules = settings
        self.dealer = dealer
        self.repeats = repeats
        self.counts: list[list[int]] = [counts_of(kinds) for kinds in deal]
        self.wall = list(wall)
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.discards: list[list[int]] = [[], [], [], []]
        self.declared = [False] * 4
        self.blocked = [False] * 4
        self.draws = [0] * 4
        self.last_four: list[list[int]] = [[0] * 27 for _ in range(4)]
        self.beans: list[Bean] = []
        self.ledger: list[Line] = []
        self.events: list[Line] = []
        self.first_yaoji: FirstYaoji | None = None

        self.phase = "draw"
        self.turn = dealer
        self.drawn: int | None = None
        self.drawn_last_four = False
        self.pending_kong: Bean | None = None
        """A kong whose replacement is not drawn yet."""
        self.behind_kong: Bean | None = None
        """The kong whose replacement is the tile just drawn."""
        self.offer: Offer | None = None
        self.last_offer: Offer | None = None
        """The last tile that lay open, also when nobody could claim it; only for refusals."""
        self.offered: dict[int, set[Action]] = {}
        self.answers: dict[int, Action] = {}

        self.outcome: str | None = None
        self.winners: list[Winner] = []
        self.leaver: int | None = None
        self.match_over = False
        self._result: Line | None = None

    # What is open to see.

    @property
    def hands(self) -> list[list[int]]:
        """The tiles in hand, as sorted lists of kinds."""
        return [[kind for kind in range(27) for _ in range(counts[kind])] for counts in self.counts]

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == "over"

    def options(self, seat: int) -> set[Action]:
        """All that a seat may do now."""
        if self.phase in ("turn", "pong") and seat == self.turn:
            return claims.turn_options(self)
        if self.phase in ("claims", "robbing") and seat not in self.answers:
            return set(self.offered.get(seat, set()))
        return set()

    def pending(self) -> list[int]:
        """The seats that have something to decide."""
        return [seat for seat in range(4) if self.options(seat)]

    def result(self) -> Line:
        """The result as in a record, once the hand is over."""
        if self._result is None:
            raise ValueError("the hand is not over")
        return self._result

    # Steps.

    def draw(self) -> None:
        """The next draw: from the tail after a kong, else from the head (C-6), or the end."""
        if self.phase != "draw":
            raise ValueError(f"no draw in phase {self.phase}")
        if not self.wall:
            self.events.append({"type": "exhausted"})
            self._end("exhausted")
            return
        seat = self.turn
        self.drawn_last_four = len(self.wall) <= 4  # D-14
        self.last_offer = None
        end = "tail" if self.pending_kong else "head"
        kind = self.wall.pop() if self.pending_kong else self.wall.pop(0)
        self.behind_kong = self.pending_kong
        self.pending_kong = None
        self.counts[seat][kind] += 1
        if self.drawn_last_four:
            self.last_four[seat][kind] += 1
        self.drawn = kind
        self.draws[seat] += 1
        self.blocked[seat] = False  # G-18: until after the next own draw
        self.events.append({"type": "draw", "seat": seat, "tile": tile_of(kind), "end": end})
        self.phase = "turn"

    def act(self, seat: int, action: Action) -> None:
        """Carry out one of ``options(seat)``."""
        if action not in self.options(seat):
            raise ValueError(f"seat {seat} may not {action}")
        if self.phase in ("claims", "robbing"):
            self.answers[seat] = action
            self._resolve_if_answered()
        elif action == WIN:
            self._win_self_draw()
        elif action[0] == "kong":
            self._own_kong(str(action[1]), int(action[2]))
        else:
            self._discard(int(action[1]), ready=action[0] == "ready")

    def leave(self, seat: int) -> None:
        """A player leaves (C-18, D-17, G-23)."""
        if self.over:
            raise ValueError("the hand is over")
        self.events.append({"type": "leave", "seat": seat})
        ends = self.rules["leaving"] == "ends_game"
        if ends and self.leaver is None:
            self.leaver = seat
        if self.phase in ("claims", "robbing"):
            self._leave_in_window(seat, ends)
        elif ends:
            self.match_over = True
            if self.phase == "turn" and self.options(self.turn) == {WIN}:
                self._win_self_draw()  # a forced win that is due happens first
            else:
                self._end("left")

    # Parts of the steps.

    def _leave_in_window(self, seat: int, ends: bool) -> None:
        if self.offered.get(seat):
            self.answers[seat] = WIN if self.offered[seat] == {WIN} else PASS
        if ends:
            self.match_over = True
            for other, offered in self.offered.items():
                if offered == {WIN}:
                    self.answers[other] = WIN
                elif other != seat:
                    offered &= {WIN, PASS}
                    if offered == {PASS} or self.answers.get(other, PASS) not in offered:
                        self.answers[other] = PASS
        self._resolve_if_answered()

    def _discard(self, kind: int, *, ready: bool) -> None:
        seat = self.turn
        self.counts[seat][kind] -= 1
        last_four = self.last_four[seat][kind] > 0
        if last_four:
            self.last_four[seat][kind] -= 1
        if ready:
            self.declared[seat] = True
        line: Line = {"type": "discard", "seat": seat, "tile": tile_of(kind)}
        if ready:
            line["ready"] = True
        self.events.append(line)
        self.discards[seat].append(kind)
        self.offer = Offer(seat, kind, False, last_four, self.behind_kong)
        if kind == settle.YAOJI and self.first_yaoji is None:
            self.first_yaoji = FirstYaoji(seat)
            self.offer.first_yaoji = True
        self.behind_kong = None
        self.drawn = None
        self._open("claims")

    def _own_kong(self, form: str, kind: int) -> None:
        seat = self.turn
        self.events.append({"type": "kong", "seat": seat, "kind": form, "tile": tile_of(kind)})
        fan: int = self.rules["bean_fan"][form]
        self.behind_kong = None
        if form == "concealed":
            self.counts[seat][kind] -= 4
            self.last_four[seat][kind] = 0
            self.melds[seat].append(("concealed", kind))
            self.drawn = None
            self._kong_made(Bean(seat, form, kind, None, fan))
            return
        if kind != self.drawn and self.rules["late_added_kong"] == "unpaid":  # C-15
            fan = 0
        last_four = self.last_four[seat][kind] > 0
        self.last_four[seat][kind] = 0
        self.counts[seat][kind] -= 1
        self.drawn = None
        place = self.melds[seat].index(("pong", kind))
        self.melds[seat][place] = ("added", kind)
        self.pending_kong = Bean(seat, form, kind, None, fan)
        self.offer = Offer(seat, kind, True, last_four)
        self._open("robbing")

    def _kong_made(self, bean: Bean) -> None:
        """The kong stands: it is a bean, is paid at once in Duyun, and draws its replacement."""
        if bean.form != "added":
            self.last_offer = None
        self.beans.append(bean)
        if self.rules["bean_timing"] == "at_once":
            entries = settle.bean_entries(self, bean)
            if entries:
                self.ledger += entries
                self.events.append({"type": "payment", "entries": entries})
        self.pending_kong = bean
        self.turn = bean.seat
        self.phase = "draw"

    def _open(self, phase: str) -> None:
        """Open the window for claims on ``offer``."""
        self.phase = phase
        self.last_offer = self.offer
        self.answers = {}
        self.offered = claims.offered(self)
        self._resolve_if_answered()

    def _resolve_if_answered(self) -> None:
        if all(seat in self.answers for seat in self.offered):
            self._resolve()

    def _resolve(self) -> None:
        """Settle a window once every answer is in: wins, then pong or kong, then nothing (C-8)."""
        offer = self.offer
        assert offer is not None
        order = [(offer.seat + step) % 4 for step in (1, 2, 3)]
        winners = [seat for seat in order if self.answers.get(seat) == WIN]
        if winners:
            self._win_on_offer(winners)
            return
        self.offer = None
        if offer.robbing:
            bean = self.pending_kong
            assert bean is not None
            self._kong_made(bean)
        else:
            for seat in order:  # G-18; declining a robbery is no passed win
                if WIN in self.offered.get(seat, set()) and self.rules["passed_win_blocks"]:
                    self.blocked[seat] = True
        if self.leaver is not None:
            self._end("left")
            return
        if offer.robbing:
            return
        for seat in order:
            answer = self.answers.get(seat, PASS)
            if answer != PASS:
                self._claim(seat, offer, kong=answer != PONG)
                return
        self.turn = order[0]
        self.phase = "draw"

    def _claim(self, seat: int, offer: Offer, *, kong: bool) -> None:
        """A pong or a discard kong."""
        kind = offer.kind
        used = 3 if kong else 2
        self.discards[offer.seat].pop()
        if self.first_yaoji and offer.first_yaoji:
            self.first_yaoji.claimer = seat
        self.counts[seat][kind] -= used
        self.last_four[seat][kind] = max(0, self.last_four[seat][kind] - used)
        line: Line = {"type": "pong", "seat": seat, "source": offer.seat, "tile": tile_of(kind)}
        if kong:
            line = {**line, "type": "kong", "kind": "discard"}
            self.melds[seat].append(("discard", kind))
        else:
            self.melds[seat].append(("pong", kind))
        self.events.append(line)
        self.turn = seat
        self.drawn = None
        if kong:
            fan: int = self.rules["bean_fan"]["discard"]
            self._kong_made(Bean(seat, "discard", kind, offer.seat, fan))
        else:
            self.phase = "pong"

    def _win_self_draw(self) -> None:
        seat = self.turn
        assert self.drawn is not None
        value = claims.self_draw_value(self)
        self.winners = [Winner(seat, "self_draw", None, self.drawn, value)]
        self.events.append(
            {"type": "win", "seat": seat, "by": "self_draw", "tile": tile_of(self.drawn)}
        )
        self._end("win")

    def _win_on_offer(self, seats: list[int]) -> None:
        offer = self.offer
        assert offer is not None
        by = "robbed_kong" if offer.robbing else "discard"
        for seat in seats:
            value = claims.claim_value(self, seat, offer)
            self.winners.append(Winner(seat, by, offer.seat, offer.kind, value))
            self.events.append(
                {
                    "type": "win",
                    "seat": seat,
                    "by": by,
                    "tile": tile_of(offer.kind),
                    "source": offer.seat,
                }
            )
        if offer.robbing:  # the kong does not count, the pong stays (G-16, D-10)
            self.pending_kong = None
            place = self.melds[offer.seat].index(("added", offer.kind))
            self.melds[offer.seat][place] = ("pong", offer.kind)
        else:
            self.discards[offer.seat].pop()
            if self.first_yaoji and offer.first_yaoji:
                self.first_yaoji.won = True
        self._end("win")

    def _end(self, outcome: str) -> None:
        self.outcome = outcome
        self.phase = "over"
        self._result = settle.result(self)
