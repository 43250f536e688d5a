"""27 counts read as what tables are asked with: three suit indices, and how many tiles and pairs.

Of the nine counts of a suit in `bytes` the first (`low`) is taken for itself, the other eight
(`top`) are read as one number, a byte a count, and dealt with all at once.
"""

from collections.abc import Sequence
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64

from qianma.shape_tables import POWERS
from qianma.tiles import COPIES, KINDS, TileError

FULL_HAND: Final = 14

_POWERS: Final = vec[i64](POWERS)


def power(place: i64) -> i64:
    """What one tile of a place counts in a suit index."""
    return _POWERS[place]


def read_counts(counts: Sequence[int]) -> tuple[i64, i64, i64, i64, i64]:
    """The three suit indices of a hand, its number of tiles, and of pairs (four are two pairs).

    `bytes` are quickest. Raises `TileError` for counts that are no hand.
    """
    if isinstance(counts, bytes):
        return _read_bytes(counts)
    if isinstance(counts, list):
        return _read_list(counts)
    try:
        return _read_bytes(bytes(counts))
    except (TypeError, ValueError):
        raise TileError(f"a count is not from 0 to {COPIES}") from None


def _read_bytes(counts: bytes) -> tuple[i64, i64, i64, i64, i64]:
    if len(counts) != KINDS:
        raise TileError(f"a hand has {KINDS} counts, not {len(counts)}")
    low_m, top_m = read_i64_le(counts, 0) & 0xFF, read_i64_le(counts, 1)
    low_p, top_p = read_i64_le(counts, 9) & 0xFF, read_i64_le(counts, 10)
    low_s, top_s = read_i64_le(counts, 18) & 0xFF, read_i64_le(counts, 19)
    if low_m > COPIES or low_p > COPIES or low_s > COPIES or over_four(top_m, top_p, top_s):
        raise TileError(f"a count is not from 0 to {COPIES}")
    total = checked_total(low_m + low_p + low_s + sum_of_bytes(top_m + top_p + top_s))
    pairs = (low_m >> 1) + (low_p >> 1) + (low_s >> 1)
    pairs += sum_of_bytes(halves(top_m) + halves(top_p) + halves(top_s))
    return (
        index_of(low_m, top_m),
        index_of(low_p, top_p),
        index_of(low_s, top_s),
        total,
        pairs,
    )


def _read_list(counts: list[int]) -> tuple[i64, i64, i64, i64, i64]:
    if len(counts) != KINDS:
        raise TileError(f"a hand has {KINDS} counts, not {len(counts)}")
    first: i64 = 0
    second: i64 = 0
    third: i64 = 0
    total: i64 = 0
    pairs: i64 = 0
    place: i64
    for place in range(9):
        one: i64 = counts[place]
        two: i64 = counts[place + 9]
        three: i64 = counts[place + 18]
        if one | two | three < 0 or one > COPIES or two > COPIES or three > COPIES:
            raise TileError(f"a count is not from 0 to {COPIES}")
        weight = power(place)
        first += one * weight
        second += two * weight
        third += three * weight
        total += one + two + three
        pairs += (one >> 1) + (two >> 1) + (three >> 1)
    return (first, second, third, checked_total(total), pairs)


def checked_total(total: i64) -> i64:
    """The number of concealed tiles. Raises `TileError` when no hand has so many."""
    if total > FULL_HAND or total % 3 == 0:
        raise TileError(f"{total} concealed tiles are no hand: 13 or 14, less 3 for each meld")
    return total


def index_of(low: i64, top: i64) -> i64:
    """The suit index of nine counts.

    Eight of them are joined with their neighbours in three steps: `first + 5 * second` into two
    bytes each, then `first + 25 * second` into four, then `first + 625 * second`.
    """
    twos = top * 0x105 >> 8 & 0x00FF00FF00FF00FF
    fours = twos * 0x10019 >> 16 & 0x0000FFFF0000FFFF
    return low + ((fours & 0xFFFF) + (fours >> 32) * 625) * 5


def halves(eight: i64) -> i64:
    """Eight counts divided by two, rounded down."""
    return eight >> 1 & 0x0303030303030303


def sum_of_bytes(eight: i64) -> i64:
    """The sum of eight bytes, when it is less than 256."""
    return eight * 0x0101010101010101 >> 56 & 0xFF


def over_four(first: i64, second: i64, third: i64) -> bool:
    """Whether one of these bytes, eight in each number, is more than four.

    Up to four, adding three sets none but the three lowest bits of a byte.
    """
    high: i64 = -0x0707070707070708
    if (first | second | third) & high != 0:
        return True
    three: i64 = 0x0303030303030303
    return ((first + three) | (second + three) | (third + three)) & high != 0
