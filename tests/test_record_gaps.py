"""Records: leaving, and lines that may be missing or added."""

from collections.abc import Iterator

import pytest

from qianma import walls
from qianma.actions import DISCARD_KONG, PASS, PONG, WIN
from qianma.chance import player_chances
from qianma.check import check
from qianma.hand import Hand
from qianma.players import make_player
from qianma.record import read_lines
from qianma.recording import (
    event_line,
    event_lines,
    hand_line,
    match_line,
    result_line,
    ruleset_keys,
)
from qianma.ruleset import load
from qianma.state import CLAIM, DRAW, ROB, TURN
from tests.record_lines import (
    EXAMPLES,
    RULESETS,
    Content,
    assert_right,
    read,
    recorded,
    simulated,
    written,
)
from tests.scenes import (
    HB,
    PAIRS,
    discard,
    draw,
    pong,
    scene,
    scene_of_claims,
    scene_of_robbery,
    win,
)


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    """Records of a few matches of each ruleset, between all kinds of players."""
    return simulated(tmp_path_factory.mktemp("matches"))


# Leaving


def left_records() -> Iterator[tuple[str, Hand]]:
    """Hands that end by leaving while others could still claim, and nobody does."""
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(2)
    hand.play(1, PASS)
    yield "discard", hand
    hand = scene_of_robbery("duyun")
    hand.leave(2)
    hand.play(1, PASS)
    yield "kong", hand


@pytest.mark.parametrize("which", ["discard", "kong"])
def test_a_hand_left_while_a_claim_was_open_comes_back(which: str) -> None:
    hand = dict(left_records())[which]
    assert_right(recorded(hand))


@pytest.mark.parametrize("which", ["discard", "kong"])
def test_with_its_pass_line_too(which: str) -> None:
    hand = dict(left_records())[which]
    lines = recorded(hand)
    place = next(i for i, line in enumerate(lines) if line["type"] == "leave")
    lines.insert(place + 1, {"type": "pass", "seat": 1, "declined": ["win"]})
    assert_right(lines)


def test_play_that_goes_on_after_a_leave_and_a_pass_is_refused() -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(2)
    tile = hand_line(hand, 1)["wall"][1]
    lines = [*recorded(hand), {"type": "draw", "seat": 1, "tile": tile, "end": "head"}]
    fault = check(written(lines)).fault
    assert fault is not None
    assert (fault.line, fault.unreadable) == (len(lines), False)


def test_a_leave_before_the_win_lines_of_a_claim_it_fell_into() -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    hand.leave(2)
    win(hand, 1)
    lines = recorded(hand)
    assert [line["type"] for line in lines[3:]] == ["leave", "win", "result"]
    assert_right(lines)


def two_hands(leave_at: str | None) -> list[Content]:
    """A match of two hands; somebody leaves between them, in the first claim, or not at all."""
    first = scene_of_claims("duyun", {1: HB}, 0, "7p")
    if leave_at == "claim":
        first.leave(2)
    win(first, 1)
    second = scene("duyun", dealer=1)
    draw(second)
    between = [{"type": "leave", "seat": 3}] if leave_at == "between" else []
    return [
        match_line(load("duyun"), [("a", "person")] * 4, None),
        hand_line(first, 1),
        *event_lines(first),
        result_line(first),
        *between,
        hand_line(second, 2),
        *event_lines(second),
    ]


def test_a_match_that_somebody_left_has_no_next_hand() -> None:
    assert assert_right(two_hands(None)).unfinished
    for leave_at in ("claim", "between"):
        lines = two_hands(leave_at)
        report = check(written(lines))
        assert report.fault is not None
        assert report.fault.clause == "C-18"
        assert lines[report.fault.line - 1]["type"] == "hand"
        assert report.fault.line > 2
        # Without a match line hands stand alone.
        alone = [
            {**line, "ruleset": "duyun"} if line["type"] == "hand" else line for line in lines[1:]
        ]
        assert check(written(alone)).fault is None


def test_leaving_between_two_hands_costs_nothing() -> None:
    lines = two_hands("between")[:-2]
    report = assert_right(lines)
    assert report.results[0].points == (-18, 18, 0, 0)


# What may be missing or added


def thinned(lines: list[Content], *types: str) -> list[Content]:
    return [line for line in lines if line["type"] not in types]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_payments_and_results_may_be_missing(ruleset: str, matches: dict[str, list[bytes]]) -> None:
    for data in matches[ruleset][:4]:
        lines = read(data)
        full = check(data)
        for types in (("payment",), ("result",), ("payment", "result")):
            report = check(written(thinned(lines, *types)))
            assert report.fault is None
            assert report.results == full.results


def test_duyun_kongs_have_payment_lines_right_before_the_replacement(
    matches: dict[str, list[bytes]],
) -> None:
    seen = 0
    for data in matches["duyun"]:
        lines = read(data)
        for place, line in enumerate(lines):
            if line["type"] == "payment":
                seen += 1
                assert lines[place - 1]["type"] == "kong"
                following = lines[place + 1]
                assert following["type"] == "draw"
                assert following["end"] == "tail"
                assert line["entries"]
    assert seen > 10


def with_passes(ruleset: str, seed: int) -> list[Content]:
    """A record in which every answer that declines something has its pass line."""
    key = walls.seed_key(seed, 3)
    hand = Hand.from_key(ruleset, key)
    players = [make_player("greedy" if seat % 2 else "random") for seat in range(4)]
    streams = player_chances(key, 1)
    lines = [{**hand_line(hand, 1), **ruleset_keys(hand.ruleset)}]
    shown = 0
    while not hand.is_over:
        if hand.phase == DRAW:
            hand.draw()
        else:
            seat = hand.acting_seats()[0]
            codes = hand.legal_codes(seat)
            code = players[seat].choose(hand, seat, codes, streams[seat])
            if hand.phase in (CLAIM, ROB) and code == PASS:
                names = {WIN: "win", PONG: "pong", DISCARD_KONG: "kong"}
                declined = [names[other] for other in codes if other != PASS]
                lines.append({"type": "pass", "seat": seat, "declined": declined})
            elif hand.phase == TURN and WIN in codes and code != WIN:
                lines.append({"type": "pass", "seat": seat, "declined": ["win"]})
            hand.play(seat, code)
        events = list(hand.events())
        lines += [event_line(hand, event) for event in events[shown:]]
        shown = len(events)
    return [*lines, result_line(hand)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pass_lines_are_read(ruleset: str) -> None:
    passes = 0
    for seed in range(8):
        lines = with_passes(ruleset, seed)
        passes += sum(line["type"] == "pass" for line in lines)
        report = assert_right(lines)
        assert check(written(thinned(lines, "pass"))).results == report.results
    assert passes > 5


def test_a_pass_line_names_what_was_offered() -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    for declined, right in (
        ([], True),
        (["win"], True),
        (["pong"], True),
        (["win", "pong"], True),
        (["kong"], False),
        (["win", "kong"], False),
    ):
        line = {"type": "pass", "seat": 1, "declined": declined}
        report = check(written([*recorded(hand), line]))
        assert (report.fault is None) is right
    other = {"type": "pass", "seat": 2, "declined": ["win"]}
    fault = check(written([*recorded(hand), other])).fault
    assert fault is not None
    assert fault.line == 4


def test_a_pass_line_may_name_the_win_that_a_pong_was_taken_for() -> None:
    # Offered win and pong, taken the pong: what was offered and not taken is the win.
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    lines = [*recorded(hand), {"type": "pass", "seat": 1, "declined": ["win"]}]
    pong(hand, 1)
    assert_right([*lines, recorded(hand)[-1]])


def test_a_pass_line_may_stand_after_anothers_win() -> None:
    hand = scene_of_claims("duyun", {1: PAIRS[0], 2: PAIRS[1]}, 0, "6m")
    win(hand, 1)
    lines = recorded(hand)
    assert_right([*lines[:-1], {"type": "pass", "seat": 2, "declined": ["win"]}, lines[-1]])


def test_what_a_pass_line_declines_is_not_taken_afterwards() -> None:
    hand = scene_of_claims("duyun", {1: HB}, 0, "7p")
    before = recorded(hand)
    for claim in ("win", "pong"):
        for declined in (["win"], ["pong"], ["win", "pong"]):
            taken = hand.copy()
            taken.play(1, WIN if claim == "win" else PONG)
            line = {"type": "pass", "seat": 1, "declined": declined}
            report = check(written([*before, line, *recorded(taken)[len(before) :]]))
            assert (report.fault is None) is (claim not in declined)
            if report.fault is not None:
                assert report.fault.line == len(before) + 2


def test_a_pass_line_may_stand_before_anothers_win() -> None:
    hand = scene_of_claims("duyun", {1: PAIRS[0], 2: PAIRS[1]}, 0, "6m")
    win(hand, 1)
    lines = recorded(hand)
    assert_right([*lines[:-2], {"type": "pass", "seat": 2, "declined": ["win"]}, *lines[-2:]])


def test_a_forced_win_cannot_be_passed() -> None:
    settings = {"last_four_forces": "any"}
    hand = scene("duyun", {0: HB}, tail="2s 6m 8m 7p", settings=settings)
    while hand.wall_left > 4:
        draw(hand)
        discard(hand, hand.turn)
        for seat in hand.acting_seats() if hand.phase == CLAIM else []:
            hand.play(seat, PASS)
    draw(hand)
    assert hand.legal_codes(0) == [WIN]
    lines = [*recorded(hand), {"type": "pass", "seat": 0, "declined": ["win"]}]
    fault = check(written(lines)).fault
    assert fault is not None
    assert (fault.line, fault.clause) == (len(lines), "D-14")


def add_everywhere(lines: list[Content], key: str, value: object) -> list[Content]:
    return [{**line, key: value} for line in lines]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("note", "a word"),
        ("nested", {"a": [1, {"b": None}], "tile": "?"}),
        ("名", "字"),
        ("at", "2026-01-02T03:04:05Z"),
        ("at", None),
    ],
)
def test_unknown_keys_and_times_are_kept_and_change_nothing(key: str, value: object) -> None:
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        lines = read(path.read_bytes())
        more = add_everywhere(lines, key, value)
        before, after = check(written(lines)), check(written(more))
        assert after.as_object() == before.as_object()
        for line, content in zip(read_lines(written(more)), more, strict=True):
            assert line.content == content
            assert line.content[key] == value


@pytest.mark.parametrize("name", ["", "Draw", "draws", "deal", "chat", None, 5, [], "?"])
def test_unknown_types_are_rejected(name: object) -> None:
    lines = read((EXAMPLES / "C-1-turn-after-pong-goes-on.jsonl").read_bytes())
    for place in range(1, len(lines)):
        report = check(written([*lines[:place], {"type": name, "seat": 0}, *lines[place:]]))
        assert report.fault is not None
        assert report.fault.unreadable
        assert report.fault.line == place + 1
