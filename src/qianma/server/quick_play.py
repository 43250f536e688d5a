"""Playing at once against three built-in players: a room of one's own, and its match with it."""

from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.events import PersonSeat
from qianma.server.node import CreationHook, Node
from qianma.server.people import People, SignedIn
from qianma.server.room_changes import RoomChanges
from qianma.server.room_settings import RoomSettings, check_settings, table_spec
from qianma.server.rooms import Rooms, with_code
from qianma.server.seating import RoomState, lock_room, open_room, read_state, seat_table
from qianma.server.store.people_schema import PERSON


class QuickPlay:
    """Matches at once. What is refused raises `RefusedError` and changes nothing."""

    def __init__(self, node: Node, people: People, rooms: Rooms, changes: RoomChanges) -> None:
        self._node: Final = node
        self._people: Final = people
        self._rooms: Final = rooms
        self._changes: Final = changes

    async def play(self, person: str, settings: RoomSettings, address: str) -> RoomState:
        """A match of somebody who is known."""
        check_settings(settings)
        async with self._node.store.reading() as connection:
            # Whoever has too many is refused before there is a table that others are stored with.
            await self._rooms.check_number(connection, person)
            named = select(PERSON.c.name).where(PERSON.c.person_id == person)
            name = (await connection.execute(named)).scalar_one()

        async def check_number(connection: AsyncConnection, _game_id: str) -> None:
            await self._rooms.check_number(connection, person)

        return await self._begin(PersonSeat(person, name), settings, address, check_number)

    async def play_as_guest(
        self, name: str, settings: RoomSettings, address: str
    ) -> tuple[SignedIn, RoomState]:
        """A match of somebody new, who comes into being with it or not at all."""
        check_settings(settings)
        newcomer = self._people.newcomer(name, address)
        signed_in = newcomer.signed_in

        async def add(connection: AsyncConnection, _game_id: str) -> None:
            await self._people.add(connection, newcomer)

        seat = PersonSeat(signed_in.person, signed_in.name)
        return signed_in, await self._begin(seat, settings, address, add)

    async def _begin(
        self, seat: PersonSeat, settings: RoomSettings, address: str, *before: CreationHook
    ) -> RoomState:
        async def start(code: str) -> None:
            spec = table_spec(settings, {0: seat}, code)

            async def open_and_sit(connection: AsyncConnection, game_id: str) -> None:
                now = self._node.now()
                await open_room(connection, code, seat.person, settings, address, now)
                await lock_room(connection, code)
                await seat_table(connection, await read_state(connection, code), game_id)

            await self._node.create_table(spec, *before, open_and_sit)

        code = await with_code(start)
        self._changes.tell(code)
        return await self._rooms.state(code)
