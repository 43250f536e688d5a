"""D-17 and C-18: leaving, wherever it happens."""

import pytest

from qianma.actions import Action
from qianma.hand import Hand
from qianma.match import Match
from qianma.recording import result_line
from qianma.settle import Result
from qianma.state import LEFT, WON
from qianma.tiles import CODES
from qianma.walls import seed_key, shuffle
from tests.rules.leaving import flat, left
from tests.scenes import (
    HB,
    HD,
    concealed_kong,
    discard_kong,
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
    scene_of_robbery,
    turns,
    win,
)

PONGS = "77p1479m258m146s9s"
"""May pong 7p, is far from ready."""
ON_5P = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p"}
"""Seven pairs (6) and all triplets (3) on 5p."""


# At any time but the last stage: 16 to each of the other three


@pytest.mark.parametrize("leaver", range(4))
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("drawn", [True, False])
def test_D_17_in_anybodys_turn_16_to_each(turn: int, leaver: int, drawn: bool) -> None:
    hand = scene("duyun")
    turns(hand, "- " * turn)
    if drawn:
        draw(hand)
    result = left(hand, leaver)
    assert paid_for(result, "leaving") == flat(leaver)
    # 16 fan of 6 points to each.
    assert points(result) == [-288 if seat == leaver else 96 for seat in range(4)]
    assert result.next_dealer is None
    assert result.wins == ()


def test_D_17_before_the_first_draw() -> None:
    assert paid_for(left(scene("duyun"), 2), "leaving") == flat(2)


@pytest.mark.parametrize("leaver", range(4))
def test_D_17_right_after_a_pong(leaver: int) -> None:
    hand = scene_of_claims("duyun", {1: PONGS}, 0, "7p")
    pong(hand, 1)
    assert paid_for(left(hand, leaver), "leaving") == flat(leaver)


@pytest.mark.parametrize("repeats", [0, 6])
@pytest.mark.parametrize("dealer", [0, 2])
def test_D_17_no_dealer_bonus(dealer: int, repeats: int) -> None:
    hand = scene("duyun", dealer=dealer, repeats=repeats)
    draw(hand)
    assert {entry.reason for entry in left(hand, 0).ledger} == {"leaving"}


@pytest.mark.parametrize("fan", [0, 5])
def test_D_17_setting_penalty_fan(fan: int) -> None:
    hand = scene("duyun", settings={"penalty_fan": fan})
    draw(hand)
    assert ledger_of(left(hand, 3), reason="leaving") == 3 * fan


def test_D_17_beans_paid_stand_and_nobody_gives_any_back() -> None:
    # Seat 0, not ready, has made a concealed kong and leaves itself; the beans stay.
    for leaver in (0, 2):
        hand = scene("duyun", {0: "1479m147p25s888s9p"}, "8s", tail="9s")
        draw(hand)
        concealed_kong(hand, 0, "8s")
        draw(hand)
        result = left(hand, leaver)
        assert ledger_of(result, reason="concealed_kong") == 6
        assert paid_for(result, "bean_refund") == {}
        expected = [36, -12, -12, -12]
        for seat in range(4):
            expected[seat] += -288 if seat == leaver else 96
        assert points(result) == expected


def test_D_17_a_kong_that_could_be_robbed_counts_when_nobody_does() -> None:
    # C-18: seat 1 may still rob; it passes, so the kong stands and is paid, and then seat 2 has
    # left.
    hand = scene_of_robbery("duyun")
    hand.leave(2)
    assert options(hand, 1) == {"win", "pass"}
    pass_all(hand)
    result = hand.result()
    assert result.outcome == LEFT
    assert ledger_of(result, reason="added_kong") == 3
    assert paid_for(result, "leaving") == flat(2)


def test_D_17_hands_are_laid_open() -> None:
    hand = scene("duyun", {1: HB})
    draw(hand)
    left(hand, 3)
    hands = result_line(hand)["hands"]
    assert hands[1] == sorted((CODES[kind] for kind in hand.deal[1]), key=lambda c: (c[1], c[0]))
    assert [len(tiles) for tiles in hands] == [14, 13, 13, 13]


def test_D_17_setting_bot_takes_over_pays_nothing_and_goes_on() -> None:
    hand = scene("duyun", settings={"leaving": "bot_takes_over"})
    draw(hand)
    hand.leave(0)
    assert not hand.is_over
    assert options(hand, 0)
    result = exhaust_after_turn(hand)
    assert paid_for(result, "leaving") == {}
    assert result.next_dealer == (0, 1)


def exhaust_after_turn(hand: Hand) -> Result:
    turns(hand, "-")
    return exhaust(hand)


# While a claim is open (C-18)


def test_C_18_the_only_claimant_leaves_and_declines() -> None:
    for waiting, tile in ((PONGS, "7p"), (HB, "7p"), (HB, "3p")):
        hand = scene_of_claims("duyun", {1: waiting}, 0, tile)
        assert options(hand, 1)
        assert paid_for(left(hand, 1), "leaving") == flat(1)


@pytest.mark.parametrize("leaver", [0, 2, 3])
def test_C_18_anothers_optional_win_still_counts(leaver: int) -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(leaver)
    assert not hand.is_over
    # Pongs are no longer made.
    assert options(hand, 1) == {"win", "pass"}
    result = win(hand, 1)
    # An ordinary win: nothing is paid for leaving.
    assert result.outcome == WON
    assert points(result) == [-18, 18, 0, 0]


@pytest.mark.parametrize("leaver", [0, 2, 3])
def test_C_18_anothers_win_declined_the_hand_is_left(leaver: int) -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(leaver)
    hand.play(1, Action("pass"))
    assert hand.outcome == LEFT
    assert paid_for(hand.result(), "leaving") == flat(leaver)


@pytest.mark.parametrize("tile", ["7p", "9s"])
@pytest.mark.parametrize("leaver", [0, 2, 3])
def test_C_18_anothers_pong_or_kong_is_no_longer_made(leaver: int, tile: str) -> None:
    hands = {1: PONGS if tile == "7p" else "999s1479m258m146p"}
    hand = scene_of_claims("duyun", hands, 0, tile)
    assert "pong" in options(hand, 1)
    assert paid_for(left(hand, leaver), "leaving") == flat(leaver)


def test_C_18_nor_one_that_was_answered_already() -> None:
    # Seat 1 has answered pong, seat 2 may win; then seat 3 leaves and seat 2 passes.
    hand = scene_of_claims("duyun", {1: PONGS, 2: "111222333p68p99p"}, 0, "7p")
    hand.play(1, Action("pong"))
    hand.leave(3)
    assert options(hand, 2) == {"win", "pass"}
    hand.play(2, Action("pass"))
    assert hand.outcome == LEFT
    assert list(hand.melds) == []
    assert paid_for(hand.result(), "leaving") == flat(3)


def test_C_18_a_win_that_was_answered_already_counts() -> None:
    hand = scene_of_claims("duyun", ON_5P, 0, "5p")
    hand.play(1, Action("win"))
    hand.leave(2)
    # Seat 2 declines by leaving, seat 1 has won.
    assert hand.is_over
    assert points(hand.result()) == [-36, 36, 0, 0]


def test_C_18_one_claimant_leaves_the_other_may_win() -> None:
    hand = scene_of_claims("duyun", ON_5P, 0, "5p")
    hand.leave(1)
    assert options(hand, 1) == set()
    assert options(hand, 2) == {"win", "pass"}
    assert points(win(hand, 2)) == [-18, 0, 18, 0]


def test_C_18_the_discarder_leaves_and_pays_for_the_wins() -> None:
    hand = scene_of_claims("duyun", ON_5P, 0, "5p")
    hand.leave(0)
    result = win(hand, 1, 2)
    assert points(result) == [-54, 36, 18, 0]
    assert paid_for(result, "leaving") == {}


def test_C_18_all_but_one_leave() -> None:
    # The first to leave pays; the second one's leaving changes nothing more.
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(2)
    hand.leave(1)
    assert hand.outcome == LEFT
    assert paid_for(hand.result(), "leaving") == flat(2)


@pytest.mark.parametrize("leaver", [0, 2, 3])
def test_C_18_a_robbery_still_counts(leaver: int) -> None:
    hand = scene_of_robbery("duyun")
    hand.leave(leaver)
    assert options(hand, 1) == {"win", "pass"}
    result = win(hand, 1)
    assert points(result) == [-6, 6, 0, 0]
    assert paid_for(result, "leaving") == {}


def test_C_18_the_only_robber_leaves() -> None:
    result = left(scene_of_robbery("duyun"), 1)
    assert paid_for(result, "leaving") == flat(1)
    assert ledger_of(result, reason="added_kong") == 3


# The match


def test_D_17_a_match_in_which_somebody_left_has_ended() -> None:
    match = Match("duyun", hands=8)
    hand = match.start(shuffle(seed_key(3, 1), 1))
    hand.draw()
    match.leave(2)
    assert hand.is_over
    result = match.finish()
    assert match.is_over
    assert match.points == list(result.points) == [96, 96, -288, 96]
    with pytest.raises(ValueError, match="over"):
        match.start(shuffle(seed_key(3, 1), 2))


def test_C_18_after_a_win_on_a_claim_that_a_leave_fell_into_the_match_ends() -> None:
    match = Match("duyun")
    match.hand = hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    match.leave(2)
    win(hand, 1)
    assert match.finish().outcome == WON
    assert match.is_over
    assert match.points == [-18, 18, 0, 0]


def test_C_18_leaving_between_two_hands_costs_nothing_and_ends_the_match() -> None:
    match = Match("duyun")
    match.hand = hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    win(hand, 1)
    match.leave(3)
    match.finish()
    assert match.points == [-18, 18, 0, 0]
    match = Match("duyun")
    match.hand = hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    win(hand, 1)
    match.finish()
    match.leave(0)
    assert match.is_over
    assert match.points == [-18, 18, 0, 0]


def test_D_17_the_kongs_of_a_seat_in_turn_stand() -> None:
    hand = scene_of_claims("duyun", {2: HD}, 1, "8s")
    discard_kong(hand, 2)
    result = left(hand, 1)
    # Bean 1 from the discarder, who leaves: 6 + 3 x 96.
    assert points(result) == [96, -294, 102, 96]
