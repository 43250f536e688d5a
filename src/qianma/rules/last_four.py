"""The last four tiles of the wall (最後四張): when a win on them is forced."""

from typing import Final

from librt.vecs import append, remove
from mypy_extensions import i64

from qianma.state import NO_TILE, SELF_DRAW, State
from qianma.tiles import KINDS

STAGE: Final = 4
"""With this many tiles left in the wall the last stage begins."""


def in_stage(state: State) -> bool:
    """Whether the last stage has begun (D-14, D-17)."""
    return state.wall_left <= STAGE


def note_drawn(state: State, seat: i64, kind: i64) -> None:
    """Remember who drew one of the last four; called before the tile leaves the wall."""
    if state.wall_left <= STAGE:
        state.last_four = append(state.last_four, seat * KINDS + kind)


def note_gone(state: State, seat: i64, kind: i64, number: i64) -> bool:
    """Forget up to `number` last-four tiles of a kind that a seat discards or melds.

    Of equal tiles the last-four ones go first. Returns whether there was one.
    """
    if len(state.last_four) == 0:
        return False
    tile = seat * KINDS + kind
    there = tile in state.last_four
    while number > 0 and tile in state.last_four:
        state.last_four = remove(state.last_four, tile)
        number -= 1
    return there


def last_four_forces(state: State, by: i64) -> bool:
    """Whether a win that the rules allow must be taken because of the last stage [D-14]."""
    forcing = state.ruleset.last_four_forces
    if forcing == "off":
        return False
    if forcing == "any":
        return in_stage(state)
    if by == SELF_DRAW:
        return state.drawn != NO_TILE and state.wall_left < STAGE
    return state.open_is_last_four
