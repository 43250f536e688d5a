"""The speed of qianma side by side with other libraries.

Each comparison is run in a process of its own, on one core. Exit code 1 when answers differ that
must not, or a comparison fails; a goal that is missed is in the table and fails nothing.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import machine, page
from benchmarks.comparisons import COMPARISONS
from benchmarks.measuring import ONE_THREAD
from benchmarks.rows import Row
from benchmarks.sizes import FULL, QUICK, USUAL, Size

ROOT = Path(__file__).resolve().parent.parent


class ComparisonError(Exception):
    """A comparison that came to no end; the text is the last that it said."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the comparisons, print the table and return the exit code."""
    arguments = _parser().parse_args(argv)
    size = QUICK if arguments.quick else FULL if arguments.full else USUAL
    facts = machine.description()
    rows: list[Row] = []
    failed = False
    for name in arguments.only or COMPARISONS:
        print(f"{COMPARISONS[name]} ...", file=sys.stderr, flush=True)
        try:
            rows += run(name, size)
        except ComparisonError as error:
            failed = True
            rows.append(Row(COMPARISONS[name], "", None, note=f"FAILED: {error}"))
    for name, value in facts:
        print(f"{name}: {value}")
    print()
    print(page.as_text(rows))
    if arguments.write is not None:
        try:
            _write(arguments.write, page.as_markdown(rows, facts, size))
        except (OSError, page.PageError) as error:
            print(f"benchmarks: {arguments.write}: {error}", file=sys.stderr)
            return 1
    return int(failed or any(row.differing for row in rows))


def run(name: str, size: Size) -> list[Row]:
    """The rows of one comparison, from a process of its own. Raises `ComparisonError`."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.one", name, size.name],
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": _python_path()},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        raise ComparisonError(f"exit code {done.returncode}, {said[-1]}")
    return [Row(**row) for row in json.loads(done.stdout)]


def _write(path: Path, figures: str) -> None:
    path.write_text(page.put_into(path.read_text(encoding="utf-8"), figures), encoding="utf-8")


def _python_path() -> str:
    """This checkout before whatever else is searched, for the processes that are started."""
    inherited = os.environ.get("PYTHONPATH")
    return os.pathsep.join([str(ROOT), *([inherited] if inherited else [])])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_true", help="a first look, in about a minute")
    sizes.add_argument("--full", action="store_true", help="longer passes, a million hands")
    parser.add_argument(
        "--only",
        metavar="NAME",
        choices=tuple(COMPARISONS),
        action="append",
        help=f"one comparison (may be repeated): {', '.join(COMPARISONS)}",
    )
    parser.add_argument("--write", metavar="FILE", type=Path, help="put the figures into a page")
    return parser


if __name__ == "__main__":
    sys.exit(main())
