"""Any change of a result or of a payment line in a record is noticed."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from qianma.check import check
from tests.record_judges import (
    RECORDS,
    accepted,
    other_tiles,
)
from tests.record_lines import (
    Content,
    written,
)


def number_changes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of a result where a number or a word stands that two results must share."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from number_changes(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from number_changes(item, (*path, place))
    else:
        yield path


def put(content: Content, path: tuple[Any, ...], value: object) -> Content:
    """The content with another value at one place."""
    copy = json.loads(json.dumps(content))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert isinstance(copy, dict)
    return copy


def look(content: Content, path: tuple[Any, ...]) -> Any:
    inner: Any = content
    for key in path:
        inner = inner[key]
    return inner


def others(path: tuple[Any, ...], value: Any) -> list[Any]:
    """Other values that this place could hold."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    if key in ("seat", "from", "to", "next_dealer") or (key == "source" and value is not None):
        return [seat for seat in range(4) if seat != value]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, -value] if value else [1, -1]
    return {
        "tile": other_tiles(value) if key == "tile" else [],
        "by": [by for by in ("self_draw", "discard", "robbed_kong") if by != value],
        "outcome": [out for out in ("win", "exhausted", "left") if out != value],
        "pattern": [name for name in ("plain", "full_flush", "") if name != value],
        "reason": [name for name in ("win", "chicken", "gift") if name != value],
    }.get(key, [])


COMPARED = ("outcome", "winners", "points", "next_dealer", "repeats", "ledger")
NOT_COMPARED = ("clause",)


@pytest.mark.parametrize("name", RECORDS)
def test_every_number_and_word_of_a_result_is_compared(name: str) -> None:
    lines = RECORDS[name]
    place = next(i for i, line in enumerate(lines) if line["type"] == "result")
    result = lines[place]
    tried = 0
    for path in number_changes({key: result[key] for key in COMPARED}):
        if path[-1] in NOT_COMPARED:
            continue
        for value in others(path, look(result, path)):
            tried += 1
            changed = [*lines[:place], put(result, path, value), *lines[place + 1 :]]
            report = check(written(changed))
            assert report.fault is not None, (path, value)
            assert report.fault.line == place + 1
    assert tried > 10


@pytest.mark.parametrize("name", RECORDS)
def test_a_winner_or_a_payment_more_or_less_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    place = next(i for i, line in enumerate(lines) if line["type"] == "result")
    result = lines[place]
    for key in ("winners", "ledger"):
        for which in range(len(result[key])):
            less = [*result[key][:which], *result[key][which + 1 :]]
            more = [*result[key], result[key][which]]
            for items in (less, more):
                changed = [*lines[:place], {**result, key: items}, *lines[place + 1 :]]
                assert accepted(changed) is None
        backwards = result[key][::-1]
        changed = [*lines[:place], {**result, key: backwards}, *lines[place + 1 :]]
        if key == "ledger":
            # The order of entries does not matter, that of winners does.
            assert accepted(changed) == accepted(lines)
        elif backwards != result[key]:
            assert accepted(changed) is None


@pytest.mark.parametrize("name", RECORDS)
def test_how_a_payment_is_split_does_not_matter(name: str) -> None:
    lines = RECORDS[name]
    place = next(i for i, line in enumerate(lines) if line["type"] == "result")
    result = lines[place]
    split: list[Content] = []
    for entry in result["ledger"]:
        base = entry["points"] // entry["fan"]
        split.append({**entry, "fan": 1, "points": base})
        rest = entry["fan"] - 1
        split.append({**entry, "fan": rest, "points": rest * base, "clause": "somewhere"})
    changed = [*lines[:place], {**result, "ledger": split}, *lines[place + 1 :]]
    assert accepted(changed) == accepted(lines)


@pytest.mark.parametrize("name", RECORDS)
def test_two_wrong_payments_that_cancel_out_are_noticed(name: str) -> None:
    # Netting is not allowed: what one pays too much the other way round is two payments.
    lines = RECORDS[name]
    place = next(i for i, line in enumerate(lines) if line["type"] == "result")
    result = lines[place]
    there = {"from": 0, "to": 1, "fan": 1, "points": 1, "reason": "win", "clause": "C-14"}
    back = {**there, "from": 1, "to": 0}
    ledger = [*result["ledger"], there, back]
    changed = [*lines[:place], {**result, "ledger": ledger}, *lines[place + 1 :]]
    assert accepted(changed) is None


def test_every_number_of_a_payment_line_is_compared() -> None:
    seen = 0
    for lines in RECORDS.values():
        for place, line in enumerate(lines):
            if line["type"] != "payment":
                continue
            for path in number_changes({"entries": line["entries"]}):
                if path[-1] in NOT_COMPARED:
                    continue
                for value in others(path, look(line, path)):
                    seen += 1
                    changed = [*lines[:place], put(line, path, value), *lines[place + 1 :]]
                    report = check(written(changed))
                    assert report.fault is not None
                    assert report.fault.line == place + 1
            empty = [*lines[:place], {**line, "entries": []}, *lines[place + 1 :]]
            assert accepted(empty) is None
    assert seen > 20


@pytest.mark.parametrize("name", RECORDS)
def test_payments_that_never_happened_are_noticed(name: str) -> None:
    lines = RECORDS[name]
    entry = {"from": 0, "to": 1, "fan": 1, "points": 6, "reason": "win", "clause": "D-7"}
    for place in range(1, len(lines)):
        if lines[place]["type"] == "payment" or lines[place - 1]["type"] == "payment":
            continue
        for entries in ([entry], []):
            line = {"type": "payment", "entries": entries}
            changed = [*lines[:place], line, *lines[place:]]
            if lines[place - 1]["type"] == "kong" and not entries:
                continue
            assert accepted(changed) is None


@pytest.mark.parametrize("name", RECORDS)
def test_a_result_before_the_end_is_noticed(name: str) -> None:
    lines = RECORDS[name]
    place = next(i for i, line in enumerate(lines) if line["type"] == "result")
    over = next(i for i, line in enumerate(lines) if line["type"] in ("win", "exhausted", "leave"))
    for early in range(1, over + 1):
        assert accepted([*lines[:early], lines[place], *lines[early:]]) is None
