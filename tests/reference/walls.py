"""The wall generator ``shake256-1``: SHAKE-256 stream, dice, physical wall, deal (C-3, C-4)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

STREAM_BYTES = 65536


class Stream:
    """The byte stream of one hand, and numbers drawn from it without bias."""

    def __init__(self, key: bytes, contributions: Sequence[bytes], number: int) -> None:
        if len(key) != 32:
            raise ValueError("a key has 32 bytes")
        data = b"qianma wall 1" + b"\x00" + key + b"".join(contributions)
        data += number.to_bytes(4, "big")
        self._bytes = hashlib.shake_256(data).digest(STREAM_BYTES)
        self._next = 0

    def below(self, limit: int) -> int:
        """The next number below ``limit``: bytes that would favour small numbers are dropped."""
        while True:
            byte = self._bytes[self._next]
            self._next += 1
            if byte < 256 - 256 % limit:
                return byte % limit


@dataclass(frozen=True)
class Shuffle:
    """What the stream of one hand yields."""

    first_dealer: int | None
    dice: tuple[int, int]
    physical: tuple[int, ...]
    """108 kinds; place 2k is the upper, 2k + 1 the lower tile of stack k."""


def generate(key: bytes, contributions: Sequence[bytes], number: int) -> Shuffle:
    """First dealer (hand 1 only), dice and physical wall of a hand."""
    stream = Stream(key, contributions, number)
    first_dealer = stream.below(4) if number == 1 else None
    dice = (stream.below(6) + 1, stream.below(6) + 1)
    tiles = [kind for kind in range(27) for _ in range(4)]
    for place in range(len(tiles) - 1, 0, -1):
        other = stream.below(place + 1)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return Shuffle(first_dealer, dice, tuple(tiles))


def break_stack(dice: Sequence[int]) -> int:
    """The first stack that is taken (C-3).

    Stacks are numbered clockwise from the right end of the dealer's side. The right ends of the
    sides, counted counter-clockwise from the dealer's own, are 0, 41, 27 and 14.
    """
    right_end = (0, 41, 27, 14)[(sum(dice) - 1) % 4]
    return (right_end + min(dice)) % 54


def drawing_order(physical: Sequence[int], dice: Sequence[int]) -> list[int]:
    """All 108 tiles in the order they are taken."""
    start = break_stack(dice)
    order: list[int] = []
    for step in range(54):
        stack = (start + step) % 54
        order += [physical[2 * stack], physical[2 * stack + 1]]
    return order


def deal(
    physical: Sequence[int], dice: Sequence[int], dealer: int
) -> tuple[list[list[int]], list[int]]:
    """Thirteen tiles for each seat and the other 56, head first (C-4)."""
    order = drawing_order(physical, dice)
    hands: list[list[int]] = [[], [], [], []]
    for size in (4, 4, 4, 1):
        for step in range(4):
            hands[(dealer + step) % 4] += order[:size]
            order = order[size:]
    return hands, order


def seed_key(seed: int, match_number: int) -> bytes:
    """The key of one match of a simulation, matches counted from 1."""
    text = b"qianma seed 1\x00" + str(seed).encode() + b"\x00" + str(match_number).encode()
    return hashlib.sha256(text).digest()


def commitment(key: bytes) -> str:
    """What is published before the key."""
    return hashlib.sha256(b"qianma commit 1\x00" + key).hexdigest()
