"""Where such software goes wrong with money: each test holds a whole kind of fault."""

import pickle

import pytest

from qianma import walls
from qianma.chance import player_chances
from qianma.check import check
from qianma.hand import Hand
from qianma.ledger import seat_points
from qianma.match import Match
from qianma.players import make_player
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line, match_line, result_line
from qianma.ruleset import load
from qianma.selfplay import play_hand
from qianma.state import DRAW, WON
from tests.robberies import robbery
from tests.scenes import (
    HB,
    NO_CHICKENS,
    concealed_kong,
    discard,
    draw,
    exhaust,
    ledger_of,
    paid_for,
    pass_all,
    points,
    run_out_the_wall,
    scene,
    scene_of_claims,
    turns,
    win,
)

RULESETS = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")


# Robbed kongs


@pytest.mark.parametrize("ponged", [1, 2, 3])
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("robbed", range(4))
def test_a_robbed_kong_is_charged_to_the_player_who_konged(
    robbed: int, dealer: int, step: int, ponged: int
) -> None:
    robber = (robbed + step) % 4
    # Duyun, D-10 and D-2: plain 1, and 2 repeats if one of the two deals; 6 points a fan.
    result = win(robbery("duyun", robbed, (step,), ponged, dealer, repeats=2), robber)
    amount = 6 * (3 if dealer in (robbed, robber) else 1)
    assert points(result) == only(robbed, robber, amount)
    # Guiyang, G-16 and G-20: three shares of plain 1; the dealer bonus (1, and 2 repeats: 3) is in
    # all three when the robber deals, in the dealer's own share otherwise.
    hand = robbery("guiyang", robbed, (step,), ponged, dealer, repeats=2, settings=NO_CHICKENS)
    amount = 3 + (3 * 3 if dealer == robber else 3)
    assert points(win(hand, robber)) == only(robbed, robber, amount)


def only(payer: int, payee: int, amount: int) -> list[int]:
    """The points of the four seats when one pays another and nobody anybody else."""
    return [amount if seat == payee else -amount if seat == payer else 0 for seat in range(4)]


@pytest.mark.parametrize("robbed", range(4))
@pytest.mark.parametrize("steps", [(1, 2), (1, 3), (2, 3), (1, 2, 3)])
def test_several_robbers_are_all_paid_by_the_player_who_konged(
    robbed: int, steps: tuple[int, ...]
) -> None:
    robbers = [(robbed + step) % 4 for step in steps]
    result = win(robbery("duyun", robbed, steps), *robbers)
    assert paid_for(result, "win") == {(robbed, seat): 1 for seat in robbers}
    hand = robbery("guiyang", robbed, steps, settings=NO_CHICKENS)
    result = win(hand, *robbers)
    # Each of several robbers gets three shares (G-16).
    assert paid_for(result, "win") == {(robbed, seat): 3 for seat in robbers}
    assert {entry.payer for entry in result.ledger} == {robbed}


# The two sums worked out in the rules


def test_exhausted_with_a_bean_of_a_player_who_is_not_ready() -> None:
    # P0 makes a concealed kong (+36, -12 each) and is not ready, P1 is ready at 3, P2 and P3 not:
    # the bean goes back, and 3 fan of 6 points from each of the three.
    hand = scene("duyun", {0: "1479m147p25s888s9p", 1: HB}, "8s", tail="9s")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    result = exhaust(hand)
    assert ledger_of(result, reason="concealed_kong") == 6
    assert ledger_of(result, reason="bean_refund") == 6
    assert points(result) == [-18, 54, -18, -18]


def test_kong_shot_with_two_winners() -> None:
    # P0 makes a concealed kong (+36, -12 each) and discards the tile on which P2 and P3 win all
    # triplets: (3 + 1) x 6 and the whole bean of 36 to each, 60 and 60.
    hands = {0: "1479m147p25s888s9p", 2: "222m999p777s666m5p", 3: "555m666p333s888m5p"}
    hand = scene("duyun", hands, "8s", tail="5p")
    draw(hand)
    concealed_kong(hand, 0, "8s")
    draw(hand)
    discard(hand, 0)
    assert points(win(hand, 2, 3)) == [-84, -12, 48, 48]


# The dealer bonus, in both directions


@pytest.mark.parametrize("repeats", [0, 3])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("discarder", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_dealer_bonus_on_a_discard(
    step: int, discarder: int, dealer: int, repeats: int
) -> None:
    winner = (discarder + step) % 4
    for ruleset, triplets, dealing, base in (("guiyang", 5, 1, 1), ("duyun", 3, 0, 6)):
        hand = scene_of_claims(
            ruleset,
            {winner: HB},
            discarder,
            "7p",
            dealer=dealer,
            repeats=repeats,
            settings=NO_CHICKENS,
        )
        bonus = dealing + repeats if dealer in (winner, discarder) else 0
        assert points(win(hand, winner)) == only(discarder, winner, base * (triplets + bonus))


@pytest.mark.parametrize("repeats", [0, 3])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("winner", range(4))
def test_the_dealer_bonus_on_a_self_draw(winner: int, dealer: int, repeats: int) -> None:
    before = 4 + (winner - dealer) % 4
    for ruleset, triplets, dealing, base in (("guiyang", 5, 1, 1), ("duyun", 3, 0, 6)):
        draws = "- " * before + "7p"
        hand = scene(
            ruleset,
            {winner: HB},
            draws,
            dealer=dealer,
            repeats=repeats,
            settings=NO_CHICKENS,
        )
        turns(hand, "- " * before)
        draw(hand)
        expected = [0, 0, 0, 0]
        for payer in range(4):
            if payer != winner:
                bonus = dealing + repeats if dealer in (winner, payer) else 0
                expected[payer] = -base * (triplets + bonus)
        expected[winner] = -sum(expected)
        assert points(win(hand, winner)) == expected


# An empty wall is not an exhausted hand


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_a_win_on_the_very_last_tile_is_a_win(ruleset: str) -> None:
    # Dealer 0: the 56th tile is drawn by seat 3.
    hand = scene(ruleset, {3: HB}, tail="7p", settings=NO_CHICKENS)
    run_out_the_wall(hand, 1)
    draw(hand)
    assert hand.wall_left == 0
    result = win(hand, 3)
    assert result.outcome == WON
    assert {entry.reason for entry in result.ledger} <= {"win", "dealer_bonus"}
    assert result.ready == ()
    assert result.next_dealer == (3, 0)


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_a_win_on_the_very_last_discard_is_a_win(ruleset: str) -> None:
    hand = scene(ruleset, {1: HB}, tail="7p", settings=NO_CHICKENS)
    run_out_the_wall(hand, 1)
    draw(hand)
    discard(hand, 3)
    result = win(hand, 1)
    assert (result.outcome, hand.wall_left) == (WON, 0)
    assert {entry.reason for entry in result.ledger} == {"win"}
    assert result.next_dealer == (1, 0)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_empty_wall_does_not_end_the_hand_before_the_last_discard_is_answered(
    ruleset: str,
) -> None:
    hand = scene(ruleset, tail="7p")
    run_out_the_wall(hand, 1)
    draw(hand)
    assert not hand.is_over
    discard(hand, 3)
    pass_all(hand)
    assert not hand.is_over
    assert hand.phase == DRAW
    hand.draw()
    assert hand.is_over


@pytest.mark.parametrize("ruleset", ["guiyang", "duyun"])
def test_a_bean_won_with_on_the_last_tile_is_not_given_back(ruleset: str) -> None:
    # Seat 3's concealed kong is a bean; it wins with the last tile, and the bean is paid.
    hands = {3: "888s111m333p77p55s"}
    hand = scene(ruleset, hands, "- - - 8s", tail="9m 7p", settings=NO_CHICKENS)
    turns(hand, "- - -")
    draw(hand)
    concealed_kong(hand, 3, "8s")
    draw(hand)
    discard(hand, 3)
    pass_all(hand)
    run_out_the_wall(hand, 1)
    seat = hand.turn
    draw(hand)
    if seat != 3:
        discard(hand, seat)
    result = win(hand, 3)
    assert ledger_of(result, reason="concealed_kong") == 6
    assert ledger_of(result, reason="bean_refund") == 0


# Totals


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_matchs_totals_are_the_sums_of_its_ledgers(ruleset: str) -> None:
    match = Match(ruleset, hands=6)
    key = walls.seed_key(11, 1)
    players = [make_player("greedy") for _ in range(4)]
    sums = [0, 0, 0, 0]
    while not match.is_over:
        number = match.number
        hand = match.start(walls.shuffle(key, number))
        play_hand(hand, players, player_chances(key, number))
        result = match.finish()
        for seat, amount in enumerate(seat_points(result.ledger)):
            sums[seat] += amount
        assert match.points == sums
        assert sum(match.points) == 0
    assert len(match.results) == 6


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hand_that_is_stored_and_taken_up_again_comes_to_the_same_sums(ruleset: str) -> None:
    # A reconnect: at every step the hand is pickled, and everything else thrown away.
    for seed in range(3):
        key = walls.seed_key(seed, 2)
        players = [make_player("greedy") for _ in range(4)]
        straight = Hand.from_key(ruleset, key)
        play_hand(straight, players, player_chances(key, 1))
        streams = player_chances(key, 1)
        hand = Hand.from_key(ruleset, key)
        while not hand.is_over:
            hand = pickle.loads(pickle.dumps(hand))
            if hand.phase == DRAW:
                hand.draw()
                continue
            seat = hand.acting_seats()[0]
            codes = hand.legal_codes(seat)
            hand.play(seat, players[seat].choose(hand, seat, codes, streams[seat]))
        assert hand.result() == straight.result()


def test_a_match_cut_short_keeps_what_was_won() -> None:
    match = Match("duyun", hands=16)
    match.hand = hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    win(hand, 1)
    match.finish()
    match.hand = scene("duyun", dealer=1)
    match.leave(3)
    match.finish()
    # 18 for the first hand, then 96 to each from seat 3.
    assert match.points == [-18 + 96, 18 + 96, 96, -288]
    assert match.is_over


def test_a_match_read_from_its_record_has_the_same_totals() -> None:
    ruleset = load("duyun")
    match = Match(ruleset, hands=4)
    key = walls.seed_key(7, 7)
    lines = [match_line(ruleset, [("a", "random 1")] * 4, 4)]
    players = [make_player("random") for _ in range(4)]
    while not match.is_over:
        number = match.number
        hand = match.start(walls.shuffle(key, number))
        play_hand(hand, players, player_chances(key, number))
        lines += [hand_line(hand, number), *event_lines(hand), result_line(hand)]
        match.finish()
    report = check(b"".join(encode_line(line) for line in lines))
    assert report.fault is None
    totals = [sum(result.points[seat] for result in report.results) for seat in range(4)]
    assert totals == match.points
