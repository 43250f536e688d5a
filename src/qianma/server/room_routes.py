"""The HTTP routes of rooms: the lobby, coming and going, the owner's powers, matches.

A room's code and the key of a link to watch are secrets of those who have them. They stand in
bodies, since addresses get logged.
"""

from collections.abc import Awaitable
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.requests import Request

from qianma.server.api import Beside, Operation
from qianma.server.callers import address, caller, links
from qianma.server.events import Seat
from qianma.server.house import House
from qianma.server.room_answers import LobbyAnswer, RoomAnswer, WatchAnswer
from qianma.server.room_settings import RoomPace, RoomSettings
from qianma.server.room_views import lobby_answer, room_answer, watch_answer
from qianma.server.seating import RoomState

Code = Annotated[str, Meta(max_length=64)]


class RoomRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A room, by its code."""

    code: Code


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Where to sit; null for the first free seat."""

    code: Code
    seat: Seat | None = None


class SettingsRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a room is to play from now on, or what one has seen that it is."""

    code: Code
    settings: RoomSettings


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a room."""

    code: Code
    seat: Seat


class FillRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A built-in player for a seat."""

    code: Code
    seat: Seat
    player: Annotated[str, Meta(max_length=32)]
    pace: RoomPace = "normal"


class WatchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a link to watch."""

    key: Code


class GuestPlayRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody new wants to be called, and what to play."""

    name: Annotated[str, Meta(max_length=512)]
    settings: RoomSettings = RoomSettings()


class GuestPlayAnswer(Struct, frozen=True, kw_only=True):
    """Who one is from now on, and the match. `token` and `recovery` are shown this once.

    `table` is what the WebSocket is joined with, `seat` one's own at it.
    """

    person: str
    name: str
    token: str
    recovery: str
    table: str
    seat: int
    room: RoomAnswer


def room_routes(house: House) -> list[Operation]:
    """The routes of rooms."""
    calls = _RoomCalls(house)
    room = "/api/rooms"
    changed: dict[str, Any] = {"answer": RoomAnswer, "beside": Beside(token="needed")}
    made: dict[str, Any] = {"body": RoomSettings, "status": 201, **changed}
    plain: dict[str, Any] = {"body": RoomRequest, **changed}
    return [
        Operation("GET", "/api/lobby", calls.lobby, answer=LobbyAnswer),
        Operation("POST", "/api/watch", calls.watch, body=WatchRequest, answer=WatchAnswer),
        Operation("POST", "/api/quick-play", calls.quick_play, **made),
        Operation(
            "POST",
            "/api/quick-play/guest",
            calls.quick_play_as_guest,
            body=GuestPlayRequest,
            answer=GuestPlayAnswer,
            status=201,
        ),
        Operation("POST", room, calls.create_room, **made),
        Operation("POST", f"{room}/look", calls.look_at_room, **plain),
        Operation("POST", f"{room}/join", calls.join_room, body=JoinRequest, **changed),
        Operation("POST", f"{room}/leave", calls.leave_room, **plain),
        Operation("POST", f"{room}/settings", calls.settle, body=SettingsRequest, **changed),
        Operation("POST", f"{room}/agree", calls.agree, body=SettingsRequest, **changed),
        Operation("POST", f"{room}/fill", calls.fill_seat, body=FillRequest, **changed),
        Operation("POST", f"{room}/remove", calls.free_seat, body=SeatRequest, **changed),
        Operation("POST", f"{room}/start", calls.start_match, **plain),
        Operation("POST", f"{room}/rematch", calls.want_rematch, **plain),
        Operation("POST", f"{room}/close", calls.close_room, **plain),
        Operation("POST", f"{room}/link", calls.renew_link, **plain),
        Operation("POST", f"{room}/link/withdraw", calls.withdraw_link, **plain),
    ]


class _RoomCalls:
    """What the operations do; their texts are those of the OpenAPI document."""

    def __init__(self, house: House) -> None:
        self._people = house.people
        self._rooms = house.rooms
        self._lobby = house.lobby
        self._quick_play = house.quick_play
        self._watching = house.watching

    async def _person(self, request: Request) -> str:
        return (await caller(self._people, request)).person

    async def _answer(
        self, request: Request, person: str, state: Awaitable[RoomState]
    ) -> RoomAnswer:
        return room_answer(person, await state, links(request))

    async def lobby(self, request: Request) -> LobbyAnswer:
        """The public rooms that wait for players or may be watched."""
        return lobby_answer(await self._lobby.rooms(), links(request))

    async def watch(self, _request: Request, body: WatchRequest) -> WatchAnswer:
        """What a link to watch leads to."""
        return watch_answer(await self._watching.watched(body.key))

    async def quick_play(self, request: Request, body: RoomSettings) -> RoomAnswer:
        """Play at once, against three built-in players (`fill` of the settings)."""
        person = await self._person(request)
        return await self._answer(
            request, person, self._quick_play.play(person, body, address(request))
        )

    async def quick_play_as_guest(
        self, request: Request, body: GuestPlayRequest
    ) -> GuestPlayAnswer:
        """Be a guest and play at once, against three built-in players (`fill` of the settings)."""
        begun = self._quick_play.play_as_guest(body.name, body.settings, address(request))
        signed_in, state = await begun
        room = room_answer(signed_in.person, state, links(request))
        assert room.game is not None, "the room has come into being with its match"
        assert room.seat is not None, "its owner is seated"
        assert signed_in.recovery is not None, "somebody new gets a code"
        return GuestPlayAnswer(
            person=signed_in.person,
            name=signed_in.name,
            token=signed_in.token,
            recovery=signed_in.recovery,
            table=room.game,
            seat=room.seat,
            room=room,
        )

    async def create_room(self, request: Request, body: RoomSettings) -> RoomAnswer:
        """A new room of one's own."""
        person = await self._person(request)
        return await self._answer(
            request, person, self._rooms.create(person, body, address(request))
        )

    async def look_at_room(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """A room as it is now."""
        person = await self._person(request)
        state = await self._rooms.state(body.code)
        return await self._answer(
            request, person, self._rooms.note_address(state, person, address(request))
        )

    async def join_room(self, request: Request, body: JoinRequest) -> RoomAnswer:
        """Sit down, or change the seat."""
        person = await self._person(request)
        joined = self._rooms.join(person, body.code, body.seat, address(request))
        return await self._answer(request, person, joined)

    async def leave_room(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """Get up; in the middle of a match, after having left its table.

        The next one owns the room then; without anybody it closes.
        """
        person = await self._person(request)
        return await self._answer(request, person, self._rooms.leave(person, body.code))

    async def settle(self, request: Request, body: SettingsRequest) -> RoomAnswer:
        """Change the settings; the owner, not in the middle of a match.

        Whoever else sits there is asked to agree before one begins.
        """
        person = await self._person(request)
        return await self._answer(
            request, person, self._rooms.change(person, body.code, body.settings)
        )

    async def agree(self, request: Request, body: SettingsRequest) -> RoomAnswer:
        """Agree to what the owner has changed: the settings as one has seen them."""
        person = await self._person(request)
        return await self._answer(
            request, person, self._rooms.agree(person, body.code, body.settings)
        )

    async def fill_seat(self, request: Request, body: FillRequest) -> RoomAnswer:
        """Seat a built-in player; the owner, not in the middle of a match."""
        person = await self._person(request)
        filled = self._rooms.fill_seat(person, body.code, body.seat, body.player, body.pace)
        return await self._answer(request, person, filled)

    async def free_seat(self, request: Request, body: SeatRequest) -> RoomAnswer:
        """Remove a player; the owner, not in the middle of a match. A person does not come back."""
        person = await self._person(request)
        return await self._answer(request, person, self._rooms.remove(person, body.code, body.seat))

    async def start_match(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """Start a match; the owner. Empty seats are filled."""
        person = await self._person(request)
        return await self._answer(request, person, self._rooms.start(person, body.code))

    async def want_rematch(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """Want another match; it starts when all persons in the room do."""
        person = await self._person(request)
        return await self._answer(request, person, self._rooms.rematch(person, body.code))

    async def close_room(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """Close the room for good; its match ends, with the hand in play if one is. The owner."""
        person = await self._person(request)
        return await self._answer(request, person, self._rooms.close(person, body.code))

    async def renew_link(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """A new link to watch, the one before is withdrawn; the owner."""
        person = await self._person(request)
        return await self._answer(request, person, self._watching.new_link(person, body.code))

    async def withdraw_link(self, request: Request, body: RoomRequest) -> RoomAnswer:
        """Withdraw the link to watch; the owner. Whoever watches by it is sent away."""
        person = await self._person(request)
        return await self._answer(request, person, self._watching.withdraw_link(person, body.code))
