"""Per-suit tables: what nine counts of one suit can be part of.

A suit of a hand is nine counts of 0 to 4, written as one number in base 5 (`POWERS`), so that a
question about a hand is three look-ups. `table_building` makes the tables.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

POWERS: Final = tuple(5**place for place in range(9))
SIZE: Final = 5**9

SETS: Final = 1
"""Flag: the suit is sets only, or sets and one pair, as its number of tiles demands."""
PAIRS: Final = 2
"""Flag: every count of the suit is even."""
NEAR_SETS: Final = 4
"""Flag: one more tile of the suit makes it `SETS`."""
NEAR_PAIRS: Final = 8
"""Flag: one more tile of the suit makes it `PAIRS`."""

RUNS: Final = tuple(POWERS[start] + POWERS[start + 1] + POWERS[start + 2] for start in range(7))
TRIPLETS: Final = tuple(3 * power for power in POWERS)
MOST_SETS: Final = 4
MOST_TILES: Final = 14
IMPOSSIBLE: Final = 100
"""A number of missing tiles larger than any real one."""


def suit_index(counts: Sequence[int], suit: int = 0) -> int:
    """The number that the nine counts of a suit make in base 5."""
    index = 0
    for place in range(9):
        index += counts[suit * 9 + place] * POWERS[place]
    return index


def suit_counts(index: int) -> list[int]:
    """The nine counts that `index` stands for."""
    return [index // power % 5 for power in POWERS]


@cache
def suit_needs(index: int, limits: int) -> tuple[int, ...]:
    """As `missing_tiles`, all ten numbers of one suit, when copies are limited.

    `limits` is a suit index too: the copies of each rank that the concealed hand can have in the
    end, four less those in own melds.
    """
    counts = suit_counts(index)
    most = suit_counts(limits)
    # best[(runs begun at the last rank, runs begun at the one before)][sets + 5 * pair]
    best = {(0, 0): [0] + [IMPOSSIBLE] * 9}
    for place in range(9):
        following: dict[tuple[int, int], list[int]] = {}
        for (last, earlier), numbers in best.items():
            for begun in range(3 if place < 7 else 1):
                for others, sets, pair in ((0, 0, 0), (3, 1, 0), (2, 0, 1)):
                    used = begun + last + earlier + others
                    if used > most[place]:
                        continue
                    lacking = max(0, used - counts[place])
                    there = following.setdefault((begun, last), [IMPOSSIBLE] * 10)
                    for key, number in enumerate(numbers):
                        had_sets, had_pair = key % 5, key // 5
                        if had_sets + sets + begun > MOST_SETS or had_pair + pair > 1:
                            continue
                        target = key + sets + begun + 5 * pair
                        there[target] = min(there[target], number + lacking)
        best = following
    return tuple(best[(0, 0)])
