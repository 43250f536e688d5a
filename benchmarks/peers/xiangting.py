"""xiangting (Rust): a hand is 34 counts; given as bytes it is more than twice as fast as a list."""

from benchmarks.measuring import Work, calls
from benchmarks.peers import XIANGTING

_HONOURS = bytes(7)
_READY = 1
"""Its replacement number is one more than the ready distance."""


class NecessaryTiles:
    """`calculate_necessary_tiles`: for a ready hand, its waits as a mask."""

    def __init__(self, hands: list[bytes]) -> None:
        module = XIANGTING.load("xiangting")
        self._function = module.calculate_necessary_tiles
        self._hands = [hand + _HONOURS for hand in hands]
        self._players = [module.PlayerCount.FOUR] * len(hands)

    def work(self) -> Work:
        """One call for each hand."""
        return calls(self._function, self._hands, self._players)

    def waits(self) -> list[list[int]]:
        """The waits of each hand; none when it is not ready."""
        answers = map(self._function, self._hands, self._players)
        return [_kinds(tiles) if number == _READY else [] for number, tiles in answers]


def _kinds(mask: int) -> list[int]:
    return [kind for kind in range(27) if mask >> kind & 1]
