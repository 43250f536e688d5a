"""The tiles of one player, concealed and melded, kept so that any question is a few look-ups.

>>> from qianma.tiles import count_tiles, parse_tile, parse_tiles
>>> hand = Holding.of(count_tiles(parse_tiles("23m55m456p789p")), [parse_tile("8s")])
>>> hand.total, hand.melds
(10, 1)
"""

from collections.abc import Iterable, Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from qianma.counts import FULL_HAND, checked_total, power
from qianma.tiles import COPIES, KINDS, TileError, checked_kind

NO_MELDS: Final = (0,) * KINDS

_NOTHING: Final = bytes(KINDS)


class Holding:
    """The concealed tiles of a player and the tiles in own melds, each as 27 counts.

    Since every meld is worth one set, 14 - 3n concealed tiles are a hand to be completed and
    13 - 3n a hand that waits. `indices` are the suit indices of the concealed tiles, `total` is
    their number, and bit k of `meld_kinds` says that there is a meld of kind k.
    """

    __slots__ = ("counts", "indices", "meld_kinds", "melded", "total")

    def __init__(self, counts: vec[u8], melded: vec[u8]) -> None:
        """Take over two arrays of 27 counts; `of` makes them from whatever there is.

        Raises `TileError` for counts that are no hand.
        """
        if len(counts) != KINDS or len(melded) != KINDS:
            wrong = len(melded) if len(counts) == KINDS else len(counts)
            raise TileError(f"a hand has {KINDS} counts, not {wrong}")
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        total: i64 = 0
        kinds: i64 = 0
        place: i64
        for place in range(9):
            one, two, three = i64(counts[place]), i64(counts[place + 9]), i64(counts[place + 18])
            if one > COPIES or two > COPIES or three > COPIES:
                raise TileError(f"a count is not from 0 to {COPIES}")
            total += one + two + three
            weight = power(place)
            first += one * weight
            second += two * weight
            third += three * weight
        for place in range(KINDS):
            if melded[place] != 0:
                if i64(melded[place]) + i64(counts[place]) > COPIES:
                    raise TileError(f"a count with the melds is not from 0 to {COPIES}")
                kinds |= 1 << place
        self.counts: vec[u8] = counts
        self.melded: vec[u8] = melded
        self.indices: vec[i64] = vec[i64]([first, second, third])
        self.total: i64 = checked_total(total)
        self.meld_kinds: i64 = kinds

    @classmethod
    def of(
        cls, counts: Sequence[int], meld_kinds: Iterable[int] = (), melded: Sequence[int] = NO_MELDS
    ) -> "Holding":
        """The hand of 27 counts and its melds: their kinds, or the 27 counts of their tiles.

        A kind of `meld_kinds` stands for three tiles. Raises `TileError` for counts that are no
        hand.
        """
        own = native_counts(melded)
        for kind in meld_kinds:
            own[checked_kind(kind)] += 3
        return Holding(native_counts(counts), own)

    @property
    def melds(self) -> int:
        """How many melds go with the concealed tiles."""
        return (FULL_HAND - int(self.total)) // 3

    def add(self, kind: i64) -> None:
        """Put one more tile into the hand, of which the caller knows that there is one."""
        self.counts[kind] += 1
        self.indices[kind // 9] += power(kind % 9)
        self.total += 1

    def remove(self, kind: i64) -> None:
        """Take a tile out of the hand, of which the caller knows that it is there."""
        self.counts[kind] -= 1
        self.indices[kind // 9] -= power(kind % 9)
        self.total -= 1

    def suits(self) -> i64:
        """The suits of the hand, melds included: bit 0 for characters, 1 dots, 2 bamboo."""
        shown: i64 = 0
        suit: i64
        for suit in range(3):
            if self.indices[suit] != 0 or self.meld_kinds >> (9 * suit) & 511 != 0:
                shown |= 1 << suit
        return shown

    def __repr__(self) -> str:
        return f"<Holding of {self.total} tiles and {self.melds} melds>"


def native_counts(counts: Sequence[int]) -> vec[u8]:
    """Counts as an array. Raises `TileError` for what is no count."""
    if isinstance(counts, bytes):
        return vec[u8](counts)
    try:
        return vec[u8](bytes(counts))
    except (TypeError, ValueError):
        raise TileError(f"a count is not from 0 to {COPIES}") from None


def no_melds() -> vec[u8]:
    """27 counts of nothing."""
    return vec[u8](_NOTHING)
