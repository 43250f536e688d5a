"""Hands to ask about: three suits without honours, the same ones on every run.

A hand is 27 counts in bytes, which both our functions and the peers take as they are or after the
conversion that each peer's module makes beforehand.
"""

from random import Random
from typing import Final

KINDS: Final = 27
COPIES: Final = 4


def random_hand(source: Random, tiles: int) -> bytes:
    """So many tiles dealt from the 108."""
    counts = bytearray(KINDS)
    for tile in source.sample(range(KINDS * COPIES), tiles):
        counts[tile // COPIES] += 1
    return bytes(counts)


def complete_hand(source: Random) -> bytes:
    """Fourteen tiles: four sets and a pair, or one time in eight seven pairs."""
    while True:
        counts = bytearray(KINDS)
        if source.randrange(8) == 0:
            for kind in source.sample(range(KINDS), 7):
                counts[kind] += 2
        else:
            for _ in range(4):
                _add_set(source, counts)
            counts[source.randrange(KINDS)] += 2
        if max(counts) <= COPIES:
            return bytes(counts)


def _add_set(source: Random, counts: bytearray) -> None:
    """Three times out of four a run, else a triplet."""
    if source.randrange(4) == 0:
        counts[source.randrange(KINDS)] += 3
        return
    start = 9 * source.randrange(3) + source.randrange(7)
    for kind in range(start, start + 3):
        counts[kind] += 1


def exchanged(source: Random, counts: bytes, number: int) -> bytes:
    """The hand after so many of its tiles were exchanged for random other ones."""
    changed = bytearray(counts)
    for _ in range(number):
        changed[random_tile(source, changed)] -= 1
        changed[source.choice([kind for kind in range(KINDS) if changed[kind] < COPIES])] += 1
    return bytes(changed)


def random_tile(source: Random, counts: bytes | bytearray) -> int:
    """The kind of one of the hand's tiles."""
    return source.choice([kind for kind in range(KINDS) for _ in range(counts[kind])])


def without_a_tile(source: Random, counts: bytes) -> bytes:
    """The hand after one of its tiles went."""
    rest = bytearray(counts)
    rest[random_tile(source, counts)] -= 1
    return bytes(rest)


def half_complete(number: int) -> list[bytes]:
    """Fourteen tiles each, in turn complete and with one tile exchanged."""
    source = Random(1)
    return [exchanged(source, complete_hand(source), place % 2) for place in range(number)]


def of_all_distances(number: int, tiles: int) -> list[bytes]:
    """Thirteen or fourteen tiles each, in turn dealt and made complete with 0 to 3 exchanged."""
    source = Random(2)
    hands = []
    for place in range(number):
        hand = random_hand(source, 14)
        if place % 2:
            hand = exchanged(source, complete_hand(source), place // 2 % 4)
        hands.append(hand if tiles == 14 else without_a_tile(source, hand))
    return hands


def one_tile_short(number: int) -> list[bytes]:
    """Thirteen tiles each: complete hands without one tile, and so ready for that one at least."""
    source = Random(3)
    return [without_a_tile(source, complete_hand(source)) for _ in range(number)]


def complete_hands(number: int) -> tuple[list[bytes], list[int]]:
    """Complete hands and which of their tiles is the winning one."""
    source = Random(4)
    hands = [complete_hand(source) for _ in range(number)]
    return hands, [random_tile(source, hand) for hand in hands]
