"""The embedded store: one SQLite file in WAL mode, one process."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, event
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from qianma.server.store.base import Listener, Store

BUSY_SECONDS: Final = 10


class SqliteStore(Store):
    """Writers come one after the other, readers never wait for them.

    With `synchronous` FULL a commit is on the disk when it returns.
    """

    one_node = True
    upsert = staticmethod(sqlite_insert)

    def __init__(self, path: Path) -> None:
        super().__init__(_engine(path, "BEGIN"))
        self._writer: Final = _engine(path, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        self._turn: Final = asyncio.Lock()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that may write; committed at its end, or undone."""
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def _announce(self, connection: AsyncConnection, game_ids: Sequence[str]) -> None:
        """There is no other node."""

    async def publish(self, message: str) -> None:
        """There is no other node."""

    async def listen(self, listener: Listener) -> None:
        """There is no other node."""

    async def close(self) -> None:
        """Let go of the database."""
        await self._writer.dispose()
        await super().close()


def _engine(path: Path, begin: str, **pool: Any) -> AsyncEngine:
    # What an error says must not hold what was to be stored: that may be the key of a wall.
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=True, **pool)

    # The driver would begin transactions by its own rules; here SQLAlchemy alone does.
    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
