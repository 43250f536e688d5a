"""Clause G-16: robbing the kong."""

import pytest

from qianma.actions import PASS
from qianma.state import BY_ROBBED_KONG
from tests.scenes import (
    NO_CHICKENS,
    ROBBERS,
    added_kong,
    concealed_kong,
    declare,
    discard_claims,
    draw,
    ledger_of,
    paid_for,
    points,
    pong,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)


@pytest.mark.parametrize("robber", [1, 2, 3])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("repeats", [0, 3])
def test_G_16_the_robbed_player_pays_the_shares_of_all_three(
    robber: int, dealer: int, repeats: int
) -> None:
    """Each share is plain, 1 fan, and carries the dealer bonus of its own payer."""
    hand = scene_of_robbery(
        "guiyang", [robber], dealer=dealer, repeats=repeats, settings=NO_CHICKENS
    )
    result = win(hand, robber)
    bonus = 1 + repeats
    total = 3 * (1 + bonus) if dealer == robber else 3 * 1 + bonus
    expected = [0, 0, 0, 0]
    expected[robber], expected[0] = total, -total
    assert points(result) == expected
    assert paid_for(result, "win") == {(0, robber): 3}
    assert [(entry.by, entry.value.fan) for entry in result.wins] == [(BY_ROBBED_KONG, 1)]


def test_G_16_each_of_several_robbers_gets_three_shares() -> None:
    # Dealer 1 is one of them: 3 x (1 + 1); the others 3 x 1 + 1, for dealer 1's own share.
    hand = scene_of_robbery("guiyang", (1, 2, 3), dealer=1, settings=NO_CHICKENS)
    assert points(win(hand, 1, 2, 3)) == [-14, 6, 4, 4]


def test_G_16_a_plain_hand_without_a_bean_may_rob() -> None:
    hand = scene_of_robbery("guiyang", [1])
    assert hand.bean_count[1] == 0
    assert discard_claims(hand) == {1: {"win", "pass"}}


def test_G_16_the_added_kong_does_not_count_and_the_pong_stays() -> None:
    hand = scene_of_robbery("guiyang", [1], settings=NO_CHICKENS)
    result = win(hand, 1)
    assert ledger_of(result, reason="added_kong") == 0
    assert [(meld.kind, meld.is_kong) for meld in hand.melds_of(0)] == [(3, False)]
    assert hand.bean_count[0] == 0
    assert hand.hand_counts(0)[3] == 0, "the tile went to the winner"


def test_G_16_a_kong_that_nobody_robs_counts() -> None:
    hand = scene_of_robbery("guiyang", [1], settings=NO_CHICKENS, draws="1m")
    hand.play(1, PASS)
    assert hand.bean_count[0] == 1
    # Then seat 1 draws 1m itself and wins: the kong is paid by it too, 3 fan.
    turns(hand, "-")
    assert draw(hand) == "1m"
    assert paid_for(win(hand, 1), "added_kong") == {(payer, 0): 3 for payer in (1, 2, 3)}


@pytest.mark.parametrize(("dealer", "total"), [(0, 2), (1, 2), (2, 1)])
def test_G_16_setting_pays_as_discard(dealer: int, total: int) -> None:
    settings = {"robbed_kong": "pays_as_discard", **NO_CHICKENS}
    hand = scene_of_robbery("guiyang", [1], dealer=dealer, settings=settings)
    assert points(win(hand, 1)) == [-total, total, 0, 0]


def test_G_16_a_declared_robber_robs_as_a_flush() -> None:
    # Seat 1 deals and declares: three shares of 10 instead of 1, each with 1 for dealing.
    waiting = {0: "4489m1479p23689s", 1: ROBBERS[0]}
    hand = scene("guiyang", waiting, "9s - 4m - - - 4m", dealer=1, settings=NO_CHICKENS)
    draw(hand)
    declare(hand, 1)
    turns(hand, "-")
    draw(hand)
    hand.play(3, 3)
    hand.play(1, PASS)
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    added_kong(hand, 0, "4m")
    assert points(win(hand, 1)) == [-33, 33, 0, 0]


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street"])
def test_G_16_corner_only_the_second_of_two_kongs_is_robbed(ruleset: str) -> None:
    """A concealed kong, then an added kong on its replacement, robbed: no kong shot."""
    waiting = {0: "449m777s1479p236s", 1: ROBBERS[0]}
    hand = scene_of_claims(
        ruleset, waiting, 3, "4m", dealer=3, draws="- - - 7s", tail="4m", settings=NO_CHICKENS
    )
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    added_kong(hand, 0, "4m")
    result = win(hand, 1)
    assert [entry.value.extras for entry in result.wins] == [{}]
    assert ledger_of(result, reason="kong_shot") == 0
    assert ledger_of(result, reason="added_kong") == 0
    assert paid_for(result, "concealed_kong") == {(payer, 0): 2 for payer in (1, 2, 3)}
    # Three shares of 1, one of them with dealer 3's bonus: 4; the concealed kong brings 6.
    assert points(result) == [6 - 4, 4 - 2, -2, -2]
