"""Who may watch: anyone, whoever has the link of a room, or nobody.

The link to watch has a key of its own, from which the room's code does not follow, and which the
owner can withdraw.
"""

import secrets
from typing import Final

from sqlalchemy import select, update

from qianma.server.admitted import Admitted
from qianma.server.codes import SECRET_LENGTH, new_code, plain
from qianma.server.live import Viewer
from qianma.server.node import Node
from qianma.server.protocol import NOT_ALLOWED, TRY_LATER
from qianma.server.refusing import RefusedError
from qianma.server.room_changes import RoomChanges
from qianma.server.seating import RoomState, check_owner, read_state, room_of
from qianma.server.store.people_schema import ROOM, ROOM_GAME

WITHDRAWN: Final = "w"
"""Begins what a node tells the others when a link to watch is withdrawn."""


class Watching:
    """The links to watch of a database. What is refused raises `RefusedError`."""

    def __init__(self, node: Node, changes: RoomChanges) -> None:
        self._changes: Final = changes
        self._store: Final = node.store
        self._admitted: Final = Admitted()
        """The spectators of this node, by their tables."""
        node.listeners.append(self._heard)

    async def admits(self, viewer: Viewer, game_id: str, key: str | None) -> bool:
        """Whether a connection may watch a table; it is closed when it no longer may."""
        self._admitted.add(viewer, game_id)
        return await self.may_watch(game_id, key)

    def release(self, viewer: Viewer) -> None:
        """Forget a connection that has ended."""
        self._admitted.discard(viewer)

    async def watched(self, key: str) -> RoomState:
        """The room of a link to watch."""
        known = plain(key, SECRET_LENGTH)
        async with self._store.reading() as connection:
            found = select(ROOM.c.code).where(ROOM.c.watch_key == (known or ""))
            code = await connection.scalar(found)
            if code is None:
                raise RefusedError("room.unknown_link", 404)
            state = await read_state(connection, code)
        if state.room.settings.watch == "nobody":
            raise RefusedError("room.unknown_link", 404)
        return state

    async def may_watch(self, game_id: str, key: str | None) -> bool:
        """Whether somebody may watch a table: its room lets anyone, or `key` is of its link."""
        found = select(ROOM).join(ROOM_GAME, ROOM_GAME.c.code == ROOM.c.code)
        async with self._store.reading() as connection:
            of_game = found.where(ROOM_GAME.c.game_id == game_id)
            row = (await connection.execute(of_game)).first()
        if row is None:
            return False
        room = room_of(row)
        if room.settings.watch != "link":
            return room.settings.watch == "anyone"
        known = plain(key or "", SECRET_LENGTH)
        return bool(known and room.watch_key) and secrets.compare_digest(
            known or "", room.watch_key or ""
        )

    async def new_link(self, person: str, typed: str) -> RoomState:
        """A new link to watch; the one before is withdrawn."""
        return await self._set_link(person, typed, new_code(SECRET_LENGTH))

    async def withdraw_link(self, person: str, typed: str) -> RoomState:
        """Withdraw the link to watch; whoever watches by it is sent away."""
        return await self._set_link(person, typed, None)

    async def _set_link(self, person: str, typed: str, key: str | None) -> RoomState:
        async with self._changes.room(typed) as (connection, room):
            check_owner(room, person)
            await connection.execute(
                update(ROOM).where(ROOM.c.code == room.code).values(watch_key=key)
            )
            found = select(ROOM_GAME.c.game_id).where(ROOM_GAME.c.code == room.code)
            games = list((await connection.execute(found)).scalars())
            state = await read_state(connection, room.code)
            if room.settings.watch != "link" or room.watch_key is None:
                return state
            for game_id in games:
                await self._store.publish_with(connection, f"{WITHDRAWN}{game_id}")
        for game_id in games:
            self._admitted.close(game_id, NOT_ALLOWED, "live.not_allowed")
        return state

    def _heard(self, message: str) -> None:
        if message.startswith(WITHDRAWN):
            self._admitted.close(message[len(WITHDRAWN) :], NOT_ALLOWED, "live.not_allowed")
        elif message == "":
            # A link may have been withdrawn meanwhile: whoever watches has to show it again.
            for game_id in self._admitted.all_keys():
                self._admitted.close(game_id, TRY_LATER, "live.again")
