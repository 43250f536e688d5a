"""D-6, D-9 to D-11, D-18 and D-19: who may win, who pays for it."""

import pytest

from qianma.ledger import seat_points
from qianma.recording import result_object
from tests.scenes import (
    HA,
    HB,
    HC,
    HD,
    PAIRS,
    added_kong,
    clause_against,
    concealed_kong,
    discard,
    discard_kong,
    draw,
    options,
    paid_for,
    pass_all,
    points,
    pong,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)

FLUSH = "1112334567899m"
"""Waits for 9m, a full flush."""

# D-6


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize("tile", ["1m", "4m"])
def test_D_6_a_plain_hand_without_a_bean_cannot_win_on_a_discard(seat: int, tile: str) -> None:
    hand = scene_of_claims("duyun", {seat: HA}, 0, tile)
    assert "win" not in options(hand, seat)
    assert clause_against(hand, seat, "win") == "D-6"


def test_D_6_it_wins_by_self_draw() -> None:
    hand = scene("duyun", {1: HA}, "- - - - - 4m")
    turns(hand, "- - - - -")
    draw(hand)
    assert win(hand, 1).wins[0].value.name == "plain"


def test_D_6_it_wins_by_robbing_a_kong() -> None:
    hand = scene_of_robbery("duyun")
    assert options(hand, 1) == {"win", "pass"}
    result = win(hand, 1)
    assert result.wins[0].value.name == "plain"
    assert hand.bean_count[1] == 0


def test_D_6_with_a_concealed_kong_it_wins_on_a_discard() -> None:
    hand = scene("duyun", {1: HD}, "- 8s 4m", tail="9s")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "8s")
    draw(hand)
    discard(hand, 1)
    pass_all(hand)
    draw(hand)
    discard(hand, 2)
    assert "win" in options(hand, 1)
    # The bean is 2 from each, the plain win 1 from seat 2.
    assert points(win(hand, 1)) == [-12, 42, -18, -12]


def test_D_6_with_a_discard_kong_it_wins_on_a_discard() -> None:
    hand = scene_of_claims("duyun", {1: HC}, 0, "2s", draws="4p", tail="9s")
    discard_kong(hand, 1)
    draw(hand)
    discard(hand, 1)
    pass_all(hand)
    draw(hand)
    discard(hand, 2)
    assert clause_against(hand, 1, "win") is None


def test_D_6_with_an_added_kong_it_wins_on_a_discard_and_with_a_pong_alone_not() -> None:
    for adds in (False, True):
        hands = {0: "23m55m456p678p88s9m"}
        draws = "- - - 8s 4m" if adds else "- - - 9s 4m"
        hand = scene_of_claims("duyun", hands, 3, "8s", draws=draws, tail="9s")
        pong(hand, 0)
        turns(hand, "9m - - -")
        draw(hand)
        if adds:
            added_kong(hand, 0, "8s")
            draw(hand)
        discard(hand, 0)
        draw(hand)
        discard(hand, 1)
        assert clause_against(hand, 0, "win") == (None if adds else "D-6")


def test_D_6_anothers_bean_does_not_help() -> None:
    hand = scene("duyun", {0: "1479m147p25s888s9p", 1: HA}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "4m")
    assert clause_against(hand, 1, "win") == "D-6"


@pytest.mark.parametrize(
    ("waiting", "tile"),
    [(HB, "7p"), (HB, "5s"), (PAIRS[0], "6m"), (FLUSH, "9m")],
)
def test_D_6_every_other_pattern_wins_on_any_discard(waiting: str, tile: str) -> None:
    hand = scene_of_claims("duyun", {2: waiting}, 0, tile)
    assert "win" in options(hand, 2)


def test_D_6_setting_plain_discard_needs_bean() -> None:
    settings = {"plain_discard_needs_bean": False}
    hand = scene_of_claims("duyun", {1: HA}, 0, "4m", settings=settings)
    assert points(win(hand, 1)) == [-6, 6, 0, 0]


# D-9


def test_D_9_several_winners_are_paid_each_on_its_own() -> None:
    # Seven pairs 6 and all triplets 3, off the same 5p.
    hands = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p", 3: "3388m1188p4499s5p"}
    hand = scene_of_claims("duyun", hands, 0, "5p")
    result = win(hand, 1, 2, 3)
    assert [(w.seat, w.value.name) for w in result.wins] == [
        (1, "seven_pairs"),
        (2, "all_triplets"),
        (3, "seven_pairs"),
    ]
    assert paid_for(result, "win") == {(0, 1): 6, (0, 2): 3, (0, 3): 6}
    assert points(result) == [-90, 36, 18, 36]


def test_D_9_who_declines_is_not_paid() -> None:
    hands = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p"}
    hand = scene_of_claims("duyun", hands, 0, "5p")
    result = win(hand, 2)
    assert points(result) == [-18, 0, 18, 0]


def test_D_9_winners_stand_in_turn_order_from_the_discarder() -> None:
    hands = {0: "1144m2277p3366s5p", 1: "222m999p777s888s5p", 3: "3388m1188p4499s5p"}
    hand = scene_of_claims("duyun", hands, 2, "5p")
    assert [w.seat for w in win(hand, 1, 0, 3).wins] == [3, 0, 1]


# D-10


def test_D_10_a_robbed_kong_is_void_and_costs_nobody_anything() -> None:
    hand = scene_of_robbery("duyun")
    result = win(hand, 1)
    assert {entry.reason for entry in result.ledger} == {"win"}
    # Decision: the robbed player alone pays, as for a discard: plain 1.
    assert points(result) == [-6, 6, 0, 0]
    assert hand.bean_count[0] == 0


def test_D_10_not_robbed_it_is_paid() -> None:
    hand = scene_of_robbery("duyun")
    pass_all(hand)
    draw(hand)
    assert hand.bean_count[0] == 1


@pytest.mark.parametrize("robbers", [(1, 2), (1, 3), (2, 3), (1, 2, 3)])
def test_D_10_each_of_several_robbers_is_paid(robbers: tuple[int, ...]) -> None:
    hand = scene_of_robbery("duyun", robbers)
    result = win(hand, *robbers)
    assert paid_for(result, "win") == {(0, seat): 1 for seat in robbers}
    assert [w.source for w in result.wins] == [0] * len(robbers)


def test_D_10_only_who_is_ready_for_that_tile_is_asked() -> None:
    hand = scene_of_robbery("duyun", (2,))
    assert hand.acting_seats() == [2]
    assert clause_against(hand, 1, "win") == "C-10"


@pytest.mark.parametrize("kind", ["concealed", "discard"])
def test_D_10_no_other_kong_can_be_robbed(kind: str) -> None:
    # Seat 2 waits for 8s: 67s.
    waiting = {0: "1479m147p25s888s9p", 2: "111222333p67s99p"}
    if kind == "concealed":
        hand = scene("duyun", waiting, "8s")
        draw(hand)
        concealed_kong(hand, 0, "8s")
    else:
        hand = scene_of_claims("duyun", waiting, 3, "8s")
        discard_kong(hand, 0)
    assert hand.acting_seats() == []
    assert clause_against(hand, 2, "win") is not None


@pytest.mark.parametrize("repeats", [0, 2])
@pytest.mark.parametrize("dealer", range(4))
def test_D_10_setting_robbed_kong_pays_for_all(dealer: int, repeats: int) -> None:
    # G-16: the robbed player pays three shares of plain 1; each share carries the dealer bonus
    # (the repeats) that its own payer would have paid: all three when the robber deals, one
    # otherwise, whoever was robbed.
    settings = {"robbed_kong": "pays_for_all"}
    hand = scene_of_robbery("duyun", dealer=dealer, repeats=repeats, settings=settings)
    result = win(hand, 1)
    bonus = 3 * repeats if dealer == 1 else repeats
    assert points(result) == [-6 * (3 + bonus), 6 * (3 + bonus), 0, 0]


# D-11


@pytest.mark.parametrize("seat", range(4))
def test_D_11_a_self_draw_is_paid_by_the_other_three(seat: int) -> None:
    hand = scene("duyun", {seat: HB}, "- - - - " + "- " * seat + "5s")
    turns(hand, "- - - - " + "- " * seat)
    draw(hand)
    result = win(hand, seat)
    assert points(result) == [54 if other == seat else -18 for other in range(4)]
    assert result.wins[0].source == -1


@pytest.mark.parametrize("discarder", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_D_11_on_a_discard_the_discarder_alone_pays(discarder: int, step: int) -> None:
    winner = (discarder + step) % 4
    hand = scene_of_claims("duyun", {winner: HB}, discarder, "7p")
    result = win(hand, winner)
    assert points(result) == [
        18 if other == winner else -18 if other == discarder else 0 for other in range(4)
    ]


# D-18


def test_D_18_a_win_passed_does_not_block_the_next() -> None:
    # Seat 1 lets 7p of seat 2 go by and may win on 5s of seat 3, without an own draw between.
    hand = scene("duyun", {1: HB}, "- - 7p 5s")
    turns(hand, "- -")
    turns(hand, "-")
    draw(hand)
    discard(hand, 3)
    assert "win" in options(hand, 1)
    assert points(win(hand, 1)) == [0, 18, 0, -18]


def test_D_18_nor_the_same_tile_from_the_next_player() -> None:
    hand = scene("duyun", {1: HB}, "- - 7p 7p")
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 3)
    assert "win" in options(hand, 1)


def test_D_18_setting_passed_win_blocks() -> None:
    settings = {"passed_win_blocks": True}
    hand = scene("duyun", {1: HB}, "- - 7p 5s - - 5s", settings=settings)
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 3)
    assert "win" not in options(hand, 1)
    assert clause_against(hand, 1, "win") == "G-18"
    pass_all(hand)
    # After the next own draw it may win again.
    turns(hand, "- -")
    draw(hand)
    discard(hand, 2)
    assert "win" in options(hand, 1)


# D-19


def test_D_19_without_a_room_there_are_points_and_no_coins() -> None:
    hand = scene_of_claims("duyun", {2: HB}, 0, "7p")
    result = win(hand, 2)
    assert result.points == seat_points(result.ledger) == (-18, 0, 18, 0)
    shown = result_object(result)
    assert not [key for key in shown if "coin" in key]
    assert shown["points"] == [-18, 0, 18, 0]
    for entry in shown["ledger"]:
        assert set(entry) == {"from", "to", "fan", "points", "reason", "clause"}
