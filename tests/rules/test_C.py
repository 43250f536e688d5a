"""Clauses C-1 to C-9: the table, the wall, the deal, what may be done."""

from itertools import permutations, product

import pytest

from qianma import walls
from qianma.actions import ACTIONS, Action
from qianma.check import check
from qianma.hand import Hand, IllegalActionError
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line
from qianma.state import DRAW
from qianma.tiles import CODES, TileError, count_tiles, parse_tiles
from tests.positions import walk
from tests.scenes import (
    HB,
    HD,
    added_kong,
    clause_against,
    concealed_kong,
    discard,
    discard_claims,
    discard_kong,
    draw,
    options,
    pass_all,
    pong,
    run_out_the_wall,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)

RULESETS = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")


@pytest.mark.parametrize("dealer", range(4))
def test_C_1_turns_go_from_seat_to_the_next_one_round(dealer: int) -> None:
    hand = scene("guiyang", dealer=dealer)
    for step in range(9):
        draw(hand)
        assert hand.turn == (dealer + step) % 4
        assert hand.acting_seats() == [hand.turn]
        discard(hand, hand.turn)


def test_C_1_nobody_acts_out_of_turn() -> None:
    hand = scene("guiyang", dealer=2)
    draw(hand)
    for seat in (0, 1, 3):
        assert not hand.legal_codes(seat)
        tile = CODES[hand.deal[seat][0]]
        assert clause_against(hand, seat, "discard", tile) == "C-1"
        with pytest.raises(IllegalActionError):
            discard(hand, seat, tile)
    assert clause_against(hand, 2, "discard", CODES[hand.drawn]) is None


def test_C_2_four_tiles_of_each_of_27_kinds() -> None:
    for seed in range(20):
        hand = Hand.from_key("guiyang", walls.seed_key(seed, 1))
        tiles = [kind for part in (*hand.deal, hand.wall) for kind in part]
        assert sorted(tiles) == [kind for kind in range(27) for _ in range(4)]
    assert {code[1] for code in CODES} == set("mps")
    assert {code[0] for code in CODES} == set("123456789")


def test_C_2_a_fifth_tile_of_a_kind_is_refused() -> None:
    assert count_tiles(parse_tiles("5555m"))[4] == 4
    with pytest.raises(TileError, match="more than four 5m"):
        count_tiles(parse_tiles("55555m"))
    line = {**hand_line(scene("guiyang"), 1), "ruleset": "guiyang"}
    assert check(encode_line(line)).fault is None
    line["wall"] = [line["wall"][1], *line["wall"][1:]]
    fault = check(encode_line(line)).fault
    assert fault is not None
    assert (fault.line, fault.clause) == (1, "C-2")


def drawing_order(dice: tuple[int, int]) -> list[int]:
    """The places of the physical wall in drawing order, by walking round the table."""
    sides = [(0, 14), (3, 13), (2, 14), (1, 13)]  # clockwise: seats from the dealer, stacks
    stacks = [(side, stack) for side, length in sides for stack in range(length)]
    side = 0
    for _ in range(sum(dice) - 1):
        side = (side + 1) % 4  # counter-clockwise is turn order
    start = stacks.index((side, min(dice)))
    return [2 * ((start + step) % 54) + lower for step in range(54) for lower in (0, 1)]


@pytest.mark.parametrize("dice", list(product(range(1, 7), repeat=2)))
@pytest.mark.parametrize("dealer", [0, 3])
def test_C_3_dice_break_the_wall(dice: tuple[int, int], dealer: int) -> None:
    every_tile_apart = bytes(range(108))
    dealt = walls.deal(every_tile_apart, dice, dealer)
    order = drawing_order(dice)
    assert list(dealt.wall) == order[52:]
    assert dealt.wall[-1] == (order[0] - 1) % 108, "the tail is the last tile before the break"
    assert sorted(b"".join(dealt.deal) + dealt.wall) == list(range(108))


@pytest.mark.parametrize(
    ("dice", "stack"),
    [
        ((1, 1), 42),  # total 2: the side of seat+1, right end 41, one stack stays
        ((1, 2), 28),  # total 3: seat+2, 27 and one
        ((2, 2), 16),  # total 4: seat+3, 14 and two
        ((2, 3), 2),  # total 5: the dealer's own side, two stacks stay
        ((3, 2), 2),
        ((6, 6), 20),  # total 12: seat+3, 14 and six
        ((5, 6), 32),  # total 11: seat+2, 27 and five
    ],
)
def test_C_3_broken_stack_by_hand(dice: tuple[int, int], stack: int) -> None:
    assert walls.break_stack(dice) == stack


@pytest.mark.parametrize("dealer", range(4))
def test_C_4_four_tiles_three_times_then_one_each(dealer: int) -> None:
    dice = (2, 5)
    order = drawing_order(dice)
    hands: list[list[int]] = [[], [], [], []]
    for block in (4, 4, 4, 1):
        for step in range(4):
            hands[(dealer + step) % 4] += order[:block]
            del order[:block]
    dealt = walls.deal(bytes(range(108)), dice, dealer)
    assert [list(tiles) for tiles in dealt.deal] == hands
    assert list(dealt.wall) == order


@pytest.mark.parametrize("dealer", range(4))
def test_C_4_the_dealer_takes_the_fourteenth_tile_as_first_draw(dealer: int) -> None:
    hand = scene("guiyang", draws="8s", dealer=dealer)
    assert [sum(hand.hand_counts(seat)) for seat in range(4)] == [13] * 4
    assert draw(hand) == "8s"
    assert [sum(hand.hand_counts(seat)) for seat in range(4)] == [
        13 + (seat == dealer) for seat in range(4)
    ]


def test_C_5_what_may_be_done_and_no_chow() -> None:
    names = {action.name for action in ACTIONS}
    assert names == {"discard", "pong", "kong", "win", "declare", "pass"}
    # The next player holds both neighbours of the discard, on both sides, and is not asked.
    hand = scene_of_claims("guiyang", {1: "3467m1479p13699s"}, 0, "5m")
    assert hand.phase == DRAW


@pytest.mark.parametrize(
    ("waiting", "offered"),
    [
        ("58m1479p1369s247s", set()),
        ("558m1479p136s247s", {"pong", "pass"}),
        ("5558m1479p136s24s", {"pong", "discard kong", "pass"}),
    ],
)
def test_C_5_a_pong_needs_two_and_a_discard_kong_three(waiting: str, offered: set[str]) -> None:
    hand = scene_of_claims("guiyang", {2: waiting}, 0, "5m")
    assert options(hand, 2) == offered
    assert clause_against(hand, 2, "pong") == (None if "pong" in offered else "C-5")
    kong = Action("kong", "discard")
    assert clause_against(hand, 2, kong) == (None if "discard kong" in offered else "C-5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_C_5_declining_is_offered_unless_a_win_is_forced(ruleset: str) -> None:
    asked = 0
    for seed in range(30):
        for hand in walk(ruleset, seed):
            for seat in hand.acting_seats():
                if hand.window == hand.phase:
                    asked += 1
                    assert "pass" in options(hand, seat) or options(hand, seat) == {"win"}
    assert asked > 100


def test_C_6_draws_from_the_head_replacements_from_the_tail() -> None:
    # Seat 0 makes all three kinds of kong, each replaced from the tail, in its order.
    hand = scene(
        "guiyang", {0: "333m44m555p1479s6m"}, "3m 2p 5p 4m 8p 9p 7p 4m", tail="1m 2s 9m", away="4m"
    )
    assert draw(hand) == "3m"
    concealed_kong(hand, 0, "3m")
    assert draw(hand) == "1m"
    discard(hand, 0)
    turns(hand, "2p")
    draw(hand)
    discard(hand, 2)
    discard_kong(hand, 0)
    assert draw(hand) == "2s"
    discard(hand, 0)
    draw(hand)
    discard(hand, 1)
    pong(hand, 0)
    turns(hand, "6m 8p 9p 7p")
    assert draw(hand) == "4m"
    added_kong(hand, 0, "4m")
    assert draw(hand) == "9m"
    discard(hand, 0)
    assert draw(hand) == CODES[hand.wall[8]], "the head goes on where it was"


@pytest.mark.parametrize(("left", "dealer", "clause"), [(1, 2, None), (0, 1, "C-6")])
def test_C_6_no_concealed_kong_without_a_replacement(
    left: int, dealer: int, clause: str | None
) -> None:
    # Seat 0 draws the 55th tile when seat 2 deals, the 56th and last when seat 1 does.
    four = {0: "444m1479p13669s2m"}
    hand = scene("guiyang", four, tail="9m 4m" if left else "4m", dealer=dealer)
    run_out_the_wall(hand, left + 1)
    assert (draw(hand), hand.turn, hand.wall_left) == ("4m", 0, left)
    assert ("concealed kong 4m" in options(hand, 0)) == (clause is None)
    assert clause_against(hand, 0, Action("kong", "concealed", 3)) == clause


@pytest.mark.parametrize(("left", "clause"), [(4, None), (0, "C-6")])
def test_C_6_no_added_kong_without_a_replacement(left: int, clause: str | None) -> None:
    # Seat 0 pongs twice what seat 3 discards, each time instead of drawing, and so draws last.
    twice = {0: "44m55m1479p1366s8m"}
    tail = "9m 8p 9s 7s 4m" if left else "4m"
    hand = scene_of_claims("guiyang", twice, 3, "4m", dealer=3, draws="- - 5m", tail=tail)
    pong(hand, 0)
    turns(hand, "8m - -")
    draw(hand)
    discard(hand, 3)
    pong(hand, 0)
    turns(hand, "1p")
    run_out_the_wall(hand, left + 1)
    assert (draw(hand), hand.turn, hand.wall_left) == ("4m", 0, left)
    assert ("added kong 4m" in options(hand, 0)) == (clause is None)
    assert clause_against(hand, 0, Action("kong", "added", 3)) == clause


@pytest.mark.parametrize(("last", "claims"), [("7p", {"win", "pass"}), ("9s", set())])
def test_C_6_the_last_discard_can_only_be_won_on(last: str, claims: set[str]) -> None:
    # Seat 1 waits for 7p and holds 77p999s; seat 0 discards the last tile of the wall.
    hand = scene("guiyang", {1: HB}, tail=last, dealer=1)
    run_out_the_wall(hand, 1)
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == claims
    assert clause_against(hand, 1, "pong") == "C-6"
    assert clause_against(hand, 1, Action("kong", "discard")) == ("C-6" if last == "9s" else "C-5")


def test_C_6_the_last_discard_but_one_can_be_ponged_and_konged() -> None:
    hand = scene("guiyang", {1: HB}, tail="2p 9s", dealer=2)
    run_out_the_wall(hand, 2)
    draw(hand)
    discard(hand, 0)
    assert options(hand, 1) == {"pong", "discard kong", "pass"}


def test_C_7_no_own_kong_right_after_a_pong() -> None:
    waiting = {0: "4444m55m1479p136s"}
    hand = scene_of_claims("guiyang", waiting, 3, "5m", dealer=3)
    pong(hand, 0)
    assert not any("kong" in option for option in options(hand, 0))
    assert clause_against(hand, 0, Action("kong", "concealed", 3)) == "C-7"
    # After the next own draw it can be made.
    turns(hand, "1p - - -")
    draw(hand)
    assert "concealed kong 4m" in options(hand, 0)


def test_C_7_no_added_kong_right_after_a_pong() -> None:
    # Three 5m in hand: after the pong of a fourth one is left, which may be added later only.
    hand = scene_of_claims("guiyang", {0: "555m1479p13699s8m"}, 3, "5m", dealer=3)
    pong(hand, 0)
    assert clause_against(hand, 0, Action("kong", "added", 4)) == "C-7"
    turns(hand, "1p - - -")
    draw(hand)
    assert "added kong 5m" in options(hand, 0)


def test_C_7_a_replacement_draw_is_an_own_draw() -> None:
    hand = scene("guiyang", {0: "3333m4444m1479p1s"}, "-", tail="2s")
    draw(hand)
    concealed_kong(hand, 0, "3m")
    draw(hand)
    assert "concealed kong 4m" in options(hand, 0)


THREE_CLAIMS = {1: HB, 3: "2244m6688p2277s5s"}
"""Seat 1 may win on 5s or pong it, seat 3 may win on it with seven pairs."""


@pytest.mark.parametrize("order", list(permutations([1, 3])))
@pytest.mark.parametrize(
    ("answers", "winners"),
    [
        ({1: "pong", 3: "win"}, [3]),
        ({1: "win", 3: "win"}, [1, 3]),
        ({1: "win", 3: "pass"}, [1]),
        ({1: "pong", 3: "pass"}, []),
        ({1: "pass", 3: "pass"}, []),
    ],
)
def test_C_8_wins_come_first_then_pong_whoever_answers_first(
    order: tuple[int, ...], answers: dict[int, str], winners: list[int]
) -> None:
    hand = scene_of_claims("guiyang", THREE_CLAIMS, 0, "5s")
    assert discard_claims(hand) == {1: {"win", "pong", "pass"}, 3: {"win", "pass"}}
    for seat in order:
        hand.play(seat, Action(answers[seat]))
    assert hand.is_over == bool(winners)
    if winners:
        assert [entry.seat for entry in hand.result().wins] == winners
    elif answers[1] == "pong":
        assert (hand.turn, len(hand.melds_of(1))) == (1, 1)
        assert hand.discards(0) == []
    else:
        assert (hand.phase, hand.turn, list(hand.melds)) == (DRAW, 1, [])


def test_C_8_nothing_shows_before_all_have_answered() -> None:
    hand = scene_of_claims("guiyang", THREE_CLAIMS, 0, "5s")
    before = list(event_lines(hand))
    others = options(hand, 3)
    hand.play(1, Action("pong"))
    assert list(event_lines(hand)) == before
    assert options(hand, 3) == others
    assert not options(hand, 1)
    assert clause_against(hand, 1, "win") == "C-8", "who has answered has answered"
    hand.play(3, Action("pass"))
    assert [line["type"] for line in event_lines(hand)] == [
        *(line["type"] for line in before),
        "pong",
    ]


def test_C_8_a_claim_that_was_not_offered_is_refused() -> None:
    hand = scene_of_claims("guiyang", THREE_CLAIMS, 0, "5s")
    for seat in (0, 2):
        for action in ("pong", "pass"):
            assert clause_against(hand, seat, action) is not None
    assert clause_against(hand, 0, "win") == "C-8", "nobody claims the own discard"


def test_C_9_an_added_kong_is_robbed_by_everybody_who_waits_for_it() -> None:
    hand = scene_of_robbery("guiyang", (1, 2))
    assert discard_claims(hand) == {1: {"win", "pass"}, 2: {"win", "pass"}}
    assert clause_against(hand, 1, "pong") == "C-9"
    result = win(hand, 2, 1)
    assert [(entry.seat, entry.source) for entry in result.wins] == [(1, 0), (2, 0)]
    declined = scene_of_robbery("guiyang", (1, 2))
    pass_all(declined)
    assert [meld.is_kong for meld in declined.melds_of(0)] == [True]


def test_C_9_concealed_and_discard_kongs_are_not_robbed() -> None:
    # Seat 1 waits for 1m and 4m with a bean of its own, so that on a discard it might win.
    waiting = {1: HD, 0: "444m1479p13669s2m", 2: "1m1479p136699s58m"}
    hand = scene("guiyang", waiting, "4m", away="1m")
    draw(hand)
    concealed_kong(hand, 0, "4m")
    assert hand.acting_seats() == []
    assert clause_against(hand, 1, "win") == "C-9"
    # A discard kong takes the tile away only when nobody wins on the discard itself.
    hand = scene_of_claims("guiyang", waiting, 2, "4m", dealer=2)
    assert discard_claims(hand) == {0: {"pong", "discard kong", "pass"}}
    discard_kong(hand, 0)
    assert hand.acting_seats() == []
    assert clause_against(hand, 1, "win") == "C-9"
