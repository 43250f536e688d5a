"""Forgetting a person: nothing that names it stays in the database.

What others have a part in stays without name: tables and their records, and the coins that others
have paid or been paid, which go to one account for all who are gone, so that sums stay zero.
"""

from typing import Any, Final

import msgspec
from sqlalchemy import Select, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server import events
from qianma.server.accounts import GONE, account_of
from qianma.server.refusing import RefusedError
from qianma.server.seating import CLOSED, lock_room, vacate
from qianma.server.store.people_schema import (
    ACCOUNT,
    COIN_POSTING,
    HAND_SCORE,
    PERSON,
    ROOM,
    ROOM_REMOVED,
    ROOM_SEAT,
    TOKEN,
)
from qianma.server.store.schema import GAME, GAME_EVENT, GAME_SEAT

MOST_REMOVED: Final = 1000
"""How many idle guests are looked for at once."""
NAMELESS: Final = "deleted"
"""What stands in records for the name of somebody who is gone."""


async def delete_person(connection: AsyncConnection, person: str) -> list[str]:
    """Delete a person without tokens within a transaction.

    Returns the codes of the rooms that this changes. Raises `RefusedError` in the middle of a
    match.
    """
    left = await _leave_rooms(connection, person)
    playing = (
        select(GAME.c.game_id)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.game_id)
        .where(GAME_SEAT.c.person_id == person, GAME.c.ended_ms.is_(None))
        .limit(1)
    )
    if await connection.scalar(playing) is not None:
        raise RefusedError("people.still_playing")
    await _leave_logs(connection, person)
    posted = update(COIN_POSTING).where(COIN_POSTING.c.account == account_of(person))
    await connection.execute(posted.values(account=GONE))
    for table in (HAND_SCORE, ROOM_REMOVED, ACCOUNT, PERSON):
        await connection.execute(delete(table).where(table.c.person_id == person))
    return left


def idle_guests(before_ms: int) -> Select[Any]:
    """The guests that have not been here since a time and hold nothing, some of them at least.

    Whoever has an account, sits in a room or owns an open one, or has played a match (which all
    coins come from) holds something.
    """
    person = PERSON.c.person_id
    held = (
        select(ACCOUNT.c.person_id).where(ACCOUNT.c.person_id == person),
        select(ROOM.c.code).where(ROOM.c.owner_id == person, ROOM.c.status != CLOSED),
        select(ROOM_SEAT.c.code).where(ROOM_SEAT.c.person_id == person),
        select(GAME_SEAT.c.game_id).where(GAME_SEAT.c.person_id == person),
        select(TOKEN.c.token_hash).where(TOKEN.c.person_id == person, TOKEN.c.used_ms >= before_ms),
    )
    idle = select(person).where(PERSON.c.created_ms < before_ms, *(~exists(one) for one in held))
    return idle.limit(MOST_REMOVED)


async def _leave_rooms(connection: AsyncConnection, person: str) -> list[str]:
    seated = select(ROOM_SEAT.c.code).where(ROOM_SEAT.c.person_id == person)
    owned = select(ROOM.c.code).where(ROOM.c.owner_id == person)
    codes = set((await connection.execute(seated)).scalars())
    codes |= set((await connection.execute(owned)).scalars())
    # In one order, so that two who go at the same time do not wait for each other.
    left = sorted(codes)
    for code in left:
        await vacate(connection, await lock_room(connection, code), person)
    return left


async def _leave_logs(connection: AsyncConnection, person: str) -> None:
    """Take a person's id and name out of the first events of its tables."""
    own = GAME_SEAT.c.person_id == person
    tables = select(GAME_EVENT.c.game_id, GAME_EVENT.c.data).where(
        GAME_EVENT.c.game_id.in_(select(GAME_SEAT.c.game_id).where(own)), GAME_EVENT.c.seq == 0
    )
    for game_id, data in (await connection.execute(tables)).all():
        created = events.decode(data)
        assert isinstance(created, events.Created), "the first event of a table creates it"
        first = update(GAME_EVENT).where(GAME_EVENT.c.game_id == game_id, GAME_EVENT.c.seq == 0)
        await connection.execute(first.values(data=events.encode(_without(created, person))))
    await connection.execute(update(GAME_SEAT).where(own).values(person_id=None))


def _without(created: events.Created, person: str) -> events.Created:
    first, second, third, fourth = (
        events.PersonSeat(f"{NAMELESS}-{place}", NAMELESS)
        if isinstance(seat, events.PersonSeat) and seat.person == person
        else seat
        for place, seat in enumerate(created.spec.seats)
    )
    spec = msgspec.structs.replace(created.spec, seats=(first, second, third, fourth))
    return msgspec.structs.replace(created, spec=spec)
