"""Hands played at random on the reference: sums, tiles, records, order of answers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.reference import walls
from tests.reference.replay import Line, ReferenceError, differing, replay  # noqa: A004
from tests.reference.rulesets import RULESETS, settings
from tests.reference.shapes import counts_of, kind_of, meld_size, ready_distance, tile_of
from tests.reference.table import Action, Table

MIXES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in RULESETS),
    ("duyun", {"last_four_forces": "any", "declared_ready_kongs": "if_waits_unchanged"}),
    ("guiyang", {"leaving": "ends_game", "declared_ready": "floor", "late_added_kong": "unpaid"}),
    ("guiyang-street", {"kong_shot": "burn", "settle_only_ready": True}),
    ("duyun-huazhu", {"beans_when_exhausted": "void", "passed_win_blocks": True}),
]


def head(name: str, over: dict[str, Any], number: int) -> Line:
    """The hand line of a shuffled wall."""
    shuffle = walls.generate(walls.seed_key(3, number), [], number)
    dealer = number % 4
    deal, wall = walls.deal(shuffle.physical, shuffle.dice, dealer)
    return {
        "type": "hand",
        "ruleset": name,
        "settings": over,
        "number": number,
        "dealer": dealer,
        "repeats": number % 3,
        "dice": list(shuffle.dice),
        "deal": [[tile_of(kind) for kind in tiles] for tiles in deal],
        "wall": [tile_of(kind) for kind in wall],
    }


def opened(line: Line) -> Table:
    return Table(
        settings(line["ruleset"], line["settings"]),
        line["dealer"],
        line["repeats"],
        [[kind_of(tile) for tile in tiles] for tiles in line["deal"]],
        [kind_of(tile) for tile in line["wall"]],
    )


def choose(table: Table, seat: int, dice: random.Random) -> Action:
    """A win or a kong more often than not, else a discard that brings the hand near ready."""
    options = table.options(seat)
    ordered = sorted(options, key=str)
    for name, chance in (("win", 0.8), ("ready", 0.6), ("kong", 0.8), ("pong", 0.4)):
        busy = [option for option in ordered if option[0] == name]
        if busy and dice.random() < chance:
            return dice.choice(busy)
    discards = [option for option in ordered if option[0] == "discard"]
    if not discards or dice.random() < 0.1:
        return dice.choice(ordered)

    def distance(option: Action) -> int:
        less = list(table.counts[seat])
        less[int(option[1])] -= 1
        return ready_distance(less, table.melds[seat])

    dice.shuffle(discards)
    return min(discards, key=distance)


def tiles_of(table: Table) -> list[int]:
    """Counts of all the tiles there are."""
    counts = counts_of(table.wall)
    for seat in range(4):
        for kind, number in enumerate(table.counts[seat]):
            counts[kind] += number
        for meld in table.melds[seat]:
            counts[meld[1]] += meld_size(meld)
        for kind in table.discards[seat]:
            counts[kind] += 1
    return counts


def run(table: Table, seed: int, *, backwards: bool, leaver: int | None) -> Table:
    """Play to the end; the choices depend on the step and the seat alone, not on the order."""
    step = 0
    while not table.over:
        step += 1
        seats = table.pending()
        if leaver is not None and step == 40 + seed % 20:
            table.leave(leaver)
            continue
        if not seats:
            table.draw()
            continue
        if table.phase in ("claims", "robbing"):
            dice = {seat: random.Random(f"{seed} {step} {seat}") for seat in seats}
            for seat in reversed(seats) if backwards else seats:
                table.act(seat, choose(table, seat, dice[seat]))
        else:
            dice_now = random.Random(f"{seed} {step}")
            table.act(seats[0], choose(table, seats[0], dice_now))
        if not table.over:
            assert tiles_of(table) == [4] * 27
    return table


@pytest.mark.parametrize(("name", "over"), MIXES)
@pytest.mark.parametrize("leaves", [False, True])
def test_random_hands(name: str, over: dict[str, Any], leaves: bool) -> None:
    for number in range(1, 16):
        line = head(name, over, number)
        leaver = number % 4 if leaves else None
        table = run(opened(line), number, backwards=False, leaver=leaver)
        again = run(opened(line), number, backwards=True, leaver=leaver)
        assert table.events == again.events
        assert table.result() == again.result()
        assert sum(table.result()["points"]) == 0
        told = {"type": "result", **table.result()}
        lines = [line, *table.events, told]
        results = replay(lines)
        assert len(results) == 1
        assert differing(results[0], told) is None
        assert results[0] == table.result()
        bare = [line for line in lines if line["type"] != "payment"]
        assert replay(bare) == results
        assert replay(lines[: len(lines) // 2]) == []


def test_a_changed_tile_is_refused() -> None:
    line = head("duyun", {}, 4)
    table = run(opened(line), 4, backwards=False, leaver=None)
    lines = [line, *table.events]
    for place, event in enumerate(lines[1:], start=1):
        if event["type"] != "draw":
            continue
        other = {**event, "tile": "1m" if event["tile"] != "1m" else "2m"}
        with pytest.raises(ReferenceError) as caught:
            replay([*lines[:place], other, *lines[place + 1 :]])
        assert caught.value.line == place + 1
