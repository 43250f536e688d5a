"""Which kongs can be made."""

from mypy_extensions import i64

from qianma.packed import PONG, meld_kind, meld_seat, meld_type
from qianma.rules.declared import frozen_kong_refusal
from qianma.rules.refusals import (
    ALLOWED,
    KONG_AFTER_PONG,
    KONG_NEEDS_FOUR,
    KONG_NEEDS_PONG,
    KONG_NEEDS_THREE,
    NO_REPLACEMENT,
    SOMEBODY_LEFT,
)
from qianma.state import NO_TILE, NOBODY, State
from qianma.tiles import KINDS


def replacement_refusal(state: State) -> str:
    """Without a tile left in the wall there is no replacement and no kong [C-6 kong]."""
    return ALLOWED if state.wall_left else NO_REPLACEMENT


def after_draw_refusal(state: State) -> str:
    """One's own kongs are made right after one's own draw [C-7]."""
    return KONG_AFTER_PONG if state.drawn == NO_TILE else ALLOWED


def concealed_kong_refusal(state: State, seat: i64, kind: i64) -> str:
    """Why the seat cannot make a concealed kong (暗槓) of `kind` now."""
    refusal = after_draw_refusal(state)
    if refusal:
        return refusal
    if state.counts[seat * KINDS + kind] < 4:
        return KONG_NEEDS_FOUR
    return replacement_refusal(state) or frozen_kong_refusal(state, seat, kind)


def added_kong_refusal(state: State, seat: i64, kind: i64) -> str:
    """Why the seat cannot add `kind` to its own pong (補槓) now, at once or later [C-15 when]."""
    refusal = after_draw_refusal(state)
    if refusal:
        return refusal
    if not state.counts[seat * KINDS + kind] or pong_place(state, seat, kind) == NOBODY:
        return KONG_NEEDS_PONG
    return replacement_refusal(state)


def discard_kong_refusal(state: State, seat: i64) -> str:
    """Why the seat cannot make a discard kong (明槓) of the open discard."""
    if state.counts[seat * KINDS + state.open_tile] < 3:
        return KONG_NEEDS_THREE
    return (
        somebody_left_refusal(state)
        or replacement_refusal(state)
        or frozen_kong_refusal(state, seat, state.open_tile)
    )


def somebody_left_refusal(state: State) -> str:
    """Once somebody's leaving ends the game, no pong or kong is made [C-18 claims]."""
    return ALLOWED if state.left == NOBODY else SOMEBODY_LEFT


def pong_place(state: State, seat: i64, kind: i64) -> i64:
    """The place in `melds` of the seat's pong of `kind`, or `NOBODY`."""
    place: i64
    for place in range(len(state.melds)):
        meld = state.melds[place]
        if meld_kind(meld) == kind and meld_type(meld) == PONG and meld_seat(meld) == seat:
            return place
    return NOBODY
