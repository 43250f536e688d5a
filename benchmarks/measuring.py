"""Timing: passes of two sides that alternate on one core, and their medians.

What is timed is the processor time of the process, not the time on the clock: on one core both are
the same while nothing else runs, and the former does not count what other programs take.
"""

import gc
import os
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from benchmarks.sizes import Size

Work = Callable[[int], int]
"""Does its work so many times over and returns how many operations that made."""

ONE_THREAD: Final = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "JAX_PLATFORMS": "cpu",
    "PYTHONHASHSEED": "0",
}
"""The environment in which libraries keep to one thread and the processor."""


def pin() -> None:
    """Keep this process to one core, the last it may use, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def calls(function: Callable[..., Any], *columns: Sequence[Any] | Iterable[Any]) -> Work:
    """The work of calling a function once for every row of its arguments, as columns.

    The loop is `map` feeding a `deque` that keeps nothing: it adds as little as possible to either
    side. The first column has a length; others may be endless.
    """
    first = columns[0]
    assert isinstance(first, Sequence)
    number = len(first)

    def work(loops: int) -> int:
        for _ in range(loops):
            deque(map(function, *columns), maxlen=0)
        return loops * number

    return work


def alternate(works: Sequence[Work], size: Size) -> list[list[float]]:
    """Operations per second of each work, one figure a pass; the works take turns."""
    loops = [_calibrated(work, size.seconds) for work in works]
    for work, number in zip(works, loops, strict=True):
        work(number)
    gc.collect()
    gc.freeze()
    rates: list[list[float]] = [[] for _ in works]
    for _ in range(size.repeats):
        for place, work in enumerate(works):
            rates[place].append(_rate(work, loops[place]))
    gc.unfreeze()
    return rates


def _rate(work: Work, loops: int) -> float:
    start = time.process_time()
    operations = work(loops)
    return operations / (time.process_time() - start)


def _calibrated(work: Work, seconds: float) -> int:
    """How many loops take about so many seconds, once tables are built and code is compiled."""
    work(1)
    loops = 1
    while True:
        start = time.process_time()
        work(loops)
        spent = time.process_time() - start
        if spent >= seconds / 4:
            return max(1, round(loops * seconds / spent))
        loops *= 4


def median(figures: Sequence[float]) -> float:
    """The median of the passes."""
    return statistics.median(figures)


def spread(figures: Sequence[float]) -> float:
    """How far the passes lie apart: the largest less the smallest, in parts of the median."""
    return (max(figures) - min(figures)) / median(figures)
