"""Built-in players, one module each. A new one is a new module and a line here."""

from typing import Final

from qianma.players.base import Player
from qianma.players.greedy import Greedy
from qianma.players.random import Random
from qianma.players.tsumogiri import Tsumogiri

PLAYERS: Final[dict[str, type[Player]]] = {
    player.name: player for player in (Random, Tsumogiri, Greedy)
}
"""The built-in players by name."""


class UnknownPlayerError(ValueError):
    """A name that no built-in player has."""


def make_player(name: str) -> Player:
    """A built-in player. Raises `UnknownPlayerError`."""
    if name not in PLAYERS:
        raise UnknownPlayerError(f"player {name!r} is not known, only {', '.join(PLAYERS)}")
    return PLAYERS[name]()


__all__ = ["PLAYERS", "Player", "UnknownPlayerError", "make_player"]
