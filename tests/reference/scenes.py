"""Hands set up for a test: some hands and draws are given, the rest is filled with quiet tiles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.reference.rulesets import settings
from tests.reference.shapes import counts_of, kind_of, kinds_of, ready_distance
from tests.reference.table import Action, Table


def scene(
    rules: str,
    hands: Sequence[str],
    draws: str = "",
    *,
    tail: str = "",
    quiet: str = "",
    wall: int = 56,
    dealer: int = 0,
    repeats: int = 0,
    **overrides: Any,
) -> Table:
    """A table before its first draw.

    ``hands`` in short notation, an empty one is filled with tiles that are far from ready and hold
    none of the ``quiet`` kinds. ``draws`` are the first tiles from the head, ``tail`` the tiles
    from the tail in the order they are drawn. With ``wall`` below 56, that many tiles stay in the
    wall (a mid-game state made by hand: the rest is thrown away).
    """
    given = [kinds_of(hand) for hand in hands] + [[] for _ in range(4 - len(hands))]
    head = [kind_of(tile) for tile in draws.split()]
    end = [kind_of(tile) for tile in tail.split()]
    left = [4 - used for used in counts_of([kind for part in [*given, head, end] for kind in part])]
    assert min(left) >= 0, "five copies"
    pool = [kind for kind in range(27) for _ in range(left[kind])]
    noisy = set(kinds_of(quiet))
    for attempt in range(2000):
        rest = list(pool)
        random.Random(attempt).shuffle(rest)
        rest.sort(key=lambda kind: kind in noisy)
        deal = [hand or [rest.pop(0) for _ in range(13)] for hand in given]
        filled = [seat for seat in range(4) if not given[seat]]
        if all(ready_distance(counts_of(deal[seat]), []) >= 3 for seat in filled) and all(
            not noisy & set(deal[seat]) and max(counts_of(deal[seat])) <= 3 for seat in filled
        ):
            break
    else:
        raise AssertionError("no quiet filling found")
    tiles = [*head, *rest, *reversed(end)]
    table = Table(settings(rules, overrides), dealer, repeats, deal, tiles)
    if wall < 56:
        middle = len(tiles) - wall
        table.wall = [*head, *tiles[len(head) + middle :]]
        assert len(table.wall) == wall
    return table


def play(table: Table, script: str) -> Table:
    """Play steps, one a line or separated by commas.

    ``draw``; ``leave 2``; or a seat and an action: ``0 discard 5p``, ``0 ready 5p``, ``1 win``,
    ``1 pass``, ``1 pong``, ``0 kong concealed 9m``. ``pass all`` passes for everybody.
    """
    for step in script.replace("\n", ",").split(","):
        words = step.split()
        if not words:
            continue
        if words[0] == "draw":
            table.draw()
        elif words[0] == "leave":
            table.leave(int(words[1]))
        elif words == ["pass", "all"]:
            for seat in table.pending():
                table.act(seat, ("pass",))
        else:
            table.act(int(words[0]), action(words[1:]))
    return table


def action(words: Sequence[str]) -> Action:
    """An action from its words; the last one is a tile unless the action has none."""
    if words[0] in ("win", "pass", "pong"):
        return (words[0],)
    return (*words[:-1], kind_of(words[-1]))


def fans(table: Table, reason: str) -> dict[tuple[int, int], int]:
    """Fan paid for a reason, by payer and receiver."""
    sums: dict[tuple[int, int], int] = {}
    for line in table.result()["ledger"]:
        if line["reason"] == reason:
            pair = (line["from"], line["to"])
            sums[pair] = sums.get(pair, 0) + line["fan"]
    return sums
