"""The arguments that say how a terminal is used, and the terminal they describe."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING, Final

from qianma.cli.arguments import default_language
from qianma.cli.errors import CommandError
from qianma.messages import LANGUAGES

if TYPE_CHECKING:
    from qianma.terminal.device import Device
    from qianma.terminal.words import Words

_MOST_SECONDS: Final = 10.0


def add_display(parser: ArgumentParser) -> None:
    """Add the arguments that say what the terminal can show."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="default: that of the environment, where the terminal can show it, else English",
    )
    parser.add_argument("--ascii", action="store_true", help="plain ASCII in English")
    parser.add_argument("--no-color", action="store_true", help="no colours, as with NO_COLOR set")


def seconds(text: str) -> float:
    """A type for arguments: a time in seconds, from 0 to 10."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= _MOST_SECONDS:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 10")
    return number


def display(arguments: Namespace) -> "tuple[Words, Device]":
    """The words and the device that the arguments of `add_display` ask for.

    Raises `CommandError` when standard output is closed or cannot show the language.
    """
    from qianma.terminal.abilities import choose_words
    from qianma.terminal.device import Device

    if sys.stdout is None:
        raise CommandError("standard output is closed")
    try:
        words = choose_words(
            arguments.language,
            default_language(os.environ),
            sys.stdout.encoding,
            os.environ,
            arguments.ascii,
        )
    except ValueError as error:
        raise CommandError(f"argument --language: {error}") from None
    return words, Device(colour=not arguments.no_color)
