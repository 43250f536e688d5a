"""Importing the package in a fresh interpreter, its bytecode already compiled."""

import subprocess
import sys

from benchmarks.measuring import median, spread
from benchmarks.peers import MAHJONG
from benchmarks.rows import Row
from benchmarks.sizes import Size

MOST_TIMES = 3.0
GOAL = f"at most {MOST_TIMES:g}x"

_PROGRAM = """
import time
start = time.process_time()
import {module}
print(1000 * (time.process_time() - start))
"""
_PEER_MODULES = "mahjong.hand_calculating.hand, mahjong.shanten, mahjong.agari, mahjong.tile"
"""The package itself imports nothing; these are what its users need, and what it does."""
_OWN_MODULES = "qianma.hand, qianma.shapes, qianma.rules.valuation, qianma.tiles"
"""Our package imports what is used when it is used; these are what plays and values hands."""


def measure(size: Size) -> list[Row]:
    """One row."""
    what = "import time"
    _milliseconds(_OWN_MODULES)
    if MAHJONG.installed is None:
        alone = [_milliseconds(_OWN_MODULES) for _ in range(size.repeats)]
        note = f"{MAHJONG.title} is not installed"
        apart = spread(alone)
        return [Row(what, " ms", median(alone), MAHJONG.title, goal=GOAL, spread=apart, note=note)]
    _milliseconds(_PEER_MODULES)
    mine, theirs = [], []
    for _ in range(size.repeats):
        mine.append(_milliseconds(_OWN_MODULES))
        theirs.append(_milliseconds(_PEER_MODULES))
    ratio = median(mine) / median(theirs)
    return [
        Row(
            what,
            " ms",
            median(mine),
            MAHJONG.title,
            median(theirs),
            ratio,
            GOAL,
            ratio <= MOST_TIMES,
            max(spread(mine), spread(theirs)),
            "what plays and values hands, on both sides: the packages alone import next to nothing",
        )
    ]


def _milliseconds(modules: str) -> float:
    program = _PROGRAM.format(module=modules)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)
