"""Walls: the physical wall and its dealing (C-3, C-4), and the generator `shake256-1`.

The generator turns a secret key into dice and wall so that a seed means the same deal everywhere,
and whoever sees some tiles can compute nothing about the rest. What players do by chance comes from
elsewhere (`chance`), so their luck never moves the wall.
"""

import hashlib
from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from qianma.tiles import COPIES, KINDS, TILES

GENERATOR: Final = "shake256-1"
KEY_BYTES: Final = 32
STACKS: Final = TILES // 2
NO_CONTRIBUTIONS: Final = (b"", b"", b"", b"")

_SORTED_WALL: Final = bytes(kind for kind in range(KINDS) for _ in range(COPIES))
_FIRST_STACK: Final = (0, 41, 27, 14)
"""The right end of each side, counted counter-clockwise from the dealer's."""


class Deal:
    """A dealt hand: 13 kinds for each seat and the other 56 in the order they are drawn."""

    __slots__ = ("deal", "wall")

    def __init__(self, deal: tuple[bytes, bytes, bytes, bytes], wall: bytes) -> None:
        self.deal = deal
        self.wall = wall


class Shuffle:
    """What the generator yields for a hand: dice, the physical wall, and in hand 1 the dealer.

    Place `2k` of the wall is the upper, `2k + 1` the lower tile of stack k.
    """

    __slots__ = ("dice", "first_dealer", "tiles")

    def __init__(self, first_dealer: int | None, dice: tuple[int, int], tiles: bytes) -> None:
        self.first_dealer = first_dealer
        self.dice = dice
        self.tiles = tiles


_BLOCK: Final = 136
"""Bytes that SHAKE-256 yields at a time."""


class Stream:
    """Fair numbers from the byte stream SHAKE-256 of a seed.

    >>> stream = Stream(b"an example")
    >>> all(stream.below(6) < 6 for _ in range(1000))
    True
    """

    __slots__ = ("_bytes", "_place", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed: bytes = seed
        self._bytes: bytes = hashlib.shake_256(seed).digest(_BLOCK)
        self._place: i64 = 0

    def below(self, bound: i64) -> i64:
        """The next number from 0 to `bound` - 1, each equally likely (bound 2 to 256)."""
        while True:
            if self._place == len(self._bytes):
                self._bytes = hashlib.shake_256(self._seed).digest(2 * len(self._bytes))
            byte: i64 = self._bytes[self._place]
            self._place += 1
            number = byte % bound
            # Of the bytes from the last multiple of `bound` below 256 on, not all are there.
            if byte - number <= 256 - bound:
                return number


def seed_key(seed: int, match: int) -> bytes:
    """The key of a simulated match (numbered from 1) of a seed."""
    return hashlib.sha256(b"qianma seed 1\0%d\0%d" % (seed, match)).digest()


def commitment(key: bytes) -> str:
    """What is published before a hand, in hex, so that its key cannot be changed afterwards."""
    return hashlib.sha256(b"qianma commit 1\0" + key).hexdigest()


def shuffle(key: bytes, hand: int, contributions: Sequence[bytes] = NO_CONTRIBUTIONS) -> Shuffle:
    """Dice and physical wall of a hand, numbered from 1 in its match."""
    label = b"qianma wall 1\0" + key + b"".join(contributions)
    stream = Stream(label + hand.to_bytes(4, "big"))
    first_dealer = stream.below(4) if hand == 1 else None
    dice = (stream.below(6) + 1, stream.below(6) + 1)
    tiles = vec[u8](_SORTED_WALL)
    place: i64
    for place in range(TILES - 1, 0, -1):
        other = stream.below(place + 1)
        tile = tiles[place]
        tiles[place] = tiles[other]
        tiles[other] = tile
    return Shuffle(first_dealer, dice, bytes(tiles))


def break_stack(dice: tuple[int, int]) -> int:
    """The number of the stack that is drawn first [C-3]."""
    return (_FIRST_STACK[break_side(dice)] + min(dice[0], dice[1])) % STACKS


def break_side(dice: tuple[int, int]) -> int:
    """The side that is broken, counted counter-clockwise from the dealer's as 0 [C-3 side]."""
    return (dice[0] + dice[1] - 1) % 4


def deal(tiles: bytes, dice: tuple[int, int], dealer: int) -> Deal:
    """Break and deal the physical wall [C-4]: three rounds of four, then one each."""
    start = 2 * break_stack(dice)
    order = tiles[start:] + tiles[:start]
    hands: list[bytes] = [b"", b"", b"", b""]
    turn: i64
    for turn in range(4):
        hand = BytesWriter()
        round_: i64
        for round_ in range(3):
            place: i64
            for place in range(16 * round_ + 4 * turn, 16 * round_ + 4 * turn + 4):
                hand.append(order[place])
        hand.append(order[48 + turn])
        hands[(dealer + turn) % 4] = hand.getvalue()
    return Deal((hands[0], hands[1], hands[2], hands[3]), order[52:])
