"""Why a file or line cannot be read as a record, in words of the reader's language."""

import re
from typing import Final

from qianma.messages import text

# How the decoder words what is wrong with a value: see the documentation of msgspec.
_AT: Final = r"(?: - at `(?P<where>.+)`)?$"
_REASONS: Final = (
    ("unreadable.expected", re.compile(r"Expected (?P<expected>.+?), got (?P<found>.+?)" + _AT)),
    ("unreadable.must_be", re.compile(r"Expected (?P<expected>.+?)" + _AT)),
    ("unreadable.missing", re.compile(r"Object missing required field `(?P<field>.+?)`" + _AT)),
    ("unreadable.invalid", re.compile(r"Invalid (?:enum )?value (?P<found>.+?)" + _AT)),
    ("unreadable.not_json", re.compile(r"JSON is malformed: .+ \(byte (?P<byte>\d+)\)$")),
    ("unreadable.cut", re.compile(r"Input data was truncated$")),
)
_BOUNDS: Final = (
    ("unreadable.of_length", re.compile(r"(?P<what>.+) of length (?P<length>.+)")),
    ("unreadable.of_form", re.compile(r"(?P<what>.+) matching regex (?P<form>.+)")),
)
_TYPES: Final = frozenset({"int", "float", "str", "bool", "array", "object", "null"})


class RecordError(ValueError):
    """A file or line that cannot be read as a record. `line` counts from 1, 0 for the file.

    `key` and `facts` are its message; `kind` is the type of the line, where that is known.
    """

    def __init__(self, line: int, key: str, kind: str = "", /, **facts: str | int) -> None:
        self.line = line
        self.key = key
        self.kind = kind
        self.facts = facts
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """The reason in words."""
        facts = {name: _told(fact, language) for name, fact in self.facts.items()}
        where = facts.pop("where", "")
        reason = text(self.key, language, **facts)
        if where:
            reason = text("unreadable.at", language, reason=reason, where=where)
        if self.kind:
            reason = text("unreadable.line", language, kind=self.kind, reason=reason)
        return reason


def misfit(line: int, reason: str, kind: str = "") -> RecordError:
    """The error for what the decoder says of a value that does not fit the format."""
    reason = reason.replace("\n", " ")
    for key, pattern in _REASONS:
        found = pattern.match(reason)
        if found is not None:
            facts: dict[str, str | int] = {}
            facts.update({name: fact for name, fact in found.groupdict().items() if fact})
            return RecordError(line, key, kind, **facts)
    return RecordError(line, "unreadable.other", kind, reason=reason)


def _told(fact: str | int, language: str) -> str | int:
    """A fact with types, such as `int | null` in backticks, and what bounds them in words."""
    if isinstance(fact, int):
        return fact
    told = re.sub("`([a-z |]+)`", lambda found: _types(found.group(1), language), fact)
    for key, pattern in _BOUNDS:
        bound = pattern.match(told)
        if bound is not None:
            return text(key, language, **bound.groupdict())
    return told


def _types(named: str, language: str) -> str:
    parts = named.split(" | ")
    if not _TYPES.issuperset(parts):
        return f"`{named}`"
    words = [text(f"unreadable.type_{part}", language) for part in parts]
    return text("unreadable.or", language).join(words)
