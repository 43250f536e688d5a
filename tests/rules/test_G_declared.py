"""Clause G-17: declared ready."""

from collections.abc import Callable
from typing import Any

import pytest

from qianma.actions import Action
from qianma.hand import Hand
from qianma.ruleset import load
from qianma.settings import RulesetError
from qianma.tiles import parse_tiles
from tests.rules.test_G_patterns import PATTERNS
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    clause_against,
    concealed_kong,
    declare,
    discard,
    discard_claims,
    discard_kong,
    draw,
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


def declarations(hand: Hand, seat: int) -> set[str]:
    """The discards with which a seat may declare ready."""
    return {option.split()[1] for option in options(hand, seat) if option.endswith("ready")}


@pytest.mark.parametrize("seat", range(4))
def test_G_17_declared_at_the_first_own_turn(seat: int) -> None:
    # Seat 2 deals: it declares with the fourteen dealt tiles, the others after their first draw.
    before = (seat - 2) % 4
    hand = scene("guiyang", {seat: HA}, "- " * before + "9m", dealer=2)
    turns(hand, "- " * before)
    draw(hand)
    assert declarations(hand, seat) == {"9m"}
    declare(hand, seat)
    assert [hand.has_declared(other) for other in range(4)] == [other == seat for other in range(4)]


def test_G_17_not_later() -> None:
    hand = scene("guiyang", {0: HA}, "9m - - - 9m")
    turns(hand, "- - - -")
    draw(hand)
    assert declarations(hand, 0) == set()
    assert clause_against(hand, 0, "declare", "9m") == "G-17"


def test_G_17_only_with_a_discard_that_leaves_the_hand_ready() -> None:
    # Without 6m the hand is 23m55m and three sets; without any other tile it waits for nothing.
    hand = scene("guiyang", {0: HA}, "6m")
    draw(hand)
    assert declarations(hand, 0) == {"6m"}
    assert clause_against(hand, 0, "declare", "9p") == "G-17"
    assert clause_against(hand, 0, "discard", "9p") is None


def test_G_17_any_discard_that_leaves_the_hand_ready() -> None:
    # 23m55m4m: without 4m 1m 4m are waited for, without 2m 2m 5m, without 5m 2m 5m, without 3m
    # none (2455m), and a run broken elsewhere leaves two groups short.
    hand = scene("guiyang", {0: HA}, "4m")
    draw(hand)
    assert declarations(hand, 0) >= {"4m", "2m", "5m"}
    for tile in declarations(hand, 0):
        after = hand.copy()
        declare(after, 0, tile)
        assert after.waits(0)


def test_G_17_not_with_a_pong() -> None:
    # Seat 0 pongs before its first draw and is ready then: 1m 4m.
    hand = scene_of_claims(
        "guiyang", {0: "23m55m456p789p77s9m"}, 3, "7s", dealer=3, draws="- - - 9m"
    )
    pong(hand, 0)
    assert declarations(hand, 0) == set()
    turns(hand, "9m - - -")
    draw(hand)
    assert hand.draws[0] == 1
    assert declarations(hand, 0) == set()
    assert clause_against(hand, 0, "declare", "9m") == "G-17"


def test_G_17_not_with_a_concealed_kong() -> None:
    hand = scene("guiyang", {0: "23m55m456p789p777s"}, "7s", tail="9m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    assert declarations(hand, 0) == set()
    assert clause_against(hand, 0, "declare", "9m") == "G-17"


def test_G_17_others_melds_do_not_spoil_it() -> None:
    # Seat 1 pongs the first discard and seat 3's turn comes before its first draw all the same.
    hand = scene_of_claims("guiyang", {1: "22577s2479p1368m", 3: HA}, 0, "2s", draws="- 9m")
    pong(hand, 1)
    turns(hand, "1m -")
    draw(hand)
    assert declarations(hand, 3) == {"9m"}


def declared(tiles: str, draws: str, **more: Any) -> Hand:
    """Seat 0 deals, draws the first of `draws`, discards it and declares; nobody claims it."""
    hand = scene("guiyang", {0: tiles, **more.pop("hands", {})}, draws, **more)
    draw(hand)
    declare(hand, 0)
    return hand


def test_G_17_each_drawn_tile_is_discarded() -> None:
    hand = declared(HA, "9m - - - 9s")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"discard 9s"}
    assert clause_against(hand, 0, "discard", "5m") == "G-17"


def test_G_17_no_kong_of_any_kind_and_no_pong() -> None:
    # 111m333p77p999s55s waits for 7p and 5s; 1m would be a kong, 9s is discarded by seat 1.
    hand = declared(HB, "2m 9s 3p - 1m")
    draw(hand)
    discard(hand, 1)
    for action in (Action("pong"), Action("kong", "discard")):
        assert clause_against(hand, 0, action) == "G-17"
    assert discard_claims(hand) == {}
    turns(hand, "- -")
    draw(hand)
    assert options(hand, 0) == {"discard 1m"}
    assert clause_against(hand, 0, Action("kong", "concealed", 0)) == "G-17"


def test_G_17_the_win_is_offered_and_not_forced() -> None:
    hand = declared(HA, "9m - 4m - 1m")
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    assert discard_claims(hand) == {0: {"win", "pass"}}
    hand.play(0, Action("pass"))
    turns(hand, "-")
    draw(hand)
    assert options(hand, 0) == {"win", "discard 1m"}


def test_G_17_the_declared_player_wins_plain_without_a_bean() -> None:
    hand = declared(HA, "9m 4m", settings=NO_CHICKENS)
    draw(hand)
    discard(hand, 1)
    result = win(hand, 0)
    assert points(result) == [11, -11, 0, 0]  # 10, and 1 for dealing


@pytest.mark.parametrize("announcing", [True, False])
def test_G_17_so_do_the_others_on_each_of_its_discards(announcing: bool) -> None:
    # Seat 2 waits for 1m and 4m, plain; seat 0 declares all triplets, 7p 5s.
    draws = "4m" if announcing else "9m - 9s - 4m"
    hand = declared(HB, draws, hands={2: HA}, settings=NO_CHICKENS)
    if not announcing:
        turns(hand, "- - -")
        draw(hand)
        discard(hand, 0)
    assert discard_claims(hand) == {2: {"win", "pass"}}
    result = win(hand, 2)
    assert paid_for(result, "win") == {(0, 2): 1}
    assert paid_for(result, "declared_ready") == {(0, 2): 9}
    assert points(result) == [-11, 0, 11, 0]


def test_G_17_not_on_an_undeclared_players_discard() -> None:
    hand = declared(HB, "9m 4m", hands={2: HA})
    draw(hand)
    discard(hand, 1)
    assert clause_against(hand, 2, "win") == "G-9"


def test_G_17_anothers_self_draw_is_not_touched() -> None:
    hand = declared(HB, "9m 4m", hands={1: HA}, settings=NO_CHICKENS)
    draw(hand)
    result = win(hand, 1)
    assert [(entry.value.fan, entry.value.extras) for entry in result.wins] == [(1, {})]


def test_G_17_a_win_between_others_is_not_touched() -> None:
    hand = declared(HB, "9m - 7m", hands={3: "2288m2244p6688s7m"}, settings=NO_CHICKENS)
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    assert points(win(hand, 3)) == [0, 0, -7, 7]


FLUSH = {
    "plain": 10, "all_triplets": 15, "seven_pairs": 17, "dragon_seven_pairs": 20,
    "full_flush": 10, "flush_triplets": 15, "flush_seven_pairs": 17,
    "flush_dragon_seven_pairs": 20,
}  # fmt: skip
"""The flush counterpart of each pattern, in fan."""

VALUES: dict[str, Callable[[str, int], int]] = {
    "as_flush": lambda name, fan: FLUSH[name],
    "floor": lambda name, fan: max(fan, 10),
    "add": lambda name, fan: fan + 10,
}


@pytest.mark.parametrize("setting", VALUES)
@pytest.mark.parametrize("who", ["winner", "discarder", "both", "self_draw"])
@pytest.mark.parametrize(("name", "fan", "tiles", "last"), PATTERNS)
def test_G_17_what_a_declared_win_is_worth(
    name: str, fan: int, tiles: str, last: str, who: str, setting: str
) -> None:
    """The pattern keeps its name and fan, the difference is the extra `declared_ready`."""
    total = VALUES[setting](name, fan)
    hand = value_scene(tiles, last, who, {"declared_ready": setting})
    (entry,) = win(hand, 2).wins
    assert (entry.value.name, entry.value.pattern_fan, entry.value.fan) == (name, fan, total)
    assert entry.value.extras == ({"declared_ready": total - fan} if total > fan else {})


OTHER_READY = (HA, "123678p234678s5p", "123678m123678s5p", "123789m123789p5s")
"""Ready hands for the discarder: the first that the tiles left allow is taken."""


def value_scene(tiles: str, last: str, who: str, settings: dict[str, Any]) -> Hand:
    """Seat 2 is about to win with `tiles` and `last`; `who` has declared before.

    Seat 0 discards the tile, and if it declares, it does so with that discard.
    """
    hands = {2: tiles}
    if who in ("discarder", "both"):
        hands[0] = next(ready for ready in OTHER_READY if fits(tiles + last + ready))
    if who == "discarder":
        hand = scene("guiyang", hands, last, settings=settings)
    else:
        draws = f"- - - - {last}" if who == "self_draw" else f"- - {last}"
        hand = scene("guiyang", hands, draws, dealer=2, settings=settings)
        draw(hand)
        declare(hand, 2)
        pass_all(hand)
        turns(hand, "- - -" if who == "self_draw" else "-")
    draw(hand)
    if who == "winner":
        discard(hand, 0)
    elif who != "self_draw":
        declare(hand, 0)
    return hand


def fits(tiles: str) -> bool:
    return all(parse_tiles(tiles).count(kind) <= 4 for kind in range(27))


def test_G_17_a_pattern_without_its_counterpart_is_what_remains_of_it() -> None:
    # No flush triplets in this ruleset: such a hand would be a full flush, 10.
    settings = {"patterns": {"flush_triplets": False}, **NO_CHICKENS}
    hand = declared(HB, "9m - - - 7p", settings=settings)
    turns(hand, "- - -")
    draw(hand)
    (entry,) = win(hand, 0).wins
    assert (entry.value.fan, entry.value.extras) == (10, {"declared_ready": 5})


def test_G_17_as_flush_needs_a_counterpart() -> None:
    with pytest.raises(RulesetError, match=r"patterns\.triplets_258.*declared_ready"):
        load("guiyang", {"patterns": {"triplets_258": 9}})


@pytest.mark.parametrize(("fan", "total"), [(6, 6), (3, 5)])
def test_G_17_setting_declared_ready_fan(fan: int, total: int) -> None:
    # All triplets, 5, with a floor of 6 and of 3.
    settings = {"declared_ready": "floor", "declared_ready_fan": fan, **NO_CHICKENS}
    hand = declared(HB, "9m - - - 7p", settings=settings)
    turns(hand, "- - -")
    draw(hand)
    assert [entry.value.fan for entry in win(hand, 0).wins] == [total]


def test_G_17_setting_bonus_counts_each_declaration() -> None:
    # As in Duyun (D-13): 6 for the winner's declaration and 6 for the discarder's, beside plain 1.
    settings = {"declared_ready": "bonus", "declared_ready_fan": 6, **NO_CHICKENS}
    hand = declared(HA, "9m 9m - - - 4m", hands={1: HB}, settings=settings)
    draw(hand)
    declare(hand, 1)
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 1)
    (entry,) = win(hand, 0).wins
    assert (entry.value.fan, entry.value.extras) == (13, {"declared_ready": 12})


def test_G_17_forced_wins_are_a_setting() -> None:
    hand = declared(HA, "9m - 4m", settings={"declared_ready_must_win": True})
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    assert discard_claims(hand) == {0: {"win"}}


def test_G_17_discard_kongs_stay_forbidden_with_never() -> None:
    hand = declared(HB, "2m 9s")
    draw(hand)
    discard(hand, 1)
    with pytest.raises(ValueError, match="G-17"):
        discard_kong(hand, 0)
