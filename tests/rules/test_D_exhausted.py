"""D-15 and D-16: the big ready check and the flower pigs."""

from typing import Any

import pytest

from qianma.actions import Action
from qianma.settle import Result
from tests.scenes import (
    HA,
    HB,
    HD,
    added_kong,
    clause_against,
    concealed_kong,
    declare,
    discard,
    draw,
    exhaust,
    ledger_of,
    options,
    paid_for,
    pass_all,
    points,
    pong,
    scene,
    scene_of_claims,
    turns,
    win,
)

FOUR_READY = {
    0: HA,
    1: "1144m2277p3366s5p",
    2: "222m999p777s888s5p",
    3: "3388m1188p4499s5p",
}
"""Four ready hands in one deal; of 5p, which three wait for, no tile is left."""
HOLDS_THE_WAITS = "77p55s147m258m369s"
"""Not ready; it holds all that `HB` waits for."""


def check_of(result: Result) -> dict[tuple[int, int], int]:
    return paid_for(result, "ready_check")


# D-15


def test_D_15_who_is_not_ready_pays_who_is() -> None:
    result = exhaust(scene("duyun", {1: HB}))
    assert result.ready == (1,)
    assert check_of(result) == {(0, 1): 3, (2, 1): 3, (3, 1): 3}
    assert points(result) == [-18, 54, -18, -18]


def test_D_15_two_ready_two_not() -> None:
    # Seven pairs 6 and all triplets 3.
    hands = {1: FOUR_READY[1], 2: FOUR_READY[2]}
    result = exhaust(scene("duyun", hands))
    assert result.ready == (1, 2)
    assert check_of(result) == {(0, 1): 6, (0, 2): 3, (3, 1): 6, (3, 2): 3}


def test_D_15_three_ready_one_not() -> None:
    hands = {seat: FOUR_READY[seat] for seat in (1, 2, 3)}
    result = exhaust(scene("duyun", hands))
    assert check_of(result) == {(0, 1): 6, (0, 2): 3, (0, 3): 6}


def test_D_15_nobody_ready_nothing_is_paid() -> None:
    result = exhaust(scene("duyun"))
    assert result.ready == ()
    assert result.ledger == ()


def test_D_15_everybody_ready_nothing_is_paid() -> None:
    result = exhaust(scene("duyun", FOUR_READY))
    assert result.ready == (0, 1, 2, 3)
    assert result.ledger == ()


def test_D_15_nobody_ready_beans_still_go_back() -> None:
    # D-8 still applies.
    hand = scene("duyun", {0: "1479m147p25s888s9p"}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    result = exhaust(hand)
    assert check_of(result) == {}
    assert ledger_of(result, reason="bean_refund") == 6


@pytest.mark.parametrize(
    ("tiles", "fan"),
    [
        # Waits with different fan: 5m makes flush triplets, 3m 4m 6m a full flush only.
        ("1112223334445m", 9),
        # 5m makes seven pairs (6), the other waits of the runs a plain hand.
        ("1122335m445566p", 6),
        # 5s completes 2-5-8 triplets.
        ("222555888m222p5s", 9),
        (HA, 1),
    ],
)
def test_D_15_the_most_fan_that_hand_could_be(tiles: str, fan: int) -> None:
    result = exhaust(scene("duyun", {2: tiles}))
    assert check_of(result) == {(0, 2): fan, (1, 2): fan, (3, 2): fan}


def test_D_15_a_plain_hand_counts_without_a_bean_too() -> None:
    result = exhaust(scene("duyun", {2: HA}))
    assert points(result) == [-6, -6, 18, -6]


@pytest.mark.parametrize("must", [True, False])
def test_D_15_plus_6_if_declared(must: bool) -> None:
    settings = {"declared_ready_must_win": must}
    hand = scene("duyun", {0: HB, 2: HOLDS_THE_WAITS}, settings=settings)
    draw(hand)
    declare(hand, 0)
    pass_all(hand)
    result = exhaust(hand)
    assert check_of(result) == {(1, 0): 9, (2, 0): 9, (3, 0): 9}


def test_D_15_a_payer_does_not_pay_for_its_own_declaration_or_kongs() -> None:
    # A kong makes no flower or shot here: plain 1.
    hand = scene("duyun", {1: HD}, "- 8s", tail="9s")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "8s")
    draw(hand)
    discard(hand, 1)
    result = exhaust(hand)
    assert check_of(result) == {(0, 1): 1, (2, 1): 1, (3, 1): 1}


@pytest.mark.parametrize("dealer", [0, 1])
def test_D_15_decision_no_dealer_bonus(dealer: int) -> None:
    result = exhaust(scene("duyun", {1: HB}, dealer=dealer, repeats=7))
    assert check_of(result) == {(0, 1): 3, (2, 1): 3, (3, 1): 3}
    assert paid_for(result, "dealer_bonus") == {}


# D-16

TWO_SUITS = "111333m77999p55p"
"""Waits for 7p and 5p, all triplets, without bamboo."""
NOT_READY = "1479m2588m146p28p"
"""Not ready, without bamboo."""


def pigs(hands: dict[int, str], **more: Any) -> Result:
    return exhaust(scene("duyun-huazhu", hands, **more))


def test_D_16_a_flower_pig_pays_every_player_who_is_none_and_nothing_by_D_15() -> None:
    # Seat 0 is ready for 3, seat 1 is not but holds two suits; seats 2 and 3 hold all three.
    result = pigs({0: TWO_SUITS, 1: NOT_READY})
    assert result.ready == (0,)
    assert paid_for(result, "flower_pig") == {(2, 0): 16, (2, 1): 16, (3, 0): 16, (3, 1): 16}
    assert check_of(result) == {(1, 0): 3}
    assert points(result) == [6 * 35, 6 * 29, -192, -192]


def test_D_16_off_in_duyun() -> None:
    result = exhaust(scene("duyun", {0: TWO_SUITS, 1: NOT_READY}))
    assert paid_for(result, "flower_pig") == {}
    assert check_of(result) == {(1, 0): 3, (2, 0): 3, (3, 0): 3}


def test_D_16_a_pig_is_not_ready_whatever_its_shape() -> None:
    # Seat 0 holds HB, of three suits.
    result = pigs({0: HB, 1: NOT_READY})
    assert result.ready == ()
    assert check_of(result) == {}
    assert paid_for(result, "flower_pig") == {(0, 1): 16, (2, 1): 16, (3, 1): 16}


def test_D_16_nobody_a_pig_or_everybody() -> None:
    everybody = pigs({0: HB})
    assert everybody.ledger == ()
    hands = {0: NOT_READY, 1: "1479m258m1469p28p", 2: "147p258p3679s258s", 3: "369p1358s1469s39p"}
    nobody = pigs(hands)
    assert nobody.ledger == ()


def test_D_16_still_paid_when_nobody_is_ready() -> None:
    result = pigs({0: NOT_READY, 1: "1479m258m1469p28p"})
    assert result.ready == ()
    assert ledger_of(result, 2, 0, "flower_pig") == 16


@pytest.mark.parametrize("fan", [0, 5])
def test_D_16_setting_penalty_fan(fan: int) -> None:
    result = pigs({1: NOT_READY}, settings={"penalty_fan": fan})
    assert ledger_of(result, reason="flower_pig") == 3 * fan


def test_D_16_melds_are_counted_in() -> None:
    # Seat 1 holds two suits in hand and pongs the third.
    for tile, is_pig in (("9s", True), ("9p", False)):
        hands = {1: f"147m2588m146p{tile[0] * 2}{tile[1]}2m", 2: "1479p258p1369s28s"}
        hand = scene_of_claims("duyun-huazhu", hands, 0, tile)
        pong(hand, 1)
        discard(hand, 1, "2m")
        result = exhaust(hand)
        paid = {payer for payer, _ in paid_for(result, "flower_pig")}
        assert (1 in paid) is is_pig


def test_D_16_a_pig_gives_beans_back() -> None:
    # HD is ready but for its third suit.
    hand = scene("duyun-huazhu", {0: HD}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    result = exhaust(hand)
    assert paid_for(result, "bean_refund") == {(0, 1): 2, (0, 2): 2, (0, 3): 2}


def test_D_16_cannot_win_by_self_draw() -> None:
    for ruleset, allowed in (("duyun", True), ("duyun-huazhu", False)):
        hand = scene(ruleset, {1: HB}, "- 7p")
        turns(hand, "-")
        draw(hand)
        assert ("win" in options(hand, 1)) is allowed
        assert clause_against(hand, 1, "win") == (None if allowed else "D-16")


def test_D_16_not_even_the_heavenly_hand() -> None:
    hand = scene("duyun-huazhu", {0: HA}, "1m")
    draw(hand)
    assert clause_against(hand, 0, "win") == "D-16"
    two_suits = scene("duyun-huazhu", {0: "23m55m456p789p345p"}, "1m")
    draw(two_suits)
    assert win(two_suits, 0).wins[0].value.name == "heavenly_hand"


def test_D_16_cannot_win_on_a_discard() -> None:
    hand = scene_of_claims("duyun-huazhu", {1: HB}, 0, "7p")
    assert options(hand, 1) == {"pong", "pass"}
    assert clause_against(hand, 1, "win") == "D-16"
    two = scene_of_claims("duyun-huazhu", {1: TWO_SUITS}, 0, "7p")
    assert points(win(two, 1)) == [-18, 18, 0, 0]


def test_D_16_the_winning_tile_counts_as_well() -> None:
    # Seven pairs of characters and bamboo; with a pair of dots there are three suits.
    hand = scene_of_claims("duyun-huazhu", {1: "112233445566m7s"}, 0, "7s")
    assert "win" in options(hand, 1)
    pig = scene_of_claims("duyun-huazhu", {1: "1122334455m11p7s"}, 0, "7s")
    assert clause_against(pig, 1, "win") == "D-16"


@pytest.mark.parametrize(
    ("robber", "allowed"), [("56m99m123p456p678s", 0), ("56m99m123p456p678p", 1)]
)
def test_D_16_cannot_rob_a_kong(robber: str, allowed: int) -> None:
    hands = {0: "4489m1479p13689s", 2: robber}
    hand = scene_of_claims("duyun-huazhu", hands, 3, "4m", draws="- - - 4m")
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    added_kong(hand, 0, "4m")
    if allowed:
        assert options(hand, 2) == {"win", "pass"}
    else:
        assert options(hand, 2) == set()
        assert clause_against(hand, 2, "win") == "D-16"


def test_D_16_cannot_declare_ready() -> None:
    hand = scene("duyun-huazhu", {0: HB}, "9m")
    draw(hand)
    assert hand.why_not(0, Action("declare", None, 8)) is not None
    assert not [option for option in options(hand, 0) if "declare" in option]
    two = scene("duyun-huazhu", {0: TWO_SUITS}, "9m")
    draw(two)
    assert "discard 9m and declare ready" in options(two, 0)


def test_D_16_declares_with_the_only_tile_of_the_third_suit() -> None:
    hand = scene("duyun-huazhu", {0: TWO_SUITS}, "9s")
    draw(hand)
    declared = {option for option in options(hand, 0) if "declare" in option}
    assert declared == {"discard 9s and declare ready"}
