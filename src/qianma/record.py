"""The record format: lines of JSON, their types, reading them.

The types say what each line must hold; unknown keys are kept beside them in `Line.content`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from qianma.tiles import CODES
from qianma.unreadable import RecordError, misfit

VERSION: Final = 1
RULES_REVISION: Final = 1
UNKNOWN_TILE: Final = "?"

Seat = Annotated[int, Meta(ge=0, le=3)]
Die = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Points = Annotated[int, Meta(ge=-(10**15), le=10**15)]
Hex = Annotated[str, Meta(pattern="^([0-9a-fA-F]{2})*$")]
Key = Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")]
Tile = Literal[(*CODES, UNKNOWN_TILE)]  # type: ignore[valid-type]
Tiles = list[Tile]
DealtHand = Annotated[Tiles, Meta(min_length=13, max_length=13)]
Wall = Annotated[Tiles, Meta(min_length=56, max_length=56)]


class LineType(Struct, tag_field="type", frozen=True, kw_only=True):
    """What all lines share: an optional time (UTC, RFC 3339) that no comparison looks at."""

    at: str | None = None


class Player(Struct, frozen=True):
    """Who sits at a seat: `kind` is `person`, or a built-in player's name and version."""

    name: str
    kind: str


class MatchLine(LineType, tag="match", frozen=True, kw_only=True):
    """The first line of a match. `hands` is the number planned, None for an open end."""

    version: Literal[1]
    ruleset: str
    settings: dict[str, Any] = {}
    players: tuple[Player, Player, Player, Player]
    hands: Number | None = None
    rules_revision: Any = None


class HandLine(LineType, tag="hand", frozen=True, kw_only=True):
    """The start of a hand: who deals, the dice, four deals by seat, the rest of the wall."""

    ruleset: str | None = None
    settings: dict[str, Any] = {}
    number: Number
    dealer: Seat
    repeats: Count
    dice: tuple[Die, Die]
    deal: tuple[DealtHand, DealtHand, DealtHand, DealtHand]
    wall: Wall
    generator: str | None = None
    commitment: Hex | None = None
    contributions: tuple[Hex, Hex, Hex, Hex] | None = None


class DrawLine(LineType, tag="draw", frozen=True, kw_only=True):
    """A draw from the head or the tail of the wall."""

    seat: Seat
    tile: Tile
    end: Literal["head", "tail"]


class DiscardLine(LineType, tag="discard", frozen=True, kw_only=True):
    """A discard, with `ready` when ready is declared with it."""

    seat: Seat
    tile: Tile
    ready: bool = False


class PongLine(LineType, tag="pong", frozen=True, kw_only=True):
    """A pong of the discard of `source`."""

    seat: Seat
    source: Seat
    tile: Tile


class KongLine(LineType, tag="kong", frozen=True, kw_only=True):
    """A kong; `source` is the discarder of a discard kong."""

    seat: Seat
    kind: Literal["concealed", "added", "discard"]
    tile: Tile
    source: Seat | None = None


class WinLine(LineType, tag="win", frozen=True, kw_only=True):
    """A win; `source` is the discarder or the robbed player."""

    seat: Seat
    by: Literal["self_draw", "discard", "robbed_kong"]
    tile: Tile
    source: Seat | None = None


class PassLine(LineType, tag="pass", frozen=True, kw_only=True):
    """Claims that a seat was offered and did not take."""

    seat: Seat
    declined: list[Literal["win", "pong", "kong"]]


class EntryObject(Struct, frozen=True, rename={"payer": "from", "payee": "to"}):
    """A ledger entry."""

    payer: Seat
    payee: Seat
    fan: Points
    points: Points
    reason: str
    clause: str


class PaymentLine(LineType, tag="payment", frozen=True, kw_only=True):
    """Ledger entries paid at once."""

    entries: list[EntryObject]


class ExhaustedLine(LineType, tag="exhausted", frozen=True, kw_only=True):
    """The wall has run out."""


class LeaveLine(LineType, tag="leave", frozen=True, kw_only=True):
    """A player leaves the table."""

    seat: Seat


class WinnerObject(Struct, frozen=True, kw_only=True):
    """A winner in a result."""

    seat: Seat
    by: Literal["self_draw", "discard", "robbed_kong"]
    source: Seat | None
    tile: Tile
    pattern: str
    fan: Points
    extras: dict[str, Points]


class ChickensObject(Struct, frozen=True, kw_only=True):
    """The turned-over tile in a result, the kind it makes a chicken, whether yaoji are golden."""

    flipped: Tile | None
    kind: Tile | None
    golden: bool


class ResultLine(LineType, tag="result", frozen=True, kw_only=True):
    """The settlement of a hand."""

    outcome: Literal["win", "exhausted", "left"]
    winners: list[WinnerObject]
    chickens: ChickensObject
    ready: list[Seat]
    ledger: list[EntryObject]
    points: tuple[Points, Points, Points, Points]
    next_dealer: Seat | None
    repeats: Count | None


class RevealLine(LineType, tag="reveal", frozen=True, kw_only=True):
    """The key of the hand before, once nothing is secret any more."""

    key: Key


AnyLine = (
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
)


_TYPES: Final = frozenset(line.__struct_config__.tag for line in get_args(AnyLine))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record: its number from 1, its typed value, and all it holds as read."""

    number: int
    value: AnyLine
    content: dict[str, Any]


def read_lines(data: bytes) -> Iterator[Line]:
    """The lines of a record, one after the other.

    Raises `RecordError` at the first line that is not one object of a known type with the keys
    and types of the format.
    """
    texts = data.split(b"\n")
    while texts and not texts[-1].strip():
        texts.pop()
    if not texts:
        raise RecordError(1, "unreadable.empty")
    for number, text in enumerate(texts, start=1):
        if not text.strip():
            raise RecordError(number, "unreadable.empty_line")
        yield read_line(text, number)


def read_line(text: bytes, number: int = 1) -> Line:
    """One line of a record. Raises `RecordError`."""
    content = _json(text, number)
    if not isinstance(content, dict):
        raise RecordError(number, "unreadable.not_object")
    try:
        value: AnyLine = msgspec.convert(content, AnyLine)
    except msgspec.ValidationError as error:
        raise _misfit(number, str(error), content.get("type")) from None
    _check_sources(value, number)
    return Line(number, value, content)


def encode_line(content: dict[str, Any]) -> bytes:
    """A line as it stands in a file, newline included."""
    return msgspec.json.encode(content) + b"\n"


def has_unknown_tiles(line: Line) -> bool:
    """Whether the line hides a tile from its reader."""
    value = line.value
    if isinstance(value, HandLine):
        return any(UNKNOWN_TILE in tiles for tiles in (*value.deal, value.wall))
    if isinstance(value, ResultLine):
        tiles = [winner.tile for winner in value.winners]
        return UNKNOWN_TILE in (*tiles, value.chickens.flipped, value.chickens.kind)
    return getattr(value, "tile", None) == UNKNOWN_TILE


def _json(text: bytes, number: int) -> object:
    try:
        decoded = text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(number, "unreadable.not_utf8", byte=error.start + 1) from None
    try:
        return msgspec.json.decode(decoded)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        if isinstance(error, RecursionError):
            raise RecordError(number, "unreadable.too_deep") from None
        if "out of range" in str(error):
            raise RecordError(number, "unreadable.too_large") from None
        raise misfit(number, str(error)) from None


def _misfit(number: int, reason: str, kind: object) -> RecordError:
    if not isinstance(kind, str):
        return misfit(number, reason)
    if kind not in _TYPES:
        return RecordError(number, "unreadable.unknown_type", found=repr(kind))
    return misfit(number, reason, kind)


def _check_sources(value: AnyLine, number: int) -> None:
    """`source` stands where a tile was taken from somebody, and only there."""
    needs = (isinstance(value, WinLine) and value.by != "self_draw") or (
        isinstance(value, KongLine) and value.kind == "discard"
    )
    if isinstance(value, (WinLine, KongLine)) and needs and value.source is None:
        raise RecordError(number, "unreadable.missing", field="source")
