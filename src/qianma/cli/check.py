"""`qianma check`: records against the rules."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from qianma.check import Report, check
from qianma.cli.arguments import add_json, add_language
from qianma.cli.errors import CommandError, complain, one_line, shortened
from qianma.cli.output import print_json
from qianma.cli.parser import Subparsers
from qianma.explain import explain
from qianma.messages import text

_STANDARD_INPUT: Final = "-"
_RIGHT, _WRONG, _UNREADABLE = 0, 1, 2

_EPILOG: Final = """\
examples:
  qianma check match.jsonl
  qianma check --json records/
  qianma check --explain - < match.jsonl
  qianma simulate --rules duyun --hands 16 --seed 1 --players greedy,greedy,random,random \\
    --records records && qianma check records

What is wrong goes to standard error as FILE:LINE: CLAUSE: reason. Exit code 1 when a line breaks a
rule or a result differs, 2 when a line cannot be read.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "check",
        description="Check every line of records against the rules and settle every hand.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a record; `-` is standard input, a folder stands for its *.jsonl",
    )
    parser.add_argument(
        "--explain", action="store_true", help="explain the settlement of every hand"
    )
    add_language(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Check the records, each up to its first fault."""
    names = [name for argument in arguments.files for name in _record_names(argument)]
    documents: list[dict[str, Any]] = []
    worst = _RIGHT
    for name in names:
        report = check(_read(name))
        worst = max(worst, _code(report))
        if report.fault is not None:
            fault = report.fault
            reason = shortened(fault.reason_in(arguments.language))
            complain(f"{name}:{fault.line}: {fault.clause}: {reason}")
        if arguments.json:
            documents.append({"file": name, **report.as_object()})
        else:
            for line in _lines(name, report, arguments.explain, arguments.language):
                print(one_line(line))
    if arguments.json and len(documents) == 1:
        del documents[0]["file"]
        print_json(documents[0])
    elif arguments.json:
        print_json({"files": documents})
    return worst


def _record_names(argument: str) -> list[str]:
    """The records that an argument stands for."""
    path = Path(argument)
    if argument == _STANDARD_INPUT or path.is_file():
        return [argument]
    if not path.is_dir():
        if path.exists():
            return [argument]
        raise CommandError(f"{argument}: No such file or directory")
    found = sorted(str(file) for file in path.glob("*.jsonl") if file.is_file())
    if not found:
        raise CommandError(f"{argument}: no *.jsonl in this folder")
    return found


def _read(name: str) -> bytes:
    try:
        if name == _STANDARD_INPUT:
            return sys.stdin.buffer.read() if sys.stdin is not None else b""
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from None


def _code(report: Report) -> int:
    if report.fault is None:
        return _RIGHT
    return _UNREADABLE if report.fault.unreadable else _WRONG


def _lines(name: str, report: Report, explained: bool, language: str) -> Iterator[str]:
    """What is told of one record: its hands explained if wanted, and that all is right."""
    if explained:
        settled = zip(report.results, report.hands, strict=True)
        for number, (result, hand) in enumerate(settled, start=1):
            yield text("cli.hand_of_record", language, file=name, number=number)
            for line in explain(result, None, language, hand):
                yield "  " + line
    if report.fault is None:
        key = "cli.record_unfinished" if report.unfinished else "cli.record_right"
        yield text(key, language, file=name, hands=len(report.results))
