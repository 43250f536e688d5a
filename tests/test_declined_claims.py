"""What a seat has declined in one hand is no matter of the next (C-8)."""

from collections.abc import Callable
from typing import Any

import pytest

from qianma import Hand, ruleset_names
from qianma.actions import PASS, PONG
from qianma.check import check
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line
from qianma.walls import seed_key


def played(hand: Hand, answer: Callable[[Hand, list[int]], int]) -> None:
    """Play on: turns discard what was drawn, others answer as `answer` says until it raises."""
    codes = hand.advance()
    while codes:
        drawn = codes[-1] if hand.drawn not in codes else int(hand.drawn)
        codes = hand.step(drawn if PASS not in codes else answer(hand, codes))


class Reached(Exception):  # noqa: N818, the place that was looked for is no error
    """The first offer of a pong."""


def first_offer(ruleset: str, seed: int) -> Hand | None:
    hand = Hand.from_key(ruleset, seed_key(seed, 1))

    def answer(hand: Hand, codes: list[int]) -> int:
        if PONG in codes and len(hand.acting_seats()) == 1:
            raise Reached
        return PASS

    try:
        played(hand, answer)
    except Reached:
        return hand
    return None


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_C_8_a_pong_declined_in_one_hand_may_be_made_in_the_next(ruleset: str) -> None:
    """The same wall twice: declined in so many words, and then made after as many events."""
    tried = 0
    for seed in range(30):
        offered = first_offer(ruleset, seed)
        if offered is None:
            continue
        place, seat = len(offered.log), offered.seat
        declining, making = offered.copy(), offered.copy()
        played(declining, lambda _hand, _codes: PASS)
        making.step(PONG)
        ruleset_key = {"ruleset": ruleset}
        first: list[dict[str, Any]] = [hand_line(declining, 1, **ruleset_key)]
        events = list(event_lines(declining))
        declined = {"type": "pass", "seat": seat, "declined": ["pong"]}
        first += [*events[:place], declined, *events[place:]]
        second = [hand_line(making, 1, **ruleset_key), *list(event_lines(making))[: place + 1]]
        assert second[-1]["type"] == "pong"
        report = check(b"".join(map(encode_line, first + second)))
        assert report.fault is None, (seed, report.fault)
        tried += 1
    assert tried > 3
