"""What the page takes from the package: texts in each language, clauses, rulesets, players.

python build_hooks/page_texts.py FOLDER    with the package importable
"""

from __future__ import annotations

import json
import sys
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from qianma.clause_pages import clause_ids, clause_text
from qianma.messages import LANGUAGES, catalogue
from qianma.players import PLAYERS
from qianma.ruleset import load, names
from qianma.settings import PATTERNS, SETTINGS
from qianma.tiles import CODES, tile_name

GROUPS = (
    "pattern", "reason", "player", "refusal", "offer", "cited", "explain", "live", "people",
    "setting", "room", "phrase", "http",
)  # fmt: skip
"""The groups of the main catalogue that the page shows too."""


def page_catalogue(language: str) -> dict[str, str]:
    """What only the page says, by key."""
    folder = resources.files("qianma") / "messages" / "web"
    found: dict[str, str] = {}
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not entry.name.endswith(f".{language}.toml"):
            continue
        for group, table in tomllib.loads(entry.read_text(encoding="utf-8")).items():
            found |= {f"{group}.{key}": text for key, text in table.items()}
    return found


def texts(language: str) -> dict[str, str]:
    """All that the page says in a language, by key."""
    shared = {
        key: text
        for key, text in catalogue(language).items()
        if key.partition(".")[0] in GROUPS
    }  # fmt: skip
    # Read out often, so without the "of" that an English text has.
    tiles = {
        f"tile.{code}": tile_name(kind, language).replace(" of ", " ")
        for kind, code in enumerate(CODES)
    }
    if language == "en":
        tiles["tile.1s"] = "yaoji"
    titles = {f"ruleset.{name}": load(name).title(language) for name in names()}
    return {**shared, **tiles, **titles, **page_catalogue(language)}


def clauses(language: str) -> dict[str, str]:
    """The text of every clause, by its number."""
    return {number: clause_text(number, language) for number in clause_ids()}


def choices() -> str:
    """What a room may play, as a module of TypeScript."""
    rulesets = {name: load(name).settings() for name in names()}
    return "".join(
        f"export const {name} = {json.dumps(value, indent=1)} as const;\n"
        for name, value in {
            "RULESETS": rulesets,
            "PLAYERS": list(PLAYERS),
            "PATTERNS": PATTERNS,
            "SETTINGS": {key: described(check) for key, check in SETTINGS.items()},
        }.items()
    )


def described(check: Any) -> Any:
    """What a setting may be: a list of words, `{"least", "most"}`, a table of those, or `null`.

    Null stands for true or false, and for the fan of a pattern, which may be absent.
    """
    if isinstance(check, dict):
        return {key: described(one) for key, one in check.items()}
    if hasattr(check, "least"):
        return {"least": check.least, "most": check.most}
    return getattr(check, "values", None)


def main(folder: Path) -> None:
    """Write all files."""
    folder.mkdir(exist_ok=True)
    for language in LANGUAGES:
        for kind, content in (("texts", texts(language)), ("clauses", clauses(language))):
            text = json.dumps(content, ensure_ascii=False, indent=0, sort_keys=True)
            write(folder / f"{kind}.{language}.json", text)
    keys = " |\n  ".join(json.dumps(key) for key in sorted(texts("zh-Hans")))
    write(folder / "keys.ts", f"export type Key =\n  {keys};\n")
    write(folder / "choices.ts", choices())


def write(path: Path, text: str) -> None:
    """Write a file, unless it holds that already."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
