"""Answers of several seats to one tile: their order never matters, to state or money."""

import random
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

import pytest

from qianma.actions import PASS, PONG, WIN
from qianma.hand import Hand
from qianma.numbers import numbers_of
from qianma.rules.beans import beans_paid_at_once
from qianma.ruleset import load
from qianma.state import CLAIM, ROB
from tests.positions import walk
from tests.robberies import robbery
from tests.scenes import (
    PAIRS,
    scene_of_claims,
)

RULESETS = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")


def everything(hand: Hand) -> dict[str, Any]:
    """All that a state holds, in a form that can be compared."""
    return {
        "origin": (hand.ruleset, hand.deal, hand.wall, hand.dealer, hand.repeats, hand.dice),
        "numbers": numbers_of(hand),
    }


def group(kind: int, form: str) -> list[int]:
    """A pair, a triplet or the run that begins with a kind."""
    return {
        "pair": [kind] * 2,
        "triplet": [kind] * 3,
        "run": [kind, kind + 1, kind + 2],
    }[form]


def take(pool: list[int], tiles: list[int]) -> bool:
    """Take tiles out of the pool, if they are all there."""
    if any(pool[tile] < tiles.count(tile) for tile in tiles):
        return False
    for tile in tiles:
        pool[tile] -= 1
    return True


def waiting_hand(pool: list[int], kind: int, dice: random.Random) -> list[int] | None:
    """A hand out of the pool that waits for `kind`; None if this throw does not come off."""
    tiles: list[int] = []
    forms = dice.choice((["run"] * 4, ["triplet"] * 4, ["run", "run", "triplet", "triplet"]))
    forms = dice.sample([*forms, "pair"], 5)
    pool[kind] += 1
    for place, form in enumerate(forms):
        for _ in range(20):
            start = dice.randrange(27)
            if place == 0:
                start = kind - dice.randrange(3) if form == "run" else kind
            if start < 0 or (form == "run" and start % 9 > 6):
                continue
            if take(pool, group(start, form)):
                tiles += group(start, form)
                break
        else:
            return None
    # The tile waited for was lent to the pool, and is in the hand that is now one short of it.
    tiles.remove(kind)
    return tiles


def random_claims(ruleset: str, seed: int) -> Hand | None:
    """A discard for which chance has made several hands wait; plain ones need no bean here."""
    dice = random.Random(f"{ruleset} {seed}")
    kind = dice.randrange(27)
    pool = [4] * 27
    pool[kind] -= 1
    dealer = dice.randrange(4)
    deal: list[list[int]] = [[], [], [], []]
    for step in (1, 2, 3):
        wish = dice.choice(("wait", "wait", "pong", "nothing"))
        tiles: list[int] | None = []
        if wish == "wait":
            tiles = waiting_hand(pool, kind, dice)
        elif wish == "pong" and take(pool, [kind] * 2):
            tiles = [kind] * 2
        if tiles is None:
            return None
        deal[(dealer + step) % 4] = tiles
    rest = [tile for tile in range(27) for _ in range(pool[tile])]
    dice.shuffle(rest)
    for tiles in deal:
        while len(tiles) < 13:
            tiles.append(rest.pop())
    rules = load(ruleset, {"plain_discard_needs_bean": False})
    hand = Hand(rules, deal, [kind, *rest], dealer, dice.randrange(3))
    hand.draw()
    if "discard" not in {action.name for action in hand.legal_actions(dealer)}:
        return None
    hand.play(dealer, kind)
    return hand if hand.phase == CLAIM and int(hand.pending).bit_count() > 1 else None


def several_claims(ruleset: str) -> Iterator[Hand]:
    """Positions in which several seats are asked about one tile: made by chance, and in play."""
    for seed in range(1200):
        hand = random_claims(ruleset, seed)
        if hand is not None:
            yield hand
    for seed in range(30):
        for played in walk(ruleset, seed):
            if played.phase in (CLAIM, ROB) and int(played.pending).bit_count() > 1:
                yield played.copy()


def crafted_claims(ruleset: str) -> Iterator[Hand]:
    """Three winners at once, a win against a pong, several robbers."""
    for discarder in range(4):
        others = [(discarder + step) % 4 for step in (1, 2, 3)]
        hands = dict(zip(others, PAIRS, strict=True))
        yield scene_of_claims(ruleset, hands, discarder, "6m")
        hands = {others[0]: PAIRS[0], others[1]: "66m1479p258p147s9s"}
        yield scene_of_claims(ruleset, hands, discarder, "6m")
    for robbed in range(4):
        yield robbery(ruleset, robbed, (1, 2, 3))


def check_all_orders(hand: Hand) -> int:
    """All answers in all orders; the number of different sets of answers."""
    seats = hand.acting_seats()
    before = list(hand.log)
    number = 0
    for answers in product(*(hand.legal_codes(seat) for seat in seats)):
        number += 1
        ends: list[Hand] = []
        for order in permutations(range(len(seats))):
            copy = hand.copy()
            for place, which in enumerate(order):
                assert copy.legal_codes(seats[which]) == hand.legal_codes(seats[which])
                copy.play(seats[which], answers[which])
                if place < len(order) - 1:
                    # Nothing happens, and nothing is paid, before all have answered.
                    assert list(copy.log) == before
                    assert not copy.is_over
            ends.append(copy)
        first = everything(ends[0])
        for other in ends[1:]:
            assert everything(other) == first
            assert other == ends[0]
            assert hash(other) == hash(ends[0])
        if ends[0].is_over:
            results = [end.result() for end in ends]
            assert all(result == results[0] for result in results)
            assert sum(results[0].points) == 0
            winners = {seat for seat, code in zip(seats, answers, strict=True) if code == WIN}
            assert {w.seat for w in results[0].wins} == winners
            # The tile won on is the one that lay open, whoever answered when.
            assert {w.tile for w in results[0].wins} == {hand.open_tile}
            assert {w.source for w in results[0].wins} == {hand.open_seat}
        else:
            assert WIN not in answers
    return number


@pytest.mark.parametrize("ruleset", RULESETS)
def test_answers_in_every_order_give_the_same_state_and_result(ruleset: str) -> None:
    numbers = [check_all_orders(hand) for hand in several_claims(ruleset)]
    assert len(numbers) >= 40


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_answers_of_winners_and_robbers_in_every_order(ruleset: str) -> None:
    numbers = [check_all_orders(hand) for hand in crafted_claims(ruleset)]
    assert len(numbers) == 12
    # Three seats with two answers each, or a win against a pong.
    assert set(numbers) >= {8, 4}


def test_a_pong_that_was_answered_first_does_not_kill_a_win() -> None:
    hands = {1: "66m1479p258p147s9s", 2: PAIRS[0]}
    for first, second in ((1, 2), (2, 1)):
        hand = scene_of_claims("duyun", hands, 0, "6m")
        for seat in (first, second):
            hand.play(seat, PONG if seat == 1 else WIN)
        assert [w.seat for w in hand.result().wins] == [2]
        assert not hand.melds


def test_a_bean_is_not_paid_before_everybody_has_let_it_pass() -> None:
    for robbed in range(4):
        hand = robbery("duyun", robbed, (1, 2, 3))
        for seat in hand.acting_seats():
            assert beans_paid_at_once(hand) == ()
            hand.play(seat, PASS)
        # 1 fan from each of the other three.
        paid = beans_paid_at_once(hand)
        assert {entry.payer for entry in paid} == {0, 1, 2, 3} - {robbed}
        assert {(entry.payee, entry.fan) for entry in paid} == {(robbed, 1)}
