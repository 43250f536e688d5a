"""riichienv (Rust): the calls of it that are fastest for the question at hand.

Tiles are ids, four to a kind: `4 * kind + copy`, the three suits in our order. Copy 0 of a five
may be a red one, so it is used last. Ids are accepted as bytes, a little faster than as a list.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from random import Random
from typing import Any, Final

from benchmarks.measuring import Work, calls
from benchmarks.peers import RIICHIENV

_COPIES: Final = (1, 2, 3, 0)


def tile_ids(counts: bytes) -> bytes:
    """A hand as ids."""
    return bytes(4 * kind + copy for kind, count in enumerate(counts) for copy in _COPIES[:count])


def shanten() -> Callable[[bytes], int]:
    """The ready distance of 13 or 14 ids: -1 is complete. There is no quicker test for that."""
    function: Callable[[bytes], int] = RIICHIENV.load("riichienv").calculate_shanten
    return function


class Evaluations:
    """Winning hands to be valued: four sets and a pair or seven pairs, self-drawn, concealed.

    The compiled evaluator is called without the Python class around it, which costs as much again.
    """

    def __init__(self, hands: Sequence[bytes], winning: Sequence[int]) -> None:
        native = RIICHIENV.load("riichienv._riichienv")
        self._evaluator = native.HandEvaluator
        self._conditions = native.Conditions(tsumo=True)
        self._ids = [_without(hand, kind) for hand, kind in zip(hands, winning, strict=True)]
        self._winning = [4 * kind for kind in winning]

    def prepared(self) -> Work:
        """Valuing evaluators that were made beforehand."""
        evaluators = [self._evaluator(ids, []) for ids in self._ids]
        nothing: list[int] = []
        more = (repeat(nothing), repeat(nothing), repeat(self._conditions))
        return calls(self._evaluator.calc, evaluators, self._winning, *more)

    def from_tiles(self) -> Work:
        """Making each evaluator from its tiles, too."""
        evaluator, conditions = self._evaluator, self._conditions
        nothing: list[int] = []

        def value(ids: list[int], tile: int) -> Any:
            return evaluator(ids, nothing).calc(tile, nothing, nothing, conditions)

        return calls(value, self._ids, self._winning)

    def wins(self) -> list[bool]:
        """Which of the hands it takes for won."""
        return [
            bool(self._evaluator(ids, []).calc(tile, [], [], self._conditions).is_win)
            for ids, tile in zip(self._ids, self._winning, strict=True)
        ]


def _without(hand: bytes, kind: int) -> list[int]:
    """The thirteen ids that a winning tile is added to."""
    rest = bytearray(hand)
    rest[kind] -= 1
    return list(tile_ids(bytes(rest)))


class RandomPlay:
    """Single hands played by four random players, one call of `step` for each decision.

    The event log is off, which is faster. The agent is told its legal actions as a list, which is
    faster than the mask; every time it is asked is a decision (a discard after a declaration,
    where there is no choice, must be made all the same).
    """

    def __init__(self) -> None:
        self._environment = RIICHIENV.load("riichienv").RiichiEnv

    def work(self, hands: int) -> int:
        """Play so many hands, always the same ones; returns the decisions."""
        environment = self._environment("4p-red-single", skip_mjai_logging=True, seed=1)
        draw = Random(1).random
        decisions = 0
        for _ in range(hands):
            observations = environment.reset()
            while not environment.done():
                actions = {}
                for seat, observation in observations.items():
                    legal = observation.legal_actions()
                    actions[seat] = legal[int(draw() * len(legal))]
                decisions += len(actions)
                observations = environment.step(actions)
        return decisions


def middle_of_a_hand(with_log: bool, decisions: int = 40) -> Any:
    """An environment after so many decisions, with or without its event log."""
    environment = RIICHIENV.load("riichienv").RiichiEnv(
        "4p-red-single", skip_mjai_logging=not with_log, seed=1
    )
    observations = environment.reset()
    draw = Random(1).random
    for _ in range(decisions):
        actions = {}
        for seat, observation in observations.items():
            legal = observation.legal_actions()
            actions[seat] = legal[int(draw() * len(legal))]
        observations = environment.step(actions)
    assert not environment.done()
    return environment


def clones(environment: Any) -> Work:
    """Copying by its own `clone`."""
    return calls(type(environment).clone, _times(environment, 1000))


def deep_copies(environment: Any) -> Work:
    """Copying by `copy.deepcopy`."""
    from copy import deepcopy

    return calls(deepcopy, _times(environment, 1000))


def _times(thing: Any, number: int) -> list[Any]:
    return list(repeat(thing, number))
