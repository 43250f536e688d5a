"""The state of one hand: plain numbers in flat arrays, and the log of what happened.

Nothing here decides anything. `flow` moves a state from one event to the next by the `rules`;
`hand.Hand` is the state with its public interface. Tiles are kinds, seats 0 to 3.
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from qianma.counts import power
from qianma.holding import Holding, no_melds
from qianma.packed import (
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_PONG,
    EVENT_WIN,
    PONG,
    Event,
    Meld,
    event_detail,
    event_kind,
    event_seat,
    event_type,
    meld_kind,
    meld_seat,
    meld_type,
    unpack,
    unpack_meld,
)
from qianma.ruleset import Ruleset
from qianma.shape_tables import PAIRS, SETS
from qianma.shapes import suit_flags
from qianma.tiles import CODES, COPIES, KINDS, TileError

SEATS: Final = 4
NOBODY: Final = -1
NO_TILE: Final = -1

# Phases: what the hand is waiting for.
DRAW: Final = 0
"""Nobody acts: the next event is a draw by `turn`, or the end of an exhausted wall."""
TURN: Final = 1
"""`turn` acts: after a draw, or after a pong (then `drawn` is `NO_TILE`)."""
CLAIM: Final = 2
"""The seats in `pending` answer a discard."""
ROB: Final = 3
"""The seats in `pending` may rob an added kong."""
OVER: Final = 4

# Outcomes.
UNDECIDED: Final = 0
WON: Final = 1
EXHAUSTED: Final = 2
LEFT: Final = 3

# Claims that a seat is offered, as bits of `options`.
CAN_WIN: Final = 1
CAN_PONG: Final = 2
CAN_KONG: Final = 4
MUST_WIN: Final = 8

MOST_CODES: Final = 40
"""More actions than any seat ever has at once: 14 discards, 14 declarations, kongs, a win."""

# How a hand is won.
SELF_DRAW: Final = 0
BY_DISCARD: Final = 1
BY_ROBBED_KONG: Final = 2
WIN_NAMES: Final = ("self_draw", "discard", "robbed_kong")


_NO_CODES: Final = vec[u8](bytes(MOST_CODES))
_NO_COUNTS: Final = vec[u8](bytes(SEATS * KINDS))
_ZEROS: Final = vec[i64]([0] * SEATS)
_NONE: Final = vec[u8](bytes(SEATS))
_NO_INDICES: Final = vec[i32]([0] * (SEATS * 3))
_USUAL_LOG: Final = 160
"""Room for the events of most hands."""
_NO_SUITS: Final = vec[u8](bytes([SETS | PAIRS] * 12))
"""What suits without a tile show: no set is missing, no count is odd."""


def checked_seat(seat: int) -> int:
    """The seat. Raises `ValueError` when there is no such seat."""
    if not 0 <= seat < SEATS:
        raise ValueError(f"seat {seat} is not one of 0 to {SEATS - 1}")
    return seat


class State:
    """One hand in play. Seats index the four-element lists, bits `1 << seat` the masks."""

    __slots__ = (
        "answers",
        "bean_count",
        "code_count",
        "codes",
        "counts",
        "deal",
        "dealer",
        "declared",
        "dice",
        "drawn",
        "draws",
        "flags",
        "fresh_kong",
        "head",
        "indices",
        "last_four",
        "left",
        "log",
        "meld_count",
        "melds",
        "open_is_last_four",
        "open_seat",
        "open_tile",
        "options",
        "outcome",
        "passed",
        "pending",
        "phase",
        "repeats",
        "ruleset",
        "shown",
        "tail",
        "turn",
        "wall",
        "window",
        "winners",
    )

    def __init__(
        self,
        ruleset: Ruleset,
        deal: Sequence[Sequence[int]],
        wall: Sequence[int],
        dealer: int = 0,
        repeats: int = 0,
        dice: tuple[int, int] = (1, 1),
        source: "State | None" = None,
    ) -> None:
        """A hand before its first draw: four deals of 13 and the other 56 tiles, head first.

        With a `source` it is an independent equal of that state, which has the same wall.
        """
        self.ruleset: Ruleset = ruleset
        self.dealer: i64 = dealer
        self.repeats: i64 = repeats
        self.dice: tuple[int, int] = dice
        if source is None:
            self.deal: tuple[bytes, ...] = tuple([bytes(tiles) for tiles in deal])
            self.wall: bytes = bytes(wall)
            self._begin()
        else:
            self.deal = source.deal
            self.wall = source.wall
            source.copy_to(self)

    def _begin(self) -> None:
        self.head: i64 = 0
        """Place in `wall` of the next tile from the head."""
        self.tail: i64 = len(self.wall)
        """Place after the next tile from the tail."""
        self.phase: i64 = DRAW
        self.turn: i64 = self.dealer
        self.counts: vec[u8] = _NO_COUNTS[:]
        """Concealed tiles: `counts[seat * 27 + kind]`."""
        self.indices: vec[i32] = _NO_INDICES[:]
        """The suit index of each seat and suit, kept with `counts`: `indices[seat * 3 + suit]`."""
        self.flags: vec[u8] = suit_flags()
        """The table of `table_building.completeness`, shared by all hands."""
        self.shown: vec[u8] = _NO_SUITS[:]
        """What it shows for each suit index, kept with `indices`."""
        self.melds: vec[i64] = vec[i64]()
        """All melds in the order they were begun; see `unpack_meld`."""
        self.meld_count: vec[u8] = _NONE[:]
        self.bean_count: vec[u8] = _NONE[:]
        self.drawn: i64 = NO_TILE
        """In `TURN` the kind just drawn, `NO_TILE` after a pong."""
        self.open_tile: i64 = NO_TILE
        """The discard or added tile that was last open to claims."""
        self.open_seat: i64 = NOBODY
        self.open_is_last_four: bool = False
        """Whether the open tile is one of the last four of the wall (D-14)."""
        self.window: i64 = NOBODY
        """`CLAIM` or `ROB` from the moment a tile is open until the next draw or meld."""
        self.options: vec[u8] = _NONE[:]
        self.answers: i64 = 0
        """What seats have answered, four bits each; see `answer`."""
        self.pending: i64 = 0
        """Mask of the seats that still have to answer."""
        self.draws: vec[u8] = _NONE[:]
        """How often each seat has drawn, replacements included."""
        self.declared: i64 = 0
        """Mask of the seats that have declared ready."""
        self.passed: i64 = 0
        """Mask of the seats that have passed a win on a discard since their last own draw."""
        self.last_four: vec[i64] = vec[i64]()
        """Who still holds which of the last four tiles, as `seat * 27 + kind`."""
        self.fresh_kong: i64 = NOBODY
        """Place in `melds` of the kong whose replacement is drawn or was drawn last."""
        self.left: i64 = NOBODY
        """The seat whose leaving ends the game."""
        self.outcome: i64 = UNDECIDED
        self.winners: i64 = 0
        self.log: vec[i64] = vec[i64](capacity=_USUAL_LOG)
        """Every event as a number; see `unpack`."""
        self.codes: vec[u8] = _NO_CODES[:]
        """Room for the legal actions that `options.list_codes` lists; no part of the state."""
        self.code_count: i64 = 0
        self._deal_out()

    def _deal_out(self) -> None:
        there = _NO_COUNTS[:]
        seat: i64
        for seat in range(SEATS):
            tiles = self.deal[seat]
            place: i64
            for place in range(len(tiles)):
                kind: i64 = tiles[place]
                self.add_tile(seat, kind)
                there[kind] += 1
        wall = self.wall
        for place in range(len(wall)):
            there[wall[place]] += 1
        _check_tiles(there)

    def copy_to(self, other: "State") -> None:
        """Make `other`, a state of the same wall, an independent equal of this one."""
        other.head = self.head
        other.tail = self.tail
        other.phase = self.phase
        other.turn = self.turn
        other.counts = self.counts[:]
        other.indices = self.indices[:]
        other.shown = self.shown[:]
        other.melds = self.melds[:]
        other.meld_count = self.meld_count[:]
        other.bean_count = self.bean_count[:]
        other.drawn = self.drawn
        other.open_tile = self.open_tile
        other.open_seat = self.open_seat
        other.open_is_last_four = self.open_is_last_four
        other.window = self.window
        other.options = self.options[:]
        other.answers = self.answers
        other.pending = self.pending
        other.draws = self.draws[:]
        other.declared = self.declared
        other.passed = self.passed
        other.last_four = self.last_four[:]
        other.fresh_kong = self.fresh_kong
        other.left = self.left
        other.outcome = self.outcome
        other.winners = self.winners
        other.log = self.log[:]
        other.flags = self.flags
        other.codes = _NO_CODES[:]
        other.code_count = 0

    def add_tile(self, seat: i64, kind: i64) -> None:
        """Put a tile into a seat's concealed hand."""
        self.counts[seat * KINDS + kind] += 1
        self._shift(seat * 3 + kind // 9, power(kind % 9))

    def remove_tiles(self, seat: i64, kind: i64, number: i64) -> None:
        """Take tiles of a kind out of a seat's concealed hand."""
        place = seat * KINDS + kind
        self.counts[place] = u8(i64(self.counts[place]) - number)
        self._shift(seat * 3 + kind // 9, -number * power(kind % 9))

    def _shift(self, place: i64, change: i64) -> None:
        index = i64(self.indices[place]) + change
        self.indices[place] = i32(index)
        self.shown[place] = self.flags[index]

    def note(self, event: i64) -> None:
        """Add an event to the log."""
        self.log = append(self.log, event)

    @property
    def wall_left(self) -> i64:
        """How many tiles the wall still holds."""
        return self.tail - self.head

    def hand_counts(self, seat: i64) -> bytearray:
        """The 27 counts of a seat's concealed tiles."""
        return bytearray(self.counts[seat * KINDS : seat * KINDS + KINDS])

    def answer(self, seat: i64) -> i64:
        """What a seat has claimed: `CAN_WIN`, `CAN_PONG`, `CAN_KONG`, or 0."""
        return self.answers >> (4 * seat) & 15

    def note_answer(self, seat: i64, claim: i64) -> None:
        """Note what a seat answers."""
        self.answers = self.answers & ~(15 << (4 * seat)) | claim << (4 * seat)

    def has_declared(self, seat: i64) -> bool:
        """Whether the seat has declared ready."""
        return self.declared >> seat & 1 == 1

    def holding(self, seat: i64, kind: i64 = NO_TILE) -> Holding:
        """The tiles of a seat, concealed and melded; with one more of a kind, if it is given."""
        counts = self.counts[seat * KINDS : seat * KINDS + KINDS]
        total: i64 = 0
        for count in counts:
            total += i64(count)
        melded = no_melds()
        for meld in self.melds:
            if meld_seat(meld) == seat:
                melded[meld_kind(meld)] += 3 if meld_type(meld) == PONG else 4
        place = seat * 3
        first, second = i64(self.indices[place]), i64(self.indices[place + 1])
        hand = Holding(counts, melded, first, second, i64(self.indices[place + 2]), total)
        if kind != NO_TILE:
            hand.add(kind)
        return hand

    def all_melds(self) -> list[Meld]:
        """All melds in the order they were begun."""
        return [unpack_meld(number) for number in self.melds]

    def melds_of(self, seat: int) -> list[Meld]:
        """The melds of one seat, in the order they were begun."""
        return [meld for meld in self.all_melds() if meld.seat == seat]

    def meld_kinds(self, seat: int) -> list[int]:
        """The kinds of a seat's melds."""
        return [meld.kind for meld in self.melds_of(seat)]

    def melded_counts(self, seat: int) -> list[int]:
        """The 27 counts of the tiles in a seat's own melds."""
        counts = [0] * KINDS
        for meld in self.melds_of(seat):
            counts[meld.kind] += 4 if meld.is_kong else 3
        return counts

    def events_of(self, event: i64) -> list[Event]:
        """The events of one type so far, in order."""
        return [unpack(number) for number in self.log if event_type(number) == event]

    def events(self) -> list[Event]:
        """What has happened so far, in order."""
        return [unpack(number) for number in self.log]

    def discards(self, seat: int) -> list[int]:
        """The kinds that lie before a seat: its discards that nobody has claimed, in order."""
        lying: list[int] = []
        for event in self.events():
            if event.type == EVENT_DISCARD and event.seat == seat:
                lying.append(event.kind)
            elif event.type in (EVENT_PONG, EVENT_DISCARD_KONG) and event.detail == seat:
                lying.pop()
        if self.winners and self.open_seat == seat and self.log_ends_with_discard_win():
            lying.pop()
        return lying

    def lying(self, kind: i64) -> vec[i64]:
        """How many tiles of a kind lie before each seat, as `discards` lists them."""
        numbers = _ZEROS[:]
        for event in self.log:
            if event_kind(event) == kind:
                type_ = event_type(event)
                if type_ == EVENT_DISCARD:
                    numbers[event_seat(event)] += 1
                elif type_ in (EVENT_PONG, EVENT_DISCARD_KONG):
                    numbers[event_detail(event)] -= 1
        if self.winners and self.open_tile == kind and self.log_ends_with_discard_win():
            numbers[self.open_seat] -= 1
        return numbers

    def log_ends_with_discard_win(self) -> bool:
        """Whether the hand was won on a discard."""
        last = self.log[len(self.log) - 1]
        return event_type(last) == EVENT_WIN and event_detail(last) == BY_DISCARD


def _check_tiles(there: vec[u8]) -> None:
    """There are four tiles of each kind [C-2]."""
    kind: i64
    for kind in range(KINDS):
        if there[kind] != COPIES:
            raise TileError(f"there are {there[kind]} of {CODES[kind]}, not {COPIES}")
