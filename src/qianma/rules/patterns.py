"""Basic patterns: what a complete hand is called and how many fan it is worth."""

from typing import Final

from mypy_extensions import i64

from qianma.counts import FULL_HAND
from qianma.holding import Holding
from qianma.ruleset import ABSENT, Ruleset
from qianma.settings import PATTERNS
from qianma.tiles import KINDS

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


def patterns_of(ruleset: Ruleset, hand: Holding, opening: i64 = NO_OPENING) -> i64:
    """All patterns of the ruleset that a complete hand shows in any of its readings, as bits.

    The winning tile is among the concealed ones. Whatever is not listed in a ruleset does not exist
    there, and the hand is what remains.
    """
    shown: i64 = 1 << PLAIN
    if opening != NO_OPENING:
        shown |= 1 << opening
    is_flush = one_suit(hand)
    if is_flush:
        shown |= 1 << FULL_FLUSH
    if is_seven_pairs(hand):
        shown |= _seven_pairs_patterns(hand, is_flush)
    shown |= _standard_patterns(hand, is_flush)
    fans = ruleset.pattern_fan
    pattern: i64
    for pattern in range(len(PATTERNS)):
        if shown >> pattern & 1 == 1 and fans[pattern] == ABSENT:
            shown ^= 1 << pattern
    return shown


def best_pattern(ruleset: Ruleset, patterns: i64) -> i64:
    """The one pattern that counts: the most fan, and among equals the rarest [C-11]."""
    fans = ruleset.pattern_fan
    best: i64 = -1
    most: i64 = 0
    pattern: i64
    for pattern in range(len(PATTERNS)):
        if patterns >> pattern & 1 == 1:
            fan: i64 = fans[pattern]
            if best < 0 or fan >= most:
                best = pattern
                most = fan
    return best


def one_suit(hand: Holding) -> bool:
    """Whether all tiles, melds included, are of one suit [G-8 flush]."""
    suits = hand.suits()
    return suits & (suits - 1) == 0


def is_seven_pairs(hand: Holding) -> bool:
    """Whether all fourteen tiles are concealed and make pairs; four of a kind are two."""
    if hand.total != FULL_HAND:
        return False
    kind: i64
    for kind in range(KINDS):
        if hand.counts[kind] & 1 != 0:
            return False
    return True


def _seven_pairs_patterns(hand: Holding, is_flush: bool) -> i64:
    """Seven pairs, and dragon seven pairs with one, two or three fours of a kind [G-7 pairs]."""
    shown: i64 = 1 << SEVEN_PAIRS
    if is_flush:
        shown |= 1 << FLUSH_SEVEN_PAIRS
    if _holds_four(hand):
        shown |= 1 << DRAGON_SEVEN_PAIRS
        if is_flush:
            shown |= 1 << FLUSH_DRAGON_SEVEN_PAIRS
    return shown


def _holds_four(hand: Holding) -> bool:
    kind: i64
    for kind in range(KINDS):
        if hand.counts[kind] == 4:
            return True
    return False


def _standard_patterns(hand: Holding, is_flush: bool) -> i64:
    """The patterns of four sets and a pair [G-7] [G-S1] [D-4]."""
    shown: i64 = 0
    if is_all_triplets(hand):
        shown |= 1 << ALL_TRIPLETS
        if is_flush:
            shown |= 1 << FLUSH_TRIPLETS
        if is_258(hand):
            shown |= 1 << TRIPLETS_258
    if is_flush and is_terminals(hand):
        shown |= 1 << FLUSH_TERMINALS
    return shown


def is_all_triplets(hand: Holding) -> bool:
    """Whether the concealed tiles are triplets and a pair [G-8].

    Melds are triplets or kongs anyway. Counts say it all: a pair alone is two of a kind, a
    triplet three, and nothing else is either.
    """
    pairs: i64 = 0
    kind: i64
    for kind in range(KINDS):
        held = hand.counts[kind]
        if held == 2:
            pairs += 1
        elif held not in {0, 3}:
            return False
    return pairs == 1


def is_258(hand: Holding) -> bool:
    """Whether all tiles of a hand of triplets are of rank 2, 5 or 8 [D-4 triplets]."""
    kind: i64
    for kind in range(KINDS):
        if kind % 3 != 1 and (hand.counts[kind] != 0 or hand.meld_kinds >> kind & 1 == 1):
            return False
    return True


def is_terminals(hand: Holding) -> bool:
    """Whether every set and the pair of a flush holds a 1 or a 9 [D-4 terminals].

    Then runs are 123 or 789: as many 2s as 3s, as many 7s as 8s, and nothing between. What they
    leave of 1s and 9s is triplets and the pair.
    """
    suit: i64
    for suit in range(3):
        if hand.meld_kinds >> (9 * suit + 1) & 127 != 0:
            return False
    start = _suit_of_concealed(hand) * 9
    counts = hand.counts
    if counts[start + 3] != 0 or counts[start + 4] != 0 or counts[start + 5] != 0:
        return False
    if counts[start + 1] != counts[start + 2] or counts[start + 6] != counts[start + 7]:
        return False
    ones = i64(counts[start]) - i64(counts[start + 1])
    nines = i64(counts[start + 8]) - i64(counts[start + 7])
    if ones == 2:
        return nines in {0, 3}
    return nines == 2 and (ones in {0, 3})


def _suit_of_concealed(hand: Holding) -> i64:
    """The suit of the concealed tiles of a flush."""
    if hand.first != 0:
        return 0
    return 1 if hand.second != 0 else 2
