"""The rows of rooms and their seats, to be changed within a transaction that has locked the room.

Whoever changes a room locks it first; that counts its version up, and a start that has read an
earlier version is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.addresses import household
from qianma.server.codes import ROOM_LENGTH, SECRET_LENGTH, digest, new_code, plain
from qianma.server.events import BuiltInSeat, PersonSeat, SeatSpec
from qianma.server.refusing import RefusedError
from qianma.server.room_settings import RoomSettings, decode_settings, encode_settings
from qianma.server.store.people_schema import PERSON, ROOM, ROOM_GAME, ROOM_REMOVED, ROOM_SEAT
from qianma.state import SEATS

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"
"""A match has ended; the room may have another."""
CLOSED: Final = "closed"


@dataclass(frozen=True, slots=True)
class Room:
    """A room as it stands in the database."""

    code: str
    owner: str | None
    status: str
    version: int
    settings: RoomSettings
    watch_key: str | None
    game_id: str | None
    created_ms: int


@dataclass(frozen=True, slots=True)
class Seated:
    """A taken seat of a room; `person` is None for a built-in player."""

    seat: int
    person: str | None
    spec: SeatSpec
    address_hash: str | None
    again: bool
    asked: bool


@dataclass(frozen=True, slots=True)
class RoomState:
    """A room with its taken seats by number."""

    room: Room
    seats: dict[int, Seated]


def room_of(row: Row[Any]) -> Room:
    """A room of its row."""
    settings = decode_settings(row.settings)
    return Room(
        row.code,
        row.owner_id,
        row.status,
        row.version,
        settings,
        row.watch_key,
        row.game_id,
        row.created_ms,
    )


async def lock_room(connection: AsyncConnection, code: str) -> Room:
    """A room that nobody else can change before the transaction ends."""
    locked = update(ROOM).where(ROOM.c.code == code).values(version=ROOM.c.version + 1)
    row = (await connection.execute(locked.returning(*ROOM.c))).first()
    if row is None:
        raise RefusedError("room.unknown", 404)
    return room_of(row)


async def read_room(connection: AsyncConnection, code: str) -> Room:
    """A room as it is now."""
    row = (await connection.execute(select(ROOM).where(ROOM.c.code == code))).first()
    if row is None:
        raise RefusedError("room.unknown", 404)
    return room_of(row)


async def read_seats(connection: AsyncConnection, code: str) -> dict[int, Seated]:
    """The taken seats of a room by number."""
    return (await read_seats_of(connection, [code]))[code]


async def read_seats_of(
    connection: AsyncConnection, codes: Sequence[str]
) -> dict[str, dict[int, Seated]]:
    """The taken seats of several rooms, by room and number."""
    found = (
        select(ROOM_SEAT, PERSON.c.name)
        .outerjoin(PERSON, PERSON.c.person_id == ROOM_SEAT.c.person_id)
        .where(ROOM_SEAT.c.code.in_(codes))
        .order_by(ROOM_SEAT.c.code, ROOM_SEAT.c.seat)
    )
    seats: dict[str, dict[int, Seated]] = {code: {} for code in codes}
    for row in (await connection.execute(found)).all():
        seats[row.code][row.seat] = _seated(row)
    return seats


async def read_state(connection: AsyncConnection, code: str) -> RoomState:
    """A room with its seats as it is now."""
    room = await read_room(connection, code)
    return RoomState(room, await read_seats(connection, code))


def code_of(typed: str) -> str:
    """The code of a room, however it was typed. Raises `RefusedError` when it is none."""
    code = plain(typed, ROOM_LENGTH)
    if code is None:
        raise RefusedError("room.unknown", 404)
    return code


def _seated(row: Row[Any]) -> Seated:
    spec: SeatSpec = (
        BuiltInSeat(row.player, row.pace)
        if row.person_id is None
        else PersonSeat(row.person_id, row.name)
    )
    return Seated(row.seat, row.person_id, spec, row.address_hash, row.again, row.asked)


def seat_of(seats: dict[int, Seated], person: str) -> int | None:
    """Where a person sits."""
    return next((seat for seat, taken in seats.items() if taken.person == person), None)


def settled(settings: RoomSettings) -> dict[str, Any]:
    """The columns of a room that hold its settings."""
    return {
        "settings": encode_settings(settings),
        "public": settings.public,
        "watch": settings.watch,
    }


async def open_room(
    connection: AsyncConnection,
    code: str,
    person: str,
    settings: RoomSettings,
    address: str,
    now: int,
) -> None:
    """Add a room with a link to watch, its owner at seat 0."""
    row = {
        "code": code,
        "owner_id": person,
        "status": OPEN,
        "version": 0,
        **settled(settings),
        "watch_key": new_code(SECRET_LENGTH),
        "created_ms": now,
    }
    await connection.execute(insert(ROOM).values(**row))
    hashed = address_hash(code, address)
    seat = seat_row(code, 0, person=person, address_hash=hashed)
    await connection.execute(insert(ROOM_SEAT).values(**seat))


async def seat_table(connection: AsyncConnection, state: RoomState, game_id: str) -> None:
    """Let a room play a table that is new in this transaction; its empty seats are filled."""
    room = state.room
    seated = update(ROOM_SEAT).where(ROOM_SEAT.c.code == room.code)
    await connection.execute(seated.values(again=False))
    playing = update(ROOM).where(ROOM.c.code == room.code)
    await connection.execute(playing.values(status=PLAYING, game_id=game_id))
    await connection.execute(insert(ROOM_GAME).values(game_id=game_id, code=room.code))
    settings = room.settings
    for seat in range(SEATS):
        if seat not in state.seats:
            filled = seat_row(room.code, seat, player=settings.fill, pace=settings.fill_pace)
            await connection.execute(insert(ROOM_SEAT).values(**filled))


async def take_seat(
    connection: AsyncConnection, room: Room, person: str, wanted: int | None, address: str
) -> int:
    """Seat a person at `wanted` or the first free seat; whoever sits already stays there."""
    seats = await read_seats(connection, room.code)
    own = seat_of(seats, person)
    if own is not None and wanted in (None, own):
        return own
    check_not_playing(room)
    removed = select(ROOM_REMOVED.c.code).where(
        ROOM_REMOVED.c.code == room.code, ROOM_REMOVED.c.person_id == person
    )
    if await connection.scalar(removed) is not None:
        raise RefusedError("room.removed", 403)
    free = [seat for seat in range(SEATS) if seat not in seats]
    if wanted is not None and wanted not in free:
        raise RefusedError("room.seat_taken")
    if not free:
        raise RefusedError("room.full")
    if own is not None:
        await empty_seat(connection, room, own)
    seat = free[0] if wanted is None else wanted
    row = seat_row(room.code, seat, person=person, address_hash=address_hash(room.code, address))
    # To change the seat is not to agree.
    row["asked"] = own is not None and seats[own].asked
    await connection.execute(insert(ROOM_SEAT).values(**row))
    return seat


def seat_row(code: str, seat: int, **taken: str) -> dict[str, Any]:
    """The row of a taken seat: with `person` and `address_hash`, or `player` and `pace`."""
    return {
        "code": code,
        "seat": seat,
        "person_id": taken.get("person"),
        "player": taken.get("player"),
        "pace": taken.get("pace"),
        "address_hash": taken.get("address_hash"),
        "again": False,
        "asked": False,
    }


async def empty_seat(connection: AsyncConnection, room: Room, seat: int) -> None:
    """Let a seat be free."""
    own = (ROOM_SEAT.c.code == room.code) & (ROOM_SEAT.c.seat == seat)
    await connection.execute(delete(ROOM_SEAT).where(own))


async def vacate(connection: AsyncConnection, room: Room, person: str) -> None:
    """Take a person out of a room; whoever sits next owns it then, without anybody it closes."""
    own = (ROOM_SEAT.c.code == room.code) & (ROOM_SEAT.c.person_id == person)
    await connection.execute(delete(ROOM_SEAT).where(own))
    if room.owner != person:
        return
    seats = await read_seats(connection, room.code)
    heir = next((taken.person for taken in seats.values() if taken.person is not None), None)
    owned = update(ROOM).where(ROOM.c.code == room.code)
    await connection.execute(owned.values(owner_id=heir))
    if heir is None:
        await close_room(connection, room)


async def close_room(connection: AsyncConnection, room: Room) -> None:
    """Let a room be over for good; who sat there, and from where, is forgotten."""
    closed = update(ROOM).where(ROOM.c.code == room.code).values(status=CLOSED, public=False)
    await connection.execute(closed)
    for table in (ROOM_SEAT, ROOM_REMOVED):
        await connection.execute(delete(table).where(table.c.code == room.code))


def check_owner(room: Room, person: str) -> None:
    """Raise `RefusedError` for anybody but the owner."""
    if room.owner != person:
        raise RefusedError("room.not_owner", 403)


async def ask_all_but(connection: AsyncConnection, code: str, person: str) -> None:
    """Let all others who sit in a room agree anew before a match begins."""
    seats = update(ROOM_SEAT).where(ROOM_SEAT.c.code == code, ROOM_SEAT.c.person_id.is_not(None))
    own = seats.where(ROOM_SEAT.c.person_id == person)
    others = seats.where(ROOM_SEAT.c.person_id != person)
    await connection.execute(own.values(asked=False))
    await connection.execute(others.values(asked=True, again=False))


def check_not_playing(room: Room) -> None:
    """Raise `RefusedError` for a room that is closed or in the middle of a match."""
    if room.status == CLOSED:
        raise RefusedError("room.closed", 410)
    if room.status == PLAYING:
        raise RefusedError("room.playing")


def address_hash(code: str, address: str) -> str:
    """What a room keeps of an address: enough to see that two are equal, in this room only."""
    return digest(f"{code} {household(address)}")


def same_addresses(seats: dict[int, Seated]) -> list[list[int]]:
    """The seats that play from one address, for each address that several have."""
    groups: dict[str, list[int]] = {}
    for seat, taken in seats.items():
        if taken.address_hash is not None:
            groups.setdefault(taken.address_hash, []).append(seat)
    return [group for group in groups.values() if len(group) > 1]
