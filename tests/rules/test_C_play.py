"""Clauses C-13 to C-18: melds and turns, payments, what is open, declining, leaving."""

import pytest

from qianma import walls
from qianma.actions import Action
from qianma.chance import Chance
from qianma.clause_pages import clause_ids
from qianma.ledger import REASONS
from qianma.match import Match
from qianma.players import make_player
from qianma.recording import event_lines, hand_line, result_line
from qianma.selfplay import play_hand
from qianma.settle import Result
from qianma.state import LEFT, UNDECIDED, WON
from qianma.tiles import KIND_OF_CODE, format_tiles
from qianma.view import SPECTATOR, view
from tests.positions import walk
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    added_kong,
    clause_against,
    concealed_kong,
    declare,
    discard,
    discard_claims,
    discard_kong,
    draw,
    exhaust,
    ledger_of,
    options,
    paid_for,
    pass_all,
    points,
    pong,
    scene,
    scene_of_claims,
    turns,
    win,
)

RULESETS = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")
TSUMOGIRI = [make_player("tsumogiri")] * 4
STREAMS = [Chance(0)] * 4
VIEWERS: tuple[int | str, ...] = (0, 1, 2, 3, SPECTATOR)


@pytest.mark.parametrize("discarder", [0, 1, 3])
def test_C_13_after_a_pong_discard_without_drawing(discarder: int) -> None:
    hand = scene_of_claims("guiyang", {2: "55m1479p13669s28m"}, discarder, "5m", draws="- 7m")
    pong(hand, 2)
    assert hand.acting_seats() == [2]
    assert {option.split()[0] for option in options(hand, 2)} == {"discard"}
    discard(hand, 2, "1p")
    draw(hand)
    assert hand.turn == 3, "the turn goes on from the player who ponged"


def test_C_13_no_self_draw_after_a_pong() -> None:
    # 111m333p77p999s55s waits for 5s; after the pong of 5s the eleven tiles left are complete.
    hand = scene_of_claims("guiyang", {2: HB}, 0, "5s")
    pong(hand, 2)
    assert "win" not in options(hand, 2)
    assert clause_against(hand, 2, "win") == "C-13"


def test_C_13_after_a_discard_kong_a_replacement_and_a_turn() -> None:
    # The replacement completes a second four of a kind, and that one's replacement the hand.
    waiting = "555m777p23m55p456s"
    hand = scene_of_claims("guiyang", {2: waiting}, 0, "5m", tail="7p 4m")
    discard_kong(hand, 2)
    assert draw(hand) == "7p"
    assert {option.split()[0] for option in options(hand, 2)} == {"discard", "concealed"}
    concealed_kong(hand, 2, "7p")
    assert draw(hand) == "4m"
    assert "win" in options(hand, 2)
    turns(hand, "-")
    draw(hand)
    assert hand.turn == 3


@pytest.mark.parametrize("ruleset", RULESETS)
def test_C_14_every_payment_names_two_players_and_its_reason(ruleset: str) -> None:
    clauses, entries = set(clause_ids()), 0
    for seed in range(60):
        *_, hand = walk(ruleset, seed, leaving=True)
        result = hand.result()
        assert sum(result.points) == 0
        sums = [0, 0, 0, 0]
        for entry in result.ledger:
            entries += 1
            assert entry.payer != entry.payee
            assert entry.fan > 0
            assert entry.points == entry.fan * hand.ruleset.base
            assert entry.reason in REASONS
            assert entry.clause in clauses
            sums[entry.payer] -= entry.points
            sums[entry.payee] += entry.points
        assert sums == list(result.points)
    assert entries > 100


def won_with_an_added_kong(ruleset: str, setting: str, *, late: bool) -> Result:
    """Seat 0 pongs 8s, adds the fourth when it draws it or one turn later, and wins plain.

    It wins on seat 1's 4m, which it may because of the kong.
    """
    draws = "- - - 8s - - - 9p 4m" if late else "- - - 8s 4m"
    settings = {"late_added_kong": setting, **({} if ruleset == "duyun" else NO_CHICKENS)}
    waiting = {0: "23m55m456p789p88s9m"}
    hand = scene_of_claims(
        ruleset, waiting, 3, "8s", dealer=3, draws=draws, tail="1p", settings=settings
    )
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    if late:
        turns(hand, "9p - - -")
        draw(hand)
    added_kong(hand, 0, "8s")
    draw(hand)
    turns(hand, "-")
    draw(hand)
    discard(hand, 1)
    assert discard_claims(hand) == {0: {"win", "pass"}}, "the bean allows a plain win (G-9, D-6)"
    return win(hand, 0)


@pytest.mark.parametrize(
    ("ruleset", "setting", "late", "fan"),
    [
        ("guiyang", "paid", False, 3),
        ("guiyang", "paid", True, 3),
        ("guiyang", "unpaid", False, 3),
        ("guiyang", "unpaid", True, 0),
        ("guiyang-street", "paid", True, 1),
        ("guiyang-street", "unpaid", True, 0),
        ("duyun", "paid", True, 1),
        ("duyun", "unpaid", False, 1),
        ("duyun", "unpaid", True, 0),
    ],
)
def test_C_15_the_fourth_tile_may_be_added_later(
    ruleset: str, setting: str, late: bool, fan: int
) -> None:
    result = won_with_an_added_kong(ruleset, setting, late=late)
    expected = {(payer, 0): fan for payer in (1, 2, 3)} if fan else {}
    assert paid_for(result, "added_kong") == expected


@pytest.mark.parametrize(("setting", "fan"), [("paid", 3), ("unpaid", 0)])
def test_C_15_a_fourth_tile_held_since_the_pong_is_late(setting: str, fan: int) -> None:
    # 888s in hand: one stays after the pong and is added when another tile, 9p, has been drawn.
    settings = {"late_added_kong": setting, **NO_CHICKENS}
    waiting = {0: "23m55m456p789p888s"}
    hand = scene_of_claims(
        "guiyang", waiting, 3, "8s", dealer=3, draws="- - - 9p", tail="4m", settings=settings
    )
    pong(hand, 0)
    turns(hand, "9p - - -")
    draw(hand)
    added_kong(hand, 0, "8s")
    draw(hand)
    result = win(hand, 0)
    assert ledger_of(result, 1, 0, "added_kong") == fan
    assert ledger_of(result, reason="added_kong") == 3 * fan


def test_C_16_what_is_open_to_all() -> None:
    # Seat 0 makes a concealed kong, seat 1 declares ready, seat 2 pongs.
    hands = {0: "777s2479p1368m29s", 1: HA, 2: "99m1469p1368s258m"}
    hand = scene("guiyang", hands, "7s", tail="9m")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    discard(hand, 0)
    pong(hand, 2)
    open_types = {"discard", "pong", "kong"}
    lines = [hand_line(hand, 1), *event_lines(hand)]
    assert {line["type"] for line in lines} == {"hand", "draw", *open_types}
    for viewer in VIEWERS:
        for line in lines:
            if line["type"] in open_types:
                assert view(line, viewer) == line
            elif line["type"] == "draw" and line["seat"] != viewer:
                assert view(line, viewer) == {**line, "tile": "?"}
    seen = view(lines[0], SPECTATOR)
    assert seen is not None
    assert [len(tiles) for tiles in (*seen["deal"], seen["wall"])] == [13, 13, 13, 13, 56]


def test_C_16_a_declaration_is_open() -> None:
    hand = scene("guiyang", {0: HA}, "9m")
    draw(hand)
    declare(hand, 0)
    *_, line = event_lines(hand)
    for viewer in VIEWERS:
        assert view(line, viewer) == {"type": "discard", "seat": 0, "tile": "9m", "ready": True}


@pytest.mark.parametrize("won", [True, False])
def test_C_16_all_hands_are_laid_open_at_the_end(won: bool) -> None:
    hand = scene("guiyang", {0: HA, 2: HB}, "4m" if won else "")
    if won:
        draw(hand)
        win(hand, 0)
    else:
        exhaust(hand)
    line = result_line(hand)
    hands = [format_tiles(KIND_OF_CODE[tile] for tile in tiles) for tiles in line["hands"]]
    assert hands[0] == ("23455m456789p345s" if won else "2355m456789p345s")
    assert hands[2] == "111m33377p55999s"
    for viewer in VIEWERS:
        seen = view(line, viewer)
        assert seen is not None
        assert seen["hands"] == line["hands"]


def test_C_17_a_complete_hand_may_be_played_on() -> None:
    for declared in (False, True):
        hand = scene("guiyang", {0: HA}, "9m - - - 4m - - - 1m")
        draw(hand)
        (declare if declared else discard)(hand, 0)
        turns(hand, "- - -")
        draw(hand)
        assert {"win", "discard 4m"} <= options(hand, 0)
        turns(hand, "- - - -")
        draw(hand)
        assert "win" in options(hand, 0)
        assert [entry.seat for entry in win(hand, 0).wins] == [0]


def test_C_17_there_is_nothing_to_pass_in_a_turn() -> None:
    hand = scene("guiyang", {0: HA}, "4m")
    draw(hand)
    assert clause_against(hand, 0, "pass") is not None


def test_C_17_not_where_the_win_is_forced() -> None:
    # Duyun: a declared player must win (D-13).
    hand = scene("duyun", {0: HA}, "9m - - - 4m")
    draw(hand)
    declare(hand, 0)
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"win"}
    assert clause_against(hand, 0, "discard", "4m") == "D-13"


CLAIMS = {1: HB, 3: "2244m6688p2277s5s"}
"""Seat 1 may win on 5s or pong it, seat 3 may win on it with seven pairs."""


def test_C_18_leaving_declines_what_is_open() -> None:
    hand = scene_of_claims("guiyang", CLAIMS, 0, "5s")
    hand.leave(1)
    assert discard_claims(hand) == {3: {"win", "pass"}}
    hand.play(3, Action("pass"))
    assert (hand.outcome, hand.turn, list(hand.melds)) == (UNDECIDED, 1, [])


def test_C_18_an_answer_that_was_given_counts_no_more() -> None:
    hand = scene_of_claims("guiyang", CLAIMS, 0, "5s")
    hand.play(1, Action("pong"))
    hand.leave(1)
    hand.play(3, Action("pass"))
    assert not hand.melds


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_C_18_other_wins_on_the_open_tile_still_count(leaver: int) -> None:
    """Where leaving ends the game: an ordinary win, nothing for leaving, and the match ends."""
    match = Match("duyun")
    hand = match.hand = scene_of_claims("duyun", CLAIMS, 0, "5s")
    hand.leave(leaver)
    assert 3 in hand.acting_seats()
    hand.play(3, Action("win"))
    pass_all(hand)
    result = match.finish()
    assert result.outcome == WON
    # Seven pairs, 6 fan at 6 points, from the discarder alone.
    assert points(result) == [-36, 0, 0, 36]
    assert match.is_over


def test_C_18_no_pong_or_kong_is_made_any_more() -> None:
    answered = scene_of_claims("duyun", CLAIMS, 0, "5s")
    answered.play(1, Action("pong"))
    answered.leave(2)
    open_still = scene_of_claims("duyun", CLAIMS, 0, "5s")
    open_still.leave(2)
    assert discard_claims(open_still)[1] == {"win", "pass"}
    assert clause_against(open_still, 1, "pong") == "C-18"
    for hand in (answered, open_still):
        pass_all(hand)
        assert (hand.outcome, list(hand.melds)) == (LEFT, [])
        # 16 fan to each of the other three, at 6 points (D-17).
        assert points(hand.result()) == [96, 96, -288, 96]


@pytest.mark.parametrize("leaver", range(4))
@pytest.mark.parametrize("drawn_by", [0, 1])
def test_C_18_a_forced_win_that_is_due_happens_first(leaver: int, drawn_by: int) -> None:
    # Seat 0 has declared and waits for 4m, which it draws itself or seat 1 discards.
    hand = scene("duyun", {0: HA}, "9m 4m" if drawn_by == 1 else "9m - - - 4m")
    draw(hand)
    declare(hand, 0)
    if drawn_by == 0:
        turns(hand, "- - -")
    assert draw(hand) == "4m"
    if drawn_by == 1:
        discard(hand, 1)
    hand.leave(leaver)
    assert hand.acting_seats() == [0]
    assert options(hand, 0) == {"win"}
    result = win(hand, 0)
    assert (result.outcome, ledger_of(result, reason="leaving")) == (WON, 0)


def test_C_18_leaving_between_two_hands_costs_nothing_and_ends_the_match() -> None:
    for ruleset in RULESETS:
        match = Match(ruleset, hands=4)
        match.start(walls.shuffle(walls.seed_key(3, 1), 1))
        assert match.hand is not None
        play_hand(match.hand, TSUMOGIRI, STREAMS)
        match.finish()
        before = list(match.points), match.is_over
        match.leave(2)
        assert before == (match.points, False)
        assert match.is_over
        with pytest.raises(ValueError, match="the match is over"):
            match.start(walls.shuffle(walls.seed_key(3, 1), 2))
