"""The reference table against the worked situations: turns, claims, forced wins, leaving."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.scenes import action, fans, play, scene
from tests.reference.shapes import kind_of
from tests.reference.table import Action, Table

HA = "23m55m456p789p345s"
"""Waits 1m 4m, plain, no bean."""
HB = "111m333p77p999s55s"
"""Waits 7p 5s, all triplets."""
PAIRS = "1133m5588m2299s7p"
"""Waits 7p, seven pairs."""
PONG_4M = "4469m147p235689s"
"""Far from ready, two 4m."""


def acts(*texts: str) -> set[Action]:
    return {action(text.split()) for text in texts}


def kinds_named(table: Table, name: str) -> set[Action]:
    return {option for seat in range(4) for option in table.options(seat) if option[0] == name}


def to_added_kong(rules: str, *others: str, draws: str = "", tail: str = "", **more: Any) -> Table:
    """Seat 1 pongs 4m, draws the fourth and konges it; seats 2 and 3 hold ``others``."""
    table = scene(
        rules, ["", PONG_4M, *others], "4m 7s 6s 8m 4m " + draws, tail=tail, quiet="4m", **more
    )
    return play(
        table,
        """draw, 0 discard 4m, 1 pong, 1 discard 9m, pass all, draw, 2 discard 7s, pass all,
        draw, 3 discard 6s, pass all, draw, 0 discard 8m, pass all, draw, 1 kong added 4m""",
    )


# Turns and claims.


def test_C_4_the_fourteenth_tile_is_the_first_draw() -> None:
    table = scene("guiyang", ["", "", HA], "1p")
    assert [len(hand) for hand in table.hands] == [13] * 4
    assert table.pending() == []
    table.draw()
    assert table.pending() == [0]
    assert table.events == [{"type": "draw", "seat": 0, "tile": "1p", "end": "head"}]
    with pytest.raises(ValueError, match="no draw"):
        table.draw()


@pytest.mark.parametrize("order", ["2 {}, 1 pong", "1 pong, 2 {}"])
def test_C_8_a_pong_waits_for_wins(order: str) -> None:
    def opened() -> Table:
        hands = ["", "124578m77p14p369s", PAIRS]
        return play(scene("guiyang", hands, "7p", quiet="7p"), "draw, 0 discard 7p")

    table = opened()
    assert table.options(1) == acts("pong", "pass")
    assert table.options(2) == acts("win", "pass")
    assert table.options(3) == set()
    play(table, order.format("win"))
    assert [winner["seat"] for winner in table.result()["winners"]] == [2]
    table = play(opened(), order.format("pass"))
    assert table.phase == "pong"
    assert table.turn == 1
    assert table.blocked == [False, False, True, False]  # G-18
    # C-7, C-13: after a pong only discards; then the turn goes on from the ponger.
    assert kinds_named(table, "kong") == kinds_named(table, "ready") == set()
    assert {option[0] for option in table.options(1)} == {"discard"}
    play(table, "1 discard 1m, pass all, draw")
    assert table.turn == 2


def test_C_6_no_kong_without_a_tile_left() -> None:
    hands = ["999m147p258s36m14s7m"]
    table = play(scene("guiyang", hands, "9m 1p", wall=2), "draw")
    assert acts("kong concealed 9m") <= table.options(0)
    table = play(scene("guiyang", hands, "9m", wall=1), "draw")
    assert kinds_named(table, "kong") == set()
    play(table, "0 discard 9m, draw")
    assert table.outcome == "exhausted"
    assert table.events[-1] == {"type": "exhausted"}


def test_C_6_no_discard_kong_of_the_last_discard() -> None:
    hands = ["", "777p124578m14p36s"]
    table = scene("guiyang", hands, "7p 1m", quiet="7p", wall=2)
    play(table, "draw, 0 discard 7p")
    assert table.options(1) == acts("pong", "kong discard 7p", "pass")
    table = scene("guiyang", hands, "7p", quiet="7p", wall=1)
    play(table, "draw, 0 discard 7p")
    assert table.pending() == []


@pytest.mark.parametrize(("late", "fan"), [("paid", 1), ("unpaid", 0)])
def test_C_15_late_added_kong(late: str, fan: int) -> None:
    hands = ["", "777p124578m14p36s"]
    table = scene("duyun", hands, "7p 9s 9s 9p 9p", quiet="79p9s", late_added_kong=late)
    play(
        table,
        """draw, 0 discard 7p, 1 pong, 1 discard 1m, pass all, draw, 2 discard 9s, pass all, draw,
        3 discard 9s, pass all, draw, 0 discard 9p, pass all, draw""",
    )
    assert acts("kong added 7p") <= table.options(1)
    play(table, "1 kong added 7p")
    assert [bean.fan for bean in table.beans] == [fan]
    assert [line["type"] for line in table.events].count("payment") == fan
    assert table.phase == "draw"
    table.draw()
    assert table.events[-1]["end"] == "tail"


def test_C_9_robbing_is_win_or_pass_and_only_of_added_kongs() -> None:
    table = to_added_kong("guiyang", HA)
    assert table.options(2) == acts("win", "pass")
    assert table.pending() == [2]
    play(table, "2 pass")
    assert table.blocked == [False] * 4
    assert table.phase == "draw"
    hands = ["44469m147p23568s", "", HA]
    table = play(scene("guiyang", hands, "4m", quiet="4m"), "draw, 0 kong concealed 4m")
    assert table.pending() == []


def test_a_kong_nobody_can_rob_goes_straight_on() -> None:
    table = to_added_kong("guiyang", "")
    assert table.phase == "draw"
    assert [bean.form for bean in table.beans] == ["added"]


def test_G_18_until_the_next_own_draw() -> None:
    # Seat 2 passes 7p, pongs (which lifts nothing), may rob, and is free after a draw.
    hands = ["", "", "1133m5588m22s799p"]
    table = scene("guiyang", hands, "7p 7p 9p 7p", quiet="79p5m")
    play(table, "draw, 0 discard 7p, pass all, draw, 1 discard 7p")
    assert table.options(2) == set()
    table = scene("guiyang", hands, "7p 9p 7p", quiet="79p5m")
    play(table, "draw, 0 discard 7p, 2 pass, draw, 1 discard 9p")
    assert table.options(2) == acts("pong", "pass")
    play(table, "2 pass, draw")
    assert table.blocked[2] is False
    assert acts("win") <= table.options(2)


def test_G_17_declaring() -> None:
    table = play(scene("guiyang", [HA], "9s 9s"), "draw")
    assert kinds_named(table, "ready") == acts("ready 9s")
    play(table, "0 ready 9s, pass all")
    assert table.declared == [True, False, False, False]
    assert [line.get("ready") for line in table.events if line["type"] == "discard"] == [True]


def test_G_17_frozen_hand_and_first_turn_only() -> None:
    table = scene("guiyang", [HA, "", HB], "9s 1p 2p 3p 8m", quiet="123p8m9s")
    play(
        table,
        """draw, 0 discard 9s, pass all, draw, 1 discard 1p, pass all, draw, 2 ready 2p,
        pass all, draw, 3 discard 3p, pass all, draw""",
    )
    assert kinds_named(table, "ready") == set()
    table = scene("guiyang", ["", HB], "7p 8m 5s", quiet="7p5s8m")
    play(table, "draw, 0 discard 7p, 1 pass, draw, 1 ready 8m, pass all, draw")
    play(table, "2 discard 5s")
    assert table.options(1) == acts("win", "pass")


def test_G_17_no_declaration_after_a_kong() -> None:
    table = play(scene("duyun", ["2355m456789p999s"], "9s", tail="8s"), "draw")
    assert acts("ready 9s", "kong concealed 9s") <= table.options(0)
    play(table, "0 kong concealed 9s, draw")
    assert kinds_named(table, "ready") == set()


@pytest.mark.parametrize("rules", ["guiyang", "guiyang-street", "duyun"])
def test_G_S5_kongs_of_a_declared_player(rules: str) -> None:
    hand = "2355m456789p999s"
    table = scene(rules, [hand], "8s 1p 1p 1p 9s", quiet="9s1p14m")
    play(table, "draw, 0 ready 8s, pass all")
    for seat in (1, 2, 3):
        play(table, f"draw, {seat} discard 1p, pass all")
    table.draw()
    allowed = acts("kong concealed 9s") if rules == "guiyang-street" else set()
    assert table.options(0) == acts("discard 9s") | allowed
    table = scene(rules, [hand], "8s 9s", quiet="9s1p14m")
    play(table, "draw, 0 ready 8s, pass all, draw, 1 discard 9s")
    allowed = acts("kong discard 9s", "pass") if rules == "guiyang-street" else set()
    assert table.options(0) == allowed


def test_a_declared_four_in_seven_pairs_is_no_kong() -> None:
    table = scene("guiyang-street", ["11122m5577p3399s"], "8s 1p 1p 1p 1m", quiet="1p1m8s")
    play(table, "draw, 0 ready 8s, pass all")
    for seat in (1, 2, 3):
        play(table, f"draw, {seat} discard 1p, pass all")
    table.draw()
    assert table.options(0) == acts("win", "discard 1m")


def test_an_undeclared_four_in_seven_pairs_may_be_both() -> None:
    table = play(scene("guiyang", ["11122m5577p3399s"], "1m"), "draw")
    assert acts("win", "kong concealed 1m", "discard 1m") <= table.options(0)


def test_C_17_a_self_draw_may_be_declined() -> None:
    table = play(scene("guiyang", [HA], "4m", quiet="4m"), "draw, 0 discard 4m")
    assert not table.over
    assert table.blocked == [False] * 4


# Forced wins.


def test_D_13_a_declared_player_must_win() -> None:
    table = scene("duyun", [HA], "9s 4m", quiet="14m9s")
    play(table, "draw, 0 ready 9s, pass all, draw, 1 discard 4m")
    assert table.options(0) == acts("win")
    table = scene("duyun", [HA], "9s 1p 1p 1p 4m", quiet="14m9s1p")
    play(table, "draw, 0 ready 9s, pass all")
    for seat in (1, 2, 3):
        play(table, f"draw, {seat} discard 1p, pass all")
    table.draw()
    assert table.options(0) == acts("win")


def test_D_13_robbed_kong_is_forced_too() -> None:
    table = scene("duyun", [HA, PONG_4M], "9s 1p", quiet="4m9s1p")
    table.declared[2] = True
    table.counts[2], table.counts[0] = table.counts[0], table.counts[2]
    table.melds[1] = [("pong", kind_of("4m"))]
    table.counts[1][kind_of("4m")] = 0
    table.counts[1][kind_of("9m")] = 0
    play(table, "draw, 0 discard 9s, pass all")
    table.wall.insert(0, kind_of("4m"))
    play(table, "draw, 1 kong added 4m")
    assert table.options(2) == acts("win")


@pytest.mark.parametrize(
    ("mode", "before", "forced"),
    [
        ("drawn", 5, False),
        ("drawn", 4, True),
        ("drawn", 1, True),
        ("any", 6, False),
        ("any", 5, True),
        ("off", 4, False),
    ],
)
def test_D_14_stage(mode: str, before: int, forced: bool) -> None:
    table = scene("duyun", ["", HB], "7p", quiet="7p5s", wall=before, last_four_forces=mode)
    play(table, "draw, 0 discard 7p")
    optional = acts("win", "pass") if before == 1 else acts("win", "pong", "pass")
    assert table.options(1) == (acts("win") if forced else optional)
    table = scene("duyun", [HB], "7p", quiet="7p5s", wall=before, last_four_forces=mode)
    table.draw()
    assert (table.options(0) == acts("win")) == forced
    assert acts("win") <= table.options(0)


def test_D_14_only_the_four_tiles_themselves() -> None:
    hands = ["7p147m258p369s124s", HB]
    table = scene("duyun", hands, "9m 1p", quiet="7p5s9m1p", wall=4)
    play(table, "draw, 0 discard 7p")
    assert table.options(1) == acts("win", "pong", "pass")
    # With two equal ones the last-four tile is taken to go first.
    table = scene("duyun", hands, "7p 1p", quiet="7p5s9m1p", wall=4)
    play(table, "draw, 0 discard 7p")
    assert table.options(1) == acts("win")


def test_D_14_a_pong_takes_the_last_four_tile_first() -> None:
    hands = ["77p147m258p69s124s", ""]
    table = scene("duyun", hands, "7p 7p", quiet="7p", wall=4)
    play(table, "draw, 0 discard 9s, pass all, draw")
    assert table.last_four[0][kind_of("7p")] == 1
    play(table, "1 discard 7p, 0 pong")
    assert table.last_four[0][kind_of("7p")] == 0
    assert table.counts[0][kind_of("7p")] == 1


def test_D_14_replacement_and_robbery() -> None:
    table = play(
        scene("duyun", ["2355m456789p999s"], "9s", tail="4m", quiet="4m9s", wall=5), "draw"
    )
    play(table, "0 kong concealed 9s, draw")
    assert table.options(0) == acts("win")
    table = scene("duyun", ["", PONG_4M, HA], "1p 4m", quiet="14m1p", wall=5)
    table.melds[1] = [("pong", kind_of("4m"))]
    table.counts[1][kind_of("4m")] = 0
    table.counts[1][kind_of("9m")] = 0
    play(table, "draw, 0 discard 1p, pass all, draw, 1 kong added 4m")
    assert table.options(2) == acts("win")


def test_D_14_forces_nothing_that_is_not_allowed() -> None:
    table = scene("duyun", ["", HA], "4m", quiet="14m", wall=4)
    play(table, "draw, 0 discard 4m")
    assert table.options(1) == set()


# Leaving.


def test_C_18_others_may_still_win() -> None:
    def opened() -> Table:
        table = scene("duyun", ["", HB], "7p", quiet="7p5s")
        play(table, "draw, 0 discard 7p")
        assert table.options(1) == acts("win", "pong", "pass")
        return play(table, "leave 3")

    table = opened()
    assert table.options(1) == acts("win", "pass")
    play(table, "1 win")
    assert (table.outcome, table.result()["next_dealer"], table.match_over) == ("win", 1, True)
    assert fans(table, "leaving") == {}
    play(table := opened(), "1 pass")
    assert table.result()["next_dealer"] is table.result()["repeats"] is None
    assert fans(table, "leaving") == {(3, 0): 16, (3, 1): 16, (3, 2): 16}


def test_C_18_the_leaver_declines() -> None:
    table = scene("duyun", ["", HB], "7p", quiet="7p5s")
    play(table, "draw, 0 discard 7p, leave 1")
    assert table.outcome == "left"
    assert table.result()["points"] == [96, -288, 96, 96]
    table = scene("duyun", ["", "77p124578m14p369s"], "7p", quiet="7p")
    play(table, "draw, 0 discard 7p, leave 2")
    assert table.outcome == "left"


def test_C_18_a_forced_win_goes_first() -> None:
    for leaver in range(4):
        table = scene("duyun", ["", HB], "7p", quiet="7p5s", wall=4)
        play(table, f"draw, 0 discard 7p, leave {leaver}")
        assert (table.outcome, table.match_over) == ("win", True)
        table = play(scene("duyun", [HB], "7p", quiet="7p5s", wall=4), f"draw, leave {leaver}")
        assert (table.outcome, table.match_over) == ("win", True)
    table = play(scene("duyun", [HB], "7p", quiet="7p5s"), "draw, leave 0")
    assert table.outcome == "left"


def test_C_18_an_added_kong_nobody_robs_is_paid() -> None:
    for leaver in (1, 2, 3):
        table = to_added_kong("duyun", HA)
        play(table, f"leave {leaver}")
        if leaver != 2:
            assert table.options(2) == acts("win", "pass")
            play(table, "2 pass")
        assert table.outcome == "left"
        assert fans(table, "added_kong") == {(2, 1): 1, (3, 1): 1, (0, 1): 1}
        table = to_added_kong("duyun", HA)
        if leaver != 2:
            play(table, f"leave {leaver}, 2 win")
            assert (table.outcome, fans(table, "added_kong")) == ("win", {})


def test_D_17_ready_check_in_the_last_four() -> None:
    big = ["", "1122444455779m", "1122444455779p", "1122444455779s"]
    sixteens = {(0, 1): 16, (0, 2): 16, (0, 3): 16}
    for wall, paid in ((5, {(0, seat): 18 for seat in (1, 2, 3)}), (6, sixteens)):
        table = play(scene("duyun", big, "6m", quiet="9m9p9s", wall=wall), "draw, leave 0")
        assert fans(table, "leaving") == paid
    table = play(scene("duyun", big[:3], "6m", quiet="9m9p", wall=4), "draw, leave 0")
    assert fans(table, "leaving") == sixteens
    # Seat 1 leaves while seat 0 holds fourteen tiles: the best over its discards.
    hands = [big[1], "", big[2], big[3]]
    table = play(scene("duyun", hands, "6m", quiet="9m9p9s", wall=4), "draw, leave 1")
    assert fans(table, "leaving") == {(1, 2): 18, (1, 3): 18, (1, 0): 18}
    table = scene("duyun", ["2355789m123p678s", *hands[1:]], "6m", quiet="14m9p9s", wall=4)
    table.declared[2] = table.declared[3] = True
    play(table, "draw, leave 1")
    assert fans(table, "leaving") == {(1, 2): 24, (1, 3): 24, (1, 0): 1}


def test_G_23_leaving_changes_nothing_but_the_open_claim() -> None:
    table = scene("guiyang", ["", HB], "7p", quiet="7p5s")
    play(table, "draw, leave 0, leave 2")
    assert table.pending() == [0]
    play(table, "0 discard 7p, leave 1")
    assert table.phase == "draw"
    assert table.blocked[1]
    assert not table.match_over
