"""What is no record: junk, nesting, wrong types, missing keys, each refused in one line."""

import re
from functools import cache
from itertools import pairwise

import pytest

from qianma.check import check
from qianma.record import encode_line, read_line
from qianma.recording import (
    hand_line,
    match_line,
)
from qianma.ruleset import load
from qianma.ruleset import names as ruleset_names
from tests.record_lines import (
    EXAMPLES,
    GIVEN,
    Content,
    faults_of_the_readme,
    read,
    recorded,
    revealed,
    written,
)
from tests.scenes import HB, concealed_kong, draw, scene, scene_of_claims

GOOD = scene("duyun")
HEAD = {**hand_line(GOOD, 1), "ruleset": "duyun"}
LINE = {"type": "draw", "seat": 0, "tile": hand_line(GOOD, 1)["wall"][0], "end": "head"}


LATIN = re.compile(r"[A-Za-z]{2,}")


@cache
def known_names() -> set[str]:
    """What no language puts into words: the names of the format and of rulesets."""
    told = b"".join(written(lines) for lines in SPECIMENS.values()).decode()
    return {"JSON", "UTF", *LATIN.findall(f"{told} {' '.join(ruleset_names())}")}


def unreadable(data: bytes, line: int) -> None:
    """The bytes are refused at a line, in one printable line."""
    report = check(data)
    fault = report.fault
    assert fault is not None
    assert fault.unreadable
    assert fault.line == line
    assert fault.reason
    assert fault.reason.isprintable()
    assert len(fault.reason) < 400
    known = known_names() | set(LATIN.findall(data.decode(errors="replace")))
    for language in ("zh-Hans", "zh-Hant"):
        reason = fault.reason_in(language)
        assert reason.isprintable()
        words = re.sub(r"'\^.+\$'", "", reason)  # but for patterns, such as that of hex digits
        assert set(LATIN.findall(words)) <= known, reason


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n\n", b"  \n", b"\r\n"], ids=["nothing", "1", "3", "space", "crlf"]
)
def test_an_empty_file_is_no_record(data: bytes) -> None:
    unreadable(data, 1)


@pytest.mark.parametrize(
    "junk",
    [
        b"{",
        b"}",
        b'{"type": "draw", "seat": 0, "tile": "5',
        b'{"type": "draw"} {"type": "draw"}',
        b"[]",
        b"null",
        b"true",
        b"5",
        b'"draw"',
        b"nonsense",
        b"{'type': 'draw'}",
        b'{"type": "draw",}',
        b"\x00",
        b"\xff\xfe",
        b'{"type": "draw", "note": "\xe9"}',
        b'{"type": "draw", "note": "\xed\xa0\x80"}',
        b'{"type": "draw", "seat": NaN}',
        b"\xef\xbb\xbf{}",
        b"",
        b"   ",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"type": "draw", "seat": ' + b"[" * 5000 + b"]" * 5000 + b"}",
        b'{"type": "draw", "seat": ' + b"9" * 5000 + b"}",
        b'{"type": "draw", "seat": 1e999, "tile": "1m", "end": "head"}',
    ],
    ids=range(25),
)
def test_junk_between_lines_is_refused_at_its_line(junk: bytes) -> None:
    good = written([HEAD])
    unreadable(good + junk + b"\n" + written([LINE]), 2)


@pytest.mark.parametrize("depth", [10, 100, 950, 3000])
@pytest.mark.parametrize("key", ["note", "seat", "tile", "settings"])
def test_nesting_of_any_depth_is_read_or_refused(key: str, depth: int) -> None:
    nested_line(key, depth)


@pytest.mark.parametrize("depth", [10, 100, 450, 700, 950, 3000, 100_000])
@pytest.mark.parametrize("key", ["kind", "wall", "deal", "winners", "chickens", "flipped"])
def test_nesting_of_any_depth_in_a_key_that_could_hold_tiles(key: str, depth: int) -> None:
    nested_line(key, depth)


def nested_line(key: str, depth: int) -> None:
    """A line with a key that is nested is read, or refused at its line."""
    nested = b"[" * depth + b"]" * depth
    line = b'{"type": "draw", "seat": 0, "tile": "%s", "end": "head", "%s": %s}\n'
    data = written([HEAD]) + line % (str(LINE["tile"]).encode(), key.encode(), nested)
    report = check(data)
    if report.fault is not None:
        assert report.fault.unreadable
        assert report.fault.line == 2


@pytest.mark.parametrize("depth", [10, 100, 450, 900, 3000])
def test_settings_nested_to_any_depth_are_refused(depth: int) -> None:
    nested = b"[" * depth + b"]" * depth
    head = written([HEAD])[:-2]
    unreadable(head + b', "settings": {"base": %s}}\n' % nested, 1)


def test_a_byte_order_mark_is_refused_and_carriage_returns_are_not() -> None:
    data = (EXAMPLES / "C-1-turn-after-pong-goes-on.jsonl").read_bytes()
    unreadable(b"\xef\xbb\xbf" + data, 1)
    expected = check(data).as_object()
    assert check(data.replace(b"\n", b"\r\n")).as_object() == expected
    assert check(data.rstrip(b"\n")).as_object() == expected
    assert check(data + b"\n\n").as_object() == expected


def test_a_record_cut_inside_a_line_is_unreadable() -> None:
    data = (EXAMPLES / "D-17-the-leaver-keeps-the-beans-too.jsonl").read_bytes()
    starts = [0, *(match.end() for match in re.finditer(b"\n", data))]
    for number, (start, end) in enumerate(pairwise(starts), start=1):
        for place in {start + 1, (start + end) // 2, end - 2}:
            unreadable(data[:place], number)


WRONG: dict[str, list[object]] = {
    "seat": [None, True, "0", 1.5, [], {}, -1, 4, 10**30, ""],
    "tile": [None, True, 5, "", "1", "0m", "10m", "1z", "m1", "五萬", "1M", " 1m", [], ["1m"]],
    "end": [None, True, 0, "", "Head", "middle", []],
    "source": [True, "0", 1.5, [], -1, 4],
    "kind": [None, True, 1, "", "open", []],
    "by": [None, True, 1, "", "robbing", []],
    "declined": [None, True, 1, "win", {}, ["chow"], [None], [["win"]]],
    "entries": [None, True, 1, "", {}, [1], [{}], [[]]],
    "ready": [None, 1, "true", "", {}],
    "number": [None, True, "1", 0, -1, 1.5, 10**30, []],
    "dealer": [None, True, "1", -1, 4, 1.5, []],
    "repeats": [True, "1", -1, 1.5, 10**30, []],
    "dice": [None, True, 7, [], [1], [1, 2, 3], [0, 1], [1, 7], ["1", "2"], [1.5, 2], {}],
    "deal": [None, True, [], [[], [], [], []], {}, "1m", [["1m"] * 13] * 3, [["1m"] * 14] * 4],
    "wall": [None, True, [], ["1m"] * 55, ["1m"] * 57, ["1x"] * 56, {}, "1m"],
    "ruleset": [True, 1, [], {}, "", "Duyun", "riichi"],
    "settings": [None, True, 1, "", [], {"bases": 1}, {"base": "6"}, {"kong_shot": "burn"}],
    "outcome": [None, True, "", "won", []],
    "winners": [None, True, {}, [1], [{}]],
    "ledger": [None, True, {}, [1], [{}]],
    "points": [None, True, [], [0, 0, 0], [0, 0, 0, 0, 0], ["0"] * 4, [0.5] * 4, {}],
    "chickens": [None, True, [], {}, {"flipped": "1x", "kind": None, "golden": False}],
    "next_dealer": [True, "0", 4, -1, 1.5, []],
    "key": [None, True, 1, "", "00", "zz" * 32, "0" * 63, "0" * 65, []],
    "commitment": [True, 1, "xyz", "0", []],
    "contributions": [True, 1, "00", [], ["00"] * 3, ["0"] * 4, [1, 2, 3, 4], {}],
    "at": [True, 1, [], {}],
    "version": [None, True, "1", 0, 2, []],
    "players": [None, True, [], [{}] * 4, [{"name": "a", "kind": "person"}] * 3, {}],
    "hands": [True, "1", -1, 0, 1.5],
}
"""For every key of the format values that it cannot have."""

OPTIONAL = {
    "match": {"settings", "hands", "rules_revision", "at"},
    "hand": {"ruleset", "settings", "generator", "commitment", "contributions", "at"},
    "discard": {"ready"},
    "kong": {"source"},
    "win": {"source"},
}
"""Keys that may be missing; `source` where nothing was taken from anybody."""


def specimens() -> dict[str, list[Content]]:
    """For every type of line a right record that ends with such a line."""
    found: dict[str, list[Content]] = {}
    paths = sorted(EXAMPLES.glob("*.jsonl"))
    for path in [*paths, None]:
        lines = read(path.read_bytes()) if path else revealed(1, GIVEN)
        if path and path.name in faults_of_the_readme():
            continue
        for place, line in enumerate(lines):
            name = line["type"] + line.get("kind", "") * (line["type"] == "kong")
            if name not in found or line["type"] == "hand":
                found[name] = lines[: place + 1]
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    found["pass"] = [*recorded(hand), {"type": "pass", "seat": 1, "declined": ["win"]}]
    kong = scene("duyun", {0: "1479m147p25s888s9p"}, "8s")
    draw(kong)
    concealed_kong(kong, 0, "8s")
    found["payment"] = recorded(kong)
    found["match"] = [match_line(load("duyun"), [("a", "person")] * 4, 4)]
    return found


SPECIMENS = specimens()


def test_there_is_a_specimen_of_every_type() -> None:
    types = {lines[-1]["type"] for lines in SPECIMENS.values()}
    assert types == {
        "match",
        "hand",
        "draw",
        "discard",
        "pong",
        "kong",
        "win",
        "pass",
        "payment",
        "exhausted",
        "leave",
        "result",
        "reveal",
    }
    for lines in SPECIMENS.values():
        assert check(written(lines)).fault is None


@pytest.mark.parametrize("name", SPECIMENS)
def test_a_key_of_a_wrong_type_is_refused_at_its_line(name: str) -> None:
    lines = SPECIMENS[name]
    last = lines[-1]
    for key in [*last, "at"]:
        wrong = WRONG.get(key, [])
        assert wrong or key in ("type", "generator", "rules_revision", "title", "note", "about")
        for value in wrong:
            if key == "hands" and last["type"] == "result":
                continue
            unreadable(written([*lines[:-1], {**last, key: value}]), len(lines))


@pytest.mark.parametrize("name", SPECIMENS)
def test_a_missing_key_is_refused_at_its_line(name: str) -> None:
    lines = SPECIMENS[name]
    last = lines[-1]
    optional = {"at", "hands", *OPTIONAL.get(last["type"], set())}
    if last.get("kind") == "discard" or last.get("by") in ("discard", "robbed_kong"):
        optional.discard("source")
    for key in last:
        less = {other: value for other, value in last.items() if other != key}
        if key == "type" or key not in optional:
            unreadable(written([*lines[:-1], less]), len(lines))


def test_read_line_tells_the_number_it_is_given() -> None:
    line = read_line(encode_line(LINE), 7)
    assert (line.number, line.content) == (7, LINE)
