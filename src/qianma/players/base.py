"""What every built-in player is."""

from abc import ABC, abstractmethod
from typing import ClassVar

from qianma.state import State
from qianma.walls import Stream


class Player(ABC):
    """Chooses one of a seat's legal actions.

    A player is given the whole state and looks only at what its seat may see (C-16). It keeps
    nothing between decisions, so that a hand can be taken up anywhere.
    """

    name: ClassVar[str]
    version: ClassVar[int] = 1

    @abstractmethod
    def choose(self, state: State, seat: int, codes: list[int], stream: Stream) -> int:
        """One of `codes`, the seat's legal actions; chance comes from `stream` alone."""

    @classmethod
    def kind(cls) -> str:
        """Name and version, as records name a player."""
        return f"{cls.name} {cls.version}"
