"""The messages of the WebSocket, both ways: one JSON object each, `type` says which.

A client begins with `join`; whatever else it sends has an id of its own choice, and is answered
with `done` or `refused` of that id. What happens at the table comes as `snapshot` and `update`.
"""

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from qianma.messages import text
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
    WinLine,
)
from qianma.server.commands import Act, Auto, Back, Command, Leave, Next, Vote
from qianma.server.events import EndReason, Seat
from qianma.server.projection import Prompt, Snapshot, WinRefused

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "nice_hand",
    "thanks",
    "sorry",
    "hurry",
    "wait",
    "one_more",
    "goodbye",
    "smile",
    "laugh",
    "cry",
    "angry",
    "clap",
)
"""All that can be said at a table; `phrase_text` has the words."""

MOST_BYTES: Final = 4096
"""A longer message ends the connection; of one four times as long not even the rest is read."""

# Why the server ends a connection.
MALFORMED: Final = 4000
TAKEN_OVER: Final = 4001
NOT_ALLOWED: Final = 4003
UNKNOWN_TABLE: Final = 4004
TOO_SLOW: Final = 4008
TOO_MANY: Final = 4009
NO_JOIN: Final = 4010


class Join(
    Struct, frozen=True, tag_field="type", tag="join", kw_only=True, forbid_unknown_fields=True
):
    """The first message: who it is, which table, and how many lines have been seen already.

    `token` is the person's; spectators may do without. `watch` is the key of a link to watch.
    With `seq` -1, or when too much has been missed, a snapshot comes, else an update.
    """

    table: Annotated[str, Meta(min_length=1, max_length=32, pattern="^[0-9A-Za-z_-]+$")]
    token: Annotated[str, Meta(max_length=128)] | None = None
    watch: Annotated[str, Meta(max_length=64)] | None = None
    seq: Annotated[int, Meta(ge=-1, le=10**9)] = -1


class Say(Command, frozen=True, tag="say", kw_only=True):
    """Say one of the phrases, or show an emote."""

    phrase: Literal[PHRASES]  # type: ignore[valid-type]


class Ping(Command, frozen=True, tag="ping", kw_only=True):
    """Be answered with `done`."""


ClientMessage = Act | Next | Auto | Leave | Back | Vote | Say | Ping


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


class Ended(Struct, frozen=True, tag_field="type", tag="ended"):
    """The match is over; points over its finished hands."""

    reason: EndReason
    points: tuple[int, int, int, int]


TableLine = (
    MatchLine
    | HandLine
    | DrawLine
    | DiscardLine
    | PongLine
    | KongLine
    | WinLine
    | PassLine
    | PaymentLine
    | ExhaustedLine
    | LeaveLine
    | ResultLine
    | RevealLine
    | Committed
    | Confirmed
    | LeftTable
    | Returned
    | AutoSet
    | Voted
    | VoteLapsed
    | Ended
)


class Update(Struct, frozen=True, tag_field="type", tag="update", kw_only=True):
    """Lines `seq` and following, as this viewer may see them, and what it is asked now."""

    seq: int
    lines: list[TableLine]
    prompt: Prompt | None = None
    refused_win: WinRefused | None = None


class Done(Struct, frozen=True, tag_field="type", tag="done"):
    """The message of this id is carried out and stored; `repeated` when it was before."""

    id: str
    repeated: bool = False


class Refused(Struct, frozen=True, tag_field="type", tag="refused"):
    """The message of this id (null: it could not be read) has changed nothing, and why.

    `key` and `facts` are of the message catalogue; `clause` is a clause of the rules.
    """

    id: str | None
    key: str
    facts: dict[str, Any] = {}
    clause: str | None = None


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Whether the player of a seat is connected."""

    seat: Seat
    connected: bool


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """A player says something."""

    seat: Seat
    phrase: str


class Notice(Struct, frozen=True, tag_field="type", tag="notice"):
    """Something about the connection, by a key of the message catalogue; it ends then."""

    key: str


ServerMessage = Snapshot | Update | Done | Refused | Presence | Said | Notice

_ENCODER: Final = msgspec.json.Encoder()
_JOIN: Final = msgspec.json.Decoder(Join)
_MESSAGE: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_Read = TypeVar("_Read")


def encode(message: ServerMessage) -> bytes:
    """A message to a client."""
    return _ENCODER.encode(message)


def decode_join(data: str) -> Join:
    """The first message of a client. Raises `msgspec.DecodeError`."""
    return _decoded(_JOIN, data)


def decode_message(data: str) -> ClientMessage:
    """Any further message of a client. Raises `msgspec.DecodeError`."""
    return _decoded(_MESSAGE, data)


def _decoded(decoder: msgspec.json.Decoder[_Read], data: str) -> _Read:
    try:
        return decoder.decode(data)
    except RecursionError:
        raise msgspec.DecodeError("Nested too deeply") from None


def phrase_text(phrase: str, language: str = "en") -> str:
    """A phrase in words."""
    return text(f"phrase.{phrase}", language)
