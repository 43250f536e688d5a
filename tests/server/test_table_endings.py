"""How hands and matches end before their time: leaving in a window, votes, nobody there."""

import json

import pytest

from qianma.actions import PONG, WIN
from qianma.check import check
from qianma.server import commands, events, timing
from qianma.server.deciding import Refused
from qianma.server.events import TimeLimits
from qianma.server.records import match_record
from qianma.server.stepping import UNATTENDED_HANDS
from qianma.server.table import OVER, PLAYING, SPECTATORS
from tests.server.tables import Driven, find, with_built_in

LIMITS = TimeLimits(decision=10, reserve=20, pause=0.7, between_hands=30, first_hand=10)


def types(lines: list[dict[str, object]]) -> list[object]:
    return [line["type"] for line in lines]


def only_pong(driven: Driven) -> bool:
    """Whether one seat alone is asked, and not about a win."""
    asked = driven.table.awaited()
    codes = [code for seat in asked for code in driven.table.codes(seat)]
    return len(asked) == 1 and PONG in codes and WIN not in codes


def record_of(driven: Driven) -> bytes:
    return match_record([events.encode(event) for event in driven.log], SPECTATORS)


def leave(driven: Driven, seat: int) -> object:
    return driven.send(seat, commands.Leave(id=driven.new_id(), confirmed=True))


def back(driven: Driven, seat: int) -> object:
    return driven.send(seat, commands.Back(id=driven.new_id()))


def other_than(seat: int) -> int:
    return (seat + 1) % 4


@pytest.mark.parametrize("strict", [None, 3.0])
def test_once_somebody_leaves_nobody_waits_for_a_pong(strict: float | None) -> None:
    limits = TimeLimits(decision=600, reserve=3600, pause=0.7, strict_window=strict)
    found = find(only_pong, limits=limits)
    claimer = found.table.awaited()[0]
    leave(found, other_than(claimer))
    assert found.table.codes(claimer) == []
    # The game ends with the pause, as where nobody could have claimed (C-18).
    assert types(found.wait(strict or 0.7)) == ["leave", "result", "reveal", "ended"]
    assert check(record_of(found)).fault is None


def test_who_has_ended_a_game_of_duyun_does_not_come_back() -> None:
    found = find(only_pong, limits=LIMITS)
    seat = other_than(found.table.awaited()[0])
    leave(found, seat)
    assert back(found, seat) == Refused("refusal.somebody_left", clause="C-18")
    assert leave(found, other_than(seat)) == Refused("refusal.somebody_left", clause="C-18")
    found.wait(0.7)
    left = [line["seat"] for line in found.lines if line["type"] == "leave"]
    assert left == [seat]


def test_who_comes_back_within_the_window_has_not_left() -> None:
    found = find(only_pong, ruleset="guiyang", limits=LIMITS)
    seat = found.table.awaited()[0]
    for _ in range(3):
        leave(found, seat)
        assert found.table.codes(seat) == []
        back(found, seat)
        assert PONG in found.table.codes(seat)
    told = found.act(seat, PONG)
    assert told == []
    assert types(found.wait(0.7))[0] == "pong"
    found.play_until(lambda _: False)
    record = record_of(found)
    assert check(record).fault is None
    assert b'"leave"' not in record


def in_play(driven: Driven) -> bool:
    return driven.table.in_turn() is not None and len(driven.lines) > 20


def broken_off(driven: Driven) -> None:
    for seat in range(4):
        driven.send(seat, commands.Vote(id=driven.new_id(), yes=True))


def deserted(driven: Driven) -> None:
    """All have left, and their room has closed behind them."""
    for seat in range(4):
        driven.send(seat, commands.Leave(id=driven.new_id(), confirmed=True))
    driven.close()


@pytest.mark.parametrize(
    ("ruleset", "end"), [("guiyang", broken_off), ("duyun", broken_off), ("guiyang", deserted)]
)
def test_a_hand_that_is_broken_off_can_be_verified(ruleset: str, end: object) -> None:
    driven = find(in_play, ruleset=ruleset, limits=LIMITS)
    assert callable(end)
    end(driven)
    assert driven.table.phase == OVER
    assert types(driven.lines)[-2:] == ["reveal", "ended"]
    record = record_of(driven)
    report = check(record)
    assert report.fault is None
    assert report.unfinished
    # Any two tiles of the wall exchanged, and the key gives it away.
    lines = [json.loads(line) for line in record.splitlines()]
    wall = next(line for line in lines if line["type"] == "hand")["wall"]
    last = len(wall) - 1
    wall[-1], wall[-2] = wall[-2], wall[-1]
    assert wall[last] != wall[last - 1], "another seed has to be taken"
    forged = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    fault = check(forged).fault
    assert fault is not None
    assert fault.line == len(lines)


@pytest.mark.parametrize("ruleset", ["guiyang", "duyun"])
def test_a_hand_is_settled_before_the_owner_has_closed(ruleset: str) -> None:
    """Closing the room is no way out of what a hand costs."""
    driven = find(in_play, ruleset=ruleset, hands=4, limits=LIMITS)
    assert driven.close() == [{"type": "closing"}]
    assert driven.close() == Refused("live.stale")
    assert driven.table.phase == PLAYING
    driven.play_until(lambda one: False)
    result, reveal, ended = driven.lines[-3:]
    assert (result["type"], reveal["type"]) == ("result", "reveal")
    assert ended == {"type": "ended", "reason": "closed", "points": result["points"]}
    assert driven.table.finished_hands == 1
    report = check(record_of(driven))
    assert report.fault is None
    assert not report.unfinished


def test_between_hands_the_owner_closes_at_once() -> None:
    driven = Driven(hands=4, limits=LIMITS)
    lines = driven.close()
    assert lines == [{"type": "ended", "reason": "closed", "points": [0, 0, 0, 0]}]
    assert driven.close() == Refused("live.over")


def test_whoever_leaves_a_game_that_closes_pays_for_it() -> None:
    driven = find(in_play, ruleset="duyun", hands=4, limits=LIMITS)
    driven.close()
    driven.send(0, commands.Leave(id="l", confirmed=True))
    driven.play_until(lambda one: False)
    assert driven.lines[-1]["reason"] == "left"
    each = driven.table.ruleset.penalty_fan * driven.table.ruleset.base
    assert driven.lines[-1]["points"][0] <= -3 * each


def test_nothing_follows_the_key_of_an_unfinished_hand() -> None:
    driven = find(in_play, limits=LIMITS)
    broken_off(driven)
    record = record_of(driven)
    more = b'{"type":"draw","seat":0,"tile":"1m","end":"head"}\n'
    fault = check(record + more).fault
    assert fault is not None
    assert fault.line == len(record.splitlines()) + 1


def test_nobody_breaks_off_a_game_of_duyun_alone() -> None:
    for ruleset in ("duyun", "guiyang"):
        driven = Driven(ruleset=ruleset, seats=with_built_in(), limits=LIMITS).begin()
        driven.play_until(lambda one: one.table.in_turn() == 0)
        told = driven.send(0, commands.Vote(id="v", yes=True))
        if ruleset == "duyun":
            assert told == Refused("live.vote_alone", clause="D-17")
        else:
            assert isinstance(told, list)
            assert types(told)[-1] == "ended"


def test_nobody_is_left_alone_to_break_off_as_others_are_on_auto_play() -> None:
    driven = Driven(limits=LIMITS).begin()
    for seat in (1, 2, 3):
        driven.send(seat, commands.Auto(id="a", on=True))
    driven.play_until(lambda one: one.table.in_turn() == 0)
    told = driven.send(0, commands.Vote(id="v", yes=True))
    assert told == Refused("live.vote_alone", clause="D-17")


def test_an_open_match_that_nobody_plays_any_more_ends() -> None:
    driven = Driven(hands=None, ruleset="guiyang", limits=LIMITS)
    driven.wait(24 * 3600)
    assert driven.table.phase == OVER
    assert driven.table.end_reason == "deserted"
    # In the first hand they were waited for; it counts from the next on.
    assert driven.table.finished_hands == 1 + UNATTENDED_HANDS
    assert check(record_of(driven)).fault is None


def test_whoever_comes_back_to_an_open_match_finds_it_going_on() -> None:
    driven = Driven(hands=None, ruleset="guiyang", limits=LIMITS)
    for _ in range(2 * UNATTENDED_HANDS):
        number = driven.table.number
        while driven.table.number < number + UNATTENDED_HANDS:
            moment = timing.due(driven.table)
            assert moment is not None, driven.table.end_reason
            driven.wait((moment - driven.now) / 1000)
        driven.send(0, commands.Auto(id=driven.new_id(), on=False))
    assert driven.table.phase != OVER


def test_a_vote_ends_auto_play_as_every_own_action_does() -> None:
    driven = find(in_play, limits=LIMITS)
    driven.send(1, commands.Auto(id="a", on=True))
    told = driven.send(1, commands.Vote(id="v", yes=True))
    assert isinstance(told, list)
    assert types(told) == ["auto", "vote"]
    assert driven.table.auto == set()
    broken_off(driven)
    assert driven.table.end_reason == "broken_off"


def test_a_vote_that_is_refused_leaves_auto_play_on() -> None:
    driven = find(in_play, limits=LIMITS)
    driven.send(1, commands.Auto(id="a", on=True))
    seq = driven.table.seq
    assert driven.send(1, commands.Vote(id="v", yes=False)) == Refused("live.no_vote")
    assert (driven.table.auto, driven.table.seq) == ({1}, seq)
