"""The player `random`: any legal action, each as likely as the others."""

from typing import ClassVar

from qianma.players.base import Player
from qianma.state import State
from qianma.walls import Stream


class Random(Player):
    """Plays at random."""

    name: ClassVar[str] = "random"

    def choose(self, state: State, seat: int, codes: list[int], stream: Stream) -> int:
        """One of `codes` at random."""
        return codes[stream.below(len(codes))] if len(codes) > 1 else codes[0]
