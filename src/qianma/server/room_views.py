"""What each viewer gets to know of a room: the one way out for everything that happens in one.

The code of a room opens it to players, the key of its link to those who watch; neither is told to
anybody who has come by the other.
"""

from qianma.server.events import BuiltInSeat, PersonSeat, SeatSpec
from qianma.server.links import Links
from qianma.server.room_answers import LobbyAnswer, LobbyRoom, RoomAnswer, RoomSeat, WatchAnswer
from qianma.server.seating import PLAYING, RoomState, same_addresses


def room_answer(person: str, state: RoomState, links: Links) -> RoomAnswer:
    """A room as a person may see it who has its code."""
    room = state.room
    owner = room.owner == person
    key = room.watch_key if owner else None
    own = (seat for seat, taken in state.seats.items() if taken.person == person)
    return RoomAnswer(
        code=room.code,
        version=room.version,
        play_link=links.to_play(room.code),
        status=room.status,
        settings=room.settings,
        seats=_seats(state, person),
        seat=next(own, None),
        owner=owner,
        game=room.game_id,
        watch_key=key,
        watch_link=None if key is None else links.to_watch(key),
        same_address=same_addresses(state.seats) if owner else [],
    )


def watch_answer(state: RoomState) -> WatchAnswer:
    """A room as whoever has its link to watch may see it."""
    room = state.room
    return WatchAnswer(
        version=room.version,
        status=room.status,
        settings=room.settings,
        seats=_seats(state),
        game=room.game_id,
    )


def lobby_answer(states: list[RoomState], links: Links) -> LobbyAnswer:
    """Public rooms as anybody may see them."""
    return LobbyAnswer([_lobby_room(state, links) for state in states])


def _lobby_room(state: RoomState, links: Links) -> LobbyRoom:
    room = state.room
    watched = room.status == PLAYING and room.settings.watch == "anyone"
    return LobbyRoom(
        code=room.code,
        play_link=links.to_play(room.code),
        status=room.status,
        settings=room.settings,
        seats=_seats(state),
        game=room.game_id if watched else None,
    )


def _seats(state: RoomState, asking: str | None = None) -> list[RoomSeat]:
    return [
        RoomSeat(
            seat=taken.seat,
            name=_name(taken.spec),
            player=taken.spec.player if isinstance(taken.spec, BuiltInSeat) else None,
            pace=taken.spec.pace if isinstance(taken.spec, BuiltInSeat) else None,
            owner=taken.person is not None and taken.person == state.room.owner,
            you=taken.person is not None and taken.person == asking,
            again=taken.again,
            asked=taken.asked,
        )
        for taken in state.seats.values()
    ]


def _name(spec: SeatSpec) -> str:
    return spec.name if isinstance(spec, PersonSeat) else spec.player
