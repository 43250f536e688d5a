"""PyMahjongGB (C++): the fan of Chinese official rules."""

from itertools import repeat

from benchmarks.measuring import Work, calls
from benchmarks.peers import PYMAHJONGGB

_SUITS = "WBT"
"""Characters, dots, bamboo."""
_SELF_DRAWN = (0, True, False, False, False, 0, 0)
"""No flowers; self-drawn; not the fourth tile, about no kong, not the last tile; east, east."""


class Fans:
    """`MahjongFanCalculator` on concealed, self-drawn hands, given by the names of their tiles."""

    def __init__(self, hands: list[bytes], winning: list[int]) -> None:
        self._function = PYMAHJONGGB.load("MahjongGB").MahjongFanCalculator
        self._winning = [_name(kind) for kind in winning]
        self._hands = [_names(hand, kind) for hand, kind in zip(hands, winning, strict=True)]

    def work(self) -> Work:
        """One call for each hand."""
        packs: list[tuple[()]] = [()] * len(self._hands)
        circumstances = [repeat(given) for given in _SELF_DRAWN]
        return calls(self._function, packs, self._hands, self._winning, *circumstances)

    def wins(self) -> list[bool]:
        """Which of the hands it values at all."""
        return [
            self._is_won(hand, tile) for hand, tile in zip(self._hands, self._winning, strict=True)
        ]

    def _is_won(self, hand: tuple[str, ...], winning: str) -> bool:
        try:
            fans = self._function((), hand, winning, *_SELF_DRAWN)
        except TypeError:
            return False
        return bool(fans)


def _name(kind: int) -> str:
    return f"{_SUITS[kind // 9]}{kind % 9 + 1}"


def _names(hand: bytes, winning: int) -> tuple[str, ...]:
    """The thirteen tiles that the winning one is added to."""
    rest = bytearray(hand)
    rest[winning] -= 1
    return tuple(_name(kind) for kind, count in enumerate(rest) for _ in range(count))
