"""Rooms: where people meet, settle what they play, and start it, again and again.

A room has a short code, which is its link to play as well.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.codes import ROOM_LENGTH, new_code
from qianma.server.endings import MatchEnded
from qianma.server.node import Node
from qianma.server.refusing import RefusedError
from qianma.server.room_changes import RoomChanges
from qianma.server.room_settings import (
    RoomPace,
    RoomSettings,
    check_player,
    check_settings,
    plays_the_same,
    table_spec,
)
from qianma.server.seating import (
    CLOSED,
    OPEN,
    OVER,
    PLAYING,
    RoomState,
    address_hash,
    ask_all_but,
    check_not_playing,
    check_owner,
    close_room,
    code_of,
    empty_seat,
    lock_room,
    open_room,
    read_seats,
    read_state,
    seat_of,
    seat_row,
    seat_table,
    settled,
    take_seat,
    vacate,
)
from qianma.server.store.people_schema import PERSON, ROOM, ROOM_REMOVED, ROOM_SEAT
from qianma.server.store.schema import GAME

CODE_TRIES: Final = 5


class Rooms:
    """The rooms of a database. What is refused raises `RefusedError` and changes nothing."""

    def __init__(self, node: Node, changes: RoomChanges, rooms_per_person: int) -> None:
        """`rooms_per_person` is how many open rooms and matches a person may have."""
        self._changes: Final = changes
        self._node: Final = node
        self._most: Final = rooms_per_person
        self._store: Final = node.store

    # Reading.

    async def state(self, typed: str) -> RoomState:
        """A room by its code."""
        code = code_of(typed)
        async with self._store.reading() as connection:
            return await read_state(connection, code)

    # Coming and going.

    async def create(self, person: str, settings: RoomSettings, address: str) -> RoomState:
        """A new room, its owner at seat 0."""
        check_settings(settings)

        async def insert_room(code: str) -> None:
            async with self._store.transaction() as connection:
                await self.check_number(connection, person)
                await open_room(connection, code, person, settings, address, self._node.now())

        code = await with_code(insert_room)
        self._changes.tell(code)
        return await self.state(code)

    async def join(self, person: str, typed: str, wanted: int | None, address: str) -> RoomState:
        """Sit down at `wanted`, or at the first free seat. Doing it twice does it once."""
        async with self._changes.room(typed) as (connection, room):
            await take_seat(connection, room, person, wanted, address)
            return await read_state(connection, room.code)

    async def leave(self, person: str, typed: str) -> RoomState:
        """Get up before the start or after the end of a match, or after having left its table."""
        before = (await self.state(typed)).room
        left = None
        if before.status == PLAYING and before.game_id is not None:
            left = before.game_id if await self._node.has_left(before.game_id, person) else None
        async with self._changes.room(typed) as (connection, room):
            if room.status != PLAYING or room.game_id != left:
                check_not_playing(room)
            if seat_of(await read_seats(connection, room.code), person) is None:
                raise RefusedError("room.not_seated", 403)
            await vacate(connection, room, person)
            state = await read_state(connection, room.code)
        await self.end_deserted([state.room.code])
        return state

    async def end_deserted(self, codes: Sequence[str]) -> None:
        """End the matches of those of these rooms that have closed because everybody has left."""
        found = (
            select(GAME.c.game_id)
            .join(ROOM, ROOM.c.game_id == GAME.c.game_id)
            .where(ROOM.c.code.in_(codes), ROOM.c.status == CLOSED, GAME.c.ended_ms.is_(None))
        )
        async with self._store.reading() as connection:
            deserted = list((await connection.execute(found)).scalars())
        for game_id in deserted:
            await self._node.close_table(game_id)

    async def note_address(self, state: RoomState, person: str, address: str) -> RoomState:
        """Remember from where a seated person is playing now, if that has changed."""
        seat = seat_of(state.seats, person)
        hashed = address_hash(state.room.code, address)
        if seat is None or state.seats[seat].address_hash == hashed:
            return state
        own = (ROOM_SEAT.c.code == state.room.code) & (ROOM_SEAT.c.person_id == person)
        async with self._store.transaction() as connection:
            await connection.execute(update(ROOM_SEAT).where(own).values(address_hash=hashed))
            noted = await read_state(connection, state.room.code)
        self._changes.tell(state.room.code)
        return noted

    async def note_player(self, game_id: str, person: str, address: str) -> None:
        """Remember from where somebody plays the table of a room, if that has changed."""
        at_table = (ROOM.c.game_id == game_id) & (ROOM_SEAT.c.person_id == person)
        found = select(ROOM.c.code).join(ROOM_SEAT, ROOM_SEAT.c.code == ROOM.c.code)
        async with self._store.reading() as connection:
            code = await connection.scalar(found.where(at_table))
            state = None if code is None else await read_state(connection, code)
        if state is not None:
            await self.note_address(state, person, address)

    async def agree(self, person: str, typed: str, seen: RoomSettings) -> RoomState:
        """Agree to play what the owner has changed, as one has `seen` it."""
        async with self._changes.room(typed) as (connection, room):
            check_not_playing(room)
            if not plays_the_same(seen, room.settings):
                raise RefusedError("room.changed")
            own = (ROOM_SEAT.c.code == room.code) & (ROOM_SEAT.c.person_id == person)
            agreed = await connection.execute(update(ROOM_SEAT).where(own).values(asked=False))
            if agreed.rowcount == 0:
                raise RefusedError("room.not_seated", 403)
            return await read_state(connection, room.code)

    # The owner's powers.

    async def change(self, person: str, typed: str, settings: RoomSettings) -> RoomState:
        """Settle the room anew, not in the middle of a match; the others have to agree."""
        check_settings(settings)
        async with self._changes.room(typed) as (connection, room):
            check_owner(room, person)
            check_not_playing(room)
            changed = update(ROOM).where(ROOM.c.code == room.code)
            await connection.execute(changed.values(**settled(settings)))
            if not plays_the_same(room.settings, settings):
                await ask_all_but(connection, room.code, person)
            return await read_state(connection, room.code)

    async def fill_seat(
        self, person: str, typed: str, seat: int, player: str, pace: RoomPace
    ) -> RoomState:
        """Put a built-in player at a free seat, or in the place of another one."""
        check_player(player)
        async with self._changes.room(typed) as (connection, room):
            check_owner(room, person)
            check_not_playing(room)
            taken = (await read_seats(connection, room.code)).get(seat)
            if taken is not None and taken.person is not None:
                raise RefusedError("room.seat_taken")
            await empty_seat(connection, room, seat)
            row = seat_row(room.code, seat, player=player, pace=pace)
            await connection.execute(insert(ROOM_SEAT).values(**row))
            return await read_state(connection, room.code)

    async def remove(self, person: str, typed: str, seat: int) -> RoomState:
        """Free a seat. A person who is removed does not come back to this room."""
        async with self._changes.room(typed) as (connection, room):
            check_owner(room, person)
            check_not_playing(room)
            taken = (await read_seats(connection, room.code)).get(seat)
            if taken is None:
                raise RefusedError("room.seat_empty")
            if taken.person == person:
                raise RefusedError("room.own_seat")
            await empty_seat(connection, room, seat)
            if taken.person is not None:
                row = {"code": room.code, "person_id": taken.person}
                await connection.execute(insert(ROOM_REMOVED).values(**row))
            return await read_state(connection, room.code)

    async def start(self, person: str, typed: str) -> RoomState:
        """Start a match with those who are seated; empty seats are filled."""
        state = await self.state(typed)
        check_owner(state.room, person)
        check_not_playing(state.room)
        await self._begin(state)
        return await self.state(state.room.code)

    async def close(self, person: str, typed: str) -> RoomState:
        """Close the room, and end its match, if one is on, with the hand in play."""
        room = (await self.state(typed)).room
        check_owner(room, person)
        if room.status == PLAYING and room.game_id is not None:
            await self._node.close_table(room.game_id)
        async with self._changes.room(typed) as (connection, room):
            check_owner(room, person)
            if room.status == CLOSED:
                raise RefusedError("room.closed", 410)
            await close_room(connection, room)
            return await read_state(connection, room.code)

    # Matches.

    async def rematch(self, person: str, typed: str) -> RoomState:
        """Want another match; it starts when all persons at the table do."""
        async with self._changes.room(typed) as (connection, room):
            if room.status == CLOSED:
                raise RefusedError("room.closed", 410)
            own = (ROOM_SEAT.c.code == room.code) & (ROOM_SEAT.c.person_id == person)
            wanted = await connection.execute(update(ROOM_SEAT).where(own).values(again=True))
            if wanted.rowcount == 0:
                raise RefusedError("room.not_seated", 403)
            if room.status != OVER:
                raise RefusedError("room.no_rematch")
            state = await read_state(connection, room.code)
            if any(taken.asked for taken in state.seats.values() if taken.person == person):
                raise RefusedError("room.agree_first")
        if all(taken.again for taken in state.seats.values() if taken.person is not None):
            await self._begin_once(state)
        return await self.state(state.room.code)

    async def _begin_once(self, state: RoomState) -> None:
        """Start a match unless somebody else, who has seen the same, is doing so."""
        try:
            await self._begin(state)
        except RefusedError as refusal:
            now = await self.state(state.room.code)
            if refusal.key != "room.changed" or now.room.status != PLAYING:
                raise

    async def _begin(self, state: RoomState) -> None:
        room = state.room
        if any(taken.asked for taken in state.seats.values()):
            raise RefusedError("room.not_agreed")
        taken = {seat: one.spec for seat, one in state.seats.items()}
        spec = table_spec(room.settings, taken, room.code)

        async def seat_all(connection: AsyncConnection, game_id: str) -> None:
            if room.owner is not None:  # people before rooms, as everywhere
                await _hold(connection, room.owner)
            locked = await lock_room(connection, room.code)
            if locked.version != room.version + 1:
                raise RefusedError("room.changed")
            if room.status == OVER and room.owner is not None:  # it has not counted meanwhile
                await self.check_number(connection, room.owner, "room.owner_has_too_many")
            await seat_table(connection, state, game_id)

        await self._node.create_table(spec, seat_all)
        self._changes.tell(room.code)

    async def note_end(self, connection: AsyncConnection, ended: MatchEnded) -> None:
        """Let the room of a match be free again: one of `Node.match_hooks`."""
        of_game = (ROOM.c.game_id == ended.game_id) & (ROOM.c.status == PLAYING)
        over = update(ROOM).where(of_game).values(status=OVER, version=ROOM.c.version + 1)
        code = await connection.scalar(over.returning(ROOM.c.code))
        if code is not None:
            seats = update(ROOM_SEAT).where(ROOM_SEAT.c.code == code)
            await connection.execute(seats.values(again=False, address_hash=None))

    async def close_idle(self, before_ms: int) -> None:
        """Close the rooms that have not been played in since a time."""
        idle = (
            select(ROOM.c.code)
            .outerjoin(GAME, GAME.c.game_id == ROOM.c.game_id)
            .where(
                ROOM.c.status.in_((OPEN, OVER)),
                func.coalesce(GAME.c.ended_ms, ROOM.c.created_ms) < before_ms,
            )
        )
        async with self._store.reading() as connection:
            codes = list((await connection.execute(idle)).scalars())
        for code in codes:
            async with self._changes.room(code) as (connection, room):
                if room.status in (OPEN, OVER):
                    await close_room(connection, room)

    async def check_number(
        self, connection: AsyncConnection, person: str, key: str = "room.too_many"
    ) -> None:
        """Raise `RefusedError`, by its `key`, for a person who has as many rooms as one may have.

        In a transaction that may write, no other one counts the rooms of this person before its
        end: whoever adds a room within it adds no room too many.
        """
        await _hold(connection, person)
        # The last hand of a closed room is played to its end.
        last_hand = (
            (ROOM.c.status == CLOSED) & GAME.c.game_id.is_not(None) & GAME.c.ended_ms.is_(None)
        )
        counted = (
            select(func.count())
            .select_from(ROOM.outerjoin(GAME, GAME.c.game_id == ROOM.c.game_id))
            .where(ROOM.c.owner_id == person, ROOM.c.status.in_((OPEN, PLAYING)) | last_hand)
        )
        number = await connection.scalar(counted) or 0
        if number >= self._most:
            raise RefusedError(key, most=self._most)


async def _hold(connection: AsyncConnection, person: str) -> None:
    """Let nobody else count the rooms of a person, or delete it, before this transaction ends."""
    own = select(PERSON.c.person_id).where(PERSON.c.person_id == person)
    await connection.execute(own.with_for_update(key_share=True))


async def with_code(make: Callable[[str], Awaitable[None]]) -> str:
    """Make something under a code that nothing else has."""
    for _ in range(CODE_TRIES):
        code = new_code(ROOM_LENGTH)
        try:
            await make(code)
        except IntegrityError:
            continue
        return code
    raise RefusedError("room.no_code", 503)
