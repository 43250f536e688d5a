"""Which languages can be written in an encoding."""

from typing import Final

_SAMPLES: Final = {"en": "5m", "zh-Hans": "万条幺鸡报听", "zh-Hant": "萬條么雞報聽"}


def can_write(language: str, encoding: str) -> bool:
    """Whether an encoding has the characters of a language.

    >>> can_write("zh-Hant", "big5"), can_write("zh-Hans", "big5"), can_write("en", "ascii")
    (True, False, True)
    """
    return encodes(encoding, _SAMPLES[language])


def encodes(encoding: str, text: str) -> bool:
    """Whether an encoding, which need not exist, has the characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
