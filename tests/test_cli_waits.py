"""`qianma waits`: what a hand waits for."""

import random
from typing import Any

import pytest

from tests.command_line import call, refused
from tests.reference import scoring, shapes
from tests.reference.shapes import tile_of

HA = "23m55m456p789p345s"
HB = "111m333p77p999s55s"
HC = "56p88m345m678s"
HD = "23m55m456p789p"


def waits(hand: str, rules: str, *melds: str) -> dict[str, dict[str, Any]]:
    words = [word for meld in melds for word in ("--meld", meld)]
    outcome = call("waits", hand, "--rules", rules, *words, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = outcome.document
    assert set(document) == {"ready", "waits"}
    assert document["ready"] == bool(document["waits"])
    return {wait.pop("tile"): wait for wait in document["waits"]}


def test_a_plain_hand_without_a_bean_waits_for_self_draw_only() -> None:
    """HA holds neither kind that it waits for."""
    assert waits(HA, "guiyang") == {
        "1m": {"left": 4, "pattern": "plain", "fan": 1, "on_discard": False},
        "4m": {"left": 4, "pattern": "plain", "fan": 1, "on_discard": False},
    }


def test_all_triplets_may_win_on_a_discard() -> None:
    for rules, fan in (("guiyang", 5), ("duyun", 3)):
        triplets = {"left": 2, "pattern": "all_triplets", "fan": fan, "on_discard": True}
        assert waits(HB, rules) == {"7p": triplets, "5s": triplets}


@pytest.mark.parametrize("kong", ["concealed", "added", "exposed"])
def test_any_kong_is_the_bean_that_a_plain_hand_needs(kong: str) -> None:
    for hand, rules, tile in ((HC, "duyun", "2s"), (HD, "guiyang", "8s")):
        with_kong = waits(hand, rules, f"{kong}:{tile}")
        with_pong = waits(hand, rules, f"pong:{tile}")
        assert [wait["on_discard"] for wait in with_kong.values()] == [True, True]
        assert [wait["on_discard"] for wait in with_pong.values()] == [False, False]


def test_C_12_a_kind_whose_four_tiles_are_held_is_no_wait() -> None:
    assert waits("123456789m1111p", "guiyang") == {}
    assert waits("1m", "guiyang", "pong:1m", "pong:2p", "pong:3p", "pong:4p") == {}
    single = waits("2m", "guiyang", "pong:1m", "pong:2p", "pong:3p", "pong:4p")
    assert single == {"2m": {"left": 3, "pattern": "all_triplets", "fan": 5, "on_discard": True}}


def test_each_wait_has_the_pattern_that_it_makes() -> None:
    """Runs and pairs at once count as seven pairs, the one that is worth more (C-11)."""
    seven = {"left": 3, "pattern": "seven_pairs", "fan": 7, "on_discard": True}
    assert waits("112233m445566p7s", "guiyang") == {"7s": seven}
    dragon = waits("1111m5577p22449s", "guiyang")
    assert dragon["9s"] == {
        "left": 3,
        "pattern": "dragon_seven_pairs",
        "fan": 10,
        "on_discard": True,
    }


def test_D_16_a_hand_of_three_suits_is_not_ready_where_pigs_are_checked() -> None:
    assert waits(HA, "duyun-huazhu") == {}
    assert list(waits(HA, "duyun")) == ["1m", "4m"]
    assert list(waits("23m55m456p789p345p", "duyun-huazhu")) == ["1m", "4m"]
    assert waits(HD, "duyun-huazhu", "concealed:8s") == {}
    assert list(waits(HD, "duyun-huazhu", "concealed:9m")) == ["1m", "4m"]


@pytest.mark.parametrize("rules", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_random_hands_agree_with_the_slow_reference(rules: str) -> None:
    """Hands one tile short of sets, runs and pairs: waits, patterns, fan and beans."""
    chance = random.Random(f"waits {rules}")
    settings = scoring.settings(rules)
    ready = 0
    for _ in range(80):
        concealed, melds = almost_complete(chance)
        kinds = [kind for kind in range(27) for _ in range(concealed[kind])]
        words = [f"{'exposed' if form == 'discard' else form}:{tile_of(k)}" for form, k in melds]
        found = waits("".join(map(tile_of, kinds)), rules, *words)
        expected = {}
        for kind in sorted(scoring.waits(settings, concealed, melds)):
            full = list(concealed)
            full[kind] += 1
            drawn = scoring.value(settings, full, melds, "self_draw")
            expected[tile_of(kind)] = {
                "left": 4 - shapes.held(concealed, melds)[kind],
                "pattern": drawn["pattern"],
                "fan": drawn["fan"],
                "on_discard": scoring.value(settings, full, melds, "discard")["allowed"],
            }
        assert found == expected
        ready += bool(expected)
    assert ready >= 20


def almost_complete(chance: random.Random) -> tuple[list[int], list[tuple[str, int]]]:
    while True:
        concealed = [0] * 27
        melds: list[tuple[str, int]] = []
        kinds = range(chance.choice([9, 18, 18, 27]))
        for _ in range(4):
            kind = chance.choice(kinds)
            shape = chance.choice(["run", "triplet", "meld"])
            if shape == "meld":
                melds.append((chance.choice(["pong", "concealed", "added", "discard"]), kind))
            elif shape == "triplet" or kind % 9 > 6:
                concealed[kind] += 3
            else:
                for step in range(3):
                    concealed[kind + step] += 1
        concealed[chance.choice(kinds)] += 2
        concealed[chance.choice([kind for kind in kinds if concealed[kind]])] -= 1
        if max(shapes.held(concealed, melds)) <= 4:
            return concealed, melds


def test_what_people_read() -> None:
    assert call("waits", HB, "--rules", "guiyang").out.splitlines() == [
        "The hand is ready.",
        "tile            left  pattern       fan  on a discard",
        "7p 7 of dots    2     all triplets  5    yes",
        "5s 5 of bamboo  2     all triplets  5    yes",
    ]
    assert call("waits", HA, "--rules", "guiyang", "--language", "zh-Hans").out.splitlines() == [
        "已听牌。",
        "牌       余  番型  番  可点胡",
        "1m 一万  4   平胡  1   否",
        "4m 四万  4   平胡  1   否",
    ]
    assert (
        call("waits", "19m19p19s1234567m", "--rules", "guiyang").out == "The hand is not ready.\n"
    )
    pig = call("waits", HA, "--rules", "duyun-huazhu", "--language", "zh-Hant").out
    assert pig == "沒有聽牌：三門花色齊全是花豬，不能胡（D-16）。\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (HA + "1m", "14 tiles, not 13"),
        (HA[:-2], "the last rank has no suit"),
        (f"{HA} --meld pong:1p", "13 tiles, not 10"),
        ("", "0 tiles, not 13"),
        ("11111m22233344p", "5 of 1m"),
        ("1234m", "4 tiles, not 13"),
        (f"{HD} --meld concealed:9p", "5 of 9p"),
        (f"{HD} --meld exposed", "'exposed' is no meld"),
        (f"{HD} --meld :1m", "':1m' is no meld"),
        (f"{HD} --meld pong:", "is not one tile"),
        ("東南西北", "character 1 of '東南西北'"),
    ],
)
def test_bad_arguments(words: str, reason: str) -> None:
    hand, *melds = words.split(" ")
    assert reason in refused(call("waits", hand, "--rules", "guiyang", *melds), "waits")
