"""D-14: wins on the last four tiles of the wall are forced."""

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
    HD,
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
    run_out_the_wall,
    scene,
    turns,
    win,
)

R = "111222333p68p99p"
"""Waits for 7p, a full flush, and holds none of it."""
ON_5P = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p", 3: "3388m1188p4499s5p"}
"""Three hands that wait for 5p: seven pairs, all triplets, seven pairs."""
SEVENS = "1479m2589m147s7p5m"
"""A hand far from ready that holds one 7p."""
OFF = {"last_four_forces": "off"}
ANY = {"last_four_forces": "any"}


def ending(hands: dict[int, str], last: str, left: int | None = None, **more: Any) -> Hand:
    """A hand whose wall ends with the tiles `last`, played until `left` of them are left.

    `left` is their number by default. With four left the dealer draws next, and so on round.
    """
    tiles = last.split()
    hand = scene("duyun", hands, tail=" ".join(reversed(tiles)), **more)
    run_out_the_wall(hand, len(tiles) if left is None else left)
    return hand


# Drawn


@pytest.mark.parametrize("place", range(4))
def test_D_14_forced_when_drawn(place: int) -> None:
    last = ["9m", "8m", "6m", "2s"]
    last[place] = "7p"
    hand = ending({place: HB}, " ".join(last))
    turns(hand, "- " * place)
    draw(hand)
    assert hand.turn == place
    assert options(hand, place) == {"win"}
    assert clause_against(hand, place, "discard", "7p") == "D-14"
    assert clause_against(hand, place, "pass") == "D-14"
    assert points(win(hand, place)) == [54 if seat == place else -18 for seat in range(4)]


def test_D_14_the_fifth_last_is_not() -> None:
    # With dealer 1 seat 0 draws the tile that leaves four.
    hand = ending({0: HB}, "7p 9m 8m 6m 2s", dealer=1)
    draw(hand)
    assert (hand.turn, hand.wall_left) == (0, 4)
    assert {"win", "discard 7p"} <= options(hand, 0)


def test_D_14_a_win_that_is_not_complete_is_not_forced() -> None:
    hand = ending({0: HB}, "9m 8m 6m 2s")
    draw(hand)
    assert "discard 9m" in options(hand, 0)


@pytest.mark.parametrize(
    ("seat", "last", "forced"),
    [
        # Seat 0 draws the first of the last four, kongs and takes the very last tile.
        (0, "8s 9m 6m 1m", True),
        # Seat 3 draws the fifth last: its replacement is one of the four.
        (3, "8s 9m 6m 2p 1m", True),
        # Seat 2 draws the sixth last: its replacement leaves four, and is none of them.
        (2, "8s 9m 6m 2p 3p 1m", False),
    ],
)
def test_D_14_forced_when_drawn_as_a_replacement(seat: int, last: str, forced: bool) -> None:
    hand = ending({seat: HD}, last)
    draw(hand)
    assert hand.turn == seat
    concealed_kong(hand, seat, "8s")
    draw(hand)
    assert (options(hand, seat) == {"win"}) is forced
    assert "win" in options(hand, seat)


def test_D_14_forced_on_the_replacement_of_a_discard_kong() -> None:
    hand = ending({1: HD}, "8s 9m 6m 1m")
    draw(hand)
    discard(hand, 0)
    discard_kong(hand, 1)
    draw(hand)
    assert options(hand, 1) == {"win"}
    # Bean 1 from the discarder, plain 1 and kong flower 1 from each.
    assert points(win(hand, 1)) == [-18, 42, -12, -12]


# Discarded


@pytest.mark.parametrize("place", range(4))
def test_D_14_forced_when_discarded_by_its_drawer(place: int) -> None:
    last = ["9m", "8m", "6m", "2s"]
    last[place] = "7p"
    winner = (place + 2) % 4
    hand = ending({winner: HB}, " ".join(last))
    turns(hand, "- " * place)
    draw(hand)
    discard(hand, place)
    # HB holds 77p, but not even the pong is offered.
    assert options(hand, winner) == {"win"}
    assert clause_against(hand, winner, "pass") == "D-14"
    assert clause_against(hand, winner, "pong") == "D-14"
    result = win(hand, winner)
    assert paid_for(result, "win") == {(place, winner): 3}


def test_D_14_not_forced_on_the_discard_of_the_fifth_last() -> None:
    hand = ending({0: HB}, "7p 9m 8m 6m 2s")
    draw(hand)
    assert hand.turn == 3
    discard(hand, 3)
    assert options(hand, 0) == {"win", "pong", "pass"}


def test_D_14_not_forced_on_other_discards_in_the_stage() -> None:
    hand = ending({0: SEVENS, 1: HB}, "9m 8m 6m 2s")
    draw(hand)
    discard(hand, 0, "7p")
    assert options(hand, 1) == {"win", "pong", "pass"}


def test_D_14_a_tile_of_the_kind_drawn_counts_as_the_one_drawn() -> None:
    hand = ending({0: SEVENS, 1: HB}, "7p 8m 6m 2s")
    draw(hand)
    discard(hand, 0, "7p")
    assert options(hand, 1) == {"win"}


def test_D_14_not_forced_when_another_seat_drew_that_kind() -> None:
    # Seat 0 draws 7p and keeps it; seat 1 discards the 7p it was dealt.
    hand = ending({1: SEVENS, 2: HB}, "7p 8s 6m 2s")
    draw(hand)
    discard(hand, 0, first_other(hand, 0, "7p"))
    pass_all(hand)
    draw(hand)
    discard(hand, 1, "7p")
    assert options(hand, 2) == {"win", "pong", "pass"}


def first_other(hand: Hand, seat: int, tile: str) -> str:
    """A tile that the seat may discard, other than `tile`."""
    words = sorted(options(hand, seat))
    tiles = [word.removeprefix("discard ") for word in words if word.startswith("discard ")]
    return next(other for other in tiles if other != tile and " " not in other)


GETS_READY = "111222333p68p9p1m"
"""Not ready; with 9p for 1m it is `R`."""
KEEPS_ONES = "11m7p258m1479s258s"
"""Not ready; may pong 1m and holds one 7p."""


def test_D_14_of_two_equal_tiles_the_second_one_discarded_is_none() -> None:
    # Seat 0 holds 7p, draws another and discards one, on which nobody can win yet. Seat 1 gets
    # ready and discards 1m, which seat 0 pongs to discard its other 7p.
    hand = ending({0: KEEPS_ONES, 1: GETS_READY}, "7p 9p 6m 2s")
    draw(hand)
    discard(hand, 0, "7p")
    pass_all(hand)
    draw(hand)
    discard(hand, 1, "1m")
    pong(hand, 0)
    discard(hand, 0, "7p")
    assert options(hand, 1) == {"win", "pass"}


def test_D_14_of_two_equal_tiles_the_first_one_discarded_is_one() -> None:
    hand = ending({0: KEEPS_ONES, 1: GETS_READY}, "7p 9p 6m 2s")
    draw(hand)
    discard(hand, 0, "9s")
    pass_all(hand)
    draw(hand)
    discard(hand, 1, "1m")
    pong(hand, 0)
    discard(hand, 0, "7p")
    assert options(hand, 1) == {"win"}


def test_D_14_of_equal_tiles_the_last_four_one_goes_into_the_meld_first() -> None:
    # Seat 0 holds 77p and draws a third; it pongs the 7p that seat 1 was dealt, with two of the
    # three. The one that is left is none of the last four.
    hands = {0: "77p11m25m14679s58m", 1: "7p1479m258m3469s8s", 2: R}
    hand = ending(hands, "7p 2s 6m 2s")
    draw(hand)
    discard(hand, 0, "6s")
    pass_all(hand)
    draw(hand)
    discard(hand, 1, "7p")
    assert options(hand, 2) == {"win", "pass"}
    assert "pong" in options(hand, 0)
    pong(hand, 0)
    discard(hand, 0, "7p")
    assert options(hand, 2) == {"win", "pass"}


def test_D_14_without_that_meld_it_would_be_one() -> None:
    hands = {0: "77p11m25m14679s58m", 1: "7p1479m258m3469s8s", 2: R}
    hand = ending(hands, "7p 2s 6m 2s")
    draw(hand)
    discard(hand, 0, "7p")
    assert options(hand, 2) == {"win"}


def test_D_14_a_meld_of_another_kind_changes_nothing() -> None:
    hands = {0: "77p11m25m14679s58m", 1: "1m479m258m3469s8s7p", 2: R}
    hand = ending(hands, "7p 2s 6m 2s")
    draw(hand)
    discard(hand, 0, "6s")
    pass_all(hand)
    draw(hand)
    discard(hand, 1, "1m")
    pong(hand, 0)
    discard(hand, 0, "7p")
    assert options(hand, 2) == {"win"}


# Robbed


def with_pong(last: str, left: int = 4, **more: Any) -> Hand:
    """Seat 2 has ponged the 7p of seat 1, seat 3 holds `R`; seat 2 draws the third last tile."""
    hands = {2: "77p1479m258m146s9s", 3: R}
    tail = " ".join(reversed(last.split()))
    hand = scene("duyun", hands, "- 7p", tail=tail, **more)
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    pong(hand, 2)
    discard(hand, 2, "9s")
    pass_all(hand)
    run_out_the_wall(hand, left)
    return hand


def test_D_14_forced_when_added_to_a_pong() -> None:
    hand = with_pong("9m 7p 6m 2s")
    turns(hand, "-")
    draw(hand)
    assert hand.turn == 2
    added_kong(hand, 2, "7p")
    assert options(hand, 3) == {"win"}
    assert clause_against(hand, 3, "pass") == "D-14"
    # Full flush 6, the bean is void.
    assert points(win(hand, 3)) == [0, 0, -36, 36]


def test_D_14_not_forced_when_a_tile_drawn_before_is_added() -> None:
    # Seat 2 draws the fourth 7p four tiles earlier and keeps it for a round.
    hand = with_pong("7p 9m 8m 5m 6s 6m 2s", left=7)
    draw(hand)
    assert hand.turn == 2
    discard(hand, 2, "6s")
    pass_all(hand)
    run_out_the_wall(hand, 3)
    draw(hand)
    assert (hand.turn, hand.wall_left) == (2, 2)
    added_kong(hand, 2, "7p")
    assert options(hand, 3) == {"win", "pass"}


# Several, allowed, settings


def test_D_14_several_forced_winners() -> None:
    hand = ending(ON_5P, "5p 9m 6m 2s")
    draw(hand)
    discard(hand, 0)
    for seat in (1, 2, 3):
        assert options(hand, seat) == {"win"}
    result = win(hand, 3, 1, 2)
    assert [w.seat for w in result.wins] == [1, 2, 3]
    assert paid_for(result, "win") == {(0, 1): 6, (0, 2): 3, (0, 3): 6}


def test_D_14_a_plain_hand_without_a_bean_is_not_forced_for_it_is_not_allowed() -> None:
    hand = ending({1: HA}, "1m 9m 6m 2s")
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == set()
    assert clause_against(hand, 1, "win") == "D-6"


def test_D_14_a_plain_hand_with_a_bean_is() -> None:
    hand = scene("duyun", {1: HD}, "- 8s", tail="9s 2s 6m 9m 1m")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "8s")
    draw(hand)
    discard(hand, 1, "9s")
    pass_all(hand)
    run_out_the_wall(hand, 4)
    seat = hand.turn
    draw(hand)
    discard(hand, seat)
    assert options(hand, 1) == {"win"}


def test_D_14_anothers_pong_waits_for_it() -> None:
    hand = ending({1: R, 2: "77p11m25m14679s58m"}, "7p 2s 6m 2s")
    draw(hand)
    discard(hand, 0)
    hand.play(2, Action("pong"))
    assert options(hand, 1) == {"win"}
    assert [w.seat for w in win(hand, 1).wins] == [1]


def test_D_14_a_flower_pig_is_not_forced_for_it_may_not_win() -> None:
    hand = ending({1: HB}, "7p 9m 6m 2s", settings={"flower_pig": True})
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == {"pong", "pass"}


def test_D_14_setting_off() -> None:
    drawn = ending({0: HB}, "7p 9m 6m 2s", settings=OFF)
    draw(drawn)
    assert {"win", "discard 7p"} <= options(drawn, 0)
    discarded = ending({1: HB}, "7p 9m 6m 2s", settings=OFF)
    draw(discarded)
    discard(discarded, 0)
    assert options(discarded, 1) == {"win", "pong", "pass"}
    robbed = with_pong("9m 7p 6m 2s", settings=OFF)
    turns(robbed, "-")
    draw(robbed)
    added_kong(robbed, 2, "7p")
    assert options(robbed, 3) == {"win", "pass"}


def test_D_14_setting_any_forces_every_win_in_the_stage() -> None:
    drawn = ending({0: HB}, "7p 9m 6m 2s", settings=ANY)
    draw(drawn)
    assert options(drawn, 0) == {"win"}
    other = ending({0: SEVENS, 1: HB}, "9m 8m 6m 2s", settings=ANY)
    draw(other)
    discard(other, 0, "7p")
    assert options(other, 1) == {"win"}
    assert clause_against(other, 1, "pass") == "D-14"
    robbed = with_pong("7p 9m 8m 5m 6s 6m 2s", left=7, settings=ANY)
    draw(robbed)
    discard(robbed, 2, "6s")
    pass_all(robbed)
    run_out_the_wall(robbed, 3)
    draw(robbed)
    added_kong(robbed, 2, "7p")
    assert options(robbed, 3) == {"win"}


def test_D_14_setting_any_the_stage_begins_with_four_tiles_left() -> None:
    # A discard with five left is not in the stage, one with four left is.
    before = ending({0: HB}, "7p 9m 8m 6m 2s 3s", settings=ANY)
    draw(before)
    assert (before.turn, before.wall_left) == (2, 5)
    discard(before, 2)
    assert options(before, 0) == {"win", "pong", "pass"}
    within = ending({0: HB}, "7p 9m 8m 6m 2s", settings=ANY)
    draw(within)
    discard(within, 3)
    assert within.wall_left == 4
    assert options(within, 0) == {"win"}


@pytest.mark.parametrize("name", ["random", "tsumogiri", "greedy"])
@pytest.mark.parametrize("seat", [0, 1])
def test_D_14_bots_take_forced_wins(name: str, seat: int) -> None:
    # Seat 0 draws 7p: its own win, or that of seat 1 on its discard.
    hand = ending({seat: HB}, "7p 9m 6m 2s")
    players = [make_player(name if other == seat else "tsumogiri") for other in range(4)]
    play_hand(hand, players, [Chance(other) for other in range(4)])
    assert [w.seat for w in hand.result().wins] == [seat]


@pytest.mark.parametrize("leaver", range(4))
@pytest.mark.parametrize("drawn", [True, False])
def test_D_14_whoever_leaves_a_forced_win_happens(leaver: int, drawn: bool) -> None:
    # C-18: a forced win that is due, to anybody, on a draw too, happens first.
    winner = 0 if drawn else 1
    hand = ending({winner: HB}, "7p 9m 6m 2s")
    draw(hand)
    if not drawn:
        discard(hand, 0)
    hand.leave(leaver)
    assert not hand.is_over
    assert options(hand, winner) == {"win"}
    result = win(hand, winner)
    assert paid_for(result, "leaving") == {}
    if drawn:
        assert points(result) == [54, -18, -18, -18]
    else:
        assert points(result) == [-18, 18, 0, 0]
