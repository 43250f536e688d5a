"""The tables that a node keeps in memory: read from their logs, read on, and forgotten when idle.

The log is the table; what is kept here only spares reading it again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from qianma.server import clock as clocks
from qianma.server import events, timing
from qianma.server.live import LiveTable
from qianma.server.logs import told
from qianma.server.protocol import TRY_LATER
from qianma.server.store import Store
from qianma.server.table import Shuffler, Table

IDLE_SECONDS: Final = 60.0
"""How long a table without viewers stays in memory."""
RETRY_SECONDS: Final = 0.5
"""After how long reading is tried again when the database has failed."""
MOST_READ: Final = 100
"""How many logs are read on in one query."""

LOG: Final = logging.getLogger("qianma.server")


class UnknownTableError(LookupError):
    """There is no table of this name."""


class Tables:
    """The tables in memory. To be used within one event loop.

    `taken_up` is called with a table that has been read and that nobody else has yet, `changed`
    after its log was read on.
    """

    def __init__(
        self,
        store: Store,
        clock: clocks.Clock,
        taken_up: Callable[[LiveTable], Awaitable[None]],
        changed: Callable[[LiveTable], None],
        shuffler: Shuffler,
    ) -> None:
        self._store: Final = store
        self._clock: Final = clock
        self._taken_up: Final = taken_up
        self._changed: Final = changed
        self._shuffler: Final = shuffler
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._announced: set[str] = set()
        """Tables of which another node has told that it has stored something."""

    def __len__(self) -> int:
        return len(self._live)

    def all(self) -> list[LiveTable]:
        """All that are in memory now."""
        return list(self._live.values())

    def get(self, game_id: str) -> LiveTable | None:
        """A table if it is in memory."""
        return self._live.get(game_id)

    async def read(self, game_id: str) -> LiveTable:
        """A table, from its log if it has to be. Raises `UnknownTableError`."""
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
    async def locked(self, game_id: str) -> AsyncIterator[LiveTable]:
        """The table, for nobody else to change meanwhile. Raises `UnknownTableError`."""
        while True:
            live = await self.read(game_id)
            async with live.lock:
                if self._live.get(game_id) is live:
                    yield live
                    return

    async def _load(self, game_id: str) -> LiveTable:
        live = LiveTable(game_id, Table(self._shuffler))
        await self._read_whole(live)
        self.keep(live)
        async with live.lock:
            # What was stored while it was read has been announced to nobody here.
            await self._read_rest(live)
            await self._taken_up(live)
        self._changed(live)
        return live

    async def _read_whole(self, live: LiveTable) -> None:
        stored = await self._store.load(live.game_id)
        if stored is None:
            raise UnknownTableError(live.game_id)
        table = Table(self._shuffler)
        lines = table.apply(events.decode(stored.created))
        if table.seq != stored.first_seq:
            lines = []  # what has come between them has not been read
        table.seq = stored.first_seq
        for data in stored.events:
            lines += table.apply(events.decode(data))
        live.begin_anew(table, lines)

    async def read_anew(self, live: LiveTable) -> None:
        """Throw away what is in memory, since another node has stored something first."""
        await self._read_whole(live)
        live.own = False
        now = self._clock()
        for viewer in list(live.viewers):
            live.catch_up(viewer, now)
        self._changed(live)

    def announce(self, game_ids: list[str] | None) -> bool:
        """Note that another node has stored something at these tables, or (None) at any.

        Returns whether `read_on` has to be called: it is not at work, and there is something.
        """
        names = list(self._live) if game_ids is None else game_ids
        idle = not self._announced
        self._announced.update(name for name in names if name in self._live)
        return idle and bool(self._announced)

    async def read_on(self) -> None:
        """Read what other nodes have stored, for all tables that they have told of meanwhile."""
        while self._announced:
            names = [self._announced.pop() for _ in range(min(MOST_READ, len(self._announced)))]
            try:
                await self._read_logs(names)
            except Exception:
                LOG.exception("what other nodes have stored could not be read")
                self._announced.update(names)
                await asyncio.sleep(RETRY_SECONDS)

    async def _read_logs(self, names: list[str]) -> None:
        lives = {name: self._live[name] for name in names if name in self._live}
        starts = {name: live.table.seq for name, live in lives.items()}
        found: dict[str, list[tuple[int, bytes]]] = {}
        for name, seq, data in await self._store.logs(starts):
            found.setdefault(name, []).append((seq, data))
        for name, rows in found.items():
            async with lives[name].lock:
                try:
                    self._take_over(lives[name], rows)
                except Exception as error:
                    # Read again when somebody wants it; the others do not wait for that.
                    self.drop(lives[name])
                    told(
                        "the log of a table could not be read on", logging.ERROR, error, table=name
                    )

    def _take_over(self, live: LiveTable, rows: list[tuple[int, bytes]]) -> None:
        """Let events of the log happen that the table in memory has not yet, and tell them."""
        new: list[tuple[bytes | None, ...]] = []
        for seq, data in rows:
            if seq == live.table.seq:
                live.own = False
                new += live.remember(live.table.apply(events.decode(data)))
        live.tell(new, self._clock())
        self._changed(live)

    async def _read_rest(self, live: LiveTable) -> None:
        """Read and tell what the log of a table has beyond the one in memory."""
        start = live.table.seq
        rest = await self._store.log(live.game_id, start)
        self._take_over(live, list(enumerate(rest, start)))

    def keep(self, live: LiveTable) -> None:
        """Have a table in memory from now on."""
        live.used_at = asyncio.get_running_loop().time()
        self._live[live.game_id] = live

    def drop(self, live: LiveTable) -> None:
        """Forget a table; its viewers have to come again."""
        self._live.pop(live.game_id, None)
        if live.timer is not None:
            live.timer.cancel()
        for viewer in live.viewers:
            viewer.close(TRY_LATER, "live.again")
        live.viewers = []

    def forget_idle(self) -> None:
        """Forget the tables that nobody has looked at for a while and that are not due soon."""
        since = asyncio.get_running_loop().time() - IDLE_SECONDS
        for live in self.all():
            moment = timing.due(live.table)
            soon = moment is not None and moment < self._clock() + IDLE_SECONDS * 1000
            if live.used_at < since and not live.viewers and not live.lock.locked() and not soon:
                self.drop(live)
