"""`qianma check`: records against the rules."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from qianma.check import Report, check
from qianma.cli.arguments import add_json, add_language, output_language
from qianma.cli.errors import CommandError, complain, one_line, shortened
from qianma.cli.files import STANDARD_INPUT, read_record
from qianma.cli.output import print_json
from qianma.cli.parser import Subparsers
from qianma.explain import explain
from qianma.messages import text

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
    language = output_language(arguments)
    names = [name for argument in arguments.files for name in _record_names(argument)]
    alone = len(names) == len(arguments.files) == 1 and not Path(arguments.files[0]).is_dir()
    documents: list[dict[str, Any]] = []
    worst = _RIGHT
    for name in names:
        report = check(read_record(name))
        worst = max(worst, _code(report))
        if report.fault is not None:
            fault = report.fault
            reason = shortened(fault.reason_in(language))
            complain(f"{name}:{fault.line}: {fault.clause}: {reason}")
        if arguments.json:
            documents.append({"file": name, **report.as_object()})
        else:
            for line in _lines(name, report, arguments.explain, language):
                print(one_line(line))
    if arguments.json and alone:
        del documents[0]["file"]
        print_json(documents[0])
    elif arguments.json:
        print_json({"files": documents})
    return worst


def _record_names(argument: str) -> list[str]:
    """The records that an argument stands for."""
    path = Path(argument)
    if argument == STANDARD_INPUT or not path.is_dir():
        return [argument]
    found = sorted(str(file) for file in path.glob("*.jsonl") if file.is_file())
    if not found:
        raise CommandError(f"{argument}: no *.jsonl in this folder")
    return found


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
