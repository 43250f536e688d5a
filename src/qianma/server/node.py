"""A node: tables in memory, what is due, and those who look on. It owns nothing.

Every change is decided on the table in memory, stored, and only then told. When somebody else (a
second node) has stored something first, the table is read anew and the change decided anew.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.players import make_player
from qianma.ruleset import load
from qianma.server import clock as clocks
from qianma.server import deciding, events, stepping, timing
from qianma.server.commands import TableCommand
from qianma.server.committing import Committer
from qianma.server.deciding import Refused, Repeated
from qianma.server.events import BuiltInSeat, PersonSeat, TableSpec
from qianma.server.live import LiveTable, Viewer
from qianma.server.looking import sight
from qianma.server.protocol import Look, Sight
from qianma.server.stepping import NewKey, Step
from qianma.server.store import Append, ConflictError, Hook, Store
from qianma.server.store.base import NewGame
from qianma.server.table import OVER, HandFacts, Table

LOG: Final = logging.getLogger("qianma.server")

SWEEP_SECONDS: Final = 0.5
LEASE_MS: Final = 2000
LAPSE_MS: Final = 5000
"""A table that nobody has looked at for so long after it was due has been without a server."""
OTHER_NODE_SECONDS: Final = 0.25
"""How long a node lets the one that has stored the last event go first with the next."""
IDLE_SECONDS: Final = 60.0
"""How long a table without viewers stays in memory."""
MOST_CONFLICTS: Final = 20
MOST_READ: Final = 100
"""How many logs are read on in one query."""


class UnknownTableError(LookupError):
    """There is no table of this name."""


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand that ends with the transaction it is told in."""

    game_id: str
    spec: TableSpec
    facts: HandFacts


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match that ends with the transaction it is told in; `points` over its finished hands."""

    game_id: str
    spec: TableSpec
    reason: events.EndReason
    points: tuple[int, int, int, int]
    hands: int


HandHook = Callable[[AsyncConnection, HandEnded], Awaitable[None]]
MatchHook = Callable[[AsyncConnection, MatchEnded], Awaitable[None]]
CreationHook = Callable[[AsyncConnection, str], Awaitable[None]]


class Node:
    """One process's part of the server. Use `start` before and `stop` after everything else.

    `hand_hooks` and `match_hooks` are called within the transaction that stores the end of a hand
    or match; what they raise undoes it. `clock`, `keys` and `new_id` are for tests.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: clocks.Clock = clocks.system_clock,
        keys: clocks.KeySource = clocks.fresh_key,
        new_id: Callable[[], str] = clocks.new_game_id,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self.store: Final = store
        self.hand_hooks: list[HandHook] = []
        self.match_hooks: list[MatchHook] = []
        self.listeners: list[Callable[[str], None]] = []
        """Are called with each message of another node that is not about a table."""
        self._clock: Final = clock
        self._keys: Final = keys
        self._new_id: Final = new_id
        self._sweep_seconds: Final = sweep_seconds
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._announced: set[str] = set()
        """Tables of which another node has told that it has stored something."""
        self._started_at = 0
        self._stopping = False

    async def start(self) -> None:
        """Begin to look after the tables of the store."""
        self._started_at = self._clock()
        self._committer = Committer(self.store)
        await self.store.listen(self._heard)
        self.spawn(self._sweep_forever())

    async def stop(self, code: int = 1012, reason: str = "live.restart") -> None:
        """End all connections and store what is on its way."""
        self._stopping = True
        for live in self._live.values():
            if live.timer is not None:
                live.timer.cancel()
        self.close_viewers(code, reason)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._committer.close()

    def close_viewers(self, code: int = 1012, reason: str = "live.restart") -> None:
        """Tell all connections why they end, and end them."""
        for live in self._live.values():
            for viewer in list(live.viewers):
                viewer.close(code, reason)

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    @property
    def viewers(self) -> int:
        """How many connections look at tables here."""
        return sum(len(live.viewers) for live in self._live.values())

    @property
    def committer(self) -> Committer:
        """What stores the events, with its counts."""
        return self._committer

    async def create_table(self, spec: TableSpec, *hooks: CreationHook) -> str:
        """A new table; returns its name. `hooks` are called within its transaction.

        Raises `RulesetError` or `UnknownPlayerError` for what cannot be played.
        """
        check_spec(spec)
        game_id = self._new_id()
        table = Table()
        step = stepping.begin(table, spec, self._clock(), self._new_key(game_id))
        first, second, third, fourth = (
            seat.person if isinstance(seat, PersonSeat) else None for seat in spec.seats
        )
        new = NewGame(spec.ruleset, step.now, (first, second, third, fourth))
        bound: list[Hook] = [_bound(hook, game_id) for hook in hooks]
        await self._committer.append(self._append_of(game_id, step, new, bound))
        live = LiveTable(game_id, table)
        live.remember(step.lines)
        self._keep(live)
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
        """End a match for everybody. Raises `UnknownTableError`."""
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
        return (await self._table(game_id)).table.spec

    async def spec_and_seat(self, game_id: str, person: str | None) -> tuple[TableSpec, int | None]:
        """What was settled about a table, and where a person sits. Raises `UnknownTableError`."""
        table = (await self._table(game_id)).table
        return table.spec, None if person is None else table.seat_of(person)

    async def subscribe(self, game_id: str, viewer: Viewer) -> None:
        """Send a viewer what it misses after its `seq` (-1: everything), then all that happens.

        Raises `UnknownTableError`.
        """
        async with self._locked(game_id) as live:
            live.catch_up(viewer, self._clock(), always=True)
            live.viewers.append(viewer)

    async def look(self, game_id: str, viewer: int, look: Look) -> Sight:
        """What a viewer asks about its own hand. Raises `UnknownTableError`."""
        async with self._locked(game_id) as live:
            return sight(live.table, viewer, look)

    def unsubscribe(self, game_id: str, viewer: Viewer) -> None:
        """Send a viewer nothing more."""
        live = self._live.get(game_id)
        if live is not None and viewer in live.viewers:
            live.viewers.remove(viewer)

    def viewers_of(self, game_id: str) -> list[Viewer]:
        """Who looks at a table through this node."""
        live = self._live.get(game_id)
        return list(live.viewers) if live else []

    async def tell(self, game_id: str, message: bytes) -> None:
        """Send all viewers of a table, on all nodes, something that is no part of its log."""
        if game_id in self._live:
            self._live[game_id].broadcast(message)
        await self.store.publish(f"!{game_id} {message.decode()}")

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
        async with self._locked(game_id) as live:
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
            await self._read_anew(live)
            return False
        except BaseException:
            # The table in memory is ahead of its log now.
            self._drop(live)
            raise
        live.own = True
        live.tell(live.remember(step.lines), self._clock())
        self._set_timer(live)
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

    # Tables in memory.

    async def _table(self, game_id: str) -> LiveTable:
        live = self._live.get(game_id)
        if live is None:
            task = self._loading.get(game_id)
            if task is None:
                task = asyncio.create_task(self._load(game_id))
                self._loading[game_id] = task
                task.add_done_callback(lambda _: self._loading.pop(game_id, None))
            live = await asyncio.shield(task)
        live.used_at = asyncio.get_running_loop().time()
        return live

    @asynccontextmanager
    async def _locked(self, game_id: str) -> AsyncIterator[LiveTable]:
        """The table, for nobody else to change meanwhile."""
        while True:
            live = await self._table(game_id)
            async with live.lock:
                if self._live.get(game_id) is live:
                    yield live
                    return

    async def _load(self, game_id: str) -> LiveTable:
        live = LiveTable(game_id, Table())
        await self._read(live)
        self._keep(live)
        async with live.lock:
            # What was stored while it was read has been announced to nobody here.
            await self._read_rest(live)
            if self._was_without_server(live.table):
                step = deciding.extend(live.table, self._clock(), self._new_key(game_id))
                await self._commit(live, step)
        self._set_timer(live)
        return live

    def _was_without_server(self, table: Table) -> bool:
        moment = timing.due(table)
        if moment is None:
            return False
        if self.store.one_node and table.last_at < self._started_at:
            return True
        return moment < self._clock() - LAPSE_MS

    async def _read(self, live: LiveTable) -> None:
        stored = await self.store.load(live.game_id)
        if stored is None:
            raise UnknownTableError(live.game_id)
        table = Table()
        lines = table.apply(events.decode(stored.created))
        table.seq = stored.first_seq
        for data in stored.events:
            lines += table.apply(events.decode(data))
        live.table = table
        live.tail.clear()
        live.remember(lines[-live.tail.maxlen :] if live.tail.maxlen else lines)

    async def _read_anew(self, live: LiveTable) -> None:
        await self._read(live)
        live.own = False
        now = self._clock()
        for viewer in list(live.viewers):
            live.catch_up(viewer, now)
        self._set_timer(live)

    async def _read_on(self) -> None:
        """Read what other nodes have stored, for all tables that they have told of meanwhile."""
        while self._announced:
            told = [self._announced.pop() for _ in range(min(MOST_READ, len(self._announced)))]
            lives = {name: self._live[name] for name in told if name in self._live}
            starts = {name: live.table.seq for name, live in lives.items()}
            found: dict[str, list[tuple[int, bytes]]] = {}
            for name, seq, data in await self.store.logs(starts):
                found.setdefault(name, []).append((seq, data))
            for name, rows in found.items():
                async with lives[name].lock:
                    self._take_over(lives[name], rows)

    def _take_over(self, live: LiveTable, rows: list[tuple[int, bytes]]) -> None:
        """Let events of the log happen that the table in memory has not yet, and tell them."""
        new: list[tuple[bytes | None, ...]] = []
        for seq, data in rows:
            if seq == live.table.seq:
                live.own = False
                new += live.remember(live.table.apply(events.decode(data)))
        live.tell(new, self._clock())
        self._set_timer(live)

    async def _read_rest(self, live: LiveTable) -> None:
        """Read and tell what the log of a table has beyond the one in memory."""
        start = live.table.seq
        rest = await self.store.log(live.game_id, start)
        self._take_over(live, list(enumerate(rest, start)))

    def _keep(self, live: LiveTable) -> None:
        live.used_at = asyncio.get_running_loop().time()
        self._live[live.game_id] = live

    def _drop(self, live: LiveTable) -> None:
        """Forget a table; its viewers have to come again."""
        self._live.pop(live.game_id, None)
        if live.timer is not None:
            live.timer.cancel()
        for viewer in live.viewers:
            viewer.close(1013, "live.again")
        live.viewers = []

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
        self.spawn(self._look_at(game_id))

    async def _look_at(self, game_id: str) -> None:
        """Let what is due at a table happen."""
        async with self._locked(game_id) as live:
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
                    await self._look_at(game_id)
                self._forget_idle()
            except Exception:
                LOG.exception("looking for tables that are due failed")

    def _forget_idle(self) -> None:
        since = asyncio.get_running_loop().time() - IDLE_SECONDS
        for live in list(self._live.values()):
            moment = timing.due(live.table)
            soon = moment is not None and moment < self._clock() + IDLE_SECONDS * 1000
            if live.used_at < since and not live.viewers and not live.lock.locked() and not soon:
                self._drop(live)

    # Other nodes.

    def _heard(self, message: str) -> None:
        """Another node has stored or said something."""
        if message == "" or message[0] == "+":
            told = message[1:].split(" ") if message else list(self._live)
            idle = not self._announced
            self._announced.update(name for name in told if name in self._live)
            if idle and self._announced:
                self.spawn(self._read_on())
        elif message[0] == "!":
            game_id, _, rest = message[1:].partition(" ")
            if game_id in self._live:
                self._live[game_id].broadcast(rest.encode())
        else:
            for listener in self.listeners:
                listener(message)

    def spawn(self, work: Awaitable[None]) -> None:
        """Do something beside everything else; `stop` ends it."""
        task = asyncio.ensure_future(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Awaitable[None]) -> None:
    try:
        await work
    except asyncio.CancelledError:
        raise
    except Exception:
        LOG.exception("a table could not be looked after")


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
