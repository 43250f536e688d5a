"""The explanation of a result: every line is read back and has to say what the ledger says."""

import re
from collections import Counter

import pytest

from qianma.check import Checker
from qianma.clause_pages import clause_ids
from qianma.explain import explain, value_text
from qianma.hand import Hand
from qianma.ledger import REASONS
from qianma.messages import LANGUAGES, text
from qianma.record import read_lines
from qianma.rules.valuation import Value
from qianma.ruleset import names
from qianma.settings import PATTERNS
from qianma.settle import Result
from qianma.state import EXHAUSTED, LEFT, WON
from qianma.tiles import KINDS
from tests.command_line import EXAMPLES
from tests.positions import walk
from tests.scenes import (
    HB,
    HC,
    added_kong,
    concealed_kong,
    discard,
    draw,
    exhaust,
    pass_all,
    pong,
    run_out_the_wall,
    scene,
    turns,
    win,
)

NAMES = ("Ann", "Bob", "Cid", "Dan")

PAYMENT = re.compile(
    r"  (?P<payers>[A-Za-z, ]+?) (?:each to|to) (?P<payee>\w+), (?P<reason>[a-z ]+): "
    r"\(?(?P<fan>[\d +]+?)\)? fan x (?P<base>\d+) = (?P<points>\d+) \((?P<clause>[A-Z]-S?\d+)\)"
)
SEAT = re.compile(r"(\w+): received (\d+), paid (\d+), together (0|[+-]\d+)")
REASON_OF = {text(f"reason.{reason}"): reason for reason in REASONS}


def example(name: str) -> tuple[Result, Hand]:
    checker = Checker()
    for line in read_lines((EXAMPLES / f"{name}.jsonl").read_bytes()):
        checker.feed(line)
    checker.end()
    assert checker.hand is not None
    return checker.results[-1], checker.hand


def finished(ruleset: str, seed: int) -> Hand:
    """A hand played to its end, now and then by somebody's leaving."""
    *_, last = walk(ruleset, seed, leaving=seed % 5 == 0)
    assert last.is_over
    return last


HANDS = [(ruleset, seed) for ruleset in names() for seed in range(25)]


@pytest.mark.parametrize(("ruleset", "seed"), HANDS)
def test_C_14_every_payment_can_be_read_back(ruleset: str, seed: int) -> None:
    hand = finished(ruleset, seed)
    result = hand.result()
    paid: Counter[tuple[int, int, str]] = Counter()
    clauses: dict[tuple[int, int, str], set[str]] = {}
    points = [[0, 0] for _ in NAMES]
    for line in explain(result, NAMES, hand=hand):
        match = PAYMENT.fullmatch(line)
        if match is None:
            assert " fan x " not in line
            continue
        fan = sum(map(int, match["fan"].split(" + ")))
        assert int(match["base"]) == hand.ruleset.base
        assert int(match["points"]) == fan * hand.ruleset.base
        payee, reason = NAMES.index(match["payee"]), REASON_OF[match["reason"]]
        for payer in map(NAMES.index, match["payers"].split(", ")):
            paid[payer, payee, reason] += fan
            clauses.setdefault((payer, payee, reason), set()).add(match["clause"])
            points[payee][0] += int(match["points"])
            points[payer][1] += int(match["points"])
    expected: Counter[tuple[int, int, str]] = Counter()
    for entry in result.ledger:
        key = (entry.payer, entry.payee, entry.reason)
        expected[key] += entry.fan
        assert entry.clause in clauses[key]
    assert paid == expected
    assert all(clause in clause_ids() for found in clauses.values() for clause in found)
    told = [found.groups() for line in explain(result, NAMES) if (found := SEAT.fullmatch(line))]
    assert told == (
        [
            (name, str(gets), str(pays), f"{gets - pays:+}" if gets != pays else "0")
            for name, (gets, pays) in zip(NAMES, points, strict=True)
        ]
        if result.ledger
        else []
    )


@pytest.mark.parametrize(("ruleset", "seed"), HANDS)
def test_the_frame_of_an_explanation(ruleset: str, seed: int) -> None:
    """How it ended, the sums that are zero, and who deals next."""
    hand = finished(ruleset, seed)
    result = hand.result()
    lines = explain(result, NAMES, hand=hand)
    assert lines[0] == f"Dealer: {NAMES[hand.dealer]}, repeats: {hand.repeats}."
    assert lines[1:] == [line for line in lines[1:] if line]
    if result.outcome == EXHAUSTED:
        assert lines[1] == "The wall is exhausted and nobody has won."
        assert sum(": ready for " in line for line in lines) == len(result.ready)
    elif result.outcome == LEFT:
        assert lines[1] == f"{NAMES[hand.left]} left, and that ended the game."
        assert lines[1] in explain(result, NAMES)
    else:
        assert result.outcome == WON
        assert sum(line.startswith("Winner ") for line in lines) == len(result.wins)
    if result.ledger:
        zero = re.fullmatch(r"All four together: ([-+ \d]+) = 0", lines[-2])
        assert zero
        terms = zero[1].replace("- ", "-").replace("+ ", "").split()
        assert [int(term) for term in terms] == list(result.points)
        assert sum(map(int, terms)) == 0
    else:
        assert lines[-2] == "Nothing is paid."
    if result.next_dealer is None:
        assert lines[-1] == "The match is over."
    else:
        dealer, repeats = result.next_dealer
        assert lines[-1] == f"Next dealer: {NAMES[dealer]}, repeats: {repeats}."


@pytest.mark.parametrize("ruleset", names())
def test_the_three_languages_say_the_same(ruleset: str) -> None:
    """Line by line the same numbers and clauses; tiles by their names, no word of English."""
    for seed in range(12):
        hand = finished(ruleset, seed)
        result = hand.result()
        english = explain(result, "ABCD", "en", hand)
        for language in ("zh-Hans", "zh-Hant"):
            lines = explain(result, "ABCD", language, hand)
            assert len(lines) == len(english)
            for line, there in zip(lines, english, strict=True):
                assert not re.search(r"[a-z]{2}", line)
                assert line.startswith(" ") == there.startswith(" ")
                if PAYMENT.fullmatch(there):
                    assert Counter(re.findall(r"\d+|[A-Z]-S?\d+", line)) == Counter(
                        re.findall(r"\d+|[A-Z]-S?\d+", there)
                    )


def test_there_is_a_hand_of_every_kind_among_them() -> None:
    """The properties above look at wins by all ways, exhausted walls, leaving and each group."""
    results = [finished(ruleset, seed).result() for ruleset, seed in HANDS]
    assert {result.outcome for result in results} == {WON, EXHAUSTED, LEFT}
    assert {found.by for result in results for found in result.wins} >= {0, 1}
    reasons = {entry.reason for result in results for entry in result.ledger}
    assert reasons >= {"win", "dealer_bonus", "chicken", "concealed_kong", "ready_check", "leaving"}
    assert any(not result.ledger for result in results)


def test_a_whole_explanation_with_chickens() -> None:
    """G-15: seat 2 ponged the first yaoji of seat 1; the plain self-draw costs the dealer 1 more.

    9m is turned over, so 1m is a chicken, of which nobody has any.
    """
    result, hand = example("G-15-responsible-chicken-pong")
    assert explain(result, NAMES, hand=hand) == [
        "Dealer: Ann, repeats: 0.",
        "Winner Dan, by self-draw on 4 of characters:",
        "  plain hand 1 fan",
        "9 of characters is turned over, so 1 of characters is a chicken (G-12).",
        "Chickens of Cid: 3 x 1 of bamboo (yaoji)",
        "Win (fan x base = points):",
        "  Ann, Bob, Cid each to Dan, win: 1 fan x 1 = 1 (G-19)",
        "Dealer bonus (fan x base = points):",
        "  Ann to Dan, dealer bonus: 1 fan x 1 = 1 (G-20)",
        "Chickens (fan x base = points):",
        "  Dan, Ann, Bob each to Cid, chickens: 3 fan x 1 = 3 (G-13)",
        "  Bob to Cid, responsible chicken: 1 fan x 1 = 1 (G-15)",
        "Ann: received 0, paid 5, together -5",
        "Bob: received 0, paid 5, together -5",
        "Cid: received 10, paid 1, together +9",
        "Dan: received 4, paid 3, together +1",
        "All four together: -5 - 5 + 9 + 1 = 0",
        "Next dealer: Dan, repeats: 0.",
    ]


def test_the_same_from_the_result_alone() -> None:
    """Without the hand its dealer and who has which chickens are not known."""
    result, hand = example("G-15-responsible-chicken-pong")
    whole = explain(result, NAMES, hand=hand)
    alone = [line for line in whole if not line.startswith(("Dealer: ", "Chickens of"))]
    assert explain(result, NAMES) == alone
    exhausted, _ = example("G-6-two-ready-two-not")
    assert explain(exhausted, NAMES)[:2] == [
        "The wall is exhausted and nobody has won.",
        "Ready: Bob, Dan.",
    ]


def test_a_whole_explanation_in_chinese() -> None:
    """D-12: two winners by a kong shot, each gets all the 6 fan of the kong, at 6 points a fan."""
    result, hand = example("D-12-kong-shot-two-winners-each-the-whole-bean")
    assert explain(result, ["东", "南", "西", "北"], "zh-Hans", hand) == [
        "东坐庄，连庄数 0。",
        "西胡东打出的七筒：",
        "  大对子 3 番 + 杠上炮 1 番 = 4 番",
        "北胡东打出的七筒：",
        "  大对子 3 番 + 杠上炮 1 番 = 4 番",
        "胡牌（番 × 底分 = 分）：",
        "  东付西，胡牌：3 番 × 6 = 18（D-11）",
        "  东付西，杠上炮：1 番 × 6 = 6（D-12）",
        "  东付北，胡牌：3 番 × 6 = 18（D-11）",
        "  东付北，杠上炮：1 番 × 6 = 6（D-12）",
        "豆（番 × 底分 = 分）：",
        "  南、西、北各付东，暗杠的豆：2 番 × 6 = 12（D-7）",
        "  东付西，转给胡牌者的豆：6 番 × 6 = 36（D-12）",
        "  东付北，转给胡牌者的豆：6 番 × 6 = 36（D-12）",
        "东：收 36，付 120，合计 -84",
        "南：收 0，付 12，合计 -12",
        "西：收 60，付 12，合计 +48",
        "北：收 60，付 12，合计 +48",
        "四家合计：-84 - 12 + 48 + 48 = 0",
        "下一局东坐庄，连庄数 1。",
    ]


def test_G_16_the_shares_of_a_robbed_kong() -> None:
    """Bob pays three shares of 1 and, in the place of the dealer Ann, her bonus of 1."""
    result, hand = example("G-16-robbed-player-pays-three-shares")
    lines = explain(result, NAMES, hand=hand)
    assert lines[1:4] == [
        "Winner Cid, on 4 of characters by robbing the kong of Bob:",
        "  plain hand 1 fan",
        "The shares of all three are paid by Bob (G-16).",
    ]
    assert "  Bob to Cid, win: (1 + 1 + 1) fan x 1 = 3 (G-16)" in lines


def kong_shot(ruleset: str, **settings: str) -> tuple[Result, Hand]:
    """Seat 0 makes a concealed kong of 2s and discards its replacement, on which seat 1 wins."""
    hand = scene(
        ruleset, {0: "2222369s147m258p", 1: HB}, "-", tail="7p", settings=settings, away="7p5s"
    )
    draw(hand)
    concealed_kong(hand, 0, "2s")
    assert draw(hand) == "7p"
    discard(hand, 0)
    return win(hand, 1), hand


def test_G_S3_what_a_kong_shot_voids() -> None:
    void = "The kong of 2 of bamboo made last, by Ann, is void and not paid (G-S3)."
    burnt = "All beans and chickens of Ann are void and not paid (G-S3)."
    for ruleset, settings, expected in (
        ("guiyang-street", {}, {void}),
        ("guiyang-street", {"kong_shot": "burn"}, {burnt}),
        ("duyun", {}, set()),
    ):
        result, hand = kong_shot(ruleset, **settings)
        assert set(explain(result, NAMES, hand=hand)) & {void, burnt} == expected
        paid = any(entry.reason == "concealed_kong" for entry in result.ledger)
        assert paid == (not expected)


PIGS_TOLD = "Flower pigs, with all three suits, who do not take part in the ready check: {} (D-16)."
ALL_PIGS_TOLD = "All four are flower pigs, so there is nobody to pay a penalty to (D-16)."


@pytest.mark.parametrize("ruleset", names())
def test_D_16_the_flower_pigs_are_named(ruleset: str) -> None:
    """Exactly the seats that hold three suits at an exhausted wall, in a game that checks it."""
    kinds = set()
    for seed in range(60):
        hand = finished(ruleset, seed)
        lines = explain(hand.result(), NAMES, hand=hand)
        told = [line for line in lines if "lower pigs" in line]
        suits = [
            {kind // 9 for kind in range(KINDS) if hand.hand_counts(seat)[kind]}
            | {kind // 9 for kind in hand.meld_kinds(seat)}
            for seat in range(4)
        ]
        pigs = [name for name, held in zip(NAMES, suits, strict=True) if len(held) == 3]
        if ruleset != "duyun-huazhu" or hand.outcome != EXHAUSTED or not pigs:
            assert told == []
            continue
        kinds.add(len(pigs) == 4)
        assert told == [ALL_PIGS_TOLD if len(pigs) == 4 else PIGS_TOLD.format(", ".join(pigs))]
    assert ruleset != "duyun-huazhu" or kinds, "there was a flower pig"


@pytest.mark.parametrize("own", [HB, "2223335556688m"])
def test_D_16_all_four_and_three_of_them(own: str) -> None:
    """`own` has three suits or one, all others are given single tiles of all suits."""
    hand = scene("duyun-huazhu", {0: own})
    lines = explain(exhaust(hand), NAMES, hand=hand)
    pigs = own == HB
    assert (ALL_PIGS_TOLD in lines) == pigs
    assert (PIGS_TOLD.format("Bob, Cid, Dan") in lines) == (not pigs)
    assert any(entry.reason == "flower_pig" for entry in hand.result().ledger) == (not pigs)


@pytest.mark.parametrize("late_added_kong", ["paid", "unpaid"])
@pytest.mark.parametrize("late", [True, False])
def test_C_15_a_late_kong_is_said_to_be_unpaid(late: bool, late_added_kong: str) -> None:
    """Seat 1 pongs 5p and adds the fourth when drawn, or one draw later; then Duyun pays it."""
    hand = scene(
        "duyun",
        {1: "55p147m369s12789p"},
        "5p - - - 5p",
        settings={"late_added_kong": late_added_kong},
    )
    draw(hand)
    discard(hand, 0, "5p")
    pong(hand, 1)
    discard(hand, 1, "1m")
    turns(hand, "- - -")
    assert draw(hand) == "5p"
    if late:
        discard(hand, 1, "4m")
        turns(hand, "- - -")
        draw(hand)
    added_kong(hand, 1, "5p")
    pass_all(hand)
    lines = explain(exhaust(hand), NAMES, hand=hand)
    told = "The kong of 5 of dots of Bob was added late and is not paid (C-15)."
    assert (told in lines) == (late and late_added_kong == "unpaid")
    paid = any(entry.reason == "added_kong" for entry in hand.result().ledger)
    assert paid == (told not in lines)


@pytest.mark.parametrize("only_ready", [True, False])
def test_G_11_who_is_not_paid_for_want_of_readiness(only_ready: bool) -> None:
    hand = scene("guiyang", {1: HB, 2: HC}, "- 7p", settings={"settle_only_ready": only_ready})
    turns(hand, "-")
    draw(hand)
    lines = explain(win(hand, 1), NAMES, hand=hand)
    told = "Not ready, so not paid for beans and chickens: Ann, Dan (G-11)."
    assert (told in lines) == only_ready


def test_the_english_suits_every_name() -> None:
    """No verb follows a name that its person would change, as in `You deals`, `You pays`."""
    for ruleset, seed in HANDS:
        hand = finished(ruleset, seed)
        for line in explain(hand.result(), ["You"] * 4, hand=hand):
            subject = line.strip().replace("You, ", "")
            assert not re.match(r"You (?!each to |to |left,)", subject), line
            assert not re.search(r"(which|who|that) You", line)


@pytest.mark.parametrize("golden", [True, False])
def test_G_14_golden_chickens(golden: bool) -> None:
    settings = {} if golden else {"chickens": {"golden": False}}
    hand = scene("guiyang", {1: HB}, "- 7p 9s", settings=settings)
    turns(hand, "-")
    assert draw(hand) == "7p"
    lines = explain(win(hand, 1), NAMES, hand=hand)
    told = {
        True: "9 of bamboo is turned over, so 1 of bamboo (yaoji) is golden, 2 fan a piece (G-14).",
        False: "9 of bamboo is turned over, so 1 of bamboo (yaoji) is a chicken (G-12).",
    }
    assert (told[golden] in lines, told[not golden] in lines) == (True, False)


def test_G_12_with_the_wall_empty_nothing_is_turned_over() -> None:
    told = "The wall is empty, so no tile is turned over (G-12)."
    for ruleset, is_told in (("guiyang", True), ("duyun", False)):
        hand = scene(ruleset, {3: HB}, tail="7p", away="7p5s")
        run_out_the_wall(hand, left=1)
        assert draw(hand) == "7p"
        lines = explain(win(hand, 3), NAMES, hand=hand)
        assert (told in lines) == is_told
        assert not any("turned over, so" in line for line in lines)


def test_G_6_nobody_ready() -> None:
    hand = scene("guiyang")
    lines = explain(exhaust(hand), NAMES, hand=hand)
    assert lines == [
        "Dealer: Ann, repeats: 0.",
        "The wall is exhausted and nobody has won.",
        "Nobody is ready.",
        "Nothing is paid.",
        "Next dealer: Ann, repeats: 1.",
    ]


def test_names_are_taken_as_they_are() -> None:
    result, hand = example("G-6-two-ready-two-not")
    odd = ["{0}", "{name}", "%s", "四{}"]
    lines = explain(result, odd, hand=hand)
    assert lines[0] == "Dealer: {0}, repeats: 0."
    assert "  {0}, %s each to {name}, ready check: 5 fan x 1 = 5 (G-6)" in lines


def test_seats_are_numbered_by_default() -> None:
    result, _ = example("G-6-two-ready-two-not")
    starts = {"en": "seat 0: received 0", "zh-Hans": "座位0：收 0", "zh-Hant": "座位0：收 0"}
    for language in LANGUAGES:
        lines = explain(result, language=language)
        assert any(line.startswith(starts[language]) for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_fan_add_up(language: str) -> None:
    for pattern, name in enumerate(PATTERNS):
        alone = value_text(Value(pattern, 5, 0, 0, 0), language)
        assert alone.startswith(text(f"pattern.{name}", language))
        together = value_text(Value(pattern, 5, 6, 1, 2), language)
        assert together.startswith(alone)
        *terms, total = map(int, re.findall(r" (\d+)", together.replace("2-5-8", "")))
        assert (terms, total) == ([5, 6, 1, 2], 14)


def test_an_unknown_language() -> None:
    result, _ = example("G-6-two-ready-two-not")
    with pytest.raises(KeyError):
        explain(result, language="fr")
