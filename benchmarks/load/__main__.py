"""The server under load: `qianma serve` and four clients a table, on this machine.

Exit code 1 when something goes wrong under load: a decision that is refused, lost or told twice, a
connection that breaks. A goal that is missed is in the table and fails nothing.
"""

import argparse
import dataclasses
import sys
from collections.abc import Coroutine, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import uvloop

from benchmarks import page
from benchmarks.load import parts, processes, report
from benchmarks.load.parts import Figure, Size
from benchmarks.load.playing import LoadError
from tests.server.operating import Running
from tests.server.postgres import Cluster, binaries, cluster

SIZES: Final = {"tiny": parts.TINY, "quick": parts.QUICK, "usual": parts.USUAL}
PARTS: Final = ("pace", "flat", "idle")
GOALS: Final = {"SQLite": 100.0, "PostgreSQL": 150.0}
"""In milliseconds: the time from a decision to its event that 99 of 100 stay below."""
ECHO: Final = "echo only"
MOST_LOGGED: Final = 20
"""So many last lines of the server's log are shown when something went wrong."""


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the table and return the exit code."""
    arguments = _parser().parse_args(argv)
    size = SIZES[arguments.size]
    if arguments.tables is not None:
        size = dataclasses.replace(size, tables=arguments.tables)
    processes.allow_many_connections()
    programs = binaries()
    known = report.facts(size, programs.parent.name if programs else None)
    try:
        columns = _measure(arguments, size)
    except (LoadError, OSError) as error:
        print(f"benchmarks.load: {error}", file=sys.stderr)
        return 1
    for name, value in known:
        print(f"{name}: {value}")
    print()
    print(report.as_text(columns))
    if arguments.write is not None:
        try:
            _write(arguments.write, report.as_markdown(columns, known))
        except (OSError, page.PageError) as error:
            print(f"benchmarks.load: {arguments.write}: {error}", file=sys.stderr)
            return 1
    return 0


def _measure(arguments: argparse.Namespace, size: Size) -> dict[str, list[Figure]]:
    columns: dict[str, list[Figure]] = {}
    chosen = arguments.part or PARTS
    for database in arguments.database or GOALS:
        with ExitStack() as stack:
            running: Cluster | None = None
            if database == "PostgreSQL":
                if binaries() is None:
                    _tell("PostgreSQL 15 or newer is missing: left out")
                    continue
                running = stack.enter_context(cluster())
            columns[database] = []
            for part in chosen:
                _tell(f"{database}: {part} ...")
                columns[database] += _part(part, database, running, size, arguments.profile)
            if arguments.minutes is not None and database == "SQLite":
                _tell(f"{database}: soak ...")
                with processes.server(running) as server:
                    columns[database] += uvloop.run(
                        parts.soak(server, size, arguments.minutes, _tell)
                    )
    if not arguments.no_echo:
        _tell("echo ...")
        with processes.echo_server() as (process, port):
            columns[ECHO] = uvloop.run(parts.echo_at_a_pace(process, port, size))
            columns[ECHO] += uvloop.run(parts.echo_flat_out(process, port, size))
    return columns


def _part(
    part: str, database: str, running: Cluster | None, size: Size, profile: Path | None
) -> list[Figure]:
    """Measure one part against a server of its own."""
    with processes.server(running, profile) as server:
        try:
            return uvloop.run(_work(part, server, size, GOALS[database]))
        except (LoadError, OSError):
            _tell("\n".join(server.log.splitlines()[-MOST_LOGGED:]))
            raise


def _work(part: str, server: Running, size: Size, goal: float) -> Coroutine[Any, Any, list[Figure]]:
    if part == "pace":
        return parts.at_a_pace(server, size, goal)
    if part == "flat":
        return parts.flat_out(server, size)
    return parts.idle_memory(server, size)


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _write(path: Path, figures: str) -> None:
    text = page.put_into(path.read_text(encoding="utf-8"), figures, report.BEGIN)
    path.write_text(text, encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--size", choices=tuple(SIZES), default="usual", help="how much is done")
    parser.add_argument("--tables", metavar="N", type=int, help="tables at the pace")
    parser.add_argument(
        "--database", choices=tuple(GOALS), action="append", help="one only (may be repeated)"
    )
    parser.add_argument(
        "--part", choices=PARTS, action="append", help="one part only (may be repeated)"
    )
    parser.add_argument("--no-echo", action="store_true", help="without the echo server")
    parser.add_argument(
        "--minutes", metavar="M", type=float, help="also play at the pace for so long, on SQLite"
    )
    parser.add_argument(
        "--profile", metavar="FILE", type=Path, help="write where the server's time went (slower)"
    )
    parser.add_argument("--write", metavar="FILE", type=Path, help="put the figures into a page")
    return parser


if __name__ == "__main__":
    sys.exit(main())
