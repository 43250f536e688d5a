"""Forgetting a person: nothing that names it stays in the database.

What others have a part in stays without name: tables and their records, and the coins that others
have paid or been paid, which go to one account for all who are gone, so that sums stay zero.

A match that a person has left goes on, and its hands are booked on the person's id. So that stays,
without a name and with nothing that opens it, until the match ends.
"""

from collections.abc import Sequence, Set
from typing import Any, Final

import msgspec
from sqlalchemy import Select, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server import events
from qianma.server.accounts import GONE, account_of
from qianma.server.endings import MatchEnded
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


async def delete_person(
    connection: AsyncConnection, person: str, left: Set[str] = frozenset()
) -> list[str]:
    """Delete a person without tokens within a transaction.

    `left` are tables that the person has left while they are played. Returns the codes of the rooms
    that this changes. Raises `RefusedError` in the middle of any other match.
    """
    await _lock(connection, [person])
    rooms = await _leave_rooms(connection, person)
    playing = await tables_in_play(connection, person)
    if not playing <= left:
        raise RefusedError("people.still_playing")
    await _forget(connection, person, playing)
    return rooms


async def tables_in_play(connection: AsyncConnection, person: str) -> set[str]:
    """The tables of a person whose match is not over."""
    found = (
        select(GAME.c.game_id)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.game_id)
        .where(GAME_SEAT.c.person_id == person, GAME.c.ended_ms.is_(None))
    )
    return set((await connection.execute(found)).scalars())


async def forget_gone(connection: AsyncConnection, ended: MatchEnded) -> None:
    """Forget the rest of those who are gone with their last match: one of `Node.match_hooks`."""
    seats = [seat.person for seat in ended.spec.seats if isinstance(seat, events.PersonSeat)]
    for person in await _lock(connection, seats):
        await _forget(connection, person, await tables_in_play(connection, person))


async def _lock(connection: AsyncConnection, people: Sequence[str]) -> list[str]:
    """Let nobody else forget any of these people meanwhile; returns those who are gone.

    A match may end while somebody who has left it is deleted, or while another one of the same
    person ends: whoever comes second finds what the first has done.
    """
    found = select(PERSON.c.person_id, PERSON.c.gone).where(PERSON.c.person_id.in_(people))
    locked = found.order_by(PERSON.c.person_id).with_for_update(key_share=True)
    return [row.person_id for row in (await connection.execute(locked)).all() if row.gone]


async def _forget(connection: AsyncConnection, person: str, playing: Set[str]) -> None:
    """Forget a person but for what the tables that are still played need."""
    await _leave_logs(connection, person, playing)
    posted = update(COIN_POSTING).where(COIN_POSTING.c.account == account_of(person))
    await connection.execute(posted.values(account=GONE))
    for table in (HAND_SCORE, ROOM_REMOVED, ACCOUNT):
        await connection.execute(delete(table).where(table.c.person_id == person))
    own = PERSON.c.person_id == person
    if not playing:
        await connection.execute(delete(PERSON).where(own))
        return
    await connection.execute(update(PERSON).where(own).values(name=NAMELESS, gone=True))


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


async def _leave_logs(connection: AsyncConnection, person: str, playing: Set[str]) -> None:
    """Take a person's name, and where nobody plays any more its id, out of its tables."""
    own = GAME_SEAT.c.person_id == person
    tables = select(GAME_EVENT.c.game_id, GAME_EVENT.c.data).where(
        GAME_EVENT.c.game_id.in_(select(GAME_SEAT.c.game_id).where(own)), GAME_EVENT.c.seq == 0
    )
    for game_id, data in (await connection.execute(tables)).all():
        created = events.decode(data)
        assert isinstance(created, events.Created), "the first event of a table creates it"
        first = update(GAME_EVENT).where(GAME_EVENT.c.game_id == game_id, GAME_EVENT.c.seq == 0)
        nameless = _without(created, person, keeps_id=game_id in playing)
        await connection.execute(first.values(data=events.encode(nameless)))
    over = GAME_SEAT.c.game_id.not_in(playing)
    await connection.execute(update(GAME_SEAT).where(own, over).values(person_id=None))


def _without(created: events.Created, person: str, keeps_id: bool) -> events.Created:
    first, second, third, fourth = (
        events.PersonSeat(person if keeps_id else f"{NAMELESS}-{place}", NAMELESS)
        if isinstance(seat, events.PersonSeat) and seat.person == person
        else seat
        for place, seat in enumerate(created.spec.seats)
    )
    spec = msgspec.structs.replace(created.spec, seats=(first, second, third, fourth))
    return msgspec.structs.replace(created, spec=spec)
