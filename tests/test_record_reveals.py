"""Revealed keys: with one a record proves commitment, dice, deal and wall of its hand."""

from collections.abc import Callable
from typing import Any

import pytest

from qianma.check import check
from tests.record_lines import (
    GIVEN,
    Content,
    assert_right,
    revealed,
    written,
)


@pytest.mark.parametrize("number", [1, 2, 9])
@pytest.mark.parametrize("contributions", [None, GIVEN])
def test_a_reveal_verifies_its_hand(number: int, contributions: list[str] | None) -> None:
    lines = revealed(number, contributions)
    assert_right(lines)
    # Without a commitment the wall is verified all the same; hex may be written either way.
    bare = {key: value for key, value in lines[0].items() if key != "commitment"}
    assert_right([bare, *lines[1:]])
    loud = {**lines[0], "commitment": lines[0]["commitment"].upper()}
    assert_right([loud, *lines[1:-1], {**lines[-1], "key": lines[-1]["key"].upper()}])


def other_hex(text: str, place: int) -> str:
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("commitment", lambda value: other_hex(value, 0)),
        ("commitment", lambda value: other_hex(value, 63)),
        ("commitment", lambda value: value[:-2]),
        ("commitment", lambda value: ""),
        ("contributions", lambda value: [value[1], value[0], *value[2:]]),
        ("contributions", lambda value: [other_hex(value[0], 1), *value[1:]]),
        ("contributions", lambda value: ["", "", "", ""]),
        ("contributions", lambda value: None),
        ("dice", lambda value: [value[0] % 6 + 1, value[1]]),
        ("dice", lambda value: [value[0], value[1] % 6 + 1]),
        ("number", lambda value: value + 1),
        ("generator", lambda value: None),
        ("generator", lambda value: "shake256-2"),
    ],
)
def test_a_reveal_notices_what_was_tampered_with(
    number: int, key: str, change: Callable[[Any], Any]
) -> None:
    lines = revealed(number, GIVEN)
    head = {**lines[0], key: change(lines[0][key])}
    fault = check(written([head, *lines[1:]])).fault
    assert fault is not None
    assert (fault.line, fault.clause) == (len(lines), "records")
    assert not fault.unreadable


@pytest.mark.parametrize("number", [1, 2])
def test_a_reveal_notices_another_key(number: int) -> None:
    lines = revealed(number)
    for place in (0, 31, 63):
        other = {"type": "reveal", "key": other_hex(lines[-1]["key"], place)}
        for head in (lines[0], {k: v for k, v in lines[0].items() if k != "commitment"}):
            fault = check(written([head, *lines[1:-1], other])).fault
            assert fault is not None
            assert (fault.line, fault.clause) == (len(lines), "records")


def reveal_after_nothing(head: Content, key: Content) -> list[Content]:
    """A hand that a player leaves at once, so that deal and wall may be anything."""
    return [head, {"type": "leave", "seat": 0}, key]


@pytest.mark.parametrize("number", [1, 2])
def test_a_reveal_notices_another_deal_wall_or_dealer(number: int) -> None:
    full = revealed(number)
    head, key = full[0], full[-1]
    assert check(written(reveal_after_nothing(head, key))).fault is None
    changed: list[Content] = []
    for first in range(4):
        for second in range(first):
            deal = [list(tiles) for tiles in head["deal"]]
            deal[first], deal[second] = deal[second], deal[first]
            changed.append({**head, "deal": deal})
            deal = [list(tiles) for tiles in head["deal"]]
            at = next(i for i in range(13) if deal[first][i] != deal[second][i])
            deal[first][at], deal[second][at] = deal[second][at], deal[first][at]
            changed.append({**head, "deal": deal})
    for first, second in ((0, 1), (54, 55), (0, 55), (10, 30)):
        wall = list(head["wall"])
        if wall[first] != wall[second]:
            wall[first], wall[second] = wall[second], wall[first]
            changed.append({**head, "wall": wall})
    changed += [{**head, "dealer": dealer} for dealer in range(4) if dealer != head["dealer"]]
    assert len(changed) >= 15
    for other in changed:
        fault = check(written(reveal_after_nothing(other, key))).fault
        assert fault is not None
        assert (fault.line, fault.clause) == (3, "records")


def test_a_reveal_ends_its_hand() -> None:
    lines = revealed(2)
    for place in range(len(lines) - 2):
        fault = check(written([*lines[:place], lines[-1], *lines[place:]])).fault
        assert fault is not None
        # Before a hand there is nothing to reveal; in the midst of one it breaks the match off.
        assert fault.line == (place + 2 if place else 1)


def test_the_reveal_of_an_unfinished_hand_is_verified_and_the_last_line() -> None:
    lines = revealed(2)
    for place in range(1, len(lines) - 2):
        report = check(written([*lines[:place], lines[-1]]))
        assert (report.fault, report.unfinished) == (None, not report.results)
        other = {"type": "reveal", "key": other_hex(lines[-1]["key"], 5)}
        fault = check(written([*lines[:place], other])).fault
        assert fault is not None
        assert (fault.line, fault.clause) == (place + 1, "records")
