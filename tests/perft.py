"""Counting action sequences from fixed walls, and writing the counts to compare with.

A sequence is what the seats do, one action after the other; of several seats that must answer, the
lowest answers first, and draws cost nothing. `python -m tests.perft` renews the file of counts.
"""

import json
from pathlib import Path
from typing import NamedTuple

from qianma import flow
from qianma.hand import Hand
from qianma.ruleset import load, names
from qianma.state import DRAW, OVER
from qianma.walls import Stream
from tests.lockstep import eager_deal, options_of
from tests.reference import rulesets
from tests.reference.table import Table

COUNTS = Path(__file__).parent / "perft_counts.json"
WALLS = 4
"""Fixed walls of each ruleset; each is counted from its start and from near its end."""
DEPTHS = {"start": 4, "late": 7}
LEFT_WHEN_LATE = 5


class Position(NamedTuple):
    """A starting point: a wall by number, from its `start` or `late`, near its end."""

    ruleset: str
    wall: int
    stage: str

    @property
    def name(self) -> str:
        """The key in the file of counts."""
        return f"{self.ruleset} {self.wall} {self.stage}"


def positions() -> list[Position]:
    """All starting points that have counts."""
    return [
        Position(ruleset, wall, stage)
        for ruleset in names()
        for wall in range(WALLS)
        for stage in DEPTHS
    ]


def start(position: Position) -> tuple[Hand, Table]:
    """The position in the library and in the slow reference.

    A late one is reached by discarding, without a claim, the lowest tile that is held.
    """
    stream = Stream(b"perft %d" % position.wall)
    deal, wall = eager_deal(stream)
    dealer, repeats = stream.below(4), stream.below(3)
    hand = Hand(load(position.ruleset), deal, wall, dealer, repeats)
    table = Table(rulesets.settings(position.ruleset, {}), dealer, repeats, deal, wall)
    while position.stage == "late" and hand.wall_left > LEFT_WHEN_LATE:
        if hand.phase == DRAW:
            flow.draw(hand)
            table.draw()
            continue
        seat = hand.acting_seats()[0]
        codes = hand.legal_codes(seat)
        code = max(codes) if hand.pending else min(codes)
        (action,) = [a for a in table.options(seat) if _is(hand, seat, code, a)]
        hand.play(seat, code)
        table.act(seat, action)
    return hand, table


def _is(hand: Hand, seat: int, code: int, action: tuple[str | int, ...]) -> bool:
    if hand.pending:
        return action == ("pass",)
    return action == ("discard", code) and hand.counts[seat * 27 + code] > 0


def perft(hand: Hand, depth: int) -> int:
    """The number of action sequences of `depth` steps, or shorter where the hand ends."""
    while hand.phase == DRAW:
        flow.draw(hand)
    if depth == 0 or hand.phase == OVER:
        return 1
    seat = hand.acting_seats()[0]
    total = 0
    for code in hand.legal_codes(seat):
        after = hand.copy()
        flow.play(after, seat, code)
        total += perft(after, depth - 1)
    return total


def write_counts() -> None:
    """Count all positions at all depths and write the file."""
    counts = {
        position.name: [
            perft(start(position)[0].copy(), depth)
            for depth in range(1, DEPTHS[position.stage] + 1)
        ]
        for position in positions()
    }
    COUNTS.write_text(json.dumps(counts, indent=0) + "\n")


if __name__ == "__main__":
    write_counts()

__all__ = ["COUNTS", "DEPTHS", "Position", "options_of", "perft", "positions", "start"]
