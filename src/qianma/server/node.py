"""A node: tables in memory, what is due, and those who look on. It owns nothing.

Every change is decided on the table in memory, stored, and only then told. When somebody else (a
second node) has stored something first, the table is read anew and the change decided anew.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from qianma import walls
from qianma.players import make_player
from qianma.ruleset import load
from qianma.server import clock as clocks
from qianma.server import deciding, events, stepping, timing
from qianma.server.commands import TableCommand
from qianma.server.committing import Committer
from qianma.server.deciding import Refused, Repeated
from qianma.server.endings import HandEnded, MatchEnded
from qianma.server.events import BuiltInSeat, PersonSeat, TableSpec
from qianma.server.failing import Failing
from qianma.server.live import LiveTable, Viewer
from qianma.server.looking import sight
from qianma.server.pinning import pinned
from qianma.server.protocol import Look, Sight
from qianma.server.stepping import NewKey, Step
from qianma.server.store import Append, ConflictError, Hook, Store
from qianma.server.store.base import NewGame
from qianma.server.table import OVER, Shuffler, Table
from qianma.server.tables import Tables

LOG: Final = logging.getLogger("qianma.server")

SWEEP_SECONDS: Final = 0.5
LEASE_MS: Final = 2000
LAPSE_MS: Final = 5000
"""A table that nobody has looked at for so long after it was due has been without a server.

So it is when nodes were there all the time but the database was not.
"""
OTHER_NODE_SECONDS: Final = 0.25
"""How long a node lets the one that has stored the last event go first with the next."""
MOST_CONFLICTS: Final = 20


HandHook = Callable[[AsyncConnection, HandEnded], Awaitable[None]]
MatchHook = Callable[[AsyncConnection, MatchEnded], Awaitable[None]]
CreationHook = Callable[[AsyncConnection, str], Awaitable[None]]


class Node:
    """One process's part of the server. Use `start` before and `stop` after everything else.

    `hand_hooks` and `match_hooks` are called within the transaction that stores the end of a hand
    or match; what they raise undoes it. `clock`, `keys`, `new_id` and `shuffler` are for tests.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: clocks.Clock = clocks.system_clock,
        keys: clocks.KeySource = clocks.fresh_key,
        new_id: Callable[[], str] = clocks.new_game_id,
        shuffler: Shuffler = walls.shuffle,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self.store: Final = store
        self.hand_hooks: list[HandHook] = []
        self.match_hooks: list[MatchHook] = []
        self.listeners: list[Callable[[str], None]] = []
        """Are called with each message of another node that is none of the node's own.

        An empty one means that some may have been lost."""
        self.over_listeners: list[Callable[[str], None]] = []
        """Are called with each table whose match has ended here, once that is stored."""
        self.others: Final[set[Viewer]] = set()
        """Connections that look at no table; they too are told when the server ends."""
        self._clock: Final = clock
        self._keys: Final = keys
        self._new_id: Final = new_id
        self._shuffler: Final = shuffler
        self._sweep_seconds: Final = sweep_seconds
        self._tables: Final = Tables(store, clock, self._take_up, self._set_timer, shuffler)
        self._failing: Final = Failing()
        self._tasks: set[asyncio.Future[None]] = set()
        self._served_since = 0
        self._stopping = False

    async def start(self) -> None:
        """Begin to look after the tables of the store."""
        self._committer = Committer(self.store)
        self._served_since = await self.store.listen(self._heard, self._clock())
        self.spawn(self._sweep_forever())

    async def stop(self, code: int = 1012, reason: str = "live.restart") -> None:
        """End all connections and store what is on its way."""
        self._stopping = True
        for live in self._tables.all():
            if live.timer is not None:
                live.timer.cancel()
        self.close_viewers(code, reason)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._committer.close()

    def close_viewers(self, code: int = 1012, reason: str = "live.restart") -> None:
        """Tell all connections why they end, and end them."""
        for live in self._tables.all():
            for viewer in list(live.viewers):
                viewer.close(code, reason)
        for other in list(self.others):
            other.close(code, reason)

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def viewers(self) -> int:
        """How many connections are told here of what happens."""
        return sum(len(live.viewers) for live in self._tables.all()) + len(self.others)

    @property
    def committer(self) -> Committer:
        """What stores the events, with its counts."""
        return self._committer

    async def create_table(self, spec: TableSpec, *hooks: CreationHook) -> str:
        """A new table; returns its name. `hooks` are called within its transaction.

        Raises `RulesetError` or `UnknownPlayerError` for what cannot be played.
        """
        check_spec(spec)
        spec = pinned(spec)
        game_id = self._new_id()
        table = Table(self._shuffler)
        step = stepping.begin(table, spec, self._clock(), self._new_key(game_id))
        first, second, third, fourth = (
            seat.person if isinstance(seat, PersonSeat) else None for seat in spec.seats
        )
        new = NewGame(spec.ruleset, step.now, (first, second, third, fourth))
        bound: list[Hook] = [_bound(hook, game_id) for hook in hooks]
        await self._committer.append(self._append_of(game_id, step, new, bound))
        live = LiveTable(game_id, table)
        live.remember(step.lines)
        self._tables.keep(live)
        live.own = True
        self._set_timer(live)
        return game_id

    async def command(
        self, game_id: str, seat: int, command: TableCommand
    ) -> Refused | Repeated | None:
        """Carry out a command of a seat; None when it is done and stored.

        Raises `UnknownTableError`.
        """
        new_key = self._new_key(game_id)
        return await self._change(
            game_id, lambda table, now: deciding.decide(table, seat, command, now, new_key)
        )

    async def close_table(self, game_id: str) -> Refused | None:
        """End a match for everybody, after the hand in play if one is.

        Raises `UnknownTableError`.
        """
        new_key = self._new_key(game_id)
        outcome = await self._change(
            game_id, lambda table, now: deciding.close(table, now, new_key)
        )
        return outcome if isinstance(outcome, Refused) else None

    def now(self) -> int:
        """The time, in milliseconds since 1970 UTC."""
        return self._clock()

    async def spec(self, game_id: str) -> TableSpec:
        """What was settled about a table. Raises `UnknownTableError`."""
        return (await self._tables.read(game_id)).table.spec

    async def spec_and_seat(self, game_id: str, person: str | None) -> tuple[TableSpec, int | None]:
        """What was settled about a table, and where a person sits. Raises `UnknownTableError`."""
        table = (await self._tables.read(game_id)).table
        return table.spec, None if person is None else table.seat_of(person)

    async def has_left(self, game_id: str, person: str) -> bool:
        """Whether a person has left a table at which it sits. Raises `UnknownTableError`."""
        table = (await self._tables.read(game_id)).table
        return table.seat_of(person) in table.absent

    async def subscribe(self, game_id: str, viewer: Viewer) -> None:
        """Send a viewer what it misses after its `seq` (-1: everything), then all that happens.

        Raises `UnknownTableError`.
        """
        async with self._tables.locked(game_id) as live:
            live.catch_up(viewer, self._clock(), always=True)
            live.viewers.append(viewer)

    async def look(self, game_id: str, viewer: int, look: Look) -> Sight:
        """What a viewer asks about its own hand. Raises `UnknownTableError`."""
        async with self._tables.locked(game_id) as live:
            return sight(live.table, viewer, look)

    def unsubscribe(self, game_id: str, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        live = self._tables.get(game_id)
        if live is not None and viewer in live.viewers:
            live.viewers.remove(viewer)

    def viewers_of(self, game_id: str) -> list[Viewer]:
        """Who looks at a table through this node."""
        live = self._tables.get(game_id)
        return list(live.viewers) if live else []

    async def say(self, game_id: str, seat: int, message: bytes) -> None:
        """Send the viewers of a table, on all nodes, something that a seat says."""
        self._say_here(game_id, seat, message)
        await self.store.publish(f"!{game_id} {seat} {message.decode()}")

    def _say_here(self, game_id: str, seat: int, message: bytes) -> None:
        live = self._tables.get(game_id)
        if live is not None:
            live.say(seat, message)

    # Changing a table.

    async def _change(
        self,
        game_id: str,
        decide: Callable[[Table, int], Step | Refused | Repeated],
    ) -> Refused | Repeated | None:
        # Whoever has asked may go away; what has been begun is stored and told all the same.
        return await asyncio.shield(asyncio.ensure_future(self._carry_out(game_id, decide)))

    async def _carry_out(
        self, game_id: str, decide: Callable[[Table, int], Step | Refused | Repeated]
    ) -> Refused | Repeated | None:
        async with self._tables.locked(game_id) as live:
            for _ in range(MOST_CONFLICTS):
                # What is due comes first: a command that comes too late finds the time over.
                if await self._tick(live):
                    outcome = decide(live.table, self._clock())
                    if not isinstance(outcome, Step):
                        return outcome
                    if await self._commit(live, outcome):
                        return None
            raise ConflictError(game_id)

    async def _tick(self, live: LiveTable) -> bool:
        """Let what is due happen. False when another node was first: then the table is new."""
        now = self._clock()
        moment = timing.due(live.table)
        if moment is None or moment > now:
            return True
        step = timing.tick(live.table, now, self._new_key(live.game_id))
        return await self._commit(live, step)

    async def _commit(self, live: LiveTable, step: Step) -> bool:
        """Store a step and tell it. False when another node was first."""
        try:
            await self._committer.append(self._append_of(live.game_id, step))
        except ConflictError:
            await self._tables.read_anew(live)
            return False
        except BaseException:
            # The table in memory is ahead of its log now.
            self._tables.drop(live)
            raise
        live.own = True
        live.tell(live.remember(step.lines), self._clock())
        self._set_timer(live)
        if live.table.phase == OVER:
            for listener in self.over_listeners:
                listener(live.game_id)
        return True

    def _append_of(
        self,
        game_id: str,
        step: Step,
        new: NewGame | None = None,
        hooks: list[Hook] | None = None,
    ) -> Append:
        table = step.table
        hooks = list(hooks or ())
        for facts in step.ended_hands:
            hand = HandEnded(game_id, table.spec, facts)
            hooks += [_bound(hook, hand) for hook in self.hand_hooks]
        if table.phase == OVER:
            assert table.end_reason is not None
            match = MatchEnded(
                game_id, table.spec, table.end_reason, table.points, table.finished_hands
            )
            hooks += [_bound(hook, match) for hook in self.match_hooks]
        return Append(
            game_id,
            step.first_seq,
            [events.encode(event) for event in step.events],
            timing.due(table),
            step.hands,
            new,
            step.now if table.phase == OVER else None,
            hooks,
        )

    def _new_key(self, game_id: str) -> NewKey:
        return lambda number: self._keys(game_id, number)

    async def _take_up(self, live: LiveTable) -> None:
        """Let the clocks of a table that was without a server start anew."""
        if self._was_without_server(live.table):
            # Not before the time that it is compared with, where clocks differ: so it is done once.
            now = max(self._clock(), self._served_since)
            step = deciding.extend(live.table, now, self._new_key(live.game_id))
            await self._commit(live, step)

    def _was_without_server(self, table: Table) -> bool:
        moment = timing.due(table)
        if moment is None:
            return False
        return table.last_at < self._served_since or moment < self._clock() - LAPSE_MS

    # What is due.

    def _set_timer(self, live: LiveTable) -> None:
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        moment = timing.due(live.table)
        if moment is None or self._stopping:
            return
        seconds = max(0.0, (moment - self._clock()) / 1000)
        if not live.own:
            seconds += OTHER_NODE_SECONDS
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(seconds, self._timer_fired, live.game_id)

    def _timer_fired(self, game_id: str) -> None:
        self.spawn(self._failing.guard(game_id, self._look_at(game_id)))

    async def _look_at(self, game_id: str) -> None:
        """Let what is due at a table happen."""
        async with self._tables.locked(game_id) as live:
            if await self._tick(live):
                self._set_timer(live)

    async def _sweep_forever(self) -> None:
        """Look at tables that are due and that no node has in memory, and forget idle ones."""
        while True:
            await asyncio.sleep(self._sweep_seconds)
            try:
                now = self._clock()
                before = now - round(self._sweep_seconds * 1000)
                for game_id in await self.store.claim_due(before, now + LEASE_MS):
                    await self._failing.guard(game_id, self._look_at(game_id))
                self._tables.forget_idle()
            except Exception:
                LOG.exception("looking for tables that are due failed")

    # Other nodes.

    def _heard(self, message: str) -> None:
        """Another node has stored or said something, or (empty) some of that may be lost."""
        kind = message[:1]
        if kind in ("", "+") and self._tables.announce(message[1:].split(" ") if kind else None):
            self.spawn(self._tables.read_on())
        if kind == "!":
            game_id, seat, said = message[1:].split(" ", 2)
            self._say_here(game_id, int(seat), said.encode())
        elif kind != "+":
            for listener in self.listeners:
                listener(message)

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something beside everything else; `stop` ends it."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Future[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("something in the background failed", exc_info=error)


def check_spec(spec: TableSpec) -> None:
    """Raise `RulesetError` or `UnknownPlayerError` for a table that cannot be played."""
    load(spec.ruleset, spec.settings)
    built_in = [seat.player for seat in spec.seats if isinstance(seat, BuiltInSeat)]
    for name in (*built_in, spec.auto_player, spec.stand_in):
        make_player(name)


def _bound(hook: Callable[..., Awaitable[None]], subject: object) -> Hook:
    async def call(connection: AsyncConnection) -> None:
        await hook(connection, subject)

    return call
