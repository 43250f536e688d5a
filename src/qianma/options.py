"""What each seat may do now, listed without making an object for any of it.

The rules say what is allowed; here it is only asked of them, action by action. Why something is
not allowed is told by `rules.legality`, which asks the same.
"""

from mypy_extensions import i64, u8

from qianma.actions import (
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.packed import PONG as PONG_MELD
from qianma.packed import meld_kind, meld_seat, meld_type
from qianma.rules import declared, kongs, winning
from qianma.rules.refusals import ALLOWED
from qianma.state import (
    CAN_KONG,
    CAN_PONG,
    CAN_WIN,
    MUST_WIN,
    NO_TILE,
    NOBODY,
    SEATS,
    SELF_DRAW,
    TURN,
    State,
)
from qianma.tiles import KINDS


def list_codes(state: State, seat: i64) -> i64:
    """List all actions that a seat has now in `state.codes`; returns their number.

    A seat that has nothing to decide has none.
    """
    state.code_count = 0
    if state.phase == TURN:
        if seat == state.turn:
            _list_turn(state)
    elif state.pending >> seat & 1 == 1:
        _list_claims(state, seat)
    return state.code_count


def acting_seat(state: State) -> i64:
    """The seat that acts next, of several that are asked the lowest; `NOBODY` if none."""
    if state.phase == TURN:
        return state.turn
    seat: i64
    for seat in range(SEATS):
        if state.pending >> seat & 1 == 1:
            return seat
    return NOBODY


def is_listed(state: State, seat: i64, code: i64) -> bool:
    """Whether an action is among the legal ones of a seat."""
    if seat == NOBODY:
        return False
    found = False
    number = list_codes(state, seat)
    place: i64
    for place in range(number):
        if i64(state.codes[place]) == code:
            found = True
    return found


def legal_codes(state: State, seat: i64) -> list[int]:
    """The codes of all actions that a seat has now; none when it has nothing to decide."""
    list_codes(state, seat)
    return [int(state.codes[place]) for place in range(state.code_count)]


def _list(state: State, code: i64) -> None:
    state.codes[state.code_count] = u8(code)
    state.code_count += 1


def _list_turn(state: State) -> None:
    """List the actions of the seat whose turn it is."""
    seat = state.turn
    if state.drawn == NO_TILE:
        _list_discards(state, seat)
        return
    if (
        winning.completes(state, seat, NO_TILE)
        and winning.win_refusal(state, seat, SELF_DRAW) == ALLOWED
    ):
        _list(state, WIN)
        if winning.must_win(state, seat, SELF_DRAW):
            return
    if state.has_declared(seat):
        _list(state, DISCARD + state.drawn)
        if state.counts[seat * KINDS + state.drawn] == 4:
            _list_concealed_kongs(state, seat)
        return
    holds_four = _list_discards(state, seat)
    if state.draws[seat] == 1:
        _list_declarations(state, seat)
    if holds_four:
        _list_concealed_kongs(state, seat)
    if state.meld_count[seat] > state.bean_count[seat]:
        _list_added_kongs(state, seat)


def _list_discards(state: State, seat: i64) -> bool:
    """List a discard of each kind in hand; returns whether four of some kind are there."""
    codes = state.codes
    counts = state.counts
    number = state.code_count
    place = seat * KINDS
    fours: i64 = 0
    kind: i64
    for kind in range(KINDS):
        # Every kind is written and only what is held is kept: quicker than to ask first.
        held = i64(counts[place + kind])
        codes[number] = u8(kind)
        number += (held + 3) >> 2
        fours |= held >> 2
    state.code_count = number
    return fours != 0


def _list_declarations(state: State, seat: i64) -> None:
    if declared.first_turn_refusal(state, seat) != ALLOWED:
        return
    kind: i64
    for kind in range(KINDS):
        held = state.counts[seat * KINDS + kind]
        if held != 0 and declared.declare_refusal(state, seat, kind) == ALLOWED:
            _list(state, DECLARE + kind)


def _list_concealed_kongs(state: State, seat: i64) -> None:
    kind: i64
    for kind in range(KINDS):
        if kongs.concealed_kong_refusal(state, seat, kind) == ALLOWED:
            _list(state, CONCEALED_KONG + kind)


def _list_added_kongs(state: State, seat: i64) -> None:
    for meld in state.melds:
        if meld_seat(meld) == seat and meld_type(meld) == PONG_MELD:
            kind = meld_kind(meld)
            if kongs.added_kong_refusal(state, seat, kind) == ALLOWED:
                _list(state, ADDED_KONG + kind)


def _list_claims(state: State, seat: i64) -> None:
    """List the answers of a seat that is asked."""
    offered = i64(state.options[seat])
    if offered & CAN_WIN:
        _list(state, WIN)
    if offered & CAN_PONG:
        _list(state, PONG)
    if offered & CAN_KONG:
        _list(state, DISCARD_KONG)
    if offered & MUST_WIN == 0:
        _list(state, PASS)
