"""The messages of the WebSocket, both ways: one JSON object each, `type` says which.

A client begins with `join` (a table), `enter` (a room) or `browse` (the lobby); whatever else it
sends has an id of its own choice, and is answered with `done` or `refused` of that id. What happens
at the table comes as `snapshot` and `update`, rooms and the lobby come whole after every change.
"""

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from qianma.messages import text
from qianma.outlook import ReadyDiscard, Wait
from qianma.server.commands import Act, Auto, Back, Command, Leave, Next, Vote
from qianma.server.events import Code, Seat
from qianma.server.projection import Now, Prompt, Snapshot, WinRefused
from qianma.server.room_answers import LobbyRoom, RoomAnswer, WatchAnswer
from qianma.server.table_lines import TableLine

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
TRY_LATER: Final = 1013
MALFORMED: Final = 4000
TAKEN_OVER: Final = 4001
NOT_ALLOWED: Final = 4003
UNKNOWN_TABLE: Final = 4004
TOKEN_ENDED: Final = 4005
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


class Enter(
    Struct, frozen=True, tag_field="type", tag="enter", kw_only=True, forbid_unknown_fields=True
):
    """The first message of who follows a room: by its code, or by the key of its link to watch.

    The code needs a person's `token`. What comes is `room` or `watched`, at once and after every
    change. Such a connection sends nothing else than `ping`.
    """

    room: Annotated[str, Meta(max_length=64)] | None = None
    token: Annotated[str, Meta(max_length=128)] | None = None
    watch: Annotated[str, Meta(max_length=64)] | None = None


class Browse(
    Struct, frozen=True, tag_field="type", tag="browse", kw_only=True, forbid_unknown_fields=True
):
    """The first message of who looks for a room: `lobby` comes, at once and after every change."""


FirstMessage = Join | Enter | Browse


class Say(Command, frozen=True, tag="say", kw_only=True):
    """Say one of the phrases, or show an emote."""

    phrase: Literal[PHRASES]  # type: ignore[valid-type]


class Mute(Command, frozen=True, tag="mute", kw_only=True):
    """Be sent what a seat says no more, or again; for as long as this connection lasts."""

    seat: Seat
    on: bool


class Look(Command, frozen=True, tag="look", kw_only=True):
    """Ask for one's own outlook, for what has been seen, and why some actions are not possible."""

    codes: Annotated[tuple[Code, ...], Meta(max_length=40)] = ()


class Ping(Command, frozen=True, tag="ping", kw_only=True):
    """Be answered with `done`."""


ClientMessage = Act | Next | Auto | Leave | Back | Vote | Say | Mute | Look | Ping


class Update(Struct, frozen=True, tag_field="type", tag="update", kw_only=True):
    """Lines `seq` and following, as this viewer may see them, and what it is asked now."""

    seq: int
    lines: list[TableLine]
    now: Now
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


class CodeRefused(Struct, frozen=True):
    """Why an action is not possible now: a key of the message catalogue, its facts, the clause."""

    code: int
    key: str
    facts: dict[str, str | int]
    clause: str | None


class Sight(Struct, frozen=True, tag_field="type", tag="sight", kw_only=True):
    """The answer to `look`; it changes nothing.

    `unseen` are the copies of each of the 27 kinds (1m to 9m, 1p to 9p, 1s to 9s) that lie neither
    open nor in one's own hand. `waits` are those of one's hand, or `discards` those that would
    leave it ready; spectators have none. `refused` are those of the codes asked after that are not
    possible.
    """

    id: str
    unseen: list[int]
    waits: list[Wait]
    discards: list[ReadyDiscard]
    refused: list[CodeRefused]


class Presence(Struct, frozen=True, tag_field="type", tag="presence"):
    """Whether the player of a seat is connected."""

    seat: Seat
    connected: bool


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """A player says something."""

    seat: Seat
    phrase: str


class RoomNews(Struct, frozen=True, tag_field="type", tag="room"):
    """A room as it is now; who has left, what is settled, which match is on, all stands in it."""

    room: RoomAnswer


class WatchedNews(Struct, frozen=True, tag_field="type", tag="watched"):
    """The same for who has come by a link to watch."""

    room: WatchAnswer


class LobbyNews(Struct, frozen=True, tag_field="type", tag="lobby"):
    """The public rooms as they are now, the newest first."""

    rooms: list[LobbyRoom]


class Notice(Struct, frozen=True, tag_field="type", tag="notice"):
    """Something about the connection, by a key of the message catalogue; it ends then."""

    key: str


ServerMessage = (
    Snapshot
    | Update
    | Done
    | Refused
    | Sight
    | Presence
    | Said
    | RoomNews
    | WatchedNews
    | LobbyNews
    | Notice
)

_ENCODER: Final = msgspec.json.Encoder()
_FIRST: Final[msgspec.json.Decoder[FirstMessage]] = msgspec.json.Decoder(FirstMessage)
_MESSAGE: Final[msgspec.json.Decoder[ClientMessage]] = msgspec.json.Decoder(ClientMessage)
_Read = TypeVar("_Read")


def encode(message: ServerMessage) -> bytes:
    """A message to a client."""
    return _ENCODER.encode(message)


def decode_first(data: str) -> FirstMessage:
    """The first message of a client. Raises `msgspec.DecodeError`."""
    return _decoded(_FIRST, data)


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
