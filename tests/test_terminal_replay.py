"""The film of a record: its steps, for every viewer, checked as `qianma check` does."""

from pathlib import Path
from typing import Any

import pytest

from qianma import ruleset_names
from qianma.check import check
from qianma.film import VIEWERS, Film, Projector, load
from qianma.record import UNKNOWN_TILE
from qianma.tabletop import Table
from qianma.terminal.pages import result_of
from qianma.view import OMNISCIENT, view
from tests.terminal_tools import encode, random_record

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.jsonl"))


def film_of(lines: list[dict[str, Any]]) -> Film:
    return load(encode(lines))


def types(film: Film) -> list[str]:
    return [step.type for step in film.steps]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_film_finds_the_fault_that_a_check_finds(path: Path) -> None:
    data = path.read_bytes()
    film, report = load(data), check(data)
    assert (film.fault is None) == (report.fault is None)
    if film.fault and report.fault:
        assert film.fault.line == report.fault.line
        assert film.fault.clause == report.fault.clause
        assert film.fault.reason == report.fault.reason
        assert film.fault.unreadable == report.fault.unreadable
    assert film.unfinished == report.unfinished
    last = film.fault.line - 1 if film.fault else film.lines
    assert max(step.number for step in film.steps) == last


@pytest.mark.parametrize("rules", ruleset_names())
def test_every_line_is_a_step_whose_table_is_that_of_going_there_one_by_one(rules: str) -> None:
    """Jumping to a step and walking to it show the same, for every viewer."""
    lines = random_record(rules, 3)
    film = film_of(lines)
    assert [step.number for step in film.steps] == list(range(1, len(lines) + 1))
    for viewer in VIEWERS:
        projector = Projector(film, viewer)
        walked = Table()
        for place, step in enumerate(projector.steps):
            seen = view(step.content, viewer)
            assert seen is not None
            assert projector.seen(place) == seen
            walked.apply(seen)
            assert projector.table(place) == walked


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_record_without_results_is_settled_by_the_rules(rules: str) -> None:
    lines = random_record(rules, 5)
    bare = [line for line in lines if line["type"] != "result"]
    film = film_of(bare)
    assert film.fault is None
    derived = [step for step in film.steps if step.is_derived]
    expected = [line for line in lines if line["type"] == "result"]
    assert [step.content["points"] for step in derived] == [line["points"] for line in expected]
    assert [step.content["hands"] for step in derived] == [line["hands"] for line in expected]
    tables = [Projector(film, OMNISCIENT).table(len(film.steps) - 1) for _ in range(1)]
    assert tables[0].points != tables[0].paid
    assert types(film).count("result") == types(film).count("hand") == 2
    assert not any(step.is_derived for step in film_of(lines).steps)


@pytest.mark.parametrize("rules", ruleset_names())
@pytest.mark.parametrize("viewer", [0, 3])
def test_a_masked_record_is_shown_and_not_checked(rules: str, viewer: int) -> None:
    lines = random_record(rules, 6)
    masked = [seen for line in lines if (seen := view(line, viewer)) is not None]
    film = film_of(masked)
    assert film.is_masked
    assert film.owner == viewer
    assert film.fault is None
    assert len(film.steps) == len(masked)
    for other in VIEWERS:
        table = Projector(film, other).table(10)
        hidden = [UNKNOWN_TILE in place.hand for place in table.places]
        expected = [seat != viewer or other not in (viewer, OMNISCIENT) for seat in range(4)]
        assert hidden == expected


def test_a_record_that_hides_nothing_is_no_masked_one() -> None:
    film = film_of(random_record("guiyang", 1))
    assert not film.is_masked
    assert film.owner == 0


def test_a_record_cut_in_mid_hand_is_unfinished() -> None:
    lines = random_record("guiyang", 1)
    assert film_of(lines[:20]).unfinished
    assert not film_of(lines).unfinished


def test_a_line_that_cannot_be_read_ends_the_film_there() -> None:
    lines = random_record("guiyang", 1)
    film = load(encode(lines[:10]) + b'{"type":"dra')
    assert film.fault is not None
    assert (film.fault.line, film.fault.unreadable) == (11, True)
    assert len(film.steps) == 10


def test_other_players_passes_are_no_steps_of_a_seat() -> None:
    lines = random_record("guiyang", 2)
    film = film_of(lines)
    passes = [line for line in lines if line["type"] == "pass"]
    assert {line["seat"] for line in passes} >= {0, 2}
    for seat in range(4):
        own = [step for step in Projector(film, seat).steps if step.type == "pass"]
        assert len(own) == sum(line["seat"] == seat for line in passes)


def test_going_to_a_line_that_the_viewer_may_not_see_goes_to_the_one_before() -> None:
    lines = random_record("guiyang", 2)
    film = film_of(lines)
    number = 1 + next(place for place, line in enumerate(lines) if line["type"] == "pass")
    hidden_from = (lines[number - 1]["seat"] + 1) % 4
    projector = Projector(film, hidden_from)
    assert projector.steps[projector.place_of_line(number)].number < number
    everything = Projector(film, OMNISCIENT)
    assert everything.steps[everything.place_of_line(number)].number == number
    assert everything.steps[everything.place_of_line(10**9)].number == len(lines)
    assert everything.place_of_line(0) == 0


def test_jumps_from_hand_to_hand() -> None:
    film = film_of(random_record("duyun", 1))
    projector = Projector(film, OMNISCIENT)
    starts = [place for place, step in enumerate(projector.steps) if step.type == "hand"]
    assert projector.next_hand(0) == starts[0]
    assert projector.next_hand(starts[0]) == starts[1]
    assert projector.next_hand(starts[1]) == len(projector.steps) - 1
    assert projector.previous_hand(starts[1] + 3) == starts[1]
    assert projector.previous_hand(starts[1]) == starts[0]
    assert projector.previous_hand(starts[0]) == 0


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_result_line_tells_the_result_again(rules: str) -> None:
    """A masked record's settlement is explained from its result line alone."""
    for seed in range(4):
        lines = random_record(rules, seed)
        results = check(encode(lines)).results
        told = [result_of(line) for line in lines if line["type"] == "result"]
        assert told == results


@pytest.mark.parametrize("change", [{"pattern": "no such pattern"}, {"tile": UNKNOWN_TILE}])
def test_a_result_that_cannot_be_put_in_words_is_left_out(change: dict[str, str]) -> None:
    seeds = range(20)
    results = [line for seed in seeds for line in random_record("guiyang", seed)]
    won = next(line for line in results if line["type"] == "result" and line["winners"])
    assert result_of(won) is not None
    winners = [{**winner, **change} for winner in won["winners"]]
    assert result_of({**won, "winners": winners}) is None
