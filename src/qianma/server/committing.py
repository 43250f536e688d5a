"""Group commit: appends that come while one is being stored are stored together after it."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from qianma.server.store import Append, Store

MOST_TOGETHER: Final = 500


class Committer:
    """Stores appends in the order they come. To be used within one event loop; `close` ends it."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._work = asyncio.Event()
        self._closing = False
        self._task: Final = asyncio.create_task(self._run())
        self.batches = 0
        """How many transactions there were."""
        self.appends = 0
        """How many appends were in them."""
        self.listeners: Final[list[Callable[[int, float], None]]] = []
        """Are called after each transaction: how many appends it had, how many seconds it took."""

    async def append(self, append: Append) -> None:
        """Return when it is stored. Raises `ConflictError`, and what its hooks raise."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, done))
        self._work.set()
        # Whoever stops waiting does not undo what is on its way to the disk.
        await asyncio.shield(done)

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if self._waiting:
                batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
                await self._store_batch(batch)
            else:
                self._work.clear()
                await self._work.wait()

    async def _store_batch(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        self.batches += 1
        self.appends += len(batch)
        outcomes: list[Exception | None]
        start = time.perf_counter()
        try:
            outcomes = await self._store.append([append for append, _ in batch])
        except Exception as error:
            outcomes = [error] * len(batch)
        for listener in self.listeners:
            listener(len(batch), time.perf_counter() - start)
        for (_, done), outcome in zip(batch, outcomes, strict=True):
            if done.cancelled():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)

    async def close(self) -> None:
        """Store what is on its way and what is waiting, then end."""
        self._closing = True
        self._work.set()
        await self._task
