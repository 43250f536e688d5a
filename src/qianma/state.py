"""The state of one hand: plain numbers in flat arrays, and the log of what happened.

Nothing here decides anything. `flow` moves a state from one event to the next by the `rules`;
`hand.Hand` is the state with its public interface. Tiles are kinds, seats 0 to 3.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from qianma.ruleset import Ruleset
from qianma.shape_tables import POWERS, suit_index
from qianma.tiles import KINDS

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

# Melds.
PONG: Final = 0
CONCEALED: Final = 1
ADDED: Final = 2
DISCARD: Final = 3
MELD_NAMES: Final = ("pong", "concealed", "added", "discard")

# Claims that a seat is offered, as bits of `options`.
CAN_WIN: Final = 1
CAN_PONG: Final = 2
CAN_KONG: Final = 4
MUST_WIN: Final = 8

# Events of the log; the rest of an event's number is unpacked by `unpack`.
EVENT_DRAW: Final = 0
EVENT_DISCARD: Final = 1
EVENT_PONG: Final = 2
EVENT_CONCEALED_KONG: Final = 3
EVENT_ADDED_KONG: Final = 4
EVENT_DISCARD_KONG: Final = 5
EVENT_WIN: Final = 6
EVENT_EXHAUSTED: Final = 7
EVENT_LEAVE: Final = 8
EVENT_PAYMENT: Final = 9

# How a hand is won.
SELF_DRAW: Final = 0
BY_DISCARD: Final = 1
BY_ROBBED_KONG: Final = 2
WIN_NAMES: Final = ("self_draw", "discard", "robbed_kong")


class Meld(NamedTuple):
    """A meld, unpacked: its owner, `PONG`, `CONCEALED`, `ADDED` or `DISCARD`, and its kind.

    `source` is the seat whose discard it took (the owner for a concealed kong); `late` says that
    the fourth tile was added after a later draw than its own (C-15).
    """

    seat: int
    type: int
    kind: int
    source: int
    late: bool

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any kind."""
        return self.type != PONG


class Event(NamedTuple):
    """An event of the log, unpacked.

    `detail` is, by type: draw, 1 from the tail; discard, 1 with a declaration; pong and discard
    kong, the discarder; win, how (`SELF_DRAW` ...); payment, the place of the kong in `melds`.
    `source` is the discarder or robbed seat of a win.
    """

    type: int
    seat: int
    kind: int
    detail: int
    source: int


def pack(event: int, seat: int, kind: int = 0, detail: int = 0, source: int = 0) -> int:
    """An event as one number, as it stands in `State.log`."""
    return event | seat << 4 | kind << 6 | detail << 11 | source << 15


def unpack(number: int) -> Event:
    """The event that a number of the log stands for."""
    return Event(
        number & 15, number >> 4 & 3, number >> 6 & 31, number >> 11 & 15, number >> 15 & 3
    )


def pack_meld(seat: int, type_: int, kind: int, source: int, late: bool = False) -> int:
    """A meld as one number, as it stands in `State.melds`."""
    return kind | type_ << 5 | seat << 7 | source << 9 | late << 11


def unpack_meld(number: int) -> Meld:
    """The meld that a number stands for."""
    return Meld(
        number >> 7 & 3, number >> 5 & 3, number & 31, number >> 9 & 3, bool(number >> 11 & 1)
    )


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
        "counts",
        "deal",
        "dealer",
        "declared",
        "dice",
        "drawn",
        "draws",
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
        "passed_at",
        "pending",
        "phase",
        "repeats",
        "ruleset",
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
    ) -> None:
        """A hand before its first draw: four deals of 13 and the other 56 tiles, head first."""
        self.ruleset = ruleset
        self.deal = tuple(bytes(tiles) for tiles in deal)
        self.wall = bytes(wall)
        self.dealer = dealer
        self.repeats = repeats
        self.dice = dice
        self.head = 0
        """Place in `wall` of the next tile from the head."""
        self.tail = len(self.wall)
        """Place after the next tile from the tail."""
        self.phase = DRAW
        self.turn = dealer
        self.counts = bytearray(SEATS * KINDS)
        """Concealed tiles: `counts[seat * 27 + kind]`."""
        self.indices = [0] * (SEATS * 3)
        """The suit index of each seat and suit, kept with `counts`: `indices[seat * 3 + suit]`."""
        self.melds: list[int] = []
        """All melds in the order they were begun; see `unpack_meld`."""
        self.meld_count = [0] * SEATS
        self.bean_count = [0] * SEATS
        self.drawn = NO_TILE
        """In `TURN` the kind just drawn, `NO_TILE` after a pong."""
        self.open_tile = NO_TILE
        """The discard or added tile that was last open to claims."""
        self.open_seat = NOBODY
        self.open_is_last_four = False
        """Whether the open tile is one of the last four of the wall (D-14)."""
        self.window = NOBODY
        """`CLAIM` or `ROB` from the moment a tile is open until the next draw or meld."""
        self.options = [0] * SEATS
        self.answers = [0] * SEATS
        """For seats that have answered one of `CAN_WIN`, `CAN_PONG`, `CAN_KONG`, or 0."""
        self.pending = 0
        """Mask of the seats that still have to answer."""
        self.draws = [0] * SEATS
        """How often each seat has drawn, replacements included."""
        self.declared = 0
        """Mask of the seats that have declared ready."""
        self.passed_at = [NOBODY] * SEATS
        """The number of own draws at which a seat last passed a win on a discard."""
        self.last_four: list[int] = []
        """Who still holds which of the last four tiles, as `seat * 27 + kind`."""
        self.fresh_kong = NOBODY
        """Place in `melds` of the kong whose replacement is drawn or was drawn last."""
        self.left = NOBODY
        """The seat whose leaving ends the game."""
        self.outcome = UNDECIDED
        self.winners = 0
        self.log: list[int] = []
        for seat in range(SEATS):
            base = seat * KINDS
            for kind in self.deal[seat]:
                self.counts[base + kind] += 1
            for suit in range(3):
                self.indices[seat * 3 + suit] = suit_index(self.counts[base : base + KINDS], suit)

    def copy_to(self, other: "State") -> None:
        """Make `other` an independent equal of this state."""
        other.ruleset = self.ruleset
        other.deal = self.deal
        other.wall = self.wall
        other.dealer = self.dealer
        other.repeats = self.repeats
        other.dice = self.dice
        other.head = self.head
        other.tail = self.tail
        other.phase = self.phase
        other.turn = self.turn
        other.counts = self.counts[:]
        other.indices = self.indices[:]
        other.melds = self.melds[:]
        other.meld_count = self.meld_count[:]
        other.bean_count = self.bean_count[:]
        other.drawn = self.drawn
        other.open_tile = self.open_tile
        other.open_seat = self.open_seat
        other.open_is_last_four = self.open_is_last_four
        other.window = self.window
        other.options = self.options[:]
        other.answers = self.answers[:]
        other.pending = self.pending
        other.draws = self.draws[:]
        other.declared = self.declared
        other.passed_at = self.passed_at[:]
        other.last_four = self.last_four[:]
        other.fresh_kong = self.fresh_kong
        other.left = self.left
        other.outcome = self.outcome
        other.winners = self.winners
        other.log = self.log[:]

    def add_tile(self, seat: int, kind: int) -> None:
        """Put a tile into a seat's concealed hand."""
        self.counts[seat * KINDS + kind] += 1
        self.indices[seat * 3 + kind // 9] += POWERS[kind % 9]

    def remove_tiles(self, seat: int, kind: int, number: int) -> None:
        """Take tiles of a kind out of a seat's concealed hand."""
        self.counts[seat * KINDS + kind] -= number
        self.indices[seat * 3 + kind // 9] -= number * POWERS[kind % 9]

    @property
    def wall_left(self) -> int:
        """How many tiles the wall still holds."""
        return self.tail - self.head

    def hand_counts(self, seat: int) -> bytearray:
        """The 27 counts of a seat's concealed tiles."""
        return self.counts[seat * KINDS : seat * KINDS + KINDS]

    def has_declared(self, seat: int) -> bool:
        """Whether the seat has declared ready."""
        return bool(self.declared >> seat & 1)

    def all_melds(self) -> Iterator[Meld]:
        """All melds in the order they were begun."""
        for number in self.melds:
            yield unpack_meld(number)

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

    def events(self) -> Iterator[Event]:
        """What has happened so far, in order."""
        for number in self.log:
            yield unpack(number)

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

    def log_ends_with_discard_win(self) -> bool:
        """Whether the hand was won on a discard."""
        last = unpack(self.log[-1])
        return last.type == EVENT_WIN and last.detail == BY_DISCARD
