"""Many hands at once: the same answers as one by one, and nothing but hands let in."""

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

import qianma
from qianma import batch, shapes
from qianma.holding import Holding
from qianma.rules.valuation import value_hand
from qianma.settings import PATTERNS
from qianma.tiles import KINDS, TILES, count_tiles, parse_tile, parse_tiles
from tests.random_hands import Maker, melded_counts

Counts = NDArray[np.uint8]
SIZES = tuple(size for size in range(1, 15) if size % 3)


def hands(*texts: str) -> Counts:
    return np.array([count_tiles(parse_tiles(text)) for text in texts], np.uint8)


def mask(kinds: list[int]) -> int:
    return sum(1 << kind for kind in kinds)


def assert_as_one_by_one(counts: Counts, melded: Counts | None = None) -> None:
    """All three answers are those of `qianma.shapes`; then shapes and dtypes are right as well."""
    rows = counts.tolist()
    held = [None] * len(rows) if melded is None else melded.tolist()
    complete = batch.is_complete(counts)
    distances = batch.ready_distance(counts, melded)
    masks = batch.waits(counts, melded)
    dtypes = [str(answer.dtype) for answer in (complete, distances, masks)]
    assert dtypes == ["bool", "int8", "uint32"]
    assert complete.shape == distances.shape == masks.shape == (len(rows),)
    assert complete.tolist() == [shapes.is_complete(row) for row in rows]
    pairs = list(zip(rows, held, strict=True))
    assert distances.tolist() == [shapes.ready_distance(row, melds) for row, melds in pairs]
    assert masks.tolist() == [mask(shapes.waits(row, melds)) for row, melds in pairs]


@pytest.mark.parametrize("seed", range(8))
def test_dealt_hands_of_every_size_as_one_by_one(seed: int) -> None:
    chance = random.Random(seed)
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    one_suit = deck[: TILES // 3]
    dealt = [
        count_tiles(chance.sample(chance.choice((deck, deck[:72], one_suit)), chance.choice(SIZES)))
        for _ in range(9_000)
    ]
    assert_as_one_by_one(np.array(dealt, np.uint8))


@pytest.mark.parametrize("seed", range(8))
def test_hands_near_completion_as_one_by_one_without_and_with_their_melds(seed: int) -> None:
    maker = Maker(seed)
    made = [maker.complete()[:2] for _ in range(1_500)] + [maker.waiting() for _ in range(3_000)]
    counts = np.array([hand for hand, _ in made], np.uint8)
    melded = np.array([melded_counts(melds) for _, melds in made], np.uint8)
    assert melded.any()
    assert_as_one_by_one(counts)
    assert_as_one_by_one(counts, melded)


def test_complete_and_not_complete_hands_that_programs_get_wrong() -> None:
    complete = hands(
        "2222m34m444p555s11s",
        "11m123m456m789p555s",
        "112233m445566p77s",
        "1111m2222m3333m44m",
        "11112222333344m",
        "44445555666677s",
        "1199m1199p1199s55m",
        "55p",
    )
    incomplete = hands(
        "123m456m789p999s45s",  # no pair
        "33m55m77m22p88p",  # five pairs beside a meld are not seven
        "1m2p",  # four melds and two different tiles
        "11m22m",  # two pairs: each suit by itself would do
        "11m22p",
        "123456789m1111p",
        "1122m",
        "89m1p123p456p789p11s",  # 891 is no run across the suits
    )
    assert batch.is_complete(complete).all()
    assert (batch.ready_distance(complete) == -1).all()
    assert not batch.waits(complete).any()
    assert not batch.is_complete(incomplete).any()
    assert (batch.ready_distance(incomplete) >= 0).all()


def test_C_12_ready_hands_and_the_kinds_they_wait_for() -> None:
    ready = {
        "23m55m456p789p345s": "14m",
        "111m333p77p999s55s": "7p5s",
        "1112345678999m": "123456789m",
        "1199m1199p1199s5m": "5m",
        "1m": "1m",
        "1111m": "",  # all four copies of the only wait are held
        "123456789m1111p": "",
    }
    expected = [mask(parse_tiles(kinds)) if kinds else 0 for kinds in ready.values()]
    assert batch.waits(hands(*ready)).tolist() == expected
    distances = batch.ready_distance(hands(*ready))
    assert [distance == 0 for distance in distances] == [bool(kinds) for kinds in ready.values()]


def test_C_12_copies_in_own_melds_cannot_be_waited_for() -> None:
    counts = hands("23m55m456p789p", "23m55m456p789p", "5s123m", "5s123m")
    melded = np.zeros_like(counts)
    melded[1, parse_tile("4m")] = 4
    melded[2, parse_tile("5s")] = 3
    assert [bin(found) for found in batch.waits(counts, melded).tolist()] == [
        bin(mask(parse_tiles("14m"))),
        bin(mask(parse_tiles("1m"))),
        bin(0),
        bin(mask(parse_tiles("5s"))),
    ]
    assert batch.ready_distance(counts, melded).tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("name", qianma.ruleset_names())
def test_C_11_best_pattern_and_fan_as_one_by_one(name: str) -> None:
    ruleset = qianma.load_ruleset(name)
    maker = Maker(7)
    made = [maker.complete()[:2] for _ in range(1_500)] + [maker.waiting() for _ in range(100)]
    counts = np.array([hand for hand, _ in made], np.uint8)
    melds = np.full((len(made), 4), batch.NO_MELD, np.int8)
    for row, (_, own) in enumerate(made):
        for place, (_, kind) in enumerate(own):
            melds[row, 3 - place] = kind
    found, fan = batch.best_pattern(counts, ruleset, melds)
    assert [str(found.dtype), str(fan.dtype)] == ["int8", "int16"]
    assert len(set(found.tolist())) > 6
    for row, (hand, own) in enumerate(made):
        value = value_hand(ruleset, Holding.of(hand, [kind for _, kind in own]))
        assert found[row] == (value.pattern if value else batch.NO_PATTERN)
        assert fan[row] == (value.fan if value else 0)


def test_patterns_of_known_hands_without_melds() -> None:
    ruleset = qianma.load_ruleset("guiyang")
    counts = hands("123m456m789p555s11s", "112233m445566p77s", "111m333p777p999s55s", "1m")
    with pytest.raises(ValueError, match="row 3: 1 concealed tiles do not go with 0 melds"):
        batch.best_pattern(counts, ruleset)
    counts[3] = count_tiles(parse_tiles("147m258p369s1234m"))
    found, fan = batch.best_pattern(counts, ruleset)
    names = [PATTERNS[pattern] for pattern in found[:3]]
    assert names == ["plain", "seven_pairs", "all_triplets"]
    assert (found[3], fan[3]) == (batch.NO_PATTERN, 0)


GOOD = hands("23m55m456p789p345s", "1m", "147m258p369s1234m", "55p")


def test_kinds_that_are_all_melded_leave_nothing_to_draw() -> None:
    counts = hands("1m", "1m", "5m", "14m")
    melded = np.full_like(counts, 4)
    melded[0, 0] = 3  # the last of all tiles: no pair can come of it
    melded[1, 0] = 2  # one copy is left
    melded[2, 3:6] = 0
    melded[3, 0:3] = 1
    melded[3, 3] = 3
    assert_as_one_by_one(counts, np.minimum(melded, 4 - counts))


def test_a_bad_row_far_down_is_named() -> None:
    counts = np.tile(GOOD, (batch.BLOCK // 2, 1))
    counts[batch.BLOCK + 3, 20] = 4
    for answer in (batch.is_complete, batch.ready_distance, batch.waits):
        with pytest.raises(qianma.TileError, match=rf"^row {batch.BLOCK + 3}: 6 concealed"):
            answer(counts)
    counts = counts[: batch.BLOCK + 3]
    assert batch.ready_distance(counts)[-4:].tolist() == [-1, 0, 0, 4]


def test_no_hands_give_empty_arrays() -> None:
    none = np.zeros((0, KINDS), np.uint8)
    assert_as_one_by_one(none)
    assert_as_one_by_one(none, none)
    found, fan = batch.best_pattern(none, qianma.load_ruleset("duyun"))
    assert found.shape == fan.shape == (0,)
    assert [str(found.dtype), str(fan.dtype)] == ["int8", "int16"]


def test_views_of_any_layout_are_read() -> None:
    wide = np.full((2 * len(GOOD), KINDS + 5), 9, np.uint8)
    strided = wide[::-2, 2 : KINDS + 2]
    strided[:] = GOOD
    fortran = np.asfortranarray(GOOD)
    frozen = GOOD.copy()
    frozen.flags.writeable = False
    backwards = GOOD[:, ::-1].copy()[:, ::-1]
    for view in (strided, fortran, frozen, backwards):
        assert_as_one_by_one(view)
        assert_as_one_by_one(view, np.zeros_like(view))


def test_inputs_stay_as_they_are_and_results_are_new_and_writable() -> None:
    counts, melded = hands("23m55m456p789p", "55p"), hands("888s", "123m4445566678s")
    before = counts.copy(), melded.copy()
    results = [
        batch.is_complete(counts),
        batch.ready_distance(counts, melded),
        batch.waits(counts, melded),
    ]
    again = batch.ready_distance(counts, melded)
    for result in results:
        result[:] = 1
        assert not np.shares_memory(result, counts)
    assert (counts == before[0]).all()
    assert (melded == before[1]).all()
    assert (batch.ready_distance(counts, melded) == again).all()


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (GOOD.tolist(), "counts is no NumPy array but list"),
        (GOOD.astype(np.int64), "counts has dtype int64, not uint8"),
        (GOOD.astype(np.int8), "counts has dtype int8, not uint8"),
        (GOOD.astype(np.bool_), "counts has dtype bool, not uint8"),
        (GOOD[0], r"counts has shape \(27,\), not \(n, 27\)"),
        (GOOD[:, :26], r"counts has shape \(4, 26\), not \(n, 27\)"),
        (GOOD[None], r"counts has shape \(1, 4, 27\), not \(n, 27\)"),
    ],
)
def test_other_arrays_are_refused(bad: Counts, message: str) -> None:
    for answer in (batch.is_complete, batch.ready_distance, batch.waits):
        with pytest.raises(ValueError, match=f"^{message}$"):
            answer(bad)
    for answer in (batch.ready_distance, batch.waits):
        with pytest.raises(ValueError, match=f"^{message.replace('counts', 'melded')}$"):
            answer(GOOD, bad)


def test_melded_needs_a_row_for_each_hand() -> None:
    for answer in (batch.ready_distance, batch.waits):
        with pytest.raises(ValueError, match=r"^melded has 3 rows, counts 4$"):
            answer(GOOD, np.zeros((3, KINDS), np.uint8))


def changed(row: int, kind: int, count: int) -> Counts:
    counts = np.tile(GOOD, (3, 1))
    counts[row, kind] = count
    return counts


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (changed(5, 0, 0), "row 5: 0 concealed tiles are no hand"),
        (changed(7, 13, 3), "row 7: 3 concealed tiles are no hand"),
        (changed(4, 26, 3), "row 4: 16 concealed tiles are no hand"),
        (changed(5, 3, 5), "row 5: 5 of 4m, of which there are four"),
        (changed(9, 26, 255), "row 9: 255 of 9s, of which there are four"),
        (changed(9, 18, 128), "row 9: 128 of 1s, of which there are four"),
        (np.full((2, KINDS), 4, np.uint8), "row 0: 108 concealed tiles are no hand"),
        (np.full((2, KINDS), 255, np.uint8), "row 0: 255 of 1m, of which there are four"),
    ],
)
def test_rows_that_are_no_hand_are_refused_by_number(bad: Counts, message: str) -> None:
    for answer in (batch.is_complete, batch.ready_distance, batch.waits):
        with pytest.raises(qianma.TileError, match=f"^{message}"):
            answer(bad)


def test_the_first_bad_row_is_named_whatever_is_wrong_with_later_ones() -> None:
    counts = np.tile(GOOD, (2, 1))
    counts[6, 1] = 200
    counts[3, 13] = 3
    with pytest.raises(qianma.TileError, match=r"^row 3: 3 concealed tiles"):
        batch.is_complete(counts)
    counts[3, 13] = 2
    with pytest.raises(qianma.TileError, match=r"^row 6: 200 of 2m"):
        batch.is_complete(counts)


@pytest.mark.parametrize(("melded", "shown"), [(3, 5), (4, 6), (252, 254), (254, 256), (255, 257)])
def test_more_than_four_of_a_kind_in_hand_and_melds_are_refused(melded: int, shown: int) -> None:
    held = np.zeros_like(GOOD)
    held[0, 4] = melded  # 55m in the first hand
    for answer in (batch.ready_distance, batch.waits):
        with pytest.raises(qianma.TileError, match=f"^row 0: {shown} of 5m, of which"):
            answer(GOOD, held)
    held[0, 4] = 2
    batch.waits(GOOD, held)


def melds_of(*kinds: int) -> NDArray[np.int8]:
    """The melds of one hand."""
    return np.array([kinds], np.int8)


@pytest.mark.parametrize(
    ("melds", "message"),
    [
        (melds_of(-1, -1, -1, -1), "row 0: 8 concealed tiles do not go with 0 melds"),
        (melds_of(0, -1, 2, 8), "row 0: 8 concealed tiles do not go with 3 melds"),
        (melds_of(27, 0, -1, -1), "row 0: 27 is no kind, 0 to 26, and not -1"),
        (melds_of(0, -1, -1, -2), "row 0: -2 is no kind, 0 to 26, and not -1"),
        (melds_of(5, -1, -1, 5), "row 0: more than four 6m, melds included"),
        (melds_of(-1, 9, 22, -1), "row 0: more than four 5s, melds included"),
        (melds_of(0, 9, 22), r"melds has shape \(1, 3\), not \(n, 4\)"),
        (melds_of(0, 9, -1, -1).astype(np.int64), "melds has dtype int64, not int8"),
        (np.repeat(melds_of(0, 9, -1, -1), 2, axis=0), "melds has 2 rows, counts 1"),
    ],
)
def test_melds_that_cannot_be_are_refused(melds: NDArray[np.int8], message: str) -> None:
    counts = hands("123m456p55s")
    ruleset = qianma.load_ruleset("guiyang")
    with pytest.raises(ValueError, match=f"^{message}$"):
        batch.best_pattern(counts, ruleset, melds)
    found, _ = batch.best_pattern(counts, ruleset, melds_of(-1, 4, -1, 26))
    assert PATTERNS[found[0]] == "plain"


SHAPES = st.tuples(st.integers(0, 3), st.sampled_from((KINDS, KINDS, KINDS, 26, 28)))
ANY_ARRAY = st.sampled_from((np.uint8, np.uint8, np.uint8, np.int8, np.float32)).flatmap(
    lambda dtype: arrays.arrays(dtype, SHAPES)
)
FEW_TILES = arrays.arrays(
    np.uint8,
    st.tuples(st.integers(0, 3), st.just(KINDS)),
    elements=st.integers(0, 5),
    fill=st.just(0),
)


def is_hand(row: list[int], melds: list[int]) -> bool:
    """What the library says elsewhere, in words of its own."""
    held = [own + melded for own, melded in zip(row, melds, strict=True)]
    return max(held) <= 4 and sum(row) in SIZES


@settings(deadline=None)
@given(ANY_ARRAY | FEW_TILES, ANY_ARRAY | FEW_TILES)
def test_any_arrays_are_refused_or_answered_rightly(counts: Counts, melded: Counts) -> None:
    good = all(one.dtype == np.uint8 and one.shape[1] == KINDS for one in (counts, melded))
    good = good and len(counts) == len(melded)
    good = good and all(map(is_hand, counts.tolist(), melded.tolist()))
    if good:
        assert_as_one_by_one(counts, melded)
        return
    for answer in (batch.ready_distance, batch.waits):
        with pytest.raises(ValueError, match=r"^(counts|melded|row) "):
            answer(counts, melded)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.integers(0, TILES - 1), unique=True, max_size=17), st.integers(0, 8))
def test_sets_of_tiles_between_good_hands(tiles: list[int], place: int) -> None:
    counts = np.tile(GOOD, (2, 1))
    counts = np.insert(counts, place, count_tiles([tile // 4 for tile in tiles]), axis=0)
    if len(tiles) in SIZES:
        assert_as_one_by_one(counts)
    else:
        with pytest.raises(qianma.TileError, match=f"^row {place}: {len(tiles)} concealed"):
            batch.waits(counts)


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_numpy_is_imported_by_the_batch_module_alone() -> None:
    code = "import sys, qianma; assert 'numpy' not in sys.modules; import qianma.batch"
    assert run(code).returncode == 0


def test_without_numpy_the_extra_is_named() -> None:
    done = run("import sys; sys.modules['numpy'] = None; import qianma.batch")
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == "ImportError: qianma.batch needs NumPy: pip install 'qianma[numpy]'"
