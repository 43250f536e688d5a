"""Basic patterns: what a complete hand is called and how many fan it is worth."""

from collections.abc import Sequence
from typing import Final

from qianma.ruleset import ABSENT, Ruleset
from qianma.settings import PATTERNS
from qianma.shapes import Reading, readings

PLAIN: Final = PATTERNS.index("plain")
ALL_TRIPLETS: Final = PATTERNS.index("all_triplets")
SEVEN_PAIRS: Final = PATTERNS.index("seven_pairs")
DRAGON_SEVEN_PAIRS: Final = PATTERNS.index("dragon_seven_pairs")
FULL_FLUSH: Final = PATTERNS.index("full_flush")
FLUSH_TRIPLETS: Final = PATTERNS.index("flush_triplets")
FLUSH_SEVEN_PAIRS: Final = PATTERNS.index("flush_seven_pairs")
FLUSH_DRAGON_SEVEN_PAIRS: Final = PATTERNS.index("flush_dragon_seven_pairs")
TRIPLETS_258: Final = PATTERNS.index("triplets_258")
FLUSH_TERMINALS: Final = PATTERNS.index("flush_terminals")
HEAVENLY_HAND: Final = PATTERNS.index("heavenly_hand")
EARTHLY_HAND: Final = PATTERNS.index("earthly_hand")

NO_OPENING: Final = -1
"""In place of `HEAVENLY_HAND` or `EARTHLY_HAND`: the hand is not won with the first draw."""

_TERMINALS: Final = (0, 8)
_RANKS_258: Final = (1, 4, 7)


def patterns_of(
    ruleset: Ruleset, counts: Sequence[int], meld_kinds: Sequence[int], opening: int = NO_OPENING
) -> set[int]:
    """All patterns of the ruleset that a complete hand shows in any of its readings.

    `counts` are the concealed tiles, the winning tile included, `meld_kinds` the kinds of the
    melds. Whatever is not listed in a ruleset does not exist there, and the hand is what remains.
    """
    shown: set[int] = set()
    is_flush = one_suit(counts, meld_kinds)
    for reading in readings(counts):
        shown.add(PLAIN)
        if opening != NO_OPENING:
            shown.add(opening)
        if is_flush:
            shown.add(FULL_FLUSH)
        if reading.is_seven_pairs:
            shown |= _seven_pairs_patterns(counts, is_flush)
        else:
            shown |= _standard_patterns(reading, meld_kinds, is_flush)
    return {pattern for pattern in shown if ruleset.pattern_fan[pattern] != ABSENT}


def best_pattern(ruleset: Ruleset, patterns: set[int]) -> int:
    """The one pattern that counts: the most fan, and among equals the rarest [C-11]."""
    return max(patterns, key=lambda pattern: (ruleset.pattern_fan[pattern], pattern))


def one_suit(counts: Sequence[int], meld_kinds: Sequence[int]) -> bool:
    """Whether all tiles, melds included, are of one suit [G-8 flush]."""
    return len(suits_of(counts, meld_kinds)) == 1


def suits_of(counts: Sequence[int], meld_kinds: Sequence[int]) -> set[int]:
    """The suits of a hand, melds included."""
    return {kind // 9 for kind in range(27) if counts[kind]} | {kind // 9 for kind in meld_kinds}


def _seven_pairs_patterns(counts: Sequence[int], is_flush: bool) -> set[int]:
    """Seven pairs, and dragon seven pairs with one, two or three fours of a kind [G-7 pairs]."""
    shown = {SEVEN_PAIRS}
    if is_flush:
        shown.add(FLUSH_SEVEN_PAIRS)
    if 4 in counts:
        shown.add(DRAGON_SEVEN_PAIRS)
        if is_flush:
            shown.add(FLUSH_DRAGON_SEVEN_PAIRS)
    return shown


def _standard_patterns(reading: Reading, meld_kinds: Sequence[int], is_flush: bool) -> set[int]:
    """The patterns of four sets and a pair [G-7] [G-S1] [D-4]."""
    shown: set[int] = set()
    if is_all_triplets(reading):
        shown.add(ALL_TRIPLETS)
        if is_flush:
            shown.add(FLUSH_TRIPLETS)
        if is_258(reading, meld_kinds):
            shown.add(TRIPLETS_258)
    if is_flush and is_terminals(reading, meld_kinds):
        shown.add(FLUSH_TERMINALS)
    return shown


def is_all_triplets(reading: Reading) -> bool:
    """Whether every concealed set is a triplet; melds are triplets or kongs anyway [G-8]."""
    return not any(group.is_run for group in reading.groups)


def is_258(reading: Reading, meld_kinds: Sequence[int]) -> bool:
    """Whether all triplets and the pair are of rank 2, 5 or 8 [D-4 triplets]."""
    kinds = [group.kind for group in reading.groups] + [reading.pair, *meld_kinds]
    return all(kind % 9 in _RANKS_258 for kind in kinds)


def is_terminals(reading: Reading, meld_kinds: Sequence[int]) -> bool:
    """Whether every set and the pair holds a 1 or a 9 [D-4 terminals]."""
    runs = [group.kind % 9 for group in reading.groups if group.is_run]
    others = [group.kind for group in reading.groups if not group.is_run]
    same = [kind % 9 for kind in (*others, reading.pair, *meld_kinds)]
    return all(start in (0, 6) for start in runs) and all(rank in _TERMINALS for rank in same)
