"""Everything beside the tables themselves, tied to a node: its hooks, and who may come in."""

from typing import Final

from qianma.server.accounts import Accounts
from qianma.server.history import History
from qianma.server.node import Node
from qianma.server.people import People
from qianma.server.rooms import Rooms
from qianma.server.statistics import Statistics


class House:
    """People, rooms, coins, statistics and history of a node; the `Gate` of its sockets."""

    def __init__(self, node: Node) -> None:
        store = node.store
        self.node: Final = node
        self.people: Final = People(store, node.now)
        self.rooms: Final = Rooms(node)
        self.accounts: Final = Accounts(store, node.now)
        self.statistics: Final = Statistics(store)
        self.history: Final = History(store, self.rooms)
        node.hand_hooks += [self.accounts.book, self.statistics.note]
        node.match_hooks += [self.history.note, self.rooms.note_end]

    async def person(self, token: str) -> str | None:
        """The person of a token, None when there is none."""
        return await self.people.person(token)

    async def may_watch(self, game_id: str, person: str | None, key: str | None) -> bool:
        """Whether somebody may watch a table; for that it does not matter who it is."""
        return await self.rooms.may_watch(game_id, key)
