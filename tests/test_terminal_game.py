"""The game without a terminal: a person among built-in players, and the record of it."""

import json
from typing import Any

import pytest

from qianma import Hand, IllegalActionError, load_ruleset, ruleset_names, walls
from qianma.actions import DECLARE, PASS, PONG, WIN
from qianma.check import check
from qianma.ledger import seat_points
from qianma.players import UnknownPlayerError
from qianma.state import NO_TILE, TURN
from qianma.terminal.game import Game
from qianma.tiles import CODES, parse_tiles
from qianma.view import view
from tests.terminal_tools import drop, encode, play_at_random

OPPONENTS = ("greedy", "random", "tsumogiri")


def played(
    rules: str, seat: int, seed: int, fresh: bool = False, hands: int = 3
) -> tuple[Game, list[dict[str, Any]]]:
    lines: list[dict[str, Any]] = []
    game = Game(load_ruleset(rules), seat, OPPONENTS, lines.extend, hands, None if fresh else seed)
    play_at_random(game, seed)
    return game, lines


@pytest.mark.parametrize("rules", ruleset_names())
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("fresh", [False, True])
def test_a_whole_match_leaves_a_record_that_checks_to_the_same_points(
    rules: str, seat: int, fresh: bool
) -> None:
    game, lines = played(rules, seat, seat + 1, fresh)
    report = check(encode(lines))
    assert report.fault is None
    assert not report.unfinished
    assert len(report.results) == 3
    sums = [sum(result.points[seat] for result in report.results) for seat in range(4)]
    assert sums == game.match.points
    ledger = [entry for result in report.results for entry in result.ledger]
    assert list(seat_points(ledger)) == game.match.points


def test_fresh_deals_are_committed_to_and_revealed() -> None:
    _, lines = played("duyun", 0, 1, fresh=True)
    hands = [line for line in lines if line["type"] == "hand"]
    keys = [bytes.fromhex(line["key"]) for line in lines if line["type"] == "reveal"]
    assert [hand["commitment"] for hand in hands] == [walls.commitment(key) for key in keys]
    assert len(set(keys)) == 3, "every hand has its own key"
    forged = encode(lines).replace(keys[0].hex().encode(), keys[1].hex().encode())
    assert check(forged).fault is not None, "a check notices another key"


def test_a_revealed_key_stands_after_the_result_of_its_hand() -> None:
    _, lines = played("guiyang", 0, 1, fresh=True)
    types = [line["type"] for line in lines]
    for place, kind in enumerate(types):
        assert (kind == "reveal") == (types[place - 1] == "result")


def test_a_seed_gives_the_deals_of_the_simulated_match_of_that_seed() -> None:
    _, lines = played("guiyang", 2, 7)
    first = next(line for line in lines if line["type"] == "hand")
    hand = Hand.from_key("guiyang", walls.seed_key(7, 1))
    assert first["dealer"] == hand.dealer
    assert first["deal"] == [[CODES[kind] for kind in tiles] for tiles in hand.deal]
    assert first["wall"] == [CODES[kind] for kind in hand.wall]
    assert not any(line["type"] == "reveal" for line in lines), "it would reveal the next hands"


def test_the_same_seed_and_the_same_choices_give_the_same_match() -> None:
    def without_time(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{key: line[key] for key in line if key != "at"} for line in lines]

    assert without_time(played("duyun", 1, 5)[1]) == without_time(played("duyun", 1, 5)[1])
    assert without_time(played("duyun", 1, 5)[1]) != without_time(played("duyun", 1, 6)[1])


def test_C_16_the_person_is_shown_exactly_what_a_seat_may_see() -> None:
    lines: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []
    game = Game(load_ruleset("duyun"), 3, OPPONENTS, lines.extend, 2, 11)
    play_at_random(game, 11, lambda game: seen.extend(game.take()))
    expected = [view(line, 3) for line in lines]
    assert seen == [line for line in expected if line is not None]
    hidden = [line for line in lines if line["type"] == "draw" and line["seat"] != 3]
    assert hidden
    assert not any(line in seen for line in hidden)


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_record_cut_off_after_any_step_is_valid(rules: str) -> None:
    steps: list[list[dict[str, Any]]] = []
    game = Game(load_ruleset(rules), 0, OPPONENTS, steps.append, 1, 13)
    play_at_random(game, 13)
    lines: list[dict[str, Any]] = []
    for number, step in enumerate(steps):
        lines += step
        report = check(encode(lines))
        assert report.fault is None, (number, report.fault)
        assert report.unfinished == (0 < number < len(steps) - 1)


def test_what_a_person_declines_is_in_the_record() -> None:
    """A pass line names the claims that were offered, before what follows from it."""
    lines: list[dict[str, Any]] = []
    game = Game(load_ruleset("guiyang"), 0, ("greedy",) * 3, lines.extend, 1, 3)
    game.deal()
    while PASS not in game.codes():
        codes = game.codes()
        if codes:
            game.choose(codes[-1])
        else:
            game.advance()
    hand = game.hand
    assert hand is not None
    offered = [action.name for action in hand.legal_actions(0) if action.name != "pass"]
    before = len(lines)
    game.choose(PASS)
    assert lines[before] == {"type": "pass", "seat": 0, "declined": offered}
    assert check(encode(lines)).fault is None


def test_an_action_that_is_refused_changes_nothing() -> None:
    lines: list[dict[str, Any]] = []
    game = Game(load_ruleset("guiyang"), 0, OPPONENTS, lines.extend, 1, 3)
    game.deal()
    while not game.codes():
        game.advance()
    before, written = game.codes(), len(lines)
    refused = next(code for code in range(108) if code not in before)
    with pytest.raises(IllegalActionError):
        game.choose(refused)
    assert game.codes() == before
    assert len(lines) == written
    with pytest.raises(ValueError, match="has to act first"):
        game.advance()


def test_an_opponent_that_is_not_known_is_refused_by_name() -> None:
    with pytest.raises(UnknownPlayerError, match="'nobody' is not known"):
        Game(load_ruleset("guiyang"), 0, ("greedy", "nobody", "greedy"), drop, 1)


def test_the_match_line_names_the_players_by_seat() -> None:
    _, lines = played("guiyang", 2, 1, hands=1)
    kinds = [player["kind"] for player in lines[0]["players"]]
    assert kinds == ["random 1", "tsumogiri 1", "person", "greedy 1"]
    assert json.loads(encode(lines[:1]))["seed"] == 1


# A complete hand that may not win is told why, unasked.


def game_with(rules: str, seat: int, hand: Hand) -> Game:
    """A game in which the hand in play is `hand`."""
    game = Game(load_ruleset(rules), seat, ("tsumogiri",) * 3, drop, 1, 1)
    game.deal()
    game.match.hand = game.hand = hand
    return game


def dealt(rules: str, seat: int, own: str, first_draws: str) -> Hand:
    """Seat 0 deals, `seat` holds the tiles `own`, and `first_draws` lead the wall.

    The rest of the 108 tiles fill the other hands and the wall, whatever they are.
    """
    mine, draws = parse_tiles(own), parse_tiles(first_draws)
    rest = [kind for kind in range(27) for _ in range(4)]
    for kind in (*mine, *draws):
        rest.remove(kind)
    deal = [rest[start : start + 13] for start in (0, 13, 26)]
    deal.insert(seat, mine)
    return Hand(load_ruleset(rules), deal, draws + rest[39:], dealer=0)


def advance_to(game: Game, tile: str) -> None:
    """Let the others play until one of them has discarded this tile."""
    hand = game.hand
    assert hand is not None
    while (hand.open_tile, hand.phase == TURN) != (parse_tiles(tile)[0], False):
        game.advance()


@pytest.mark.parametrize(("rules", "clause"), [("guiyang", "G-9"), ("duyun", "D-6")])
def test_a_plain_hand_without_a_bean_is_told_why_it_is_not_offered_the_discard(
    rules: str, clause: str
) -> None:
    """HA waits for 1m and 4m; seat 0 draws and discards a 1m."""
    game = game_with(rules, 1, dealt(rules, 1, "23m55m456p789p345s", "1m"))
    game.advance()
    assert game.complete_but_refused() is None, "nothing is open yet"
    advance_to(game, "1m")
    refused = game.complete_but_refused()
    assert refused is not None
    assert (refused.code, refused.clause) == ("plain_needs_bean", clause)
    assert refused.text() == f"a plain hand without a bean cannot win on a discard ({clause})"


def test_a_tile_that_does_not_complete_the_hand_is_told_nothing() -> None:
    game = game_with("guiyang", 1, dealt("guiyang", 1, "23m55m456p789p345s", "9s"))
    advance_to(game, "9s")
    assert game.complete_but_refused() is None


def test_a_hand_that_may_win_is_offered_it_and_told_nothing() -> None:
    """HB is all triplets, which needs no bean."""
    game = game_with("guiyang", 1, dealt("guiyang", 1, "111m333p77p999s55s", "7p"))
    advance_to(game, "7p")
    assert WIN in game.codes()
    assert game.complete_but_refused() is None


def test_G_18_a_passed_win_is_told_at_the_next_tile_that_would_win_not_at_the_one_passed() -> None:
    """HB passes the 7p of seat 0, and then seat 1 discards the 5s that would win too."""
    game = game_with("guiyang", 3, dealt("guiyang", 3, "111m333p77p999s55s", "7p 5s"))
    advance_to(game, "7p")
    game.choose(PASS)
    assert game.complete_but_refused() is None, "the person knows: it was just declined"
    advance_to(game, "5s")
    assert WIN not in game.codes()
    refused = game.complete_but_refused()
    assert refused is not None
    assert refused.clause == "G-18"


def test_G_18_an_own_draw_lifts_the_block_and_nothing_is_told() -> None:
    """HB passes the 7p of seat 0, draws the 9m itself, and the 5s of seat 2 may be won on."""
    game = game_with("guiyang", 1, dealt("guiyang", 1, "111m333p77p999s55s", "7p 9m 5s"))
    advance_to(game, "7p")
    game.choose(PASS)
    game.advance()
    game.choose(parse_tiles("9m")[0])
    advance_to(game, "5s")
    assert WIN in game.codes()
    assert game.complete_but_refused() is None


def test_D_16_a_flower_pig_is_told_on_its_own_draw() -> None:
    """HA holds all three suits; the dealer's draw completes it."""
    hand = dealt("duyun-huazhu", 0, "23m55m456p789p345s", "1m")
    game = game_with("duyun-huazhu", 0, hand)
    game.advance()
    refused = game.complete_but_refused()
    assert refused is not None
    assert (refused.code, refused.clause) == ("three_suits", "D-16")


def test_C_13_a_hand_complete_by_a_pong_is_told_to_discard() -> None:
    """HB pongs the 7p that it could have won on: 111m 333p 999s 55s and the pong are complete."""
    hand = dealt("guiyang", 1, "111m333p77p999s55s", "7p")
    game = game_with("guiyang", 1, hand)
    advance_to(game, "7p")
    game.choose(PONG)
    assert hand.drawn == NO_TILE
    refused = game.complete_but_refused()
    assert refused is not None
    assert refused.clause == "C-13"
    assert all(code < DECLARE for code in game.codes()), "only discards"
