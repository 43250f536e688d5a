"""`qianma play`: a person in the terminal, against built-in players or on a server."""

import os
import sys
from argparse import ArgumentTypeError, Namespace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from qianma.cli import play_on_server
from qianma.cli.arguments import ruleset, whole_number
from qianma.cli.display import add_display, display, seconds
from qianma.cli.errors import CommandError
from qianma.cli.parser import Subparsers
from qianma.players import PLAYERS
from qianma.ruleset import names

if TYPE_CHECKING:
    from qianma.terminal.journal import Journal

OPPONENTS: Final = 3
_EPILOG: Final = """\
examples:
  qianma play --rules duyun
  qianma play --server http://192.0.2.7:8765
  qianma play --server https://mahjong.example --room 7KQ9MA --name Ann
"""
_MOST_SEED: Final = 10**18 - 1


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "play",
        description="Play a match against three built-in players, or on a server. What is played "
        "here is saved as it goes; Ctrl-C leaves.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "--rules",
        metavar="R",
        type=ruleset,
        default="guiyang",
        help=f"{', '.join(names())}, or a ruleset file ending in .toml (default: guiyang)",
    )
    parser.add_argument(
        "--hands",
        metavar="N",
        type=whole_number(0, 1000),
        default=4,
        help="how many hands; 0 for as many as you like (default: 4)",
    )
    parser.add_argument(
        "--players",
        metavar="A,B,C",
        type=_players,
        default=("greedy",) * OPPONENTS,
        help=f"the others, from your right on, of {', '.join(PLAYERS)}; one name stands for all",
    )
    parser.add_argument(
        "--seat", type=whole_number(0, 3), metavar="0-3", help="your seat (default: 0)"
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0, _MOST_SEED),
        help="the deals of this seed, to play the same match again (default: fresh ones)",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=_record,
        help="where the record goes; a file that exists is refused (default: a new file in "
        "~/.local/share/qianma/records, and none with --server, which keeps it)",
    )
    parser.add_argument(
        "--speed",
        metavar="SECONDS",
        type=seconds,
        default=0.7,
        help="how long what others do is shown, 0 to 10 (default: 0.7); a key goes on at once",
    )
    parser.add_argument(
        "--server",
        metavar="URL",
        help="play there, at once against built-in players, or in a room",
    )
    parser.add_argument(
        "--room",
        metavar="CODE",
        help="with --server: the room to join by its code; `new` for a room of your own",
    )
    parser.add_argument(
        "--name",
        help="with --server: what you are called there (default: the name of the user)",
    )
    add_display(parser)


def _players(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    for name in chosen:
        if name not in PLAYERS:
            raise ArgumentTypeError(f"player {name!r} is not known, only {', '.join(PLAYERS)}")
    if len(chosen) == 1:
        return chosen * OPPONENTS
    if len(chosen) != OPPONENTS:
        raise ArgumentTypeError(f"{text!r} names {len(chosen)} players, not one or three")
    return chosen


def _record(text: str) -> Path:
    if text in ("", "-"):
        raise ArgumentTypeError(f"{text!r} is not the name of a file")
    return Path(text)


def run(arguments: Namespace) -> int:
    """Play. Exit code 0, or 128 and the number of the signal that ended the game."""
    play_on_server.check_arguments(arguments)
    if sys.stdin is None:
        raise CommandError("standard input is closed, so there is nobody to play")
    if arguments.server is not None:
        _require_websockets()
        return play_on_server.run(arguments)
    from qianma.terminal.device import run_until_stopped
    from qianma.terminal.game import Game
    from qianma.terminal.playing import Playing

    words, device = display(arguments)
    with _open_journal(arguments.record) as journal:
        game = Game(
            arguments.rules,
            arguments.seat or 0,
            arguments.players,
            journal.write,
            arguments.hands or None,
            arguments.seed,
        )
        playing = Playing(game, device, words, arguments.players, arguments.speed)
        code = run_until_stopped(device, playing.run)
    try:
        for line in playing.standings():
            device.print(line)
        device.print(words.say("record_saved", path=str(journal.path)), whole=True)
        sys.stdout.flush()
    except OSError:
        device.drop_output()
    return code


def _require_websockets() -> None:
    if find_spec("websockets") is None:
        raise CommandError(
            "argument --server: the package websockets is missing; "
            "pip install 'qianma[server]' brings it"
        )


def _open_journal(path: Path | None) -> "Journal":
    from qianma.terminal.journal import Journal, records_folder

    hint = "" if path is not None else "; --record FILE puts it elsewhere"
    try:
        return Journal(path) if path is not None else Journal.in_folder(records_folder(os.environ))
    except OSError as error:
        place = error.filename or path
        raise CommandError(f"record {place}: {error.strerror or error}{hint}") from None
    except RuntimeError as error:  # there is no home
        raise CommandError(f"record: {error}{hint}") from None
