"""What goes wrong on a command line, in one line on standard error."""

import sys
from typing import Final

_MOST_SHOWN: Final = 600


class CommandError(Exception):
    """A bad argument or file. The text names the place and the reason; the exit code is 2."""


def print_error(program: str, message: str) -> None:
    """Print `PROGRAM: error: MESSAGE` on standard error, in one line."""
    complain(f"{program}: error: {shortened(message)}")


def complain(message: str) -> None:
    """Print one line on standard error; nowhere when that is closed, and never on the output."""
    if sys.stderr is not None:
        print(one_line(message), file=sys.stderr)


def shortened(text: str) -> str:
    """The text without the middle part of an overlong one: its place and its reason stay."""
    half = _MOST_SHOWN // 2
    return text if len(text) <= _MOST_SHOWN else f"{text[:half]} ... {text[-half:]}"


def one_line(text: str) -> str:
    r"""The text with what would break or overwrite a line shown as escapes.

    >>> one_line("no file 'a\nb'")
    "no file 'a\\nb'"
    """
    return "".join(
        character if character.isprintable() else repr(character)[1:-1] for character in text
    )
