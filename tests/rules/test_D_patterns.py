"""D-4 and D-5: what a hand is called and worth."""

import pytest

from qianma.actions import Action
from qianma.holding import Holding
from qianma.rules.patterns import EARTHLY_HAND, HEAVENLY_HAND, NO_OPENING
from qianma.rules.valuation import Circumstances, value_hand
from qianma.ruleset import load
from qianma.tiles import count_tiles, parse_tiles
from tests.scenes import (
    HA,
    HD,
    concealed_kong,
    discard,
    draw,
    options,
    points,
    pong,
    scene,
    turns,
    win,
)

COMPLETE = "123m55m456p789p345s"
"""A complete plain hand of fourteen tiles."""


def worth(tiles: str, melds: str = "", opening: int = NO_OPENING) -> tuple[str, int]:
    """Pattern and fan of a self-drawn hand; `melds` are one tile each."""
    how = Circumstances(opening=opening)
    hand = Holding.of(count_tiles(parse_tiles(tiles)), parse_tiles(melds))
    value = value_hand(load("duyun"), hand, how)
    assert value is not None
    assert value.extras == {}
    assert value.fan == value.pattern_fan
    return value.name, value.fan


@pytest.mark.parametrize(
    ("tiles", "pattern", "fan"),
    [
        ("23445677p345789s", "plain", 1),
        ("111222444m33399p", "all_triplets", 3),
        ("11333222456999s", "full_flush", 6),
        ("222555888s88855m", "triplets_258", 9),
        ("11222244p557799m", "dragon_seven_pairs", 12),
        ("11334466778899s", "flush_seven_pairs", 12),
        ("11224444557799m", "flush_dragon_seven_pairs", 18),
    ],
)
def test_D_4_the_examples_of_the_source_that_stand(tiles: str, pattern: str, fan: int) -> None:
    assert worth(tiles) == (pattern, fan)


@pytest.mark.parametrize(
    ("tiles", "called", "pattern", "fan"),
    [
        # Given for flush triplets; it holds no triplet but seven pairs of one suit.
        ("99887755221166p", "flush_triplets", "flush_seven_pairs", 12),
        # Given for seven pairs; it holds four 2m.
        ("2244552299m1199p", "seven_pairs", "dragon_seven_pairs", 12),
    ],
)
def test_D_4_the_examples_of_the_source_that_do_not(
    tiles: str, called: str, pattern: str, fan: int
) -> None:
    assert worth(tiles) == (pattern, fan)
    assert pattern != called


def test_D_4_the_example_for_flush_terminals_is_read_at_its_best() -> None:
    # 11 + 123 + 789 + 789 + 789; with 777 888 999 it would be a plain full flush, 6.
    assert worth("11123777888999p") == ("flush_terminals", 12)


@pytest.mark.parametrize(
    ("tiles", "melds", "pattern", "fan"),
    [
        ("2244552288m1199p", "", "dragon_seven_pairs", 12),
        ("2244557788m1199p", "", "seven_pairs", 6),
        ("11p", "2p 4p 6p 8p", "flush_triplets", 9),
        ("11m", "2p 4p 6p 8p", "all_triplets", 3),
        ("111222333p44499p", "", "flush_triplets", 9),
        # All of 2, 5, 8 but one.
        ("222555m888s333p55s", "", "all_triplets", 3),
        ("222555m888s888p33s", "", "all_triplets", 3),
        ("55s", "2m 5m 8m 2p", "triplets_258", 9),
        ("55s", "2m 5m 8m 3p", "all_triplets", 3),
        # Runs of 2, 5, 8 tiles are no triplets.
        ("234m555m888s222p55s", "", "plain", 1),
        # Flush terminals: every set and the pair hold a 1 or a 9, in one suit.
        ("12377889999p", "1p", "flush_terminals", 12),
        ("11122233378999p", "", "flush_terminals", 12),
        ("11123789p", "9p 4p", "full_flush", 6),
        ("11123789p", "9p 9s", "plain", 1),
        ("111123m789m99m", "1p", "plain", 1),
        ("123456789m11199m", "", "full_flush", 6),
        ("123789m11199922m", "", "full_flush", 6),
        # Melds count towards a flush (as G-8); one strange tile undoes it.
        ("123456m99m", "3m 7m", "full_flush", 6),
        ("123456m99m", "3m 7p", "plain", 1),
        ("123456m99p", "3m 7m", "plain", 1),
        # Two and three fours of a kind are still dragon seven pairs.
        ("11112222m334455p", "", "dragon_seven_pairs", 12),
        ("11112222m3333p55p", "", "dragon_seven_pairs", 12),
        ("11112222333355m", "", "flush_dragon_seven_pairs", 18),
        # Read as seven pairs rather than as four runs.
        ("112233m445566p77s", "", "seven_pairs", 6),
        ("11223344556677p", "", "flush_seven_pairs", 12),
    ],
)
def test_D_4_both_sides_of_each_pattern(tiles: str, melds: str, pattern: str, fan: int) -> None:
    assert worth(tiles, melds) == (pattern, fan)


@pytest.mark.parametrize("rank", "123456789")
def test_D_4_triplets_258_are_of_these_ranks_and_no_other(rank: str) -> None:
    expected = ("triplets_258", 9) if rank in "258" else ("all_triplets", 3)
    assert worth(f"222555m888s{rank * 3}p55s") == expected
    assert worth(f"222555m888s222p{rank * 2}p" if rank != "2" else "222555m888s222p55s") == expected
    assert worth("55s", f"2m 5m 8m {rank}p") == expected


def test_D_4_flush_terminals_hold_a_1_or_a_9_in_every_set_and_the_pair() -> None:
    terminals, flush = ("flush_terminals", 12), ("full_flush", 6)
    assert worth("11123123789p", "9p") == terminals
    for rank in range(2, 9):
        assert worth("11123789p", f"9p {rank}p") == flush
        assert worth(f"123123789{rank}{rank}p", "9p") == flush
    for start in range(2, 7):
        assert worth(f"11123789{start}{start + 1}{start + 2}p", "9p") == flush


@pytest.mark.parametrize("opening", [HEAVENLY_HAND, EARTHLY_HAND])
@pytest.mark.parametrize(
    "tiles",
    [
        COMPLETE,
        "222555888s88855m",
        "11123777888999p",
        "11334466778899s",
        "11224444557799m",
    ],
)
def test_D_4_only_the_largest_counts_and_nothing_is_added_up(tiles: str, opening: int) -> None:
    # 18 is the most there is; no 9, 12 or 18 of the shape is added to it.
    name = "heavenly_hand" if opening == HEAVENLY_HAND else "earthly_hand"
    assert worth(tiles, opening=opening) == (name, 18)


def test_D_4_a_smaller_pattern_never_adds_to_a_larger_one() -> None:
    # With fan of their own that no sum could hide: powers of two.
    names = list(load("duyun").patterns)
    fan = {name: 2**place for place, name in enumerate(reversed(names), start=0) if place < 9}
    ruleset = load("duyun", {"patterns": fan})
    for tiles in ("222555888s88855m", "11123777888999p", "11334466778899s", "111222444m33399p"):
        value = value_hand(ruleset, count_tiles(parse_tiles(tiles)))
        assert value is not None
        assert value.fan == ruleset.patterns[value.name]


# D-5


def test_D_5_heavenly_hand_is_the_dealers_fourteen_dealt_tiles() -> None:
    hand = scene("duyun", {0: HA}, "1m", repeats=2)
    draw(hand)
    result = win(hand, 0)
    assert result.wins[0].value.name == "heavenly_hand"
    # 18 and 2 repeats from each.
    assert points(result) == [360, -120, -120, -120]


def test_D_5_the_dealers_second_draw_is_no_heavenly_hand() -> None:
    hand = scene("duyun", {0: HA}, "9s 8m 8m 8m 1m")
    turns(hand, "- - - -")
    draw(hand)
    assert win(hand, 0).wins[0].value.name == "plain"


def test_D_5_earthly_hand_is_anothers_first_own_draw() -> None:
    for seat in (1, 2, 3):
        before = seat
        hand = scene("duyun", {seat: HA}, "- " * before + "1m")
        turns(hand, "- " * before)
        draw(hand)
        result = win(hand, seat)
        assert result.wins[0].value.name == "earthly_hand"
        # 18 fan of 6 points from each.
        assert points(result) == [324 if other == seat else -108 for other in range(4)]


def test_D_5_the_second_own_draw_is_no_earthly_hand() -> None:
    hand = scene("duyun", {1: HA}, "9s 9m 9m 9m 9s 1m")
    turns(hand, "- - - - -")
    draw(hand)
    assert win(hand, 1).wins[0].value.name == "plain"


def test_D_5_a_win_on_a_discard_in_the_first_round_is_no_earthly_hand() -> None:
    hand = scene("duyun", {1: "111m333p77p999s55s"}, "7p")
    draw(hand)
    discard(hand, 0)
    assert win(hand, 1).wins[0].value.name == "all_triplets"


def test_D_5_decision_others_claims_do_not_spoil_it() -> None:
    # Seat 3 pongs the dealer's first discard, so seat 1 is passed over; its first own draw comes
    # a round later and is still its first.
    hand = scene("duyun", {1: HA, 3: "99s1479m147p1258p"}, "9s 8m 1m")
    draw(hand)
    discard(hand, 0)
    pong(hand, 3)
    discard(hand, 3, "1p")
    turns(hand, "-")
    draw(hand)
    assert win(hand, 1).wins[0].value.name == "earthly_hand"


def test_D_5_decision_a_concealed_kong_of_another_does_not_spoil_it() -> None:
    hand = scene("duyun", {0: "888s1479m147p125p", 1: HA}, "8s 1m", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    draw(hand)
    assert win(hand, 1).wins[0].value.name == "earthly_hand"


def test_D_5_not_with_a_meld_of_ones_own() -> None:
    # Seat 1 pongs the first discard and completes its hand with its first own draw.
    hand = scene("duyun", {1: "23m55m456p789p99s1p"}, "9s 8m 8m 8m 1m")
    draw(hand)
    discard(hand, 0)
    pong(hand, 1)
    discard(hand, 1, "1p")
    turns(hand, "- - -")
    draw(hand)
    assert hand.turn == 1
    assert hand.draws[1] == 1
    result = win(hand, 1)
    assert (result.wins[0].value.name, result.wins[0].value.fan) == ("plain", 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_D_5_a_win_on_a_replacement_tile_is_neither(seat: int) -> None:
    hand = scene("duyun", {seat: HD}, "- " * seat + "8s", tail="1m")
    turns(hand, "- " * seat)
    draw(hand)
    concealed_kong(hand, seat, "8s")
    draw(hand)
    result = win(hand, seat)
    assert result.wins[0].value.name == "plain"
    assert result.wins[0].value.extras == {"kong_flower": 1}


def test_D_5_the_dealer_may_decline_a_heavenly_hand() -> None:
    hand = scene("duyun", {0: HA}, "1m")
    draw(hand)
    assert {"win", "discard 1m"} <= options(hand, 0)
    hand.play(0, Action("discard", None, 0))
    assert not hand.is_over
