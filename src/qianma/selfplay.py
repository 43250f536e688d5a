"""Playing whole hands between built-in players, with nothing made anew for a decision."""

from mypy_extensions import i64

from qianma import flow, options, walls
from qianma.actions import CONCEALED_KONG, PASS
from qianma.players.base import Player
from qianma.state import DRAW, OVER, SEATS, TURN, State


def play_hand(state: State, players: list[Player], streams: list[walls.Stream]) -> i64:
    """Play a hand to its end and return the number of decisions."""
    decisions: i64 = 0
    while state.phase != OVER:
        if state.phase == DRAW:
            flow.draw(state)
        elif state.phase == TURN:
            seat = state.turn
            number = options.list_codes(state, seat)
            if number > 1 or state.codes[0] < CONCEALED_KONG:
                decisions += 1
            flow.play(state, seat, players[seat].pick(state, seat, streams[seat]))
        else:
            decisions += _answer_claims(state, players, streams)
    return decisions


def _answer_claims(state: State, players: list[Player], streams: list[walls.Stream]) -> i64:
    """Let every seat that is asked answer, without knowing the others' answers."""
    answers = [i64(PASS)] * SEATS
    asked = state.pending
    decisions: i64 = 0
    seat: i64
    for seat in range(SEATS):
        if asked >> seat & 1 == 1:
            if options.list_codes(state, seat) > 1:
                decisions += 1
            answers[seat] = players[seat].pick(state, seat, streams[seat])
    for seat in range(SEATS):
        if asked >> seat & 1 == 1:
            flow.play(state, seat, answers[seat])
    return decisions
