"""What a prompt says of the things it offers, against what then happens and the clauses."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from qianma.actions import (
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.messages import LANGUAGES, text
from qianma.offers import Offer
from qianma.server import stepping
from qianma.server.projection import Prompt, prompt_for
from qianma.server.table import PLAYING
from qianma.state import CLAIM, ROB, SEATS
from tests.server.tables import Driven, find

KONGS = {"discard": DISCARD_KONG, "added": ADDED_KONG, "concealed": CONCEALED_KONG}


def prompts(driven: Driven) -> dict[int, Prompt]:
    """What each seat is asked."""
    asked = {seat: prompt_for(driven.table, seat, driven.now) for seat in range(SEATS)}
    return {seat: prompt for seat, prompt in asked.items() if prompt and prompt.codes}


def of(prompt: Prompt, code: int) -> Offer:
    """What a prompt says of one of its codes."""
    return next(offer for offer in prompt.offers if offer.code == code)


def asked_with(
    wanted: Callable[[Driven, int, list[int]], bool], **spec: Any
) -> tuple[Driven, int, Prompt]:
    """A table that players like the quick one play, a seat that is asked something, and what."""
    met: list[tuple[int, Prompt]] = []

    def found(driven: Driven) -> bool:
        for seat, prompt in prompts(driven).items():
            if wanted(driven, seat, prompt.codes):
                met.append((seat, prompt))
                return True
        return False

    driven = find(found, auto_player="greedy", **spec)
    return driven, *met[0]


def has(*codes: int) -> Callable[[Driven, int, list[int]], bool]:
    return lambda driven, _, offered: driven.table.window and set(codes) <= set(offered)


def settle_window(driven: Driven) -> None:
    """Let all others pass, and the open tile be settled."""
    for seat in driven.table.awaited():
        driven.act(seat, PASS)
    driven.wait(1)


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_everything_that_is_offered_is_said_something_of(ruleset: str) -> None:
    said: Counter[str] = Counter()
    for seed in range(12):
        driven = Driven(seed, ruleset=ruleset, auto_player="greedy").begin()
        while driven.table.phase == PLAYING:
            for prompt in prompts(driven).values():
                taken = [code for code in prompt.codes if CONCEALED_KONG <= code < WIN]
                declares = [code for code in prompt.codes if DECLARE <= code < CONCEALED_KONG]
                wanted = {*taken, *declares[:1]}
                may_decline = PASS in prompt.codes or (
                    not driven.table.window and prompt.codes != [WIN] and (taken or prompt.win)
                )
                assert {offer.code for offer in prompt.offers} == wanted | (
                    {PASS} if may_decline else set()
                )
                for offer in prompt.offers:
                    said[offer.key] += 1
                    for language in LANGUAGES:
                        assert text(offer.key, language, **offer.facts)
            asked = [seat for seat in prompts(driven) if not driven.table.is_piloted(seat)]
            if asked:
                driven.act(asked[0], stepping.pilot_code(driven.table, asked[0]))
            else:
                driven.wait(1)
    assert said["offer.decline_pong"]
    assert len(said) > 5


@pytest.mark.parametrize(
    ("ruleset", "fans", "clause"),
    [
        ("guiyang", {"discard": 1, "added": 3, "concealed": 2}, "G-10"),
        ("guiyang-street", {"discard": 1, "added": 1, "concealed": 2}, "G-S2"),
    ],
)
@pytest.mark.parametrize("kind", KONGS)
def test_G_10_and_G_S2_a_kong_is_settled_at_the_win(
    ruleset: str, fans: dict[str, int], clause: str, kind: str
) -> None:
    _, _, offer = a_kong(kind, ruleset=ruleset)
    who = "one" if kind == "discard" else "each"
    assert (offer.key, offer.facts) == (f"offer.kong_win_{who}", {"fan": fans[kind]})
    assert offer.clause == clause


def a_kong(kind: str, **spec: Any) -> tuple[Driven, int, Offer]:
    """A table where a kong of a kind is offered; `added` means with the tile just drawn."""
    first = KONGS[kind]

    def wanted(driven: Driven, _: int, codes: list[int]) -> bool:
        if kind == "discard":
            return DISCARD_KONG in codes
        hand = driven.table.hand
        return hand is not None and hand.drawn >= 0 and first + hand.drawn in codes

    driven, seat, prompt = asked_with(wanted, seeds=range(2000), **spec)
    hand = driven.table.hand
    assert hand is not None
    return driven, seat, of(prompt, first if kind == "discard" else first + int(hand.drawn))


@pytest.mark.parametrize("kind", KONGS)
def test_D_7_a_kong_is_paid_at_once_as_its_offer_says(kind: str) -> None:
    driven, seat, offer = a_kong(kind, ruleset="duyun")
    before = len(driven.lines)
    driven.act(seat, offer.code)
    settle_window(driven)
    paid = next(line for line in driven.lines[before:] if line["type"] == "payment")
    assert {entry["points"] for entry in paid["entries"]} == {offer.facts["points"]}
    assert len(paid["entries"]) == (1 if offer.key.endswith("_one") else 3)
    assert offer.key.startswith("offer.kong_now_")
    assert offer.clause == "D-7"


def test_C_15_a_late_kong_may_not_be_paid() -> None:
    driven, _, _ = a_kong("added", ruleset="guiyang", settings={"late_added_kong": "unpaid"})
    prompt = next(iter(prompts(driven).values()))
    assert (of(prompt, PASS).key, of(prompt, PASS).clause) == ("offer.decline_unpaid", "C-15")
    seat = next(iter(prompts(driven)))
    hand = driven.table.hand
    assert hand is not None
    kong = ADDED_KONG + int(hand.drawn)
    others = [code for code in prompt.codes if code < DECLARE and code != kong - ADDED_KONG]
    driven.act(seat, others[0])
    while driven.table.in_turn() != seat:
        settle_window(driven)
        turn = driven.table.in_turn()
        if turn is not None and turn != seat:
            driven.act(turn, driven.table.codes(turn)[0])
    late = prompts(driven)[seat]
    assert (of(late, kong).key, of(late, kong).clause) == ("offer.kong_unpaid", "C-15")


def test_where_only_the_ready_receive_a_kong_says_so() -> None:
    _, _, offer = a_kong("concealed", ruleset="guiyang", settings={"settle_only_ready": True})
    assert (offer.key, offer.facts) == ("offer.kong_ready_each", {"fan": 2})


def test_G_18_a_passed_win_blocks_and_a_pong_is_one() -> None:
    driven, seat, prompt = asked_with(has(WIN, PASS, PONG), seeds=range(4000), ruleset="guiyang")
    assert (of(prompt, PASS).key, of(prompt, PASS).clause) == ("offer.decline_blocks", "G-18")
    assert (of(prompt, PONG).key, of(prompt, PONG).clause) == ("offer.pong_blocks", "G-18")
    driven.act(seat, PONG)
    settle_window(driven)
    assert driven.table.hand is not None
    assert driven.table.in_turn() == seat
    assert driven.table.hand.passed == 1 << seat


@pytest.mark.parametrize(
    ("ruleset", "settings", "clause"),
    [("duyun", {}, "D-18"), ("guiyang", {"passed_win_blocks": False}, "G-18")],
)
def test_D_18_elsewhere_declining_costs_nothing(
    ruleset: str, settings: dict[str, Any], clause: str
) -> None:
    def wanted(driven: Driven, _: int, codes: list[int]) -> bool:
        hand = driven.table.hand
        return hand is not None and hand.phase == CLAIM and {WIN, PASS} <= set(codes)

    _, _, prompt = asked_with(wanted, seeds=range(2000), ruleset=ruleset, settings=settings)
    assert (of(prompt, PASS).key, of(prompt, PASS).clause) == ("offer.decline_win", clause)


@pytest.mark.parametrize(("ruleset", "clause"), [("guiyang", "G-18"), ("duyun", "D-18")])
def test_declining_a_robbery_is_no_passed_win(ruleset: str, clause: str) -> None:
    def wanted(driven: Driven, _: int, codes: list[int]) -> bool:
        hand = driven.table.hand
        return hand is not None and hand.phase == ROB and {WIN, PASS} <= set(codes)

    driven, seat, prompt = asked_with(wanted, ruleset=ruleset)
    assert (of(prompt, PASS).key, of(prompt, PASS).clause) == ("offer.decline_robbing", clause)
    driven.act(seat, PASS)
    settle_window(driven)
    assert driven.table.hand is not None
    assert not driven.table.hand.passed >> seat & 1


@pytest.mark.parametrize(("ruleset", "clause"), [("guiyang", "G-17"), ("duyun", "D-13")])
def test_a_pong_before_the_first_draw_ends_all_declaring(ruleset: str, clause: str) -> None:
    def wanted(driven: Driven, seat: int, codes: list[int]) -> bool:
        hand = driven.table.hand
        return PONG in codes and WIN not in codes and hand is not None and hand.draws[seat] == 0

    driven, seat, prompt = asked_with(wanted, ruleset=ruleset)
    told = of(prompt, PONG)
    assert (told.key, told.clause) == ("offer.pong_no_declaration", clause)
    driven.act(seat, PONG)
    settle_window(driven)
    for _ in range(6):
        turn = driven.table.in_turn()
        if turn is None:
            settle_window(driven)
            continue
        if turn == seat:
            codes = prompts(driven)[seat].codes
            assert not [code for code in codes if DECLARE <= code < CONCEALED_KONG]
        driven.act(turn, driven.table.codes(turn)[0])


def test_C_10_a_first_meld_gives_up_seven_pairs() -> None:
    def wanted(driven: Driven, seat: int, codes: list[int]) -> bool:
        hand = driven.table.hand
        if hand is None or PONG not in codes or WIN in codes or hand.draws[seat] == 0:
            return False
        pairs = sum(count // 2 for count in hand.hand_counts(seat))
        return pairs >= 5 and not hand.melds_of(seat)

    _, _, prompt = asked_with(wanted, seeds=range(2000), ruleset="guiyang")
    assert (of(prompt, PONG).key, of(prompt, PONG).clause) == ("offer.pong_no_pairs", "C-10")


@pytest.mark.parametrize(
    ("ruleset", "settings", "key", "facts"),
    [
        ("guiyang", {}, "declare_as_flush", {}),
        ("guiyang", {"declared_ready": "floor"}, "declare_floor", {"fan": 10}),
        (
            "guiyang",
            {"declared_ready": "add", "declared_ready_fan": 4},
            "declare_adds",
            {"fan": 4},
        ),
        ("duyun", {}, "declare_adds", {"fan": 6}),
    ],
)
def test_declaring_ready_says_what_it_is_worth(
    ruleset: str, settings: dict[str, Any], key: str, facts: dict[str, int]
) -> None:
    def wanted(_driven: Driven, _seat: int, codes: list[int]) -> bool:
        return any(DECLARE <= code < CONCEALED_KONG for code in codes)

    _, _, prompt = asked_with(wanted, seeds=range(2000), ruleset=ruleset, settings=settings)
    told = next(offer for offer in prompt.offers if DECLARE <= offer.code < CONCEALED_KONG)
    assert (told.key, told.facts) == (f"offer.{key}", facts)
