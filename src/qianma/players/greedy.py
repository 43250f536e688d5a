"""The player `greedy`: the shortest way to a ready hand, and every win it may have."""

from collections.abc import Sequence
from typing import ClassVar, Final

from mypy_extensions import i64

from qianma.actions import ADDED_KONG, DECLARE, DISCARD_KONG, PASS, PONG, WIN
from qianma.players.base import Player
from qianma.shapes import ready_distance
from qianma.state import State
from qianma.tiles import KINDS
from qianma.walls import Stream

_NEIGHBOURS: Final = ((1, 2), (2, 1))
"""How much a tile one or two ranks away helps a run."""


class Greedy(Player):
    """Shortens the ready distance and wins whenever it may."""

    name: ClassVar[str] = "greedy"

    def pick(self, state: State, seat: i64, stream: Stream) -> i64:
        """The action that leaves the hand closest to ready."""
        codes = [int(state.codes[place]) for place in range(state.code_count)]
        if len(codes) == 1:
            return codes[0]
        if WIN in codes:
            return WIN
        counts = list(state.hand_counts(seat))
        melded = state.melded_counts(seat)
        if PASS in codes:
            return self._claim(state, codes, counts, melded)
        kongs = [code for code in codes if code >= 2 * KINDS]
        before = ready_distance(counts, melded)
        for code in kongs:
            if _distance_after_kong(code, counts, melded) <= before:
                return code
        discards = [code for code in codes if code < KINDS]
        best = min(discards, key=lambda kind: _discard_order(kind, counts, melded))
        return best + DECLARE if best + DECLARE in codes else best

    def _claim(self, state: State, codes: list[int], counts: list[int], melded: list[int]) -> int:
        """Kong or pong what brings the hand closer to ready, or keeps it as close with a bean."""
        kind = state.open_tile
        before = ready_distance(counts, melded)
        if DISCARD_KONG in codes:
            counts[kind] -= 3
            melded[kind] += 4
            after = ready_distance(counts, melded)
            counts[kind] += 3
            melded[kind] -= 4
            if after <= before:
                return DISCARD_KONG
        if PONG in codes:
            counts[kind] -= 2
            melded[kind] += 3
            if ready_distance(counts, melded) < before:
                return PONG
        return PASS


def _distance_after_kong(code: int, counts: list[int], melded: list[int]) -> int:
    kind = code % KINDS
    taken = 1 if code >= ADDED_KONG else 4
    counts[kind] -= taken
    melded[kind] += taken
    after = ready_distance(counts, melded)
    counts[kind] += taken
    melded[kind] -= taken
    return after


def _discard_order(kind: int, counts: list[int], melded: Sequence[int]) -> tuple[int, int, int]:
    """Ready distance without the tile, then how little it is worth to keep, then its kind."""
    counts[kind] -= 1
    distance = ready_distance(counts, melded)
    counts[kind] += 1
    worth = 4 * (counts[kind] - 1)
    for step, weight in _NEIGHBOURS:
        for other in (kind - step, kind + step):
            if 0 <= other < KINDS and other // 9 == kind // 9:
                worth += weight * min(counts[other], 2)
    return distance, worth, kind
