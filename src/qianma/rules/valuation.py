"""What a won hand is worth: its pattern, and what the circumstances add."""

from collections.abc import Sequence
from typing import Any, Final

from mypy_extensions import i64

from qianma.holding import Holding
from qianma.rules.declared import declared_fan
from qianma.rules.patterns import EARTHLY_HAND, HEAVENLY_HAND, NO_OPENING, patterns_of
from qianma.rules.readiness import waits_with
from qianma.ruleset import Ruleset
from qianma.settings import PATTERNS
from qianma.shapes import as_holding, completes_itself
from qianma.state import BY_DISCARD, NOBODY, SELF_DRAW, State
from qianma.tiles import KINDS


class Circumstances:
    """How a hand is won, as far as it bears on its worth.

    `by` is `SELF_DRAW`, `BY_DISCARD` or `BY_ROBBED_KONG`; `opening` is `HEAVENLY_HAND`,
    `EARTHLY_HAND` or `NO_OPENING`; `after_kong` means the replacement tile of a kong (self-draw) or
    the discard right after one.
    """

    __slots__ = ("after_kong", "by", "from_declared", "opening", "winner_declared")

    def __init__(
        self,
        by: i64 = SELF_DRAW,
        winner_declared: bool = False,
        from_declared: bool = False,
        after_kong: bool = False,
        opening: i64 = NO_OPENING,
    ) -> None:
        self.by: i64 = by
        self.winner_declared: bool = winner_declared
        self.from_declared: bool = from_declared
        self.after_kong: bool = after_kong
        self.opening: i64 = opening


class Value:
    """The worth of a won hand in fan: of the pattern alone, and the extras by reason.

    Two values are equal when all their parts are.
    """

    __slots__ = ("declared_ready", "kong_flower", "kong_shot", "pattern", "pattern_fan")

    def __init__(
        self, pattern: i64, pattern_fan: i64, declared_ready: i64, kong_flower: i64, kong_shot: i64
    ) -> None:
        self.pattern: i64 = pattern
        self.pattern_fan: i64 = pattern_fan
        self.declared_ready: i64 = declared_ready
        self.kong_flower: i64 = kong_flower
        self.kong_shot: i64 = kong_shot

    @property
    def name(self) -> str:
        """The name of the pattern."""
        return PATTERNS[self.pattern]

    @property
    def fan(self) -> i64:
        """Pattern and extras together, without dealer bonus."""
        return self.pattern_fan + self.declared_ready + self.kong_flower + self.kong_shot

    @property
    def extras(self) -> dict[str, int]:
        """The extras that are not zero, by reason."""
        extras: dict[str, int] = {}
        if self.declared_ready:
            extras["declared_ready"] = self.declared_ready
        if self.kong_flower:
            extras["kong_flower"] = self.kong_flower
        if self.kong_shot:
            extras["kong_shot"] = self.kong_shot
        return extras

    def parts(self) -> tuple[int, int, int, int, int]:
        """Pattern, its fan, and the fan for declaring ready, kong flower and kong shot."""
        return (
            self.pattern,
            self.pattern_fan,
            self.declared_ready,
            self.kong_flower,
            self.kong_shot,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self.parts() == other.parts()

    def __hash__(self) -> int:
        return hash(self.parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return Value, self.parts()

    def __repr__(self) -> str:
        return f"<Value {self.name} {self.pattern_fan} fan, extras {self.extras}>"


_PLAINLY: Final = Circumstances()


def value_hand(
    ruleset: Ruleset, hand: Holding | Sequence[int], how: Circumstances | None = None
) -> Value | None:
    """The worth of a complete hand, winning tile included; None when it is not complete.

    The hand is a `Holding`, or 27 counts of one without melds; without `how` it is drawn. Of all
    its patterns the one that is worth most in these circumstances counts (C-11). Raises `TileError`
    for counts that are no hand.
    """
    held = as_holding(hand)
    how = how or _PLAINLY
    if not completes_itself(held):
        return None
    patterns = patterns_of(ruleset, held, how.opening)
    declared = how.winner_declared or how.from_declared
    fans = ruleset.pattern_fan
    best: i64 = -1
    most: i64 = 0
    added: i64 = 0
    pattern: i64
    for pattern in range(len(PATTERNS)):
        if patterns >> pattern & 1 == 1:
            extra: i64 = 0
            if declared:
                extra = declared_fan(ruleset, pattern, how.winner_declared, how.from_declared)
            fan: i64 = fans[pattern]
            if best < 0 or extra + fan >= most:
                best, most, added = pattern, extra + fan, extra
    if best < 0:
        return None
    flower: i64 = 0
    shot: i64 = 0
    if how.after_kong:
        flower, shot = kong_flower_fan(ruleset, how), kong_shot_fan(ruleset, how)
    return Value(best, most - added, added, flower, shot)


def kong_flower_fan(ruleset: Ruleset, how: Circumstances) -> i64:
    """Fan for winning on a kong's replacement tile [D-12 flower] [G-22]."""
    return ruleset.kong_flower_fan if how.after_kong and how.by == SELF_DRAW else 0


def kong_shot_fan(ruleset: Ruleset, how: Circumstances) -> i64:
    """Fan for winning on the discard right after a kong [D-12] [G-S3]."""
    return ruleset.kong_shot_fan if how.after_kong and how.by == BY_DISCARD else 0


def opening_of(draws: i64, melds: i64, is_dealer: bool) -> i64:
    """Whether a self-draw is won with the first own draw, without a meld [D-5]."""
    if draws != 1 or melds:
        return NO_OPENING
    return HEAVENLY_HAND if is_dealer else EARTHLY_HAND


def circumstances(state: State, seat: i64, by: i64) -> Circumstances:
    """How `seat` wins, or would win, in the present state."""
    opening = opening_of(i64(state.draws[seat]), i64(state.meld_count[seat]), seat == state.dealer)
    return Circumstances(
        by,
        winner_declared=state.has_declared(seat),
        from_declared=by == BY_DISCARD and state.has_declared(state.open_seat),
        after_kong=state.fresh_kong != NOBODY and by in (SELF_DRAW, BY_DISCARD),
        opening=opening if by == SELF_DRAW else NO_OPENING,
    )


def potential(state: State, seat: i64, hand: Holding) -> i64:
    """The most fan that a waiting hand of a seat could be: pattern and declaration (G-6, D-15).

    0 when the hand is not ready.
    """
    how = Circumstances(winner_declared=state.has_declared(seat))
    waits = waits_with(state.ruleset, hand)
    most: i64 = 0
    kind: i64
    for kind in range(KINDS):
        if waits >> kind & 1 == 1:
            hand.add(kind)
            value = value_hand(state.ruleset, hand, how)
            hand.remove(kind)
            if value is not None:
                most = max(most, value.fan)
    return most
