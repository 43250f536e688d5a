"""Building the per-suit tables, when they are first asked for."""

from functools import cache
from itertools import product

from qianma.shape_tables import (
    MOST_SETS,
    MOST_TILES,
    NEAR_PAIRS,
    NEAR_SETS,
    PAIRS,
    POWERS,
    RUNS,
    SETS,
    SIZE,
    TRIPLETS,
    suit_counts,
)


@cache
def completeness() -> bytearray:
    """For each suit index the flags `SETS`, `PAIRS`, `NEAR_SETS` and `NEAR_PAIRS`.

    The pair needs no flag of its own: the number of tiles of a suit says whether it must hold one.
    """
    table = bytearray(SIZE)
    groups = _sums_of_sets()
    complete = {index for sums in groups for index in sums}
    for sums in groups:
        for index in sums:
            counts = suit_counts(index)
            complete.update(
                index + 2 * power for power, count in zip(POWERS, counts, strict=True) if count <= 2
            )
    _mark(table, complete, SETS, NEAR_SETS)
    paired = {
        sum(count * power for count, power in zip(counts, POWERS, strict=True))
        for counts in product((0, 2, 4), repeat=9)
        if sum(counts) <= MOST_TILES
    }
    _mark(table, paired, PAIRS, NEAR_PAIRS)
    return table


def _sums_of_sets() -> list[set[int]]:
    """Suit indices that are 0, 1, 2, 3 and 4 sets."""
    sums = [{0}]
    for _ in range(MOST_SETS):
        larger: set[int] = set()
        for index in sums[-1]:
            counts = suit_counts(index)
            larger.update(index + TRIPLETS[place] for place in range(9) if counts[place] <= 1)
            larger.update(
                index + RUNS[start] for start in range(7) if max(counts[start : start + 3]) < 4
            )
        sums.append(larger)
    return sums


def _mark(table: bytearray, indices: set[int], flag: int, near_flag: int) -> None:
    for index in indices:
        table[index] |= flag
        rest = index
        for power in POWERS:
            if rest % 5:
                table[index - power] |= near_flag
            rest //= 5


def missing_tiles() -> list[bytes]:
    """How many tiles a suit lacks until it holds given sets and a given pair.

    Entry `sets + 5 * pair` (sets 0 to 4, pair 0 or 1) is a table over suit indices. It supposes
    that every kind can be had four times; `suit_needs` is for suits with melds.

    Sets of suit indices are held as large integers, one bit an index, because then a step such as
    "one tile fewer" is one shift for all indices at once.
    """
    everything = (1 << SIZE) - 1
    can_lose = [everything ^ _indices_with_digit(place, 0) for place in range(9)]
    can_gain = [everything ^ _indices_with_digit(place, 4) for place in range(9)]
    groups = _sums_of_sets()
    tables: list[bytes] = []
    for pair in (0, 1):
        for sets in range(MOST_SETS + 1):
            targets = groups[sets] if not pair else _with_pair(groups[sets])
            enough = _bits(targets)
            for place in range(9):
                for _ in range(4):
                    enough |= (enough & can_gain[place]) << POWERS[place]
            tables.append(_distances(enough, can_lose, everything))
    return tables


def _bits(indices: set[int]) -> int:
    packed = bytearray(SIZE // 8 + 1)
    for index in indices:
        packed[index >> 3] |= 1 << (index & 7)
    return int.from_bytes(packed, "little")


def _with_pair(indices: set[int]) -> set[int]:
    return {
        index + 2 * power
        for index in indices
        for count, power in zip(suit_counts(index), POWERS, strict=True)
        if count <= 2
    }


def _indices_with_digit(place: int, digit: int) -> int:
    """The suit indices whose count at `place` is `digit`, as a set of bits."""
    power = POWERS[place]
    bits: int = ((1 << power) - 1) << digit * power
    done = 5 * power
    while done < SIZE:
        added = min(done, SIZE - done)
        bits |= (bits & (1 << added) - 1) << done
        done += added
    return bits


def _distances(enough: int, can_lose: list[int], everything: int) -> bytes:
    """For each index the number of tiles between it and the set of bits `enough`.

    The numbers are summed in four binary digits, each a set of bits.
    """
    digits = [0, 0, 0, 0]
    reached = enough
    while reached != everything:
        carry = everything ^ reached
        for place in range(4):
            digits[place], carry = digits[place] ^ carry, digits[place] & carry
        fewer = 0
        for place in range(9):
            fewer |= (reached & can_lose[place]) >> POWERS[place]
        reached |= fewer
    total = 0
    for place in range(4):
        worth = bytes([0] * 49 + [1 << place] + [0] * 206)
        text = f"{digits[place]:0{SIZE}b}".encode().translate(worth)
        total += int.from_bytes(text, "big")
    return total.to_bytes(SIZE, "little")
