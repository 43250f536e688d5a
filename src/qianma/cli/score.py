"""`qianma score`: what one hand is worth, and whether it may win."""

from argparse import Namespace
from typing import Final

from qianma.cli.arguments import add_json, add_language, add_rules, output_language, tile, tiles
from qianma.cli.errors import CommandError
from qianma.cli.hands import GivenHand, add_melds, given_hand
from qianma.cli.output import print_json
from qianma.cli.parser import Subparsers
from qianma.counts import FULL_HAND
from qianma.explain import value_text
from qianma.messages import text
from qianma.rules.patterns import NO_OPENING
from qianma.rules.refusals import NOT_COMPLETE, Refusal, clause_of
from qianma.rules.valuation import Circumstances, opening_of, value_hand
from qianma.rules.winning import complete_hand_refusal
from qianma.ruleset import Ruleset
from qianma.state import BY_DISCARD, BY_ROBBED_KONG, SELF_DRAW, WIN_NAMES
from qianma.tiles import CODES

_EPILOG: Final = """\
examples:
  qianma score 11222244p557799m --rules duyun --win 9m --by self_draw
  qianma score 11133377755m --meld pong:9p --rules guiyang --win 5m --by discard
  qianma score 123m55m456m789p --meld concealed:8s --rules guiyang --win 1m --by discard --json

Exit code 1 when the hand is not complete or the win is not allowed.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser("score", description="Value one hand.", epilog=_EPILOG)
    parser.add_argument(
        "hand",
        metavar="HAND",
        type=tiles,
        help="the tiles in hand, winning tile included, melds not; 11222244p557799m, or 五萬 ...",
    )
    add_rules(parser)
    parser.add_argument("--win", metavar="TILE", type=tile, required=True, help="the winning tile")
    parser.add_argument("--by", choices=WIN_NAMES, required=True, help="how it is won")
    add_melds(parser)
    flags = {
        "--declared": "the winner had declared ready",
        "--from-declared": "the player who discarded had declared ready",
        "--after-kong": "a kong flower, or a kong shot",
        "--first-draw": "an earthly hand, or with --dealer a heavenly one",
        "--dealer": "the winner deals",
    }
    for flag, help_text in flags.items():
        parser.add_argument(flag, action="store_true", help=help_text)
    add_language(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Value the hand."""
    rules: Ruleset = arguments.rules
    language = output_language(arguments)
    by = WIN_NAMES.index(arguments.by)
    _check_flags(arguments, by)
    hand = given_hand(arguments.hand, arguments.melds, FULL_HAND)
    if not hand.counts[arguments.win]:
        raise CommandError(f"argument --win: {CODES[arguments.win]} is not in HAND")
    how = Circumstances(
        by,
        winner_declared=arguments.declared,
        from_declared=arguments.from_declared,
        after_kong=arguments.after_kong,
        opening=_opening(arguments, hand),
    )
    value = value_hand(rules, hand.holding, how)
    code = NOT_COMPLETE
    if value is not None:
        code = complete_hand_refusal(rules, hand.holding, hand.beans, how)
    refusal = Refusal(code, clause_of(code, rules.family)) if code else None
    if arguments.json:
        print_json(
            {
                "complete": value is not None,
                "pattern": value and value.name,
                "fan": value and value.fan,
                "extras": value.extras if value else {},
                "allowed": refusal is None,
                "clause": refusal and refusal.clause,
            }
        )
    else:
        if value is not None:
            print(value_text(value, language))
        if refusal is None:
            print(text("cli.allowed", language))
        else:
            reason = text(f"refusal.{refusal.code}", language)
            print(text("cli.not_allowed", language, reason=reason, clause=refusal.clause))
    return 0 if refusal is None else 1


def _check_flags(arguments: Namespace, by: int) -> None:
    """Refuse flags that cannot both be true."""
    contradictions = [
        ("--from-declared", arguments.from_declared and by != BY_DISCARD, "needs --by discard"),
        ("--first-draw", arguments.first_draw and by != SELF_DRAW, "needs --by self_draw"),
        (
            "--first-draw",
            arguments.first_draw and arguments.declared,
            "contradicts --declared, for ready is declared after the first draw",
        ),
        (
            "--after-kong",
            arguments.after_kong and by == BY_ROBBED_KONG,
            "needs --by self_draw or discard",
        ),
    ]
    for flag, contradicts, reason in contradictions:
        if contradicts:
            raise CommandError(f"argument {flag}: {reason}")


def _opening(arguments: Namespace, hand: GivenHand) -> int:
    """A replacement tile is never the first draw."""
    first = arguments.first_draw and not arguments.after_kong
    return opening_of(1, len(hand.melds), arguments.dealer) if first else NO_OPENING
