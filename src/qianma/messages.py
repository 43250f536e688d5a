"""The one catalogue of everything that people read, in three languages.

A message is a key with parameters; its texts are in `messages/<language>.toml`. A parameter whose
name is or ends in `tile` is a tile kind and is shown by its name; one that is or ends in `pattern`
is a pattern name.

>>> text("pattern.seven_pairs", "zh-Hans")
'七对'
>>> text("refusal.not_in_hand", tile=4)
'there is no 5 of characters in the hand'
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Final

from qianma.tiles import tile_name

LANGUAGES: Final = ("zh-Hans", "zh-Hant", "en")


@cache
def catalogue(language: str) -> dict[str, str]:
    """All texts of a language by key, such as `refusal.not_complete`.

    Raises `KeyError` for a language that is not in `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    file = resources.files(__package__) / "messages" / f"{language}.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        f"{group}.{key}": value for group, table in tables.items() for key, value in table.items()
    }


def text(key: str, language: str = "en", /, **parameters: str | int) -> str:
    """The message `key` in `language`, with its parameters filled in.

    Raises `KeyError` for an unknown key or language.
    """
    shown = {name: _shown(name, value, language) for name, value in parameters.items()}
    return catalogue(language)[key].format(**shown)


def player_name(name: str, language: str = "en") -> str:
    """What a built-in player, or the `person`, is called; another name stands for itself.

    >>> player_name("greedy", "zh-Hans"), player_name("Ann", "zh-Hans")
    ('快手', 'Ann')
    """
    return text(f"player.{name}", language) if f"player.{name}" in catalogue(language) else name


def _shown(name: str, value: str | int, language: str) -> str:
    if isinstance(value, int) and name.endswith("tile"):
        return tile_name(value, language)
    if isinstance(value, str) and name.endswith("pattern"):
        return text(f"pattern.{value}", language)
    return str(value)
