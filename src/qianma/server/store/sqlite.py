"""The embedded store: one SQLite file in WAL mode, one process."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Insert, event, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from qianma.server.store.base import Append, Listener, Store, deadline_rows, event_rows
from qianma.server.store.schema import GAME_EVENT

BUSY_SECONDS: Final = 10
MOST_VALUES: Final = 30_000
"""So many values a statement has at most; SQLite takes 32,766."""
READERS: Final = 8
"""So many questions are asked at the same time; others wait for their turn."""
_PRAGMAS: Final = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # 32 MB of log: whoever commits waits for the log to be put into the file, so not so often.
    "PRAGMA wal_autocheckpoint = 8000",
)


class SqliteStore(Store):
    """Writers come one after the other, readers never wait for them.

    With `synchronous` FULL a commit is on the disk when it returns.
    """

    one_node = True
    upsert = staticmethod(sqlite_insert)

    def __init__(self, path: Path) -> None:
        # A connection is a thread: those beyond the pool would be made and ended for each question.
        super().__init__(_engine(path, "BEGIN", pool_size=READERS, max_overflow=0))
        self._writer: Final = _engine(path, "BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        self._turn: Final = asyncio.Lock()
        self._quick: Final = _QuickWriter(path, _Rows(self._deadlines()))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that may write; committed at its end, or undone."""
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def _append_quickly(self, batch: Sequence[Append]) -> bool:
        async with self._turn:
            try:
                await self._quick.write(batch)
            except sqlite3.Error:
                return False
        return True

    async def _announce(self, connection: AsyncConnection, game_ids: Sequence[str]) -> None:
        """There is no other node."""

    async def publish(self, message: str) -> None:
        """There is no other node."""

    async def publish_with(self, connection: AsyncConnection, message: str) -> None:
        """There is no other node."""

    async def listen(self, listener: Listener, now: int) -> int:
        """There is no other node, and none was there before `now`, which is returned."""
        return now

    async def close(self) -> None:
        """Let go of the database."""
        await self._quick.close()
        await self._writer.dispose()
        await super().close()


class _Rows:
    """A statement that inserts rows, however many in one.

    The interpreter is let go of in each statement, and may be had again only after others are done
    with it: a statement for each row would be as slow as the server is busy.
    """

    def __init__(self, statement: Insert) -> None:
        compiled = statement.compile(dialect=sqlite.dialect(paramstyle="qmark"))
        self._names: Final = list(compiled.positiontup or ())
        self._row: Final = f"({', '.join('?' * len(self._names))})"
        self._text: Final = str(compiled)

    def write(self, connection: sqlite3.Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Insert rows. Raises `sqlite3.Error`."""
        most = MOST_VALUES // len(self._names)
        for start in range(0, len(rows), most):
            part = rows[start : start + most]
            text = self._text.replace(self._row, ", ".join([self._row] * len(part)), 1)
            connection.execute(text, [row[name] for row in part for name in self._names])


class _QuickWriter:
    """A connection in a thread of its own: a whole transaction is one errand to it.

    Through the asynchronous driver each statement would be one, and cost more than its work.
    """

    def __init__(self, path: Path, deadlines: _Rows) -> None:
        self._path: Final = path
        self._events: Final = _Rows(insert(GAME_EVENT))
        self._deadlines: Final = deadlines
        self._thread: Final = ThreadPoolExecutor(1, "qianma-writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, batch: Sequence[Append]) -> None:
        """Store appends. Raises `sqlite3.Error` when nothing is stored."""
        rows = event_rows(batch), deadline_rows(batch)
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, *rows)

    def _write(self, rows: list[dict[str, Any]], due: list[dict[str, Any]]) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, isolation_level=None)
            for pragma in _PRAGMAS:
                self._connection.execute(pragma)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._events.write(self._connection, rows)
            self._deadlines.write(self._connection, due)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _engine(path: Path, begin: str, **pool: Any) -> AsyncEngine:
    # What an error says must not hold what was to be stored: that may be the key of a wall.
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=True, **pool)

    # The driver would begin transactions by its own rules; here SQLAlchemy alone does.
    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
