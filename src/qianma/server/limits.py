"""Rate limits: so many at once, and so many a second after that."""

import time
from collections.abc import Callable


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
