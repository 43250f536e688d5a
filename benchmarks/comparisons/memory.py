"""The most memory that simulating takes, for many hands and for ten times as many."""

import subprocess
import sys
from pathlib import Path

from benchmarks import ours
from benchmarks.rows import Row
from benchmarks.sizes import Size

MOST_GROWTH = 1.02
"""Flat: what the peak may grow by for ten times the hands, most of it the allocator's chance."""


def measure(size: Size) -> list[Row]:
    """One row: each number of hands in a process of its own, by four random players."""
    few = _peak_of_process(size.many_hands)
    many = _peak_of_process(10 * size.many_hands)
    growth = many / few
    return [
        Row(
            f"peak memory of {10 * size.many_hands:,} simulated hands",
            " MB",
            many,
            f"qianma, {size.many_hands:,} hands",
            few,
            growth,
            f"flat (at most {MOST_GROWTH:g}x)",
            growth <= MOST_GROWTH,
        )
    ]


def _peak_of_process(hands: int) -> float:
    program = f"from benchmarks.comparisons.memory import peak_after; print(peak_after({hands}))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def peak_after(hands: int) -> float:
    """Simulate so many hands and tell the most memory this process ever had, in megabytes.

    Linux keeps that for the program (`VmHWM`); what `getrusage` tells may be a parent's.
    """
    ours.simulated("random", hands)
    status = Path("/proc/self/status")
    if status.exists():
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024 / 1e6
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1 if sys.platform == "darwin" else 1024) / 1e6
