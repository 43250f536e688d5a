"""Claims on a discard and on an added kong: who is offered what, and who gets it."""

from mypy_extensions import i64

from qianma.rules.declared import frozen_pong_refusal
from qianma.rules.kongs import discard_kong_refusal, somebody_left_refusal
from qianma.rules.refusals import ALLOWED, LAST_DISCARD, PONG_NEEDS_TWO
from qianma.rules.winning import completes, must_win, win_refusal
from qianma.state import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    CAN_KONG,
    CAN_PONG,
    CAN_WIN,
    MUST_WIN,
    NOBODY,
    SEATS,
    State,
)
from qianma.tiles import KINDS


def pong_refusal(state: State, seat: i64) -> str:
    """Why the seat cannot pong the open discard; the very last one cannot be [C-6 discard]."""
    if state.counts[seat * KINDS + state.open_tile] < 2:
        return PONG_NEEDS_TWO
    if not state.wall_left:
        return LAST_DISCARD
    return somebody_left_refusal(state) or frozen_pong_refusal(state, seat)


def win_claim(state: State, seat: i64, by: i64) -> i64:
    """`CAN_WIN` if the seat may win on the open tile, with `MUST_WIN` if it must; else 0."""
    if not completes(state, seat, state.open_tile) or win_refusal(state, seat, by):
        return 0
    return CAN_WIN | MUST_WIN if must_win(state, seat, by) else CAN_WIN


def discard_claims(state: State, seat: i64) -> i64:
    """What the seat is offered on the open discard; a forced win stands alone [C-5] [C-18 win]."""
    claims = win_claim(state, seat, BY_DISCARD)
    if claims & MUST_WIN:
        return claims
    if state.counts[seat * KINDS + state.open_tile] >= 2:
        if pong_refusal(state, seat) == ALLOWED:
            claims |= CAN_PONG
        if discard_kong_refusal(state, seat) == ALLOWED:
            claims |= CAN_KONG
    return claims


def robbing_claims(state: State, seat: i64) -> i64:
    """What the seat is offered on an added kong: to win, or nothing [C-9]."""
    return win_claim(state, seat, BY_ROBBED_KONG)


def claim_winners(state: State) -> list[int]:
    """The seats that answered with a win, in turn order from the open tile's owner."""
    turn_order = [(state.open_seat + step) % SEATS for step in range(1, SEATS)]
    return [seat for seat in turn_order if state.answer(seat) == CAN_WIN]


def claim_taker(state: State) -> i64:
    """The seat that pongs or kongs the discard when nobody wins on it, or `NOBODY` [C-8]."""
    seat: i64
    for seat in range(SEATS):
        if state.answer(seat) in (CAN_PONG, CAN_KONG):
            return seat
    return NOBODY
