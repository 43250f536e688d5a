"""Those who follow a room or the lobby over a WebSocket, and what they are told of each change.

They are told how things are, whole, not what has changed: whoever misses one message loses nothing
with the next. What other nodes tell may be lost, so each node also looks for changes by itself.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from qianma.server import protocol
from qianma.server.links import Links
from qianma.server.live import Viewer
from qianma.server.lobby import Lobby
from qianma.server.node import Node
from qianma.server.protocol import LobbyNews, RoomNews, WatchedNews
from qianma.server.refusing import RefusedError
from qianma.server.room_changes import RoomChanges
from qianma.server.room_views import lobby_answer, room_answer, watch_answer
from qianma.server.rooms import Rooms
from qianma.server.seating import RoomState
from qianma.server.store.people_schema import ROOM
from qianma.server.watching import Watching

LOG: Final = logging.getLogger("qianma.server")

LOOK_SECONDS: Final = 5.0
"""How often a node looks for changes that it was not told of."""
LOBBY_SECONDS: Final = 0.5
"""How long changes of the lobby are collected."""
MOST_ASKED: Final = 500
"""How many rooms are looked for in one query."""


@dataclass(eq=False, slots=True)
class _Follower:
    """Somebody who is told of a room, by `show`, from the newest `version` that was sent."""

    viewer: Viewer
    code: str
    show: Callable[[RoomState], protocol.ServerMessage | None]
    version: int = -1
    last: bytes = b""


class RoomFollowers:
    """The followers of a node. A follower who may no longer see a room is sent away."""

    def __init__(
        self, node: Node, rooms: Rooms, lobby: Lobby, watching: Watching, changes: RoomChanges
    ) -> None:
        self._node: Final = node
        self._rooms: Final = rooms
        self._lobby_rooms: Final = lobby
        self._watching: Final = watching
        self._followers: Final[dict[Viewer, _Follower]] = {}
        self._of_room: Final[dict[str, set[_Follower]]] = {}
        self._lobby: Final[dict[Viewer, tuple[Links, bytes]]] = {}
        self._changed: Final[set[str]] = set()
        self._lobby_changed: Final = asyncio.Event()
        changes.listeners.append(self._room_changed)
        node.spawn(self._look_forever())
        node.spawn(self._tell_lobby_forever())

    # Coming and going.

    async def follow_room(self, viewer: Viewer, code: str, person: str, links: Links) -> None:
        """Tell a person of a room from now on."""

        def show(state: RoomState) -> RoomNews:
            return RoomNews(room_answer(person, state, links))

        await self._follow(_Follower(viewer, code, show))

    async def follow_by_link(self, viewer: Viewer, typed: str) -> None:
        """Tell whoever has a link to watch of its room, until the link is withdrawn."""
        room = (await self._watching.watched(typed)).room

        def show(state: RoomState) -> WatchedNews | None:
            allowed = state.room.watch_key == room.watch_key
            allowed = allowed and state.room.settings.watch != "nobody"
            return WatchedNews(watch_answer(state)) if allowed else None

        await self._follow(_Follower(viewer, room.code, show))

    async def _follow(self, follower: _Follower) -> None:
        self._node.others.add(follower.viewer)
        self._followers[follower.viewer] = follower
        self._of_room.setdefault(follower.code, set()).add(follower)
        await self._tell(follower.code)

    async def follow_lobby(self, viewer: Viewer, links: Links) -> None:
        """Tell somebody of the public rooms from now on."""
        self._node.others.add(viewer)
        self._lobby[viewer] = (links, b"")
        await self._tell_lobby([viewer])

    def unfollow(self, viewer: Viewer) -> None:
        """Tell somebody nothing more."""
        self._node.others.discard(viewer)
        self._lobby.pop(viewer, None)
        follower = self._followers.pop(viewer, None)
        if follower is not None:
            others = self._of_room[follower.code]
            others.discard(follower)
            if not others:
                del self._of_room[follower.code]

    # Telling.

    def _room_changed(self, code: str) -> None:
        if self._lobby:
            self._lobby_changed.set()
        if code in self._of_room:
            idle = not self._changed
            self._changed.add(code)
            if idle:
                self._node.spawn(self._tell_changed())

    async def _tell_changed(self) -> None:
        """Tell of all rooms that have changed meanwhile; several changes of one are told once."""
        while self._changed:
            await _logged(self._tell(self._changed.pop()))

    async def _tell(self, code: str) -> None:
        state = await self._rooms.state(code)
        for follower in list(self._of_room.get(code, ())):
            if state.room.version < follower.version:
                continue
            follower.version = state.room.version
            news = follower.show(state)
            if news is None:
                self.unfollow(follower.viewer)
                follower.viewer.close(protocol.NOT_ALLOWED, "room.unknown_link")
                continue
            message = protocol.encode(news)
            if message != follower.last:
                follower.last = message
                follower.viewer.send(message)

    async def _tell_lobby(self, viewers: list[Viewer]) -> None:
        states = await self._lobby_rooms.rooms()
        messages: dict[Links, bytes] = {}
        for viewer in viewers:
            if viewer not in self._lobby:
                continue
            links, last = self._lobby[viewer]
            if links not in messages:
                messages[links] = protocol.encode(LobbyNews(lobby_answer(states, links).rooms))
            if messages[links] != last:
                self._lobby[viewer] = (links, messages[links])
                viewer.send(messages[links])

    async def _tell_lobby_forever(self) -> None:
        while True:
            await self._lobby_changed.wait()
            await asyncio.sleep(LOBBY_SECONDS)
            self._lobby_changed.clear()
            await _logged(self._tell_lobby(list(self._lobby)))

    async def _look_forever(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._lobby:
                self._lobby_changed.set()
            await _logged(self._look())

    async def _look(self) -> None:
        """Find the rooms that have changed since their followers were told."""
        codes = list(self._of_room)
        for first in range(0, len(codes), MOST_ASKED):
            asked = ROOM.c.code.in_(codes[first : first + MOST_ASKED])
            async with self._node.store.reading() as connection:
                found = await connection.execute(select(ROOM.c.code, ROOM.c.version).where(asked))
                versions = {row.code: row.version for row in found}
            for code, version in versions.items():
                if any(one.version < version for one in self._of_room.get(code, ())):
                    self._room_changed(code)


async def _logged(work: Awaitable[None]) -> None:
    try:
        await work
    except (SQLAlchemyError, OSError, RefusedError):
        LOG.exception("those who follow rooms could not be told")
