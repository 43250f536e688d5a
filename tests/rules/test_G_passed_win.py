"""Clause G-18: the passed win."""

from collections.abc import Mapping
from typing import Any

import pytest

from qianma.actions import PASS, Action
from qianma.hand import Hand
from tests.scenes import (
    HA,
    HB,
    ROBBERS,
    added_kong,
    clause_against,
    declare,
    discard_claims,
    discard_kong,
    draw,
    next_discard,
    options,
    pass_all,
    pong,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)


def passed(draws: str, settings: Mapping[str, Any] | None = None) -> Hand:
    """Seat 0 waits for 7p and 5s, all triplets, and has passed seat 1's 7p."""
    hand = scene_of_claims("guiyang", {0: HB}, 1, "7p", dealer=1, draws=draws, settings=settings)
    assert "win" in options(hand, 0)
    pass_all(hand)
    return hand


def test_G_18_passed_win_blocks_until_own_draw() -> None:
    hand = passed("5s - - 7p")
    next_discard(hand)
    assert options(hand, 0) == {"pong", "pass"}
    assert clause_against(hand, 0, "win") == "G-18"
    pass_all(hand)
    turns(hand, "- -")  # seat 3, and seat 0's own draw
    next_discard(hand)
    assert options(hand, 0) == {"win", "pong", "pass"}


def test_G_18_who_has_passed_nothing_is_not_blocked() -> None:
    hand = scene("guiyang", {0: HB}, "9m 5s", dealer=1)
    turns(hand, "-")
    next_discard(hand)
    assert "win" in options(hand, 0)


def test_G_18_a_pong_counts_as_passing_and_does_not_lift_the_block() -> None:
    # After the pong of 7p and the discard of 5s the hand waits for 5s alone.
    hand = scene_of_claims("guiyang", {0: HB}, 1, "7p", dealer=1, draws="5s - - - 5s")
    pong(hand, 0)
    turns(hand, "5s")
    next_discard(hand)
    assert clause_against(hand, 0, "win") == "G-18"
    pass_all(hand)
    turns(hand, "- - -")
    next_discard(hand)
    assert options(hand, 0) == {"win", "pass"}


@pytest.mark.parametrize("claim", ["pong", "kong"])
def test_G_18_a_kong_counts_as_passing_and_its_replacement_lifts_the_block(claim: str) -> None:
    # A flush that waits for 1m and 4m and holds three 4m.
    hand = scene_of_claims(
        "guiyang", {0: "2344456778999m"}, 1, "4m", dealer=1, draws="1m", tail="9p"
    )
    assert options(hand, 0) == {"win", "pong", "discard kong", "pass"}
    if claim == "kong":
        discard_kong(hand, 0)
        turns(hand, "-")
    else:
        pong(hand, 0)
        turns(hand, "4m")
    next_discard(hand)
    assert clause_against(hand, 0, "win") == (None if claim == "kong" else "G-18")


def test_G_18_self_draw_stays_possible() -> None:
    hand = passed("- - 5s")
    turns(hand, "- -")
    draw(hand)
    assert "win" in options(hand, 0)


def test_G_18_a_win_that_was_not_allowed_is_not_passed() -> None:
    # Seat 3 may not win on seat 1's 4m, plain without a bean, but on 1m with which seat 2 declares.
    hand = scene_of_claims("guiyang", {2: HB, 3: HA}, 1, "4m", dealer=1, draws="1m")
    assert clause_against(hand, 3, "win") == "G-9"
    draw(hand)
    declare(hand, 2)
    assert options(hand, 3) == {"win", "pass"}


def test_G_18_robbing_a_kong_stays_possible() -> None:
    """Seat 1 passes 1m after its own draw; before its next one seat 0 adds a kong of 4m."""
    hand = scene_of_claims(
        "guiyang",
        {0: "4489m1479p23689s", 1: ROBBERS[0]},
        3,
        "4m",
        dealer=3,
        draws="- 1m - 4m",
        settings={"plain_discard_needs_bean": False},
    )
    pong(hand, 0)
    turns(hand, "9m -")
    next_discard(hand)
    assert options(hand, 1) == {"win", "pass"}
    pass_all(hand)
    turns(hand, "-")
    draw(hand)
    added_kong(hand, 0, "4m")
    assert discard_claims(hand) == {1: {"win", "pass"}}
    assert [entry.seat for entry in win(hand, 1).wins] == [1]


def test_G_18_declining_a_robbery_is_no_passed_win() -> None:
    settings = {"plain_discard_needs_bean": False}
    hand = scene_of_robbery("guiyang", [1], tail="1m", settings=settings)
    hand.play(1, PASS)
    next_discard(hand)
    assert options(hand, 1) == {"win", "pass"}


def test_G_18_leaving_while_the_win_is_open_passes_it() -> None:
    hand = scene_of_claims("guiyang", {0: HB}, 1, "7p", dealer=1, draws="5s")
    hand.leave(0)
    next_discard(hand)
    assert clause_against(hand, 0, "win") == "G-18"


def test_G_18_each_player_is_blocked_alone() -> None:
    # Seats 0 and 3 wait for 5s; seat 0 alone could have won on 7p before.
    hand = scene_of_claims(
        "guiyang", {0: HB, 3: "2244m6688p2277s5s"}, 1, "7p", dealer=1, draws="5s"
    )
    pass_all(hand)
    next_discard(hand)
    assert options(hand, 3) == {"win", "pass"}
    assert clause_against(hand, 0, "win") == "G-18"
    hand.play(0, Action("pass"))
    assert [entry.seat for entry in win(hand, 3).wins] == [3]


@pytest.mark.parametrize("blocks", [True, False])
def test_G_18_setting_passed_win_blocks(blocks: bool) -> None:
    hand = passed("5s", {"passed_win_blocks": blocks})
    next_discard(hand)
    assert ("win" in options(hand, 0)) != blocks
