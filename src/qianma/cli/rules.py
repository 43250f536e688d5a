"""`qianma rules`: the rulesets; or one ruleset's settings and clauses."""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from qianma.clause_pages import clause_text, clauses_of
from qianma.cli.arguments import add_json, add_language, output_language, ruleset
from qianma.cli.errors import one_line
from qianma.cli.output import print_json, table
from qianma.cli.parser import Subparsers
from qianma.messages import text
from qianma.ruleset import Ruleset, load, names

_EPILOG = """\
examples:
  qianma rules
  qianma rules duyun --language zh-Hans
  qianma rules my-table.toml --json

The settings are printed as they stand in a ruleset file.
"""


def add_parser(subparsers: Subparsers) -> None:
    """Describe the arguments."""
    parser = subparsers.add_parser(
        "rules",
        description="List the rulesets, or show the settings and clauses of one.",
        epilog=_EPILOG,
    )
    parser.add_argument(
        "ruleset",
        metavar="NAME",
        nargs="?",
        type=ruleset,
        help="a shipped ruleset, or a ruleset file ending in .toml",
    )
    add_language(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """List the rulesets or show one."""
    language = output_language(arguments)
    rules: Ruleset | None = arguments.ruleset
    if rules is not None:
        _show(rules, language, arguments.json)
        return 0
    titles = {name: load(name).title(language) for name in names()}
    if arguments.json:
        listed = [{"name": name, "title": title} for name, title in titles.items()]
        print_json({"rulesets": listed})
    else:
        print("\n".join(table(titles.items())))
    return 0


def _show(rules: Ruleset, language: str, as_json: bool) -> None:
    clauses = {clause: clause_text(clause, language) for clause in clauses_of(rules)}
    if as_json:
        print_json(
            {
                "name": rules.name,
                "family": rules.family,
                "title": rules.title(language),
                "settings": rules.settings(),
                "clauses": clauses,
            }
        )
        return
    title = rules.title(language)
    print(one_line(rules.name if title == rules.name else f"{rules.name}: {title}"))
    print()
    print(f"# {text('cli.settings', language)}")
    print("\n".join(settings_lines(rules, language)))
    print()
    print(f"# {text('cli.clauses', language)}")
    for clause, words in clauses.items():
        print(f"{clause} {words.replace('**', '')}")


def settings_lines(rules: Ruleset, language: str) -> Iterator[str]:
    """All settings as lines of a ruleset file; the patterns with their names in `language`."""
    tables: dict[str, dict[str, Any]] = {}
    for key, value in rules.settings().items():
        if isinstance(value, dict):
            tables[key] = value
        else:
            yield f"{key} = {_toml(value)}"
    for key, content in tables.items():
        yield ""
        yield f"[{key}]"
        for item, value in content.items():
            note = f"  # {text(f'pattern.{item}', language)}" if key == "patterns" else ""
            yield f"{item} = {_toml(value)}{note}"


def _toml(value: bool | int | str) -> str:
    """A setting's value as TOML: no text among them has anything to escape."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)
