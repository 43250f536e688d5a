"""What a second worker gains: the same hands with one worker and with two, on two cores.

Here alone the time on the clock counts, since two processes are at work. It contains starting them.
"""

import os
import time

from benchmarks import ours
from benchmarks.measuring import median, spread
from benchmarks.rows import Row, joined
from benchmarks.sizes import Size

GOAL = 1.8
BUSY = 1.3
"""The load from which on more than our own last comparison kept the machine busy."""
SHARE = 40
"""How many times longer than usual one pass takes, so that starting workers weighs little."""


def measure(size: Size) -> list[Row]:
    """One row, in hands per second, by random players; the sums must be the same."""
    hands = _hands_for(SHARE * size.seconds)
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(cores))
        cores = len(os.sched_getaffinity(0))
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    rates: dict[int, list[float]] = {1: [], 2: []}
    sums = []
    for _ in range(max(5, size.repeats)):
        for workers, figures in rates.items():
            start = time.perf_counter()
            sums.append(ours.simulated("random", hands, workers))
            figures.append(hands / (time.perf_counter() - start))
    one, two = median(rates[1]), median(rates[2])
    ratio = two / one
    few = "fewer than two cores here" if cores < 2 else ""
    others = f"other programs were busy, load {busy:.1f} at the start" if busy > BUSY else ""
    played = f"{hands:,} hands by four random players, starting the workers included"
    return [
        Row(
            "two workers on two cores",
            " hands/s",
            two,
            "qianma, one worker",
            one,
            ratio,
            f"{GOAL:g}x",
            ratio >= GOAL,
            max(spread(rates[1]), spread(rates[2])),
            joined(few, others, played),
            sum(tally != sums[0] for tally in sums),
        )
    ]


def _hands_for(seconds: float) -> int:
    """How many hands one worker plays in about so many seconds."""
    ours.simulated("random", 1)
    hands = 64
    while True:
        start = time.perf_counter()
        ours.simulated("random", hands)
        spent = time.perf_counter() - start
        if spent >= seconds / 4:
            return max(hands, round(hands * seconds / spent))
        hands *= 4
