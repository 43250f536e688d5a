"""The figures as a table for a terminal and for the page of the documentation."""

import os
import platform
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

import qianma
from benchmarks import ours
from benchmarks.load.parts import Figure, Size
from benchmarks.machine import processor
from benchmarks.page import figure

BEGIN: Final = "<!-- figures of the server: written by `python -m benchmarks.load --write` -->"
LIBRARIES: Final = (
    "uvicorn",
    "uvloop",
    "starlette",
    "websockets",
    "SQLAlchemy",
    "aiosqlite",
    "psycopg",
)

Columns = Mapping[str, Sequence[Figure]]
"""The figures of each database, and of the echo."""


def facts(size: Size, postgresql: str | None) -> list[tuple[str, str]]:
    """What the figures were measured on and with."""
    databases = f"SQLite {sqlite3.sqlite_version}"
    if postgresql is not None:
        databases += f", PostgreSQL {postgresql}"
    amount = (
        f"{size.tables:,} tables at one decision every {size.pace:g} s for {size.seconds:g} s; "
        f"{size.flat_tables:,} tables flat out for {size.flat_seconds:g} s; "
        f"{size.idle_tables:,} idle tables; four clients each"
    )
    return [
        ("qianma", f"{qianma.__version__}, {ours.form()}"),
        ("processor", f"{processor()}, {os.cpu_count()} cores, {platform.system()}"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("databases", databases),
        ("libraries", ", ".join(f"{name} {version(name)}" for name in LIBRARIES)),
        ("date", datetime.now(UTC).strftime("%Y-%m-%d")),
        ("load of the machine at the start", f"{os.getloadavg()[0]:.1f}"),
        ("run", amount),
    ]


def rows(columns: Columns) -> list[list[str]]:
    """The table: headings, then a line for each figure that any column has."""
    found: dict[str, dict[str, Figure]] = {}
    for name, figures in columns.items():
        for each in figures:
            found.setdefault(each.what, {})[name] = each
    lines = [["what", *columns, "goal", "reached"]]
    for what, cells in found.items():
        shown = [
            figure(cells[name].value, cells[name].unit) if name in cells else "-"
            for name in columns
        ]
        goals = [each for each in cells.values() if each.most is not None]
        goal = ", ".join(dict.fromkeys(f"under {each.most:g}{each.unit}" for each in goals))
        reached = "" if not goals else "yes" if all(each.reached for each in goals) else "NO"
        lines.append([what, *shown, goal, reached])
    return lines


def as_text(columns: Columns) -> str:
    """The table with aligned columns."""
    table = rows(columns)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in table
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def as_markdown(columns: Columns, known: Sequence[tuple[str, str]]) -> str:
    """The table and what it was measured on, as they stand in the page."""
    headings, *others = rows(columns)
    lines = [f"- {name}: {value}" for name, value in known]
    lines += ["", f"| {' | '.join(headings)} |", f"|---|{'--:|' * len(columns)}---|---|"]
    lines += [f"| {' | '.join(line)} |" for line in others]
    return "\n".join(lines)
