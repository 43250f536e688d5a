"""What both stores do: append to event logs, read them, and say which tables are due."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from sqlalchemy import Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from qianma.server.store.migrations import migrate
from qianma.server.store.schema import DEADLINE, GAME, GAME_EVENT, GAME_HAND, GAME_SEAT

Hook = Callable[[AsyncConnection], Awaitable[None]]
"""Something that is done in the transaction of an append, and undone with it."""

Listener = Callable[[str], None]
"""Is called with each message that another node has published."""


class StoreError(Exception):
    """A database that cannot be used; the text says which and why."""


class ConflictError(Exception):
    """Somebody else has appended to this log first: read on and decide anew."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The rows that come into being with the first events of a table."""

    ruleset: str
    created_ms: int
    people: tuple[str | None, str | None, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Append:
    """Events to be stored together, from `seq` on, with all that goes with them.

    `due_ms` is when the table has to be looked at next, None for never. `hands` are the places in
    the log where hands begin, by number.
    """

    game_id: str
    seq: int
    events: Sequence[bytes]
    due_ms: int | None
    hands: Sequence[tuple[int, int]] = ()
    new: NewGame | None = None
    ended_ms: int | None = None
    hooks: Sequence[Hook] = field(default=())

    @property
    def is_plain(self) -> bool:
        """Whether it is nothing but events and a deadline, as nearly all are."""
        beside = (self.hands, self.hooks, self.new is not None, self.ended_ms is not None)
        return self.due_ms is not None and not any(beside)


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A log as it is read to take up a table: its first event, and those from `first_seq` on."""

    created: bytes
    first_seq: int
    events: list[bytes]


class Store(ABC):
    """A database. Opened by `open_store`, closed by `close`."""

    one_node: ClassVar[bool]
    """Whether no other process can use the database at the same time."""

    upsert: Any
    """The dialect's own `insert`, which knows `on_conflict_do_update`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine: Final = engine

    @abstractmethod
    def transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection in a transaction that may write; committed at its end, or undone."""

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that only reads."""
        async with self._engine.connect() as connection, connection.begin():
            yield connection

    async def migrate(self) -> None:
        """Bring the tables to the newest form. Raises `StoreError` for one from the future."""
        async with self.transaction() as connection:
            problem = await connection.run_sync(migrate)
        if problem is not None:
            raise StoreError(problem)

    async def append(self, batch: Sequence[Append]) -> list[Exception | None]:
        """Store appends, all in one transaction if possible: one failure touches no other.

        Returns what became of each: None when it is stored, `ConflictError` when its log is
        longer than it thought, else what its hooks raised.
        """
        if all(one.is_plain for one in batch) and await self._append_quickly(batch):
            return [None] * len(batch)
        try:
            await self._append_together(batch)
        except Exception as error:
            if len(batch) == 1:
                conflict = isinstance(error, IntegrityError) and await self._is_longer(batch[0])
                return [ConflictError(batch[0].game_id) if conflict else error]
            return [(await self.append([one]))[0] for one in batch]
        return [None] * len(batch)

    @abstractmethod
    async def _append_quickly(self, batch: Sequence[Append]) -> bool:
        """Store plain appends in one transaction, past SQLAlchemy and in one step of the driver.

        False when nothing is stored, whatever the reason: the slower way finds it out.
        """

    async def _is_longer(self, one: Append) -> bool:
        async with self.reading() as connection:
            last = await connection.scalar(_last_seq(one.game_id))
        return last is not None and last >= one.seq

    async def _append_together(self, batch: Sequence[Append]) -> None:
        async with self.transaction() as connection:
            await self._insert_new(connection, [one for one in batch if one.new is not None])
            await connection.execute(insert(GAME_EVENT), event_rows(batch))
            await self._set_deadlines(connection, batch)
            hands = [
                {"game_id": one.game_id, "number": number, "first_seq": seq}
                for one in batch
                for number, seq in one.hands
            ]
            if hands:
                await connection.execute(insert(GAME_HAND), hands)
            for one in batch:
                if one.ended_ms is not None:
                    ended = update(GAME).where(GAME.c.game_id == one.game_id)
                    await connection.execute(ended.values(ended_ms=one.ended_ms))
                for hook in one.hooks:
                    await hook(connection)
            await self._announce(connection, [one.game_id for one in batch])

    async def _insert_new(self, connection: AsyncConnection, batch: Sequence[Append]) -> None:
        games: list[dict[str, Any]] = []
        seats: list[dict[str, Any]] = []
        for one in batch:
            assert one.new is not None
            new = one.new
            games.append(
                {"game_id": one.game_id, "ruleset": new.ruleset, "created_ms": new.created_ms}
            )
            seats += [
                {"game_id": one.game_id, "seat": seat, "person_id": person}
                for seat, person in enumerate(new.people)
            ]
        if games:
            await connection.execute(insert(GAME), games)
            await connection.execute(insert(GAME_SEAT), seats)

    async def _set_deadlines(self, connection: AsyncConnection, batch: Sequence[Append]) -> None:
        due = deadline_rows(batch)
        if due:
            await connection.execute(self._deadlines(), due)
        for one in batch:
            if one.due_ms is None:
                gone = delete(DEADLINE).where(DEADLINE.c.game_id == one.game_id)
                await connection.execute(gone)

    def _deadlines(self) -> Any:
        """The statement that sets deadlines: of a table there is one, the newest."""
        statement = self.upsert(DEADLINE)
        new = {"seq": statement.excluded.seq, "due_ms": statement.excluded.due_ms}
        return statement.on_conflict_do_update(index_elements=["game_id"], set_=new)

    @abstractmethod
    async def _announce(self, connection: AsyncConnection, game_ids: Sequence[str]) -> None:
        """Hint to other nodes that these logs are longer now, once it is committed."""

    async def load(self, game_id: str) -> StoredTable | None:
        """What is needed to take up a table: its first event and the last two hands.

        None if there is no such table.
        """
        first = select(GAME_EVENT.c.data).where(
            GAME_EVENT.c.game_id == game_id, GAME_EVENT.c.seq == 0
        )
        begun = (
            select(GAME_HAND.c.first_seq)
            .where(GAME_HAND.c.game_id == game_id)
            .order_by(GAME_HAND.c.number.desc())
            .limit(2)
        )
        async with self.reading() as connection:
            created = await connection.scalar(first)
            if created is None:
                return None
            # Between two hands the last one still lies open on the table.
            places = (await connection.execute(begun)).scalars().all()
            start = min(places, default=1)
            events = (await connection.execute(_events(game_id, start))).scalars().all()
        return StoredTable(created, start, list(events))

    async def log(self, game_id: str, start: int = 0) -> list[bytes]:
        """The events of a table from place `start` on."""
        async with self.reading() as connection:
            return list((await connection.execute(_events(game_id, start))).scalars().all())

    async def logs(self, starts: Mapping[str, int]) -> list[tuple[str, int, bytes]]:
        """The events of several tables, of each from its place in `starts` on, in order."""
        if not starts:
            return []
        wanted = [
            and_(GAME_EVENT.c.game_id == game_id, GAME_EVENT.c.seq >= start)
            for game_id, start in starts.items()
        ]
        statement = (
            select(GAME_EVENT.c.game_id, GAME_EVENT.c.seq, GAME_EVENT.c.data)
            .where(or_(*wanted))
            .order_by(GAME_EVENT.c.game_id, GAME_EVENT.c.seq)
        )
        async with self.reading() as connection:
            return [(row[0], row[1], row[2]) for row in await connection.execute(statement)]

    async def unfinished(self) -> list[str]:
        """The tables that somebody has to look at some time."""
        async with self.reading() as connection:
            found = await connection.execute(select(DEADLINE.c.game_id))
        return list(found.scalars().all())

    async def games_of(self, person_id: str) -> list[str]:
        """The tables at which a person sits or sat, the newest first."""
        statement = (
            select(GAME.c.game_id)
            .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.game_id)
            .where(GAME_SEAT.c.person_id == person_id)
            .order_by(GAME.c.created_ms.desc(), GAME.c.game_id)
        )
        async with self.reading() as connection:
            return list((await connection.execute(statement)).scalars().all())

    async def claim_due(self, before_ms: int, lease_ms: int, limit: int = 100) -> list[str]:
        """Tables that were due before a time, for this node to look at.

        Until `lease_ms` no other node is given them; should this one die, another one is then.
        """
        due = self._locked(
            select(DEADLINE.c.game_id)
            .where(DEADLINE.c.due_ms < before_ms)
            .order_by(DEADLINE.c.due_ms)
            .limit(limit)
        )
        async with self.reading() as connection:
            waiting = await connection.scalar(
                select(DEADLINE.c.game_id).where(DEADLINE.c.due_ms < before_ms).limit(1)
            )
        if waiting is None:
            return []
        async with self.transaction() as connection:
            found = list((await connection.execute(due)).scalars().all())
            if found:
                lease = update(DEADLINE).where(DEADLINE.c.game_id.in_(found))
                await connection.execute(lease.values(due_ms=lease_ms))
        return found

    def _locked(self, statement: Select[Any]) -> Select[Any]:
        """The query, such that two nodes never get the same rows."""
        return statement

    @abstractmethod
    async def publish(self, message: str) -> None:
        """Send a message of at most 7,000 bytes to the other nodes; it may be lost."""

    @abstractmethod
    async def publish_with(self, connection: AsyncConnection, message: str) -> None:
        """The same as soon as the transaction of this connection is committed, and only then."""

    @abstractmethod
    async def listen(self, listener: Listener, now: int) -> int:
        """Be one of the nodes of the database, from `now` until `close`.

        `listener` is called with each message of other nodes, and `""` when some may be lost.
        Returns since when there has been a node at all times: `now` if there was no other. Both
        are in milliseconds since 1970.
        """

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()


def event_rows(batch: Sequence[Append]) -> list[dict[str, Any]]:
    """The rows of the log that appends bring."""
    return [
        {"game_id": one.game_id, "seq": one.seq + place, "data": data}
        for one in batch
        for place, data in enumerate(one.events)
    ]


def deadline_rows(batch: Sequence[Append]) -> list[dict[str, Any]]:
    """The deadlines that appends bring, as far as there are any."""
    return [
        {"game_id": one.game_id, "seq": one.seq + len(one.events) - 1, "due_ms": one.due_ms}
        for one in batch
        if one.due_ms is not None
    ]


def _events(game_id: str, start: int) -> Select[Any]:
    return (
        select(GAME_EVENT.c.data)
        .where(GAME_EVENT.c.game_id == game_id, GAME_EVENT.c.seq >= start)
        .order_by(GAME_EVENT.c.seq)
    )


def _last_seq(game_id: str) -> Select[Any]:
    return select(func.max(GAME_EVENT.c.seq)).where(GAME_EVENT.c.game_id == game_id)
