"""The language that a request asks for."""

import re
from typing import Final

DEFAULT: Final = "en"


def language_of(accepted: str) -> str:
    """The language of the catalogue that an `Accept-Language` header likes best.

    >>> language_of("fr, zh-TW;q=0.9, en;q=0.8"), language_of("zh-CN"), language_of("")
    ('zh-Hant', 'zh-Hans', 'en')
    """
    weighed = [_weighed(part) for part in accepted[:256].split(",")]
    for weight, tag in sorted(weighed, key=lambda one: -one[0]):
        if weight == 0:
            break
        if re.match(r"zh-(hant|tw|hk|mo)\b", tag):
            return "zh-Hant"
        if tag.partition("-")[0] == "zh":
            return "zh-Hans"
        if tag.partition("-")[0] == "en":
            return "en"
    return DEFAULT


def _weighed(part: str) -> tuple[float, str]:
    tag, _, weight = part.partition(";")
    found = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
    return (float(found[1]) if found else 1.0), tag.strip().lower()
