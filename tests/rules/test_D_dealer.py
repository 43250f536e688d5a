"""D-1 to D-3: who deals, the dealer bonus, what a fan is worth."""

import pytest

from qianma.match import Match
from qianma.walls import seed_key, shuffle
from tests.scenes import (
    HA,
    HB,
    HD,
    concealed_kong,
    discard,
    draw,
    exhaust,
    ledger_of,
    paid_for,
    points,
    run_out_the_wall,
    scene,
    scene_of_robbery,
    turns,
    win,
)

FLUSH = "1112334567899m"
"""With 9m it is 11 + 123 + 345 + 678 + 999, a full flush (D-4: 6)."""
ON_5P = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p", 3: "3388m1188p4499s5p"}
"""Three hands that wait for 5p: seven pairs (6), all triplets (3), seven pairs (6)."""


def test_D_1_the_first_dealer_is_random() -> None:
    dealers = []
    for number in range(200):
        match = Match("duyun")
        match.start(shuffle(seed_key(5, number), 1))
        dealers.append(match.dealer)
    # Each of four seats is expected 50 times; 20 is five standard deviations away.
    assert all(dealers.count(seat) > 20 for seat in range(4))


def test_D_1_afterwards_the_winner_deals_and_repeats_end() -> None:
    hand = scene("duyun", {2: HB}, "9m 8m 7p", repeats=3)
    turns(hand, "- -")
    draw(hand)
    assert win(hand, 2).next_dealer == (2, 0)


def test_D_1_a_dealer_who_wins_deals_again_and_repeats_count() -> None:
    hand = scene("duyun", {2: HB}, "9m 8m 8m 8m 7p", dealer=2, repeats=3)
    turns(hand, "- - - -")
    draw(hand)
    assert win(hand, 2).next_dealer == (2, 4)


@pytest.mark.parametrize("dealer", range(4))
def test_D_1_after_several_winners_the_discarder_deals(dealer: int) -> None:
    # Seat 0 discards 5p at its first turn, whoever deals.
    turns_before = (4 - dealer) % 4
    hand = scene("duyun", ON_5P, "- " * turns_before + "5p", dealer=dealer, repeats=2)
    turns(hand, "- " * turns_before)
    draw(hand)
    discard(hand, 0)
    result = win(hand, 1, 3)
    # The discarder is the dealer again, or a new one without repeats.
    assert result.next_dealer == ((0, 3) if dealer == 0 else (0, 0))


def test_D_1_after_three_winners_too() -> None:
    hand = scene("duyun", ON_5P, "5p")
    draw(hand)
    discard(hand, 0)
    assert win(hand, 1, 2, 3).next_dealer == (0, 1)


@pytest.mark.parametrize("dealer", range(4))
def test_D_1_setting_two_winners_deal_counts_from_the_dealer(dealer: int) -> None:
    settings = {"two_winners_deal": "first_from_dealer"}
    turns_before = (4 - dealer) % 4
    draws = "- " * turns_before + "5p"
    hand = scene("duyun", ON_5P, draws, dealer=dealer, repeats=2, settings=settings)
    turns(hand, "- " * turns_before)
    draw(hand)
    discard(hand, 0)
    # From the dealer on, 0 1 2 3, 1 2 3 0, 2 3 0 1, 3 0 1 2: the first of seats 1 and 3.
    expected = {0: (1, 0), 1: (1, 3), 2: (3, 0), 3: (3, 3)}
    assert win(hand, 1, 3).next_dealer == expected[dealer]


def test_D_1_setting_two_winners_deal_leaves_three_winners_to_the_discarder() -> None:
    settings = {"two_winners_deal": "first_from_dealer"}
    hand = scene("duyun", ON_5P, "- - - 5p", dealer=1, settings=settings)
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 0)
    assert win(hand, 1, 2, 3).next_dealer == (0, 0)


def test_D_1_decision_after_two_robbers_the_robbed_player_deals() -> None:
    hand = scene_of_robbery("duyun", (1, 2), repeats=1)
    result = win(hand, 1, 2)
    assert result.next_dealer == (0, 2)
    assert [(w.seat, w.source) for w in result.wins] == [(1, 0), (2, 0)]


@pytest.mark.parametrize("repeats", [0, 1, 98])
def test_D_1_exhausted_the_dealer_deals_again_and_repeats_count_without_limit(
    repeats: int,
) -> None:
    hand = scene("duyun", dealer=1, repeats=repeats)
    assert exhaust(hand).next_dealer == (1, repeats + 1)


# D-2


def test_D_2_a_plain_self_draw_after_five_repeats_is_six_fan_from_each() -> None:
    hand = scene("duyun", {0: HA}, "9s 8m 8m 8m 1m", repeats=5)
    turns(hand, "- - - -")
    draw(hand)
    result = win(hand, 0)
    for payer in (1, 2, 3):
        assert ledger_of(result, payer, 0) == 1 + 5
    assert points(result) == [3 * 36, -36, -36, -36]


def test_D_2_a_full_flush_dealt_in_by_that_dealer_costs_eleven() -> None:
    hand = scene("duyun", {1: FLUSH}, "9m", repeats=5)
    draw(hand)
    discard(hand, 0)
    result = win(hand, 1)
    assert result.wins[0].value.name == "full_flush"
    assert paid_for(result, "win") == {(0, 1): 6}
    assert paid_for(result, "dealer_bonus") == {(0, 1): 5}
    assert points(result) == [-66, 66, 0, 0]


def test_D_2_in_the_first_hand_there_is_none() -> None:
    hand = scene("duyun", {0: HA}, "9s 8m 8m 8m 1m")
    turns(hand, "- - - -")
    draw(hand)
    result = win(hand, 0)
    assert paid_for(result, "dealer_bonus") == {}
    assert points(result) == [18, -6, -6, -6]


def test_D_2_anothers_self_draw_costs_the_dealer_alone_more() -> None:
    hand = scene("duyun", {2: HA}, "9s 9m 9m 9m 9s 8m 1m", repeats=4)
    turns(hand, "- - - - - -")
    draw(hand)
    result = win(hand, 2)
    assert paid_for(result, "dealer_bonus") == {(0, 2): 4}
    assert points(result) == [-30, -6, 42, -6]


def test_D_2_between_two_who_do_not_deal_there_is_none() -> None:
    hand = scene("duyun", {2: HB}, "9s 7p", repeats=4)
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    result = win(hand, 2)
    assert points(result) == [0, -18, 18, 0]


def test_D_2_the_dealer_receives_it_on_a_discard_too() -> None:
    hand = scene("duyun", {0: HB}, "9s 7p", repeats=2)
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    # All triplets 3 and 2 repeats.
    assert points(win(hand, 0)) == [30, -30, 0, 0]


def test_D_2_with_several_winners_only_the_dealer_among_them_has_it() -> None:
    # Seat 3 deals and is one of two winners: 6 + 4 for it, 3 for seat 2.
    hand = scene("duyun", ON_5P, "9s 5p", dealer=3, repeats=4)
    turns(hand, "-")
    draw(hand)
    discard(hand, 0)
    result = win(hand, 2, 3)
    assert points(result) == [-6 * (10 + 3), 0, 18, 60]


def test_D_2_a_dealer_whose_kong_is_robbed_pays_it() -> None:
    hand = scene_of_robbery("duyun", repeats=3)
    # Plain 1 and 3 repeats.
    assert points(win(hand, 1)) == [-24, 24, 0, 0]


def test_D_2_setting_dealer_bonus_for_dealing_and_for_each_repeat() -> None:
    settings = {"dealer_bonus": {"dealing": 2, "repeat": 3}}
    hand = scene("duyun", {2: HB}, "7p", repeats=4, settings=settings)
    draw(hand)
    discard(hand, 0)
    # All triplets 3, dealing 2, 4 repeats of 3 each.
    result = win(hand, 2)
    assert ledger_of(result, 0, 2) == 3 + 2 + 12
    hand = scene("duyun", {2: HB}, "7p", repeats=0, settings=settings)
    draw(hand)
    discard(hand, 0)
    assert ledger_of(win(hand, 2), 0, 2) == 3 + 2


@pytest.mark.parametrize("dealer", [0, 1])
def test_D_2_setting_dealer_bonus_at_ready_check(dealer: int) -> None:
    # Seat 1 alone is ready, for all triplets (3). With the setting a payment that the dealer
    # makes or receives carries its 2 repeats.
    settings = {"dealer_bonus_at_ready_check": True}
    with_it = exhaust(scene("duyun", {1: HB}, dealer=dealer, repeats=2, settings=settings))
    without = exhaust(scene("duyun", {1: HB}, dealer=dealer, repeats=2))
    assert paid_for(without, "ready_check") == {(0, 1): 3, (2, 1): 3, (3, 1): 3}
    more = (2, 0, 0) if dealer == 0 else (2, 2, 2)
    assert paid_for(with_it, "ready_check") == {
        (0, 1): 3 + more[0],
        (2, 1): 3 + more[1],
        (3, 1): 3 + more[2],
    }


def test_D_2_no_bonus_on_beans_and_what_a_kong_shot_hands_on() -> None:
    # Dealer 0 after 5 repeats: the bean is 2 from each, the kong shot hands 6 on, the win itself
    # carries the bonus: all triplets 3, kong shot 1, bonus 5.
    hand = scene("duyun", {0: "888s1479m147s125p", 1: HB}, "8s", tail="7p", repeats=5)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    result = win(hand, 1)
    assert paid_for(result, "concealed_kong") == {(1, 0): 2, (2, 0): 2, (3, 0): 2}
    assert paid_for(result, "kong_transfer") == {(0, 1): 6}
    assert paid_for(result, "dealer_bonus") == {(0, 1): 5}
    assert paid_for(result, "win") == {(0, 1): 3}
    # 0: +36 - 36 - 9 x 6; 1: -12 + 36 + 54.
    assert points(result) == [-54, 78, -12, -12]


# D-3


def test_D_3_one_fan_is_six_points() -> None:
    hand = scene("duyun", {1: HD}, "9s 8s", tail="9m")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "8s")
    draw(hand)
    discard(hand, 1)
    run_out_the_wall(hand)
    hand.draw()
    result = hand.result()
    assert result.ledger
    for entry in result.ledger:
        assert entry.points == 6 * entry.fan


@pytest.mark.parametrize("base", [1, 5, 1000])
def test_D_3_setting_base(base: int) -> None:
    hand = scene("duyun", {1: HB}, "7p", settings={"base": base})
    draw(hand)
    discard(hand, 0)
    assert points(win(hand, 1)) == [-3 * base, 3 * base, 0, 0]
