"""Clauses C-10 to C-12: complete hands, their readings, waits."""

import pytest

from qianma.rules.valuation import Circumstances, value_hand
from qianma.ruleset import load
from qianma.settings import PATTERNS
from qianma.shapes import is_complete, is_ready, readings, waits
from qianma.tiles import CODES, count_tiles, parse_tiles
from tests.scenes import (
    HA,
    PAIRS,
    concealed_kong,
    draw,
    exhaust,
    options,
    pong,
    scene,
    scene_of_claims,
    turns,
)


def counts(text: str) -> list[int]:
    return count_tiles(parse_tiles(text))


def codes(kinds: list[int]) -> set[str]:
    return {CODES[kind] for kind in kinds}


@pytest.mark.parametrize(
    "hand",
    [
        "123m555m456p789p33s",  # runs and a triplet
        "111m333p777p999s55s",  # triplets
        "123456789m11199s",
        "11m22m55p66p88p33s99s",  # seven pairs
        "1111m22m55p66p88p33s",  # four of a kind counts as two pairs
        "1111m2222m5555p33s",
        "112233m445566p77s",  # both shapes
    ],
)
def test_C_10_complete_without_melds(hand: str) -> None:
    assert is_complete(counts(hand))


@pytest.mark.parametrize(
    "hand",
    [
        "123m555m456p789p34s",  # no pair
        "89m1m555m456p789p33s",  # a run does not go round
        "89m1p555m456p789p33s",  # nor through two suits
        "11m22m55p66p88p33s89s",  # six pairs
        "111m222m55p66p88p33s",  # two threes of a kind are no pairs
        "1133m5577p99p1355s",
        "147m258m369m147p25p",
    ],
)
def test_C_10_not_complete_without_melds(hand: str) -> None:
    assert not is_complete(counts(hand))


@pytest.mark.parametrize(
    ("concealed", "complete"),
    [
        ("123m456p789p33s", True),  # one meld
        ("11m22m55p66p88p3s", False),  # no seven pairs with a meld
        ("1111m2222m555p", False),
        ("111m22m", True),  # three melds
        ("33s", True),  # four melds and a pair
        ("34s", False),
    ],
)
def test_C_10_each_meld_is_one_set_and_rules_out_seven_pairs(
    concealed: str, complete: bool
) -> None:
    assert is_complete(counts(concealed)) == complete


def test_C_10_a_kong_is_a_set() -> None:
    hand = scene("guiyang", {0: "777s23m55m456p789p"}, "7s", tail="4m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    assert "win" in options(hand, 0)


def test_C_10_seven_pairs_are_gone_with_the_first_meld() -> None:
    # 1155m2288p3377s6m waits for 6m; after the pong of 7s and a discard it waits for nothing.
    hand = scene_of_claims("guiyang", {0: PAIRS[0]}, 3, "7s", dealer=3)
    assert codes(hand.waits(0)) == {"6m"}
    pong(hand, 0)
    turns(hand, "1m")
    assert not hand.waits(0)


BEST = [
    # Seven pairs and plain at once.
    ("guiyang", "112233m445566p77s", "seven_pairs", 7),
    ("duyun", "112233m445566p77s", "seven_pairs", 6),
    # Two readings as a flush, one of them terminals: 11 123 789 789 789.
    ("duyun", "11123777888999p", "flush_terminals", 12),
    # Three runs or three triplets: the triplets count.
    ("guiyang", "111222333m44455p", "all_triplets", 5),
    # Flush, triplets and 2-5-8 never make one another's sum: 9, not 6 + 3 + 9.
    ("duyun", "222555888m22255p", "triplets_258", 9),
    ("duyun", "222555888m11133m", "flush_triplets", 9),
    # Flush and seven pairs have a pattern of their own, 17, which is not their best part, 10.
    ("guiyang", "11335577889966m", "flush_seven_pairs", 17),
    ("guiyang", "11113355778899m", "flush_dragon_seven_pairs", 20),
    ("duyun", "11113355778899m", "flush_dragon_seven_pairs", 18),
]


@pytest.mark.parametrize(("ruleset", "hand", "name", "fan"), BEST)
def test_C_11_the_reading_with_the_most_fan_counts(
    ruleset: str, hand: str, name: str, fan: int
) -> None:
    value = value_hand(load(ruleset), counts(hand))
    assert value is not None
    assert (value.name, value.fan) == (name, fan)


@pytest.mark.parametrize(
    ("hand", "opening", "fan"),
    [
        # The opening hands are 18: more than a plain or a dragon hand, never added to it.
        ("123m555m456p789p33s", "heavenly_hand", 18),
        ("1111m22m55p66p88p33s", "earthly_hand", 18),
        # 18 in both ways is still 18; of equals the rarer name stands.
        ("11113355778899m", "heavenly_hand", 18),
    ],
)
def test_C_11_fan_are_never_added_up(hand: str, opening: str, fan: int) -> None:
    how = Circumstances(opening=PATTERNS.index(opening))
    value = value_hand(load("duyun"), counts(hand), how)
    assert value is not None
    assert (value.fan, value.name) == (fan, opening)


def test_C_11_all_readings_are_seen() -> None:
    # 111222333m are three triplets or three times 123m.
    assert len(readings(counts("111222333m44455p"))) == 2
    # 112233m445566p77s: seven pairs, or 123 123 456 456 with 77s.
    assert sorted(reading.is_seven_pairs for reading in readings(counts("112233m445566p77s"))) == [
        False,
        True,
    ]


@pytest.mark.parametrize(
    ("hand", "melded", "expected"),
    [
        (HA, "", {"1m", "4m"}),
        (PAIRS[0], "", {"6m"}),
        # The one tile that would do is held four times: not ready.
        ("123456789m1111p", "", set()),
        # Three of the four in a pong, the fourth in hand.
        ("3m123p456p789s", "333m", set()),
        ("3m123p456p789s", "444m", {"3m"}),
        # A kong holds all four of 4p: of 4p and 7p only 7p is left.
        ("56p88m345m678s", "4444p", {"7p"}),
        ("56p88m345m678s", "2222s", {"4p", "7p"}),
        # With a pong of 4p the fourth is still to come.
        ("56p88m345m678s", "444p", {"4p", "7p"}),
    ],
)
def test_C_12_a_kind_held_four_times_is_no_wait(hand: str, melded: str, expected: set[str]) -> None:
    assert codes(waits(counts(hand), counts(melded))) == expected
    assert is_ready(counts(hand), counts(melded)) == bool(expected)


@pytest.mark.parametrize(("single", "ready"), [("3m", ()), ("4m", (0,))])
def test_C_12_the_fourth_tile_beside_an_own_pong_is_no_wait(
    single: str, ready: tuple[int, ...]
) -> None:
    # After the pong of 3m the hand waits for the pair of its single tile.
    hand = scene_of_claims("guiyang", {0: f"33m{single}123p456p789s9p"}, 3, "3m", dealer=3)
    pong(hand, 0)
    turns(hand, "9p")
    assert exhaust(hand).ready == ready


def test_C_12_copies_in_others_kongs_do_not_matter() -> None:
    # Seat 0 waits for 1m and 4m, all eight of which lie in the kongs of seats 1 and 2.
    kongs = {0: HA, 1: "444m1479p13669s2m", 2: "111m2589p1477s29m"}
    hand = scene("guiyang", kongs, "- 4m 1m", tail="9s 9s")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "4m")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 2, "1m")
    assert exhaust(hand).ready == (0,)
