"""The form of the database, step by step from an empty one.

Each step is a function that changes the form by one; they are never edited once released. The
number of steps done stands in the database.
"""

import json
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.schema import CreateColumn

from qianma.server.clock import system_clock
from qianma.server.store.people_schema import (
    HAND_SCORE,
    PEOPLE_TABLES,
    PERSON,
    ROOM,
    ROOM_SEAT,
    TOKEN,
)
from qianma.server.store.schema import LOG_TABLES, METADATA, SERVED

_VERSION: Final = Table("schema_version", MetaData(), Column("version", Integer, nullable=False))


def _first(connection: Connection) -> None:
    """The event log."""
    METADATA.create_all(connection, tables=LOG_TABLES)


def _people(connection: Connection) -> None:
    """People, rooms, coins, statistics and results."""
    METADATA.create_all(connection, tables=PEOPLE_TABLES)


def _idle_and_played_for(connection: Connection) -> None:
    """When tokens were last used; hands that a built-in player has played for a person."""
    for column in (TOKEN.c.used_ms, HAND_SCORE.c.played_for):
        _add_column(connection, column)
    # Nobody is idle merely because it was not noted before.
    connection.execute(update(TOKEN).values(used_ms=system_clock()))


def _watched_rooms(connection: Connection) -> None:
    """Who may watch a room, where the lobby can ask for it."""
    _add_column(connection, ROOM.c.watch)
    for code, settings in connection.execute(select(ROOM.c.code, ROOM.c.settings)).all():
        watch = json.loads(settings)["watch"]
        connection.execute(update(ROOM).where(ROOM.c.code == code).values(watch=watch))


def _served(connection: Connection) -> None:
    """Since when there have been nodes."""
    METADATA.create_all(connection, tables=[SERVED])


def _gone_people(connection: Connection) -> None:
    """People who are gone while matches that they have left are still played."""
    _add_column(connection, PERSON.c.gone)


def _asked_seats(connection: Connection) -> None:
    """Who has not agreed yet to what the owner of a room has changed."""
    _add_column(connection, ROOM_SEAT.c.asked)


def _add_column(connection: Connection, column: Column[Any]) -> None:
    """Add a column to a table that has come into being without it."""
    table = column.table.name
    if all(one["name"] != column.name for one in inspect(connection).get_columns(table)):
        definition = CreateColumn(column).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {definition}"))


MIGRATIONS: Final[tuple[Callable[[Connection], None], ...]] = (
    _first,
    _people,
    _idle_and_played_for,
    _watched_rooms,
    _served,
    _gone_people,
    _asked_seats,
)


def migrate(connection: Connection) -> str | None:
    """Do the steps that are missing. Returns what is wrong with a database that is too new."""
    newest = len(MIGRATIONS)
    if not inspect(connection).has_table(_VERSION.name):
        _VERSION.create(connection)
        connection.execute(insert(_VERSION).values(version=0))
    done = connection.scalar(select(_VERSION.c.version)) or 0
    if done > newest:
        return f"the database is of version {done}; this program knows versions up to {newest}"
    for number, step in enumerate(MIGRATIONS[done:], done + 1):
        step(connection)
        connection.execute(update(_VERSION).values(version=number))
    return None
