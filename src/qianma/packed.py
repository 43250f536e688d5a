"""Melds and events as single numbers, as a state keeps them, and unpacked for reading.

Numbers are small and quick; whoever wants names unpacks them.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

# Melds.
PONG: Final = 0
CONCEALED: Final = 1
ADDED: Final = 2
DISCARD: Final = 3
MELD_NAMES: Final = ("pong", "concealed", "added", "discard")

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


def pack(event: i64, seat: i64, kind: i64 = 0, detail: i64 = 0, source: i64 = 0) -> i64:
    """An event as one number, as it stands in `State.log`."""
    return event | seat << 4 | kind << 6 | detail << 11 | source << 15


def event_type(number: i64) -> i64:
    """The type of a packed event."""
    return number & 15


def event_seat(number: i64) -> i64:
    """The seat of a packed event."""
    return number >> 4 & 3


def event_kind(number: i64) -> i64:
    """The tile kind of a packed event."""
    return number >> 6 & 31


def event_detail(number: i64) -> i64:
    """What else a packed event tells, by its type; see `Event`."""
    return number >> 11 & 15


def event_source(number: i64) -> i64:
    """The discarder or robbed seat of a packed win."""
    return number >> 15 & 3


def unpack(number: i64) -> Event:
    """The event that a number of the log stands for."""
    return Event(
        int(event_type(number)),
        int(event_seat(number)),
        int(event_kind(number)),
        int(event_detail(number)),
        int(event_source(number)),
    )


def pack_meld(seat: i64, type_: i64, kind: i64, source: i64, late: bool = False) -> i64:
    """A meld as one number, as it stands in `State.melds`."""
    return kind | type_ << 5 | seat << 7 | source << 9 | (2048 if late else 0)


def meld_seat(number: i64) -> i64:
    """The owner of a packed meld."""
    return number >> 7 & 3


def meld_type(number: i64) -> i64:
    """The type of a packed meld."""
    return number >> 5 & 3


def meld_kind(number: i64) -> i64:
    """The tile kind of a packed meld."""
    return number & 31


def unpack_meld(number: i64) -> Meld:
    """The meld that a number stands for."""
    return Meld(
        int(meld_seat(number)),
        int(meld_type(number)),
        int(meld_kind(number)),
        int(number >> 9 & 3),
        bool(number >> 11 & 1),
    )
