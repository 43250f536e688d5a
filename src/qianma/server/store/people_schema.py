"""The tables of people, rooms, coins, statistics and results, on the same `METADATA` as the log.

Secrets that somebody could sign in with are kept as hashes. Codes and links of rooms are kept as
they are: a room shows them to its owner again, and whoever can read this database reads the walls.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
)

from qianma.server.store.schema import GAME, METADATA

PERSON: Final = Table(
    "person",
    METADATA,
    Column("person_id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("recovery_hash", String(64), nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("gone", Boolean, nullable=False, server_default=false()),
)
"""Everybody who plays, guests included.

Of those who are `gone` nothing is kept but the id, which opens nothing, until the matches that
they have left are over.
"""

TOKEN: Final = Table(
    "token",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", ForeignKey(PERSON.c.person_id), nullable=False, index=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False, server_default="0"),
)
"""One device of a person, by the SHA-256 of the random token it keeps.

`used_ms` is when it was last shown, give or take a day.
"""

ACCOUNT: Final = Table(
    "account",
    METADATA,
    Column("person_id", ForeignKey(PERSON.c.person_id), primary_key=True),
    Column("login", String(64), nullable=False, unique=True),
    Column("password_hash", String(255), nullable=False),
)
"""The login and password (argon2) of those who want them."""

ROOM: Final = Table(
    "room",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("owner_id", ForeignKey(PERSON.c.person_id), index=True),
    Column("status", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("settings", LargeBinary, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("watch", String(8), nullable=False, server_default="link"),
    Column("watch_key", String(32), unique=True),
    Column("game_id", ForeignKey(GAME.c.game_id), index=True),
    Column("created_ms", BigInteger, nullable=False),
    Index(None, "public", "status", "created_ms"),
)
"""A room; `game_id` is its last table, `version` counts the changes, `settings` are JSON.

`public` and `watch` stand in the settings too; the lobby is chosen by them.
"""

ROOM_SEAT: Final = Table(
    "room_seat",
    METADATA,
    Column("code", ForeignKey(ROOM.c.code), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey(PERSON.c.person_id), index=True),
    Column("player", String(32)),
    Column("pace", String(8)),
    Column("address_hash", String(64)),
    Column("again", Boolean, nullable=False),
    Column("asked", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("code", "person_id"),
)
"""A taken seat: a person's, or that of a built-in `player`.

`again` wants a rematch; `asked` has not agreed yet to what the owner has changed since.
"""

ROOM_REMOVED: Final = Table(
    "room_removed",
    METADATA,
    Column("code", ForeignKey(ROOM.c.code), primary_key=True),
    Column("person_id", ForeignKey(PERSON.c.person_id), primary_key=True, index=True),
)
"""Whom the owner has removed from a room, so that they do not come back."""

ROOM_GAME: Final = Table(
    "room_game",
    METADATA,
    Column("game_id", ForeignKey(GAME.c.game_id), primary_key=True),
    Column("code", ForeignKey(ROOM.c.code), nullable=False, index=True),
)
"""All tables that a room has had."""

COIN_BOOKING: Final = Table(
    "coin_booking",
    METADATA,
    Column("game_id", ForeignKey(GAME.c.game_id), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("points", BigInteger, nullable=False),
    Column("reason", String(32), nullable=False),
    Column("clause", String(8), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""One ledger entry of a hand, by its place in the ledger, as it was booked."""

COIN_POSTING: Final = Table(
    "coin_posting",
    METADATA,
    Column("game_id", String(32), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("account", String(64), nullable=False, index=True),
    Column("coins", BigInteger, nullable=False),
    ForeignKeyConstraint(
        ["game_id", "hand", "entry"],
        [COIN_BOOKING.c.game_id, COIN_BOOKING.c.hand, COIN_BOOKING.c.entry],
    ),
)
"""The two sides of a booking (0 pays, 1 is paid). A balance is the sum of an account's coins."""

HAND_SCORE: Final = Table(
    "hand_score",
    METADATA,
    Column("game_id", ForeignKey(GAME.c.game_id), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", ForeignKey(PERSON.c.person_id), nullable=False),
    Column("ruleset", String(64), nullable=False),
    Column("won", Boolean, nullable=False),
    Column("self_drawn", Boolean, nullable=False),
    Column("dealt_in", Boolean, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("played_for", Boolean, nullable=False, server_default=false()),
    Index(None, "person_id", "ruleset"),
)
"""How a hand went for a person: what statistics are made of.

`played_for` are hands in which a built-in player has acted in the person's stead.
"""

MATCH_RESULT: Final = Table(
    "match_result",
    METADATA,
    Column("game_id", ForeignKey(GAME.c.game_id), primary_key=True),
    Column("reason", String(16), nullable=False),
    Column("hands", Integer, nullable=False),
    Column("points_0", BigInteger, nullable=False),
    Column("points_1", BigInteger, nullable=False),
    Column("points_2", BigInteger, nullable=False),
    Column("points_3", BigInteger, nullable=False),
)
"""How a match has ended."""

PEOPLE_TABLES: Final = (
    PERSON,
    TOKEN,
    ACCOUNT,
    ROOM,
    ROOM_SEAT,
    ROOM_REMOVED,
    ROOM_GAME,
    COIN_BOOKING,
    COIN_POSTING,
    HAND_SCORE,
    MATCH_RESULT,
)
