"""The calls of qianma that are measured, in one place."""

import importlib
import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader
from random import Random
from types import ModuleType

from benchmarks.measuring import Work, calls
from qianma import Hand, is_complete, ready_distance, waits
from qianma.actions import CONCEALED_KONG
from qianma.holding import Holding
from qianma.rules.valuation import value_hand
from qianma.ruleset import load
from qianma.shape_tables import PAIRS, SETS
from qianma.simulate import Tally, run, units
from qianma.table_building import completeness
from qianma.walls import seed_key

RULESET = "guiyang"
Hands = Sequence[Holding | bytes]
NO_BATCHES = "qianma.batch cannot be imported here: it is not there, or NumPy is not"


def form() -> str:
    """Whether the modules that are measured run compiled, and how many of them."""
    names = [name for name in sys.modules if name.startswith("qianma")]
    specs = [getattr(sys.modules[name], "__spec__", None) for name in names]
    compiled = sum(isinstance(spec and spec.loader, ExtensionFileLoader) for spec in specs)
    if not compiled:
        return "pure Python"
    return f"compiled ({compiled} of the {len(names)} modules loaded)"


FORMS = {"": True, ", from plain counts": False}
"""What is asked about: a `Holding` made beforehand, as peers' own types are, or 27 counts."""


def given(hands: list[bytes], as_holding: bool) -> Hands:
    """The hands as they are handed to a function: `Holding` objects, or counts in bytes."""
    return [Holding.of(hand) for hand in hands] if as_holding else hands


def complete(hands: Hands) -> Work:
    """`is_complete` once for each hand."""
    return calls(is_complete, hands)


def complete_answers(hands: list[bytes]) -> list[bool]:
    """Which hands are complete."""
    return [is_complete(hand) for hand in hands]


def distance(hands: Hands) -> Work:
    """`ready_distance` once for each hand."""
    return calls(ready_distance, hands)


def distance_answers(hands: list[bytes]) -> list[int]:
    """The ready distance of each hand."""
    return [ready_distance(hand) for hand in hands]


def seven_pairs_distance(counts: bytes) -> int:
    """The distance from our seven pairs, in which four equal tiles are two pairs."""
    return 6 - sum(count // 2 for count in counts)


def waits_of(hands: Hands) -> Work:
    """`waits` once for each hand."""
    return calls(waits, hands)


def waits_answers(hands: list[bytes]) -> list[list[int]]:
    """The waits of each hand."""
    return [list(waits(hand)) for hand in hands]


def values(hands: Hands) -> Work:
    """Pattern and fan of each complete hand, concealed and self-drawn."""
    rules = load(RULESET)
    return calls(value_hand, [rules] * len(hands), hands)


def wins(hands: list[bytes]) -> list[bool]:
    """Which of the hands have a value."""
    rules = load(RULESET)
    return [value_hand(rules, hand) is not None for hand in hands]


def batch_module() -> ModuleType | None:
    """The module for batches of hands, None where it or NumPy is missing."""
    try:
        return importlib.import_module("qianma.batch")
    except ImportError:
        return None


class RandomPlay:
    """Whole hands by four random players through the public `Hand`, its settlement included.

    Every decision takes one call, which tells the next legal actions. A decision is a point
    where a seat has more than one legal action or must discard.
    """

    def __init__(self) -> None:
        self._decisions: dict[int, int] = {}

    def work(self, hands: int) -> int:
        """Play so many hands, always the same ones; returns the decisions.

        They are counted when that many hands are played for the first time.
        """
        if hands not in self._decisions:
            self._decisions[hands] = self._play(hands, counting=True)
        else:
            self._play(hands, counting=False)
        return self._decisions[hands]

    def _play(self, hands: int, counting: bool) -> int:
        draw = Random(1).random
        decisions = 0
        for number in range(1, hands + 1):
            hand = Hand.from_key(RULESET, seed_key(1, number))
            codes = hand.advance()
            while codes:
                if counting:
                    decisions += len(codes) > 1 or codes[0] < CONCEALED_KONG
                codes = hand.step(codes[int(draw() * len(codes))])
            hand.result()
        return decisions


def simulated(player: str, hands: int, workers: int = 1, records: str | None = None) -> Tally:
    """So many hands of four equal built-in players, from seed 1."""
    players = (player, player, player, player)
    return run(units(load(RULESET), hands, seed=1, players=players, records=records), workers)


def bulk(player: str) -> Work:
    """Simulating whole hands; returns the decisions."""

    def work(hands: int) -> int:
        return simulated(player, hands).decisions

    return work


def middle_of_a_hand(decisions: int = 40) -> Hand:
    """A hand of random players after so many decisions."""
    draw = Random(1).random
    hand = Hand.from_key(RULESET, seed_key(1, 1))
    codes = hand.advance()
    for _ in range(decisions):
        codes = hand.step(codes[int(draw() * len(codes))])
    assert not hand.is_over, "the wall is long enough for them"
    return hand


def copies(hand: Hand) -> Work:
    """Copying a hand."""
    return calls(Hand.copy, [hand] * 1000)


def completeness_table() -> bytes:
    """The table behind `is_complete`: for each suit index the flags of `complete_flags`."""
    return bytes(completeness())


def complete_flags() -> tuple[int, int]:
    """The flags in that table: sets with or without a pair, and pairs only."""
    return SETS, PAIRS
