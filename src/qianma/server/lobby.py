"""The lobby: the public rooms that wait for players, and those that anyone may watch."""

import asyncio
from typing import Any, Final

from sqlalchemy import Select, and_, func, or_, select

from qianma.server.node import Node
from qianma.server.room_changes import RoomChanges
from qianma.server.seating import OPEN, OVER, PLAYING, RoomState, read_seats_of, room_of
from qianma.server.store.people_schema import ROOM, ROOM_SEAT
from qianma.state import SEATS

LOBBY_MS: Final = 24 * 3600 * 1000
"""A room that was made so long ago leaves the lobby."""
MOST_IN_LOBBY: Final = 100
KEPT_SECONDS: Final = 1.0
"""How long the list is kept at most: what another node tells of a change may be lost."""


class Lobby:
    """The lobby as a node shows it.

    However often it is asked for, it is read once a second, or once for every change of a room
    that this node has made or been told of.
    """

    def __init__(self, node: Node, changes: RoomChanges) -> None:
        self._node: Final = node
        self._reading: asyncio.Task[list[RoomState]] | None = None
        """The last reading, which may still be going on."""
        self._begun = 0.0
        changes.listeners.append(self._changed)

    async def rooms(self) -> list[RoomState]:
        """The rooms that wait for players, then those that may be watched; the newest first."""
        now = asyncio.get_running_loop().time()
        reading = self._reading
        if reading is None or now > self._begun + KEPT_SECONDS:
            reading = asyncio.create_task(self._read())
            self._reading, self._begun = reading, now
        try:
            return await asyncio.shield(reading)
        except Exception:
            # What has failed is not kept for the next who ask.
            if self._reading is reading:
                self._reading = None
            raise

    def _changed(self, _code: str) -> None:
        self._reading = None

    async def _read(self) -> list[RoomState]:
        async with self._node.store.reading() as connection:
            since = self._node.now() - LOBBY_MS
            found = (await connection.execute(_listed(since))).all()
            rooms = [room_of(row) for row in found]
            seats = await read_seats_of(connection, [room.code for room in rooms])
        return [RoomState(room, seats[room.code]) for room in rooms]


def _listed(since: int) -> Select[Any]:
    """The rows of the lobby. Those that wait come first: somebody may be alone there."""
    taken = select(func.count()).where(ROOM_SEAT.c.code == ROOM.c.code).scalar_subquery()
    waits = and_(ROOM.c.status.in_((OPEN, OVER)), taken < SEATS)
    is_watched = and_(ROOM.c.status == PLAYING, ROOM.c.watch == "anyone")
    return (
        select(ROOM)
        .where(ROOM.c.public, ROOM.c.created_ms > since, or_(waits, is_watched))
        .order_by(ROOM.c.status == PLAYING, ROOM.c.created_ms.desc(), ROOM.c.code)
        .limit(MOST_IN_LOBBY)
    )
