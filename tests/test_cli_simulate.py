"""`qianma simulate`: hands between built-in players."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qianma.record import read_lines
from tests.command_line import call, command, program, refused

PLAYERS = ("greedy", "random", "greedy", "tsumogiri")
WORDS = ("simulate", "--rules", "duyun", "--seed", "7", "--players", ",".join(PLAYERS))


def simulated(*more: object) -> dict[str, Any]:
    outcome = call(*WORDS, "--json", *more)
    assert (outcome.code, outcome.err) == (0, "")
    document: dict[str, Any] = outcome.document
    return document


def test_the_document() -> None:
    document = simulated("--hands", 20)
    assert set(document) == {"hands", "points", "wins", "exhausted", "decisions", "seconds"}
    assert document["hands"] == 20
    assert sum(document["points"]) == 0
    assert len(document["wins"]) == 4
    assert document["decisions"] > 20
    assert document["seconds"] > 0


def test_the_same_seed_gives_the_same_whatever_the_workers() -> None:
    once, again, other = (
        simulated("--hands", 40),
        simulated("--hands", 40, "--workers", 2),
        simulated("--hands", 40, "--seed", 8),
    )
    for document in (once, again, other):
        del document["seconds"]
    assert once == again
    assert once != other


def test_records_are_one_file_a_match_of_sixteen_hands_and_check(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "records"
    document = simulated("--hands", 20, "--records", folder)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["000001.jsonl", "000002.jsonl"]
    lines = [[line.content for line in read_lines(file.read_bytes())] for file in files]
    results = [[line for line in match if line["type"] == "result"] for match in lines]
    assert [len(match) for match in results] == [16, 4]
    points = [sum(line["points"][seat] for match in results for line in match) for seat in range(4)]
    assert points == document["points"]
    exhausted = [line for match in results for line in match if line["outcome"] == "exhausted"]
    assert len(exhausted) == document["exhausted"]
    winners = [winner["seat"] for match in results for line in match for winner in line["winners"]]
    assert [winners.count(seat) for seat in range(4)] == document["wins"]
    assert call("check", folder).code == 0


def test_records_of_a_persons_own_rules_check(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "guiyang"\nbase = 5\n[patterns]\nseven_pairs = 9\n', "utf-8")
    words = ["--hands", "4", "--seed", "1", "--players", "greedy,greedy,greedy,greedy"]
    assert call("simulate", "--rules", rules, *words, "--records", tmp_path / "records").code == 0
    first = (tmp_path / "records" / "000001.jsonl").read_bytes().splitlines()[0]
    assert msgspec.json.decode(first)["settings"] == {"base": 5, "patterns": {"seven_pairs": 9}}
    assert call("check", tmp_path / "records").code == 0


def test_a_folder_for_records_may_be_there_but_not_hold_anything(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    simulated("--hands", 1, "--records", folder)
    before = (folder / "000001.jsonl").read_bytes()
    reason = refused(call(*WORDS, "--hands", 2, "--records", folder), "simulate")
    assert reason == f"argument --records: {folder} is not empty"
    assert [file.name for file in folder.iterdir()] == ["000001.jsonl"]
    assert (folder / "000001.jsonl").read_bytes() == before
    file = folder / "000001.jsonl"
    assert str(file) in refused(call(*WORDS, "--hands", 2, "--records", file), "simulate")
    assert str(file) in refused(call(*WORDS, "--hands", 2, "--records", file / "x"), "simulate")


def test_what_people_read() -> None:
    document = simulated("--hands", 5)
    outcome = call(*WORDS, "--hands", 5)
    lines = outcome.out.splitlines()
    assert outcome.err == ""
    sums = f"Hands: 5, exhausted: {document['exhausted']}, decisions: {document['decisions']}"
    assert re.fullmatch(rf"{sums}, seconds: [\d.]+", lines[0])
    assert lines[1].split() == ["seat", "player", "points", "wins"]
    for seat, (line, player) in enumerate(zip(lines[2:], PLAYERS, strict=True)):
        points, wins = document["points"][seat], document["wins"][seat]
        assert line.split() == [str(seat), player, str(points), str(wins)]
    chinese = call(*WORDS, "--hands", 5, "--language", "zh-Hans").out
    assert chinese.startswith("局数：5，黄牌：")


def test_a_short_run_tells_no_progress() -> None:
    assert program(*WORDS, "--hands", 3).err == ""


def test_on_a_terminal_progress_is_shown_and_taken_away(tmp_path: Path) -> None:
    """Standard error is a terminal, standard output a file."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    words = command(*WORDS, "--hands", 64, "--json")
    with (tmp_path / "out").open("wb") as out:
        running = subprocess.Popen(words, stdout=out, stderr=slave)
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert running.wait() == 0
    os.close(master)
    text = shown.decode()
    assert re.match(r"\r16 of 64 hands, \d+ a second\x1b\[K", text)
    assert text.endswith("\r\x1b[K")
    assert "\n" not in text
    assert msgspec.json.decode((tmp_path / "out").read_bytes())["hands"] == 64


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--hands", "0", "'0' is not a whole number from 1"),
        ("--hands", "-1", "--hands"),
        ("--hands", "1.5", "'1.5' is not a whole number"),
        ("--hands", "ten", "'ten' is not a whole number"),
        ("--hands", "", "'' is not a whole number"),
        ("--hands", "1_000", "'1_000' is not a whole number"),
        ("--hands", "٣", "is not a whole number"),
        ("--hands", "9" * 5000, "is not a whole number"),
        ("--seed", "x", "'x' is not a whole number from 0"),
        ("--seed", "1e5", "'1e5' is not a whole number"),
        ("--workers", "0", "'0' is not a whole number from 1"),
        ("--workers", "9999999", "is not a whole number from 1"),
        ("--players", "greedy", "names 1 players, not 4"),
        ("--players", "greedy,greedy,greedy,greedy,greedy", "names 5 players, not 4"),
        ("--players", "greedy,greedy,greedy,person", "player 'person' is not known"),
        ("--players", "greedy,greedy,greedy,", "player '' is not known"),
        ("--players", "Greedy,greedy,greedy,greedy", "player 'Greedy' is not known"),
        ("--players", "", "player '' is not known"),
        ("--rules", "sichuan", "ruleset 'sichuan' is not known"),
    ],
)
def test_bad_arguments(option: str, value: str, reason: str) -> None:
    words = [*WORDS, "--hands", "4", option, value]
    assert reason in refused(call(*words), "simulate")


@pytest.mark.parametrize("option", ["--rules", "--hands", "--seed", "--players"])
def test_what_is_needed(option: str) -> None:
    words = [*WORDS, "--hands", "4"]
    place = words.index(option)
    assert option in refused(call(*words[:place], *words[place + 2 :]), "simulate")
