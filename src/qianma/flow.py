"""The flow of a hand: one transition function for live play, replay, check and simulation.

`draw` takes the one step that nobody decides; `play` takes a seat's action; `leave` a departure.
What may be done is asked of the `rules`; here is only what follows from it.
"""

from librt.vecs import append
from mypy_extensions import i64, u8

from qianma.actions import (
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_KONG,
    PONG,
    WIN,
)
from qianma.options import list_codes
from qianma.packed import (
    ADDED,
    CONCEALED,
    EVENT_ADDED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_DRAW,
    EVENT_EXHAUSTED,
    EVENT_LEAVE,
    EVENT_PAYMENT,
    EVENT_PONG,
    EVENT_WIN,
    event_detail,
    event_type,
    pack,
    pack_meld,
    unpack_meld,
)
from qianma.packed import DISCARD as DISCARD_MELD
from qianma.packed import PONG as PONG_MELD
from qianma.rules import beans, claims, kongs, last_four, leaving
from qianma.state import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    CAN_KONG,
    CAN_PONG,
    CAN_WIN,
    CLAIM,
    DRAW,
    EXHAUSTED,
    LEFT,
    MUST_WIN,
    NO_TILE,
    NOBODY,
    OVER,
    ROB,
    SEATS,
    SELF_DRAW,
    TURN,
    WON,
    State,
)


def draw(state: State) -> None:
    """Draw the next tile for `state.turn` [C-6 draw], or end the hand when there is none."""
    if state.wall_left == 0:
        state.note(pack(EVENT_EXHAUSTED, 0))
        _end(state, EXHAUSTED)
        return
    seat = state.turn
    from_tail = state.fresh_kong != NOBODY
    kind: i64 = state.wall[state.tail - 1] if from_tail else state.wall[state.head]
    last_four.note_drawn(state, seat, kind)
    if from_tail:
        state.tail -= 1
    else:
        state.head += 1
    state.add_tile(seat, kind)
    state.draws[seat] += 1
    state.passed &= ~(1 << seat)
    state.drawn = kind
    state.window = NOBODY
    state.phase = TURN
    state.note(pack(EVENT_DRAW, seat, kind, 1 if from_tail else 0))


def play(state: State, seat: i64, code: i64) -> None:
    """Carry out an action that is among the seat's legal ones."""
    if state.phase != TURN:
        _answer(state, seat, code)
    elif code < DECLARE:
        _discard(state, seat, code, False)
    elif code < CONCEALED_KONG:
        _discard(state, seat, code - DECLARE, True)
    elif code < ADDED_KONG:
        _concealed_kong(state, seat, code - CONCEALED_KONG)
    elif code == WIN:
        state.winners = 1 << seat
        state.note(pack(EVENT_WIN, seat, state.drawn, SELF_DRAW))
        _end(state, WON)
    else:
        _added_kong(state, seat, code - ADDED_KONG)


def leave(state: State, seat: i64) -> None:
    """A player leaves the table: declines what is open [C-18], and may end the game.

    A forced win that is due happens first, and is left for its seat to take.
    """
    state.note(pack(EVENT_LEAVE, seat))
    if leaving.leaving_ends_game(state) and state.left == NOBODY:
        state.left = seat
        for other in range(SEATS):
            _keep_win_claim_only(state, other)
    if state.phase in (CLAIM, ROB):
        if not state.options[seat] & MUST_WIN:
            state.note_answer(seat, 0)
            state.pending &= ~(1 << seat)
        if not state.pending:
            _resolve(state)
    elif state.left != NOBODY and not _win_is_due(state):
        _end(state, LEFT)


def _keep_win_claim_only(state: State, seat: i64) -> None:
    state.options[seat] &= CAN_WIN | MUST_WIN
    if state.answer(seat) in (CAN_PONG, CAN_KONG):
        state.note_answer(seat, 0)
    if not state.options[seat]:
        state.pending &= ~(1 << seat)


def _win_is_due(state: State) -> bool:
    """Whether the seat in turn holds a win that it must take."""
    return state.phase == TURN and list_codes(state, state.turn) == 1 and state.codes[0] == WIN


def _discard(state: State, seat: i64, kind: i64, ready: bool) -> None:
    state.remove_tiles(seat, kind, 1)
    if ready:
        state.declared |= 1 << seat
    state.note(pack(EVENT_DISCARD, seat, kind, 1 if ready else 0))
    _open(state, seat, kind, CLAIM)
    if not state.pending:
        _next_turn(state)


def _open(state: State, seat: i64, kind: i64, window: i64) -> None:
    """Lay a tile open to claims or to robbing, and ask the seats that can do something with it."""
    state.window = window
    state.phase = window
    state.drawn = NO_TILE
    state.open_tile = kind
    state.open_seat = seat
    state.open_is_last_four = last_four.note_gone(state, seat, kind, 1)
    state.pending = 0
    state.answers = 0
    other: i64
    for other in range(SEATS):
        state.options[other] = 0
    step: i64
    for step in range(1, SEATS):
        other = (seat + step) % SEATS
        if window == CLAIM:
            offered = claims.discard_claims(state, other)
        else:
            offered = claims.robbing_claims(state, other)
        if offered:
            state.options[other] = u8(offered)
            state.pending |= 1 << other


def _answer(state: State, seat: i64, code: i64) -> None:
    """Note the answer of one seat; the last one settles the claim, whatever their order."""
    claim: i64 = 0
    if code == WIN:
        claim = CAN_WIN
    elif code == PONG:
        claim = CAN_PONG
    elif code == DISCARD_KONG:
        claim = CAN_KONG
    state.note_answer(seat, claim)
    state.pending &= ~(1 << seat)
    if not state.pending:
        _resolve(state)


def _resolve(state: State) -> None:
    """Settle the claims once: wins first, then pong or kong, then the next draw."""
    winners = claims.claim_winners(state)
    by = BY_DISCARD if state.phase == CLAIM else BY_ROBBED_KONG
    if winners:
        for winner in winners:
            state.winners |= 1 << winner
            state.note(pack(EVENT_WIN, winner, state.open_tile, by, state.open_seat))
        _end(state, WON)
        return
    if state.phase == ROB:
        _complete_added_kong(state)
    else:
        seat: i64
        for seat in range(SEATS):
            if state.options[seat] & CAN_WIN:
                state.passed |= 1 << seat
        taker = claims.claim_taker(state)
        if taker == NOBODY:
            _next_turn(state)
        elif state.answer(taker) == CAN_PONG:
            _pong(state, taker)
        else:
            _discard_kong(state, taker)
    if state.left != NOBODY:
        _end(state, LEFT)


def _next_turn(state: State) -> None:
    state.turn = (state.open_seat + 1) % SEATS
    state.fresh_kong = NOBODY
    state.phase = DRAW


def _pong(state: State, seat: i64) -> None:
    """Pong; the claimer discards next, without a draw [C-13]."""
    kind, source = state.open_tile, state.open_seat
    _meld(state, seat, pack_meld(seat, PONG_MELD, kind, source), kind, 2)
    state.note(pack(EVENT_PONG, seat, kind, source))
    state.turn = seat
    state.drawn = NO_TILE
    state.fresh_kong = NOBODY
    state.phase = TURN


def _discard_kong(state: State, seat: i64) -> None:
    kind, source = state.open_tile, state.open_seat
    _meld(state, seat, pack_meld(seat, DISCARD_MELD, kind, source), kind, 3)
    state.note(pack(EVENT_DISCARD_KONG, seat, kind, source))
    state.turn = seat
    _kong_made(state, seat, len(state.melds) - 1)


def _concealed_kong(state: State, seat: i64, kind: i64) -> None:
    _meld(state, seat, pack_meld(seat, CONCEALED, kind, seat), kind, 4)
    state.note(pack(EVENT_CONCEALED_KONG, seat, kind))
    _kong_made(state, seat, len(state.melds) - 1)


def _meld(state: State, seat: i64, meld: i64, kind: i64, from_hand: i64) -> None:
    last_four.note_gone(state, seat, kind, from_hand)
    state.remove_tiles(seat, kind, from_hand)
    state.window = NOBODY
    state.melds = append(state.melds, meld)
    state.meld_count[seat] += 1


def _added_kong(state: State, seat: i64, kind: i64) -> None:
    """Lay the fourth tile to a pong; others may rob it before it counts."""
    late = kind != state.drawn
    state.remove_tiles(seat, kind, 1)
    state.note(pack(EVENT_ADDED_KONG, seat, kind, 1 if late else 0))
    _open(state, seat, kind, ROB)
    if not state.pending:
        _complete_added_kong(state)


def _complete_added_kong(state: State) -> None:
    seat, kind = state.open_seat, state.open_tile
    place = kongs.pong_place(state, seat, kind)
    late = event_detail(state.log[_last_added(state)]) != 0
    source = unpack_meld(state.melds[place]).source
    state.melds[place] = pack_meld(seat, ADDED, kind, source, late)
    _kong_made(state, seat, place)


def _last_added(state: State) -> int:
    """Place in the log of the last added kong."""
    place = len(state.log) - 1
    while event_type(state.log[place]) != EVENT_ADDED_KONG:
        place -= 1
    return place


def _kong_made(state: State, seat: i64, place: i64) -> None:
    """A kong counts from here on: its bean, its payment, its replacement tile."""
    state.bean_count[seat] += 1
    state.fresh_kong = place
    state.drawn = NO_TILE
    state.phase = DRAW
    if state.ruleset.beans_at_once and beans.bean_income(state, place):
        state.note(pack(EVENT_PAYMENT, seat, 0, place))


def _end(state: State, outcome: i64) -> None:
    state.outcome = outcome
    state.pending = 0
    state.phase = OVER
