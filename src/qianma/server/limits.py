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

    def take(self) -> bool:
        """Whether there was a token."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
