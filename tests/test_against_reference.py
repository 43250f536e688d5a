"""Values, waits and ready distances agree with the independent slow reference."""

import pytest

from qianma import ruleset_names, shapes
from qianma.holding import Holding
from qianma.rules.patterns import EARTHLY_HAND, HEAVENLY_HAND, NO_OPENING
from qianma.rules.valuation import Circumstances, value_hand
from qianma.ruleset import load
from qianma.state import BY_DISCARD, BY_ROBBED_KONG, SELF_DRAW
from tests.random_hands import Maker, melded_counts
from tests.reference import rulesets, scoring
from tests.reference import shapes as slow

WAYS = {"self_draw": SELF_DRAW, "discard": BY_DISCARD, "robbed_kong": BY_ROBBED_KONG}


def compare_values(ruleset: str, seed: int, number: int) -> None:
    rules, slow_rules = load(ruleset), rulesets.settings(ruleset, {})
    maker = Maker(seed)
    for _ in range(number):
        counts, melds, _ = maker.complete()
        by = list(WAYS)[maker.stream.below(3)]
        declared, from_declared, after_kong, first, dealer = (
            maker.stream.below(4) == 0 for _ in range(5)
        )
        from_declared = from_declared and by == "discard"
        after_kong = after_kong and by != "robbed_kong" and not first
        opening = NO_OPENING
        if first and by == "self_draw" and not melds:
            opening = HEAVENLY_HAND if dealer else EARTHLY_HAND
        how = Circumstances(WAYS[by], declared, from_declared, after_kong, opening)
        value = value_hand(rules, Holding.of(counts, melded=melded_counts(melds)), how)
        expected = scoring.value(
            slow_rules,
            counts,
            melds,
            by,
            declared=declared,
            from_declared=from_declared,
            after_kong=after_kong,
            first_draw=first and by == "self_draw",
            dealer=dealer,
        )
        assert value is not None
        found = (value.name, value.fan, value.extras)
        wanted = (expected["pattern"], expected["fan"], expected["extras"])
        assert found == wanted, (counts, melds, how)


def compare_shapes(seed: int, number: int) -> None:
    maker = Maker(seed)
    for _ in range(number):
        counts, melds = maker.waiting()
        melded = melded_counts(melds)
        assert set(shapes.waits(counts, melded)) == slow.waits(counts, melds), (counts, melds)
        distance = slow.ready_distance(counts, melds)
        assert shapes.ready_distance(counts, melded) == distance, (counts, melds)
        maker.put_in(counts, melds)
        assert shapes.is_complete(counts) == slow.is_complete(counts, melds), (counts, melds)
        distance = slow.ready_distance(counts, melds)
        assert shapes.ready_distance(counts, melded) == distance, (counts, melds)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_ten_thousand_values(ruleset: str) -> None:
    compare_values(ruleset, 6, 10_000)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_hundred_thousand_values(ruleset: str) -> None:
    compare_values(ruleset, 1, 100_000)


def test_waits_and_ready_distances() -> None:
    compare_shapes(1, 2_500)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_a_hundred_thousand_waits_and_ready_distances(part: int) -> None:
    compare_shapes(2 + part, 25_000)
