"""Declared ready (報聽): who may announce it, what it freezes, what it is worth."""

from typing import Final

from mypy_extensions import i64

from qianma.rules.patterns import (
    ALL_TRIPLETS,
    DRAGON_SEVEN_PAIRS,
    FLUSH_DRAGON_SEVEN_PAIRS,
    FLUSH_SEVEN_PAIRS,
    FLUSH_TRIPLETS,
    FULL_FLUSH,
    PLAIN,
    SEVEN_PAIRS,
)
from qianma.rules.readiness import could_be_ready_without, waits_with
from qianma.rules.refusals import (
    ALLOWED,
    DECLARE_NOT_READY,
    DECLARE_WITH_MELD,
    DECLARED_DISCARD,
    DECLARED_KONG,
    DECLARED_PONG,
    NOT_FIRST_TURN,
    WAITS_CHANGE,
)
from qianma.ruleset import ABSENT, Ruleset
from qianma.state import NO_TILE, State

_FLUSH_COUNTERPART: Final = {
    PLAIN: FULL_FLUSH,
    ALL_TRIPLETS: FLUSH_TRIPLETS,
    SEVEN_PAIRS: FLUSH_SEVEN_PAIRS,
    DRAGON_SEVEN_PAIRS: FLUSH_DRAGON_SEVEN_PAIRS,
}


def first_turn_refusal(state: State, seat: i64) -> str:
    """Ready is declared at the first own turn, without any meld [G-17 when] [D-13 when]."""
    if state.meld_count[seat]:
        return DECLARE_WITH_MELD
    if state.draws[seat] != 1 or state.has_declared(seat) or state.drawn == NO_TILE:
        return NOT_FIRST_TURN
    return ALLOWED


def declare_refusal(state: State, seat: i64, kind: i64) -> str:
    """Why the seat may not declare ready with this discard [G-17] [D-13]."""
    refusal = first_turn_refusal(state, seat)
    if refusal:
        return refusal
    if not could_be_ready_without(state, seat, kind):
        return DECLARE_NOT_READY
    hand = state.holding(seat)
    hand.remove(kind)
    return ALLOWED if waits_with(state.ruleset, hand) else DECLARE_NOT_READY


def frozen_discard_refusal(state: State, seat: i64, kind: i64) -> str:
    """A declared player discards what was drawn [G-17 discard] [D-13 discard]."""
    return DECLARED_DISCARD if state.has_declared(seat) and kind != state.drawn else ALLOWED


def frozen_pong_refusal(state: State, seat: i64) -> str:
    """A declared player makes no pong [G-17 pong] [D-13 pong]."""
    return DECLARED_PONG if state.has_declared(seat) else ALLOWED


def frozen_kong_refusal(state: State, seat: i64, kind: i64) -> str:
    """A declared player makes no kong, or where allowed one that keeps the waits [G-S5].

    That is a concealed kong of the tile just drawn, or a discard kong.
    """
    if not state.has_declared(seat):
        return ALLOWED
    if state.ruleset.declared_ready_kongs != "if_waits_unchanged":
        return DECLARED_KONG
    hand = state.holding(seat)
    if hand.counts[kind] == 4:
        if kind != state.drawn:
            return DECLARED_KONG
        hand.remove(kind)
    before = waits_with(state.ruleset, hand)
    while hand.counts[kind] != 0:
        hand.remove(kind)
    after = waits_with(state.ruleset, hand) & ~(1 << kind)
    return ALLOWED if before == after else WAITS_CHANGE


def waives_bean(winner_declared: bool, from_declared: bool) -> bool:
    """A declared player, and anybody on a declared player's discard, may win plain [G-17 plain].

    The same holds in Duyun and in the street game [D-13 plain] [G-S6].
    """
    return winner_declared or from_declared


def declared_fan(ruleset: Ruleset, pattern: i64, winner: bool, discarder: bool) -> i64:
    """Fan that declarations of winner and discarder add to a pattern [G-17 value] [D-13 value]."""
    if not (winner or discarder):
        return 0
    fan = ruleset.pattern_fan[pattern]
    if ruleset.declared_ready == "as_flush":
        return max(0, _flush_fan(ruleset, pattern) - fan)
    if ruleset.declared_ready == "floor":
        return max(0, ruleset.declared_ready_fan - fan)
    if ruleset.declared_ready == "add":
        return ruleset.declared_ready_fan
    return ruleset.declared_ready_fan * (int(winner) + int(discarder))


def _flush_fan(ruleset: Ruleset, pattern: i64) -> i64:
    """Fan of the pattern's flush counterpart, or of the full flush that remains of it."""
    if pattern not in _FLUSH_COUNTERPART:
        return 0
    return ruleset.pattern_fan[flush_counterpart(ruleset, pattern)]


def flush_counterpart(ruleset: Ruleset, pattern: i64) -> i64:
    """What a declared hand is valued as: the flush of its shape, or the full flush that remains."""
    counterpart: i64 = _FLUSH_COUNTERPART.get(pattern, pattern)
    return FULL_FLUSH if ruleset.pattern_fan[counterpart] == ABSENT else counterpart
