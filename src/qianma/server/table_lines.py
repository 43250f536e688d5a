"""The lines that clients are told: those of a record, and the table's own."""

from msgspec import Struct

from qianma.record import (
    DiscardLine,
    DrawLine,
    ExhaustedLine,
    HandLine,
    Key,
    KongLine,
    LeaveLine,
    MatchLine,
    PassLine,
    PaymentLine,
    PongLine,
    ResultLine,
    RevealLine,
    Tile,
    WinLine,
)
from qianma.server.board import WallBreak
from qianma.server.events import EndReason, Seat
from qianma.sheet import Sheet


class DealtLine(HandLine, frozen=True, tag="hand", kw_only=True):
    """The start of a hand, and where its wall is broken."""

    wall_break: WallBreak


class SettledLine(ResultLine, frozen=True, tag="result", kw_only=True):
    """The settlement of a hand, the hands laid open, and the sheet that explains all of it."""

    hands: tuple[list[Tile], list[Tile], list[Tile], list[Tile]]
    sheet: Sheet


class Committed(Struct, frozen=True, tag_field="type", tag="committed"):
    """The next hand's key is chosen; `commitment` as in records."""

    number: int
    commitment: Key


class Confirmed(Struct, frozen=True, tag_field="type", tag="confirmed"):
    """A seat wants the next hand to begin."""

    seat: Seat
    number: int


class LeftTable(Struct, frozen=True, tag_field="type", tag="left"):
    """A player has left; what that ends shows in the lines of the hand."""

    seat: Seat


class Returned(Struct, frozen=True, tag_field="type", tag="returned"):
    """A player who had left is back."""

    seat: Seat


class AutoSet(Struct, frozen=True, tag_field="type", tag="auto"):
    """Auto-play of a seat is on or off."""

    seat: Seat
    on: bool


class Voted(Struct, frozen=True, tag_field="type", tag="vote"):
    """A seat wants to break off the match, or does not."""

    seat: Seat
    yes: bool


class VoteLapsed(Struct, frozen=True, tag_field="type", tag="vote_lapsed"):
    """Not all agreed in time to break off the match."""


class Closing(Struct, frozen=True, tag_field="type", tag="closing"):
    """The owner has closed the room: the match ends with the hand in play."""


class Ended(Struct, frozen=True, tag_field="type", tag="ended"):
    """The match is over; points over its finished hands."""

    reason: EndReason
    points: tuple[int, int, int, int]


TableLine = (
    MatchLine
    | DealtLine
    | DrawLine
    | DiscardLine
    | PongLine
    | KongLine
    | WinLine
    | PassLine
    | PaymentLine
    | ExhaustedLine
    | LeaveLine
    | SettledLine
    | RevealLine
    | Committed
    | Confirmed
    | LeftTable
    | Returned
    | AutoSet
    | Voted
    | VoteLapsed
    | Closing
    | Ended
)
