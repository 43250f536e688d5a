"""The arguments that several commands share."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from qianma.cli.errors import CommandError
from qianma.cli.files import MOST_OF_RULESET, require_plain_file
from qianma.messages import LANGUAGES
from qianma.ruleset import Ruleset, load, load_file
from qianma.settings import RulesetError
from qianma.terminal.encodings import can_write
from qianma.tiles import TileError, parse_tile, parse_tiles

_MOST_DIGITS: Final = 18
_TRADITIONAL: Final = ("TW", "HK", "MO", "Hant")
_LANGUAGE_VARIABLES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A type for arguments: a whole number in decimal digits, from `least` to `most`."""

    def convert(text: str) -> int:
        good = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not good or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return convert


def tile(text: str) -> int:
    """A type for arguments: one tile, in any notation."""
    try:
        return parse_tile(text)
    except TileError as error:
        raise ArgumentTypeError(str(error)) from None


def tiles(text: str) -> list[int]:
    """A type for arguments: tiles, in any notation."""
    try:
        return parse_tiles(text)
    except TileError as error:
        raise ArgumentTypeError(str(error)) from None


def ruleset(text: str) -> Ruleset:
    """A type for arguments: a shipped ruleset by name, or the path of a ruleset file (.toml)."""
    try:
        if text.endswith(".toml") or os.sep in text:
            with suppress(OSError, ValueError):  # `load_file` tells of them
                require_plain_file(Path(text), MOST_OF_RULESET)
            return load_file(Path(text))
        return load(text)
    except (RulesetError, CommandError) as error:
        raise ArgumentTypeError(str(error)) from None


def add_rules(parser: ArgumentParser) -> None:
    """Add `--rules R`."""
    parser.add_argument(
        "--rules",
        metavar="R",
        type=ruleset,
        required=True,
        help="a shipped ruleset (`qianma rules` lists them), or a ruleset file ending in .toml",
    )


def add_language(parser: ArgumentParser) -> None:
    """Add `--language`."""
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        help="language of the output (default: that of the environment, else English)",
    )


def output_language(arguments: Namespace) -> str:
    """The language that `add_language` asks for, or that of the environment.

    Raises `CommandError` when it was asked for and the output's encoding cannot show it; that of
    the environment then gives way to English. JSON can hold any text in any encoding.
    """
    asked: str | None = arguments.language
    chosen = asked or default_language(os.environ)
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    if arguments.json or can_write(chosen, encoding):
        return chosen
    if asked is not None:
        raise CommandError(
            f"argument --language: the output's encoding, {encoding}, cannot show {asked}"
        )
    return "en"


def add_json(parser: ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document instead")


def default_language(environment: Mapping[str, str]) -> str:
    """The language that the locale variables ask for, English if it is not Chinese.

    >>> default_language({"LANG": "zh_TW.UTF-8"}), default_language({"LANG": "de_DE.UTF-8"})
    ('zh-Hant', 'en')
    """
    locale = next((environment[name] for name in _LANGUAGE_VARIABLES if environment.get(name)), "")
    if not locale.startswith("zh"):
        return "en"
    return "zh-Hant" if any(place in locale for place in _TRADITIONAL) else "zh-Hans"
