"""Changes of rooms: made within one transaction, and told to all nodes once they are stored."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.node import Node
from qianma.server.seating import Room, code_of, lock_room
from qianma.server.store.people_schema import ROOM_GAME

CHANGED: Final = "r"
"""Begins what a node tells the others when a room has changed."""


class RoomChanges:
    """Tells `listeners` the code of each room that has changed, wherever that was.

    What other nodes tell may be lost: whoever must not miss a change also looks by itself.
    """

    def __init__(self, node: Node) -> None:
        self._node: Final = node
        self.listeners: Final[list[Callable[[str], None]]] = []
        node.listeners.append(self._heard)
        node.over_listeners.append(lambda game_id: node.spawn(self._match_is_over(game_id)))

    @asynccontextmanager
    async def room(self, typed: str) -> AsyncIterator[tuple[AsyncConnection, Room]]:
        """A room, by its code as it was typed, that nobody else can change meanwhile."""
        async with self._node.store.transaction() as connection:
            room = await lock_room(connection, code_of(typed))
            yield connection, room
        self.tell(room.code)

    def tell(self, code: str) -> None:
        """Tell that a room has changed."""
        self._tell_listeners(code)
        self._node.spawn(self._node.store.publish(f"{CHANGED}{code}"))

    async def _match_is_over(self, game_id: str) -> None:
        found = select(ROOM_GAME.c.code).where(ROOM_GAME.c.game_id == game_id)
        async with self._node.store.reading() as connection:
            code: str | None = await connection.scalar(found)
        if code is not None:
            self.tell(code)

    def _heard(self, message: str) -> None:
        if message.startswith(CHANGED):
            self._tell_listeners(message[len(CHANGED) :])

    def _tell_listeners(self, code: str) -> None:
        for listener in self.listeners:
            listener(code)
