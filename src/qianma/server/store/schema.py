"""The tables of the event log. All other tables of the server stand on the same `METADATA`."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

GAME: Final = Table(
    "game",
    METADATA,
    Column("game_id", String(32), primary_key=True),
    Column("ruleset", String(64), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("ended_ms", BigInteger),
    Index(None, "created_ms"),
)
"""A table, from its first event on; `ended_ms` is set with the event that ends the match."""

GAME_SEAT: Final = Table(
    "game_seat",
    METADATA,
    Column("game_id", ForeignKey("game.game_id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(64)),
    Index(None, "person_id"),
)
"""Who sits where; `person_id` is NULL for a built-in player."""

GAME_EVENT: Final = Table(
    "game_event",
    METADATA,
    Column("game_id", ForeignKey("game.game_id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log. The primary key is the optimistic lock: whoever comes second decides anew."""

GAME_HAND: Final = Table(
    "game_hand",
    METADATA,
    Column("game_id", ForeignKey("game.game_id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("first_seq", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""Where each hand begins in the log: the place of its `Committed`."""

DEADLINE: Final = Table(
    "deadline",
    METADATA,
    Column("game_id", ForeignKey("game.game_id"), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("due_ms", BigInteger, nullable=False),
    Index(None, "due_ms"),
    sqlite_with_rowid=False,
)
"""When a live table has to be looked at next; `seq` is the event it belongs to."""

SERVED: Final = Table(
    "served",
    METADATA,
    Column("since_ms", BigInteger, primary_key=True, autoincrement=False),
)
"""Since when there has been a node at all times: one row, where several may share the database."""

LOG_TABLES: Final = (GAME, GAME_SEAT, GAME_EVENT, GAME_HAND, DEADLINE)
