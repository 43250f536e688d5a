"""Robbed kongs in every arrangement of seats."""

from typing import Any

from qianma.hand import Hand
from qianma.state import ROB
from tests.scenes import (
    ROBBERS,
    added_kong,
    draw,
    pong,
    scene_of_claims,
    turns,
)


def robbery(
    ruleset: str, robbed: int, steps: tuple[int, ...], ponged: int = 3, dealer: int = 0, **more: Any
) -> Hand:
    """Seat `robbed` has just added the fourth 4m to its pong.

    `steps` say how far to the right of it the robbers sit, `ponged` where the pong came from.
    """
    hands = {robbed: "4489m1479p13689s"}
    for step in steps:
        hands[(robbed + step) % 4] = ROBBERS[step - 1]
    source = (robbed + ponged) % 4
    draws = "- - - 4m"
    hand = scene_of_claims(ruleset, hands, source, "4m", draws=draws, dealer=dealer, **more)
    pong(hand, robbed)
    turns(hand, "9m - - -")
    draw(hand)
    added_kong(hand, robbed, "4m")
    assert (hand.phase, hand.open_seat) == (ROB, robbed)
    return hand
