"""`qianma simulate`: hands between built-in players."""

import sys
import time
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import Final

from qianma.cli.arguments import add_json, add_language, add_rules, output_language, whole_number
from qianma.cli.errors import CommandError
from qianma.cli.output import print_json, table
from qianma.cli.parser import Subparsers
from qianma.messages import player_name, text
from qianma.players import PLAYERS, UnknownPlayerError, make_player
from qianma.simulate import MATCH_HANDS, Tally, units
from qianma.simulate import run as simulate
from qianma.state import SEATS

_MOST_HANDS: Final = 1_000_000_000
_MOST_SEED: Final = 10**18 - 1
_MOST_WORKERS: Final = 256
_QUIET_SECONDS: Final = 5.0
"""A run that is no longer than this shows no progress where standard error is no terminal."""
_SECONDS_BETWEEN: Final = {True: 0.5, False: 10.0}
"""How often progress is shown, on a terminal and elsewhere."""

_EPILOG: Final = """\
examples:
  qianma simulate --rules guiyang --hands 1000 --seed 1 --players greedy,greedy,random,tsumogiri
  qianma simulate --rules duyun --hands 160 --seed 1 --players greedy,greedy,greedy,greedy \\
    --records records --workers 2

The same seed gives the same hands, whatever the number of workers.
"""

Players = tuple[str, str, str, str]


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "simulate",
        description=f"Play hands between built-in players, in matches of {MATCH_HANDS} hands.",
        epilog=_EPILOG,
    )
    add_rules(parser)
    parser.add_argument(
        "--hands", metavar="N", type=whole_number(1, _MOST_HANDS), required=True, help="how many"
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0, _MOST_SEED),
        required=True,
        help="what walls and chance come from",
    )
    parser.add_argument(
        "--players",
        metavar="A,B,C,D",
        type=_players,
        required=True,
        help=f"four players by seat, of {', '.join(PLAYERS)}",
    )
    parser.add_argument(
        "--records", metavar="DIR", type=Path, help="a new folder for records, one a match"
    )
    parser.add_argument(
        "--workers",
        metavar="K",
        type=whole_number(1, _MOST_WORKERS),
        default=1,
        help="how many processes play (default: 1)",
    )
    add_language(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Play the hands and print the sums."""
    language = output_language(arguments)
    records = None
    if arguments.records is not None:
        _make_folder(arguments.records)
        records = str(arguments.records)
    hands: int = arguments.hands
    work = units(arguments.rules, hands, arguments.seed, arguments.players, records)
    progress = _Progress(hands, language)
    start = time.monotonic()
    matches = -(-hands // MATCH_HANDS)
    try:
        tally = simulate(work, min(arguments.workers, matches), progress.show)
    except OSError as error:
        raise CommandError(f"{error.filename or records}: {error.strerror}") from None
    finally:
        progress.end()
    seconds = round(time.monotonic() - start, 3)
    if arguments.json:
        print_json(
            {
                "hands": tally.hands,
                "points": tally.points,
                "wins": tally.wins,
                "exhausted": tally.exhausted,
                "decisions": tally.decisions,
                "seconds": seconds,
            }
        )
    else:
        print("\n".join(_lines(tally, arguments.players, seconds, language)))
    return 0


def _players(names: str) -> Players:
    """A type for arguments: four players."""
    players = names.split(",")
    try:
        for name in players:
            make_player(name)
    except UnknownPlayerError as error:
        raise ArgumentTypeError(str(error)) from None
    if len(players) != SEATS:
        raise ArgumentTypeError(f"{names!r} names {len(players)} players, not {SEATS}")
    return (players[0], players[1], players[2], players[3])


def _make_folder(folder: Path) -> None:
    """Make the folder for records. Raises `CommandError` when it cannot be or is not empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CommandError(f"argument --records: {folder} is not empty")
    except OSError as error:
        raise CommandError(f"argument --records: {folder}: {error.strerror}") from None


def _lines(tally: Tally, players: Players, seconds: float, language: str) -> list[str]:
    sums = {"hands": tally.hands, "exhausted": tally.exhausted, "decisions": tally.decisions}
    columns = ("cli.column_seat", "cli.column_player", "cli.column_points", "cli.column_wins")
    rows: list[tuple[object, ...]] = [tuple(text(column, language) for column in columns)]
    for seat, player in enumerate(players):
        rows.append((seat, player_name(player, language), tally.points[seat], tally.wins[seat]))
    return [text("cli.simulated", language, **sums, seconds=str(seconds)), *table(rows)]


class _Progress:
    """How far a run is, on standard error: at once on a terminal, elsewhere if it takes long."""

    def __init__(self, hands: int, language: str) -> None:
        self._hands = hands
        self._language = language
        self._on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self._start = time.monotonic()
        self._next = 0.0 if self._on_terminal else _QUIET_SECONDS
        self._shown = False

    def show(self, tally: Tally) -> None:
        """Tell how many hands have been played, if it is time to."""
        passed = time.monotonic() - self._start
        if passed < self._next or tally.hands == self._hands:
            return
        self._next = passed + _SECONDS_BETWEEN[self._on_terminal]
        rate = round(tally.hands / max(passed, 0.001))
        facts = {"done": tally.hands, "hands": self._hands, "rate": rate}
        line = text("cli.progress", self._language, **facts)
        if self._on_terminal:
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)
        self._shown = True

    def end(self) -> None:
        """Take the progress off a terminal."""
        if self._shown and self._on_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
