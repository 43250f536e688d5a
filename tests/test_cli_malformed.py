"""Malformed records: each gets one line with its place and reason, an exit code, no traceback.

Exit 2 is for what cannot be read as the format, 1 for what breaks a rule.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.command_line import EXAMPLES, call, program

RECORD = (EXAMPLES / "G-15-responsible-chicken-pong.jsonl").read_bytes()
LINES = RECORD.splitlines()
HAND = json.loads(LINES[0])
MATCH = {
    "type": "match",
    "version": 1,
    "ruleset": "guiyang",
    "players": [{"name": "A", "kind": "person"}] * 4,
    "hands": 4,
    "rules_revision": 1,
}


def with_line(number: int, line: bytes) -> bytes:
    """The record with one of its lines replaced."""
    return b"\n".join([*LINES[: number - 1], line, *LINES[number:]]) + b"\n"


def with_key(number: int, /, **changes: Any) -> bytes:
    """The record with keys of one line changed."""
    line = {**json.loads(LINES[number - 1]), **changes}
    return with_line(number, json.dumps(line).encode())


def without_key(number: int, key: str) -> bytes:
    """The record with a key of one line taken out."""
    line = json.loads(LINES[number - 1])
    del line[key]
    return with_line(number, json.dumps(line).encode())


def with_raw(number: int, old: bytes, new: bytes) -> bytes:
    """The record with some bytes of one line replaced."""
    line = LINES[number - 1]
    assert old in line
    return with_line(number, line.replace(old, new, 1))


def with_match(**changes: Any) -> bytes:
    """The record after a match line with keys changed."""
    return json.dumps({**MATCH, **changes}).encode() + b"\n" + RECORD


def fifth_copy() -> bytes:
    """A tile of the wall turned into one of another kind."""
    wall = list(HAND["wall"])
    wall[-1] = "1m" if wall[-1] != "1m" else "2m"
    return with_key(1, wall=wall)


UNREADABLE = {
    "empty": (b"", 1),
    "only line ends": (b"\n\r\n\n", 1),
    "a NUL byte": (b"\0", 1),
    "binary": (bytes(range(256)) * 8, 1),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 1),
    "UTF-16": (RECORD.decode().encode("utf-16"), 1),
    "with a byte order mark": (b"\xef\xbb\xbf" + RECORD, 1),
    "not UTF-8 in the midst": (with_raw(3, b"discard", b"disc\xffard"), 3),
    "half a character": (RECORD + b'{"type":"hand","x":"\xe9', 11),
    "cut inside the first line": (LINES[0][:300], 1),
    "cut inside the last line": (RECORD[:-20], 10),
    "a line end inside a line": (RECORD.replace(b'"seat"', b'\n"seat"', 1), 2),
    "an empty line in the midst": (with_line(4, b""), 4),
    "two objects in a line": (with_line(2, LINES[1] + LINES[2]), 2),
    "a trailing comma": (with_line(2, LINES[1] + b","), 2),
    "single quotes": (with_line(2, LINES[1].replace(b'"', b"'")), 2),
    "a comment": (b"# a record\n" + RECORD, 1),
    "NaN": (with_raw(2, b'"seat": 0', b'"seat": NaN'), 2),
    "infinity": (with_raw(2, b'"seat": 0', b'"seat": 1e999'), 2),
    "an array": (with_line(2, b"[]"), 2),
    "a number": (with_line(2, b"1"), 2),
    "a text": (with_line(2, b'"draw"'), 2),
    "null": (with_line(2, b"null"), 2),
    "an empty object": (with_line(2, b"{}"), 2),
    "an unknown type": (with_key(2, type="chow"), 2),
    "a type with a line end": (with_key(2, type="a\nb\x1b[31m\u2028"), 2),
    "a type that is a number": (with_key(2, type=3), 2),
    "a type that is long": (with_key(2, type="x" * 100_000), 2),
    "a type that is a list": (with_key(2, type=["draw"]), 2),
    "no seat": (without_key(2, "seat"), 2),
    "no tile": (without_key(3, "tile"), 3),
    "no wall": (without_key(1, "wall"), 1),
    "no dice": (without_key(1, "dice"), 1),
    "no source": (without_key(6, "source"), 6),
    "no source of a win": (with_key(9, by="discard"), 9),
    "no ruleset": (without_key(1, "ruleset"), 1),
    "no ledger": (without_key(10, "ledger"), 10),
    "a seat as text": (with_key(2, seat="0"), 2),
    "a seat as a fraction": (with_key(2, seat=0.5), 2),
    "a seat as true": (with_key(2, seat=True), 2),
    "a seat as null": (with_key(2, seat=None), 2),
    "seat 4": (with_key(2, seat=4), 2),
    "seat -1": (with_key(2, seat=-1), 2),
    "a huge seat": (with_raw(2, b'"seat": 0', b'"seat": 1' + b"0" * 400), 2),
    "a seat of very many digits": (with_raw(2, b'"seat": 0', b'"seat": 1' + b"0" * 10_000), 2),
    "huge repeats": (with_key(1, repeats=10**30), 1),
    "negative repeats": (with_key(1, repeats=-1), 1),
    "hand 0": (with_key(1, number=0), 1),
    "huge points": (with_key(10, points=[10**20, -(10**20), 0, 0]), 10),
    "three points": (with_key(10, points=[0, 0, 0]), 10),
    "dice of 0 and 7": (with_key(1, dice=[0, 7]), 1),
    "three dice": (with_key(1, dice=[1, 2, 3]), 1),
    "a deal of three": (with_key(1, deal=HAND["deal"][:3]), 1),
    "a deal of twelve tiles": (with_key(1, deal=[HAND["deal"][0][:12], *HAND["deal"][1:]]), 1),
    "a wall of 55": (with_key(1, wall=HAND["wall"][:55]), 1),
    "a wall that is a text": (with_key(1, wall="1m2m3m"), 1),
    "a tile that is a number": (with_key(3, tile=4), 3),
    "a tile 0m": (with_key(3, tile="0m"), 3),
    "a tile 10m": (with_key(3, tile="10m"), 3),
    "a tile 5M": (with_key(3, tile="5M"), 3),
    "a tile of honours": (with_key(3, tile="東"), 3),
    "half a surrogate": (with_raw(3, b'"4p"', b'"\\ud800"'), 3),
    "a hidden tile": (with_key(2, tile="?"), 2),
    "a hidden wall": (with_key(1, wall=["?"] * 56), 1),
    "a third end of the wall": (with_key(2, end="middle"), 2),
    "an unknown way to win": (with_key(9, by="luck"), 9),
    "an unknown ruleset": (with_key(1, ruleset="sichuan"), 1),
    "a ruleset that is a path": (with_key(1, ruleset="../duyun"), 1),
    "an unknown setting": (with_key(1, settings={"bass": 1}), 1),
    "a setting of a wrong type": (with_key(1, settings={"base": "1"}), 1),
    "a setting out of range": (with_key(1, settings={"base": 0}), 1),
    "a huge setting": (with_key(1, settings={"base": 10**40}), 1),
    "settings that are a list": (with_key(1, settings=[1]), 1),
    "settings that make no sense": (with_key(1, settings={"kong_shot": "transfer"}), 1),
    "a match of another version": (with_match(version=2), 1),
    "a match of three": (with_match(players=MATCH["players"][:3]), 1),  # type: ignore[index]
    "a match with bad settings": (with_match(settings={"flower_pig": 1}), 1),
    "nested arrays": (b"[" * 100_000, 1),
    "nested arrays in a line": (with_line(2, b"[" * 50_000 + b"]" * 50_000), 2),
    "nested arrays in a key": (
        with_raw(2, b"{", b'{"x": ' + b"[" * 50_000 + b"]" * 50_000 + b","),
        2,
    ),
    "nested objects in a setting": (
        with_raw(1, b"{", b'{"settings": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b","),
        1,
    ),
}

AGAINST_THE_RULES = {
    "five copies": (fifth_copy(), 1, "C-2"),
    "another seat draws": (with_key(2, seat=2), 2, "C-1"),
    "another tile is drawn": (with_key(2, tile="9s"), 2, "C-6"),
    "from the wrong end": (with_key(2, end="tail"), 2, "C-6"),
    "two draws": (with_line(3, LINES[1]), 3, "C-13"),
    "another seat discards": (with_key(3, seat=1), 3, "C-1"),
    "a tile that is not held": (with_key(3, tile="1s"), 3, "C-5"),
    "a discard before the draw": (with_line(2, LINES[2]), 2, "C-1"),
    "a pong without a pair": (with_key(6, seat=3), 6, "C-5"),
    "a pong of another tile": (with_key(6, tile="2s"), 6, "C-8"),
    "a pong from another seat": (with_key(6, source=0), 6, "C-8"),
    "a win that is not complete": (
        with_line(3, b'{"type":"win","seat":0,"by":"self_draw","tile":"4p"}'),
        3,
        "C-10",
    ),
    "an early end": (with_line(4, b'{"type":"exhausted"}'), 4, "G-5"),
    "play after the end": (RECORD + LINES[1] + b"\n", 11, "C-8"),
    "play before a hand": (b"\n".join(LINES[1:]), 1, "records"),
    "a result in the midst": (with_line(3, LINES[9]), 3, "records"),
    "two results": (RECORD + LINES[9] + b"\n", 11, "records"),
    "a hand in the midst of a hand": (with_line(4, LINES[0]), 4, "records"),
    "a match line that is not the first": (RECORD + json.dumps(MATCH).encode(), 11, "records"),
    "a key of another wall": (
        RECORD + b'{"type":"reveal","key":"' + b"0" * 64 + b'"}\n',
        11,
        "records",
    ),
}


def complaint(data: bytes, code: int) -> re.Match[str]:
    """The parts of the one line that the check prints for these bytes."""
    outcome = call("check", "-", given=data)
    assert outcome.out == ""
    assert outcome.code == code, outcome.err
    assert len(outcome.complaint) < 1000
    assert outcome.complaint.isprintable()
    match = re.fullmatch(r"-:(\d+): ([A-Z]-S?\d+|records): (.+)", outcome.complaint)
    assert match, outcome.complaint
    document = call("check", "-", "--json", given=data).document
    assert document["error"]["line"] == int(match[1])
    assert document["error"]["clause"] == match[2]
    return match


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read(name: str) -> None:
    data, line = UNREADABLE[name]
    match = complaint(data, 2)
    assert (int(match[1]), match[2]) == (line, "records")


@pytest.mark.parametrize("name", AGAINST_THE_RULES)
def test_what_breaks_a_rule(name: str) -> None:
    data, line, clause = AGAINST_THE_RULES[name]
    match = complaint(data, 1)
    assert (int(match[1]), match[2]) == (line, clause)


def test_the_record_that_all_these_come_from_is_right() -> None:
    assert call("check", "-", given=RECORD).code == 0
    assert call("check", "-", given=with_match()).code == 0


def test_as_a_process_of_its_own_too() -> None:
    for name in ("binary", "nested arrays", "cut inside the last line"):
        data, line = UNREADABLE[name]
        outcome = program("check", "-", given=data)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.complaint.startswith(f"-:{line}: records: ")


Change = Callable[[bytes], bytes]


@st.composite
def changes(draw: st.DrawFn) -> bytes:
    """The record with a few bytes changed, lines swapped, dropped or doubled."""
    data = draw(st.sampled_from(ALL_EXAMPLES))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        lines = data.splitlines(keepends=True)
        line = draw(st.integers(0, max(0, len(lines) - 1)))
        way = draw(st.sampled_from(["replace", "insert", "cut", "drop", "double", "swap"]))
        if way == "replace":
            data = data[:place] + draw(st.binary(max_size=3)) + data[place + 1 :]
        elif way == "insert":
            data = data[:place] + draw(st.sampled_from(TOKENS)) + data[place:]
        elif way == "cut":
            data = data[:place]
        else:
            other = draw(st.integers(0, max(0, len(lines) - 1)))
            if way == "drop":
                del lines[line : line + 1]
            elif way == "double":
                lines[other:other] = lines[line : line + 1]
            elif lines:
                lines[line], lines[other] = lines[other], lines[line]
            data = b"".join(lines)
    return data


ALL_EXAMPLES = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.jsonl"))]
TOKENS = [b"0", b"-", b"1e9", b'"', b"\n", b"{", b"]", b"null", b"\xff", b"\0", b"9", b"?"]


@settings(max_examples=150, deadline=None)
@given(changes())
def test_any_damage_is_one_line_or_none(data: bytes) -> None:
    outcome = call("check", "-", given=data)
    assert outcome.code in (0, 1, 2)
    if outcome.code == 0:
        assert outcome.err == ""
    else:
        pattern = r"-:[1-9]\d*: ([A-Z]-S?\d+|records): .+"
        assert re.fullmatch(pattern, outcome.complaint), outcome.complaint
        assert outcome.complaint.isprintable()
