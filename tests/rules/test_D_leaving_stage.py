"""D-17 and C-18: leaving with a forced win due, and in the last stage."""

from typing import Any

import pytest

from qianma.hand import Hand
from qianma.tiles import CODES
from tests.rules.leaving import flat, left
from tests.scenes import (
    HB,
    added_kong,
    declare,
    discard,
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

PONGS = "77p1479m258m146s9s"
"""May pong 7p, is far from ready."""
ON_5P = {1: "1144m2277p3366s5p", 2: "222m999p777s888s5p"}
"""Seven pairs (6) and all triplets (3) on 5p."""


# A forced win that is due


@pytest.mark.parametrize("leaver", range(4))
def test_C_18_a_forced_win_on_a_draw_happens_first(leaver: int) -> None:
    hand = scene("duyun", {0: HB}, "- - - - 7p")
    draw(hand)
    declare(hand, 0)
    turns(hand, "- - -")
    draw(hand)
    hand.leave(leaver)
    assert options(hand, 0) == {"win"}
    result = win(hand, 0)
    # All triplets 3, declared 6.
    assert points(result) == [162, -54, -54, -54]


@pytest.mark.parametrize("leaver", range(4))
def test_C_18_an_optional_win_on_a_draw_does_not(leaver: int) -> None:
    # An own turn is no open claim: the one who holds the win has not taken it.
    hand = scene("duyun", {0: HB}, "- - - - 7p")
    turns(hand, "- - - -")
    draw(hand)
    assert "win" in options(hand, 0)
    assert paid_for(left(hand, leaver), "leaving") == flat(leaver)


@pytest.mark.parametrize("leaver", range(4))
def test_C_18_a_forced_win_on_a_discard_happens_first(leaver: int) -> None:
    hand = scene("duyun", {1: HB}, "- - - 7p")
    turns(hand, "-")
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "-")
    draw(hand)
    discard(hand, 3)
    hand.leave(leaver)
    assert options(hand, 1) == {"win"}
    assert points(win(hand, 1)) == [0, 54, 0, -54]


@pytest.mark.parametrize("leaver", range(4))
def test_C_18_a_forced_and_an_optional_win_on_one_discard(leaver: int) -> None:
    # Seat 1 must win on the 5p, seat 2 may; if seat 2 itself leaves it declines.
    hand = scene("duyun", ON_5P, "- - - - 5p")
    turns(hand, "-")
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    discard(hand, 0)
    hand.leave(leaver)
    assert options(hand, 1) == {"win"}
    if leaver == 2:
        assert options(hand, 2) == set()
        assert [w.seat for w in win(hand, 1).wins] == [1]
    else:
        assert options(hand, 2) == {"win", "pass"}
        assert [w.seat for w in win(hand, 1, 2).wins] == [1, 2]


@pytest.mark.parametrize("leaver", range(4))
def test_C_18_a_forced_robbery_happens_first(leaver: int) -> None:
    hands = {0: "77m1m1479p258p369s", 1: "56m99m123p456p678s"}
    hand = scene("duyun", hands, "7m - - - 7m", dealer=3)
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
    hand.leave(leaver)
    assert options(hand, 1) == {"win"}
    assert points(win(hand, 1)) == [-42, 42, 0, 0]


# The last stage

EIGHTEEN = {1: "1122334455556m", 2: "1122334455556p", 3: "1122334455556s"}
"""Flush dragon seven pairs, 18 each, with the 6 of their suit."""
TWELVE = "1122334455667s"
"""Flush seven pairs, 12, with 7s."""
JUNK = "1479m1479p14779s"
"""Not ready."""


def stage(hands: dict[int, str], left_in_wall: int = 4, **more: Any) -> Hand:
    hand = scene("duyun", {0: JUNK, **hands}, **more)
    run_out_the_wall(hand, left_in_wall)
    return hand


def test_D_17_in_the_last_stage_the_ready_check_if_it_is_more() -> None:
    # 3 x 18 = 54 is more than 3 x 16 = 48.
    for wall_left in (4, 3, 1, 0):
        hand = stage(EIGHTEEN, wall_left)
        result = left(hand, 0)
        assert paid_for(result, "leaving") == {(0, 1): 18, (0, 2): 18, (0, 3): 18}


def test_D_17_before_the_stage_the_16s() -> None:
    for wall_left in (5, 6, 20):
        assert paid_for(left(stage(EIGHTEEN, wall_left), 0), "leaving") == flat(0)


def test_D_17_the_ready_check_only_if_it_is_larger() -> None:
    # 18 + 18 + 12 = 48 is not larger than 48.
    hand = stage({**EIGHTEEN, 3: TWELVE})
    assert paid_for(left(hand, 0), "leaving") == flat(0)


def test_D_17_the_penalty_is_what_it_is_compared_with() -> None:
    hand = stage({**EIGHTEEN, 3: TWELVE}, settings={"penalty_fan": 15})
    assert paid_for(left(hand, 0), "leaving") == {(0, 1): 18, (0, 2): 18, (0, 3): 12}


def test_D_17_the_leaver_pays_ready_or_not_and_gets_nothing() -> None:
    # Seat 1 leaves, itself ready for 18; seats 2 and 3 are ready for 18, seat 0 for nothing: 36
    # is less than 48.
    assert paid_for(left(stage(EIGHTEEN), 1), "leaving") == flat(1)
    # With a penalty of 11 (33) the check is more, and seat 0 gets nothing.
    result = left(stage(EIGHTEEN, settings={"penalty_fan": 11}), 1)
    assert paid_for(result, "leaving") == {(1, 2): 18, (1, 3): 18}


@pytest.mark.parametrize("leaver", range(4))
def test_D_17_who_is_not_ready_gets_nothing_by_the_check(leaver: int) -> None:
    # Only seat 1 is ready, for 18; with a penalty of 5 (15 in all) the check is more.
    hand = stage({1: EIGHTEEN[1]}, settings={"penalty_fan": 5})
    result = left(hand, leaver)
    assert paid_for(result, "leaving") == (flat(1, 5) if leaver == 1 else {(leaver, 1): 18})


# A hand of fourteen in the last stage. With a penalty of 1 (3 in all) any check of 4 or more is
# larger, and nobody else is ready.


def in_turn(tiles: str, drawn: str, others: dict[int, str], **more: Any) -> Hand:
    """Seat 0 has drawn the first of the last four tiles, `drawn`."""
    settings = {"penalty_fan": 1, "last_four_forces": "off", **more}
    hand = scene("duyun", {0: tiles, **others}, tail=f"2s 5s 8s {drawn}", settings=settings)
    run_out_the_wall(hand, 4)
    draw(hand)
    assert hand.wall_left == 3
    return hand


@pytest.mark.parametrize(
    ("tiles", "drawn", "fan"),
    [
        # What was drawn is discarded: flush triplets 9 with the 5m.
        ("1112223334445m", "6p", 9),
        # Seven pairs (6) if 1m is discarded; with 5m discarded it waits for the fourth 1m, dragon
        # seven pairs (12).
        ("1144m2277p3366s5m", "1m", 12),
        # Not ready before: without the 8m it waits for 5m, flush triplets.
        ("111222333m445m8m", "4m", 9),
        # Complete with 5m, which may be declined here; the most it could be is still 9.
        ("1112223334445m", "5m", 9),
    ],
)
@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_D_17_a_hand_of_fourteen_is_worth_the_best_over_its_discards(
    leaver: int, tiles: str, drawn: str, fan: int
) -> None:
    hand = in_turn(tiles, drawn, {})
    assert paid_for(left(hand, leaver), "leaving") == {(leaver, 0): fan}


def test_D_17_the_leavers_own_fourteen_tiles_count_for_nothing() -> None:
    hand = in_turn("1144m2277p3366s5m", "1m", {})
    assert paid_for(left(hand, 0), "leaving") == flat(0, 1)


def test_D_17_a_hand_of_fourteen_that_no_discard_makes_ready() -> None:
    hand = in_turn("1479m1479p14779s", "5m", {})
    assert paid_for(left(hand, 2), "leaving") == flat(2, 1)


def test_D_17_a_declared_hand_of_fourteen_discards_what_it_drew() -> None:
    # Seven pairs 6 + 6; were it free to discard 5m instead of the 1m it drew, dragon seven pairs
    # would make it 12 + 6. Seat 1 holds the other 5m, so that nothing was forced before.
    others = {1: "555m28m1469p1479s"}
    settings = {"penalty_fan": 1}
    hand = scene("duyun", {0: "1144m2277p3366s5m", **others}, tail="2s 5s 8s 1m", settings=settings)
    draw(hand)
    declare(hand, 0)
    pass_all(hand)
    run_out_the_wall(hand, 4)
    draw(hand)
    assert hand.turn == 0
    assert CODES[hand.drawn] == "1m"
    assert paid_for(left(hand, 2), "leaving") == {(2, 0): 12}


def test_D_17_a_declared_hand_of_thirteen_has_its_6_as_well() -> None:
    others = {1: "555m28m1469p1479s"}
    settings = {"penalty_fan": 1}
    hand = scene("duyun", {0: "1144m2277p3366s5m", **others}, tail="2s 5s 8s 9m", settings=settings)
    draw(hand)
    declare(hand, 0)
    pass_all(hand)
    run_out_the_wall(hand, 3)
    assert paid_for(left(hand, 2), "leaving") == {(2, 0): 12}


def test_D_17_after_a_pong_the_best_over_its_discards_too() -> None:
    # Seat 1 draws and discards 7p; seat 0 pongs it and has 111m 333p 999s 5s 9m and the meld:
    # whichever of the last two is discarded, all triplets (3) remain, which is not more than 3.
    for penalty, expected in ((1, flat(2, 1)), (0, {(2, 0): 3})):
        settings = {"penalty_fan": penalty}
        hand = scene("duyun", {0: "111m333p77p999s5s9m"}, tail="2s 5s 7p 8s", settings=settings)
        run_out_the_wall(hand, 4)
        turns(hand, "-")
        draw(hand)
        discard(hand, 1, "7p")
        pong(hand, 0)
        assert paid_for(left(hand, 2), "leaving") == expected


def test_D_17_a_flower_pig_is_not_ready() -> None:
    # Seats 1 and 2 hold one suit; seat 3 waits for seven pairs (6) in all three. 36 and 42 are both
    # more than 33.
    hands = {0: JUNK, 1: EIGHTEEN[1], 2: EIGHTEEN[2], 3: "88p77m2255s3366s9p"}
    for pigs, more in ((True, {}), (False, {(0, 3): 6})):
        settings = {"penalty_fan": 11, "flower_pig": pigs}
        hand = scene("duyun", hands, settings=settings)
        run_out_the_wall(hand, 4)
        expected = {(0, 1): 18, (0, 2): 18, **more}
        assert paid_for(left(hand, 0), "leaving") == expected
