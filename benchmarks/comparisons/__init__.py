"""One module for each comparison: `measure(size)` returns its rows of the table."""

import importlib
from typing import Final

from benchmarks.rows import Row
from benchmarks.sizes import Size

COMPARISONS: Final = {
    "complete": "complete? per call",
    "distance": "ready distance per call",
    "waits": "waits of a 13-tile hand per call",
    "fan": "pattern and fan of a winning hand per call",
    "batches": "complete? and ready distance in batches",
    "stepping": "random play, one Python call per decision",
    "bulk": "random and greedy play, whole hands in bulk",
    "copying": "copy of a hand in mid-play",
    "importing": "import time",
    "installed": "installed size",
    "state": "size of a hand in mid-play",
    "memory": "peak memory of simulating many hands",
    "records": "simulating with records",
    "workers": "speed-up on two workers",
    "c_loop": "distance to a plain C loop",
}
"""The comparisons in the order of the table, by the names of their modules."""


def measure(name: str, size: Size) -> list[Row]:
    """The rows of one comparison."""
    module = importlib.import_module(f"benchmarks.comparisons.{name}")
    rows: list[Row] = module.measure(size)
    return rows
