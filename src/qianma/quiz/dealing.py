"""Hands to be valued: won, or nearly, by the player at seat 0, of every pattern of a ruleset."""

from dataclasses import dataclass, field

from qianma.chance import Chance
from qianma.counts import FULL_HAND
from qianma.hand import Hand
from qianma.holding import Holding
from qianma.packed import ADDED, CONCEALED, DISCARD, PONG
from qianma.rules.patterns import EARTHLY_HAND, HEAVENLY_HAND, NO_OPENING
from qianma.rules.valuation import Circumstances
from qianma.ruleset import Ruleset
from qianma.state import BY_DISCARD, BY_ROBBED_KONG, SEATS, SELF_DRAW
from qianma.tiles import COPIES, KINDS

_SETS = 4
_MOST_REPEATS = 4


@dataclass(slots=True)
class Deal:
    """A hand of seat 0 and how it is won: `counts` hold the winning tile, melds are kind by type.

    `source` is the discarder or robbed seat (0 for a self-draw).
    """

    counts: list[int]
    melds: list[tuple[int, int]]
    winning: int
    by: int = SELF_DRAW
    source: int = 0
    dealer: int = 0
    repeats: int = 0
    declared: bool = False
    from_declared: bool = False
    after_kong: bool = False
    first_draw: bool = False
    sources: list[int] = field(default_factory=list)

    @property
    def beans(self) -> int:
        """How many kongs there are."""
        return sum(type_ != PONG for type_, _ in self.melds)

    @property
    def opening(self) -> int:
        """Whether the hand is won with the first draw."""
        if not self.first_draw:
            return NO_OPENING
        return HEAVENLY_HAND if self.dealer == 0 else EARTHLY_HAND

    def holding(self) -> Holding:
        """The tiles, winning tile included."""
        melded = [0] * KINDS
        for type_, kind in self.melds:
            melded[kind] += 3 if type_ == PONG else 4
        return Holding.of(self.counts, melded=melded)

    def circumstances(self) -> Circumstances:
        """How the hand is won."""
        return Circumstances(
            self.by, self.declared, self.from_declared, self.after_kong, self.opening
        )

    def table(self, ruleset: Ruleset) -> Hand:
        """A table at which nobody has done anything but for the tile that lies open."""
        tiles = [kind for kind in range(KINDS) for _ in range(COPIES)]
        deal = [tiles[13 * seat : 13 * seat + 13] for seat in range(SEATS)]
        hand = Hand(ruleset, deal, tiles[13 * SEATS :], self.dealer, self.repeats)
        hand.open_seat = self.source
        return hand


def dealt(ruleset: Ruleset, chance: Chance, wanted: str = "") -> Deal:
    """A complete hand, and how it is won: meant to show a pattern, by default any of the game's."""
    names = list(ruleset.patterns)
    wanted = wanted or names[chance.below(len(names))]
    while True:
        made = _shaped(wanted, chance)
        if made is not None:
            return _told(ruleset, made, wanted, chance)


def spoilt(deal: Deal, chance: Chance) -> Deal:
    """The same hand with another tile in the place of one, so that it may lack one or more."""
    counts = deal.counts[:]
    held = [kind for kind in range(KINDS) if counts[kind] and kind != deal.winning]
    counts[held[chance.below(len(held))]] -= 1
    melded = [0] * KINDS
    for type_, kind in deal.melds:
        melded[kind] += 3 if type_ == PONG else 4
    free = [kind for kind in range(KINDS) if counts[kind] + melded[kind] < COPIES]
    counts[free[chance.below(len(free))]] += 1
    return Deal(**{name: getattr(deal, name) for name in Deal.__slots__} | {"counts": counts})


def _shaped(wanted: str, chance: Chance) -> Deal | None:
    """The tiles of a hand that is meant to show a pattern; None when it takes five of a kind."""
    suit = 9 * chance.below(3)
    kinds = list(range(suit, suit + 9)) if wanted.startswith("fl") or wanted == "full_flush" else []
    if wanted == "triplets_258":
        kinds = [kind for kind in range(KINDS) if kind % 9 in (1, 4, 7)]
    kinds = kinds or _some_suits(chance)
    if wanted.endswith("seven_pairs"):
        return _pairs(kinds, "dragon" in wanted, chance)
    if wanted == "flush_terminals":
        return _standard(kinds, 0, chance, terminals=True)
    triplets = wanted.endswith("triplets") or wanted == "triplets_258"
    return _standard(kinds, _SETS if triplets else chance.below(3), chance)


def _some_suits(chance: Chance) -> list[int]:
    """The kinds of two suits, or of all three."""
    without = chance.below(5)
    return [kind for kind in range(KINDS) if kind // 9 != without]


def _pairs(kinds: list[int], dragon: bool, chance: Chance) -> Deal:
    """Seven pairs of different kinds, or with one kind of which there are two."""
    counts, rest = [0] * KINDS, kinds[:]
    for _ in range(6 if dragon else 7):
        counts[rest.pop(chance.below(len(rest)))] = 2
    if dragon:
        counts[_one_held(counts, chance)] = COPIES
    return Deal(counts, [], _one_held(counts, chance))


def _standard(
    kinds: list[int], triplets: int, chance: Chance, terminals: bool = False
) -> Deal | None:
    """Four sets and a pair, some of the triplets melded."""
    ends = (0, 8)
    counts, left = [0] * KINDS, [COPIES] * KINDS
    melds: list[tuple[int, int]] = []
    pairs = [kind for kind in kinds if kind % 9 in ends] if terminals else kinds
    pair = pairs[chance.below(len(pairs))]
    groups = [[pair, pair]]
    for place in range(_SETS):
        is_triplet = chance.below(3) == 0 if terminals else place < triplets
        if is_triplet:
            kind = pairs[chance.below(len(pairs))] if terminals else kinds[chance.below(len(kinds))]
            groups.append([kind] * 3)
        else:
            starts = [kind for kind in kinds if kind % 9 < 7 and kind + 2 in kinds]
            starts = [kind for kind in starts if kind % 9 in (0, 6)] if terminals else starts
            if not starts:
                return None
            start = starts[chance.below(len(starts))]
            groups.append([start, start + 1, start + 2])
    for group in groups:
        for kind in group:
            left[kind] -= 1
    if min(left) < 0:
        return None
    for group in groups:
        if len(group) == 3 and group[0] == group[1] and chance.below(3) == 0:
            type_ = (PONG, PONG, CONCEALED, ADDED, DISCARD)[chance.below(5)]
            melds.append((type_ if left[group[0]] else PONG, group[0]))
            continue
        for kind in group:
            counts[kind] += 1
    return Deal(counts, melds, _one_held(counts, chance))


def _one_held(counts: list[int], chance: Chance) -> int:
    held = [kind for kind in range(KINDS) if counts[kind]]
    return held[chance.below(len(held))]


def _told(ruleset: Ruleset, made: Deal, wanted: str, chance: Chance) -> Deal:
    """How the hand is won, by whom it is paid, who deals."""
    made.dealer = chance.below(SEATS)
    made.repeats = max(0, chance.below(_MOST_REPEATS + 3) - 2)
    made.by = (SELF_DRAW, BY_DISCARD, BY_DISCARD, BY_ROBBED_KONG)[chance.below(4)]
    if wanted in ("heavenly_hand", "earthly_hand") and not made.melds:
        made.by, made.first_draw = SELF_DRAW, True
        made.dealer = 0 if wanted == "heavenly_hand" else 1 + chance.below(3)
    elif not made.melds:
        made.declared = chance.below(5) == 0
    if made.by != SELF_DRAW:
        made.source = 1 + chance.below(3)
    if made.by == BY_DISCARD:
        made.from_declared = chance.below(6) == 0
    kong_before = made.beans > 0 if made.by == SELF_DRAW else made.by == BY_DISCARD
    knows = ruleset.kong_flower_fan or ruleset.kong_shot_fan
    if knows and kong_before and not made.from_declared and not made.first_draw:
        made.after_kong = chance.below(4) == 0
    made.sources = [0 if type_ == CONCEALED else 1 + chance.below(3) for type_, _ in made.melds]
    assert sum(made.counts) + 3 * len(made.melds) == FULL_HAND
    return made
