"""The quiz: every right answer is that of an independent computation, and no other is right."""

from collections import Counter
from collections.abc import Iterator

import pytest

from qianma import load_ruleset, ruleset_names
from qianma.quiz import KINDS_OF_QUESTIONS, ROUND, Option, Question, quiz_round
from tests.reference import scoring, shapes
from tests.reference.rulesets import Settings, settings

RULESETS = ruleset_names()
ROUNDS = 25


def rounds(name: str, number: int = ROUNDS) -> Iterator[Question]:
    ruleset = load_ruleset(name)
    for seed in range(number):
        yield from quiz_round(ruleset, seed)


def reference(question: Question) -> scoring.Value:
    """What the slow reference says of the hand."""
    tiles = [*question.tiles, question.winning]
    return scoring.value(
        settings(question.ruleset),
        shapes.counts_of(shapes.kind_of(tile) for tile in tiles),
        [(meld.kind, shapes.kind_of(meld.tile)) for meld in question.melds],
        question.by,
        declared=question.declared,
        from_declared=question.from_declared,
        after_kong=question.after_kong,
        first_draw=question.first_draw,
        dealer=question.dealer.seat == 0,
    )


def payments(rules: Settings, question: Question, fan: int) -> list[int]:
    """What seats 1 to 3 pay for the win, by G-16, G-19, G-20, D-2, D-10 and D-11."""

    def share(payer: int) -> int:
        deals = question.dealer.seat in (0, payer)
        bonus = rules["dealer_bonus"]
        more = bonus["dealing"] + question.dealer.repeats * bonus["repeat"] if deals else 0
        return int((fan + more) * rules["base"])

    if question.by == "self_draw":
        return [share(seat) for seat in (1, 2, 3)]
    assert question.source is not None
    paid = share(question.source)
    if question.by == "robbed_kong" and rules["robbed_kong"] == "pays_for_all":
        paid = sum(share(seat) for seat in (1, 2, 3))
    return [paid if seat == question.source else 0 for seat in (1, 2, 3)]


def is_right(question: Question, option: Option) -> bool:
    """Whether an answer is right, by the reference."""
    worth, rules = reference(question), settings(question.ruleset)
    if question.kind == "pattern":
        return option.pattern == worth["pattern"]
    if question.kind == "fan":
        return option.fan == worth["fan"]
    if question.kind == "payment":
        assert option.pays is not None
        return list(option.pays) == payments(rules, question, worth["fan"])
    kongs = any(meld.kind != "pong" for meld in question.melds)
    complete, plain = worth["complete"], worth["pattern"] == "plain"
    declared = question.declared or question.from_declared
    shot = bool(question.after_kong and rules["kong_shot_waives_bean"])
    suits = {tile[1] for tile in [*question.tiles, question.winning]}
    suits |= {meld.tile[1] for meld in question.melds}
    pig = bool(rules["flower_pig"]) and len(suits) == 3
    allowed = complete and not pig
    return {
        "no_complete": not complete,
        "no_three_suits": pig,
        "no_bean": complete and plain and not kongs and not declared and not shot,
        "yes_pattern": allowed and not plain,
        "yes_bean": allowed and plain and kongs,
        "yes_declared": allowed and plain and declared,
        "yes_kong_shot": allowed and plain and shot,
    }[str(option.reason)]


@pytest.mark.parametrize("name", RULESETS)
def test_exactly_one_of_four_answers_is_right_by_the_reference(name: str) -> None:
    for question in rounds(name):
        assert len(set(question.options)) == 4
        right = [is_right(question, option) for option in question.options]
        assert right == [place == question.right for place in range(4)], question


@pytest.mark.parametrize("name", RULESETS)
def test_all_kinds_patterns_and_reasons_occur(name: str) -> None:
    kinds: Counter[str] = Counter()
    patterns, reasons, places = set(), set(), set()
    for question in rounds(name, 60):
        kinds[question.kind] += 1
        places.add((question.kind, question.right))
        if question.value is not None:
            patterns.add(question.value.pattern)
        if question.kind == "discard":
            reasons.add(question.options[question.right].reason)
    assert set(kinds) == set(KINDS_OF_QUESTIONS)
    assert patterns == set(load_ruleset(name).patterns)
    assert len(places) == 16
    expected = {"no_complete", "no_bean", "yes_pattern", "yes_bean", "yes_declared"}
    expected |= {"yes_kong_shot"} if name == "guiyang-street" else set()
    expected |= {"no_three_suits"} if name == "duyun-huazhu" else set()
    assert reasons == expected


@pytest.mark.parametrize("name", RULESETS)
def test_hands_can_be_held_and_accounts_tell_what_is_paid(name: str) -> None:
    for question in rounds(name):
        tiles = Counter([*question.tiles, question.winning])
        for meld in question.melds:
            tiles[meld.tile] += 3 if meld.kind == "pong" else 4
        assert max(tiles.values()) <= 4
        assert len(question.tiles) + 3 * len(question.melds) == 13
        assert question.clauses
        worth = reference(question)
        assert (
            (question.account is None) == (not worth["allowed"]) == (question.refusal is not None)
        )
        if question.account is None:
            assert worth["clause"] in question.clauses
            continue
        paid = payments(settings(name), question, worth["fan"])
        assert list(question.account.cells) == [0, *paid]
        assert question.value is not None
        assert (question.value.pattern, question.value.fan) == (worth["pattern"], worth["fan"])


def test_a_round_follows_from_its_seed() -> None:
    ruleset = load_ruleset("guiyang")
    first, second = quiz_round(ruleset, 1), quiz_round(ruleset, 2)
    assert len(first) == ROUND
    assert first == quiz_round(ruleset, 1)
    assert first != second
