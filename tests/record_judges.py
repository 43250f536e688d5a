"""Records to be changed, and who judges the change: the checker and the slow reference."""

from qianma.check import check
from qianma.recording import result_object
from qianma.tiles import CODES
from tests.positions import walk
from tests.record_lines import (
    EXAMPLES,
    RULESETS,
    Content,
    agree,
    faults_of_the_readme,
    read,
    recorded,
    written,
)
from tests.reference.replay import ReferenceError, replay  # noqa: A004
from tests.scenes import (
    HB,
    PAIRS,
    declare,
    discard,
    draw,
    pass_all,
    scene,
    scene_of_claims,
    scene_of_robbery,
    turns,
    win,
)

Record = list[Content]
FOLLOWS_FROM_THE_REST = ("payment", "result", "reveal", "pass")
"""Types of lines that may be missing: what they say follows from the others."""


def accepted(lines: Record) -> list[Content] | None:
    """The results the checker comes to, None when it finds a fault."""
    report = check(written(lines))
    if report.fault is not None:
        assert 1 <= report.fault.line <= len(lines)
        assert report.fault.reason.isprintable()
        return None
    return [result_object(result) for result in report.results]


def judged(lines: Record) -> list[Content] | None:
    """The results the reference comes to, None when it refuses."""
    try:
        return replay(lines)
    except ReferenceError:
        return None


def assert_judged_alike(lines: Record) -> None:
    """Checker and reference both refuse, or come to results that agree."""
    found, expected = accepted(lines), judged(lines)
    assert (found is None) == (expected is None), (found, expected)
    if found is not None and expected is not None:
        assert len(found) == len(expected)
        assert all(agree(one, other) for one, other in zip(found, expected, strict=True))


def declared_and_won() -> Record:
    """Declared ready, forced to win on a discard."""
    hand = scene("duyun", {1: HB}, "- - - - - 7p")
    turns(hand, "-")
    draw(hand)
    declare(hand, 1)
    pass_all(hand)
    turns(hand, "- -")
    draw(hand)
    discard(hand, 0)
    draw(hand)
    win(hand, 1)
    return recorded(hand)


def pong_and_robbery() -> Record:
    """A pong, the fourth tile added to it, robbed by two."""
    hand = scene_of_robbery("duyun", (1, 2))
    win(hand, 1, 2)
    return recorded(hand)


def crafted() -> dict[str, Record]:
    """Short records of what is rare in random play."""
    three = scene_of_claims("duyun", dict(zip((1, 2, 3), PAIRS, strict=True)), 0, "6m")
    win(three, 1, 2, 3)
    robbed = scene_of_robbery("guiyang", (1, 3))
    win(robbed, 1, 3)
    left = scene_of_claims("duyun", {1: HB}, 0, "7p")
    left.leave(2)
    win(left, 1)
    return {
        "three winners": recorded(three),
        "two robbers": recorded(robbed),
        "left in a claim": recorded(left),
        "declared": declared_and_won(),
        "pong and robbery": pong_and_robbery(),
    }


def full_hands() -> dict[str, Record]:
    """A hand of each ruleset, won or exhausted, with pongs and kongs."""
    outcomes = ("win", "exhausted", "exhausted", "win")
    found: dict[str, Record] = {}
    for ruleset, outcome in zip(RULESETS, outcomes, strict=True):
        for seed in range(60):
            lines = recorded(list(walk(ruleset, seed))[-1])
            types = {line["type"] for line in lines}
            if lines[-1]["outcome"] == outcome and types >= {"pong", "kong"}:
                found[f"{ruleset} {outcome}"] = lines
                break
    assert len(found) == 4
    return found


RECORDS = {
    **crafted(),
    **full_hands(),
    **{
        path.stem: read(path.read_bytes())
        for path in sorted(EXAMPLES.glob("*.jsonl"))
        if path.name not in faults_of_the_readme() and not path.name.startswith("G-6")
    },
}
SHORT = {name: lines for name, lines in RECORDS.items() if len(lines) < 50}


def other_tiles(tile: str) -> list[str]:
    """A few other tiles: the next in its suit, the same rank in another, yaoji."""
    place = CODES.index(tile)
    others = {CODES[(place + 1) % 27], CODES[(place + 9) % 27], "1s", "9p"}
    return sorted(others - {tile})
