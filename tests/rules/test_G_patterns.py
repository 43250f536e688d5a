"""Clauses G-7 to G-9: patterns, melds in them, who may win on a discard."""

import pytest

from qianma.tiles import CODES
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    PAIRS,
    clause_against,
    concealed_kong,
    discard,
    draw,
    options,
    paid_for,
    points,
    scene,
    scene_of_claims,
    scene_with_meld,
    turns,
    win,
)

PATTERNS = [
    ("plain", 1, HA, "4m"),
    ("all_triplets", 5, HB, "7p"),
    ("all_triplets", 5, "11122m333p44455s", "2m"),
    ("seven_pairs", 7, PAIRS[0], "6m"),
    ("seven_pairs", 7, "112233m445566p7s", "7s"),  # and not plain, 1
    ("dragon_seven_pairs", 10, "1155m2288p3333s6m", "6m"),
    ("dragon_seven_pairs", 10, "1111m3333p2288s6m", "6m"),  # two fours of a kind
    ("dragon_seven_pairs", 10, "1111m3333p2222s6m", "6m"),  # three
    ("dragon_seven_pairs", 10, "1155m2288p333s66m", "3s"),  # the four of a kind comes last
    ("full_flush", 10, "1223344567899m", "9m"),
    ("flush_triplets", 15, "1113335557779p", "9p"),
    ("flush_seven_pairs", 17, "1133557788996s", "6s"),
    ("flush_dragon_seven_pairs", 20, "1111335577996m", "6m"),
    ("flush_dragon_seven_pairs", 20, "1111333355776m", "6m"),
    ("flush_dragon_seven_pairs", 20, "1111333355556m", "6m"),
]
"""The table of the source text: pattern, fan, thirteen tiles and the one that completes them."""

NAMES = [f"{name} {tiles}" for name, _, tiles, _ in PATTERNS]


@pytest.mark.parametrize(("name", "fan", "tiles", "last"), PATTERNS, ids=NAMES)
def test_G_7_patterns_and_their_fan(name: str, fan: int, tiles: str, last: str) -> None:
    hand = scene("guiyang", {2: tiles}, last, dealer=2)
    draw(hand)
    result = win(hand, 2)
    assert [(entry.value.name, entry.value.fan) for entry in result.wins] == [(name, fan)]
    assert paid_for(result, "win") == {(payer, 2): fan for payer in (0, 1, 3)}


@pytest.mark.parametrize(
    ("rest", "kind", "last", "name"),
    [
        ("333p555p77s99m", "1m", "7s", "all_triplets"),
        ("123456p99p45p", "7p", "6p", "full_flush"),
        ("123456p99p45p", "7s", "6p", "plain"),
        ("333555p99p77p", "1p", "7p", "flush_triplets"),
        ("333555p99p77s", "1p", "7s", "all_triplets"),
    ],
)
@pytest.mark.parametrize("how", ["concealed", "discard", "added", "pong"])
def test_G_8_melds_count_as_triplets_and_towards_a_flush(
    rest: str, kind: str, last: str, name: str, how: str
) -> None:
    hand = scene_with_meld("guiyang", rest, kind, last, how)
    assert CODES[hand.drawn] == last
    assert [entry.value.name for entry in win(hand, 0).wins] == [name]


@pytest.mark.parametrize("tiles", [HA, "123456p99p45p777s"])
def test_G_9_a_plain_hand_needs_a_bean_on_a_discard(tiles: str) -> None:
    last = "4m" if tiles == HA else "6p"
    hand = scene_of_claims("guiyang", {2: tiles}, 0, last, away="6p")
    assert options(hand, 2) <= {"pong", "pass"}
    assert clause_against(hand, 2, "win") == "G-9"
    drawn = scene("guiyang", {2: tiles}, last, dealer=2, away="6p")
    draw(drawn)
    assert "win" in options(drawn, 2)


@pytest.mark.parametrize("how", ["concealed", "discard", "added", "pong"])
def test_G_9_any_kong_is_a_bean_and_a_pong_is_none(how: str) -> None:
    hand = scene_with_meld("guiyang", "23m55m456p789p", "8s", "9m", how, draws="4m")
    turns(hand, "9m")
    assert draw(hand) == "4m"
    discard(hand, 1)
    assert options(hand, 0) == (set() if how == "pong" else {"win", "pass"})
    assert clause_against(hand, 0, "win") == ("G-9" if how == "pong" else None)


def test_G_9_anothers_bean_does_not_help() -> None:
    # Seat 0 makes a kong and discards 4m, which seat 2 waits for, plain.
    hand = scene("guiyang", {0: "777s2479p1368m29s", 2: HA}, "7s", tail="4m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    discard(hand, 0)
    assert clause_against(hand, 2, "win") == "G-9"


def test_G_9_setting_plain_discard_needs_bean() -> None:
    settings = {"plain_discard_needs_bean": False}
    hand = scene_of_claims("guiyang", {2: HA}, 0, "4m", settings=settings)
    assert options(hand, 2) == {"win", "pass"}


NOT_PLAIN = [pattern for pattern in PATTERNS if pattern[0] != "plain"]


@pytest.mark.parametrize(("name", "fan", "tiles", "last"), NOT_PLAIN)
def test_G_9_every_other_pattern_wins_on_any_discard(
    name: str, fan: int, tiles: str, last: str
) -> None:
    hand = scene_of_claims("guiyang", {2: tiles}, 0, last, settings=NO_CHICKENS, dealer=3)
    result = win(hand, 2)
    assert [entry.value.name for entry in result.wins] == [name]
    assert points(result) == [-fan, 0, fan, 0]
