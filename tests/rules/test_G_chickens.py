"""Clauses G-12 to G-15: yaoji, the turned-over tile, golden, charge and responsible chickens."""

from typing import Any

import pytest

from qianma.hand import Hand
from qianma.settle import Result
from qianma.tiles import CODES
from tests.scenes import (
    HA,
    NO_CHICKENS,
    PAIRS,
    added_kong,
    concealed_kong,
    discard,
    discard_kong,
    draw,
    exhaust,
    ledger_of,
    paid_for,
    pass_all,
    points,
    pong,
    run_out_the_wall,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)

FLIPPED = {
    **{f"{rank}{suit}": f"{rank + 1}{suit}" for rank in range(1, 9) for suit in "mps"},
    **{f"9{suit}": f"1{suit}" for suit in "mps"},
}
"""The turned-over tile and the chicken it makes: the next rank of its suit, 1 after 9."""


def received(result: Result, reason: str = "chicken") -> list[int]:
    """What each seat receives for a reason from each of the other three, who all pay alike."""
    sums = paid_for(result, reason)
    each = [
        {sums.get((payer, seat), 0) for payer in range(4) if payer != seat} for seat in range(4)
    ]
    assert all(len(fan) == 1 for fan in each), "everybody pays the same"
    return [fan.pop() for fan in each]


@pytest.mark.parametrize(("flipped", "kind"), FLIPPED.items())
def test_G_12_the_next_rank_of_the_turned_over_tile_is_a_chicken(flipped: str, kind: str) -> None:
    hand = scene("guiyang", {0: HA}, f"4m {flipped}")
    draw(hand)
    result = win(hand, 0)
    assert (CODES[result.flipped.tile], CODES[result.flipped.kind]) == (flipped, kind)


def test_G_12_the_first_undrawn_tile_is_the_one_at_the_head() -> None:
    # Won on a replacement from the tail; 7m would have been drawn next, so 8m are chickens.
    hand = scene_of_claims(
        "guiyang", {0: "23m55m456p789p777s"}, 3, "7s", dealer=3, draws="7m", tail="4m 9p"
    )
    discard_kong(hand, 0)
    draw(hand)
    assert CODES[win(hand, 0).flipped.kind] == "8m"


def won_on_the_last_tile(**settings: bool) -> Result:
    """Seat 0 draws the 56th tile and wins; seat 1 holds a yaoji."""
    hands = {0: HA, 1: "2479p1368m2359s1s"}
    hand = scene("guiyang", hands, tail="4m", dealer=1, settings={"chickens": settings})
    run_out_the_wall(hand, 1)
    draw(hand)
    return win(hand, 0)


def test_G_12_with_the_wall_empty_only_yaoji() -> None:
    result = won_on_the_last_tile()
    assert (result.flipped.tile, result.flipped.kind) == (-1, -1)
    # The three other yaoji are drawn and discarded on the way: all four are paid.
    assert sum(received(result)) == 4
    assert received(result)[1] >= 1


def test_G_12_after_a_kong_the_wall_is_empty_where_head_and_tail_meet() -> None:
    # Dealer 2 takes one tile, 9m, from the tail; seat 0 wins on the last one left, 4m.
    hands = {0: HA, 2: "888s2479p1368m29s"}
    hand = scene("guiyang", hands, "8s", tail="9m 4m", dealer=2)
    draw(hand)
    concealed_kong(hand, 2, "8s")
    run_out_the_wall(hand, 1)
    assert draw(hand) == "4m"
    assert win(hand, 0).flipped.tile == -1


def test_G_12_nothing_is_turned_over_when_nobody_has_won() -> None:
    result = exhaust(scene("guiyang", {1: "2479p1368m2359s1s"}))
    assert result.flipped.tile == -1
    assert not result.ledger


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({}, [0, 1, 1, 0]),
        ({"flipped": False}, [0, 1, 0, 0]),
        ({"yaoji": False, "golden": False, "charge": False, "responsible": False}, [0, 0, 1, 0]),
        (NO_CHICKENS["chickens"], [0, 0, 0, 0]),
    ],
)
def test_G_12_settings_yaoji_and_flipped(switches: dict[str, bool], expected: list[int]) -> None:
    # Seat 1 holds a yaoji, seat 2 an 8m, which 7m makes a chicken.
    hands = {0: HA, 1: "2479p1369m12359s", 2: "2479p1368m23579s"}
    hand = scene("guiyang", hands, "4m 7m", away="8m", settings={"chickens": switches})
    draw(hand)
    assert received(win(hand, 0)) == expected


def test_G_13_hand_melds_and_discards_count() -> None:
    # Chickens are 8m: one in the hand of seat 1, one discarded by seat 2.
    hands = {0: HA, 1: "2479p1368m23579s"}
    hand = scene("guiyang", hands, "- 8m - 4m 7m", dealer=1, away="8m")
    turns(hand, "- - -")
    draw(hand)
    result = win(hand, 0)
    assert received(result) == [0, 1, 1, 0]
    # Each settles with each: 1 from the other three, so seats 1 and 2 are even, beside the win.
    assert ledger_of(result, reason="chicken") == 6


def test_G_13_a_claimed_discard_is_the_claimers() -> None:
    # Seat 2 discards the 8m, which seat 3 pongs; the fourth lies with seat 1.
    hands = {0: HA, 1: "2479p1368m23579s", 3: "88m2479p136m235s9s"}
    hand = scene("guiyang", hands, "- 8m 4m 7m", dealer=1, away="8m")
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    pong(hand, 3)
    turns(hand, "1m")
    draw(hand)
    assert received(win(hand, 0)) == [0, 1, 0, 3]


def test_G_13_a_kong_of_chickens() -> None:
    hands = {0: HA, 3: "888m2479p136m235s"}
    hand = scene("guiyang", hands, "- 8m 4m 7m", dealer=1, tail="9p")
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    discard_kong(hand, 3)
    turns(hand, "-")
    draw(hand)
    assert received(win(hand, 0)) == [0, 0, 0, 4]


def test_G_13_a_self_drawn_tile_is_the_winners() -> None:
    hand = scene("guiyang", {0: HA}, "4m 3m")
    draw(hand)
    assert received(win(hand, 0)) == [1, 0, 0, 0]


@pytest.mark.parametrize("winners", [(1,), (1, 2), (1, 2, 3)])
def test_G_13_the_tile_won_on_belongs_to_each_winner(winners: tuple[int, ...]) -> None:
    # Chickens are 6m: each of the seats 1 to 3 holds one, and each winner has the discard too.
    waiting = dict(zip((1, 2, 3), PAIRS, strict=True))
    hand = scene_of_claims("guiyang", waiting, 0, "6m", draws="5m")
    result = win(hand, *winners)
    assert received(result) == [0, *(2 if seat in winners else 1 for seat in (1, 2, 3))]


def test_G_13_the_robbed_tile_belongs_to_each_winner() -> None:
    # Chickens are 4m: three in the pong that stays, one for each robber.
    hand = scene_of_robbery("guiyang", (1, 3), draws="3m")
    assert received(win(hand, 1, 3)) == [3, 1, 0, 1]


@pytest.mark.parametrize(
    ("flipped", "golden", "worth"), [("9s", True, 2), ("9s", False, 1), ("9p", True, 1)]
)
def test_G_14_golden_yaoji_are_two_fan_a_piece(flipped: str, golden: bool, worth: int) -> None:
    # Seat 1 holds two yaoji, the winner one.
    hands = {0: "23m55m456p789p123s", 1: "2479p1368m11235s"}
    settings = {"chickens": {"golden": golden}}
    hand = scene("guiyang", hands, f"4m {flipped}", away="1p", settings=settings)
    draw(hand)
    result = win(hand, 0)
    assert result.flipped.golden == (worth == 2)
    assert received(result) == [worth, 2 * worth, 0, 0]


def won_after(draws: str, hands: dict[int, str], flipped: str, **switches: Any) -> Result:
    """Dealer 1; everybody discards the `draws`, nobody claims; then seat 0 wins on 4m."""
    count = len(draws.split())
    assert count % 4 == 3
    settings = {"chickens": switches}
    hand = scene(
        "guiyang", {0: HA, **hands}, f"{draws} 4m {flipped}", dealer=1, away="1p", settings=settings
    )
    turns(hand, "- " * count)
    draw(hand)
    return win(hand, 0)


@pytest.mark.parametrize(
    ("flipped", "golden", "worth"), [("9p", True, 1), ("9s", True, 2), ("9s", False, 1)]
)
def test_G_15_the_first_yaoji_discarded_counts_double(
    flipped: str, golden: bool, worth: int
) -> None:
    # 2 in all for the discarder's yaoji, 4 when golden: its plain worth and as much again.
    result = won_after("- 1s -", {}, flipped, golden=golden)
    assert received(result) == [0, 0, worth, 0]
    assert received(result, "charge_chicken") == [0, 0, worth, 0]


def test_G_15_only_the_first_of_the_hand() -> None:
    # Seat 2 discards the first and one more, seat 3 its own first.
    result = won_after("- 1s 1s - - 1s -", {}, "9p")
    assert received(result) == [0, 0, 2, 1]
    assert received(result, "charge_chicken") == [0, 0, 1, 0]


def test_G_15_setting_charge() -> None:
    result = won_after("- 1s -", {}, "9p", charge=False)
    assert received(result) == [0, 0, 1, 0]
    assert ledger_of(result, reason="charge_chicken") == 0


@pytest.mark.parametrize("claim", ["pong", "kong"])
@pytest.mark.parametrize("flipped", ["9p", "9s"])
@pytest.mark.parametrize("responsible", [True, False])
def test_G_15_who_discards_a_claimed_first_yaoji_pays_one_more(
    claim: str, flipped: str, responsible: bool
) -> None:
    held = 2 if claim == "pong" else 3
    hands = {0: HA, 3: "2479p1368m11235s" if held == 2 else "2479p136m111235s"}
    settings = {"chickens": {"responsible": responsible}}
    hand = scene(
        "guiyang", hands, f"- 1s 4m {flipped}", tail="9p", dealer=1, away="1p", settings=settings
    )
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    if claim == "pong":
        pong(hand, 3)
        turns(hand, "1m")
    else:
        discard_kong(hand, 3)
        turns(hand, "-")
    draw(hand)
    result = win(hand, 0)
    worth = 2 if flipped == "9s" else 1
    assert received(result) == [0, 0, 0, (held + 1) * worth]
    assert paid_for(result, "responsible_chicken") == ({(2, 3): 1} if responsible else {})
    assert ledger_of(result, reason="charge_chicken") == 0


def test_G_15_a_later_yaoji_that_is_claimed_is_none() -> None:
    # Seat 1 discards the first, nobody claims it; seat 2 another, which seat 3 pongs.
    hands = {0: HA, 3: "2479p1368m11235s"}
    hand = scene("guiyang", hands, "1s 1s 4m 9p", dealer=1, away="1p")
    draw(hand)
    discard(hand, 1)
    pass_all(hand)
    draw(hand)
    discard(hand, 2)
    pong(hand, 3)
    turns(hand, "1m")
    draw(hand)
    result = win(hand, 0)
    assert received(result, "charge_chicken") == [0, 1, 0, 0]
    assert ledger_of(result, reason="responsible_chicken") == 0


def test_G_15_after_a_claimed_first_yaoji_a_later_one_does_not_charge() -> None:
    hands = {0: HA, 3: "2479p1368m11235s"}
    hand = scene("guiyang", hands, "- 1s - 1s - - 4m 9p", dealer=1, away="1p")
    turns(hand, "-")
    draw(hand)
    discard(hand, 2)
    pong(hand, 3)
    turns(hand, "1m - - - -")
    result_of_draw = draw(hand)
    assert result_of_draw == "4m"
    result = win(hand, 0)
    assert ledger_of(result, reason="charge_chicken") == 0
    assert received(result)[1] == 1


def test_G_15_a_first_yaoji_that_is_won_on_is_neither() -> None:
    # Seat 3 waits for 1s with seven pairs and wins on the first yaoji.
    hand = scene_of_claims("guiyang", {3: "7799m2266p44661s"}, 2, "1s", draws="9p", away="1p")
    result = win(hand, 3)
    assert received(result) == [0, 0, 0, 2]
    assert ledger_of(result, reason="charge_chicken") == 0
    assert ledger_of(result, reason="responsible_chicken") == 0


def test_G_15_corner_the_fourth_of_a_responsible_pong_is_robbed() -> None:
    """B keeps three chickens and the responsible fan; C and D have one yaoji each.

    B is seat 0, which pongs the first yaoji, from seat 3; C and D, seats 1 and 2, wait for 1s.
    """
    hands = {0: "11s2479p136m579s8m", 1: "23s55m456p789p345s", 2: "23s99m678p456p678s"}
    hand = robbed_yaoji(hands)
    result = win(hand, 1, 2)
    assert received(result) == [3, 1, 1, 0]
    assert paid_for(result, "responsible_chicken") == {(3, 0): 1}
    assert ledger_of(result, reason="added_kong") == 0
    # Three shares of plain, 1, for each robber, none of whom deals: dealer 3's share carries 1
    # more, so 4 each. Chickens: seat 0 gets 3 from each and pays 1 twice, and so on.
    assert points(result) == [9 - 2 + 1 - 8, 3 - 3 - 1 + 4, 3 - 3 - 1 + 4, -3 - 1 - 1 - 1]


def robbed_yaoji(hands: dict[int, str]) -> Hand:
    hand = scene_of_claims("guiyang", hands, 3, "1s", dealer=3, draws="- - - 1s 9p", away="1p")
    pong(hand, 0)
    turns(hand, "8m - - -")
    draw(hand)
    added_kong(hand, 0, "1s")
    return hand
