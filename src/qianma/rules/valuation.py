"""What a won hand is worth: its pattern, and what the circumstances add."""

from collections.abc import Sequence
from typing import NamedTuple

from qianma.rules.declared import declared_fan
from qianma.rules.patterns import EARTHLY_HAND, HEAVENLY_HAND, NO_OPENING, patterns_of
from qianma.rules.readiness import waits_in
from qianma.ruleset import Ruleset
from qianma.settings import PATTERNS
from qianma.state import BY_DISCARD, NOBODY, SELF_DRAW, State


class Circumstances(NamedTuple):
    """How a hand is won, as far as it bears on its worth.

    `opening` is `HEAVENLY_HAND`, `EARTHLY_HAND` or `NO_OPENING`; `after_kong` means the
    replacement tile of a kong (self-draw) or the discard right after one.
    """

    by: int = SELF_DRAW
    winner_declared: bool = False
    from_declared: bool = False
    after_kong: bool = False
    opening: int = NO_OPENING


class Value(NamedTuple):
    """The worth of a won hand in fan: of the pattern alone, and the extras by reason."""

    pattern: int
    pattern_fan: int
    declared_ready: int
    kong_flower: int
    kong_shot: int

    @property
    def name(self) -> str:
        """The name of the pattern."""
        return PATTERNS[self.pattern]

    @property
    def fan(self) -> int:
        """Pattern and extras together, without dealer bonus."""
        return self.pattern_fan + sum(self.extras.values())

    @property
    def extras(self) -> dict[str, int]:
        """The extras that are not zero, by reason."""
        extras = {
            "declared_ready": self.declared_ready,
            "kong_flower": self.kong_flower,
            "kong_shot": self.kong_shot,
        }
        return {reason: fan for reason, fan in extras.items() if fan}


def value_hand(
    ruleset: Ruleset,
    counts: Sequence[int],
    meld_kinds: Sequence[int],
    how: Circumstances = Circumstances(),  # noqa: B008, a frozen tuple
) -> Value | None:
    """The worth of a complete hand, winning tile included; None when it is not complete.

    Of all its patterns the one that is worth most in these circumstances counts (C-11).
    """
    patterns = patterns_of(ruleset, counts, meld_kinds, how.opening)
    if not patterns:
        return None
    worth = {
        pattern: declared_fan(ruleset, pattern, how.winner_declared, how.from_declared)
        for pattern in patterns
    }
    pattern = max(worth, key=lambda one: (worth[one] + ruleset.pattern_fan[one], one))
    return Value(
        pattern,
        ruleset.pattern_fan[pattern],
        worth[pattern],
        kong_flower_fan(ruleset, how),
        kong_shot_fan(ruleset, how),
    )


def kong_flower_fan(ruleset: Ruleset, how: Circumstances) -> int:
    """Fan for winning on a kong's replacement tile [D-12 flower] [G-22]."""
    return ruleset.kong_flower_fan if how.after_kong and how.by == SELF_DRAW else 0


def kong_shot_fan(ruleset: Ruleset, how: Circumstances) -> int:
    """Fan for winning on the discard right after a kong [D-12] [G-S3]."""
    return ruleset.kong_shot_fan if how.after_kong and how.by == BY_DISCARD else 0


def opening_of(draws: int, melds: int, is_dealer: bool) -> int:
    """Whether a self-draw is won with the first own draw, without a meld [D-5]."""
    if draws != 1 or melds:
        return NO_OPENING
    return HEAVENLY_HAND if is_dealer else EARTHLY_HAND


def circumstances(state: State, seat: int, by: int) -> Circumstances:
    """How `seat` wins, or would win, in the present state."""
    opening = opening_of(state.draws[seat], state.meld_count[seat], seat == state.dealer)
    return Circumstances(
        by,
        winner_declared=state.has_declared(seat),
        from_declared=by == BY_DISCARD and state.has_declared(state.open_seat),
        after_kong=state.fresh_kong != NOBODY and by in (SELF_DRAW, BY_DISCARD),
        opening=opening if by == SELF_DRAW else NO_OPENING,
    )


def potential(state: State, seat: int, counts: Sequence[int]) -> int:
    """The most fan that a waiting hand could be: pattern and declaration (G-6, D-15).

    `counts` are the concealed tiles, one short of complete. 0 when the hand is not ready.
    """
    how = Circumstances(winner_declared=state.has_declared(seat))
    meld_kinds = state.meld_kinds(seat)
    most = 0
    for kind in waits_in(state, seat, counts):
        with_tile = list(counts)
        with_tile[kind] += 1
        value = value_hand(state.ruleset, with_tile, meld_kinds, how)
        if value is not None:
            most = max(most, value.fan)
    return most
