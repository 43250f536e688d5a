"""The tiles of one player, concealed and melded, kept so that any question is a few look-ups.

>>> from qianma.tiles import count_tiles, parse_tile, parse_tiles
>>> hand = Holding.of(count_tiles(parse_tiles("23m55m456p789p")), [parse_tile("8s")])
>>> hand.total, hand.melds
(10, 1)
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from qianma.counts import FULL_HAND, power, read_counts
from qianma.tiles import COPIES, KINDS, TileError, checked_kind

_NOTHING: Final = bytes(KINDS)


class Holding:
    """The concealed tiles of a player and the tiles in own melds, each as 27 counts.

    Since every meld is worth one set, 14 - 3n concealed tiles are a hand to be completed and
    13 - 3n a hand that waits. `first`, `second` and `third` are the suit indices of the concealed
    tiles, `total` is their number, and bit k of `meld_kinds` says that there is a meld of kind k.
    """

    __slots__ = ("counts", "first", "meld_kinds", "melded", "second", "third", "total")

    def __init__(
        self, counts: vec[u8], melded: vec[u8], first: i64, second: i64, third: i64, total: i64
    ) -> None:
        """Take over two arrays of 27 counts and what follows from them; `of` works that out.

        Raises `TileError` for more than four of a kind, melds included.
        """
        if len(melded) != KINDS:
            raise TileError(f"a hand has {KINDS} counts, not {len(melded)}")
        kinds: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if melded[kind] != 0:
                if i64(melded[kind]) + i64(counts[kind]) > COPIES:
                    raise TileError(f"a count with the melds is not from 0 to {COPIES}")
                kinds |= 1 << kind
        self.counts: vec[u8] = counts
        self.melded: vec[u8] = melded
        self.first: i64 = first
        self.second: i64 = second
        self.third: i64 = third
        self.total: i64 = total
        self.meld_kinds: i64 = kinds

    @classmethod
    def of(
        cls,
        counts: Sequence[int],
        meld_kinds: Sequence[int] | None = None,
        melded: Sequence[int] | None = None,
    ) -> "Holding":
        """The hand of 27 counts and its melds: their kinds, or the 27 counts of their tiles.

        A kind of `meld_kinds` stands for three tiles. Raises `TileError` for counts that are no
        hand.
        """
        own = no_melds() if melded is None else native_counts(melded)
        for kind in meld_kinds or ():
            own[checked_kind(kind)] += 3
        first, second, third, total, _ = read_counts(counts)
        return Holding(native_counts(counts), own, first, second, third, total)

    @property
    def melds(self) -> int:
        """How many melds go with the concealed tiles."""
        return (FULL_HAND - int(self.total)) // 3

    def add(self, kind: i64) -> None:
        """Put one more tile into the hand, of which the caller knows that there is one."""
        self.counts[kind] += 1
        self._shift(kind, 1)
        self.total += 1

    def remove(self, kind: i64) -> None:
        """Take a tile out of the hand, of which the caller knows that it is there."""
        self.counts[kind] -= 1
        self._shift(kind, -1)
        self.total -= 1

    def _shift(self, kind: i64, number: i64) -> None:
        change = number * power(kind % 9)
        if kind < 9:
            self.first += change
        elif kind < 18:
            self.second += change
        else:
            self.third += change

    def suits(self) -> i64:
        """The suits of the hand, melds included: bit 0 for characters, 1 dots, 2 bamboo."""
        shown: i64 = 0
        if self.first != 0 or self.meld_kinds & 511 != 0:
            shown = 1
        if self.second != 0 or self.meld_kinds >> 9 & 511 != 0:
            shown |= 2
        if self.third != 0 or self.meld_kinds >> 18 != 0:
            shown |= 4
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
