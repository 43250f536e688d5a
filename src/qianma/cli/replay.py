"""`qianma replay`: a record in the terminal, step by step."""

from argparse import Namespace
from contextlib import suppress
from typing import Final

from qianma.cli.arguments import whole_number
from qianma.cli.display import add_display, display, seconds
from qianma.cli.errors import complain
from qianma.cli.files import read_record
from qianma.cli.parser import Subparsers

WRONG: Final = 1
UNREADABLE: Final = 2


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "replay",
        description="Show a record step by step. Every line is checked against the rules on the "
        "way, except in a record that hides tiles. Without a terminal all steps are printed.",
    )
    parser.add_argument(
        "file", metavar="FILE", help="the record; `-` is standard input, and then all is printed"
    )
    parser.add_argument(
        "--seat",
        type=whole_number(0, 3),
        metavar="0-3",
        help="see only what this seat saw (default: everything that the record shows)",
    )
    parser.add_argument(
        "--speed",
        metavar="SECONDS",
        type=seconds,
        default=1.0,
        help="the time between two steps when the replay runs by itself, 0 to 10 (default: 1)",
    )
    add_display(parser)


def run(arguments: Namespace) -> int:
    """Show the record.

    Exit code 0; 1 when a line breaks a rule or a result differs, 2 when one cannot be read.
    """
    from qianma.film import load
    from qianma.terminal.device import EndOfInputError, run_until_stopped
    from qianma.terminal.replaying import Replaying
    from qianma.view import OMNISCIENT

    words, device = display(arguments)
    film = load(read_record(arguments.file))
    viewer = OMNISCIENT if arguments.seat is None else arguments.seat
    replaying = Replaying(film, device, words, viewer, arguments.speed)

    def show() -> None:
        with suppress(EndOfInputError):
            replaying.run()

    code = run_until_stopped(device, show)
    if film.fault is None or code:
        return code
    fault = film.fault
    complain(f"{arguments.file}:{fault.line}: {fault.clause}: {fault.reason_in(words.language)}")
    return UNREADABLE if fault.unreadable else WRONG
