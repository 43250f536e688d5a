"""Where programs go wrong about actions, each as a whole kind of fault."""

from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest

from qianma.actions import (
    ACTION_COUNT,
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.chance import Chance
from qianma.hand import Hand, IllegalActionError
from qianma.packed import EVENT_DISCARD, EVENT_DRAW, EVENT_EXHAUSTED
from qianma.packed import PONG as PONG_MELD
from qianma.players import PLAYERS, make_player
from qianma.shapes import waits
from qianma.state import CLAIM, DRAW, NO_TILE, ROB, SEATS, TURN
from tests.positions import walk
from tests.scenes import (
    HA,
    HB,
    PAIRS,
    ROBBERS,
    added_kong,
    concealed_kong,
    declare,
    discard,
    discard_claims,
    draw,
    ledger_of,
    options,
    paid_for,
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


def positions(ruleset: str, seeds: int = 40) -> Iterator[Hand]:
    """Every position of some hands, the last tiles of the wall and declared players included."""
    for seed in range(seeds):
        yield from walk(ruleset, seed)


def forced(hand: Hand, seat: int) -> bool:
    return hand.legal_codes(seat) == [WIN]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_after_a_pong_only_discards_are_legal(ruleset: str) -> None:
    seen = 0
    for hand in positions(ruleset):
        if hand.phase == TURN and hand.drawn == NO_TILE:
            seen += 1
            held = {kind for kind in range(27) if hand.hand_counts(hand.turn)[kind]}
            assert set(hand.legal_codes(hand.turn)) == held
    assert seen > 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_added_kong_is_offered_in_every_turn_after_a_draw(ruleset: str) -> None:
    """Whether the fourth tile is the one just drawn or not; never with an empty wall."""
    just_drawn = later = 0
    for hand in positions(ruleset, 80):
        if hand.phase != TURN or hand.drawn == NO_TILE or forced(hand, hand.turn):
            continue
        seat = hand.turn
        could = {
            ADDED_KONG + meld.kind
            for meld in hand.melds_of(seat)
            if meld.type == PONG_MELD and hand.hand_counts(seat)[meld.kind]
        }
        offered = {code for code in hand.legal_codes(seat) if ADDED_KONG <= code < PONG}
        assert offered == (could if hand.wall_left else set())
        just_drawn += ADDED_KONG + hand.drawn in offered
        later += bool(offered - {ADDED_KONG + hand.drawn})
    assert just_drawn
    assert later


@pytest.mark.parametrize("ruleset", RULESETS)
def test_on_anothers_added_kong_only_win_and_pass(ruleset: str) -> None:
    """And nobody is asked but those whose hand it completes."""
    hand = scene_of_robbery(ruleset, (1, 3), settings={"flower_pig": False})
    assert hand.phase == ROB
    assert discard_claims(hand) == {1: {"win", "pass"}, 3: {"win", "pass"}}
    for position in positions(ruleset, 80):
        if position.phase == ROB:
            for seat in position.acting_seats():
                assert set(position.legal_codes(seat)) in ({WIN, PASS}, {WIN})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_on_a_concealed_kong_nothing_is_asked(ruleset: str) -> None:
    # Seat 1 waits for the tile with a plain hand; no game lets it rob a concealed kong.
    hand = scene(ruleset, {0: "444m2479p1368m29s", 1: HA}, "4m")
    draw(hand)
    concealed_kong(hand, 0, "4m")
    assert (hand.phase, hand.acting_seats()) == (DRAW, [])
    assert not any(hand.legal_codes(seat) for seat in range(SEATS))


def test_stale_and_foreign_actions_in_the_robbing_window() -> None:
    """Of all actions of all seats only those offered are taken, others leave no trace."""
    hand = scene_of_robbery("duyun", (1, 2))
    refused = 0
    for seat in range(SEATS):
        for code in range(ACTION_COUNT):
            before = hand.copy()
            if code in hand.legal_codes(seat):
                assert hand.why_not(seat, code) is None
                continue
            refused += 1
            with pytest.raises(IllegalActionError):
                hand.play(seat, code)
            assert hand == before
    assert refused == SEATS * ACTION_COUNT - 4


def test_who_has_answered_has_no_second_answer() -> None:
    """A claim is not accepted from a player who has passed, nor a second one from a claimer."""
    for first in (PASS, PONG, WIN):
        hand = scene_of_claims("guiyang", {1: HB, 3: "2244m6688p2277s5s"}, 0, "5s")
        hand.play(1, first)
        before = hand.copy()
        for code in range(ACTION_COUNT):
            with pytest.raises(IllegalActionError):
                hand.play(1, code)
        assert hand == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_order_of_answers_never_matters(ruleset: str) -> None:
    """Every answer of every seat, in every order, to claims that several seats can make."""
    sizes = set()
    for hand in contested(ruleset):
        asked = hand.acting_seats()
        sizes.add(len(asked))
        for answers in all_answers(hand, asked):
            ends = []
            for order in permutations(asked):
                after = hand.copy()
                for seat in order:
                    after.play(seat, answers[seat])
                ends.append(after)
            assert all(end == ends[0] for end in ends)
            if ends[0].is_over:
                assert all(end.result() == ends[0].result() for end in ends)
    assert sizes == {2, 3}


def contested(ruleset: str) -> Iterator[Hand]:
    """Positions in which two or three seats are asked: made ones, and what random play brings."""
    settings = {"flower_pig": False}
    yield scene_of_claims(ruleset, dict(enumerate(PAIRS, start=1)), 0, "6m", settings=settings)
    yield scene_of_claims(ruleset, {1: HB, 3: "2244m6688p2277s5s"}, 0, "5s", settings=settings)
    yield scene_of_robbery(ruleset, (1, 2, 3), settings=settings)
    for hand in positions(ruleset, 60):
        if hand.phase in (CLAIM, ROB) and len(hand.acting_seats()) > 1:
            yield hand


def all_answers(hand: Hand, asked: list[int]) -> Iterator[dict[int, int]]:
    if not asked:
        yield {}
        return
    for code in hand.legal_codes(asked[0]):
        for others in all_answers(hand, asked[1:]):
            yield {asked[0]: code, **others}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_with_an_empty_wall_no_kong_and_no_pong(ruleset: str) -> None:
    last_turns = last_claims = 0
    for hand in positions(ruleset, 80):
        if hand.wall_left:
            continue
        if hand.phase == TURN:
            last_turns += 1
            assert not any(
                code >= CONCEALED_KONG and code != WIN for code in hand.legal_codes(hand.turn)
            )
        for seat in range(SEATS):
            if hand.phase in (CLAIM, ROB) and hand.legal_codes(seat):
                last_claims += 1
                assert set(hand.legal_codes(seat)) <= {WIN, PASS}
    assert last_turns > 5
    # And where somebody could pong or kong the very last tile, and win on it:
    hand = scene("guiyang", {1: HB}, tail="9s", dealer=1)
    run_out_the_wall(hand, 1)
    draw(hand)
    discard(hand, 0)
    assert hand.why_not(1, PONG) is not None
    assert hand.why_not(1, DISCARD_KONG) is not None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_turn_goes_on_from_who_discarded_last(ruleset: str) -> None:
    """After a pong from the player who ponged, not from the one whose turn it was."""
    for seed in range(40):
        *_, hand = walk(ruleset, seed)
        events = list(hand.events())
        for event, following in pairwise(events):
            if event.type == EVENT_DISCARD and following.type == EVENT_DRAW:
                assert following.seat == (event.seat + 1) % SEATS
                assert following.detail == 0, "from the head"
            if event.type == EVENT_DISCARD and following.type == EVENT_EXHAUSTED:
                assert hand.wall_left == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ready_is_declared_only_with_a_discard_that_leaves_the_hand_ready(ruleset: str) -> None:
    """Discard and declaration are one action: no half of it can happen or be left over."""
    for hand in positions(ruleset, 100):
        seat = hand.turn
        if hand.phase != TURN or hand.draws[seat] != 1 or forced(hand, seat):
            continue
        first_turn = not hand.melds_of(seat) and hand.drawn != NO_TILE
        counts = hand.hand_counts(seat)
        expected = set()
        for kind in range(27):
            if counts[kind] and first_turn:
                counts[kind] -= 1
                suits = {other // 9 for other in range(27) if counts[other]}
                if waits(counts) and not (hand.ruleset.flower_pig and len(suits) == 3):
                    expected.add(DECLARE + kind)
                counts[kind] += 1
        offered = {code for code in hand.legal_codes(seat) if DECLARE <= code < CONCEALED_KONG}
        assert offered == expected
    # A hand of two suits, so that every game lets it be ready.
    hand = scene(ruleset, {0: "2355m456678789p"}, "9m")
    draw(hand)
    assert options(hand, 0) >= {"discard 9m and declare ready"}


@pytest.mark.parametrize("player", sorted(PLAYERS))
@pytest.mark.parametrize("how", ["drawn", "discarded", "robbed", "last four"])
def test_forced_wins_happen_whoever_plays(player: str, how: str) -> None:
    """D-13 and D-14: a built-in player, or whoever acts for an absent one, has no other action."""
    hand, seat = forced_win(how)
    assert hand.acting_seats() == [seat]
    codes = hand.legal_codes(seat)
    assert codes == [WIN]
    assert make_player(player).choose(hand, seat, codes, Chance(1)) == WIN
    hand.leave(seat)
    assert hand.legal_codes(seat) == [WIN], "leaving does not lift it"


def forced_win(how: str) -> tuple[Hand, int]:
    """A Duyun hand in which a win is forced, and the seat that has to take it."""
    if how == "last four":
        # Seat 0 has not declared; it draws the first of the last four tiles.
        hand = scene("duyun", {0: HA}, tail="9s 9p 9m 4m")
        run_out_the_wall(hand, 4)
        draw(hand)
        return hand, 0
    if how == "robbed":
        # Seat 0 pongs 4m before seat 1's first turn, in which seat 1 declares.
        waiting = {0: "4489m1479p23689s", 1: ROBBERS[0]}
        hand = scene_of_claims("duyun", waiting, 3, "4m", dealer=3, draws="- - - 4m")
        pong(hand, 0)
        turns(hand, "9m")
        draw(hand)
        declare(hand, 1)
        pass_all(hand)
        turns(hand, "- -")
        draw(hand)
        added_kong(hand, 0, "4m")
        return hand, 1
    hand = scene("duyun", {0: HA}, "9m - - - 4m" if how == "drawn" else "9m 4m")
    draw(hand)
    declare(hand, 0)
    if how == "drawn":
        turns(hand, "- - -")
    draw(hand)
    if how == "discarded":
        discard(hand, 1)
    return hand, 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_a_chain_of_kongs_robbing_the_last_voids_only_the_last(ruleset: str) -> None:
    """Two concealed kongs, 2 fan from each for both, then an added one that is robbed."""
    waiting = {0: "449m777s222s36s14p", 1: ROBBERS[0]}
    hand = scene_of_claims(
        ruleset,
        waiting,
        3,
        "4m",
        dealer=3,
        draws="- - - 7s",
        tail="2s 4m",
        settings={"flower_pig": False},
    )
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    concealed_kong(hand, 0, "7s")
    draw(hand)
    concealed_kong(hand, 0, "2s")
    draw(hand)
    added_kong(hand, 0, "4m")
    result = win(hand, 1)
    assert paid_for(result, "concealed_kong") == {(payer, 0): 4 for payer in (1, 2, 3)}
    for reason in ("added_kong", "kong_shot", "kong_transfer"):
        assert ledger_of(result, reason=reason) == 0
