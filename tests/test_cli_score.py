"""`qianma score`: one hand's worth, and whether it may win."""

import random
from typing import Any

import pytest

from tests.command_line import Outcome, call, refused
from tests.reference import scoring
from tests.reference.shapes import tile_of


def score(hand: str, rules: str, win: str, by: str, flags: str = "") -> Outcome:
    words = [hand, "--rules", rules, "--win", win, "--by", by, *flags.split()]
    return call("score", *words, "--json")


def value(hand: str, rules: str, win: str, by: str, flags: str = "") -> tuple[Any, ...]:
    outcome = score(hand, rules, win, by, flags)
    document = outcome.document
    assert outcome.err == ""
    assert outcome.code == (0 if document["allowed"] else 1)
    assert (document["clause"] is None) == document["allowed"]
    return (document["pattern"], document["fan"], document["extras"], document["clause"])


SOURCE_EXAMPLES = [
    ("23445677p345789s", "2p", "plain", 1),
    ("111222444m33399p", "1m", "all_triplets", 3),
    ("11333222456999s", "1s", "full_flush", 6),
    ("222555888s88855m", "5m", "triplets_258", 9),
    ("11222244p557799m", "9m", "dragon_seven_pairs", 12),
    ("11334466778899s", "1s", "flush_seven_pairs", 12),
    ("11224444557799m", "1m", "flush_dragon_seven_pairs", 18),
    ("99887755221166p", "9p", "flush_seven_pairs", 12),
    ("2244552299m1199p", "2m", "dragon_seven_pairs", 12),
    ("11123777888999p", "1p", "flush_terminals", 12),
]


@pytest.mark.parametrize(("hand", "win", "pattern", "fan"), SOURCE_EXAMPLES)
def test_D_4_examples_of_the_source(hand: str, win: str, pattern: str, fan: int) -> None:
    """The source's own examples, held to the definition where the two differ."""
    assert value(hand, "duyun", win, "self_draw") == (pattern, fan, {}, None)


G7 = {
    "23m55m456m789p345s1m": ("1m", "plain", 1, 1),
    "111333m777p999s55s": ("5s", "all_triplets", 5, 5),
    "1133m5577p224488s": ("1m", "seven_pairs", 7, 6),
    "1111m5577p224488s": ("1m", "dragon_seven_pairs", 10, 11),
    "11123456789m234m": ("1m", "full_flush", 10, 10),
    "11133355577799m": ("1m", "flush_triplets", 15, 15),
    "11335577992244m": ("1m", "flush_seven_pairs", 17, 16),
    "11115577992244m": ("1m", "flush_dragon_seven_pairs", 20, 21),
}


@pytest.mark.parametrize("hand", G7)
def test_G_7_and_G_S1_fan_of_the_patterns(hand: str) -> None:
    win, pattern, guiyang, street = G7[hand]
    assert value(hand, "guiyang", win, "self_draw") == (pattern, guiyang, {}, None)
    assert value(hand, "guiyang-street", win, "self_draw") == (pattern, street, {}, None)


def test_G_9_and_D_6_a_plain_hand_wins_on_a_discard_only_with_a_bean() -> None:
    bare, with_kong = "23m55m456m789p345s1m", "23m55m456m789p1m"
    for rules, clause in (("guiyang", "G-9"), ("guiyang-street", "G-9"), ("duyun", "D-6")):
        assert value(bare, rules, "1m", "discard") == ("plain", 1, {}, clause)
        assert value(bare, rules, "1m", "self_draw") == ("plain", 1, {}, None)
        assert value(bare, rules, "1m", "robbed_kong") == ("plain", 1, {}, None)
        assert value(with_kong, rules, "1m", "discard", "--meld pong:8s")[3] == clause
        for kind in ("concealed", "added", "exposed"):
            assert value(with_kong, rules, "1m", "discard", f"--meld {kind}:8s")[3] is None
        assert value("111333m777p999s55s", rules, "5s", "discard")[3] is None


def test_G_17_a_declaration_counts_as_a_flush_and_lets_a_plain_hand_win() -> None:
    hand = "23m55m456m789p345s1m"
    as_flush = ("plain", 10, {"declared_ready": 9}, None)
    assert value(hand, "guiyang", "1m", "discard", "--declared") == as_flush
    assert value(hand, "guiyang", "1m", "discard", "--from-declared") == as_flush
    assert value(hand, "guiyang", "1m", "discard", "--declared --from-declared") == as_flush
    assert value("111333m777p999s55s", "guiyang", "5s", "self_draw", "--declared") == (
        "all_triplets",
        15,
        {"declared_ready": 10},
        None,
    )
    assert value("11133355577799m", "guiyang", "1m", "self_draw", "--declared") == (
        "flush_triplets",
        15,
        {},
        None,
    )


def test_D_13_each_declaration_adds_6() -> None:
    hand = "23m55m456m789p345s1m"
    for flags, extra in (
        ("--declared", 6),
        ("--from-declared", 6),
        ("--declared --from-declared", 12),
    ):
        worth = ("plain", 1 + extra, {"declared_ready": extra}, None)
        assert value(hand, "duyun", "1m", "discard", flags) == worth


def test_D_5_heavenly_and_earthly_hands() -> None:
    hand = "23m55m456m789p345s1m"
    with_pong = "23m55m456m789p1m"
    assert value(hand, "duyun", "1m", "self_draw", "--first-draw")[:2] == ("earthly_hand", 18)
    heavenly = value(hand, "duyun", "1m", "self_draw", "--first-draw --dealer")
    assert heavenly[:2] == ("heavenly_hand", 18)
    assert value(hand, "duyun", "1m", "self_draw", "--dealer")[:2] == ("plain", 1)
    claimed = value(with_pong, "duyun", "1m", "self_draw", "--first-draw --meld pong:8s")
    assert claimed[:2] == ("plain", 1)
    replacement = value(
        with_pong, "duyun", "1m", "self_draw", "--first-draw --after-kong --meld exposed:8s"
    )
    assert replacement == ("plain", 2, {"kong_flower": 1}, None)


def test_G_22_a_heavenly_hand_is_a_self_draw_in_guiyang() -> None:
    hand = "23m55m456m789p345s1m"
    worth = value(hand, "guiyang", "1m", "self_draw", "--first-draw --dealer")
    assert worth == ("plain", 1, {}, None)
    assert value(hand, "guiyang", "1m", "self_draw", "--after-kong") == ("plain", 1, {}, None)


def test_D_12_kong_flower_and_kong_shot_add_1() -> None:
    hand = "111333m777p999s55s"
    flower = ("all_triplets", 4, {"kong_flower": 1}, None)
    shot = ("all_triplets", 4, {"kong_shot": 1}, None)
    assert value(hand, "duyun", "5s", "self_draw", "--after-kong") == flower
    assert value(hand, "duyun", "5s", "discard", "--after-kong") == shot
    plain = value("23m55m456m789p345s1m", "duyun", "1m", "discard", "--after-kong")
    assert plain == ("plain", 2, {"kong_shot": 1}, "D-6")


def test_G_S3_a_kong_shot_adds_2_and_waives_the_bean() -> None:
    hand = "23m55m456m789p345s1m"
    assert value(hand, "guiyang-street", "1m", "discard", "--after-kong") == (
        "plain",
        3,
        {"kong_shot": 2},
        None,
    )
    assert value(hand, "guiyang", "1m", "discard", "--after-kong") == ("plain", 1, {}, "G-9")


def test_D_16_a_hand_of_three_suits_cannot_win_where_pigs_are_checked() -> None:
    three, two = "23m55m456m789p345s1m", "23m55m456m789p345p1m"
    assert value(three, "duyun-huazhu", "1m", "self_draw") == ("plain", 1, {}, "D-16")
    assert value(three, "duyun", "1m", "self_draw") == ("plain", 1, {}, None)
    assert value(two, "duyun-huazhu", "1m", "self_draw") == ("plain", 1, {}, None)
    in_meld = value("23m55m456m789p1m", "duyun-huazhu", "1m", "self_draw", "--meld pong:8s")
    assert in_meld[3] == "D-16"


def test_C_10_a_hand_that_is_not_complete() -> None:
    for hand, flags in (
        ("23m55m456m789p345s2m", ""),
        ("3m55m77m22p88p99s", "--meld pong:3s"),
        ("19m", "--meld pong:3s --meld pong:4s --meld pong:5s --meld pong:6s"),
    ):
        outcome = score(hand, "guiyang", hand[-2:], "self_draw", flags)
        assert outcome.code == 1
        assert outcome.document == {
            "complete": False,
            "pattern": None,
            "fan": None,
            "extras": {},
            "allowed": False,
            "clause": "C-10",
        }


def test_C_10_four_melds_and_a_pair() -> None:
    melds = "--meld pong:3s --meld added:4s --meld concealed:5s --meld exposed:6s"
    assert value("99s", "guiyang", "9s", "discard", melds)[:2] == ("flush_triplets", 15)


def test_chinese_notation_is_the_same_hand() -> None:
    compact = score("123m456p789s11199m", "guiyang", "1m", "discard")
    chinese = call(
        "score",
        "一二三萬 4筒五筒6饼 七八九条 一一一万99萬",
        *["--rules", "guiyang", "--win", "一万", "--by", "discard", "--json"],
    )
    assert chinese == compact
    melds = [f"--meld=pong:{tile}" for tile in ("二筒", "3筒", "4p")]
    words = ["--rules", "guiyang", "--win", "么雞", "--by", "self_draw", *melds, "--json"]
    yaoji = call("score", "99条 幺鸡么雞1s", *words)
    assert yaoji.document["pattern"] == "all_triplets"


def test_what_people_read() -> None:
    words = ["23m55m456m789p345s1m", "--rules", "guiyang", "--win", "1m", "--by", "discard"]
    refusal = "a plain hand without a bean cannot win on a discard"
    assert call("score", *words) == (
        1,
        f"plain hand 1 fan\nThis win is not allowed: {refusal} (G-9).\n",
        "",
    )
    assert call("score", *words, "--declared").out == (
        "plain hand 1 fan + declared ready 9 fan = 10 fan\nThis win is allowed.\n"
    )
    assert call("score", *words, "--language", "zh-Hans").out == (
        "平胡 1 番\n不能这样胡：没有豆的平胡不能点胡（G-9）。\n"
    )
    assert call("score", *words, locale="zh_HK.UTF-8").out.startswith("平胡 1 番\n不能這樣胡：")


@pytest.mark.parametrize("rules", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_random_hands_agree_with_the_slow_reference(rules: str) -> None:
    """Complete and nearly complete hands with melds and flags, valued by brute force."""
    chance = random.Random(f"score {rules}")
    settings = scoring.settings(rules)
    complete = 0
    for _ in range(150):
        concealed, melds = random_hand(chance)
        kinds = [kind for kind in range(27) for _ in range(concealed[kind])]
        win = chance.choice(kinds)
        by = chance.choice(["self_draw", "discard", "discard", "robbed_kong"])
        flags = random_flags(chance, by)
        words = [f"--meld={form}:{tile_of(kind)}" for form, kind in melds]
        words += ["--" + flag.replace("_", "-") for flag in flags]
        hand = "".join(tile_of(kind) for kind in kinds)
        named = {"win": tile_of(win), "by": by}
        outcome = score(hand, rules, named["win"], by, " ".join(words))
        formed = [("discard" if form == "exposed" else form, kind) for form, kind in melds]
        expected = scoring.value(settings, concealed, formed, by, **dict.fromkeys(flags, True))
        complete += expected["complete"]
        if not expected["complete"]:
            expected["fan"] = None  # type: ignore[typeddict-item]
        assert outcome.document == expected, (hand, words, named)
    assert complete >= 100


def random_hand(chance: random.Random) -> tuple[list[int], list[tuple[str, int]]]:
    """A hand of sets and a pair or of pairs, often of one suit, once in a while spoilt."""
    while True:
        counts, concealed = [0] * 27, [0] * 27
        melds: list[tuple[str, int]] = []
        suits = chance.choice([[0], [1], [0, 1], [0, 1, 2], [0, 1, 2]])
        kinds = [9 * suit + rank for suit in suits for rank in range(9)]
        if chance.random() < 0.25:
            for kind in chance.choices(kinds, k=7):
                counts[kind] += 2
                concealed[kind] += 2
        else:
            for place in range(5):
                kind = chance.choice(kinds)
                if place == 4:
                    tiles = [kind] * 2
                elif kind % 9 <= 6 and chance.random() < 0.5:
                    tiles = [kind, kind + 1, kind + 2]
                elif chance.random() < 0.4:
                    form = chance.choice(["pong", "concealed", "added", "exposed"])
                    melds.append((form, kind))
                    counts[kind] += 3 if form == "pong" else 4
                    continue
                else:
                    tiles = [kind] * 3
                for one in tiles:
                    counts[one] += 1
                    concealed[one] += 1
        if chance.random() < 0.1:
            out = chance.choice([kind for kind in range(27) if concealed[kind]])
            into = chance.choice(kinds)
            for held in (counts, concealed):
                held[out] -= 1
                held[into] += 1
        if max(counts) <= 4:
            return concealed, melds


def random_flags(chance: random.Random, by: str) -> list[str]:
    """Flags that do not contradict one another."""
    flags = [flag for flag in ("declared", "dealer") if chance.random() < 0.3]
    if by == "discard" and chance.random() < 0.3:
        flags.append("from_declared")
    if by != "robbed_kong" and chance.random() < 0.3:
        flags.append("after_kong")
    if by == "self_draw" and "declared" not in flags and chance.random() < 0.4:
        flags.append("first_draw")
    return flags


HAND = "23m55m456m789p345s1m"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("23m55m456m789p345s --win 2m --by discard", "13 tiles, not 14"),
        (f"{HAND}1m --win 1m --by discard", "15 tiles, not 14"),
        (f"{HAND} --meld pong:8s --win 1m --by discard", "14 tiles, not 11"),
        ("11111m222333p444s --win 1m --by discard", "5 of 1m"),
        ("11m222333444p --meld pong:1m --win 1m --by discard", "5 of 1m"),
        ("1m2m222333444p --meld concealed:1m --win 2m --by discard", "5 of 1m"),
        (f"{HAND} --win 9s --by discard", "9s is not in HAND"),
        (f"{HAND} --win 1x --by discard", "'x' is no rank"),
        (f"{HAND} --win 12m --by discard", "'12m' is not one tile"),
        (f"{HAND} --win 1m --by chance", "'chance'"),
        (f"{HAND} --win 1m", "--by"),
        (f"{HAND} --by discard", "--win"),
        ("123 --win 1m --by discard", "the last rank has no suit"),
        ("12q --win 1m --by discard", "character 3 of '12q'"),
        (f"{HAND} --meld pong --win 1m --by discard", "'pong' is no meld"),
        (f"{HAND} --meld chow:1m --win 1m --by discard", "'chow:1m' is no meld"),
        (f"{HAND} --meld pong:0m --win 1m --by discard", "'0' is no rank"),
        (f"{HAND} --meld pong:12m --win 1m --by discard", "not one tile"),
        (
            f"11m {' '.join(f'--meld pong:{rank}s' for rank in range(1, 6))} --win 1m --by discard",
            "5 melds",
        ),
        (f"{HAND} --win 1m --by self_draw --from-declared", "--from-declared: needs --by discard"),
        (f"{HAND} --win 1m --by robbed_kong --from-declared", "--from-declared"),
        (f"{HAND} --win 1m --by discard --first-draw", "--first-draw: needs --by self_draw"),
        (f"{HAND} --win 1m --by robbed_kong --first-draw", "--first-draw"),
        (f"{HAND} --win 1m --by self_draw --first-draw --declared", "contradicts --declared"),
        (f"{HAND} --win 1m --by robbed_kong --after-kong", "--after-kong"),
    ],
)
def test_bad_arguments(words: str, reason: str) -> None:
    arguments = [*words.split(), "--rules", "guiyang"]
    assert reason in refused(call("score", *arguments), "score")


def test_kong_flower_without_a_kong_is_not_the_commands_business() -> None:
    assert value(HAND, "duyun", "1m", "self_draw", "--after-kong")[2] == {"kong_flower": 1}
