"""The reference table against the worked situations: who pays what, and who deals next."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.scenes import fans, play, scene
from tests.reference.shapes import kind_of
from tests.reference.table import Table
from tests.reference.test_reference_table import HA, HB, to_added_kong

TRIPLETS = ("111m333p77p999s55s", "222888m7p444666s")
"""All triplets and a hand that waits for the same 7p."""
FOUR_9M = "999m23568p14578s"
"""Far from ready, three 9m."""
ON_7P = "22345m56p222678s"
"""Plain, waits 4p 7p."""


def points(table: Table) -> list[int]:
    found: list[int] = table.result()["points"]
    assert sum(found) == 0
    return found


def next_hand(table: Table) -> tuple[int | None, int | None]:
    result = table.result()
    return result["next_dealer"], result["repeats"]


def everyone(to: int, fan: int) -> dict[tuple[int, int], int]:
    return {(seat, to): fan for seat in range(4) if seat != to}


def to_seat(table: Table, reason: str, to: int) -> dict[tuple[int, int], int]:
    return {pair: fan for pair, fan in fans(table, reason).items() if pair[1] == to}


def dealt_in(rules: str, *hands: str, dealer: int = 0, **more: Any) -> Table:
    """Seat 0 discards 7p, and all who can win on it do."""
    table = scene(rules, ["", *hands], "7p", quiet="7p5s", **more)
    table.dealer = dealer
    play(table, "draw, 0 discard 7p")
    for seat in table.pending():
        table.act(seat, ("win",))
    return table


# Wins and the dealer.


@pytest.mark.parametrize("repeats", [0, 1, 5])
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_G_20_dealer_bonus(dealer: int, repeats: int) -> None:
    table = dealt_in("guiyang", HB, dealer=dealer, repeats=repeats)
    assert fans(table, "win") == {(0, 1): 5}
    assert fans(table, "dealer_bonus") == ({} if dealer == 2 else {(0, 1): 1 + repeats})
    assert next_hand(table) == (1, repeats + 1 if dealer == 1 else 0)


@pytest.mark.parametrize("dealer", [0, 1])
def test_G_20_self_draw(dealer: int) -> None:
    table = scene("guiyang", [HB], "7p", quiet="7p5s", repeats=2)
    table.dealer = dealer
    play(table, "draw, 0 win")
    assert fans(table, "win") == everyone(0, 5)
    assert fans(table, "dealer_bonus") == (everyone(0, 3) if dealer == 0 else {(1, 0): 3})


def test_D_2_examples() -> None:
    table = scene("duyun", [HA], "9s 1p 1p 1p 4m", quiet="14m9s1p", repeats=5)
    play(table, "draw, 0 discard 9s, pass all")
    for seat in (1, 2, 3):
        play(table, f"draw, {seat} discard 1p, pass all")
    play(table, "draw, 0 win")
    assert points(table) == [108, -36, -36, -36]
    table = dealt_in("duyun", "1122233345668p", repeats=5)
    assert table.result()["winners"][0]["pattern"] == "full_flush"
    assert points(table) == [-66, 66, 0, 0]
    assert points(dealt_in("duyun", HB)) == [-18, 18, 0, 0]


@pytest.mark.parametrize(
    ("dealer", "expected"), [(0, (1, 0)), (1, (1, 1)), (2, (2, 1)), (3, (1, 0))]
)
def test_G_3_two_winners(dealer: int, expected: tuple[int, int]) -> None:
    pairs = ("1133m5588m2299s7p", "1144m6677m2299s7p")
    table = dealt_in("guiyang", *pairs, dealer=dealer)
    assert len(table.winners) == 2
    assert next_hand(table) == expected
    table = dealt_in("duyun", *pairs, dealer=dealer)
    assert next_hand(table) == (0, 1 if dealer == 0 else 0)


def test_G_4_three_winners() -> None:
    three = ("1133m5588m2299s7p", "1122m4466m3388s7p", "9922m7766m4455s7p")
    for dealer in range(4):
        table = dealt_in("guiyang", *three, dealer=dealer)
        assert [winner.seat for winner in table.winners] == [1, 2, 3]
        assert next_hand(table) == (0, 1 if dealer == 0 else 0)


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("repeats", [0, 2])
def test_G_16_three_shares(dealer: int, repeats: int) -> None:
    table = to_added_kong("guiyang", HA, repeats=repeats)
    table.dealer = dealer
    play(table, "2 win")
    bonus = 1 + repeats
    assert fans(table, "win") == {(1, 2): 3}
    assert fans(table, "dealer_bonus") == {(1, 2): 3 * bonus if dealer == 2 else bonus}
    assert fans(table, "added_kong") == {}
    assert table.melds[1] == [("pong", kind_of("4m"))]


ALSO_ON_4M = "5699m123p678222s"


def test_several_robbers() -> None:
    table = to_added_kong("guiyang", HA, ALSO_ON_4M)
    play(table, "3 win, 2 win")
    assert fans(table, "win") == {(1, 2): 3, (1, 3): 3}
    assert fans(table, "dealer_bonus") == {(1, 2): 1, (1, 3): 1}
    assert next_hand(table) == (2, 0)
    table = to_added_kong("duyun", HA, ALSO_ON_4M)
    play(table, "2 win, 3 win")
    assert points(table) == [0, -12, 6, 6]
    assert next_hand(table) == (1, 0)


def test_D_10_a_robbed_kong_costs_nobody_anything() -> None:
    table = to_added_kong("duyun", HA)
    play(table, "2 win")
    assert points(table) == [0, -6, 6, 0]
    assert [line["type"] for line in table.events].count("payment") == 0
    assert next_hand(table) == (2, 0)


def test_G_17_and_D_13_money() -> None:
    for rules, paid in (("guiyang", 10 + 1), ("duyun", 6 + 1)):
        table = scene(rules, [HA], "9s 4m", quiet="14m9s")
        play(table, "draw, 0 ready 9s, pass all, draw, 1 discard 4m, 0 win")
        assert fans(table, "declared_ready") == {(1, 0): 9 if rules == "guiyang" else 6}
        total = sum(
            entry["fan"]
            for entry in table.result()["ledger"]
            if entry["reason"] in ("win", "declared_ready", "dealer_bonus")
        )
        assert total == paid


# Beans and kong shots.


def test_G_10_beans_are_settled_for_all_at_a_win() -> None:
    hands = [FOUR_9M, "1478m11344479p6s", "2355m789p345567s"]
    table = scene("guiyang", hands, "9m 4m", tail="4p 2s", quiet="14m24p2s")
    play(
        table,
        """draw, 0 kong concealed 9m, draw, 0 discard 4p, 1 kong discard 4p, draw, 1 discard 2s,
        pass all, draw, 2 win""",
    )
    assert [line["type"] for line in table.events].count("payment") == 0
    assert fans(table, "concealed_kong") == everyone(0, 2)
    assert fans(table, "discard_kong") == {(0, 1): 1}


@pytest.mark.parametrize(("rules", "fan"), [("guiyang", 3), ("guiyang-street", 1)])
def test_G_10_and_G_S2_added_kong(rules: str, fan: int) -> None:
    table = to_added_kong(rules, HB, draws="7p", tail="1p")
    play(table, "draw, 1 discard 1p, pass all, draw, 2 win")
    assert fans(table, "added_kong") == everyone(1, fan)


def test_pitfall_duyun_exhausted() -> None:
    table = scene("duyun", [FOUR_9M, HB], "9m", tail="1p")
    play(table, "draw, 0 kong concealed 9m")
    assert [line["type"] for line in table.events][-2:] == ["kong", "payment"]
    table.wall = table.wall[-1:]
    play(table, "draw, 0 discard 1p, draw")
    assert points(table) == [-18, 54, -18, -18]
    assert next_hand(table) == (0, 1)
    assert table.result()["ready"] == [1]


@pytest.mark.parametrize(("mode", "back"), [("refund_if_not_ready", False), ("void", True)])
def test_D_8_a_ready_player_keeps_the_beans(mode: str, back: bool) -> None:
    hand = "2355999m456789p"
    table = scene("duyun", [hand, HB], "9m", tail="8s", quiet="8s", beans_when_exhausted=mode)
    play(table, "draw, 0 kong concealed 9m")
    table.wall = table.wall[-1:]
    play(table, "draw, 0 discard 8s, draw")
    assert table.result()["ready"] == [0, 1]
    refunds = {(0, seat): 2 for seat in (1, 2, 3)}
    assert fans(table, "bean_refund") == (refunds if back else {})


def shot(rules: str, winner: str, **more: Any) -> Table:
    """Seat 0 konges 9m and discards 7p, the replacement; seat 1 holds ``winner``."""
    table = scene(rules, [FOUR_9M, winner], "9m", tail="7p", quiet="7p5s4p", **more)
    return play(table, "draw, 0 kong concealed 9m, draw, 0 discard 7p")


def test_G_S3_kong_shot() -> None:
    for rules in ("guiyang", "duyun"):
        assert shot(rules, ON_7P).options(1) == set()
    table = play(shot("guiyang-street", ON_7P), "1 win")
    assert table.result()["winners"][0]["extras"] == {"kong_shot": 2}
    assert fans(table, "kong_shot") == {(0, 1): 2}
    assert fans(table, "concealed_kong") == {}
    assert to_seat(table, "chicken", 0) != {}
    table = play(shot("guiyang-street", ON_7P, kong_shot="burn"), "1 win")
    assert {entry["to"] for entry in table.result()["ledger"]} <= {1, 2, 3}
    table = play(shot("duyun", HB), "1 win")
    assert fans(table, "kong_transfer") == {(0, 1): 6}
    assert fans(table, "kong_shot") == {(0, 1): 1}
    table = play(shot("guiyang", HB), "1 win")
    assert table.result()["winners"][0]["extras"] == {}
    assert fans(table, "concealed_kong") == everyone(0, 2)


def test_G_S3_only_the_last_kong_is_void() -> None:
    hands = ["888999m2356p147s", "22345m56p222678s"]
    table = scene("guiyang-street", hands, "9m", tail="8m 7p", quiet="47p")
    play(table, "draw, 0 kong concealed 9m, draw, 0 kong concealed 8m, draw, 0 discard 7p, 1 win")
    assert fans(table, "concealed_kong") == everyone(0, 2)
    assert [bean.void for bean in table.beans] == [False, True]


def test_corner_concealed_then_added_kong_robbed() -> None:
    for rules in ("guiyang-street", "duyun"):
        hands = ["", "446999m1234578s", HA]
        table = scene(rules, hands, "4m 7s 6s 8m 9m", tail="4m", quiet="4m")
        play(
            table,
            """draw, 0 discard 4m, 1 pong, 1 discard 6m, pass all, draw, 2 discard 7s, pass all,
            draw, 3 discard 6s, pass all, draw, 0 discard 8m, pass all, draw,
            1 kong concealed 9m, draw, 1 kong added 4m, 2 win""",
        )
        assert table.result()["winners"][0]["extras"] == {}
        assert fans(table, "concealed_kong") == everyone(1, 2)
        assert fans(table, "added_kong") == fans(table, "kong_transfer") == {}


# Chickens.


def test_corner_first_yaoji_konged_and_shot() -> None:
    hands = ["", "111s1479m235678p", HA]
    table = scene("guiyang-street", hands, "1s 5m", tail="4m", quiet="14m1s")
    play(table, "draw, 0 discard 1s, 1 kong discard 1s, draw, 1 discard 4m, 2 win")
    assert table.result()["chickens"] == {"flipped": "5m", "kind": "6m", "golden": False}
    assert table.result()["winners"][0]["fan"] == 3
    assert fans(table, "discard_kong") == fans(table, "charge_chicken") == {}
    assert to_seat(table, "chicken", 1) == everyone(1, 4)
    assert fans(table, "responsible_chicken") == {(0, 1): 1}


def test_corner_first_yaoji_ponged_and_its_fourth_robbed() -> None:
    hands = ["", "11s14679m235678p", "55m456789p23345s", "45678999m123p23s"]
    table = scene("guiyang", hands, "1s 8s 8s 8s 1s 6s", quiet="1s8s")
    play(
        table,
        """draw, 0 discard 1s, 1 pong, 1 discard 2p, pass all, draw, 2 discard 8s, pass all,
        draw, 3 discard 8s, pass all, draw, 0 discard 8s, pass all, draw, 1 kong added 1s,
        3 win, 2 win""",
    )
    for seat, fan in ((1, 3), (2, 1), (3, 1)):
        assert to_seat(table, "chicken", seat) == everyone(seat, fan)
    assert fans(table, "responsible_chicken") == {(0, 1): 1}
    assert fans(table, "charge_chicken") == fans(table, "added_kong") == {}


@pytest.mark.parametrize(
    ("chickens", "worth", "charge"),
    [({}, 2, 2), ({"golden": False}, 1, 1), ({"charge": False}, 2, 0), ({"flipped": False}, 1, 1)],
)
def test_G_14_and_G_15_charge_chicken(chickens: dict[str, bool], worth: int, charge: int) -> None:
    table = scene("guiyang", ["", HB], "1s 7p 9s", quiet="1s7p5s", chickens=chickens)
    play(table, "draw, 0 discard 1s, draw, 1 win")
    assert table.result()["chickens"]["golden"] is (worth == 2)
    assert to_seat(table, "chicken", 0) == everyone(0, worth)
    assert fans(table, "charge_chicken") == (everyone(0, charge) if charge else {})
    table = scene("guiyang", ["", HB], "1s 7p 9s", quiet="1s7p5s", settle_only_ready=True)
    play(table, "draw, 0 discard 1s, draw, 1 win")
    assert to_seat(table, "chicken", 0) == fans(table, "charge_chicken") == {}


@pytest.mark.parametrize("on", [True, False])
def test_G_15_responsible_chicken_stays_one_when_golden(on: bool) -> None:
    hands = ["", "", "113s14788m23569p", HB]
    over = {"responsible": on}
    table = scene("guiyang", hands, "1s 7p 9s", quiet="1s8m7p5s", chickens=over)
    play(table, "draw, 0 discard 1s, 2 pong, 2 discard 8m, pass all, draw, 3 win")
    assert to_seat(table, "chicken", 2) == everyone(2, 6)
    assert fans(table, "responsible_chicken") == ({(0, 2): 1} if on else {})
    assert fans(table, "charge_chicken") == {}


def test_G_15_a_yaoji_won_on_is_neither_and_each_winner_has_it() -> None:
    hands = ["", "1133m5588m2299p1s", "2244m6677m3388p1s"]
    table = scene("guiyang", hands, "1s 7p", quiet="1s8p")
    play(table, "draw, 0 discard 1s, 1 win, 2 win")
    assert fans(table, "charge_chicken") == fans(table, "responsible_chicken") == {}
    assert to_seat(table, "chicken", 0) == {}
    assert to_seat(table, "chicken", 1)[0, 1] == 2
    assert table.result()["chickens"]["kind"] == "8p"
    assert to_seat(table, "chicken", 2) == everyone(2, 4)


def test_G_12_no_tile_to_turn_over() -> None:
    table = scene("guiyang", ["", HB], "7p", quiet="7p5s", wall=1)
    play(table, "draw, 0 discard 7p, 1 win")
    assert table.result()["chickens"] == {"flipped": None, "kind": None, "golden": False}


# Exhausted.


@pytest.mark.parametrize(("bonus", "fan"), [(False, 5), (True, 8)])
def test_G_6_dealer_bonus_by_a_setting(bonus: bool, fan: int) -> None:
    table = scene("guiyang", [HB], "8m", wall=1, repeats=2, dealer_bonus_at_ready_check=bonus)
    play(table, "draw, 0 discard 8m, pass all, draw")
    assert fans(table, "ready_check") == everyone(0, fan)
    assert next_hand(table) == (0, 3)


def test_G_6_all_or_none_ready() -> None:
    four = ("1133m5588m2299s7p", "1122m4466m3388s7p", "9922m7766m4455s7p", "1122334455668p")
    for hands in (four, ()):
        table = scene("guiyang", hands, "9p", wall=1, quiet="9p")
        play(table, "draw, 0 discard 9p, pass all, draw")
        assert points(table) == [0, 0, 0, 0]
        assert next_hand(table) == (0, 1)


def test_D_16_flower_pigs() -> None:
    hands = ["247m258p369s1247s", "111m333p77p999m55p", "13579m12345679p"]
    table = scene("duyun-huazhu", hands, "1s", wall=1)
    play(table, "draw, 0 discard 1s, pass all, draw")
    assert table.result()["ready"] == [1]
    assert fans(table, "ready_check") == {(2, 1): 3}
    assert fans(table, "flower_pig") == {(0, 1): 16, (0, 2): 16, (3, 1): 16, (3, 2): 16}
