"""Records as lists of plain lines, for tests that write, change and check them."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from qianma import walls
from qianma.actions import PASS
from qianma.check import Report, check
from qianma.hand import Hand
from qianma.match import Match
from qianma.record import encode_line
from qianma.recording import (
    event_lines,
    hand_line,
    result_line,
    result_object,
    ruleset_keys,
)
from qianma.ruleset import load
from qianma.simulate import run, units
from qianma.state import DRAW

EXAMPLES: Final = Path(__file__).parent / "examples"
RULESETS: Final = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")

Content = dict[str, Any]


def faults_of_the_readme() -> dict[str, tuple[int, str]]:
    """The examples that are wrong: line and clause, from the table beside them."""
    rows = re.findall(
        r"^\| `(\S+\.jsonl)` \| (\d+) \| (\S+) \|",
        (EXAMPLES / "README.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return {name: (int(line), clause) for name, line, clause in rows}


def written(lines: list[Content]) -> bytes:
    """The bytes of a record."""
    return b"".join(encode_line(line) for line in lines)


def read(data: bytes) -> list[Content]:
    """The lines of a record, by the standard library's reader."""
    return [json.loads(line) for line in data.decode().splitlines()]


def recorded(hand: Hand) -> list[Content]:
    """A record of one hand, with its result when it is over."""
    lines = [{**hand_line(hand, 1), **ruleset_keys(hand.ruleset)}, *event_lines(hand)]
    return [*lines, result_line(hand)] if hand.is_over else lines


def results_of(lines: list[Content]) -> list[Content]:
    """The result lines."""
    return [line for line in lines if line["type"] == "result"]


def fan_sums(ledger: list[Content]) -> Counter[tuple[int, int, str]]:
    """The fan summed per payer, payee and reason."""
    sums: Counter[tuple[int, int, str]] = Counter()
    for entry in ledger:
        sums[entry["from"], entry["to"], entry["reason"]] += entry["fan"]
    return sums


def agree(found: Content, expected: Content) -> bool:
    """Whether two results agree, as the record format defines it."""
    keys = ("outcome", "winners", "points", "next_dealer", "repeats")
    same = all(found[key] == expected[key] for key in keys)
    return same and fan_sums(found["ledger"]) == fan_sums(expected["ledger"])


def assert_right(lines: list[Content]) -> Report:
    """The record is right, and comes to the results that it carries."""
    report = check(written(lines))
    assert report.fault is None
    carried = results_of(lines)
    if carried:
        assert len(report.results) == len(carried)
        for result, line in zip(report.results, carried, strict=True):
            assert agree(result_object(result), line)
    return report


GIVEN: Final = ["00", "a1b2", "", "ff" * 16]
"""Contributions of four seats, in hex."""


def revealed(number: int, contributions: list[str] | None = None) -> list[Content]:
    """A hand as a live table records it: commitment, contributions, and the key in the end."""
    key = bytes(range(number, number + 32))
    given = [bytes.fromhex(part) for part in contributions or ["", "", "", ""]]
    shuffle = walls.shuffle(key, number, given)
    match = Match("duyun")
    match.dealer = None if number == 1 else 2
    hand = match.start(shuffle)
    while not hand.is_over:
        if hand.phase == DRAW:
            hand.draw()
        else:
            seat = hand.acting_seats()[0]
            codes = hand.legal_codes(seat)
            hand.play(seat, PASS if PASS in codes else codes[0])
    head = {
        **hand_line(hand, number, generator="shake256-1", commitment=walls.commitment(key)),
        "ruleset": "duyun",
    }
    if contributions:
        head["contributions"] = contributions
    return [head, *event_lines(hand), result_line(hand), {"type": "reveal", "key": key.hex()}]


def simulated(folder: Path) -> dict[str, list[bytes]]:
    """Records of six matches of each ruleset, written below a folder, between all players."""
    seatings = (
        ("random", "random", "random", "random"),
        ("greedy", "greedy", "greedy", "greedy"),
        ("greedy", "random", "tsumogiri", "greedy"),
    )
    found: dict[str, list[bytes]] = {}
    for ruleset in RULESETS:
        found[ruleset] = []
        for number, players in enumerate(seatings):
            records = folder / f"{ruleset}-{number}"
            records.mkdir()
            run(units(load(ruleset), 20, 17 + number, players, str(records)))
            found[ruleset] += [path.read_bytes() for path in sorted(records.iterdir())]
    return found
