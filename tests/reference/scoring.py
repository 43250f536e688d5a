"""The value of a hand, by brute force over all readings, and the shipped rulesets.

Cites C-10, C-11, G-7, G-9, G-16, G-17, G-S1, G-S3, D-4 to D-6, D-12, D-13, D-16 and the order of
pattern names in the record format.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from tests.reference import shapes
from tests.reference.rulesets import RULESETS, Settings, merged, settings
from tests.reference.shapes import Meld

__all__ = [
    "FLUSH_COUNTERPART",
    "NAMES",
    "RULESETS",
    "Settings",
    "Value",
    "hand_worth",
    "is_flower_pig",
    "merged",
    "pattern_names",
    "settings",
    "value",
    "waits",
]

NAMES = (
    "plain",
    "all_triplets",
    "seven_pairs",
    "dragon_seven_pairs",
    "full_flush",
    "flush_triplets",
    "flush_seven_pairs",
    "flush_dragon_seven_pairs",
    "triplets_258",
    "flush_terminals",
    "heavenly_hand",
    "earthly_hand",
)
"""All pattern names; at equal fan the later one is given."""

FLUSH_COUNTERPART = {
    "plain": "full_flush",
    "all_triplets": "flush_triplets",
    "seven_pairs": "flush_seven_pairs",
    "dragon_seven_pairs": "flush_dragon_seven_pairs",
}


class Value(TypedDict):
    """What a hand is worth; the keys of ``qianma score --json``."""

    complete: bool
    pattern: str | None
    fan: int
    extras: dict[str, int]
    allowed: bool
    clause: str | None


def suits_in(concealed: Sequence[int], melds: Sequence[Meld]) -> set[int]:
    """The suits a hand holds, melds included."""
    own = shapes.held(concealed, melds)
    return {kind // 9 for kind in range(shapes.KINDS) if own[kind]}


def is_flower_pig(rules: Settings, concealed: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Three suits in the hand, where the check is on (D-16)."""
    return bool(rules["flower_pig"]) and len(suits_in(concealed, melds)) == 3


def waits(rules: Settings, concealed: Sequence[int], melds: Sequence[Meld]) -> set[int]:
    """The kinds that complete the hand (C-12); a flower pig is not ready (D-16)."""
    if is_flower_pig(rules, concealed, melds):
        return set()
    return shapes.waits(concealed, melds)


def pattern_names(concealed: Sequence[int], melds: Sequence[Meld]) -> set[str]:
    """All the patterns a complete hand shows in any reading; opening hands apart (G-7, D-4)."""
    names: set[str] = set()
    flush = len(suits_in(concealed, melds)) == 1
    for pair, groups in shapes.readings(concealed):
        names.add("plain")
        sets = [*groups, *(("triplet", kind) for _, kind in melds)]
        triplets = all(shape == "triplet" for shape, _ in sets)
        if triplets:
            names.add("all_triplets")
            ranks = {kind % 9 + 1 for _, kind in sets} | {pair % 9 + 1}
            if ranks <= {2, 5, 8}:
                names.add("triplets_258")
        if flush:
            names.add("full_flush")
            if triplets:
                names.add("flush_triplets")
            if pair % 9 + 1 in (1, 9) and all(_has_terminal(group) for group in sets):
                names.add("flush_terminals")
    if shapes.is_seven_pairs(concealed, melds):
        names |= {"plain", "seven_pairs"}
        dragon = any(count == 4 for count in concealed)
        if dragon:
            names.add("dragon_seven_pairs")
        if flush:
            names |= {"full_flush", "flush_seven_pairs"}
            if dragon:
                names.add("flush_dragon_seven_pairs")
    return names


def _has_terminal(group: shapes.Group) -> bool:
    """Whether a set holds a 1 or a 9."""
    shape, kind = group
    rank = kind % 9 + 1
    return rank in (1, 9) or (shape == "run" and rank == 7)


def declared_extra(rules: Settings, pattern: str, winner: bool, source: bool) -> int:
    """Fan added for a declared winner or a win on a declared player's discard (G-17, D-13)."""
    if not (winner or source):
        return 0
    patterns: dict[str, int] = rules["patterns"]
    more: int = rules["declared_ready_fan"]
    mode = rules["declared_ready"]
    if mode == "as_flush":
        counterpart = FLUSH_COUNTERPART.get(pattern, pattern)
        return patterns.get(counterpart, patterns[pattern]) - patterns[pattern]
    if mode == "floor":
        return max(0, more - patterns[pattern])
    if mode == "add":
        return more
    if mode == "bonus":
        return more * (int(winner) + int(source))
    raise ValueError(mode)


def best_pattern(
    rules: Settings, names: set[str], winner_declared: bool, source_declared: bool
) -> tuple[str, int]:
    """The pattern that gives the most fan, and the fan a declaration adds to it (C-11).

    The rarest name, the one later in the list, at equal fan.
    """
    patterns: dict[str, int] = rules["patterns"]
    candidates: list[tuple[int, int, str, int]] = []
    for place, name in enumerate(NAMES):
        if name in names and name in patterns:
            extra = declared_extra(rules, name, winner_declared, source_declared)
            candidates.append((patterns[name] + extra, place, name, extra))
    _, _, best, extra = max(candidates)
    return best, extra


def value(
    rules: Settings,
    concealed: Sequence[int],
    melds: Sequence[Meld],
    by: str,
    *,
    declared: bool = False,
    from_declared: bool = False,
    after_kong: bool = False,
    first_draw: bool = False,
    dealer: bool = False,
) -> Value:
    """Value of a hand, winning tile included.

    ``by`` is ``self_draw``, ``discard`` or ``robbed_kong``; ``after_kong`` means a replacement
    tile, or a tile discarded right after one; ``first_draw`` the player's first own draw.
    """
    if by not in ("self_draw", "discard", "robbed_kong"):
        raise ValueError(by)
    if not shapes.is_complete(concealed, melds):
        return Value(complete=False, pattern=None, fan=0, extras={}, allowed=False, clause="C-10")
    names = pattern_names(concealed, melds)
    if by == "self_draw" and first_draw and not after_kong and not melds:
        names.add("heavenly_hand" if dealer else "earthly_hand")  # D-5
    source_declared = from_declared and by == "discard"
    pattern, extra = best_pattern(rules, names, declared, source_declared)
    shot = by == "discard" and after_kong and rules["kong_shot"] != "none"
    extras: dict[str, int] = {}
    if extra:
        extras["declared_ready"] = extra
    if by == "self_draw" and after_kong and rules["kong_flower_fan"]:
        extras["kong_flower"] = rules["kong_flower_fan"]
    if shot and rules["kong_shot_fan"]:
        extras["kong_shot"] = rules["kong_shot_fan"]
    clause = forbidden(
        rules,
        concealed,
        melds,
        by,
        pattern=pattern,
        someone_declared=declared or source_declared,
        shot=shot,
    )
    return Value(
        complete=True,
        pattern=pattern,
        fan=rules["patterns"][pattern] + sum(extras.values()),
        extras=extras,
        allowed=clause is None,
        clause=clause,
    )


def forbidden(
    rules: Settings,
    concealed: Sequence[int],
    melds: Sequence[Meld],
    by: str,
    *,
    pattern: str,
    someone_declared: bool,
    shot: bool,
) -> str | None:
    """The clause that forbids the win, or None (D-16, G-9, D-6)."""
    if is_flower_pig(rules, concealed, melds):
        return "D-16"
    if by != "discard" or pattern != "plain" or not rules["plain_discard_needs_bean"]:
        return None
    if any(form != "pong" for form, _ in melds):
        return None
    if someone_declared or (shot and rules["kong_shot_waives_bean"]):
        return None
    return "G-9" if rules["game"] == "G" else "D-6"


def hand_worth(
    rules: Settings, concealed: Sequence[int], melds: Sequence[Meld], declared: bool
) -> int | None:
    """The most fan a hand could be over its waits, None when not ready (G-6, D-15).

    A hand that has a tile too many counts at the best of its discards (D-17).
    """
    if sum(concealed) % 3 == 2:
        worths = [
            worth
            for kind in range(shapes.KINDS)
            if concealed[kind]
            and (worth := hand_worth(rules, _without(concealed, kind), melds, declared)) is not None
        ]
        return max(worths, default=None)
    best: int | None = None
    for kind in waits(rules, concealed, melds):
        full = list(concealed)
        full[kind] += 1
        pattern, extra = best_pattern(rules, pattern_names(full, melds), declared, False)
        worth = rules["patterns"][pattern] + extra
        best = worth if best is None else max(best, worth)
    return best


def _without(concealed: Sequence[int], kind: int) -> list[int]:
    less = list(concealed)
    less[kind] -= 1
    return less
