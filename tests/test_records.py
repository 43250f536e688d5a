"""Records: the examples, the round trip over simulated matches, cut and masked records."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from qianma.check import check
from qianma.record import encode_line, read_lines
from qianma.recording import (
    event_lines,
    hand_line,
    match_line,
    result_line,
    result_object,
)
from qianma.ruleset import load
from qianma.simulate import run, units
from qianma.view import SPECTATOR, view
from tests.positions import walk
from tests.record_lines import (
    EXAMPLES,
    RULESETS,
    Content,
    agree,
    assert_right,
    faults_of_the_readme,
    read,
    recorded,
    results_of,
    simulated,
    written,
)
from tests.scenes import (
    HB,
    scene,
    scene_of_claims,
    win,
)

# Examples


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_an_example_is_right_or_refused_where_its_table_says(path: Path) -> None:
    report = check(path.read_bytes())
    wrong = faults_of_the_readme().get(path.name)
    if wrong is not None:
        assert report.fault is not None
        assert (report.fault.line, report.fault.clause) == wrong
        assert not report.fault.unreadable
        assert report.fault.reason.isprintable()
        return
    assert report.fault is None
    assert not report.unfinished
    carried = results_of(read(path.read_bytes()))
    assert carried
    for result, line in zip(report.results, carried, strict=True):
        found = result_object(result)
        assert agree(found, line)
        for key in ("chickens", "ready"):
            assert found[key] == line[key]
        assert Counter(entry["clause"] for entry in found["ledger"]) == Counter(
            entry["clause"] for entry in line["ledger"]
        )


def test_every_example_in_the_table_is_there_and_six_are_wrong() -> None:
    wrong = faults_of_the_readme()
    assert len(wrong) == 6
    assert set(wrong) <= {path.name for path in EXAMPLES.glob("*.jsonl")}


def test_examples_that_carry_a_result_say_all_its_keys() -> None:
    keys = {
        "type",
        "outcome",
        "winners",
        "chickens",
        "ready",
        "ledger",
        "points",
        "next_dealer",
        "repeats",
    }
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    win(hand, 1)
    assert keys <= set(result_line(hand))
    for path in EXAMPLES.glob("*.jsonl"):
        for line in results_of(read(path.read_bytes())):
            assert keys <= set(line)


# Simulated matches


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """Records of a few matches of each ruleset, between all kinds of players."""
    return simulated(tmp_path_factory.mktemp("matches"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_simulated_match_checks_to_the_same_results(
    ruleset: str, matches: dict[str, list[bytes]]
) -> None:
    assert len(matches[ruleset]) == 6
    for data in matches[ruleset]:
        lines = read(data)
        report = assert_right(lines)
        assert not report.unfinished
        assert len(report.results) == sum(line["type"] == "hand" for line in lines)
        # What the checker prints is what the record says, clauses, chickens and ready included.
        carried = [{k: v for k, v in line.items() if k != "hands"} for line in results_of(lines)]
        assert report.as_object()["hands"] == carried


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lines_come_back_as_they_were_written(
    ruleset: str, matches: dict[str, list[bytes]]
) -> None:
    for data in matches[ruleset]:
        again = b"".join(encode_line(line.content) for line in read_lines(data))
        assert again == data
        numbers = [line.number for line in read_lines(data)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_settings_of_a_match_are_written_and_read(tmp_path: Path) -> None:
    settings = {"base": 2, "patterns": {"triplets_258": False}, "kong_shot_fan": 3}
    ruleset = load("duyun", settings)
    run(units(ruleset, 3, 1, ("greedy",) * 4, str(tmp_path)))
    lines = read((tmp_path / "000001.jsonl").read_bytes())
    assert lines[0]["settings"] == settings
    assert_right(lines)
    # With other settings the same play comes to other results.
    lines[0]["settings"] = {**settings, "base": 3}
    assert check(written(lines)).fault is not None


def test_settings_of_a_hand_lie_over_those_of_its_match() -> None:
    ruleset = load("duyun", {"base": 2})
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p", settings={"base": 2, "penalty_fan": 3})
    win(hand, 1)
    lines = [
        match_line(ruleset, [("a", "person")] * 4, 1),
        {**hand_line(hand, 1), "settings": {"penalty_fan": 3}},
        *event_lines(hand),
        result_line(hand),
    ]
    assert results_of(lines)[0]["points"] == [-6, 6, 0, 0]
    assert_right(lines)
    # Naming the match's ruleset again changes nothing; another one stands alone.
    again = {**lines[1], "ruleset": "duyun"}
    assert_right([lines[0], again, *lines[2:]])
    own = {**lines[1], "ruleset": "duyun-huazhu"}
    assert check(written([lines[0], own, *lines[2:]])).fault is not None


@pytest.mark.parametrize("leaving", [False, True])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_single_hands_stand_alone(ruleset: str, leaving: bool) -> None:
    outcomes = set()
    for seed in range(12):
        hand = list(walk(ruleset, seed, leaving=leaving))[-1]
        report = assert_right(recorded(hand))
        outcomes.add(report.results[0].outcome)
    assert len(outcomes) > 1


# Unfinished records


def ends(line: Content) -> bool:
    return line["type"] in ("win", "exhausted", "result", "reveal")


def is_unfinished(lines: list[Content]) -> bool:
    """Whether a record that nobody has left ends in mid-hand."""
    return any(line["type"] == "hand" for line in lines) and not ends(lines[-1])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_record_cut_after_any_line_is_valid(
    ruleset: str, matches: dict[str, list[bytes]]
) -> None:
    for data in matches[ruleset][1::2]:
        lines = read(data)
        second = [i for i, line in enumerate(lines) if line["type"] == "hand"][1]
        for place in range(1, second + 30):
            part = lines[:place]
            report = check(written(part))
            assert report.fault is None
            if part[-1]["type"] != "win" or part[-1]["by"] == "self_draw":
                assert report.unfinished is is_unfinished(part)


def test_a_record_cut_between_two_forced_winners_is_valid() -> None:
    lines = read((EXAMPLES / "D-14-both-waiting-players-must-win.jsonl").read_bytes())
    cut = next(i for i, line in enumerate(lines) if line["type"] == "win")
    for place in (cut, cut + 1):
        assert check(written(lines[:place])).fault is None
    assert check(written(lines[: cut + 1])).unfinished


def test_a_record_of_a_match_line_alone_is_valid() -> None:
    lines = [match_line(load("guiyang"), [("a", "person")] * 4, 16)]
    report = check(written(lines))
    assert report.fault is None
    assert report.results == []
    assert not report.unfinished


# Masked records


@pytest.mark.parametrize("seat", [0, 1, 2, 3, SPECTATOR])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_masked_record_cannot_be_checked(
    ruleset: str, seat: int | str, matches: dict[str, list[bytes]]
) -> None:
    seen = (view(line, seat) for line in read(matches[ruleset][0]))
    masked = [line for line in seen if line is not None]
    fault = check(written(masked)).fault
    assert fault is not None
    assert fault.unreadable
    # The first hand line hides the wall.
    assert fault.line == 2
    assert "?" in fault.reason


def places(content: Any) -> Iterator[tuple[Any, Any]]:
    """The containers and keys of a line where a tile stands."""
    for key, value in list(content.items() if isinstance(content, dict) else enumerate(content)):
        if isinstance(value, (dict, list)):
            yield from places(value)
        elif isinstance(value, str) and re.fullmatch("[1-9][mps]", value):
            yield content, key


def test_a_single_hidden_tile_is_enough() -> None:
    source = (EXAMPLES / "G-16-robbed-player-pays-three-shares.jsonl").read_bytes()
    lines = read(source)
    for line in results_of(lines):
        line.pop("hands", None)
    assert sum(len(list(places(line))) for line in lines) > 100
    for number, line in enumerate(lines):
        for which in range(len(list(places(line)))):
            changed = json.loads(json.dumps(line))
            container, key = list(places(changed))[which]
            container[key] = "?"
            fault = check(written([*lines[:number], changed, *lines[number + 1 :]])).fault
            assert fault is not None
            assert fault.unreadable
            assert fault.line == number + 1


# Dealer succession


def test_with_a_match_line_dealer_and_repeats_follow(matches: dict[str, list[bytes]]) -> None:
    for ruleset in ("guiyang", "duyun"):
        lines = read(matches[ruleset][2])
        for number, line in enumerate(lines):
            if line["type"] != "hand" or not 1 < line["number"] < 6:
                continue
            for key, others in (
                ("repeats", {line["repeats"] + 1, 0, 7} - {line["repeats"]}),
                ("dealer", {0, 1, 2, 3} - {line["dealer"]}),
                ("number", {1, line["number"] + 1, line["number"] - 1}),
            ):
                for other in others:
                    changed = [*lines[:number], {**line, key: other}]
                    fault = check(written(changed)).fault
                    assert fault is not None
                    assert fault.line == number + 1
                    assert not fault.unreadable
                    if key != "number":
                        assert fault.clause[:2] in ("G-", "D-")


def test_without_a_match_line_hands_stand_alone(matches: dict[str, list[bytes]]) -> None:
    lines = read(matches["duyun"][2])[1:]
    alone = [{**line, "ruleset": "duyun"} if line["type"] == "hand" else line for line in lines]
    full = check(written(alone))
    assert full.fault is None
    assert len(full.results) > 2
    starts = [i for i, line in enumerate(alone) if line["type"] == "hand"]
    # Out of order, one left out, one of another game: each hand is its own.
    hands = [alone[a:b] for a, b in zip(starts, [*starts[1:], len(alone)], strict=True)]
    shuffled = [line for hand in (hands[2], hands[0]) for line in hand]
    assert check(written(shuffled)).results == [full.results[2], full.results[0]]


def test_repeats_of_the_first_hand_of_a_match_are_none() -> None:
    hand = scene("guiyang", repeats=1)
    line = match_line(load("guiyang"), [("a", "person")] * 4, 1)
    fault = check(written([line, hand_line(hand, 1)])).fault
    assert fault is not None
    assert (fault.line, fault.unreadable) == (2, False)
    assert check(written([{**hand_line(hand, 1), "ruleset": "guiyang"}])).fault is None


def test_a_match_line_stands_first_or_not_at_all(matches: dict[str, list[bytes]]) -> None:
    lines = read(matches["duyun"][0])
    for place in (1, 2, 5, len(lines)):
        fault = check(written([*lines[:place], lines[0], *lines[place:]])).fault
        assert fault is not None
        assert fault.line == place + 1


def test_a_hand_needs_a_ruleset_of_its_own_or_of_its_match() -> None:
    hand = scene("guiyang")
    fault = check(written([hand_line(hand, 1)])).fault
    assert fault is not None
    assert (fault.line, fault.unreadable) == (1, True)
