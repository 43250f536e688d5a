"""Clauses G-1 to G-5 and G-20: who deals, repeats, the dealer bonus."""

from collections import Counter
from itertools import combinations

import pytest

from qianma import walls
from qianma.chance import player_chances
from qianma.match import Match
from qianma.players import make_player
from qianma.selfplay import play_hand
from qianma.settle import Result
from qianma.state import EXHAUSTED
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    PAIRS,
    concealed_kong,
    draw,
    exhaust,
    ledger_of,
    paid_for,
    points,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)

SEATS = range(4)


def test_G_1_the_first_dealer_is_picked_at_random() -> None:
    dealers = Counter(
        Match("guiyang").start(walls.shuffle(walls.seed_key(seed, 1), 1)).dealer
        for seed in range(400)
    )
    # 100 each on the average; a fair choice stays below 60 once in 100,000 times.
    assert set(dealers) == set(SEATS)
    assert min(dealers.values()) > 60


def test_G_1_only_the_first_hand_picks_a_dealer() -> None:
    key = walls.seed_key(1, 1)
    assert walls.shuffle(key, 1).first_dealer is not None
    assert all(walls.shuffle(key, number).first_dealer is None for number in range(2, 20))


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("winner", SEATS)
def test_G_2_the_winner_deals(dealer: int, winner: int) -> None:
    before = (winner - dealer) % 4
    hand = scene("guiyang", {winner: HA}, "- " * before + "4m", dealer=dealer, repeats=2)
    turns(hand, "- " * before)
    draw(hand)
    assert win(hand, winner).next_dealer == (winner, 3 if winner == dealer else 0)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("discarder", SEATS)
@pytest.mark.parametrize("rule", ["first_from_dealer", "discarder"])
def test_G_3_the_first_of_two_winners_counted_from_the_dealer_deals(
    dealer: int, discarder: int, rule: str
) -> None:
    others = [seat for seat in SEATS if seat != discarder]
    for winners in combinations(others, 2):
        waiting = dict(zip(winners, PAIRS, strict=False))
        settings = {"two_winners_deal": rule}
        hand = scene_of_claims(
            "guiyang", waiting, discarder, "6m", dealer=dealer, repeats=1, settings=settings
        )
        counted = [(dealer + step) % 4 for step in SEATS]
        expected = next(seat for seat in counted if seat in winners)
        if rule == "discarder":
            expected = discarder
        assert win(hand, *winners).next_dealer == (expected, 2 if expected == dealer else 0)


@pytest.mark.parametrize("dealer", SEATS)
def test_G_4_after_three_winners_the_discarder_deals(dealer: int) -> None:
    for discarder in SEATS:
        winners = [seat for seat in SEATS if seat != discarder]
        waiting = dict(zip(winners, PAIRS, strict=True))
        hand = scene_of_claims("guiyang", waiting, discarder, "6m", dealer=dealer)
        result = win(hand, *winners)
        assert result.next_dealer == (discarder, 1 if discarder == dealer else 0)


@pytest.mark.parametrize("dealer", SEATS)
def test_G_4_after_three_robbers_the_robbed_player_deals(dealer: int) -> None:
    hand = scene_of_robbery("guiyang", (1, 2, 3), dealer=dealer)
    assert win(hand, 1, 2, 3).next_dealer == (0, 1 if dealer == 0 else 0)


def test_G_4_two_robbers_are_two_winners() -> None:
    # Counted from dealer 2 the first of the robbers 1 and 3 is 3.
    hand = scene_of_robbery("guiyang", (1, 3), dealer=2)
    assert win(hand, 1, 3).next_dealer == (3, 0)


@pytest.mark.parametrize("dealer", SEATS)
@pytest.mark.parametrize("repeats", [0, 1, 7])
def test_G_5_the_dealer_of_an_exhausted_hand_deals_again(dealer: int, repeats: int) -> None:
    hand = scene("guiyang", {1: HA}, dealer=dealer, repeats=repeats)
    assert exhaust(hand).next_dealer == (dealer, repeats + 1)


def expected_dealer(result: Result, dealer: int) -> int:
    """G-2 to G-5 once more, from the result alone."""
    winners = {entry.seat for entry in result.wins}
    if result.outcome == EXHAUSTED:
        return dealer
    if len(winners) == 3:
        return result.wins[0].source
    return next(seat for step in SEATS if (seat := (dealer + step) % 4) in winners)


def test_G_5_repeats_count_up_and_a_change_of_dealer_ends_them() -> None:
    players = [make_player(name) for name in ("greedy", "greedy", "random", "greedy")]
    repeated = 0
    for seed in range(12):
        match = Match("guiyang", hands=12)
        key = walls.seed_key(seed, 1)
        dealer, repeats = -1, 0
        while not match.is_over:
            hand = match.start(walls.shuffle(key, match.number))
            if match.number > 1:
                assert (hand.dealer, hand.repeats) == (dealer, repeats)
            else:
                assert hand.repeats == 0
            streams = player_chances(key, match.number)
            play_hand(hand, players, streams)
            dealer = expected_dealer(match.finish(), hand.dealer)
            repeats = hand.repeats + 1 if dealer == hand.dealer else 0
            repeated = max(repeated, repeats)
    assert repeated >= 2


BONUS = [(0, 1), (1, 2), (2, 3), (9, 10)]
"""Repeats and the dealer bonus: 1 for dealing and 1 for each repeat."""


@pytest.mark.parametrize(("repeats", "bonus"), BONUS)
def test_G_20_a_dealer_who_draws_the_win_gets_it_from_each(repeats: int, bonus: int) -> None:
    hand = scene("guiyang", {0: HA}, "4m", repeats=repeats, settings=NO_CHICKENS)
    draw(hand)
    result = win(hand, 0)
    assert paid_for(result, "dealer_bonus") == {(payer, 0): bonus for payer in (1, 2, 3)}
    assert points(result) == [3 * (1 + bonus), *[-1 - bonus] * 3]


@pytest.mark.parametrize(("repeats", "bonus"), BONUS)
def test_G_20_of_a_self_draw_the_dealer_alone_pays_it(repeats: int, bonus: int) -> None:
    hand = scene("guiyang", {1: HA}, "- 4m", repeats=repeats, settings=NO_CHICKENS)
    turns(hand, "-")
    draw(hand)
    result = win(hand, 1)
    assert paid_for(result, "dealer_bonus") == {(0, 1): bonus}
    assert points(result) == [-1 - bonus, 3 + bonus, -1, -1]


@pytest.mark.parametrize(("repeats", "bonus"), BONUS)
@pytest.mark.parametrize(("dealer", "carries"), [(0, True), (2, True), (1, False), (3, False)])
def test_G_20_on_a_discard_when_the_dealer_pays_or_wins(
    dealer: int, carries: bool, repeats: int, bonus: int
) -> None:
    # Seat 2 wins all triplets, 5 fan, on seat 0's discard.
    hand = scene_of_claims(
        "guiyang", {2: HB}, 0, "7p", dealer=dealer, repeats=repeats, settings=NO_CHICKENS
    )
    result = win(hand, 2)
    assert paid_for(result, "dealer_bonus") == ({(0, 2): bonus} if carries else {})
    total = 5 + (bonus if carries else 0)
    assert points(result) == [-total, 0, total, 0]


def test_G_20_no_bonus_on_beans_and_chickens() -> None:
    # After three repeats the dealer wins plain on the replacement of a concealed kong. It holds one
    # yaoji, and 8m are turned over: each pays 1 + 4 for the win, 2 for the kong, 1 for the yaoji.
    hand = scene("guiyang", {0: "777s23m55m456p123s"}, "7s 8m", tail="4m", repeats=3, away="9m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    result = win(hand, 0)
    assert points(result) == [24, -8, -8, -8]
    assert ledger_of(result, reason="dealer_bonus") == 3 * 4


@pytest.mark.parametrize(("dealing", "repeat"), [(0, 1), (1, 0), (0, 0), (2, 3)])
def test_G_20_settings_of_the_dealer_bonus(dealing: int, repeat: int) -> None:
    settings = {"dealer_bonus": {"dealing": dealing, "repeat": repeat}, **NO_CHICKENS}
    hand = scene("guiyang", {0: HA}, "4m", repeats=4, settings=settings)
    draw(hand)
    assert ledger_of(win(hand, 0), 1, 0, "dealer_bonus") == dealing + 4 * repeat
