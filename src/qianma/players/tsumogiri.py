"""The player `tsumogiri` (摸打): discards what it drew, claims nothing, takes forced wins."""

from typing import ClassVar

from qianma.actions import PASS
from qianma.players.base import Player
from qianma.state import NO_TILE, State
from qianma.walls import Stream


class Tsumogiri(Player):
    """Lets every tile go again."""

    name: ClassVar[str] = "tsumogiri"

    def choose(self, state: State, seat: int, codes: list[int], stream: Stream) -> int:
        """The only action there is, else to pass, else the tile just drawn.

        A seat taken over right after a pong has drawn none; then its last tile goes.
        """
        if len(codes) == 1:
            return codes[0]
        if PASS in codes:
            return PASS
        return codes[-1] if state.drawn == NO_TILE else state.drawn
