"""Why a seat cannot do something: the one place that answers for every action there is.

It asks the same rules as the list of legal actions does, so that the two cannot differ.
"""

from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD_KONG, PASS, PONG, WIN
from qianma.rules import claims, declared, kongs, winning
from qianma.rules.refusals import (
    ALLOWED,
    ALREADY_ANSWERED,
    DRAW_FIRST,
    HAND_OVER,
    KONG_NOT_ROBBED,
    NOT_IN_HAND,
    NOT_YOUR_CLAIM,
    NOT_YOUR_TURN,
    NOTHING_OPEN,
    ONLY_ROBBING,
    PASS_IN_TURN,
    Refusal,
    clause_of,
)
from qianma.state import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    CAN_WIN,
    CLAIM,
    DRAW,
    MUST_WIN,
    NO_TILE,
    NOBODY,
    OVER,
    ROB,
    SELF_DRAW,
    TURN,
    State,
)
from qianma.tiles import KINDS


def refusal(state: State, seat: int, code: int) -> Refusal | None:
    """Why the seat cannot carry out the action of this code now; None when it can."""
    reason = refusal_code(state, seat, code)
    if reason == ALLOWED:
        return None
    facts: list[tuple[str, str | int]] = [("turn", state.turn), ("left", state.wall_left)]
    if code < PONG:
        facts.append(("tile", code % KINDS))
    elif state.open_tile != NO_TILE:
        facts.append(("tile", state.open_tile))
    if state.drawn != NO_TILE and seat == state.turn:
        facts.append(("drawn_tile", state.drawn))
    if state.open_tile != NO_TILE:
        facts.append(("open_tile", state.open_tile))
    return Refusal(reason, clause_of(reason, state.ruleset.family), tuple(facts))


def refusal_code(state: State, seat: int, code: int) -> str:
    """The code of the refusal, `ALLOWED` when there is none."""
    if state.phase == OVER:
        return HAND_OVER
    if state.phase == TURN:
        return _turn_refusal(state, seat, code)
    if code >= PONG and state.window != NOBODY:
        return _claim_refusal(state, seat, code)
    if code == WIN and state.fresh_kong != NOBODY:
        return KONG_NOT_ROBBED
    return DRAW_FIRST if state.phase == DRAW else NOT_YOUR_TURN


def _turn_refusal(state: State, seat: int, code: int) -> str:
    """In a turn only its owner acts [C-1], and cannot pass [C-17 discard]."""
    if seat != state.turn:
        return NOT_YOUR_TURN
    if code in (PONG, DISCARD_KONG):
        return NOTHING_OPEN
    win = winning.win_refusal(state, seat, SELF_DRAW)
    if code == WIN:
        return win
    if win == ALLOWED and (forced := winning.must_win(state, seat, SELF_DRAW)):
        return forced
    if code == PASS:
        return PASS_IN_TURN
    kind = code % KINDS
    if code >= ADDED_KONG:
        return kongs.added_kong_refusal(state, seat, kind)
    if code >= CONCEALED_KONG:
        return kongs.concealed_kong_refusal(state, seat, kind)
    if not state.counts[seat * KINDS + kind]:
        return NOT_IN_HAND
    if code >= DECLARE:
        return declared.declare_refusal(state, seat, kind)
    return declared.frozen_discard_refusal(state, seat, kind)


def _claim_refusal(state: State, seat: int, code: int) -> str:
    """While a tile is open, the seats that are asked answer once [C-8 answers]."""
    if seat == state.open_seat:
        return NOT_YOUR_CLAIM
    if code in (PONG, DISCARD_KONG) and state.window == ROB:
        return ONLY_ROBBING
    by = BY_DISCARD if state.window == CLAIM else BY_ROBBED_KONG
    if code == WIN and (reason := winning.win_refusal(state, seat, by)):
        return reason
    if not state.options[seat]:
        return _not_offered(state, seat, code)
    if not state.pending >> seat & 1:
        return ALREADY_ANSWERED
    if code == WIN:
        return ALLOWED if state.options[seat] & CAN_WIN else NOT_YOUR_CLAIM
    if state.options[seat] & MUST_WIN:
        return winning.must_win(state, seat, by)
    return ALLOWED if code == PASS else _not_offered(state, seat, code)


def _not_offered(state: State, seat: int, code: int) -> str:
    if code == PONG:
        return claims.pong_refusal(state, seat)
    if code == DISCARD_KONG:
        return kongs.discard_kong_refusal(state, seat)
    return NOT_YOUR_CLAIM
