"""What every built-in player is."""

from abc import ABC, abstractmethod
from typing import ClassVar

from mypy_extensions import i64, mypyc_attr, u8

from qianma.chance import Chance
from qianma.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Player(ABC):
    """Chooses one of a seat's legal actions.

    A player is given the whole state and looks only at what its seat may see (C-16). It keeps
    nothing between decisions, so that a hand can be taken up anywhere.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1

    @abstractmethod
    def pick(self, state: State, seat: i64, chance: Chance) -> i64:
        """One of the legal actions of the seat; chance comes from `chance` alone.

        They are the first `state.code_count` of `state.codes`, where `options.list_codes` put them.
        """

    def choose(self, state: State, seat: int, codes: list[int], chance: Chance) -> int:
        """One of `codes`, legal actions of the seat."""
        state.code_count = len(codes)
        for place, code in enumerate(codes):
            state.codes[place] = u8(code)
        return self.pick(state, seat, chance)

    @classmethod
    def kind(cls) -> str:
        """Name and version, as records name a player."""
        return f"{cls.name} {cls.version}"
