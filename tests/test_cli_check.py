"""`qianma check`: records that are right, that break a rule, and where they are."""

import itertools
import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qianma.cli.errors import CommandError
from qianma.cli.files import MOST_OF_RECORD, require_size
from tests.command_line import EXAMPLES, call, program, refused

ALL = sorted(EXAMPLES.glob("*.jsonl"))
WRONG = {
    "C-6-no-pong-of-the-last-discard": (114, "C-6"),
    "C-7-no-concealed-kong-after-a-pong": (5, "C-7"),
    "D-14-both-waiting-players-must-win": (109, "D-14"),
    "G-17-declared-may-not-pong": (8, "G-17"),
    "G-18-passed-win-blocks-until-draw": (14, "G-18"),
    "records-reveal-duyun-wrong-key": (53, "records"),
}
RIGHT = [path for path in ALL if path.stem not in WRONG]


def results_of(path: Path) -> list[dict[str, Any]]:
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    return [line for line in lines if line["type"] == "result"]


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_record_is_settled_as_its_result_says(path: Path) -> None:
    outcome = call("check", path, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = outcome.document
    assert set(document) == {"hands", "unfinished", "error"}
    assert document["error"] is None
    assert document["unfinished"] is False
    expected = results_of(path)
    assert len(document["hands"]) == len(expected)
    for found, given in zip(document["hands"], expected, strict=True):
        keys = ("outcome", "winners", "points", "next_dealer", "repeats", "chickens", "ready")
        for key in keys:
            assert found[key] == given[key], key
        assert sums(found) == sums(given)


def sums(result: dict[str, Any]) -> dict[tuple[int, int, str], int]:
    found: dict[tuple[int, int, str], int] = {}
    for entry in result["ledger"]:
        key = (entry["from"], entry["to"], entry["reason"])
        found[key] = found.get(key, 0) + entry["fan"]
    return found


@pytest.mark.parametrize("name", WRONG)
def test_a_record_that_breaks_a_rule_is_refused_at_its_line(name: str) -> None:
    path = EXAMPLES / f"{name}.jsonl"
    line, clause = WRONG[name]
    outcome = call("check", path)
    assert outcome.code == 1
    assert outcome.out == ""
    start = f"{path}:{line}: {clause}: "
    assert outcome.complaint.startswith(start)
    as_json = call("check", path, "--json")
    assert (as_json.code, as_json.err) == (1, outcome.err)
    reason = outcome.complaint.removeprefix(start)
    assert as_json.document["error"] == {"line": line, "clause": clause, "reason": reason}
    assert as_json.document["unfinished"] is False


def test_a_folder_stands_for_its_jsonl_files_in_order(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.jsonl").write_bytes(RIGHT[0].read_bytes())
    (tmp_path / "notes.txt").write_text("not a record", encoding="utf-8")
    (tmp_path / "folder.jsonl").mkdir()
    outcome = call("check", tmp_path)
    assert (outcome.code, outcome.err) == (0, "")
    names = [line.split(": ")[0] for line in outcome.out.splitlines()]
    assert names == [str(tmp_path / f"{name}.jsonl") for name in "abc"]


def test_several_files_as_json_and_the_worst_exit_code(tmp_path: Path) -> None:
    unreadable = tmp_path / "unreadable.jsonl"
    unreadable.write_bytes(b"{")
    wrong = EXAMPLES / "G-17-declared-may-not-pong.jsonl"
    for files, code in (
        ([RIGHT[0], RIGHT[1]], 0),
        ([RIGHT[0], wrong, RIGHT[1]], 1),
        ([unreadable, wrong, RIGHT[1]], 2),
    ):
        outcome = call("check", *files, "--json")
        assert outcome.code == code
        found = outcome.document["files"]
        assert [entry["file"] for entry in found] == [str(file) for file in files]
        assert all(set(entry) == {"file", "hands", "unfinished", "error"} for entry in found)
        faults = [entry for entry in found if entry["error"]]
        assert len(outcome.err.splitlines()) == len(faults)
        assert len(found[-1]["hands"]) == len(results_of(files[-1]))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_folder_always_gives_a_list(tmp_path: Path, number: int) -> None:
    """However many records are in it; one file alone gives its document, several files a list."""
    for place in range(number):
        (tmp_path / f"{place}.jsonl").write_bytes(RIGHT[0].read_bytes())
    files = call("check", tmp_path, "--json").document["files"]
    assert [entry["file"] for entry in files] == sorted(map(str, tmp_path.iterdir()))
    alone = call("check", tmp_path / "0.jsonl", "--json").document
    assert set(alone) == {"hands", "unfinished", "error"}
    given = call("check", *[tmp_path / "0.jsonl"] * number, "--json").document
    assert set(given) == ({"files"} if number > 1 else set(alone))


@pytest.mark.parametrize("name", ["check", "replay"])
def test_what_is_no_regular_file_is_refused_unread(tmp_path: Path, name: str) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    for path in ("/dev/zero", "/dev/null", pipe):
        assert refused(program(name, path), name) == f"{path}: not a regular file"
    assert "No such file" in refused(program(name, tmp_path / "nothing"), name)


@pytest.mark.parametrize("name", ["check", "replay"])
def test_a_record_has_a_greatest_size(tmp_path: Path, name: str) -> None:
    """256 MB and not a byte more; the file is a hole, so that it takes no room."""
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(256 * 2**20 + 1)
    assert refused(program(name, path), name) == f"{path}: larger than 256 MB"
    with pytest.raises(CommandError, match="larger than 256 MB"):
        require_size("-", 256 * 2**20 + 1, MOST_OF_RECORD)
    require_size("-", 256 * 2**20, MOST_OF_RECORD)


def test_a_ruleset_file_has_a_greatest_size_and_is_a_file(tmp_path: Path) -> None:
    good = b'extends = "duyun"\n'
    path, pipe = tmp_path / "rules.toml", tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    path.write_bytes(good + b"#" * (2**20 - len(good)))
    assert call("rules", path).code == 0
    path.write_bytes(good + b"#" * (2**20 - len(good) + 1))
    expected = f"argument NAME: {path}: larger than 1 MB"
    assert refused(call("rules", path), "rules") == expected
    for odd in (pipe, "/dev/zero"):
        reason = refused(program("rules", odd), "rules")
        assert reason == f"argument NAME: {odd}: not a regular file"


def test_only_the_winner_and_key_that_differ_are_named() -> None:
    """Each key of each winner, of a record with two of them."""
    path = EXAMPLES / "D-12-kong-shot-two-winners-each-the-whole-bean.jsonl"
    *lines, last = path.read_bytes().splitlines()
    for place, key in itertools.product(range(2), ("by", "source", "tile", "pattern", "fan")):
        result = json.loads(last)
        winner = result["winners"][place]
        other = {"by": "self_draw", "source": None, "tile": "1m", "pattern": "plain", "fan": 77}
        before, winner[key] = winner[key], other[key]
        outcome = call("check", "-", given=b"\n".join([*lines, json.dumps(result).encode()]))
        found = "null" if other[key] is None else other[key]
        assert outcome.complaint.endswith(
            f" C-11: winner seat {winner['seat']}: {key} is {found}, by the rules {before}"
        )
    result = json.loads(last)
    del result["winners"][0]
    outcome = call("check", "-", given=b"\n".join([*lines, json.dumps(result).encode()]))
    assert outcome.complaint.endswith(" C-11: winners is [3], by the rules [2,3]")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "an empty line"),
        (b"  \r", "an empty line"),
        (b'{"type": "draw", "seat": 1e400}', "a number is too large"),
        (b'{"type": "draw", "seat": ' + b"9" * 5000 + b"}", "a number is too large"),
        (b'{"type": "foo", "seat": 1}', "type 'foo' is not known"),
        (b'{"type": "Draw", "seat": 1}', "type 'Draw' is not known"),
    ],
)
def test_what_cannot_be_read_is_told_as_what_it_is(line: bytes, reason: str) -> None:
    lines = RIGHT[0].read_bytes().splitlines()
    lines[2:2] = [line]
    outcome = call("check", "-", given=b"\n".join(lines))
    assert outcome.code == 2
    assert outcome.complaint == f"-:3: records: {reason}"


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_an_explanation_has_all_that_the_hand_tells(path: Path) -> None:
    """The dealer is known only from the hand itself."""
    outcome = call("check", "--explain", path)
    hands = outcome.out.count(", hand ")
    assert outcome.out.count("\n  Dealer: seat ") == hands


def test_standard_input() -> None:
    data = (EXAMPLES / "G-17-declared-may-not-pong.jsonl").read_bytes()
    outcome = program("check", "-", given=data)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.complaint.startswith("-:8: G-17: ")
    assert call("check", "-", given=RIGHT[0].read_bytes()).out == (
        "-: all right, finished hands: 1\n"
    )


def test_a_record_that_ends_between_two_lines_is_unfinished() -> None:
    lines = RIGHT[0].read_bytes().splitlines(keepends=True)
    for number in range(1, len(lines) - 2):
        part = b"".join(lines[:number])
        document = call("check", "-", "--json", given=part).document
        assert document == {"hands": [], "unfinished": True, "error": None}
    human = call("check", "-", given=b"".join(lines[:3])).out
    assert human == "-: all right, finished hands: 0, the last one is unfinished\n"


def test_unknown_keys_and_line_ends_of_windows_are_no_fault() -> None:
    lines = RIGHT[0].read_bytes().splitlines()
    lines[1] = lines[1].replace(b"{", b'{"note": {"deep": [1, "x"]}, ', 1)
    assert call("check", "-", given=b"\r\n".join(lines) + b"\r\n\r\n").code == 0


def test_results_are_explained_on_request() -> None:
    path = EXAMPLES / "D-8-beans-given-back-and-big-ready-check.jsonl"
    lines = call("check", path, "--explain").out.splitlines()
    assert lines[0] == f"{path}, hand 1:"
    assert "    seat 1, seat 2, seat 3 each to seat 0, bean of a concealed kong: " in lines[5]
    assert lines[-1] == f"{path}: all right, finished hands: 1"
    chinese = call("check", path, "--explain", "--language", "zh-Hant").out
    assert "黃牌，無人胡牌。" in chinese
    assert "seat" not in chinese


def test_a_result_that_differs_is_refused() -> None:
    path = EXAMPLES / "G-15-responsible-chicken-pong.jsonl"
    *lines, result = path.read_bytes().splitlines()
    given = json.loads(result)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"points": given["points"][::-1]}, "C-14"),
        ({"outcome": "exhausted"}, "records"),
        ({"winners": [{**given["winners"][0], "pattern": "full_flush"}]}, "C-11"),
        ({"winners": []}, "C-11"),
        ({"next_dealer": 0}, "G-2"),
        ({"repeats": 7}, "G-2"),
        ({"ledger": given["ledger"][1:]}, "G-19"),
    ]
    for change, clause in changes:
        changed = json.dumps({**given, **change}).encode()
        outcome = call("check", "-", given=b"\n".join([*lines, changed]) + b"\n")
        assert outcome.code == 1
        assert outcome.complaint.startswith(f"-:{len(lines) + 1}: {clause}: "), outcome.complaint


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    assert refused(call("check", missing), "check") == f"{missing}: No such file or directory"
    assert refused(call("check", RIGHT[0], missing, "--json"), "check").startswith(str(missing))
    assert refused(call("check", tmp_path), "check") == f"{tmp_path}: no *.jsonl in this folder"
    inside = RIGHT[0] / "x.jsonl"
    assert refused(call("check", inside), "check").startswith(str(inside))
    assert call("check", "x" * 5000).complaint.startswith("qianma: error: xxx")


def test_a_name_with_odd_characters_stays_one_line(tmp_path: Path) -> None:
    odd = tmp_path / "a\nb\x1b[31m.jsonl"
    odd.write_bytes(b"{")
    assert re.search(r"a\\nb\\x1b\[31m\.jsonl:1: records: ", call("check", odd).complaint)
    odd.write_bytes(RIGHT[0].read_bytes())
    assert call("check", odd).out.count("\n") == 1
