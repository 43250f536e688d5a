"""The command line: `qianma COMMAND ...`.

Each command is a module of this package with two functions: `add_parser(subparsers)`, which
describes its arguments, and `run(arguments)`, which returns the exit code. A command's module is
imported when that command is called, so that `--help` and `--version` are quick. What `main` needs
is imported within it, where Ctrl-C is no traceback.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Final

from qianma._version import __version__
from qianma.cli.errors import CommandError, print_error

if TYPE_CHECKING:
    from qianma.cli.parser import Parser, Subparsers

COMMANDS: Final = {
    "play": "play a match in the terminal",
    "replay": "show a record in the terminal, step by step",
    "rules": "list the rulesets, or show the settings and clauses of one",
    "score": "value one hand",
    "waits": "say what a hand waits for",
    "check": "check records against the rules and settle their hands",
    "simulate": "play hands between built-in players",
    "serve": "serve games between people over the network",
}
"""The commands, each a module of this package, with what they do."""

USAGE_ERROR: Final = 2
INTERRUPTED: Final = 130
"""Exit code after Ctrl-C: 128 and the number of the signal, as shells have it."""
PIPE_CLOSED: Final = 141
"""Exit code when the reader of the output has gone, as with `| head`."""

_DESCRIPTION: Final = "Guiyang and Duyun mahjong: play, value hands, check records, simulate."
_EPILOG: Final = """\
examples:
  qianma play --rules duyun
  qianma score 11222244p557799m --rules duyun --win 9m --by self_draw
  qianma check match.jsonl

`qianma COMMAND --help` tells more of a command. Exit codes: 0 all is right, 1 what was asked about
is not, 2 a bad argument or file, 130 after Ctrl-C, 141 when the reader of the output has gone.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; `argv` without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        _let_any_text_through()
        code = _run(words)
        _flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        if error.filename is None:
            _drop_output()
        print_error("qianma", f"{error.filename or 'output'}: {error.strerror or error}")
        return USAGE_ERROR
    return code


def _run(words: list[str]) -> int:
    name = words[0] if words and words[0] in COMMANDS else None
    module = importlib.import_module(f"qianma.cli.{name}") if name else None
    try:
        arguments, unknown = _parser(name, module).parse_known_args(words)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else USAGE_ERROR
    try:
        if module is None:
            raise CommandError(f"{words[0]} before the command is not known")
        if unknown:
            raise CommandError(f"unrecognized arguments: {' '.join(unknown)}")
        return int(module.run(arguments))
    except CommandError as error:
        print_error(f"qianma {name}" if name else "qianma", str(error))
        return USAGE_ERROR


def _parser(name: str | None, module: ModuleType | None) -> "Parser":
    """The parser of the whole command line, in which only one command has its arguments."""
    from qianma._form import FORM
    from qianma.cli.parser import Parser

    parser = Parser(prog="qianma", description=_DESCRIPTION, epilog=_EPILOG)
    parser.add_argument(
        "--version",
        action="version",
        version=f"qianma {__version__} ({FORM})",
        help="print the version, and whether the compiled form runs",
    )
    subparsers: Subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command", required=True
    )
    for command, summary in COMMANDS.items():
        if command == name and module is not None:
            module.add_parser(subparsers)
        else:
            subparsers.add_parser(command, help=summary)
    return parser


def _let_any_text_through() -> None:
    """Show `?` for what the encoding of the output lacks rather than fail."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _drop_output() -> None:
    """Let what is still buffered for a closed or full output go nowhere."""
    try:
        number = sys.stdout.fileno()
    except (AttributeError, OSError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
