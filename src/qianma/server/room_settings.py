"""What the owner of a room settles, and the table that comes of it."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from qianma.players import PLAYERS
from qianma.ruleset import load
from qianma.server.events import BuiltInSeat, SeatSpec, TableSpec, TimeLimits
from qianma.server.refusing import RefusedError
from qianma.settings import RulesetError
from qianma.state import SEATS

RoomPace = Literal["slow", "normal", "fast"]
Watching = Literal["nobody", "link", "anyone"]


class RoomSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a room.

    `settings` are those that differ from the shipped `ruleset`; `hands` is null for an open end.
    `watch` says who may watch: nobody, whoever has the link to watch, or anyone. A `public` room
    stands in the lobby. Empty seats are filled at the start with the built-in player `fill`.
    """

    ruleset: Annotated[str, Meta(max_length=64)] = "guiyang"
    settings: dict[str, Any] = {}
    hands: Literal[4, 8, 16] | None = 8
    limits: TimeLimits = TimeLimits()
    watch: Watching = "link"
    public: bool = False
    coins_per_point: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    fill: Annotated[str, Meta(max_length=32)] = "greedy"
    fill_pace: RoomPace = "normal"


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(RoomSettings)


def encode_settings(settings: RoomSettings) -> bytes:
    """Settings as they are stored."""
    return _ENCODER.encode(settings)


def decode_settings(data: bytes) -> RoomSettings:
    """Stored settings."""
    return _DECODER.decode(data)


def plays_the_same(one: RoomSettings, other: RoomSettings) -> bool:
    """Whether those who have sat down for the one need not be asked about the other."""
    beside = ("public", "watch", "fill", "fill_pace")
    return msgspec.structs.replace(one, **{name: getattr(other, name) for name in beside}) == other


def check_settings(settings: RoomSettings) -> None:
    """Raise `RefusedError` for settings that cannot be played."""
    try:
        load(settings.ruleset, settings.settings)
    except RulesetError as error:
        raise RefusedError(error.key, 400, **error.facts) from None
    check_player(settings.fill)


def check_player(player: str) -> None:
    """Raise `RefusedError` for a name that no built-in player has."""
    if player not in PLAYERS:
        raise RefusedError("room.unknown_player", 400, players=", ".join(PLAYERS))


def table_spec(settings: RoomSettings, taken: Mapping[int, SeatSpec], code: str) -> TableSpec:
    """The table of the room with this code, `taken` seats by their number, the others filled."""
    filling = BuiltInSeat(settings.fill, settings.fill_pace)
    first, second, third, fourth = (taken.get(seat, filling) for seat in range(SEATS))
    return TableSpec(
        ruleset=settings.ruleset,
        settings=settings.settings,
        hands=settings.hands,
        seats=(first, second, third, fourth),
        limits=settings.limits,
        watching=settings.watch != "nobody",
        coins_per_point=settings.coins_per_point,
        stand_in=settings.fill,
        stand_in_pace=settings.fill_pace,
        room=code,
    )
