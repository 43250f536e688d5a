"""How large the state of a hand is: what one more copy of it allocates."""

import sys
import tracemalloc

from benchmarks import ours
from benchmarks.rows import Row
from benchmarks.sizes import Size

COPIES = 500
MOST_BYTES = 1024
BYTES_OF_AN_EVENT = 8


def measure(size: Size) -> list[Row]:
    """One row. Copies share the wall and the deal and have event logs of their own."""
    hand = ours.middle_of_a_hand()
    hand.copy()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [hand.copy() for _ in range(COPIES)]
    allocated = tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(copies)
    tracemalloc.stop()
    whole: float = allocated / len(copies)
    log = BYTES_OF_AN_EVENT * len(hand.log)
    note = (
        f"{whole:,.0f} bytes are allocated for a copy, and the log of {len(hand.log)} events in it "
        f"takes {log:,}; the wall is shared"
    )
    state = whole - float(log)
    goal = f"under {MOST_BYTES:,} bytes"
    what = "a hand in mid-play besides wall and events"
    return [Row(what, " bytes", state, goal=goal, reached=state < MOST_BYTES, note=note)]
