"""Who may win, and who must."""

from mypy_extensions import i64

from qianma.counts import power
from qianma.holding import Holding
from qianma.rules.declared import waives_bean
from qianma.rules.kong_shot import kong_shot_waives_bean
from qianma.rules.last_four import last_four_forces
from qianma.rules.patterns import PLAIN, best_pattern, patterns_of
from qianma.rules.readiness import three_suits_refusal
from qianma.rules.refusals import (
    ALLOWED,
    MUST_WIN_DECLARED,
    MUST_WIN_LAST_FOUR,
    NOT_COMPLETE,
    PASSED_WIN,
    PLAIN_NEEDS_BEAN,
    WIN_AFTER_PONG,
)
from qianma.rules.valuation import Circumstances, circumstances
from qianma.ruleset import Ruleset
from qianma.shape_tables import PAIRS, SETS
from qianma.state import BY_DISCARD, NO_TILE, SELF_DRAW, State


def completes(state: State, seat: i64, kind: i64) -> bool:
    """Whether the seat's hand is complete with one more tile, or as it is with `NO_TILE`."""
    place = seat * 3
    shown = state.shown
    if kind == NO_TILE:
        shared = shown[place] & shown[place + 1] & shown[place + 2]
    else:
        suit = kind // 9
        shared = shown[place + (suit + 1) % 3] & shown[place + (suit + 2) % 3]
        # In most cases the other two suits have already said no.
        if shared & (SETS | PAIRS) == 0:
            return False
        shared &= state.flags[i64(state.indices[place + suit]) + power(kind % 9)]
    if shared & SETS != 0:
        return True
    return shared & PAIRS != 0 and state.meld_count[seat] == 0


def win_refusal(state: State, seat: i64, by: i64) -> str:
    """Why the seat may not win now: on its draw, on the open discard, or on the open kong."""
    if by == SELF_DRAW and state.drawn == NO_TILE:
        return WIN_AFTER_PONG
    kind = NO_TILE if by == SELF_DRAW else state.open_tile
    if not completes(state, seat, kind):
        return NOT_COMPLETE
    hand = state.holding(seat, kind)
    passed = passed_win_refusal(state, seat) if by == BY_DISCARD else ALLOWED
    how = circumstances(state, seat, by)
    return passed or complete_hand_refusal(state.ruleset, hand, i64(state.bean_count[seat]), how)


def complete_hand_refusal(ruleset: Ruleset, hand: Holding, beans: i64, how: Circumstances) -> str:
    """Why a complete hand, winning tile included, may not win: all three suits, or no bean.

    `beans` is the number of the winner's kongs.
    """
    suits = three_suits_refusal(ruleset, hand)
    if suits or how.by != BY_DISCARD or waives_bean(how.winner_declared, how.from_declared):
        return suits
    if kong_shot_waives_bean(ruleset, how.after_kong):
        return ALLOWED
    return plain_needs_bean(ruleset, best_pattern(ruleset, patterns_of(ruleset, hand)), beans)


def passed_win_refusal(state: State, seat: i64) -> str:
    """After a passed win no win on a discard until the next own draw [G-18]."""
    blocked = state.ruleset.passed_win_blocks and state.passed >> seat & 1 == 1
    return PASSED_WIN if blocked else ALLOWED


def plain_needs_bean(ruleset: Ruleset, pattern: i64, beans: i64) -> str:
    """A plain hand wins on a discard only with a bean [G-9] [D-6]."""
    refused = pattern == PLAIN and beans == 0 and ruleset.plain_discard_needs_bean
    return PLAIN_NEEDS_BEAN if refused else ALLOWED


def must_win(state: State, seat: i64, by: i64) -> str:
    """The code of the rule that forces a win which is allowed, or `ALLOWED` to decline [C-17].

    A declared player of a game that says so must win on whatever completes the hand [D-13 must].
    """
    if state.ruleset.declared_ready_must_win and state.has_declared(seat):
        return MUST_WIN_DECLARED
    return MUST_WIN_LAST_FOUR if last_four_forces(state, by) else ALLOWED
