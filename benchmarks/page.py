"""The table as text for a terminal and as a page of the documentation."""

from collections.abc import Sequence
from typing import Final

from benchmarks.rows import Row
from benchmarks.sizes import Size

HEADINGS: Final = ("what", "qianma", "peer", "its figure", "ratio", "goal", "reached")
NOISY: Final = 0.15
"""Passes that lie further apart than this are pointed out."""

BEGIN: Final = "<!-- figures: written by `python -m benchmarks --write` -->"
END: Final = "<!-- end of figures -->"


class PageError(Exception):
    """A page without the place where the figures belong."""


def figure(number: float | None, unit: str) -> str:
    """A figure in three or more digits, with its unit."""
    if number is None:
        return "-"
    if number >= 1e6:
        return f"{number / 1e6:,.2f} M{unit}"
    digits = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{digits}f}{unit}"


def cells(row: Row) -> tuple[str, ...]:
    """The columns of a row."""
    reached = {True: "yes", False: "NO", None: ""}[row.reached]
    if row.goal and row.reached is None:
        reached = "not measured"
    if row.differing:
        reached = "ANSWERS DIFFER"
    ratio = "-" if row.ratio is None else f"{row.ratio:,.{2 if row.ratio >= 0.1 else 4}f}x"
    return (
        row.what,
        figure(row.ours, row.unit),
        row.peer,
        figure(row.theirs, row.unit),
        ratio,
        row.goal,
        reached,
    )


def notes(rows: Sequence[Row]) -> list[str]:
    """What is to be said of single rows."""
    found = []
    for row in rows:
        noise = f"passes {row.spread:.0%} apart" if row.spread > NOISY else ""
        text = "; ".join(part for part in (row.note, noise) if part)
        if text:
            against = f" ({row.peer})" if row.peer else ""
            found.append(f"{row.what}{against}: {text}")
    return found


def as_text(rows: Sequence[Row]) -> str:
    """The table with aligned columns, then the notes."""
    table = [HEADINGS, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in table) for column in range(len(HEADINGS))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([*lines, "", *(f"- {note}" for note in notes(rows))])


def as_markdown(rows: Sequence[Row], facts: Sequence[tuple[str, str]], size: Size) -> str:
    """The table, its notes and what it was measured on, as they stand in the page."""
    passes = f"medians of {size.repeats} passes of {size.seconds:g} s"
    lines = [f"- {name}: {value}" for name, value in (*facts, ("run", f"{size.name}, {passes}"))]
    lines += ["", f"| {' | '.join(HEADINGS)} |", "|---|--:|---|--:|--:|---|---|"]
    lines += [f"| {' | '.join(cells(row))} |" for row in rows]
    lines += ["", *(f"- {note}" for note in notes(rows))]
    return "\n".join(lines)


def put_into(text: str, figures: str, mark: str = BEGIN) -> str:
    """The text of a page with other figures after a mark, up to the next `END`.

    Raises `PageError` when it has no place for them.
    """
    before, begin, rest = text.partition(mark)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise PageError(f"it lacks the lines {mark!r} and {END!r}")
    return f"{before}{begin}\n\n{figures}\n\n{end}{after}"
