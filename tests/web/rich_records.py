"""Records for replays in the page: hands in which much happens, and one with every kind of line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from qianma import load_ruleset, walls
from qianma.actions import PASS, WIN
from qianma.chance import Chance
from qianma.hand import Hand
from qianma.players import make_player
from qianma.recording import event_lines, hand_line, match_line, result_line, ruleset_keys
from qianma.state import CAN_KONG, CAN_PONG, CAN_WIN, CLAIM, ROB

Line = dict[str, Any]

EXAMPLES = Path(__file__).parent.parent / "examples"
RARE = (
    "G-16-robbed-player-pays-three-shares",
    "D-12-kong-shot-two-winners-each-the-whole-bean",
    "D-17-the-leaver-keeps-the-beans-too",
)
"""Examples that stand for what random play brings too seldom."""
CLAIMS = {"win": CAN_WIN, "pong": CAN_PONG, "kong": CAN_KONG}


class Eager:
    """Plays all four seats: greedily, but with more pongs, kongs and declarations than is good."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._player = make_player("greedy")
        self._luck = Chance(seed)

    def choose(self, hand: Hand, codes: list[int]) -> int:
        """What the seat that acts does."""
        if WIN in codes and self._chance.random() < 0.97:
            return WIN
        eager = [code for code in codes if 27 <= code < WIN]
        if eager and self._chance.random() < 0.7:
            return self._chance.choice(eager)
        return int(self._player.choose(hand, hand.seat, codes, self._luck))


def played(hand: Hand, number: int, seed: int, **more: Any) -> Iterator[Line]:
    """The lines of a hand that is played to its end, what is declined included."""
    yield hand_line(hand, number, **more)
    told = 0
    player = Eager(seed)
    codes = hand.advance()
    while codes:
        code = player.choose(hand, codes)
        if code == PASS and hand.phase in (CLAIM, ROB):
            yield from event_lines(hand, told)
            told = len(hand.log)
            offered = hand.options[hand.seat]
            declined = [claim for claim, bit in CLAIMS.items() if offered & bit]
            yield {"type": "pass", "seat": hand.seat, "declined": declined}
        codes = hand.step(code)
        yield from event_lines(hand, told)
        told = len(hand.log)
    yield result_line(hand)


def match_record(
    ruleset: str,
    seed: int,
    hands: int,
    names: tuple[str, ...] = (),
    settings: dict[str, Any] | None = None,
) -> list[Line]:
    """A match of such hands."""
    rules = load_ruleset(ruleset, settings)
    called = names or ("阿黔", "老周", "小罗", "陈孃孃")
    lines = [match_line(rules, [(name, "person") for name in called], hands)]
    dealer, repeats = None, 0
    for number in range(1, hands + 1):
        key = walls.seed_key(seed, 1)
        hand = Hand.from_key(rules, key, number, dealer, repeats)
        lines += played(hand, number, 100 * seed + number)
        following = hand.result().next_dealer
        assert following is not None, "nobody leaves"
        dealer, repeats = following
    return lines


def every_kind() -> list[Line]:
    """Hands that stand alone, with every kind of line, kong and win, and a key revealed."""
    lines: list[Line] = []
    for name in RARE:
        data = (EXAMPLES / f"{name}.jsonl").read_bytes()
        lines += [msgspec.json.decode(line) for line in data.splitlines()]
    missing = set(wanted_kinds()) - kinds_of(lines)
    seed = 0
    while missing:
        seed += 1
        rules = load_ruleset(("guiyang", "duyun")[seed % 2])
        key = walls.seed_key(seed, 1)
        hand = Hand.from_key(rules, key)
        told = {"generator": walls.GENERATOR, "commitment": walls.commitment(key)}
        made = list(played(hand, 1, seed, **ruleset_keys(rules), **told))
        made.append({"type": "reveal", "key": key.hex()})
        if kinds_of(made) & missing:
            lines += made
            missing -= kinds_of(made)
    return lines


def wanted_kinds() -> list[str]:
    """All that a line of a record can be, as far as it shows."""
    types = ["hand", "draw", "discard", "pong", "pass", "payment", "exhausted", "leave", "result"]
    kongs = ["kong concealed", "kong added", "kong discard"]
    wins = ["win self_draw", "win discard", "win robbed_kong"]
    return [*types, *kongs, *wins, "reveal", "declared", "tail"]


def kinds_of(lines: list[Line]) -> set[str]:
    """The kinds that are among the lines."""
    found: set[str] = set()
    for line in lines:
        more = line.get("kind") if line["type"] == "kong" else line.get("by")
        found.add(line["type"] if more is None else f"{line['type']} {more}")
        if line.get("ready") is True:
            found.add("declared")
        if line.get("end") == "tail":
            found.add("tail")
    return found
