"""Tokens: what a device shows to be a person, and the connections that it has come in by.

A token is random and stands in the database as a hash only. When it ends, so do the connections
that have come in by it, on all nodes: nobody who was signed out plays or looks on.
"""

import secrets
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.admitted import Admitted
from qianma.server.codes import digest
from qianma.server.live import Viewer
from qianma.server.node import Node
from qianma.server.protocol import TOKEN_ENDED
from qianma.server.store.people_schema import TOKEN

DAY_MS: Final = 24 * 3600 * 1000
ENDED: Final = "t"
"""Begins what a node tells the others when tokens have ended."""
MOST_TOLD: Final = 100
"""So many hashes of tokens are told in one message."""
MOST_ASKED: Final = 500
"""How many tokens are looked for in one query."""


class Tokens:
    """The tokens of a database, and the connections of this node that have come in by them."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node
        self._store: Final = node.store
        self._admitted: Final = Admitted()
        """The connections of this node, by the hashes of their tokens."""
        node.listeners.append(self._heard)

    async def person(self, token: str) -> str | None:
        """The person of a token, None when there is none."""
        shown = TOKEN.c.token_hash == digest(token)
        async with self._store.reading() as connection:
            found = select(TOKEN.c.person_id, TOKEN.c.used_ms).where(shown)
            row = (await connection.execute(found)).first()
        if row is None:
            return None
        now = self._node.now()
        if row.used_ms < now - DAY_MS:
            async with self._store.transaction() as connection:
                await connection.execute(update(TOKEN).where(shown).values(used_ms=now))
        return str(row.person_id)

    # Tokens come and go.

    async def new(self, connection: AsyncConnection, person: str) -> str:
        """One more token of a person."""
        token = secrets.token_urlsafe(32)
        await self.add(connection, person, token)
        return token

    async def add(self, connection: AsyncConnection, person: str, token: str) -> None:
        """Let a token be a person's."""
        now = self._node.now()
        row = {"token_hash": digest(token), "person_id": person, "created_ms": now, "used_ms": now}
        await connection.execute(insert(TOKEN).values(**row))

    async def delete_all(self, connection: AsyncConnection, person: str) -> list[str]:
        """Delete the tokens of a person; returns their hashes, for `close` after the commit."""
        gone = delete(TOKEN).where(TOKEN.c.person_id == person).returning(TOKEN.c.token_hash)
        hashes = list((await connection.execute(gone)).scalars())
        for first in range(0, len(hashes), MOST_TOLD):
            message = ENDED + " ".join(hashes[first : first + MOST_TOLD])
            await self._store.publish_with(connection, message)
        return hashes

    async def end(self, token: str) -> None:
        """End one token."""
        hashed = digest(token)
        async with self._store.transaction() as connection:
            await connection.execute(delete(TOKEN).where(TOKEN.c.token_hash == hashed))
            await self._store.publish_with(connection, ENDED + hashed)
        self.close([hashed])

    # The connections.

    async def admits(self, viewer: Viewer, token: str) -> str | None:
        """The person that a connection is, by its token; it is closed when the token ends."""
        self._admitted.add(viewer, digest(token))
        return await self.person(token)

    def release(self, viewer: Viewer) -> None:
        """Forget a connection that has ended."""
        self._admitted.discard(viewer)

    def close(self, hashes: list[str]) -> None:
        """Tell the connections that have come in by tokens of these hashes, and end them."""
        for hashed in hashes:
            self._admitted.close(hashed, TOKEN_ENDED, "live.token_ended")

    def _heard(self, message: str) -> None:
        if message == "":
            self._node.spawn(self._look())
        elif message.startswith(ENDED):
            self.close(message[len(ENDED) :].split(" "))

    async def _look(self) -> None:
        """Find the tokens that have ended while other nodes could not tell of it."""
        held = self._admitted.all_keys()
        for first in range(0, len(held), MOST_ASKED):
            asked = held[first : first + MOST_ASKED]
            found = select(TOKEN.c.token_hash).where(TOKEN.c.token_hash.in_(asked))
            async with self._store.reading() as connection:
                known = set((await connection.execute(found)).scalars())
            self.close([hashed for hashed in asked if hashed not in known])
