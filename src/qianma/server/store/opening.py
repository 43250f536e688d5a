"""Opening a store by its address."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from qianma.server.store.base import Store, StoreError
from qianma.server.store.sqlite import SqliteStore


async def open_store(url: str) -> Store:
    """Open `sqlite:///PATH` or `postgresql://...`, and bring its tables to the newest form.

    Raises `StoreError` for any other address, and for a database that cannot be used.
    """
    store = _store(url)
    try:
        await store.migrate()
    except BaseException as error:
        await asyncio.shield(store.close())
        if isinstance(error, (SQLAlchemyError, OSError)):
            raise StoreError(f"the database cannot be used: {_reason(error)}") from error
        raise
    return store


def _store(url: str) -> Store:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("a database is sqlite:///PATH or postgresql://...") from None
    if parsed.drivername == "sqlite":
        if not parsed.database or parsed.database == ":memory:":
            raise StoreError("sqlite:/// needs the path of a file after it")
        path = Path(parsed.database)
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent}")
        _make_private(path)
        return SqliteStore(path)
    if parsed.drivername in ("postgresql", "postgres"):
        from qianma.server.store.postgresql import PostgresqlStore  # noqa: PLC0415

        return PostgresqlStore(parsed)
    raise StoreError(f"{parsed.drivername} is no database that is known, only sqlite or postgresql")


def _make_private(path: Path) -> None:
    """Make the file of a new database, for its owner alone to read: it holds the keys of walls.

    What SQLite puts beside it gets the same mode. A file that exists keeps the mode it has.
    """
    # Why a file cannot be made, SQLite says when it tries to.
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _reason(error: Exception) -> str:
    """One line that says what is wrong, without the statement and without a password."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(original).strip().splitlines()[0] if str(original).strip() else repr(original)
