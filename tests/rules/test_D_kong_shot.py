"""D-12: kong flower and kong shot."""

from typing import Any

import pytest

from qianma.hand import Hand
from qianma.settle import Result
from tests.scenes import (
    HA,
    HD,
    added_kong,
    clause_against,
    concealed_kong,
    discard,
    discard_kong,
    draw,
    ledger_of,
    paid_for,
    points,
    pong,
    scene,
    scene_of_claims,
    turns,
    win,
)

JUNK = "1479m147p25s"
"""Nine tiles that are far from anything; four more make a hand."""


# D-12: kong flower


def flower(result: Result) -> int:
    return result.wins[0].value.kong_flower


def test_D_12_kong_flower_after_a_concealed_kong() -> None:
    hand = scene("duyun", {0: HD}, "8s", tail="1m", repeats=1)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    result = win(hand, 0)
    assert flower(result) == 1
    assert paid_for(result, "kong_flower") == {(1, 0): 1, (2, 0): 1, (3, 0): 1}
    # Bean 2, plain 1, flower 1, repeat 1 from each.
    assert points(result) == [90, -30, -30, -30]


def test_D_12_kong_flower_after_a_discard_kong() -> None:
    hand = scene_of_claims("duyun", {2: HD}, 0, "8s", tail="1m")
    discard_kong(hand, 2)
    draw(hand)
    result = win(hand, 2)
    assert flower(result) == 1
    # Bean 1 from the discarder; plain 1 and flower 1 from each.
    assert points(result) == [-18, -12, 42, -12]


def test_D_12_kong_flower_after_an_added_kong() -> None:
    hands = {0: "23m55m456p99m88s78p"}
    hand = scene_of_claims("duyun", hands, 3, "8s", draws="- - - 9p - - - 8s", tail="1m")
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    turns(hand, "9m - - -")
    draw(hand)
    added_kong(hand, 0, "8s")
    draw(hand)
    result = win(hand, 0)
    assert flower(result) == 1
    # Bean 1, plain 1, flower 1 from each.
    assert points(result) == [54, -18, -18, -18]


def test_D_12_kong_flower_only_on_the_replacement_tile() -> None:
    hand = scene("duyun", {0: HD}, "8s - - - 1m", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    turns(hand, "- - -")
    draw(hand)
    assert flower(win(hand, 0)) == 0


def test_D_12_kong_flower_counts_once_after_two_kongs() -> None:
    hand = scene("duyun", {0: "23m55m456p777s888s"}, "8s", tail="7s 1m")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    result = win(hand, 0)
    assert flower(result) == 1
    # Two beans of 2, plain 1, flower 1 from each.
    assert points(result) == [108, -36, -36, -36]


def test_D_12_setting_kong_flower_fan() -> None:
    for fan in (0, 5):
        hand = scene("duyun", {0: HD}, "8s", tail="1m", settings={"kong_flower_fan": fan})
        draw(hand)
        concealed_kong(hand, 0, "8s")
        draw(hand)
        result = win(hand, 0)
        assert flower(result) == fan
        assert ledger_of(result, reason="kong_flower") == 3 * fan


# D-12: kong shot

TWO_ON_5P = {1: "222m999p777s888m5p", 2: "444m666p333s999m5p"}
"""Two hands of triplets that wait for 5p: 3 fan each."""


def shot(kong: str = "concealed", **more: Any) -> Hand:
    """Seat 0 has just discarded 5p, the replacement tile of a kong of 8s."""
    if kong == "concealed":
        hand = scene("duyun", {0: f"{JUNK}888s4p", **TWO_ON_5P}, "8s", tail="5p", **more)
        draw(hand)
        concealed_kong(hand, 0, "8s")
    elif kong == "discard":
        hands = {0: f"{JUNK}888s4p", **TWO_ON_5P}
        hand = scene_of_claims("duyun", hands, 3, "8s", tail="5p", **more)
        discard_kong(hand, 0)
    else:
        hands = {0: f"{JUNK}88s39p", **TWO_ON_5P}
        draws = "- - - 8s - - - -"
        hand = scene_of_claims("duyun", hands, 3, "8s", draws=draws, tail="5p", **more)
        pong(hand, 0)
        turns(hand, "9p - - -")
        draw(hand)
        if kong == "late":
            turns(hand, "3p - - -")
            draw(hand)
        added_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "5p")
    return hand


@pytest.mark.parametrize(
    ("kong", "income"), [("concealed", 6), ("discard", 1), ("added", 3), ("late", 3)]
)
def test_D_12_kong_shot_1_and_the_bean_is_handed_on(kong: str, income: int) -> None:
    hand = shot(kong)
    result = win(hand, 1)
    assert result.wins[0].value.extras == {"kong_shot": 1}
    assert paid_for(result, "win") == {(0, 1): 3}
    assert paid_for(result, "kong_shot") == {(0, 1): 1}
    assert paid_for(result, "kong_transfer") == {(0, 1): income}
    # The bean itself stands: the transfer is a payment of its own, nothing is netted.
    assert sum(entry.fan for entry in result.ledger if entry.reason.endswith("_kong")) == income


@pytest.mark.parametrize(
    ("kong", "income"), [("concealed", 6), ("discard", 1), ("added", 3), ("late", 3)]
)
def test_D_12_with_several_winners_each_gets_the_whole_amount(kong: str, income: int) -> None:
    result = win(shot(kong), 1, 2)
    assert paid_for(result, "kong_transfer") == {(0, 1): income, (0, 2): income}
    assert paid_for(result, "kong_shot") == {(0, 1): 1, (0, 2): 1}


def test_D_12_a_late_kong_that_is_unpaid_hands_nothing_on() -> None:
    result = win(shot("late", settings={"late_added_kong": "unpaid"}), 1)
    assert paid_for(result, "kong_transfer") == {}
    assert paid_for(result, "kong_shot") == {(0, 1): 1}


def test_D_12_only_the_last_kong_is_handed_on() -> None:
    # A concealed kong of 8s, on its replacement one of 7s, then the discard of 5p.
    hands = {0: "1479m142p777s888s", 1: "222m999p666s888m5p"}
    hand = scene("duyun", hands, "8s", tail="7s 5p")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    discard(hand, 0, "5p")
    result = win(hand, 1)
    assert ledger_of(result, reason="concealed_kong") == 12
    assert paid_for(result, "kong_transfer") == {(0, 1): 6}


def test_D_12_any_discard_right_after_the_kong_is_a_kong_shot() -> None:
    # Not the replacement tile (9s) but the 5p that was in hand.
    hand = scene("duyun", {0: f"{JUNK}888s5p", **TWO_ON_5P}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "5p")
    assert paid_for(win(hand, 1), "kong_shot") == {(0, 1): 1}


def test_D_12_a_later_discard_is_none() -> None:
    hand = scene("duyun", {0: f"{JUNK}888s5p", **TWO_ON_5P}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "9s")
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 0, "5p")
    result = win(hand, 1)
    assert result.wins[0].value.extras == {}
    assert paid_for(result, "kong_transfer") == {}


def test_D_12_anothers_discard_after_the_kong_is_none() -> None:
    # Seat 0 kongs and discards 9s, seat 3 pongs it and discards 5p.
    hands = {0: f"{JUNK}888s4p", **TWO_ON_5P, 3: "99s138m1369p224s5p"}
    hand = scene("duyun", hands, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "9s")
    pong(hand, 3)
    discard(hand, 3, "5p")
    result = win(hand, 1)
    assert result.wins[0].value.extras == {}
    assert paid_for(result, "kong_transfer") == {}


def test_D_12_a_kong_shot_does_not_waive_the_bean() -> None:
    # D-6: HA is plain without a bean; with kong_shot_waives_bean (as G-S3) it may win.
    hands = {0: f"{JUNK}888s4p", 1: HA}
    for waives in (False, True):
        settings = {"kong_shot_waives_bean": waives}
        hand = scene("duyun", hands, "8s", tail="4m", settings=settings)
        draw(hand)
        concealed_kong(hand, 0, "8s")
        draw(hand)
        discard(hand, 0, "4m")
        expected = None if waives else "D-6"
        assert clause_against(hand, 1, "win") == expected


def test_D_12_setting_kong_shot_none() -> None:
    result = win(shot(settings={"kong_shot": "none", "kong_shot_fan": 0}), 1)
    assert result.wins[0].value.extras == {}
    assert paid_for(result, "kong_transfer") == {}
    assert ledger_of(result, reason="concealed_kong") == 6


@pytest.mark.parametrize("fan", [0, 4])
def test_D_12_setting_kong_shot_fan(fan: int) -> None:
    result = win(shot(settings={"kong_shot_fan": fan}), 1)
    assert ledger_of(result, 0, 1, "kong_shot") == fan
    assert ledger_of(result, 0, 1, "kong_transfer") == 6


def test_D_12_kong_shot_on_a_self_draw_of_the_next_is_none() -> None:
    hand = scene("duyun", {0: f"{JUNK}888s4p", **TWO_ON_5P}, "8s 5p", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    draw(hand)
    assert win(hand, 1).wins[0].value.extras == {}


def test_D_12_no_kong_shot_in_the_robbing_of_a_second_kong() -> None:
    # A concealed kong of 8s, then 7s added on its replacement and robbed: the first bean stays
    # (D-7), nothing is handed on, the second is void (D-10).
    hands = {0: "1479m14p2s888s77s3p", 1: "111222333p56s99p"}
    hand = scene_of_claims("duyun", hands, 3, "7s", draws="- - - 8s", tail="7s")
    pong(hand, 0)
    turns(hand, "3p - - -")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    added_kong(hand, 0, "7s")
    result = win(hand, 1)
    assert result.wins[0].value.extras == {}
    assert paid_for(result, "kong_transfer") == {}
    assert paid_for(result, "added_kong") == {}
    assert ledger_of(result, reason="concealed_kong") == 6
