"""Everything beside the tables themselves, tied to a node: its hooks, and who may come in."""

import asyncio
import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from qianma.server.accounts import Accounts
from qianma.server.callers import address, links
from qianma.server.config import Config
from qianma.server.deletion import forget_gone
from qianma.server.history import History
from qianma.server.live import Viewer
from qianma.server.lobby import Lobby
from qianma.server.node import Node
from qianma.server.people import People
from qianma.server.protocol import Browse, Enter
from qianma.server.quick_play import QuickPlay
from qianma.server.refusing import RefusedError
from qianma.server.room_changes import RoomChanges
from qianma.server.room_followers import RoomFollowers
from qianma.server.rooms import Rooms
from qianma.server.statistics import Statistics
from qianma.server.tokens import DAY_MS, Tokens
from qianma.server.watching import Watching

LOG: Final = logging.getLogger("qianma.server")
IDLE_SECONDS: Final = 300.0
"""How often idle rooms and guests are looked for."""
HOUR_MS: Final = 3600 * 1000


class House:
    """People, rooms, coins, statistics and history of a node; the `Gate` of its sockets."""

    def __init__(self, node: Node, config: Config) -> None:
        """Everything of a node that has started."""
        store = node.store
        self.tokens: Final = Tokens(node)
        self.people: Final = People(
            store, self.tokens, config.guests_per_hour, node.has_left, node.now
        )
        self.changes: Final = RoomChanges(node)
        self.rooms: Final = Rooms(node, self.changes, config.rooms_per_person)
        self.lobby: Final = Lobby(node, self.changes)
        self.quick_play: Final = QuickPlay(node, self.people, self.rooms, self.changes)
        self.watching: Final = Watching(node, self.changes)
        self.followers: Final = RoomFollowers(
            node, self.rooms, self.lobby, self.watching, self.changes
        )
        self.accounts: Final = Accounts(store, node.now)
        self.statistics: Final = Statistics(store)
        self.history: Final = History(store, self.watching)
        node.hand_hooks += [self.accounts.book, self.statistics.note]
        node.match_hooks += [self.history.note, forget_gone, self.rooms.note_end]
        node.spawn(self._tidy_forever(node, config))

    async def _tidy_forever(self, node: Node, config: Config) -> None:
        while True:
            await asyncio.sleep(IDLE_SECONDS)
            try:
                await self.tidy(node.now(), config)
            except (SQLAlchemyError, OSError):
                LOG.exception("removing rooms and guests that are idle failed")

    async def tidy(self, now: int, config: Config) -> None:
        """Close the rooms that nobody uses, and forget the guests that have been away for long."""
        await self.rooms.close_idle(now - config.idle_room_hours * HOUR_MS)
        await self.people.remove_idle(now - config.idle_guest_days * DAY_MS)

    async def person(self, token: str, viewer: Viewer) -> str | None:
        """The person of a token, None when there is none; the viewer is closed when it ends."""
        return await self.tokens.admits(viewer, token)

    async def may_watch(self, game_id: str, key: str | None, viewer: Viewer) -> bool:
        """Whether somebody may watch a table; for that it does not matter who it is."""
        return await self.watching.admits(viewer, game_id, key)

    async def seated(self, game_id: str, person: str, asked: HTTPConnection) -> None:
        """Note from where a person plays, for the owner of the room."""
        await self.rooms.note_player(game_id, person, address(asked))

    async def follow(self, first: Enter | Browse, viewer: Viewer, asked: HTTPConnection) -> None:
        """Tell a viewer of a room or the lobby from now on. Raises `RefusedError`."""
        if isinstance(first, Browse):
            await self.followers.follow_lobby(viewer, links(asked))
        elif first.room is None:
            await self.followers.follow_by_link(viewer, first.watch or "")
        else:
            person = await self.person(first.token or "", viewer)
            if person is None:
                raise RefusedError("people.unknown_token", 401)
            state = await self.rooms.state(first.room)
            await self.rooms.note_address(state, person, address(asked))
            await self.followers.follow_room(viewer, state.room.code, person, links(asked))

    def gone(self, viewer: Viewer) -> None:
        """Forget a viewer whose connection has ended."""
        self.followers.unfollow(viewer)
        self.watching.release(viewer)
        self.tokens.release(viewer)
