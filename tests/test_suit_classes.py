"""Classes of suits: exactly what the tables of single suits say."""

import random

from qianma.shapes import fewest_missing
from qianma.suit_classes import CLASSES, join, missing_of_joint, suit_classes
from qianma.table_building import missing_tiles


def test_every_suit_has_the_ten_numbers_of_its_class() -> None:
    classes = suit_classes()
    assert len(set(classes.needs)) == len(classes.needs) < CLASSES
    expected = zip(*missing_tiles(), strict=True)
    assert all(
        classes.needs[one] == own for one, own in zip(classes.of_suit, expected, strict=True)
    )


def test_joint_classes_give_what_three_suits_lack() -> None:
    classes = suit_classes()
    table = missing_of_joint()
    chance = random.Random(3)
    for _ in range(2_000):
        suits = [chance.randrange(len(classes.needs)) for _ in range(3)]
        joint = classes.of_pair[CLASSES * suits[0] + suits[1]]
        assert joint == classes.of_pair[CLASSES * suits[1] + suits[0]]
        first, second, third = (classes.needs[suit] for suit in suits)
        assert classes.joint_needs[joint] == join(first, second)
        for sets in range(5):
            row = sets * len(classes.joint_needs) + joint
            expected = fewest_missing(first, second, third, sets)
            assert table[CLASSES * row + suits[2]] == expected
