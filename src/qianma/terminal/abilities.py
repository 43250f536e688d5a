"""Which language and which characters a terminal can show."""

from collections.abc import Mapping
from typing import Final

from qianma.terminal.encodings import can_write, encodes
from qianma.terminal.words import Words

_BOXES: Final = "┌─┬┐│└┴┘→…·"
_PLAIN_LOCALES: Final = ("", "C", "POSIX")
_COERCED: Final = ("C.UTF-8", "C.utf8", "UTF-8")
"""What Python itself sets LC_CTYPE to in a plain locale: it says nothing of the terminal."""


def choose_words(
    language: str | None,
    default_language: str,
    encoding: str,
    environment: Mapping[str, str],
    ascii_only: bool = False,
) -> Words:
    """The words for a terminal of this encoding and environment.

    A `language` that was asked for is shown wherever the encoding has its characters; the default
    one only where the locale is no plain one and the terminal not a dumb one. Raises `ValueError`
    when what was asked for cannot be shown.
    """
    if ascii_only:
        if language not in (None, "en"):
            raise ValueError(f"{language} cannot be shown in ASCII")
        return Words("en", boxes=False)
    if language is not None and not can_write(language, encoding):
        raise ValueError(f"the terminal's encoding, {encoding}, cannot show {language}")
    plain = is_plain_locale(environment) or environment.get("TERM") == "dumb"
    chosen = language or default_language
    if language is None and (plain or not can_write(chosen, encoding)):
        chosen = "en"
    boxes = encodes(encoding, _BOXES) and (not plain or chosen != "en")
    return Words(chosen, boxes)


def is_plain_locale(environment: Mapping[str, str]) -> bool:
    """Whether the locale is C or POSIX, which promises ASCII only.

    >>> is_plain_locale({"LANG": "C", "LC_CTYPE": "C.UTF-8"}), is_plain_locale({"LANG": "C.UTF-8"})
    (True, False)
    """
    everything = environment.get("LC_ALL", "")
    if everything:
        return everything in _PLAIN_LOCALES
    characters = environment.get("LC_CTYPE", "")
    if characters and characters not in _COERCED:
        return characters in _PLAIN_LOCALES
    return environment.get("LANG", "") in _PLAIN_LOCALES
