"""What is made out of the package for the page, and what the page shows of the rules."""

import json
from pathlib import Path

import pytest

import qianma
from qianma.ruleset import load
from scripts import web_types

ROOT = Path(__file__).parents[2]
HANDS = json.loads((ROOT / "web" / "src" / "pages" / "rule-hands.json").read_text("utf-8"))


@pytest.mark.parametrize("name", ["messages.ts", "http.ts"])
def test_types_are_those_of_the_server(name: str) -> None:
    """Renew them with `python scripts/web_types.py`."""
    written = (web_types.FOLDER / name).read_text(encoding="utf-8")
    assert written == web_types.files()[name]


@pytest.mark.parametrize(
    ("ruleset", "pattern"),
    [(one, name) for one in ("guiyang", "duyun") for name in HANDS if name in load(one).patterns],
)
def test_each_hand_of_the_rule_page_is_what_it_says(ruleset: str, pattern: str) -> None:
    rules = load(ruleset)
    tiles = qianma.parse_tiles(HANDS[pattern])
    value = qianma.score(rules, qianma.Holding.of(qianma.count_tiles(tiles)))
    assert (value.name, value.fan) == (pattern, rules.patterns[pattern])
