"""`qianma waits`: what a hand waits for."""

from argparse import Namespace
from typing import Final

from qianma.cli.arguments import add_json, add_language, add_rules, output_language, tiles
from qianma.cli.hands import GivenHand, add_melds, given_hand
from qianma.cli.output import print_json, table
from qianma.cli.parser import Subparsers
from qianma.counts import FULL_HAND
from qianma.messages import text
from qianma.rules.readiness import three_suits_refusal
from qianma.rules.refusals import THREE_SUITS, clause_of
from qianma.rules.valuation import Value, value_hand
from qianma.rules.winning import plain_needs_bean
from qianma.ruleset import Ruleset
from qianma.shapes import waits
from qianma.tiles import CODES, COPIES, tile_name

_EPILOG: Final = """\
examples:
  qianma waits 23m55m456p789p345s --rules guiyang
  qianma waits 56p88m345m678s --meld concealed:2s --rules duyun --json
"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "waits", description="Say what a hand waits for, and for what fan.", epilog=_EPILOG
    )
    parser.add_argument(
        "hand",
        metavar="HAND",
        type=tiles,
        help="the tiles in hand, melds not: 13, less three for each meld",
    )
    add_rules(parser)
    add_melds(parser)
    add_language(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """List the waits."""
    rules: Ruleset = arguments.rules
    language = output_language(arguments)
    hand = given_hand(arguments.hand, arguments.melds, FULL_HAND - 1)
    pig = three_suits_refusal(rules, hand.holding)
    found = {} if pig else {kind: _value(rules, hand, kind) for kind in _waits(hand)}
    if arguments.json:
        listed = [
            {
                "tile": CODES[kind],
                "left": _left(hand, kind),
                "pattern": value.name,
                "fan": value.fan,
                "on_discard": _on_discard(rules, hand, value),
            }
            for kind, value in found.items()
        ]
        print_json({"ready": bool(listed), "waits": listed})
    elif pig:
        reason = text(f"refusal.{THREE_SUITS}", language)
        clause = clause_of(THREE_SUITS, rules.family)
        print(text("cli.not_ready_because", language, reason=reason, clause=clause))
    elif not found:
        print(text("cli.not_ready", language))
    else:
        print(text("cli.ready", language))
        print("\n".join(_lines(rules, hand, found, language)))
    return 0


def _waits(hand: GivenHand) -> list[int]:
    return waits(hand.holding)


def _value(rules: Ruleset, hand: GivenHand, kind: int) -> Value:
    """What the hand is worth when it is drawn complete, nothing else adding to it."""
    complete = hand.holding
    complete.add(kind)
    value = value_hand(rules, complete)
    assert value is not None, "a wait completes the hand"
    return value


def _left(hand: GivenHand, kind: int) -> int:
    """How many tiles of the kind the hand does not hold."""
    return COPIES - hand.counts[kind] - hand.melded_counts[kind]


def _on_discard(rules: Ruleset, hand: GivenHand, value: Value) -> bool:
    """Whether the hand may win on a discard when nobody has declared ready."""
    return not plain_needs_bean(rules, value.pattern, hand.beans)


def _lines(rules: Ruleset, hand: GivenHand, found: dict[int, Value], language: str) -> list[str]:
    columns = ("cli.column_tile", "cli.column_left", "cli.column_pattern", "cli.column_fan")
    rows: list[list[object]] = [
        [text(column, language) for column in (*columns, "cli.column_on_discard")]
    ]
    for kind, value in found.items():
        allowed = "cli.yes" if _on_discard(rules, hand, value) else "cli.no"
        name = f"{CODES[kind]} {tile_name(kind, language)}"
        pattern = text(f"pattern.{value.name}", language)
        rows.append([name, _left(hand, kind), pattern, value.fan, text(allowed, language)])
    return table(rows)
