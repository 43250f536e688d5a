"""How many tiles a hand lacks: three look-ups by suit, and two in small tables."""

from functools import cache

from librt.vecs import vec
from mypy_extensions import i64, u8

from qianma.suit_classes import CLASSES, missing_of_joint, suit_classes


class ClassTables:
    """The tables of `suit_classes` as machine numbers."""

    def __init__(self) -> None:
        classes = suit_classes()
        self.of_suit: vec[u8] = vec[u8](classes.of_suit)
        self.of_pair: vec[u8] = vec[u8](classes.of_pair)
        self.joint_classes: i64 = len(classes.joint_needs)
        self.missing: vec[u8] = vec[u8](missing_of_joint())

    def lacking(self, first: i64, second: i64, third: i64, sets: i64) -> i64:
        """The tiles that three suits, given by their indices, lack for `sets` sets and a pair."""
        return self.lacking_with(self.rest(first, second, sets), third)

    def rest(self, first: i64, second: i64, sets: i64) -> i64:
        """The part of `missing` that is about two suits, given by their indices."""
        one, two = i64(self.of_suit[first]), i64(self.of_suit[second])
        joint = sets * self.joint_classes + i64(self.of_pair[one * CLASSES + two])
        return joint * CLASSES

    def lacking_with(self, rest: i64, third: i64) -> i64:
        """The tiles that a third suit lacks together with two others."""
        return i64(self.missing[rest + i64(self.of_suit[third])])


@cache
def class_tables() -> ClassTables:
    """The tables, made when first asked for."""
    return ClassTables()
