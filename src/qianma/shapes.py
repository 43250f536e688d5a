"""Shapes of hands: complete, ready distance, waits, readings. Knows nothing of rulesets.

A hand is given as 27 counts of the concealed tiles, and where it matters a second 27 counts of the
tiles in own melds. Since every meld is worth one set, 14 - 3n concealed tiles are a hand to be
completed and 13 - 3n a hand that waits.

>>> from qianma.tiles import CODES, count_tiles, parse_tiles
>>> hand = count_tiles(parse_tiles("23m55m456p789p345s"))
>>> ready_distance(hand), [CODES[kind] for kind in waits(hand)]
(0, ['1m', '4m'])
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from qianma.shape_tables import (
    IMPOSSIBLE,
    MOST_SETS,
    NEAR_PAIRS,
    NEAR_SETS,
    PAIRS,
    POWERS,
    SETS,
    SIZE,
    suit_index,
    suit_needs,
)
from qianma.suit_classes import suit_classes
from qianma.table_building import completeness
from qianma.tiles import COPIES, KINDS, TileError

FULL_HAND: Final = 14
NO_MELDS: Final = (0,) * KINDS


class Group(NamedTuple):
    """A set of a reading: a run of three, or a triplet.

    `kind` is its lowest tile.
    """

    kind: int
    is_run: bool


class Reading(NamedTuple):
    """One way to split the concealed tiles of a complete hand.

    In the standard shape `groups` are the concealed sets and `pair` is the pair's kind. As seven
    pairs `groups` is empty and `pair` is -1.
    """

    groups: tuple[Group, ...]
    pair: int

    @property
    def is_seven_pairs(self) -> bool:
        """Whether the hand is read as seven pairs."""
        return self.pair < 0


def is_complete(counts: Sequence[int]) -> bool:
    """Whether 14 - 3n concealed tiles complete a hand with n melds [C-10].

    Seven pairs need all fourteen tiles concealed. Raises `TileError` for counts that are no hand.
    """
    if _check(counts) % 3 != 2:
        return False
    table = completeness()
    flags = table[suit_index(counts, 0)] & table[suit_index(counts, 1)]
    return is_complete_flags(flags & table[suit_index(counts, 2)], sum(counts) == FULL_HAND)


def is_complete_flags(flags: int, no_meld: bool) -> bool:
    """Whether the flags that all three suits share make a complete hand."""
    return bool(flags & SETS) or (no_meld and bool(flags & PAIRS))


def may_be_ready(indices: Sequence[int], no_meld: bool) -> bool:
    """Whether one tile could complete the hand with these suit indices.

    Without melds this is the whole truth; with melds that tile may be one whose four copies the
    player holds (C-12).
    """
    table = completeness()
    first, second, third = table[indices[0]], table[indices[1]], table[indices[2]]
    complete, near = SETS, NEAR_SETS
    if no_meld:
        complete, near = SETS | PAIRS, NEAR_SETS | NEAR_PAIRS
    one_away = (
        ((first & near) >> 2 & second & third)
        | (first & (second & near) >> 2 & third)
        | (first & second & (third & near) >> 2)
    )
    return bool(one_away & complete)


def waits(counts: Sequence[int], melded: Sequence[int] = NO_MELDS) -> list[int]:
    """The kinds that complete a hand of 13 - 3n concealed tiles [C-12].

    `melded` counts the tiles in own melds: a kind of which hand and melds hold all four is no wait.
    Raises `TileError` for counts that are no hand.
    """
    if _check(counts) % 3 != 1:
        return []
    indices = [suit_index(counts, suit) for suit in range(3)]
    no_meld = sum(counts) == FULL_HAND - 1
    if not may_be_ready(indices, no_meld):
        return []
    table = completeness()
    found: list[int] = []
    for suit in range(3):
        others = table[indices[suit - 1]] & table[indices[suit - 2]]
        if not others & (SETS | PAIRS):
            continue
        for place in range(9):
            kind = suit * 9 + place
            if counts[kind] + melded[kind] >= COPIES:
                continue
            if is_complete_flags(others & table[indices[suit] + POWERS[place]], no_meld):
                found.append(kind)
    return found


def is_ready(counts: Sequence[int], melded: Sequence[int] = NO_MELDS) -> bool:
    """Whether a hand of 13 - 3n concealed tiles waits for some kind (C-12)."""
    return bool(waits(counts, melded))


def ready_distance(counts: Sequence[int], melded: Sequence[int] = NO_MELDS) -> int:
    """The least number of tiles to exchange until the hand is ready.

    0 means ready. A hand that still has to discard (14 - 3n tiles) has the distance of its best
    discard, and -1 when it is complete. A kind counts up to four times in hand and melds together,
    and one whose four copies are held is not waited for (C-12). Raises `TileError` for counts that
    are no hand.
    """
    total = _check(counts)
    sets = MOST_SETS - (FULL_HAND - total) // 3
    needs = [_needs(counts, melded, suit) for suit in range(3)]
    missing = fewest_missing(needs[0], needs[1], needs[2], sets)
    if total >= FULL_HAND - 1:
        missing = min(missing, 7 - sum(count // 2 for count in counts))
    return missing - 1


def fewest_missing(
    first: Sequence[int], second: Sequence[int], third: Sequence[int], sets: int
) -> int:
    """The fewest tiles that three suits together lack for `sets` sets and a pair.

    Each suit is given by its ten numbers, entry `sets + 5 * pair`.
    """
    fewest = IMPOSSIBLE
    for one in range(sets + 1):
        bare, paired = first[one], first[one + 5]
        for two in range(sets + 1 - one):
            three = sets - one - two
            without = bare + second[two]
            with_pair = min(without + third[three + 5], bare + second[two + 5] + third[three])
            fewest = min(fewest, with_pair, paired + second[two] + third[three])
    return fewest


def readings(counts: Sequence[int]) -> list[Reading]:
    """All ways to read 14 - 3n concealed tiles as complete; none when they are not.

    Raises `TileError` for counts that are no hand.
    """
    if _check(counts) % 3 != 2:
        return []
    rest = list(counts)
    found: list[Reading] = []
    for pair in range(KINDS):
        if rest[pair] >= 2:
            rest[pair] -= 2
            found.extend(Reading(groups, pair) for groups in _splits(rest, 0))
            rest[pair] += 2
    if sum(counts) == FULL_HAND and all(count % 2 == 0 for count in counts):
        found.append(Reading((), -1))
    return found


def _splits(counts: list[int], start: int) -> Iterator[tuple[Group, ...]]:
    """All ways to split counts into sets; `counts` is changed and restored meanwhile."""
    kind = start
    while kind < KINDS and not counts[kind]:
        kind += 1
    if kind == KINDS:
        yield ()
        return
    if counts[kind] >= 3:
        counts[kind] -= 3
        for others in _splits(counts, kind):
            yield (Group(kind, False), *others)
        counts[kind] += 3
    if kind % 9 <= 6 and counts[kind + 1] and counts[kind + 2]:
        for step in range(3):
            counts[kind + step] -= 1
        for others in _splits(counts, kind):
            yield (Group(kind, True), *others)
        for step in range(3):
            counts[kind + step] += 1


def _needs(counts: Sequence[int], melded: Sequence[int], suit: int) -> Sequence[int]:
    index = suit_index(counts, suit)
    places = range(suit * 9, suit * 9 + 9)
    if any(melded[kind] for kind in places):
        limits = SIZE - 1
        for place, kind in enumerate(places):
            limits -= melded[kind] * POWERS[place]
        return suit_needs(index, limits)
    classes = suit_classes()
    return classes.needs[classes.of_suit[index]]


def _check(counts: Sequence[int]) -> int:
    """The number of tiles of a hand, 1 to 14 and not a multiple of three."""
    if len(counts) != KINDS:
        raise TileError(f"a hand has {KINDS} counts, not {len(counts)}")
    if min(counts) < 0 or max(counts) > COPIES:
        raise TileError(f"a count is not from 0 to {COPIES}")
    total = sum(counts)
    if total > FULL_HAND or total % 3 == 0:
        raise TileError(f"{total} concealed tiles are no hand: 13 or 14, less 3 for each meld")
    return total
