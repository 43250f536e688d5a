"""Chance for players' own choices: quick, repeatable, and apart from the walls (C-3).

Whoever needs numbers that nobody can predict takes `walls.Stream`; what a built-in player does by
chance only has to be fair and to follow from a seed.
"""

import hashlib
from typing import Final

from librt.strings import read_i64_le
from mypy_extensions import i64

_MASK: Final = (1 << 62) - 1
_FACTOR: Final = 2862933555777941757
_STEP: Final = 3037000493


class Chance:
    """Numbers that follow from a seed: a linear congruential generator modulo 2**62.

    Its factor is from L'Ecuyer's tables; of each state only the upper half is used.

    >>> chance = Chance(1)
    >>> all(chance.below(6) < 6 for _ in range(1000))
    True
    """

    __slots__ = ("_state",)

    def __init__(self, seed: i64) -> None:
        self._state: i64 = seed & _MASK

    def below(self, bound: i64) -> i64:
        """The next number from 0 to `bound` - 1 (bound up to 2**31).

        How often each comes differs by less than `bound` in 2**31.
        """
        self._state = (self._state * _FACTOR + _STEP) & _MASK
        return (self._state >> 31) * bound >> 31


def chance_of(label: bytes) -> Chance:
    """The chance that follows from a label, which it does not tell."""
    return Chance(read_i64_le(hashlib.sha256(label).digest(), 0))


def player_chances(key: bytes, hand: int) -> list[Chance]:
    """The chances of the four seats' built-in players in hand `hand` of the match with this key."""
    seeds = hashlib.sha256(b"qianma player 1\0" + key + hand.to_bytes(4, "big")).digest()
    return [Chance(read_i64_le(seeds, 8 * seat)) for seat in range(4)]
