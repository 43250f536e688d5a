"""Hands and matches that have just ended, for those who keep accounts of them."""

from dataclasses import dataclass

from qianma.hand import Hand
from qianma.server.events import EndReason, TableSpec
from qianma.settle import Result


@dataclass(frozen=True, slots=True)
class HandFacts:
    """How a hand has gone, before anybody is told of it.

    In `played_for` stand the seats of persons for whom a built-in player has acted in it.
    """

    number: int
    hand: Hand
    result: Result
    played_for: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand that ends with the transaction it is told in."""

    game_id: str
    spec: TableSpec
    facts: HandFacts


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match that ends with the transaction it is told in; `points` over its finished hands."""

    game_id: str
    spec: TableSpec
    reason: EndReason
    points: tuple[int, int, int, int]
    hands: int
