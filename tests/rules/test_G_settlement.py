"""Clauses G-6, G-10, G-11, G-19, G-21 to G-23: the ready check, beans, who pays, leaving."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from qianma.actions import Action
from qianma.match import Match
from qianma.ruleset import load
from qianma.state import LEFT, UNDECIDED
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    PAIRS,
    concealed_kong,
    declare,
    draw,
    exhaust,
    ledger_of,
    paid_for,
    points,
    scene,
    scene_of_claims,
    scene_with_meld,
    turns,
    win,
)

READY = (HA, HB, "2288m2244p6688s7m", "1115566888999p")
"""Ready hands, one for each seat: plain, all triplets, seven pairs, flush triplets."""
READY_FAN = (1, 5, 7, 15)


def subsets() -> Iterator[tuple[int, ...]]:
    for size in range(5):
        yield from combinations(range(4), size)


@pytest.mark.parametrize("ready", list(subsets()))
def test_G_6_who_is_not_ready_pays_every_ready_player(ready: tuple[int, ...]) -> None:
    hand = scene("guiyang", {seat: READY[seat] for seat in ready}, dealer=2)
    result = exhaust(hand)
    assert result.ready == ready
    # With nobody or everybody ready these are no payments at all.
    expected = {
        (payer, seat): READY_FAN[seat] for seat in ready for payer in range(4) if payer not in ready
    }
    assert paid_for(result, "ready_check") == expected
    assert {entry.reason for entry in result.ledger} <= {"ready_check"}


def test_G_6_the_best_pattern_over_the_waits() -> None:
    # 3m makes all triplets, 5; 1m and 4m leave a run of the 2m, plain.
    hand = scene("guiyang", {0: "2223m444p666p888s"})
    assert ledger_of(exhaust(hand), 1, 0, "ready_check") == 5


def test_G_6_a_bean_to_win_with_is_not_asked_for() -> None:
    # HA could not be won on a discard; that it is worth 1 either way shows above. With a pattern
    # fan of 3 for plain it still counts.
    hand = scene("guiyang", {0: HA}, settings={"patterns": {"plain": 3}})
    assert ledger_of(exhaust(hand), 1, 0) == 3


@pytest.mark.parametrize(("tiles", "fan"), [(HA, 10), (HB, 15)])
def test_G_6_a_declared_hand_is_valued_as_a_flush(tiles: str, fan: int) -> None:
    hand = scene("guiyang", {0: tiles}, "9m")
    draw(hand)
    declare(hand, 0)
    assert ledger_of(exhaust(hand), 1, 0, "ready_check") == fan


@pytest.mark.parametrize("setting", [False, True])
def test_G_6_dealer_bonus_at_the_ready_check_is_a_setting(setting: bool) -> None:
    settings = {"dealer_bonus_at_ready_check": setting}
    ready = {0: READY[0], 1: READY[1]}
    # Dealer 0 after two repeats: 3 more for what the dealer receives.
    result = exhaust(scene("guiyang", ready, repeats=2, settings=settings))
    bonus = 3 if setting else 0
    assert points(result) == [2 * (1 + bonus), 10, -6 - bonus, -6 - bonus]
    # Dealer 3, who is not ready, pays them.
    result = exhaust(scene("guiyang", ready, dealer=3, repeats=2, settings=settings))
    assert points(result) == [2 + bonus, 10 + bonus, -6, -6 - 2 * bonus]


def test_G_6_no_beans_and_no_chickens_at_an_exhausted_wall() -> None:
    # Seat 0 makes a kong and holds a yaoji; only seat 2 is ready.
    hand = scene("guiyang", {0: "777s2479p1368m19s", 2: HA}, "7s", tail="9m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    result = exhaust(hand)
    assert points(result) == [-1, -1, 3, -1]
    assert result.flipped.tile < 0


@pytest.mark.parametrize(
    ("how", "reason", "payers", "total"),
    [
        # Seat 0 wins plain by self-draw: 2 from each when it deals, else 1, and 2 from dealer 3.
        ("concealed", "concealed_kong", {1: 2, 2: 2, 3: 2}, [12, -4, -4, -4]),
        ("discard", "discard_kong", {3: 1}, [5, -1, -1, -3]),
        ("added", "added_kong", {1: 3, 2: 3, 3: 3}, [13, -4, -4, -5]),
        ("pong", "", {}, [4, -1, -1, -2]),
    ],
)
def test_G_10_what_each_kong_is_paid(
    how: str, reason: str, payers: dict[int, int], total: list[int]
) -> None:
    hand = scene_with_meld("guiyang", "23m55m456p789p", "8s", "4m", how, settings=NO_CHICKENS)
    result = win(hand, 0)
    assert paid_for(result, reason) == {(payer, 0): fan for payer, fan in payers.items()}
    assert points(result) == total


def test_G_10_all_beans_add_up() -> None:
    # Seat 0 makes two concealed kongs, seat 1 one; seat 0 wins as dealer.
    hands = {0: "777s888s23m55m456p", 1: "111p2479p136m256s"}
    hand = scene("guiyang", hands, "8s 1p - - 4m", tail="7s 9m 9m", settings=NO_CHICKENS)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "1p")
    turns(hand, "- - -")
    draw(hand)
    result = win(hand, 0)
    assert paid_for(result, "concealed_kong") == {
        (1, 0): 4, (2, 0): 4, (3, 0): 4, (0, 1): 2, (2, 1): 2, (3, 1): 2,
    }  # fmt: skip
    # The win brings 2 from each: 6 + 12 - 2, -2 - 4 + 6, -2 - 4 - 2 twice.
    assert points(result) == [16, 0, -8, -8]


@pytest.mark.parametrize("setting", [False, True])
def test_G_11_beans_and_chickens_of_all_four_players(setting: bool) -> None:
    """Seats 1 and 3 hold a yaoji, seat 2 makes a kong; of the three seat 3 alone is ready."""
    hands = {0: HA, 1: "2479p1368m12359s", 2: "888s2479p1368m29s", 3: "7799m2266p44661s"}
    settings = {"settle_only_ready": setting}
    # Turned over are 9p, so that 1p, which nobody has, are chickens beside yaoji.
    hand = scene("guiyang", hands, "- - 8s - 4m 9p", tail="7m", away="1p", settings=settings)
    turns(hand, "- -")
    draw(hand)
    concealed_kong(hand, 2, "8s")
    turns(hand, "- -")
    draw(hand)
    result = win(hand, 0)
    kong = {} if setting else {(payer, 2): 2 for payer in (0, 1, 3)}
    assert paid_for(result, "concealed_kong") == kong
    chickens = {(payer, 3): 1 for payer in (0, 1, 2)}
    if not setting:
        chickens |= {(payer, 1): 1 for payer in (0, 2, 3)}
    assert paid_for(result, "chicken") == chickens


def test_G_11_everybody_pays_the_one_who_receives() -> None:
    # With settle_only_ready the winner's bean is paid by the ready and the not ready alike.
    settings = {"settle_only_ready": True, **NO_CHICKENS}
    hand = scene_with_meld("guiyang", "23m55m456p789p", "8s", "4m", "concealed", settings=settings)
    assert paid_for(win(hand, 0), "concealed_kong") == {(1, 0): 2, (2, 0): 2, (3, 0): 2}


@pytest.mark.parametrize("fan", [1, 5])
def test_G_19_each_pays_a_self_draw(fan: int) -> None:
    # Seat 1 wins, dealer is seat 3; the dealer bonus (G-20) is 1.
    tiles, last = (HA, "4m") if fan == 1 else (HB, "7p")
    hand = scene("guiyang", {1: tiles}, f"- - {last}", dealer=3, settings=NO_CHICKENS)
    turns(hand, "- -")
    draw(hand)
    result = win(hand, 1)
    assert paid_for(result, "win") == {(payer, 1): fan for payer in (0, 2, 3)}
    assert points(result) == [-fan, 3 * fan + 1, -fan, -fan - 1]


def test_G_19_the_discarder_alone_pays_each_winner() -> None:
    # Seat 0, who does not deal, discards 6m: seat 1 wins a plain flush, 10, seat 2 seven pairs, 7.
    waiting = {1: "2223334588899m", 2: PAIRS[0]}
    hand = scene_of_claims("guiyang", waiting, 0, "6m", dealer=3, settings=NO_CHICKENS)
    result = win(hand, 1, 2)
    assert paid_for(result, "win") == {(0, 1): 10, (0, 2): 7}
    assert points(result) == [-17, 10, 7, 0]


@pytest.mark.parametrize("base", [1, 5, 100])
def test_G_21_points_are_the_base_times_all_fan(base: int) -> None:
    # 1 for the pattern and 1 for dealing, 2 for the kong, 1 for the yaoji in hand: 5 from each.
    settings = {"base": base}
    hand = scene(
        "guiyang", {0: "777s23m55m456p123s"}, "7s 8m", tail="4m", away="9m", settings=settings
    )
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    result = win(hand, 0)
    assert points(result) == [15 * base, -5 * base, -5 * base, -5 * base]
    assert all(entry.points == base * entry.fan for entry in result.ledger)


def test_G_21_the_base_is_1_by_default() -> None:
    assert load("guiyang").base == load("guiyang-street").base == 1


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street"])
def test_G_22_a_kong_flower_is_a_self_draw(ruleset: str) -> None:
    hand = scene_with_meld(ruleset, "23m55m456p789p", "8s", "4m", "concealed", settings=NO_CHICKENS)
    result = win(hand, 0)
    assert [(entry.value.fan, entry.value.extras) for entry in result.wins] == [(1, {})]
    assert ledger_of(result, 1, 0) == 1 + 1 + 2  # pattern, dealer, kong


def test_G_22_setting_kong_flower_fan() -> None:
    settings = {"kong_flower_fan": 2, **NO_CHICKENS}
    hand = scene_with_meld("guiyang", "23m55m456p789p", "8s", "4m", "concealed", settings=settings)
    result = win(hand, 0)
    assert paid_for(result, "kong_flower") == {(1, 0): 2, (2, 0): 2, (3, 0): 2}


@pytest.mark.parametrize("winner", [0, 1])
def test_G_22_heavenly_and_earthly_hands_are_self_draws(winner: int) -> None:
    hand = scene("guiyang", {winner: HA}, "- " * winner + "4m", settings=NO_CHICKENS)
    turns(hand, "- " * winner)
    draw(hand)
    result = win(hand, winner)
    assert [(entry.value.name, entry.value.fan) for entry in result.wins] == [("plain", 1)]


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street"])
def test_G_23_who_leaves_is_replaced_and_pays_nothing(ruleset: str) -> None:
    match = Match(ruleset)
    hand = match.hand = scene(ruleset, {0: HA}, "- - - - 4m", settings=NO_CHICKENS)
    turns(hand, "- -")
    draw(hand)
    hand.leave(2)
    assert (hand.outcome, hand.acting_seats()) == (UNDECIDED, [2]), "its moves go on"
    turns(hand, "- -")
    draw(hand)
    hand.play(0, Action("win"))
    result = match.finish()
    assert points(result) == [6, -2, -2, -2]
    assert not match.is_over


def test_G_23_setting_leaving_ends_game() -> None:
    # 16 fan to each of the other three, as in Duyun (D-17), at a base of 1.
    hand = scene("guiyang", settings={"leaving": "ends_game"})
    draw(hand)
    hand.leave(2)
    assert hand.outcome == LEFT
    assert points(hand.result()) == [16, 16, -48, 16]
