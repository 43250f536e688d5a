"""The store of several nodes: PostgreSQL 15 or newer.

What one node stores it announces by NOTIFY. That is a hint only: a node that misses one finds the
longer log when it next appends to it, or when it looks.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg
from sqlalchemy import Select, text
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from qianma.server.store.base import (
    Append,
    Listener,
    Store,
    StoreError,
    deadline_rows,
    event_rows,
)

LEAST_VERSION: Final = 15
CHANNEL: Final = "qianma"
MOST_BYTES: Final = 7000
"""PostgreSQL takes 8,000 bytes less one in a NOTIFY."""
TOGETHER: Final = 200
"""So many tables are named in one message."""
RETRY_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 10
PROBE_SECONDS: Final = 5
PROBES: Final = 3
"""A connection that is silent for so long is probed so often; without an answer it is lost."""
LOST_MS: Final = 1000 * (SILENT_SECONDS + PROBE_SECONDS * PROBES)
"""It is lost, too, when what was sent on it has not arrived after so long."""
_OWN_SIDE: Final = {
    "keepalives": "1",
    "keepalives_idle": str(SILENT_SECONDS),
    "keepalives_interval": str(PROBE_SECONDS),
    "keepalives_count": str(PROBES),
    "tcp_user_timeout": str(LOST_MS),
}
_OTHER_SIDE: Final = f"""
SET tcp_keepalives_idle = {SILENT_SECONDS};
SET tcp_keepalives_interval = {PROBE_SECONDS};
SET tcp_keepalives_count = {PROBES};
SET tcp_user_timeout = {LOST_MS}
"""
"""So that the database finds out, too, and a node whose machine is gone counts as none."""
_APPEND: Final = """
WITH stored AS (
    INSERT INTO game_event (game_id, seq, data)
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::bytea[])
), due AS (
    INSERT INTO deadline (game_id, seq, due_ms)
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::bigint[])
    ON CONFLICT (game_id) DO UPDATE SET seq = excluded.seq, due_ms = excluded.due_ms
)
SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message
"""
_SHARE: Final = "SELECT pg_advisory_lock_shared(%s)"
_MIGRATION_LOCK: Final = 0x71696E6D61
_START_LOCK: Final = _MIGRATION_LOCK + 1
"""Is held by a node while it starts: one after the other."""
_NODE_LOCK: Final = _MIGRATION_LOCK + 2
"""Is shared by all nodes; only one that starts where there is no other has it for itself."""


class PostgresqlStore(Store):
    """A database that several nodes share."""

    one_node = False
    upsert = staticmethod(postgresql_insert)

    def __init__(self, url: URL, pool_size: int = 8) -> None:
        # What the address itself says of it counts before.
        url = url.set(query={**_OWN_SIDE, **url.query})
        # What an error says must not hold what was to be stored: that may be the key of a wall.
        engine = create_async_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=pool_size,
            pool_pre_ping=True,
            hide_parameters=True,
        )
        super().__init__(engine)
        self._url: Final = url
        self._name: Final = secrets.token_hex(4)
        """Marks this node's own messages, which it need not hear."""
        self._listening: asyncio.Task[None] | None = None
        self._ear: psycopg.AsyncConnection[Any] | None = None
        """Hears what other nodes say, and holds the lock by which they know of this one."""
        self._turn: Final = asyncio.Lock()
        self._quick: psycopg.AsyncConnection[Any] | None = None
        """Stores plain appends: a transaction is one statement and one way to the database."""

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that may write; committed at its end, or undone."""
        async with self._engine.begin() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the tables to the newest form, one node at a time.

        Raises `StoreError` for a PostgreSQL that is too old, before anything is changed.
        """
        async with self._engine.connect() as connection:
            version = str(await connection.scalar(text("SHOW server_version"))).split()[0]
            if int(version.split(".")[0]) < LEAST_VERSION:
                reason = f"PostgreSQL {version} is too old, {LEAST_VERSION} or newer is needed"
                raise StoreError(reason)
            await connection.execute(text(f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"))
            try:
                await super().migrate()
            finally:
                await connection.execute(text(f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"))

    async def _append_quickly(self, batch: Sequence[Append]) -> bool:
        # In the same order everywhere, nodes wait for each other and do not block each other.
        batch = sorted(batch, key=lambda one: one.game_id)
        rows, due = event_rows(batch), deadline_rows(batch)
        given = [
            *([row[name] for row in rows] for name in ("game_id", "seq", "data")),
            *([row[name] for row in due] for name in ("game_id", "seq", "due_ms")),
            CHANNEL,
            [self._name + message for message in _announcements([one.game_id for one in batch])],
        ]
        async with self._turn:
            try:
                if self._quick is None:
                    self._quick = await self._connect()
                await self._quick.execute(_APPEND, given, prepare=True)
            except psycopg.OperationalError:
                await self._leave_quick()
                return False
            except psycopg.Error:
                return False
        return True

    async def _leave_quick(self) -> None:
        if self._quick is not None:
            await self._quick.close()
            self._quick = None

    def _locked(self, statement: Select[Any]) -> Select[Any]:
        return statement.with_for_update(skip_locked=True)

    async def _announce(self, connection: AsyncConnection, game_ids: Sequence[str]) -> None:
        for message in _announcements(game_ids):
            await self.publish_with(connection, message)

    async def publish(self, message: str) -> None:
        """Send a message to the other nodes; it may be lost."""
        async with self.transaction() as connection:
            await self.publish_with(connection, message)

    async def publish_with(self, connection: AsyncConnection, message: str) -> None:
        """The same as soon as the transaction of this connection is committed, and only then."""
        if len(message.encode()) > MOST_BYTES:
            raise ValueError(f"a message has at most {MOST_BYTES} bytes")
        statement = text("SELECT pg_notify(:channel, :message)")
        given = {"channel": CHANNEL, "message": self._name + message}
        await connection.execute(statement, given)

    async def listen(self, listener: Listener, now: int) -> int:
        """Be one of the nodes of the database, from `now` until `close`.

        `listener` is called with each message of other nodes, and `""` when some may be lost.
        Returns since when there has been a node at all times: `now` if there was no other. Both
        are in milliseconds since 1970.
        """
        self._ear = await self._connect()
        await self._ear.execute(_OTHER_SIDE)
        since = await _begin_to_serve(self._ear, now)
        await self._ear.execute(f"LISTEN {CHANNEL}")
        self._listening = asyncio.create_task(self._listen(listener))
        return since

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        url = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        return await psycopg.AsyncConnection.connect(url, autocommit=True)

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                if self._ear is None:
                    self._ear = await self._connect()
                    await self._ear.execute(_OTHER_SIDE)
                    await self._ear.execute(_SHARE, [_NODE_LOCK])
                    await self._ear.execute(f"LISTEN {CHANNEL}")
                    listener("")
                async for notice in self._ear.notifies():
                    if not notice.payload.startswith(self._name):
                        listener(notice.payload[len(self._name) :])
            except psycopg.OperationalError:
                pass
            await self._leave_ear()
            await asyncio.sleep(RETRY_SECONDS)

    async def _leave_ear(self) -> None:
        if self._ear is not None:
            await self._ear.close()
            self._ear = None

    async def close(self) -> None:
        """Let go of the database."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self._leave_ear()
        await self._leave_quick()
        await super().close()


async def _begin_to_serve(connection: psycopg.AsyncConnection[Any], now: int) -> int:
    """Be a node for as long as the connection lasts; returns since when there has been one.

    What is locked ends with the connection, however that ends: a node that dies at any point is
    none any more, and the next one finds out who is left.
    """
    await connection.execute("SELECT pg_advisory_lock(%s)", [_START_LOCK])
    taken = await connection.execute("SELECT pg_try_advisory_lock(%s)", [_NODE_LOCK])
    (alone,) = await taken.fetchone() or (False,)
    if alone:
        # With nobody before it, the first of a new time.
        async with connection.transaction():
            await connection.execute("DELETE FROM served")
            await connection.execute("INSERT INTO served (since_ms) VALUES (%s)", [now])
    await connection.execute(_SHARE, [_NODE_LOCK])
    if alone:
        await connection.execute("SELECT pg_advisory_unlock(%s)", [_NODE_LOCK])
    found = await connection.execute("SELECT since_ms FROM served")
    (since,) = await found.fetchone() or (now,)
    await connection.execute("SELECT pg_advisory_unlock(%s)", [_START_LOCK])
    return int(since)


def _announcements(game_ids: Sequence[str]) -> list[str]:
    """The messages that these logs are longer now."""
    return [
        "+" + " ".join(game_ids[first : first + TOGETHER])
        for first in range(0, len(game_ids), TOGETHER)
    ]
