"""The reference against the worked examples: shapes, values, walls, records."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.reference import scoring, shapes, walls
from tests.reference.replay import ReferenceError, differing, replay  # noqa: A004
from tests.reference.shapes import Meld, counts_of, kind_of, kinds_of

EXAMPLES = Path(__file__).parent.parent / "examples"
REFUSED = {
    "C-7-no-concealed-kong-after-a-pong": (5, "C-7"),
    "C-6-no-pong-of-the-last-discard": (114, "C-6"),
    "G-18-passed-win-blocks-until-draw": (14, "G-18"),
    "G-17-declared-may-not-pong": (8, "G-17"),
    "D-14-both-waiting-players-must-win": (109, "D-14"),
    "records-reveal-duyun-wrong-key": (53, "records"),
}


def hand(text: str) -> list[int]:
    return counts_of(kinds_of(text))


def meld(text: str) -> Meld:
    """``pong 3m`` or a kong as ``concealed 3m``, ``added 3m``, ``discard 3m``."""
    form, tile = text.split()
    return (form, kind_of(tile))


def record(name: str) -> list[dict[str, Any]]:
    text = (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


# Shapes.


def test_C_10_readings_of_a_hand() -> None:
    # As runs (pair 5p), as triplets (pair 5p), or with the pair 1m, 2m or 3m not at all.
    found = shapes.readings(hand("111222333m55p"))
    assert len(found) == 2
    assert {pair for pair, _ in found} == {kind_of("5p")}
    assert len(shapes.readings(hand("111222333m789p55s"))) == 2
    assert shapes.readings(hand("123m456m789p999s45s")) == []


@pytest.mark.parametrize(
    "text",
    [
        "2222m34m444p555s11s",
        "11m123m456m789p555s",
        "112233m445566p77s",
        "11112222333344m",
        "1111m2222p333344s",
    ],
)
def test_C_10_complete(text: str) -> None:
    assert shapes.is_complete(hand(text), [])


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("3m55m77m22p88p99s", ["pong 3m"]),
        ("55m77m22p88p99s3s", ["pong 3m"]),
        ("1m2p", ["pong 3m", "pong 4m", "pong 5m", "concealed 6m"]),
        ("123m456m789p999s45s", []),
        ("1m", ["pong 3m", "pong 4m", "pong 5m", "pong 6m"]),
    ],
)
def test_C_10_not_complete(text: str, melds: list[str]) -> None:
    assert not shapes.is_complete(hand(text), [meld(text) for text in melds])


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("11m123m456p789s", ["pong 5s"]),
        ("11m123m456p", ["concealed 5s", "added 9p"]),
        ("11m123m", ["concealed 5s", "added 9p", "discard 9m"]),
        ("11m", ["concealed 5s", "added 9p", "discard 9m", "pong 8m"]),
    ],
)
def test_C_10_complete_with_melds_of_any_size(text: str, melds: list[str]) -> None:
    assert shapes.is_complete(hand(text), [meld(text) for text in melds])


@pytest.mark.parametrize(
    ("text", "melds", "expected"),
    [
        ("23m55m456p789p345s", [], "14m"),
        ("111m333p77p999s55s", [], "7p5s"),
        ("56p88m345m678s", ["concealed 2s"], "47p"),
        ("23m55m456p789p", ["concealed 8s"], "14m"),
        ("123456789m1111p", [], ""),
        ("1112345678999m", [], "123456789m"),
        ("1m", ["pong 3m", "pong 4m", "pong 5m", "pong 6m"], "1m"),
        ("5m", ["pong 5m", "pong 4m", "pong 3m", "pong 6m"], ""),
        ("11m22m33m44p55p66s7s", [], "7s"),
        ("1111m22m33m44p55p6s", [], "6s"),
    ],
)
def test_C_12_waits(text: str, melds: list[str], expected: str) -> None:
    own = [meld(text) for text in melds]
    assert shapes.waits(hand(text), own) == set(kinds_of(expected))
    assert (shapes.ready_distance(hand(text), own) == 0) == bool(expected)


def test_C_12_own_meld_takes_the_last_copy() -> None:
    # 23m waits for 1m and 4m; with the own kong of 4m only 1m is left.
    assert shapes.waits(hand("23m55p789s"), [("concealed", kind_of("4m")), ("pong", 20)]) == {0}
    assert shapes.waits(hand("3m3m4m5p5p5p6p7p8p"), [("pong", 1)]) == set()


@pytest.mark.parametrize(
    ("text", "melds", "distance"),
    [
        ("123456789m1111p", [], 1),
        ("123456789m1111p2s", [], 0),
        ("123m456m789p999s45s", [], 0),
        ("112233m445566p77s", [], -1),
        ("1111222233334m", [], 0),
        ("147m258p369s147m2p", [], 2),
        ("147m258p1369s", ["pong 9m"], 5),
        ("5m", ["pong 5m", "pong 4m", "pong 3m", "pong 6m"], 1),
    ],
)
def test_ready_distance(text: str, melds: list[str], distance: int) -> None:
    assert shapes.ready_distance(hand(text), [meld(text) for text in melds]) == distance


def _targets(sets: int, pair: bool) -> set[tuple[int, ...]]:
    """All count vectors of one suit that are so many sets (and a pair)."""
    groups = [[rank, rank, rank] for rank in range(9)]
    groups += [[rank, rank + 1, rank + 2] for rank in range(7)]
    found: set[tuple[int, ...]] = set()
    for chosen in itertools.combinations_with_replacement(groups, sets):
        for two in range(9) if pair else (None,):
            counts = [0] * 9
            for rank in itertools.chain(*chosen, () if two is None else (two, two)):
                counts[rank] += 1
            if max(counts) <= 4:
                found.add(tuple(counts))
    return found


@pytest.mark.parametrize("sets", [0, 1, 2, 3])
@pytest.mark.parametrize("pair", [False, True])
def test_missing_tiles_of_a_suit_by_enumeration(sets: int, pair: bool) -> None:
    dice = random.Random(sets)
    targets = _targets(sets, pair)
    for _ in range(40):
        most = [dice.choice([4, 4, 4, 1, 0]) for _ in range(9)]
        have = [dice.randint(0, min(2, top)) if dice.random() < 0.7 else 0 for top in most]
        expected = min(
            (
                sum(max(0, want - got) for want, got in zip(target, have, strict=True))
                for target in targets
                if all(want <= top for want, top in zip(target, most, strict=True))
            ),
            default=shapes.IMPOSSIBLE,
        )
        assert min(shapes.suit_missing(have, most, sets, pair), shapes.IMPOSSIBLE) == expected


def test_ready_distance_falls_by_one_with_the_best_draw() -> None:
    dice = random.Random(7)
    deck = [kind for kind in range(27) for _ in range(4)]
    for _ in range(60):
        dice.shuffle(deck)
        counts = counts_of(deck[:13])
        after: list[int] = []
        for kind in range(27):
            if counts[kind] < 4:
                more = list(counts)
                more[kind] += 1
                after.append(shapes.ready_distance(more, []))
        assert min(after) == shapes.ready_distance(counts, []) - 1


# Values.


def best(rules: str, text: str, melds: tuple[str, ...] = (), **more: Any) -> tuple[str | None, int]:
    found = scoring.value(
        scoring.settings(rules), hand(text), [meld(text) for text in melds], "self_draw", **more
    )
    assert found["complete"]
    return found["pattern"], found["fan"]


@pytest.mark.parametrize(
    ("text", "pattern", "fan"),
    [
        ("99887755221166p", "flush_seven_pairs", 12),
        ("2244552299m1199p", "dragon_seven_pairs", 12),
        ("11123777888999p", "flush_terminals", 12),
        ("23445677p345789s", "plain", 1),
        ("111222444m33399p", "all_triplets", 3),
        ("11333222456999s", "full_flush", 6),
        ("222555888s88855m", "triplets_258", 9),
        ("11222244p557799m", "dragon_seven_pairs", 12),
        ("11334466778899s", "flush_seven_pairs", 12),
        ("11224444557799m", "flush_dragon_seven_pairs", 18),
        ("11777888999123p", "flush_terminals", 12),
        ("11122233344499p", "flush_triplets", 9),
        ("112233m445566p77s", "seven_pairs", 6),
    ],
)
def test_D_4_examples(text: str, pattern: str, fan: int) -> None:
    assert best("duyun", text) == (pattern, fan)


@pytest.mark.parametrize(
    ("text", "first", "street"),
    [
        ("23445677p345789s", 1, 1),
        ("111222444m33399p", 5, 5),
        ("112233m445566p77s", 7, 6),
        ("1122m3344m5555p77s", 10, 11),
        ("1111m2222p333344s", 10, 11),
        ("11333222456999s", 10, 10),
        ("11122233344499p", 15, 15),
        ("11334466778899s", 17, 16),
        ("11224444557799m", 20, 21),
    ],
)
def test_G_7_and_G_S1(text: str, first: int, street: int) -> None:
    assert best("guiyang", text)[1] == first
    assert best("guiyang-street", text)[1] == street


def test_G_8_kongs_are_triplets_and_melds_belong_to_the_flush() -> None:
    assert best("guiyang", "111m99p", ("concealed 5p", "added 6s", "pong 2s"))[0] == "all_triplets"
    assert best("guiyang", "11123m", ("pong 5m", "added 6m", "discard 9m"))[0] == "full_flush"
    assert best("duyun", "11123m", ("pong 9m", "added 1p", "discard 9p"))[0] == "plain"
    assert best("duyun", "88p", ("pong 2p", "added 5p", "pong 8m", "pong 2s"))[0] == "triplets_258"


def test_D_4_flush_terminals_with_melds() -> None:
    assert best("duyun", "11p123p789p", ("pong 9p", "pong 1p"))[1] == 12
    assert best("duyun", "11p123p789p", ("pong 9p", "pong 5p"))[0] == "full_flush"


def test_D_5_opening_hands() -> None:
    text = "23445677p345789s"
    assert best("duyun", text, first_draw=True, dealer=True) == ("heavenly_hand", 18)
    assert best("duyun", text, first_draw=True) == ("earthly_hand", 18)
    assert best("duyun", text, first_draw=True, after_kong=True) == ("plain", 2)
    assert best("guiyang", text, first_draw=True, dealer=True) == ("plain", 1)
    dragon = "11224444557799m"
    assert best("duyun", dragon, first_draw=True, dealer=True) == ("heavenly_hand", 18)
    with_meld = best("duyun", "23445677p345s", ("concealed 9s",), first_draw=True)
    assert with_meld == ("plain", 1)


PLAIN = "23445677p345789s"


@pytest.mark.parametrize(
    ("rules", "by", "flags", "allowed"),
    [
        ("guiyang", "self_draw", {}, None),
        ("guiyang", "discard", {}, "G-9"),
        ("guiyang", "robbed_kong", {}, None),
        ("guiyang", "discard", {"declared": True}, None),
        ("guiyang", "discard", {"from_declared": True}, None),
        ("guiyang", "discard", {"after_kong": True}, "G-9"),
        ("guiyang-street", "discard", {"after_kong": True}, None),
        ("duyun", "discard", {}, "D-6"),
        ("duyun", "discard", {"after_kong": True}, "D-6"),
        ("duyun", "robbed_kong", {}, None),
        ("duyun", "discard", {"from_declared": True}, None),
    ],
)
def test_G_9_and_D_6(rules: str, by: str, flags: dict[str, bool], allowed: str | None) -> None:
    found = scoring.value(scoring.settings(rules), hand(PLAIN), [], by, **flags)
    assert found["clause"] == allowed
    assert found["allowed"] == (allowed is None)


@pytest.mark.parametrize("form", ["concealed", "added", "discard"])
def test_G_9_any_bean_will_do(form: str) -> None:
    for rules in ("guiyang", "duyun"):
        melds = [(form, kind_of("1m"))]
        found = scoring.value(scoring.settings(rules), hand("23445677p789s"), melds, "discard")
        assert found["allowed"]
        melds = [("pong", kind_of("1m"))]
        found = scoring.value(scoring.settings(rules), hand("23445677p789s"), melds, "discard")
        assert not found["allowed"]


def test_D_16_flower_pig_may_not_win() -> None:
    rules = scoring.settings("duyun-huazhu")
    text = "123m23445677p345s"
    assert scoring.value(rules, hand(text), [], "self_draw")["clause"] == "D-16"
    assert scoring.value(rules, hand(PLAIN), [], "self_draw")["allowed"]
    assert scoring.waits(rules, hand("23m55m456p789p345s"), []) == set()
    melds = [("pong", kind_of("1m"))]
    assert scoring.value(rules, hand("23445677p789s"), melds, "self_draw")["clause"] == "D-16"


@pytest.mark.parametrize(
    ("text", "fan", "extra"),
    [
        (PLAIN, 10, 9),
        ("111222444m33399p", 15, 10),
        ("112233m445566p77s", 17, 10),
        ("1122m3344m5555p77s", 20, 10),
        ("11333222456999s", 10, 0),
        ("11334466778899s", 17, 0),
    ],
)
def test_G_17_as_flush(text: str, fan: int, extra: int) -> None:
    rules = scoring.settings("guiyang")
    for flags in ({"declared": True}, {"from_declared": True}, dict.fromkeys(FLAGS, True)):
        found = scoring.value(rules, hand(text), [], "discard", **flags)
        assert (found["fan"], found["extras"].get("declared_ready", 0)) == (fan, extra)
    touched = scoring.value(rules, hand(text), [], "self_draw", from_declared=True)
    assert touched["extras"] == {}


FLAGS = ("declared", "from_declared")


@pytest.mark.parametrize(
    ("mode", "text", "one", "two"),
    [
        ("floor", PLAIN, 10, 10),
        ("floor", "11122233344499p", 15, 15),
        ("add", PLAIN, 11, 11),
        ("add", "11333222456999s", 20, 20),
        ("bonus", PLAIN, 11, 21),
    ],
)
def test_G_17_other_modes(mode: str, text: str, one: int, two: int) -> None:
    rules = scoring.settings("guiyang", {"declared_ready": mode})
    assert scoring.value(rules, hand(text), [], "discard", declared=True)["fan"] == one
    both = scoring.value(rules, hand(text), [], "discard", **dict.fromkeys(FLAGS, True))
    assert both["fan"] == two


def test_D_13_six_for_each_who_declared() -> None:
    rules = scoring.settings("duyun")
    triplets = hand("111222444m33399p")
    assert scoring.value(rules, triplets, [], "discard", from_declared=True)["fan"] == 9
    assert scoring.value(rules, triplets, [], "discard", declared=True)["fan"] == 9
    both = scoring.value(rules, triplets, [], "discard", **dict.fromkeys(FLAGS, True))
    assert (both["fan"], both["extras"]) == (15, {"declared_ready": 12})
    robbed = scoring.value(rules, triplets, [], "robbed_kong", declared=True)
    assert robbed["fan"] == 9


def test_kong_flower_and_kong_shot() -> None:
    triplets = hand("111222444m33399p")
    for rules, flower, shot in (("guiyang", 0, 0), ("guiyang-street", 0, 2), ("duyun", 1, 1)):
        table = scoring.settings(rules)
        drawn = scoring.value(table, triplets, [], "self_draw", after_kong=True)
        assert drawn["extras"] == ({"kong_flower": flower} if flower else {})
        thrown = scoring.value(table, triplets, [], "discard", after_kong=True)
        assert thrown["extras"] == ({"kong_shot": shot} if shot else {})
        robbed = scoring.value(table, triplets, [], "robbed_kong", after_kong=True)
        assert robbed["extras"] == {}


def test_G_6_best_wait_counts() -> None:
    rules = scoring.settings("guiyang")
    # 111m33355p44p999s: waits 4p and 5p, all triplets either way.
    assert scoring.hand_worth(rules, hand("111m33344p55p999s"), [], False) == 5
    assert scoring.hand_worth(rules, hand("23m55m456p789p345s"), [], False) == 1
    assert scoring.hand_worth(rules, hand("23m55m456p789p345s"), [], True) == 10
    assert scoring.hand_worth(rules, hand("147m258p369s1245m"), [], False) is None
    assert scoring.hand_worth(scoring.settings("duyun"), hand("111m33344p55p999s"), [], True) == 9


def test_settings_merge_key_by_key() -> None:
    rules = scoring.settings("guiyang", {"chickens": {"golden": False}, "base": 2})
    assert rules["chickens"]["yaoji"] is True
    assert rules["chickens"]["golden"] is False
    assert scoring.settings("guiyang")["base"] == 1
    with pytest.raises(KeyError):
        scoring.settings("guiyang", {"golden": False})


# Walls.


def test_reveal_fits_generator() -> None:
    lines = record("records-reveal-guiyang")
    head, key = lines[0], bytes.fromhex(lines[-1]["key"])
    contributions = [bytes.fromhex(text) for text in head["contributions"]]
    shuffle = walls.generate(key, contributions, head["number"])
    assert walls.commitment(key) == head["commitment"]
    assert shuffle.first_dealer == head["dealer"]
    assert list(shuffle.dice) == head["dice"]
    deal, wall = walls.deal(shuffle.physical, shuffle.dice, head["dealer"])
    assert [[shapes.tile_of(kind) for kind in tiles] for tiles in deal] == head["deal"]
    assert [shapes.tile_of(kind) for kind in wall] == head["wall"]


def test_wrong_key_does_not_fit() -> None:
    lines = record("records-reveal-duyun-wrong-key")
    assert walls.commitment(bytes.fromhex(lines[-1]["key"])) != lines[0]["commitment"]


def test_C_3_break() -> None:
    # Total 5 is the dealer's own side again; two stacks stay behind the break.
    assert walls.break_stack((2, 3)) == 2
    assert walls.break_stack((1, 1)) == 42
    assert walls.break_stack((6, 6)) == 20
    assert walls.break_stack((4, 4)) == 18
    order = walls.drawing_order(list(range(108)), (2, 3))
    assert order[:3] == [4, 5, 6]
    assert order[-1] == 3


def test_hands_after_the_first_have_no_first_dealer() -> None:
    key = walls.seed_key(5, 1)
    assert walls.generate(key, [], 1).first_dealer is not None
    second = walls.generate(key, [], 2)
    assert second.first_dealer is None
    assert sorted(second.physical) == sorted([*range(27)] * 4)
    assert second.physical != walls.generate(key, [], 3).physical


# Records.


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.jsonl")))
def test_example(name: str) -> None:
    lines = record(name)
    if name in REFUSED:
        with pytest.raises(ReferenceError) as caught:
            replay(lines)
        assert (caught.value.line, caught.value.clause) == REFUSED[name]
        return
    told = [line for line in lines if line["type"] == "result"]
    results = replay(lines)
    assert len(results) == len(told) == 1
    assert differing(told[0], results[0]) is None
    assert told[0]["chickens"] == results[0]["chickens"]
    assert told[0]["ready"] == results[0]["ready"]
    assert replay(lines[: len(lines) // 2]) == []


@pytest.mark.parametrize("key", ["points", "winners", "next_dealer", "ledger"])
def test_a_wrong_result_is_refused(key: str) -> None:
    lines = record("D-12-kong-shot-two-winners-each-the-whole-bean")
    wrong: dict[str, Any] = {"points": [0] * 4, "winners": [], "next_dealer": 3, "ledger": []}
    lines[-1][key] = wrong[key]
    with pytest.raises(ReferenceError) as caught:
        replay(lines)
    assert (caught.value.line, caught.value.clause) == (len(lines), "records")


def test_both_winners_have_to_be_there() -> None:
    lines = record("D-12-kong-shot-two-winners-each-the-whole-bean")
    assert [lines[5]["seat"], lines[6]["seat"]] == [2, 3]
    swapped = [*lines[:5], lines[6], lines[5], lines[7]]
    with pytest.raises(ReferenceError, match="turn order"):
        replay(swapped)
    single = [*lines[:6], lines[7]]
    with pytest.raises(ReferenceError, match="another winners"):
        replay(single)
