"""The player `tsumogiri` (摸打): discards what it drew, claims nothing, takes forced wins."""

from typing import ClassVar

from qianma.actions import PASS
from qianma.players.base import Player
from qianma.state import State
from qianma.walls import Stream


class Tsumogiri(Player):
    """Lets every tile go again."""

    name: ClassVar[str] = "tsumogiri"

    def choose(self, state: State, seat: int, codes: list[int], stream: Stream) -> int:
        """The only action there is, else to pass, else the tile just drawn."""
        if len(codes) == 1:
            return codes[0]
        return PASS if PASS in codes else state.drawn
