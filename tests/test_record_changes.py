"""Any single change of a record is noticed, or the record still tells a legal history.

What is legal is judged by the independent reference, which reads the same lines.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from qianma.check import check
from tests.record_judges import (
    FOLLOWS_FROM_THE_REST,
    RECORDS,
    SHORT,
    Record,
    accepted,
    assert_judged_alike,
    judged,
    other_tiles,
)
from tests.record_lines import (
    RULESETS,
    Content,
    agree,
    written,
)


def test_the_records_are_right_and_hold_all_types_of_lines() -> None:
    assert len(RECORDS) >= 18
    types = set()
    for lines in RECORDS.values():
        results = accepted(lines)
        assert results is not None
        assert len(results) == 1
        types |= {line["type"] for line in lines}
    assert types >= {
        "hand",
        "draw",
        "discard",
        "pong",
        "kong",
        "win",
        "payment",
        "exhausted",
        "leave",
        "result",
        "reveal",
    }


# Lines


@pytest.mark.parametrize("name", RECORDS)
def test_a_line_left_out_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    whole = accepted(lines)
    for place, line in enumerate(lines):
        found = accepted([*lines[:place], *lines[place + 1 :]])
        if line["type"] in FOLLOWS_FROM_THE_REST:
            assert found == whole
        elif line["type"] == "leave" and lines[place + 1]["type"] == "win":
            # The win alone is a legal history too, and comes to the same result.
            assert found == whole
        elif line["type"] == "discard" and lines[place + 1]["type"] == "leave":
            # Somebody leaves before that discard instead of after it.
            assert_judged_alike([*lines[:place], *lines[place + 1 :]])
        else:
            assert found is None, line


@pytest.mark.parametrize("name", RECORDS)
def test_a_line_said_twice_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    whole = accepted(lines)
    for place, line in enumerate(lines):
        found = accepted([*lines[: place + 1], *lines[place:]])
        if line["type"] in ("leave", "reveal"):
            # Leaving twice, or showing the key again, changes nothing.
            assert found in (None, whole)
        else:
            assert found is None, line


@pytest.mark.parametrize("name", RECORDS)
def test_two_neighbours_in_the_wrong_order_are_noticed(name: str) -> None:
    lines = RECORDS[name]
    for place, (first, second) in enumerate(pairwise(lines)):
        changed = [*lines[:place], second, first, *lines[place + 2 :]]
        if first == second:
            continue
        if (first["type"], second["type"]) == ("leave", "win"):
            # The win ends the hand, and leaving after it costs nothing (C-18).
            assert accepted(changed) == accepted(lines)
        elif "leave" in (first["type"], second["type"]):
            # Somebody may leave a little earlier or later; the reference knows what it costs.
            assert_judged_alike(changed)
        elif (first["type"], second["type"]) == ("result", "reveal"):
            assert accepted(changed) == accepted(lines)
        else:
            assert accepted(changed) is None, (first, second)


@pytest.mark.parametrize("name", SHORT)
def test_any_two_lines_exchanged_are_judged_as_the_reference_does(name: str) -> None:
    lines = thin(SHORT[name])
    for first in range(1, len(lines)):
        for second in range(first + 1, len(lines)):
            if "leave" in (lines[first]["type"], lines[second]["type"]):
                continue
            changed = list(lines)
            changed[first], changed[second] = changed[second], changed[first]
            assert_judged_alike(changed)


def thin(lines: Record) -> Record:
    """The record without lines that need not be there."""
    return [line for line in lines if line["type"] not in FOLLOWS_FROM_THE_REST]


# Keys of events


def event_changes(line: Content) -> Iterator[Content]:
    """A line of play with one seat, tile or word changed."""
    for key in ("seat", "source"):
        if line.get(key) is not None:
            for seat in range(4):
                if seat != line[key]:
                    yield {**line, key: seat}
    for tile in other_tiles(line["tile"]) if "tile" in line else []:
        yield {**line, "tile": tile}
    if line["type"] == "draw":
        yield {**line, "end": "tail" if line["end"] == "head" else "head"}
    if line["type"] == "kong":
        for kind in {"concealed", "added", "discard"} - {line["kind"]}:
            yield {**line, "kind": kind, "source": 0}
    if line["type"] == "win":
        for by in {"self_draw", "discard", "robbed_kong"} - {line["by"]}:
            yield {**line, "by": by, "source": line.get("source", 0)}


def may_be_another_history(line: Content, changed: Content) -> bool:
    """Whether the rest of a record can be legal with this change as well."""
    return bool(line["type"] == "discard" and line["seat"] == changed["seat"])


@pytest.mark.parametrize("name", RECORDS)
def test_a_seat_or_a_tile_changed_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    for place, line in enumerate(lines):
        if line["type"] not in ("draw", "discard", "pong", "kong", "win"):
            continue
        for other in event_changes(line):
            changed = [*lines[:place], other, *lines[place + 1 :]]
            if may_be_another_history(line, other):
                assert_judged_alike(changed)
            else:
                assert accepted(changed) is None, (line, other)


@pytest.mark.parametrize("name", RECORDS)
def test_a_declaration_added_or_taken_away_is_judged_as_the_reference_does(name: str) -> None:
    lines = RECORDS[name]
    for place, line in enumerate(lines):
        if line["type"] == "discard":
            other = {**line, "ready": not line.get("ready", False)}
            assert_judged_alike([*lines[:place], other, *lines[place + 1 :]])


def leaves_changed(lines: Record) -> Iterator[Record]:
    for place, line in enumerate(lines):
        if line["type"] == "leave":
            for seat in {0, 1, 2, 3} - {line["seat"]}:
                yield [*lines[:place], {**line, "seat": seat}, *lines[place + 1 :]]


@pytest.mark.parametrize("name", RECORDS)
def test_another_player_leaving_is_judged_as_the_reference_does(name: str) -> None:
    for changed in leaves_changed(RECORDS[name]):
        assert_judged_alike(changed)


@pytest.mark.parametrize("name", [name for name in RECORDS if name.startswith(("duyun", "D-8"))])
def test_leaving_at_any_moment_is_settled_as_the_reference_does(name: str) -> None:
    lines = thin(RECORDS[name])
    for place in range(1, len(lines)):
        for seat in range(place % 3, 4, 3):
            changed = [*lines[:place], {"type": "leave", "seat": seat}]
            found, expected = accepted(changed), judged(changed)
            assert found is not None
            assert expected is not None
            if not found and expected:
                # A forced win is due first; its line is still to come.
                assert expected[0]["outcome"] == "win"
            else:
                assert len(found) == len(expected)
                assert all(agree(one, other) for one, other in zip(found, expected, strict=True))


# The head of a hand


@pytest.mark.parametrize("name", RECORDS)
def test_the_head_of_a_hand_changed_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    head = lines[0]
    for dealer in {0, 1, 2, 3} - {head["dealer"]}:
        assert accepted([{**head, "dealer": dealer}, *lines[1:]]) is None
    for repeats in (head["repeats"] + 1, head["repeats"] + 10):
        assert_judged_alike([{**head, "repeats": repeats}, *lines[1:]])
    for ruleset in RULESETS:
        assert_judged_alike([{**head, "ruleset": ruleset}, *lines[1:]])
    deal = [list(tiles) for tiles in head["deal"]]
    for seat in range(4):
        other = (seat + 1) % 4
        swapped = [list(tiles) for tiles in deal]
        swapped[seat][0], swapped[other][0] = swapped[other][0], swapped[seat][0]
        assert_judged_alike([{**head, "deal": swapped}, *lines[1:]])
        for short in (deal[seat][:-1], [*deal[seat], "1m"]):
            wrong = [*deal[:seat], short, *deal[seat + 1 :]]
            assert accepted([{**head, "deal": wrong}, *lines[1:]]) is None


@pytest.mark.parametrize("name", list(RECORDS)[::3])
def test_five_copies_of_a_tile_are_noticed(name: str) -> None:
    lines = RECORDS[name]
    for place in range(56):
        for tile in other_tiles(lines[0]["wall"][place]):
            wall = [*lines[0]["wall"][:place], tile, *lines[0]["wall"][place + 1 :]]
            report = check(written([{**lines[0], "wall": wall}, *lines[1:]]))
            assert report.fault is not None
            assert (report.fault.line, report.fault.clause) == (1, "C-2")
    for seat in range(4):
        deal = [list(tiles) for tiles in lines[0]["deal"]]
        deal[seat][5] = other_tiles(deal[seat][5])[0]
        report = check(written([{**lines[0], "deal": deal}, *lines[1:]]))
        assert report.fault is not None
        assert (report.fault.line, report.fault.clause) == (1, "C-2")


@pytest.mark.parametrize("name", list(RECORDS)[::3])
def test_another_order_of_the_wall_is_noticed_where_it_was_drawn(name: str) -> None:
    lines = RECORDS[name]
    head = sum(line["type"] == "draw" and line["end"] == "head" for line in lines)
    wall = lines[0]["wall"]
    for place in range(head - 1):
        if wall[place] != wall[place + 1]:
            other = [*wall[:place], wall[place + 1], wall[place], *wall[place + 2 :]]
            report = check(written([{**lines[0], "wall": other}, *lines[1:]]))
            assert report.fault is not None
            assert report.fault.line > 1
