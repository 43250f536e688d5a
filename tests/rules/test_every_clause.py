"""No clause without a test and a place in the code; the shipped numbers are those of the rules."""

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import qianma
from qianma.clause_pages import clause_ids
from qianma.ruleset import load, names

PACKAGE: Final = Path(qianma.__file__).parent
TESTS: Final = Path(__file__).parent.parent

_CITATION: Final = re.compile(r"\[([CGD]-S?\d+(?: [^\]]+)?)\]")
"""A citation in a docstring: `[G-17]`, or `[G-17 value]` for one of several parts of a clause."""

DECIDES_NOTHING: Final = {
    "D-18": "the absence of a rule: a setting of the ruleset",
    "D-19": "coins are a matter of the room, not of the rules",
}
"""Clauses that no function of the package decides, with the reason."""


@cache
def definitions(folder: Path) -> list[tuple[str, str]]:
    """Name (with module) and docstring of every function and class below a folder."""
    found: list[tuple[str, str]] = []
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{path.relative_to(folder)}:{node.name}"
                found.append((name, ast.get_docstring(node) or ""))
    return found


def citations() -> dict[str, list[str]]:
    """Where each citation stands in the package: its text, and what has it."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, docstring in definitions(PACKAGE):
        for citation in _CITATION.findall(docstring):
            places[citation].append(name)
    return dict(places)


def test_the_pages_list_all_clauses_in_order() -> None:
    assert clause_ids() == [
        *(f"C-{number}" for number in range(1, 19)),
        *(f"G-{number}" for number in range(1, 24)),
        *(f"G-S{number}" for number in range(1, 7)),
        *(f"D-{number}" for number in range(1, 20)),
    ]


@pytest.mark.parametrize("clause", clause_ids())
def test_every_clause_has_a_test_named_after_it(clause: str) -> None:
    prefix = f"test_{clause.replace('-', '_')}_"
    tests = {name.split(":")[1] for name, _ in definitions(TESTS)}
    assert any(name.startswith(prefix) for name in tests), f"no test is named {prefix}..."


def test_every_citation_stands_in_one_place() -> None:
    doubled = {text: places for text, places in citations().items() if len(places) > 1}
    assert not doubled


def test_every_citation_names_a_clause() -> None:
    unknown = {text for text in citations() if text.split()[0] not in clause_ids()}
    assert not unknown


@pytest.mark.parametrize("clause", [one for one in clause_ids() if one not in DECIDES_NOTHING])
def test_every_clause_that_decides_something_is_cited(clause: str) -> None:
    assert clause in {text.split()[0] for text in citations()}


def test_no_exception_is_left_over() -> None:
    cited = {text.split()[0] for text in citations()}
    assert not cited & set(DECIDES_NOTHING)
    assert set(DECIDES_NOTHING) <= set(clause_ids())


def test_the_scan_sees_what_it_looks_for(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(
        'class A:\n    def f(self):\n        """Do it [G-17 value] [D-1]."""\n', encoding="utf-8"
    )
    found = dict(definitions(tmp_path))
    assert set(found) == {"module.py:A", "module.py:f"}
    assert _CITATION.findall(found["module.py:f"]) == ["G-17 value", "D-1"]


# The settings table of the rules, written out once more. Where the four games agree on a line it
# has one value, else one each for guiyang, guiyang-street, duyun and duyun-huazhu.
GAMES: Final = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")
GUIYANG_PATTERNS: Final = {
    "plain": 1, "all_triplets": 5, "seven_pairs": 7, "dragon_seven_pairs": 10, "full_flush": 10,
    "flush_triplets": 15, "flush_seven_pairs": 17, "flush_dragon_seven_pairs": 20,
}  # fmt: skip
STREET_PATTERNS: Final = {
    "plain": 1, "all_triplets": 5, "seven_pairs": 6, "dragon_seven_pairs": 11, "full_flush": 10,
    "flush_triplets": 15, "flush_seven_pairs": 16, "flush_dragon_seven_pairs": 21,
}  # fmt: skip
DUYUN_PATTERNS: Final = {
    "plain": 1, "all_triplets": 3, "full_flush": 6, "seven_pairs": 6, "flush_triplets": 9,
    "triplets_258": 9, "dragon_seven_pairs": 12, "flush_seven_pairs": 12, "flush_terminals": 12,
    "heavenly_hand": 18, "earthly_hand": 18, "flush_dragon_seven_pairs": 18,
}  # fmt: skip
ALL_CHICKENS: Final = {
    "yaoji": True, "flipped": True, "golden": True, "charge": True, "responsible": True,
}  # fmt: skip
NO_CHICKENS: Final = dict.fromkeys(ALL_CHICKENS, False)
SETTINGS_TABLE: Final[dict[str, tuple[Any, ...]]] = {
    "patterns": (GUIYANG_PATTERNS, STREET_PATTERNS, DUYUN_PATTERNS, DUYUN_PATTERNS),
    "base": (1, 1, 6, 6),
    "plain_discard_needs_bean": (True,),
    "bean_fan": (
        {"discard": 1, "added": 3, "concealed": 2},
        *[{"discard": 1, "added": 1, "concealed": 2}] * 3,
    ),
    "bean_timing": ("at_win", "at_win", "at_once", "at_once"),
    "beans_when_exhausted": ("void", "void", "refund_if_not_ready", "refund_if_not_ready"),
    "late_added_kong": ("paid",),
    "kong_flower_fan": (0, 0, 1, 1),
    "kong_shot_fan": (0, 2, 1, 1),
    "kong_shot": ("none", "void_kong", "transfer", "transfer"),
    "kong_shot_waives_bean": (False, True, False, False),
    "robbed_kong": ("pays_for_all", "pays_for_all", "pays_as_discard", "pays_as_discard"),
    "declared_ready": ("as_flush", "as_flush", "bonus", "bonus"),
    "declared_ready_fan": (10, 10, 6, 6),
    "declared_ready_kongs": ("never", "if_waits_unchanged", "never", "never"),
    "declared_ready_must_win": (False, False, True, True),
    "passed_win_blocks": (True, True, False, False),
    "last_four_forces": ("off", "off", "drawn", "drawn"),
    "chickens": (ALL_CHICKENS, ALL_CHICKENS, NO_CHICKENS, NO_CHICKENS),
    "settle_only_ready": (False,),
    "dealer_bonus": (
        *[{"dealing": 1, "repeat": 1}] * 2,
        *[{"dealing": 0, "repeat": 1}] * 2,
    ),
    "dealer_bonus_at_ready_check": (False,),
    "two_winners_deal": ("first_from_dealer", "first_from_dealer", "discarder", "discarder"),
    "flower_pig": (False, False, False, True),
    "leaving": ("bot_takes_over", "bot_takes_over", "ends_game", "ends_game"),
    "penalty_fan": (16,),
}


def test_four_rulesets_ship() -> None:
    assert sorted(names()) == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_rulesets_hold_the_numbers_of_the_settings_table(game: str) -> None:
    place = GAMES.index(game)
    expected = {
        setting: values[0] if len(values) == 1 else values[place]
        for setting, values in SETTINGS_TABLE.items()
    }
    assert load(game).settings() == expected
