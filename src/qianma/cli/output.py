"""How results are printed: JSON documents and tables."""

import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any


def print_json(document: dict[str, Any]) -> None:
    """Print one JSON document, in ASCII where the output cannot show everything."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    shows_all = encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(document, ensure_ascii=not shows_all))


def table(rows: Iterable[Sequence[object]]) -> list[str]:
    """Rows as lines in which the columns stand below one another.

    >>> table([("tile", "left"), ("幺鸡", 3)])
    ['tile  left', '幺鸡  3']
    """
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(map(_padded, row, widths)).rstrip() for row in cells]


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)
