"""The player `tsumogiri` (摸打): discards what it drew, claims nothing, takes forced wins."""

from typing import ClassVar

from mypy_extensions import i64

from qianma.actions import PASS
from qianma.chance import Chance
from qianma.players.base import Player
from qianma.state import NO_TILE, State


class Tsumogiri(Player):
    """Lets every tile go again."""

    name: ClassVar[str] = "tsumogiri"

    def pick(self, state: State, seat: i64, chance: Chance) -> i64:
        """The only action there is, else to pass, else the tile just drawn.

        A seat taken over right after a pong has drawn none; then its last tile goes.
        """
        last = i64(state.codes[state.code_count - 1])
        if state.code_count == 1 or last == PASS or state.drawn == NO_TILE:
            return last
        return state.drawn
