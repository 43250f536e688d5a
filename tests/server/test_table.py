"""The live table: windows, pauses, clocks, auto-play, leaving, votes; all with a clock of ours."""

from typing import Any

import pytest

from qianma.actions import ADDED_KONG, DISCARD_KONG, PASS, PONG, WIN
from qianma.check import check
from qianma.server import commands, events, timing
from qianma.server.deciding import Refused, Repeated
from qianma.server.events import TimeLimits
from qianma.server.projection import record_lines
from qianma.server.records import match_record
from qianma.server.table import OVER, SPECTATORS, Table
from qianma.state import NO_TILE
from tests.server.tables import PEOPLE, Driven, find, with_built_in

LIMITS = TimeLimits(decision=10, reserve=20, pause=0.7, between_hands=30, first_hand=10)


def in_turn(driven: Driven) -> int:
    seat = driven.table.in_turn()
    assert seat is not None
    return seat


def in_window(driven: Driven) -> bool:
    return driven.table.window


def several_asked(driven: Driven) -> bool:
    return len(driven.table.awaited()) >= 2


def pong_offered(driven: Driven) -> bool:
    return any(PONG in driven.table.codes(seat) for seat in driven.table.awaited())


def types(lines: list[dict[str, object]]) -> list[object]:
    return [line["type"] for line in lines]


def test_the_hand_begins_when_all_want_it_or_in_time() -> None:
    driven = Driven(limits=LIMITS)
    for seat in (0, 1, 2):
        told = driven.send(seat, commands.Next(id="a", number=1, contribution=f"0{seat}"))
        assert told == [{"type": "confirmed", "seat": seat, "number": 1}]
    told = driven.send(3, commands.Next(id="a", number=1))
    assert isinstance(told, list)
    assert types(told) == ["confirmed", "hand", "draw"]
    assert told[1]["contributions"] == ["00", "01", "02", ""]
    late = Driven(limits=LIMITS)
    assert late.wait(9.9) == []
    assert types(late.wait(0.1)) == ["hand", "draw"]


def test_the_commitment_is_told_before_any_contribution_and_holds() -> None:
    driven = Driven(hands=2)
    driven.begin()
    driven.play_until(lambda _: False)
    order = types(driven.lines)
    assert order[:2] == ["match", "committed"]
    hands = [line for line in driven.lines if line["type"] == "hand"]
    told = [line["commitment"] for line in driven.lines if line["type"] == "committed"]
    assert [line["commitment"] for line in hands] == told[:2]
    keys = [line["key"] for line in driven.lines if line["type"] == "reveal"]
    assert len(set(keys)) == 2
    record = match_record([events.encode(event) for event in driven.log], SPECTATORS)
    report = check(record)
    assert report.fault is None
    assert len(report.results) == 2
    forged = record.replace(keys[0].encode(), keys[1].encode())
    fault = check(forged).fault
    assert fault is not None
    assert "commitment" in fault.reason


@pytest.mark.parametrize("asked", [False, True])
def test_every_discard_is_followed_by_the_same_pause(asked: bool) -> None:
    found = find(lambda one: in_window(one) and bool(one.table.awaited()) is asked, limits=LIMITS)
    for seat in list(found.table.awaited()):
        assert found.act(seat, PASS) == []
    assert found.wait(0.699) == []
    assert "draw" in types(found.wait(0.001)) or found.table.phase == OVER


def test_the_pause_is_prolonged_while_somebody_thinks_and_no_longer() -> None:
    found = find(pong_offered, limits=LIMITS)
    seats = list(found.table.awaited())
    assert found.wait(5) == []
    for seat in seats[:-1]:
        assert found.act(seat, PASS) == []
    told = found.act(seats[-1], PASS)
    assert "draw" in types(told), "with the last answer it goes on at once"


def test_a_strict_window_lasts_its_time_whatever_is_answered() -> None:
    limits = TimeLimits(strict_window=4, decision=10)
    for asked in (False, True):
        found = find(
            lambda one, asked=asked: in_window(one) and bool(one.table.awaited()) is asked,  # type: ignore[misc]
            limits=limits,
        )
        for seat in list(found.table.awaited())[:1]:
            found.act(seat, PASS)
        assert found.wait(3.999) == []
        assert found.wait(0.001) != []
        assert not found.table.window


def test_answers_of_several_seats_are_settled_once_whatever_their_order() -> None:
    records = set()
    for order in (1, -1):
        found = find(several_asked, limits=LIMITS, auto_player="greedy")
        for seat in found.table.awaited()[::order]:
            codes = found.table.codes(seat)
            assert found.act(seat, WIN if WIN in codes else codes[0]) == []
        found.wait(0.7)
        records.add(str(record_lines(found.lines)))
    assert len(records) == 1


def test_what_a_kong_brings_is_not_told_before_its_window_is_over() -> None:
    """Paid at once it would say that nobody can rob it."""

    def added(driven: Driven) -> bool:
        seat = driven.table.in_turn()
        return seat is not None and any(
            ADDED_KONG <= code < PONG for code in driven.table.codes(seat)
        )

    def eager(driven: Driven) -> bool:
        for seat in list(driven.table.awaited()):
            if PONG in driven.table.codes(seat):
                driven.act(seat, PONG)
        return added(driven)

    found = find(eager, limits=LIMITS)
    seat = in_turn(found)
    code = next(code for code in found.table.codes(seat) if ADDED_KONG <= code < PONG)
    told = found.act(seat, code)
    assert [line["type"] for line in told if line["type"] != "pass"] == ["kong"]
    for robber in list(found.table.awaited()):
        found.act(robber, PASS)
    assert found.wait(0.69) == []
    assert types(found.wait(0.01))[-2:] == ["payment", "draw"]


def test_a_turn_that_times_out_discards_what_was_drawn() -> None:
    found = find(lambda one: one.table.in_turn() is not None, limits=LIMITS)
    assert found.table.hand is not None
    drawn = found.table.hand.drawn
    assert drawn != NO_TILE
    assert found.wait(29.9) == []
    assert types(found.wait(0.1))[0] == "discard"
    last = found.log[-1]
    assert isinstance(last, events.Acted)
    assert (last.code, last.cause) == (drawn, "time")


def test_a_claim_that_times_out_passes_and_is_no_reason_for_auto_play() -> None:
    found = find(pong_offered, limits=LIMITS, auto_after=1)
    asked = found.table.awaited()
    found.wait(30)
    answers = [event for event in found.log if isinstance(event, events.Answered)]
    assert [event.seat for event in answers[-len(asked) :]] == asked
    assert all((event.code, event.cause) == (PASS, "time") for event in answers[-len(asked) :])
    assert found.table.auto == set()


@pytest.mark.parametrize("how", ["time", "auto"])
@pytest.mark.parametrize("turn", [True, False])
def test_D_14_a_forced_win_happens_for_whoever_does_nothing(how: str, turn: bool) -> None:
    """On one of the last four tiles: nobody can let it pass by being too slow or on auto-play."""

    def forced(driven: Driven) -> bool:
        seat = driven.table.in_turn()
        seats = driven.table.awaited() if seat is None else [seat]
        return (seat is not None) is turn and any(driven.table.codes(one) == [WIN] for one in seats)

    found = find(forced, limits=LIMITS, auto_player="greedy")
    seat = next(one for one in range(4) if found.table.codes(one) == [WIN])
    if how == "auto":
        found.send(seat, commands.Auto(id="auto", on=True))
    before = len(found.log)
    found.wait(31)
    acted = [
        event
        for event in found.log[before:]
        if isinstance(event, (events.Acted, events.Answered)) and event.seat == seat
    ]
    assert (acted[0].code, acted[0].cause) == (WIN, how)
    wins = [line for line in found.lines if line["type"] == "win"]
    assert seat in [line["seat"] for line in wins]


def test_a_vote_that_ends_with_its_hand_or_with_who_wanted_it_is_told() -> None:
    driven = Driven(limits=TimeLimits(decision=600, vote=600), hands=2).begin()
    driven.send(0, commands.Vote(id="v", yes=True))
    assert driven.play_until(lambda one: one.table.phase == "waiting")
    assert types(driven.lines)[-4:] == ["result", "reveal", "vote_lapsed", "committed"]
    assert driven.table.votes == set()
    left = Driven(ruleset="guiyang", limits=LIMITS).begin()
    left.send(1, commands.Vote(id="v", yes=True))
    told = left.send(1, commands.Leave(id="l", confirmed=True))
    assert isinstance(told, list)
    assert types(told)[:2] == ["left", "vote_lapsed"]


def test_the_reserve_is_used_up_and_new_in_the_next_hand() -> None:
    found = find(lambda one: one.table.in_turn() is not None, limits=LIMITS, hands=2)
    seat = in_turn(found)
    found.wait(14)
    found.act(seat, found.table.codes(seat)[0])
    assert found.table.reserve[seat] == 16_000
    number = found.table.number
    found.play_until(lambda one: one.table.number > number and one.table.in_turn() is not None)
    assert found.table.reserve == [20_000] * 4


def test_repeated_time_outs_bring_auto_play_and_an_own_action_ends_it() -> None:
    found = Driven(limits=LIMITS, auto_after=2).begin()
    found.wait(10_000)
    kinds = [event for event in found.log if isinstance(event, events.AutoSet)]
    assert [event.seat for event in kinds[:4]] != []
    assert all(event.cause == "time" for event in kinds)
    back = Driven(limits=LIMITS).begin()
    seat = in_turn(back)
    back.send(seat, commands.Auto(id="a", on=True))
    assert seat in back.table.auto
    back.act(seat, back.table.codes(seat)[0])
    assert back.table.auto == set()


def settled_with(auto: set[int], absent: set[int], **spec: Any) -> Driven:
    """A table right after its first hand, with some on auto-play or gone."""
    driven = Driven(ruleset="guiyang", hands=2, limits=LIMITS, **spec).begin()
    for seat in auto:
        driven.send(seat, commands.Auto(id=f"auto {seat}", on=True))
    for seat in absent:
        driven.send(seat, commands.Leave(id=f"leave {seat}", confirmed=True))
    assert driven.play_until(lambda one: one.table.number == 2)
    assert driven.table.auto == auto
    return driven


def begins(driven: Driven, seconds: float) -> bool:
    return "hand" in types(driven.wait(seconds))


def test_who_is_on_auto_play_sees_the_settlement_for_a_while() -> None:
    alone = settled_with({0}, set(), seats=with_built_in())
    assert not begins(alone, 5.9)
    assert begins(alone, 0.1)
    others = settled_with({0, 1}, set())
    for seat in (2, 3):
        others.send(seat, commands.Next(id=f"next {seat}", number=2))
    assert not begins(others, 5.9)
    assert begins(others, 0.1)


def test_the_wait_for_those_on_auto_play_is_no_longer_than_that_for_all() -> None:
    limits = TimeLimits(between_hands=2)
    driven = Driven(ruleset="guiyang", hands=2, limits=limits, seats=with_built_in()).begin()
    driven.send(0, commands.Auto(id="auto", on=True))
    assert driven.play_until(lambda one: one.table.number == 2)
    assert not begins(driven, 1.9)
    assert begins(driven, 0.1)


def test_nobody_waits_where_nobody_looks() -> None:
    """Who has left sees nothing; who says so, on auto-play or not, has seen enough."""
    gone = settled_with(set(), {0}, seats=with_built_in())
    assert begins(gone, 0.7)
    said = settled_with({0}, set())
    for seat in (0, 1, 2):
        said.send(seat, commands.Next(id=f"next {seat}", number=2))
    told = said.send(3, commands.Next(id="next 3", number=2))
    assert isinstance(told, list)
    assert "hand" in types(told)


def test_an_answer_to_another_prompt_is_refused_and_does_nothing() -> None:
    driven = Driven(limits=LIMITS).begin()
    seat = in_turn(driven)
    code = driven.table.codes(seat)[0]
    before = driven.table.seq
    for prompt in (0, driven.table.prompt_id - 1, driven.table.prompt_id + 1):
        command = commands.Act(id=f"{prompt}", prompt=prompt, code=code)
        assert driven.send(seat, command) == Refused("live.stale")
    other = (seat + 1) % 4
    command = commands.Act(id="other", prompt=driven.table.prompt_id, code=code)
    assert driven.send(other, command) == Refused("live.stale")
    assert driven.table.seq == before


def test_a_command_sent_twice_happens_once() -> None:
    """Two equal tiles are held: a double click must not discard both."""
    driven = Driven(limits=LIMITS).begin()
    seat = in_turn(driven)
    command = commands.Act(
        id="double", prompt=driven.table.prompt_id, code=driven.table.codes(seat)[0]
    )
    assert isinstance(driven.send(seat, command), list)
    before = driven.table.seq
    assert driven.send(seat, command) == Repeated()
    assert driven.table.seq == before


def test_what_others_do_makes_no_command_be_forgotten() -> None:
    driven = Driven(seed=5).begin()
    seat = in_turn(driven)
    codes = driven.table.codes(seat)
    command = commands.Act(id="mine", prompt=driven.table.prompt_id, code=codes[0])
    assert isinstance(driven.send(seat, command), list)
    for other in range(4):
        for number in range(200):
            switch = commands.Auto(id=f"{number}", on=number % 2 == 0)
            assert other == seat or isinstance(driven.send(other, switch), list)
    assert driven.send(seat, command) == Repeated()


def test_leaving_a_duyun_hand_warns_with_the_sum_then_ends_the_game() -> None:
    driven = Driven(limits=LIMITS, coins_per_point=2).begin()
    seat = in_turn(driven)
    warned = driven.send(seat, commands.Leave(id="a"))
    facts: dict[str, str | int] = {"each": 96, "points": 288, "coins": 576}
    assert warned == Refused("live.leave_costs_coins", facts, "D-17")
    told = driven.send(seat, commands.Leave(id="b", confirmed=True))
    assert isinstance(told, list)
    assert types(told) == ["left", "leave", "result", "reveal", "ended"]
    assert driven.table.points[seat] == -288
    assert driven.table.end_reason == "left"


def test_the_warning_in_the_last_stage_tells_nothing_of_hands() -> None:
    def stage(driven: Driven) -> bool:
        hand = driven.table.hand
        return hand is not None and hand.wall_left <= 4 and driven.table.in_turn() is not None

    found = find(stage, limits=LIMITS)
    warned = found.send(in_turn(found), commands.Leave(id="a"))
    # Without coins in play none are named (D-19).
    assert warned == Refused("live.leave_costs_more", {"each": 96, "points": 288}, "D-17")


def test_leaving_while_a_claim_is_open_declines_it_and_ends_after_the_pause() -> None:
    found = find(lambda one: pong_offered(one) and not several_asked(one), limits=LIMITS)
    seat = found.table.awaited()[0]
    told = found.send(seat, commands.Leave(id="a", confirmed=True))
    assert told == [{"type": "left", "seat": seat}]
    told = found.wait(0.7)
    assert types(told) == ["leave", "result", "reveal", "ended"]
    record = match_record([events.encode(event) for event in found.log], SPECTATORS)
    assert check(record).fault is None


def test_leaving_a_guiyang_hand_seats_a_built_in_player_until_the_person_is_back() -> None:
    driven = Driven(ruleset="guiyang", limits=LIMITS).begin()
    seat = in_turn(driven)
    assert driven.send(seat, commands.Leave(id="a")) == Refused("live.leave_free", {}, "G-23")
    driven.send(seat, commands.Leave(id="b", confirmed=True))
    assert driven.table.is_piloted(seat)
    assert types(driven.wait(1.2))[0] in ("discard", "kong")
    command = commands.Act(id="c", prompt=driven.table.prompt_id, code=0)
    assert driven.send(seat, command) == Refused("live.absent")
    driven.send(seat, commands.Back(id="d"))
    assert not driven.table.is_piloted(seat)
    driven.play_until(lambda _: False)
    record = match_record([events.encode(event) for event in driven.log], SPECTATORS)
    assert check(record).fault is None
    assert driven.table.end_reason == "played"


def test_leaving_between_hands_is_free_and_ends_the_match() -> None:
    for ruleset in ("duyun", "guiyang"):
        driven = Driven(ruleset=ruleset, hands=2)
        assert driven.send(2, commands.Leave(id="a")) == Refused("live.leave_between", {}, "C-18")
        told = driven.send(2, commands.Leave(id="b", confirmed=True))
        assert isinstance(told, list)
        assert types(told) == ["left", "leave", "ended"]


def test_a_match_is_broken_off_when_all_agree_and_not_before() -> None:
    driven = Driven(limits=LIMITS).begin()
    for seat in (0, 1, 2):
        driven.send(seat, commands.Vote(id="v", yes=True))
    assert driven.table.phase != OVER
    driven.send(3, commands.Vote(id="v", yes=False))
    assert driven.table.votes == set()
    assert driven.send(0, commands.Vote(id="w", yes=True)) == Refused("live.no_vote")
    for seat in (1, 0, 2, 3):
        driven.send(seat, commands.Vote(id="x", yes=True))
    assert driven.table.end_reason == "broken_off"
    record = match_record([events.encode(event) for event in driven.log], SPECTATORS)
    report = check(record)
    assert report.fault is None
    assert report.unfinished


def test_a_vote_lapses() -> None:
    driven = Driven(limits=TimeLimits(decision=600, vote=20)).begin()
    driven.send(1, commands.Vote(id="v", yes=True))
    assert driven.wait(19.9) == []
    assert driven.wait(0.1) == [{"type": "vote_lapsed"}]


def test_built_in_players_play_by_themselves_and_take_their_pace() -> None:
    found = find(
        lambda one: one.table.in_turn() not in (None, 0), seats=with_built_in(), limits=LIMITS
    )
    assert found.wait(0.399) == []
    assert types(found.wait(0.001)) != []


def test_a_table_of_people_who_never_answer_still_ends() -> None:
    for ruleset in ("duyun", "guiyang", "guiyang-street", "duyun-huazhu"):
        driven = Driven(ruleset=ruleset, hands=2, limits=LIMITS)
        driven.wait(100_000)
        assert driven.table.end_reason == "played"
        record = match_record([events.encode(event) for event in driven.log], SPECTATORS)
        assert check(record).fault is None


def test_after_a_restart_every_clock_starts_anew() -> None:
    driven = Driven(limits=LIMITS).begin()
    driven.wait(25)
    driven.table.apply(events.Extended(at=driven.now))
    assert timing.due(driven.table) == driven.now + 30_000


def test_a_table_taken_up_from_its_last_hands_is_the_same() -> None:
    driven = Driven(hands=4, limits=LIMITS)
    driven.wait(3000)
    starts = [
        place for place, event in enumerate(driven.log) if isinstance(event, events.Committed)
    ]
    assert len(starts) > 2
    table = Table()
    table.apply(driven.log[0])
    table.seq = starts[-2]
    for event in driven.log[starts[-2] :]:
        table.apply(event)
    for name in ("seq", "sent", "points", "phase", "asked_at", "prompt_id", "number", "hand"):
        assert getattr(table, name) == getattr(driven.table, name), name
    assert timing.due(table) == timing.due(driven.table)


def test_all_seats_are_found_by_their_person_and_strangers_are_not() -> None:
    driven = Driven()
    assert [driven.table.seat_of(person) for person in PEOPLE] == [0, 1, 2, 3]
    assert driven.table.seat_of("eve") is None


def test_a_discard_kong_goes_on_with_its_replacement() -> None:
    found = find(
        lambda one: any(DISCARD_KONG in one.table.codes(seat) for seat in one.table.awaited()),
        limits=LIMITS,
        ruleset="guiyang",
    )
    for seat in list(found.table.awaited()):
        codes = found.table.codes(seat)
        found.act(seat, DISCARD_KONG if DISCARD_KONG in codes else PASS)
    told = found.wait(0.7)
    assert [kind for kind in types(told) if kind != "pass"] == ["kong", "draw"]
    assert told[-1]["end"] == "tail"
