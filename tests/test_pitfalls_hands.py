"""Where programs go wrong about hands: shapes and fan, each as a whole kind of fault.

Hands are made up at random and judged by a solver that tries everything, written here.
"""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

import pytest

from qianma.holding import Holding
from qianma.rules.valuation import Circumstances, value_hand
from qianma.ruleset import Ruleset, load
from qianma.settings import PATTERNS
from qianma.shapes import is_complete, ready_distance, waits
from qianma.tiles import CODES, count_tiles, parse_tiles
from tests.scenes import concealed_kong, draw, options, paid_for, scene, win

Sets = list[tuple[int, ...]]

GROUPS: Final = [
    *((kind,) * 3 for kind in range(27)),
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
]


def splits(counts: list[int]) -> Iterator[Sets]:
    """Every way to take the tiles apart into sets, by trying each set on the lowest tile."""
    lowest = next((kind for kind in range(27) if counts[kind]), None)
    if lowest is None:
        yield []
        return
    for group in GROUPS:
        if group[0] == lowest and all(counts[kind] >= group.count(kind) for kind in group):
            rest = list(counts)
            for kind in group:
                rest[kind] -= 1
            yield from ([group, *others] for others in splits(rest))


def standard_readings(counts: list[int]) -> Iterator[tuple[int, Sets]]:
    """Every pair and sets that the tiles can be."""
    for pair in range(27):
        if counts[pair] >= 2:
            rest = list(counts)
            rest[pair] -= 2
            yield from ((pair, sets) for sets in splits(rest))


def pairs(counts: list[int]) -> bool:
    return sum(counts) == 14 and all(count % 2 == 0 for count in counts)


def complete(counts: list[int]) -> bool:
    return pairs(counts) or next(standard_readings(counts), None) is not None


def random_hand(chance: random.Random, sets: int) -> list[int] | None:
    """Concealed tiles that are complete with 4 - `sets` melds, close together; None by bad luck."""
    suits = chance.choice([(0,), (0, 1), (0, 1, 2)])
    kinds = [kind for kind in range(27) if kind // 9 in suits]
    groups = [group for group in GROUPS if group[0] in kinds]
    if sets == 4 and chance.random() < 0.3:
        tiles = [kind for kind in chance.choices(kinds, k=7) for _ in range(2)]
    else:
        tiles = [kind for group in chance.choices(groups, k=sets) for kind in group]
        tiles += [chance.choice(kinds)] * 2
    counts = [tiles.count(kind) for kind in range(27)]
    return counts if max(counts) <= 4 else None


def random_hands(number: int, sets: int) -> Iterator[list[int]]:
    chance = random.Random(sets)
    for _ in range(number):
        counts = random_hand(chance, sets)
        if counts is not None:
            yield counts


@pytest.mark.parametrize("sets", range(5))
def test_shapes_of_every_size_are_complete(sets: int) -> None:
    """14, 11, 8, 5 and 2 concealed tiles: with every meld more there are three fewer."""
    seen = 0
    for counts in random_hands(400, sets):
        seen += 1
        assert is_complete(counts)
        assert ready_distance(counts) == -1
    assert seen > 100


@pytest.mark.parametrize("sets", range(5))
def test_shapes_one_tile_off_are_judged_as_by_trying_everything(sets: int) -> None:
    chance = random.Random(100 + sets)
    judged = {True: 0, False: 0}
    for counts in random_hands(150, sets):
        given = chance.choice([kind for kind in range(27) if counts[kind]])
        counts[given] -= 1
        expected = []
        for kind in range(27):
            if counts[kind] < 4:
                counts[kind] += 1
                if complete(counts):
                    expected.append(kind)
                judged[is_complete(counts)] += 1
                counts[kind] -= 1
        assert waits(counts) == expected
        assert (ready_distance(counts) == 0) == bool(expected)
    assert min(judged.values()) > 30


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("2222m34m444p555s11s", True),  # 22m 2m34m and not 222m
        ("11m123m456m789p555s", True),  # 11m 123m and not 111m
        ("123m456m789p999s45s", False),  # no pair
        ("123m456m789m1111p1s", False),
        ("12223334445556m", True),
    ],
)
def test_shapes_that_need_the_less_obvious_split(hand: str, expected: bool) -> None:
    assert is_complete(count_tiles(parse_tiles(hand))) == expected
    assert complete(count_tiles(parse_tiles(hand))) == expected


@pytest.mark.parametrize("melds", [1, 2, 3, 4])
def test_shapes_melds_rule_out_seven_pairs(melds: int) -> None:
    """Pairs alone, melds or no melds, are no hand of 11, 8, 5 or 2 tiles unless sets come of them.

    `[pong 333m]` with 55m77m22p88p99s and 3m is such a hand.
    """
    chance = random.Random(melds)
    size = 14 - 3 * melds
    for _ in range(200):
        kinds = chance.sample(range(27), size // 2)
        tiles = [kind for kind in kinds for _ in range(2)]
        tiles += [chance.choice([kind for kind in range(27) if kind not in kinds])] * (size % 2)
        counts = [tiles.count(kind) for kind in range(27)]
        assert is_complete(counts) == (next(standard_readings(counts), None) is not None)
    assert not is_complete(count_tiles(parse_tiles("3m55m77m22p88p99s")))


def test_shapes_four_melds_and_two_different_tiles_are_no_hand() -> None:
    for first, second in combinations_with_replacement(range(27), 2):
        counts = [0] * 27
        counts[first] += 1
        counts[second] += 1
        assert is_complete(counts) == (first == second)


def test_shapes_equal_pairs_bring_seven_pairs_nearer() -> None:
    """Four of a kind are two pairs: such hands are ready, which riichi's distance denies."""
    for tiles, wait in [
        ("1111m2288p3377s6m", "6m"),
        ("1111m3333p2288s6m", "6m"),
        ("1111m3333p2222s6m", "6m"),
    ]:
        counts = count_tiles(parse_tiles(tiles))
        assert ready_distance(counts) == 0
        assert [CODES[kind] for kind in waits(counts)] == [wait]


def test_shapes_a_wait_for_a_fifth_tile_is_none() -> None:
    counts = count_tiles(parse_tiles("123456789m1111p"))
    assert waits(counts) == []
    assert ready_distance(counts) > 0


@pytest.mark.parametrize("kongs", range(1, 5))
def test_shapes_hands_of_15_to_18_tiles(kongs: int) -> None:
    """A hand with one kong has 15 tiles, with four 18."""
    triplets = ["111m", "222p", "333s", "444s"]
    drawn = ["1m", "2p", "3s", "4s"]
    # What is no kong stays a triplet; the pair is 1s 1s, and the second 1s comes last.
    order = [*drawn[:kongs], "1s"]
    hand = scene("guiyang", {0: "".join(triplets) + "1s"}, order[0], tail=" ".join(order[1:]))
    for tile in drawn[:kongs]:
        assert draw(hand) == tile
        concealed_kong(hand, 0, tile)
    assert draw(hand) == "1s"
    assert sum(hand.hand_counts(0)) + sum(hand.melded_counts(0)) == 14 + kongs
    assert "win" in options(hand, 0)
    assert paid_for(win(hand, 0), "win") == {(payer, 0): 5 for payer in (1, 2, 3)}


def shown_patterns(counts: list[int], melds: list[int]) -> set[str]:
    """The patterns that a complete hand shows, by their definitions in G-7 and D-4."""
    kinds = [kind for kind in range(27) if counts[kind]] + melds
    flush = len({kind // 9 for kind in kinds}) == 1
    shown = {"plain"} | ({"full_flush"} if flush else set())
    if pairs(counts) and not melds:
        found = {"seven_pairs"} | ({"dragon_seven_pairs"} if 4 in counts else set())
        shown |= found | ({f"flush_{name}" for name in found} if flush else set())
    for pair, concealed in standard_readings(counts):
        sets = [*concealed, *((kind,) * 3 for kind in melds), (pair, pair)]
        if all(len(set(group)) == 1 for group in sets):
            shown |= {"all_triplets"} | ({"flush_triplets"} if flush else set())
            if all(group[0] % 9 + 1 in (2, 5, 8) for group in sets):
                shown.add("triplets_258")
        if flush and all({kind % 9 + 1 for kind in group} & {1, 9} for group in sets):
            shown.add("flush_terminals")
    return shown


def made_up_hands() -> Iterator[tuple[list[int], list[int]]]:
    """Complete hands with their melds; many of terminals, of 2-5-8 and of one suit among them."""
    chance = random.Random(1)
    for sets in (4, 4, 3, 2, 1, 0):
        for counts in random_hands(120, sets):
            free = [kind for kind in range(27) if not counts[kind]]
            flush = {kind // 9 for kind in range(27) if counts[kind]}
            one_suit = [kind for kind in free if {kind // 9} == flush]
            pool = one_suit if len(one_suit) >= 4 - sets and chance.random() < 0.7 else free
            yield counts, chance.sample(pool, 4 - sets)
    for text in (
        "11123777888999p", "222555888m22255p", "222555888m55888p", "11122233344499m",
        "99887755221166p", "11223344556677m", "11123777888999s", "22255588811199m",
    ):  # fmt: skip
        yield count_tiles(parse_tiles(text)), []


def powers_of_two(order: list[str]) -> Ruleset:
    """A ruleset whose patterns are worth 1, 2, 4 ... in this order: no sum equals a pattern."""
    return load("duyun", {"patterns": {name: 2**place for place, name in enumerate(order)}})


@pytest.mark.parametrize("seed", range(8))
def test_fan_of_the_best_reading_alone_whatever_patterns_are_worth(seed: int) -> None:
    """Never the first reading that is found, and never a sum of patterns."""
    others = [name for name in PATTERNS if name != "plain" and "hand" not in name]
    order = ["plain", *random.Random(seed).sample(others, len(others))]
    ruleset = powers_of_two(order)
    best: set[str] = set()
    for counts, melds in made_up_hands():
        shown = shown_patterns(counts, melds)
        name = max(shown, key=order.index)
        value = value_hand(ruleset, Holding.of(counts, melds))
        assert value is not None
        assert (value.name, value.fan) == (name, 2 ** order.index(name))
        best.add(name)
    assert len(best) >= 4


@pytest.mark.parametrize("opening", ["heavenly_hand", "earthly_hand"])
@pytest.mark.parametrize("fan", [0, 2, 18, 500])
def test_fan_of_an_opening_hand_is_not_added_to_its_pattern(opening: str, fan: int) -> None:
    ruleset = load("duyun", {"patterns": {opening: fan}})
    how = Circumstances(opening=PATTERNS.index(opening))
    for counts, melds in made_up_hands():
        if not melds:
            plain = max(ruleset.patterns[name] for name in shown_patterns(counts, melds))
            value = value_hand(ruleset, Holding.of(counts, melds), how)
            assert value is not None
            assert value.fan == max(plain, fan)
