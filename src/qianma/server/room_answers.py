"""Rooms as clients are told of them, over HTTP and over WebSockets; `room_views` fills them in."""

from msgspec import Struct

from qianma.server.room_settings import RoomSettings


class RoomSeat(Struct, frozen=True, kw_only=True):
    """A taken seat. `player` and `pace` are of a built-in player, null for a person.

    Whoever is `asked` has not agreed yet to what the owner has changed; `again` wants a rematch.
    """

    seat: int
    name: str
    player: str | None
    pace: str | None
    owner: bool
    you: bool
    again: bool
    asked: bool


class RoomAnswer(Struct, frozen=True, kw_only=True):
    """A room. `game` is the table that is being played, or the last one.

    Of two answers that with the higher `version` is the newer one. `seat` is one's own, null for
    who does not sit there. Only the owner gets `watch_key` and `watch_link`, the link to watch
    (null when it is withdrawn), and `same_address`, the groups of seats that play from one address.
    """

    code: str
    version: int
    play_link: str
    status: str
    settings: RoomSettings
    seats: list[RoomSeat]
    seat: int | None
    owner: bool
    game: str | None
    watch_key: str | None
    watch_link: str | None
    same_address: list[list[int]]


class LobbyRoom(Struct, frozen=True, kw_only=True):
    """A public room; `game` is the table that anyone may watch now, null for none."""

    code: str
    play_link: str
    status: str
    settings: RoomSettings
    seats: list[RoomSeat]
    game: str | None


class LobbyAnswer(Struct, frozen=True):
    """The public rooms: first those that wait for players, of both kinds the newest first."""

    rooms: list[LobbyRoom]


class WatchAnswer(Struct, frozen=True, kw_only=True):
    """What a link to watch leads to; the way to play is not in it.

    Of two answers that with the higher `version` is the newer one.
    """

    version: int
    status: str
    settings: RoomSettings
    seats: list[RoomSeat]
    game: str | None
