"""The player `random`: any legal action, each as likely as the others."""

from typing import ClassVar

from mypy_extensions import i64

from qianma.chance import Chance
from qianma.players.base import Player
from qianma.state import State


class Random(Player):
    """Plays at random."""

    name: ClassVar[str] = "random"

    def pick(self, state: State, seat: i64, chance: Chance) -> i64:
        """One of the legal actions at random."""
        place: i64 = chance.below(state.code_count) if state.code_count > 1 else 0
        return i64(state.codes[place])
