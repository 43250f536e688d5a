"""Numbers of action sequences, stored and confirmed by an independent slow enumerator."""

import copy
import json

import pytest

from tests.perft import COUNTS, DEPTHS, Position, perft, positions, start
from tests.reference.table import Table

CONFIRMED = {"start": 2, "late": 4}
"""The depth to which the slow enumerator counts too."""


def slow_perft(table: Table, depth: int) -> int:
    """As `perft`, in the reference, which copies whole tables."""
    while not table.pending() and not table.over:
        table.draw()
    if depth == 0 or table.over:
        return 1
    seat = min(table.pending())
    total = 0
    for action in sorted(table.options(seat), key=str):
        after = copy.deepcopy(table)
        after.act(seat, action)
        total += slow_perft(after, depth - 1)
    return total


def stored() -> dict[str, list[int]]:
    counts: dict[str, list[int]] = json.loads(COUNTS.read_text())
    return counts


def test_every_position_has_counts_to_its_depth() -> None:
    expected = {position.name: DEPTHS[position.stage] for position in positions()}
    assert {name: len(counts) for name, counts in stored().items()} == expected


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_counts_are_the_stored_ones(position: Position) -> None:
    counts = stored()[position.name]
    for depth, count in enumerate(counts[:-1], start=1):
        assert perft(start(position)[0], depth) == count


@pytest.mark.soak
@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_counts_are_the_stored_ones_at_full_depth(position: Position) -> None:
    assert perft(start(position)[0], DEPTHS[position.stage]) == stored()[position.name][-1]


@pytest.mark.parametrize("position", positions(), ids=lambda position: position.name)
def test_the_slow_enumerator_confirms_them(position: Position) -> None:
    for depth in range(1, CONFIRMED[position.stage] + 1):
        assert slow_perft(start(position)[1], depth) == stored()[position.name][depth - 1]
