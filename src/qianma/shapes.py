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

from librt.vecs import vec
from mypy_extensions import i64, u8

from qianma.class_tables import ClassTables, class_tables
from qianma.counts import FULL_HAND, power, read_counts
from qianma.holding import Holding
from qianma.shape_tables import (
    IMPOSSIBLE,
    PAIRS,
    SETS,
    SIZE,
    suit_needs,
)
from qianma.suit_classes import suit_classes
from qianma.table_building import completeness
from qianma.tiles import COPIES, KINDS, TileError

_NO_MELDS: Final = vec[u8](bytes(KINDS))
_FLAGS: Final[list[vec[u8]]] = []
_CLASSES: Final[list[ClassTables]] = []


def suit_flags() -> vec[u8]:
    """The table of completeness, made once."""
    if not _FLAGS:
        _FLAGS.append(vec[u8](completeness()))
    return _FLAGS[0]


def _class_tables() -> ClassTables:
    """The tables of ready distances, made once."""
    if not _CLASSES:
        _CLASSES.append(class_tables())
    return _CLASSES[0]


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


def as_holding(hand: Holding | Sequence[int]) -> Holding:
    """The hand itself, or that of 27 counts without melds."""
    return hand if isinstance(hand, Holding) else Holding.of(hand)


def _with_melds(hand: Holding | Sequence[int], melded: Sequence[int]) -> Holding:
    """The hand of 27 counts beside melds; a `Holding` has its own, so that others are refused."""
    if isinstance(hand, Holding):
        raise TileError("melded: not beside a Holding, which has its own melds")
    return Holding.of(hand, melded=melded)


def is_complete(hand: Holding | Sequence[int]) -> bool:
    """Whether 14 - 3n concealed tiles complete a hand with n melds [C-10].

    The hand is a `Holding` or 27 counts. Seven pairs need all fourteen tiles concealed. Raises
    `TileError` for counts that are no hand.
    """
    if isinstance(hand, Holding):
        return completes_itself(hand)
    first, second, third, total, _ = read_counts(hand)
    return total % 3 == 2 and are_complete(first, second, third, total)


def completes_itself(hand: Holding) -> bool:
    """Whether the hand is complete as it is (C-10)."""
    total = hand.total
    return total % 3 == 2 and are_complete(hand.first, hand.second, hand.third, total)


def are_complete(first: i64, second: i64, third: i64, total: i64) -> bool:
    """Whether suits with these indices are a complete hand of `total` concealed tiles."""
    flags = suit_flags()
    shared = flags[first] & flags[second] & flags[third]
    return shared & SETS != 0 or (shared & PAIRS != 0 and total == FULL_HAND)


def one_away(first: u8, second: u8, third: u8, no_meld: bool) -> bool:
    """Whether one tile would complete a hand whose three suits show these flags.

    Without melds this is the whole truth; with melds that tile may be one whose four copies the
    player holds (C-12).
    """
    shared = (
        ((first >> 2) & second & third)
        | (first & (second >> 2) & third)
        | (first & second & (third >> 2))
    )
    return shared & SETS != 0 or (shared & PAIRS != 0 and no_meld)


def waits(hand: Holding | Sequence[int], melded: Sequence[int] | None = None) -> list[int]:
    """The kinds that complete a hand of 13 - 3n concealed tiles [C-12].

    The hand is a `Holding`, or 27 counts and `melded`, those of the tiles in own melds: a kind of
    which hand and melds hold all four is no wait. Raises `TileError` for counts that are no hand.
    """
    if melded is not None:
        return kinds_of_bits(wait_bits(_with_melds(hand, melded)))
    if isinstance(hand, Holding):
        return kinds_of_bits(wait_bits(hand))
    first, second, third, total, _ = read_counts(hand)
    return kinds_of_bits(_wait_bits(first, second, third, total, _NO_MELDS))


def wait_bits(hand: Holding) -> i64:
    """The waits of a hand: bit k says that kind k completes it (C-12)."""
    return _wait_bits(hand.first, hand.second, hand.third, hand.total, hand.melded)


def _wait_bits(first: i64, second: i64, third: i64, total: i64, melded: vec[u8]) -> i64:
    """The waits of `total` tiles in suits with these indices; `melded` are 27 counts."""
    if total % 3 != 1:
        return 0
    flags = suit_flags()
    one, two, three = flags[first], flags[second], flags[third]
    no_meld = total == FULL_HAND - 1
    if not one_away(one, two, three, no_meld):
        return 0
    wanted = u8(SETS | PAIRS) if no_meld else u8(SETS)
    return (
        _suit_waits(flags, first, (one >> 2) & two & three & wanted, melded, 0)
        | _suit_waits(flags, second, (two >> 2) & one & three & wanted, melded, 9)
        | _suit_waits(flags, third, (three >> 2) & one & two & wanted, melded, 18)
    )


def _suit_waits(flags: vec[u8], index: i64, wanted: u8, melded: vec[u8], start: i64) -> i64:
    """The waits in the suit from kind `start` on, one tile from what the others show too."""
    found: i64 = 0
    if wanted == 0:
        return found
    weight: i64 = 1
    rank: i64
    for rank in range(9):
        # Of a tile that would be the fifth the index means another suit, or none.
        place = index + weight
        if (
            place < SIZE
            and flags[place] & wanted != 0
            and index // weight % 5 + i64(melded[start + rank]) < COPIES
        ):
            found |= 1 << (start + rank)
        weight *= 5
    return found


def kinds_of_bits(bits: i64) -> list[int]:
    """The kinds whose bits are set."""
    kinds: list[int] = []
    start: i64
    for start in range(0, KINDS, 9):
        suit = bits >> start & 511
        kind = start
        while suit != 0:
            if suit & 1 != 0:
                kinds.append(int(kind))
            suit >>= 1
            kind += 1
    return kinds


def is_ready(hand: Holding | Sequence[int], melded: Sequence[int] | None = None) -> bool:
    """Whether a hand of 13 - 3n concealed tiles waits for some kind (C-12)."""
    return bool(waits(hand, melded))


def ready_distance(hand: Holding | Sequence[int], melded: Sequence[int] | None = None) -> int:
    """The least number of tiles to exchange until the hand is ready.

    0 means ready. A hand that still has to discard (14 - 3n tiles) has the distance of its best
    discard, and -1 when it is complete. The hand is a `Holding`, or 27 counts and `melded`, those
    of the tiles in own melds. A kind counts up to four times in hand and melds together, and one
    whose four copies are held is not waited for (C-12). Raises `TileError` for counts that are no
    hand.
    """
    if melded is not None:
        return int(_lacking(_with_melds(hand, melded))) - 1
    if isinstance(hand, Holding):
        return int(_lacking(hand)) - 1
    first, second, third, total, pairs = read_counts(hand)
    return int(_lacking_unlimited(first, second, third, total, pairs)) - 1


def _lacking(hand: Holding) -> i64:
    """How many tiles a hand lacks to be complete."""
    pairs: i64 = 0
    if hand.total >= FULL_HAND - 1:
        kind: i64
        for kind in range(KINDS):
            pairs += i64(hand.counts[kind]) >> 1
    if hand.meld_kinds == 0:
        return _lacking_unlimited(hand.first, hand.second, hand.third, hand.total, pairs)
    needs = [_needs(hand, suit) for suit in range(3)]
    missing = fewest_missing(needs[0], needs[1], needs[2], int(hand.total) // 3)
    return min(missing, 7 - pairs) if hand.total >= FULL_HAND - 1 else missing


def _lacking_unlimited(first: i64, second: i64, third: i64, total: i64, pairs: i64) -> i64:
    """The same where no meld limits what can be drawn."""
    lacking = _class_tables().lacking(first, second, third, total // 3)
    return min(lacking, 7 - pairs) if total >= FULL_HAND - 1 else lacking


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
    if read_counts(counts)[3] % 3 != 2:
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


def _needs(hand: Holding, suit: int) -> Sequence[int]:
    """The ten numbers of a suit whose melds limit what can be drawn."""
    index = int((hand.first, hand.second, hand.third)[suit])
    if not hand.meld_kinds >> (9 * suit) & 511:
        classes = suit_classes()
        return classes.needs[classes.of_suit[index]]
    limits = SIZE - 1
    place: i64
    for place in range(9):
        limits -= int(hand.melded[9 * suit + place]) * int(power(place))
    return suit_needs(index, limits)
