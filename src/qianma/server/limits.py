"""Limits: so many a second, so many at the same time."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager


class Bucket:
    """Holds at most `burst` tokens and gains `rate` a second; who takes one may go on."""

    __slots__ = ("_burst", "_clock", "_filled_at", "_rate", "_tokens")

    def __init__(
        self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._rate = rate
        self._clock = clock
        self._tokens = burst
        self._filled_at = clock()

    def take(self, count: int = 1) -> bool:
        """Whether there were so many tokens."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now
        if self._tokens < count:
            return False
        self._tokens -= count
        return True


class Buckets:
    """One bucket for each of many; those longest unused are forgotten, and are full again then."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self._burst = burst
        self._rate = rate
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Whether there was a token in the bucket of this key."""
        bucket = self._buckets.pop(key, None) or Bucket(self._burst, self._rate)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


class BusyError(Exception):
    """Too many want the same at once; a moment later it may be possible."""


class Turns:
    """Lets `at_once` do something at the same time, and `waiting` more wait for their turn.

    Whoever finds as many waiting, or waits for more than `seconds`, is refused.
    """

    def __init__(self, at_once: int, waiting: int, seconds: float) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._most = waiting
        self._waiting = 0
        self._seconds = seconds

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Do something when it is one's turn. Raises `BusyError`."""
        if self._free.locked():
            await self._wait()
        else:
            await self._free.acquire()
        try:
            yield
        finally:
            self._free.release()

    async def _wait(self) -> None:
        if self._waiting >= self._most:
            raise BusyError
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._free.acquire()
        except TimeoutError:
            raise BusyError from None
        finally:
            self._waiting -= 1
