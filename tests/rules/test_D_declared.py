"""D-13: declared ready in Duyun."""

from typing import Any

import pytest

from qianma.actions import Action
from qianma.chance import Chance
from qianma.hand import Hand
from qianma.players import make_player
from qianma.selfplay import play_hand
from tests.scenes import (
    HA,
    HB,
    added_kong,
    clause_against,
    concealed_kong,
    declare,
    discard,
    draw,
    ledger_of,
    options,
    paid_for,
    pass_all,
    points,
    pong,
    scene,
    turns,
    win,
)

HE = "56m99m123p456p678s"
"""Waits for 4m and 7m, plain."""


def declared(seat: int, tiles: str, draws: str = "", **more: Any) -> Hand:
    """A hand in which seat `seat` declares ready at its first turn, with the tile it draws.

    `draws` are the draws after that; nobody claims the announcing discard.
    """
    hands = {seat: tiles, **more.pop("hands", {})}
    hand = scene("duyun", hands, "- " * seat + "- " + draws, **more)
    turns(hand, "- " * seat)
    draw(hand)
    declare(hand, seat)
    pass_all(hand)
    return hand


# When


@pytest.mark.parametrize("seat", range(4))
def test_D_13_at_the_first_own_turn(seat: int) -> None:
    hand = declared(seat, HB)
    assert hand.has_declared(seat)


def test_D_13_not_at_the_second_own_turn() -> None:
    hand = scene("duyun", {1: HB}, "- 9m - - - 9m")
    turns(hand, "-")
    draw(hand)
    assert clause_against(hand, 1, "declare", "9m") is None
    discard(hand, 1, "9m")
    turns(hand, "- - -")
    draw(hand)
    assert clause_against(hand, 1, "declare", "9m") == "D-13"
    assert not [option for option in options(hand, 1) if "declare" in option]


def test_D_13_only_with_a_discard_that_leaves_the_hand_ready() -> None:
    hand = scene("duyun", {1: HB}, "- 9m")
    turns(hand, "-")
    draw(hand)
    assert clause_against(hand, 1, "declare", "9m") is None
    assert clause_against(hand, 1, "declare", "3p") == "D-13"
    # Without 5s the 55s is broken, but 111m 333p 77p 999s 5s 9m waits for nothing.
    assert clause_against(hand, 1, "declare", "5s") == "D-13"
    assert {option for option in options(hand, 1) if "declare" in option} == {
        "discard 9m and declare ready"
    }


def test_D_13_not_with_a_hand_that_is_not_ready() -> None:
    hand = scene("duyun")
    draw(hand)
    assert not [option for option in options(hand, 0) if "declare" in option]


def test_D_13_not_after_an_own_pong() -> None:
    # Seat 1 pongs the first discard; at its first own draw the rest is ready.
    hand = scene("duyun", {1: "23m55m456p789p99s1p"}, "9s - - - -")
    draw(hand)
    discard(hand, 0)
    pong(hand, 1)
    assert clause_against(hand, 1, "declare", "1p") == "D-13"
    discard(hand, 1, "1p")
    turns(hand, "- - -")
    draw(hand)
    assert hand.draws[1] == 1
    assert not [option for option in options(hand, 1) if "declare" in option]


@pytest.mark.parametrize("seat", [0, 1])
def test_D_13_not_after_an_own_kong(seat: int) -> None:
    hand = scene("duyun", {seat: "23m55m456p789p888s"}, "- " * seat + "8s", tail="9s")
    turns(hand, "- " * seat)
    draw(hand)
    concealed_kong(hand, seat, "8s")
    draw(hand)
    assert clause_against(hand, seat, "declare", "9s") == "D-13"


def test_D_13_anothers_claim_does_not_matter() -> None:
    hand = scene("duyun", {1: HA, 3: "99s1479m147p1258p"}, "9s")
    draw(hand)
    discard(hand, 0)
    pong(hand, 3)
    discard(hand, 3, "1p")
    turns(hand, "-")
    draw(hand)
    declare(hand, 1)
    assert hand.has_declared(1)


def test_D_13_a_complete_hand_may_declare_instead_of_winning() -> None:
    # C-17: the win of an undeclared hand may be declined.
    hand = scene("duyun", {1: HB}, "- 7p")
    turns(hand, "-")
    draw(hand)
    assert {"win", "discard 7p and declare ready"} <= options(hand, 1)


# Frozen


def test_D_13_frozen_only_the_tile_drawn_is_discarded() -> None:
    hand = declared(0, HB, "- - - 9m")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"discard 9m"}
    assert clause_against(hand, 0, "discard", "3p") == "D-13"
    assert clause_against(hand, 0, "declare", "9m") == "D-13"


@pytest.mark.parametrize("tile", ["1m", "3p", "9s"])
def test_D_13_frozen_no_discard_kong_and_no_pong(tile: str) -> None:
    hand = declared(0, HB, f"{tile}")
    draw(hand)
    discard(hand, 1)
    assert options(hand, 0) == set()
    assert clause_against(hand, 0, "pong") == "D-13"


@pytest.mark.parametrize("tile", ["1m", "3p", "9s"])
def test_D_13_frozen_no_concealed_kong(tile: str) -> None:
    hand = declared(0, HB, f"- - - {tile}")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {f"discard {tile}"}


def test_D_13_who_has_not_declared_may_do_all_that() -> None:
    hand = scene("duyun", {0: HB}, "- 3p - - 9s")
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    assert options(hand, 0) == {"pong", "discard kong", "pass"}
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    assert "concealed kong 9s" in options(hand, 0)


# What it is worth


def test_D_13_6_fan_for_a_self_draw_from_each() -> None:
    hand = declared(0, HA, "- - - 1m")
    turns(hand, "- - -")
    draw(hand)
    result = win(hand, 0)
    assert (result.wins[0].value.name, result.wins[0].value.extras) == (
        "plain",
        {"declared_ready": 6},
    )
    assert paid_for(result, "declared_ready") == {(1, 0): 6, (2, 0): 6, (3, 0): 6}
    assert points(result) == [126, -42, -42, -42]


def test_D_13_6_fan_for_a_win_on_a_discard_plain_without_a_bean() -> None:
    hand = declared(0, HA, "1m")
    draw(hand)
    discard(hand, 1)
    result = win(hand, 0)
    assert paid_for(result, "declared_ready") == {(1, 0): 6}
    assert points(result) == [42, -42, 0, 0]


def test_D_13_6_fan_for_anothers_win_on_a_declared_players_discard_plain_without_a_bean() -> None:
    hand = declared(0, HB, "- - - 4m", hands={2: HA})
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 0)
    result = win(hand, 2)
    assert result.wins[0].value.extras == {"declared_ready": 6}
    assert points(result) == [-42, 0, 42, 0]


def test_D_13_the_announcing_discard_included() -> None:
    hand = scene("duyun", {0: HB, 2: HA}, "4m")
    draw(hand)
    declare(hand, 0)
    assert points(win(hand, 2)) == [-42, 0, 42, 0]


def test_D_13_the_example_of_the_source() -> None:
    # All triplets off a declared player: 3 + 6, and the repeats when one of the two deals.
    for repeats in (0, 2):
        hand = scene("duyun", {0: HA, 2: HB}, "5s", repeats=repeats)
        draw(hand)
        declare(hand, 0)
        assert ledger_of(win(hand, 2), 0, 2) == 3 + 6 + repeats


def test_D_13_decision_12_when_a_declared_player_wins_on_a_declared_players_discard() -> None:
    hand = declared(0, HA, "9s - - 7m", hands={1: HE}, away="4m")
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == {"win"}
    result = win(hand, 1)
    assert paid_for(result, "declared_ready") == {(0, 1): 12}
    # Plain 1 + 12.
    assert points(result) == [-78, 78, 0, 0]


def test_D_13_a_forced_and_an_optional_winner_on_one_declared_discard() -> None:
    # Seats 1 (declared) and 2 wait for the 4m of declared seat 0: 12 and 6 added to plain 1.
    hand = declared(0, HB, "9m - - 4m", hands={1: HE.replace("678s", "345s"), 2: HA})
    draw(hand)
    declare(hand, 1, "9m")
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == {"win"}
    assert options(hand, 2) == {"win", "pass"}
    result = win(hand, 2, 1)
    assert paid_for(result, "declared_ready") == {(0, 1): 12, (0, 2): 6}


def test_D_13_between_players_who_have_not_declared_nothing_changes() -> None:
    # Seat 1 discards 5s, on which declared seat 3 and undeclared seat 2 win, all triplets both.
    hand = declared(3, HB, "- 5s", hands={2: "222m444p666s888s5s"})
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    result = win(hand, 2, 3)
    assert paid_for(result, "declared_ready") == {(1, 3): 6}
    assert paid_for(result, "win") == {(1, 2): 3, (1, 3): 3}


def test_D_13_an_undeclared_players_bean_rule_stays() -> None:
    hand = declared(3, HB, "4m", hands={1: HA})
    draw(hand)
    discard(hand, 0)
    assert clause_against(hand, 1, "win") == "D-6"


def test_D_13_anothers_self_draw_is_not_touched() -> None:
    hand = declared(0, HB, "1m", hands={1: HA})
    draw(hand)
    result = win(hand, 1)
    assert result.wins[0].value.name == "earthly_hand"
    assert paid_for(result, "declared_ready") == {}


def robbery(**more: Any) -> Hand:
    """Seat 0 has just added the fourth 7m to its pong, and declared seat 1 waits for 4m and 7m.

    Seat 0 ponged the first discard of all, before seat 1 declared.
    """
    hands = {0: "77m1m1479p258p369s", 1: HE}
    hand = scene("duyun", hands, "7m - - - 7m", dealer=3, **more)
    draw(hand)
    discard(hand, 3)
    pong(hand, 0)
    discard(hand, 0, "1m")
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    added_kong(hand, 0, "7m")
    return hand


def test_D_13_a_declared_robber_has_it_too() -> None:
    result = win(robbery(), 1)
    assert paid_for(result, "declared_ready") == {(0, 1): 6}
    assert points(result) == [-42, 42, 0, 0]


@pytest.mark.parametrize("fan", [0, 3])
def test_D_13_setting_declared_ready_fan(fan: int) -> None:
    hand = declared(0, HA, "1m", settings={"declared_ready_fan": fan})
    draw(hand)
    discard(hand, 1)
    result = win(hand, 0)
    assert ledger_of(result, 1, 0) == 1 + fan


@pytest.mark.parametrize(
    ("mode", "extra"),
    [
        # 3 for all triplets: a floor of 6, 6 more, or 6 more for each who has declared.
        ("floor", 3),
        ("add", 6),
        ("bonus", 12),
    ],
)
def test_D_13_setting_declared_ready(mode: str, extra: int) -> None:
    settings = {"declared_ready": mode}
    hand = declared(0, HA, "- - - 7p", hands={1: HB}, settings=settings)
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    discard(hand, 0)
    assert ledger_of(win(hand, 1), 0, 1) == 3 + extra


# Must win


def test_D_13_must_win_what_it_draws() -> None:
    hand = declared(0, HB, "- - - 7p")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"win"}
    assert clause_against(hand, 0, "discard", "7p") == "D-13"
    assert clause_against(hand, 0, "pass") == "D-13"


@pytest.mark.parametrize("tile", ["7p", "5s"])
def test_D_13_must_win_what_is_discarded(tile: str) -> None:
    hand = declared(0, HB, tile)
    draw(hand)
    discard(hand, 1)
    # 77p and 55s are in hand: no pong either.
    assert options(hand, 0) == {"win"}
    assert clause_against(hand, 0, "pass") == "D-13"


def test_D_13_must_win_what_is_robbed() -> None:
    hand = robbery()
    assert options(hand, 1) == {"win"}
    assert clause_against(hand, 1, "pass") == "D-13"
    optional = robbery(settings={"declared_ready_must_win": False})
    assert options(optional, 1) == {"win", "pass"}


def test_D_13_must_win_only_what_the_rules_allow_and_completes() -> None:
    hand = declared(0, HB, "9m")
    draw(hand)
    discard(hand, 1)
    assert options(hand, 0) == set()


def test_D_13_setting_declared_ready_must_win_off() -> None:
    settings = {"declared_ready_must_win": False}
    hand = declared(0, HB, "7p - - 5s", settings=settings)
    draw(hand)
    discard(hand, 1)
    assert options(hand, 0) == {"win", "pass"}
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    assert options(hand, 0) == {"win", "discard 5s"}


@pytest.mark.parametrize("name", ["random", "tsumogiri", "greedy"])
@pytest.mark.parametrize("tile", ["7p", "- - - 7p"])
def test_D_13_bots_take_forced_wins(name: str, tile: str) -> None:
    # The wait comes as seat 1's next discard (tsumogiri discards what it draws), or is drawn.
    hand = declared(0, HB, tile)
    streams = [Chance(seat) for seat in range(4)]
    others = [make_player("tsumogiri") for _ in range(3)]
    play_hand(hand, [make_player(name), *others], streams)
    result = hand.result()
    assert [w.seat for w in result.wins] == [0]
    assert result.wins[0].source == (1 if tile == "7p" else -1)


def test_D_13_a_player_who_leaves_takes_a_forced_win() -> None:
    hand = declared(0, HB, "7p")
    draw(hand)
    discard(hand, 1)
    hand.leave(0)
    assert options(hand, 0) == {"win"}
    assert points(win(hand, 0)) == [54, -54, 0, 0]


def test_D_13_and_a_claim_of_another_does_not_come_before_it() -> None:
    # Seat 2 may pong the 8p that seat 0 must win on.
    pongs = {2: "88p479m147s258s16p"}
    hand = declared(0, "111m333p79p999s55s", "8p", hands=pongs)
    draw(hand)
    discard(hand, 1)
    assert options(hand, 2) == {"pong", "pass"}
    hand.play(2, Action("pong"))
    assert options(hand, 0) == {"win"}
    assert [w.seat for w in win(hand, 0).wins] == [0]
