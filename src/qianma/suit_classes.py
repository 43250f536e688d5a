"""Suits by what they lack: few classes stand for all suits, so that small tables join them.

The ten numbers of a suit (`missing_tiles`) take only 126 different values; suits with the same ten
numbers are of one *class*. Two suits joined are again of few classes. So the ready distance of a
hand without melds is three look-ups by suit and two in tables that fit the nearest caches.
"""

from functools import cache
from typing import Final, NamedTuple

from qianma.shape_tables import IMPOSSIBLE, MOST_SETS
from qianma.table_building import missing_tiles

CLASSES: Final = 128
"""The length of a row in the tables; more than there are classes of one suit."""

Needs = tuple[int, ...]
"""How many tiles are missing; entry `sets + 5 * pair`."""


class SuitClasses(NamedTuple):
    """The tables that lead from three suit indices to the tiles that a hand lacks."""

    of_suit: bytes
    """The class of each suit index."""
    needs: list[Needs]
    """The ten numbers of each class."""
    of_pair: bytes
    """The joint class of two suits, at `CLASSES * first + second`."""
    joint_needs: list[Needs]
    """The ten numbers of each joint class."""


class _Numbering(dict[Needs, int]):
    """Numbers what it is asked for in the order of asking."""

    def __missing__(self, key: Needs) -> int:
        number = len(self)
        self[key] = number
        return number


@cache
def suit_classes() -> SuitClasses:
    """The classes of suits and of pairs of suits; takes half a second and is then kept."""
    single = _Numbering()
    of_suit = bytes(map(single.__getitem__, zip(*missing_tiles(), strict=True)))
    needs = list(single)
    joint = _Numbering()
    of_pair = bytearray(CLASSES * CLASSES)
    for one, first in enumerate(needs):
        for two, second in enumerate(needs[: one + 1]):
            number = joint[join(first, second)]
            of_pair[CLASSES * one + two] = number
            of_pair[CLASSES * two + one] = number
    return SuitClasses(of_suit, needs, bytes(of_pair), list(joint))


@cache
def missing_of_joint() -> bytes:
    """The tiles that a hand lacks for its sets and a pair, by sets, joint class and class.

    The entry for `sets` sets to be concealed, a joint class of two suits and a class of the third
    is at `CLASSES * (sets * number of joint classes + joint class) + class`.
    """
    classes = suit_classes()
    table = bytearray(CLASSES * len(classes.joint_needs) * (MOST_SETS + 1))
    for two, first in enumerate(classes.joint_needs):
        for one, second in enumerate(classes.needs):
            numbers = join(first, second)
            for sets in range(MOST_SETS + 1):
                row = sets * len(classes.joint_needs) + two
                table[CLASSES * row + one] = numbers[sets + 5]
    return bytes(table)


def join(first: Needs, second: Needs) -> Needs:
    """The ten numbers of two suits together: the best way to share out the sets and the pair."""
    numbers = [IMPOSSIBLE] * 10
    for one in range(MOST_SETS + 1):
        bare, paired = first[one], first[one + 5]
        for two in range(MOST_SETS + 1 - one):
            sets = one + two
            numbers[sets] = min(numbers[sets], bare + second[two])
            numbers[sets + 5] = min(numbers[sets + 5], bare + second[two + 5], paired + second[two])
    return tuple(numbers)
