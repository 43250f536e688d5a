"""D-7 and D-8: beans, and when they go back."""

from typing import Any

import pytest

from qianma.hand import Hand
from qianma.packed import EVENT_DRAW, EVENT_PAYMENT
from tests.scenes import (
    HB,
    HD,
    added_kong,
    clause_against,
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
    scene,
    scene_of_claims,
    turns,
    win,
)

JUNK = "1479m147p25s"
"""Nine tiles that are far from anything; four more make a hand."""


def concealed(seat: int = 0, **more: Any) -> Hand:
    """Seat `seat` has just made a concealed kong of 8s at its first turn."""
    hand = scene("duyun", {seat: f"{JUNK}888s9p"}, "- " * seat + "8s", **more)
    turns(hand, "- " * seat)
    draw(hand)
    concealed_kong(hand, seat, "8s")
    return hand


def of_discard(seat: int = 1, discarder: int = 0, **more: Any) -> Hand:
    """Seat `seat` has just made a discard kong of the 8s of `discarder`."""
    hand = scene_of_claims("duyun", {seat: f"{JUNK}888s9p"}, discarder, "8s", **more)
    discard_kong(hand, seat)
    return hand


def added(late: bool = False, **more: Any) -> Hand:
    """Seat 0 has just added the fourth 8s to its pong: as drawn, or (late) a turn later."""
    hands = {0: f"{JUNK}88s39p"}
    hand = scene_of_claims("duyun", hands, 3, "8s", draws="- - - 8s - - - -", **more)
    pong(hand, 0)
    turns(hand, "9p - - -")
    draw(hand)
    if late:
        turns(hand, "3p - - -")
        draw(hand)
    added_kong(hand, 0, "8s")
    return hand


# D-7


@pytest.mark.parametrize("repeats", [0, 5])
@pytest.mark.parametrize("seat", range(4))
def test_D_7_concealed_kong_2_from_each_of_the_others_without_dealer_bonus(
    seat: int, repeats: int
) -> None:
    result = exhaust(concealed(seat, repeats=repeats))
    others = [other for other in range(4) if other != seat]
    assert paid_for(result, "concealed_kong") == {(other, seat): 2 for other in others}


@pytest.mark.parametrize("repeats", [0, 5])
@pytest.mark.parametrize("late", [False, True])
def test_D_7_added_kong_1_from_each_of_the_others(late: bool, repeats: int) -> None:
    result = exhaust(added(late, repeats=repeats))
    assert paid_for(result, "added_kong") == {(1, 0): 1, (2, 0): 1, (3, 0): 1}


@pytest.mark.parametrize("repeats", [0, 5])
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_D_7_discard_kong_1_from_the_discarder_alone(seat: int, step: int, repeats: int) -> None:
    discarder = (seat + step) % 4
    result = exhaust(of_discard(seat, discarder, repeats=repeats))
    assert paid_for(result, "discard_kong") == {(discarder, seat): 1}


@pytest.mark.parametrize("make", [concealed, of_discard, added])
def test_D_7_beans_are_paid_at_once(make: Any) -> None:
    hand: Hand = make()
    # The payment stands in the history before the replacement tile is drawn ...
    assert [event.type for event in hand.events()][-1] == EVENT_PAYMENT
    draw(hand)
    assert [event.type for event in hand.events()][-2:] == [EVENT_PAYMENT, EVENT_DRAW]


def test_D_7_a_robbed_kong_is_not_paid_and_one_that_could_be_is_paid_when_it_stands() -> None:
    hands = {0: f"{JUNK}88s39p", 1: "111222333p79s99p"}
    hand = scene_of_claims("duyun", hands, 3, "8s", draws="- - - 8s")
    pong(hand, 0)
    turns(hand, "9p - - -")
    draw(hand)
    added_kong(hand, 0, "8s")
    assert EVENT_PAYMENT not in [event.type for event in hand.events()]
    stands = hand.copy()
    assert ledger_of(win(hand, 1), reason="added_kong") == 0
    pass_all(stands)
    assert [event.type for event in stands.events()][-1] == EVENT_PAYMENT


def test_D_7_paid_beans_stay_when_another_wins() -> None:
    # Seat 0's concealed kong brings 6 fan; seat 1 wins the next tile but one by itself.
    hand = scene("duyun", {0: f"{JUNK}888s9p", 1: HB}, "8s 7p", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "9p")
    draw(hand)
    result = win(hand, 1)
    assert result.wins[0].value.name == "earthly_hand"
    # Earthly hand 18 from each; the bean 2 from each.
    assert points(result) == [6 * (6 - 18), 6 * (54 - 2), 6 * -20, 6 * -20]


@pytest.mark.parametrize(
    ("make", "kind", "reason", "payers"),
    [
        (concealed, "concealed", "concealed_kong", 3),
        (of_discard, "discard", "discard_kong", 1),
        (added, "added", "added_kong", 3),
    ],
)
@pytest.mark.parametrize("fan", [0, 7])
def test_D_7_setting_bean_fan(make: Any, kind: str, reason: str, payers: int, fan: int) -> None:
    result = exhaust(make(settings={"bean_fan": {kind: fan}}))
    assert ledger_of(result, reason=reason) == fan * payers


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("setting", ["paid", "unpaid"])
def test_D_7_setting_late_added_kong(setting: str, late: bool) -> None:
    # C-15: only the fourth tile that is not the one just drawn is unpaid, and only by the setting.
    result = exhaust(added(late, settings={"late_added_kong": setting}))
    fan = 0 if late and setting == "unpaid" else 3
    assert ledger_of(result, reason="added_kong") == fan
    assert ledger_of(result, reason="bean_refund") == fan


def test_D_7_an_unpaid_late_kong_still_is_a_bean() -> None:
    # C-15 and D-6: seat 0's plain hand wins on a discard with it.
    # Seat 0 pongs 8s, draws the fourth, keeps it for a turn and adds it; then 1m is discarded.
    hands = {0: "23m55m456p67p88s99s"}
    settings = {"late_added_kong": "unpaid"}
    draws = "- - - 8s - - - 8p 1m"
    for adds in (True, False):
        hand = scene_of_claims("duyun", hands, 3, "8s", draws=draws, tail="9m", settings=settings)
        pong(hand, 0)
        turns(hand, "9s - - - 9s - - -")
        draw(hand)
        if adds:
            added_kong(hand, 0, "8s")
            draw(hand)
            discard(hand, 0, "9m")
        else:
            discard(hand, 0, "8s")
        draw(hand)
        discard(hand, 1, "1m")
        assert clause_against(hand, 0, "win") == (None if adds else "D-6")
        if adds:
            result = win(hand, 0)
            assert ledger_of(result, reason="added_kong") == 0
            assert points(result) == [6, -6, 0, 0]


# D-8


@pytest.mark.parametrize(
    ("make", "reason", "fan"),
    [(concealed, "concealed_kong", 6), (of_discard, "discard_kong", 1), (added, "added_kong", 3)],
)
def test_D_8_who_is_not_ready_gives_everything_back_to_those_who_paid(
    make: Any, reason: str, fan: int
) -> None:
    result = exhaust(make())
    paid = paid_for(result, reason)
    assert sum(paid.values()) == fan
    back = {(payee, payer): amount for (payer, payee), amount in paid.items()}
    assert paid_for(result, "bean_refund") == back
    assert points(result) == [0, 0, 0, 0]


def ready_with_a_bean(**more: Any) -> Hand:
    """Seat 0 waits for 1m and 4m with a concealed kong of 8s."""
    hand = scene("duyun", {0: HD}, "8s", tail="9s", **more)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    return hand


def test_D_8_who_is_ready_keeps_the_beans() -> None:
    result = exhaust(ready_with_a_bean())
    assert result.ready == (0,)
    assert paid_for(result, "bean_refund") == {}
    # Beans 2 from each, ready check (plain) 1 from each.
    assert points(result) == [54, -18, -18, -18]


@pytest.mark.parametrize("make", [ready_with_a_bean, concealed])
def test_D_8_setting_void_gives_all_beans_back(make: Any) -> None:
    result = exhaust(make(settings={"beans_when_exhausted": "void"}))
    assert paid_for(result, "bean_refund") == {(0, 1): 2, (0, 2): 2, (0, 3): 2}


def test_D_8_several_beans_of_several_players() -> None:
    # Seat 0 (ready) and seat 1 (not ready) each make a concealed kong: only seat 1 gives back.
    hand = scene("duyun", {0: HD, 1: f"{JUNK.replace('5s', '4s')}777s9p"}, "8s 7s", tail="9s 9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    draw(hand)
    concealed_kong(hand, 1, "7s")
    result = exhaust(hand)
    assert paid_for(result, "concealed_kong") == {
        **{(other, 0): 2 for other in (1, 2, 3)},
        **{(other, 1): 2 for other in (0, 2, 3)},
    }
    assert paid_for(result, "bean_refund") == {(1, 0): 2, (1, 2): 2, (1, 3): 2}


def test_D_8_not_when_somebody_wins() -> None:
    hand = scene("duyun", {0: f"{JUNK}888s9p", 1: HB}, "8s", tail="7p")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0, "9p")
    turns(hand, "- - -")
    draw(hand)
    discard(hand, 0, "7p")
    result = win(hand, 1)
    assert paid_for(result, "bean_refund") == {}
    assert ledger_of(result, reason="concealed_kong") == 6
