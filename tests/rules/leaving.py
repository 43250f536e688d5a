"""Words for tests of leaving."""

from qianma.hand import Hand
from qianma.settle import Result
from qianma.state import LEFT


def left(hand: Hand, leaver: int) -> Result:
    """The result after a seat has left and that has ended the hand."""
    hand.leave(leaver)
    assert hand.is_over
    assert hand.outcome == LEFT
    return hand.result()


def flat(leaver: int, fan: int = 16) -> dict[tuple[int, int], int]:
    return {(leaver, seat): fan for seat in range(4) if seat != leaver}
