"""The pages of the rules as an API."""

import re

import pytest

from qianma.clause_pages import clause_ids, clause_text, clauses_of, page, section_of
from qianma.messages import LANGUAGES
from qianma.ruleset import load

COUNTS = {"C": 18, "G": 23, "G-S": 6, "D": 19}
"""How many clauses each section has; they are numbered from 1 without a gap."""

IDS = [
    f"{section}{'' if section == 'G-S' else '-'}{number}"
    for section, count in COUNTS.items()
    for number in range(1, count + 1)
]


def test_every_clause_in_order() -> None:
    assert clause_ids() == IDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_one_line_of_the_page_in_every_language(language: str) -> None:
    lines = page(language).splitlines()
    found = [line for line in lines if re.match(r"- \*\*[A-Z]-S?\d+\*\* ", line)]
    assert found == [f"- **{one}** {clause_text(one, language)}" for one in IDS]


def test_a_clause_cites_the_same_clauses_in_every_language() -> None:
    """A sign that the three pages say the same: ids and code words agree clause by clause."""
    for one in IDS:
        cited = {
            language: set(re.findall(r"\b[CGD]-S?\d+\b|`[a-z_0-9]+`", clause_text(one, language)))
            for language in LANGUAGES
        }
        assert cited["en"] == cited["zh-Hans"] == cited["zh-Hant"], one


def test_every_clause_that_is_cited_exists() -> None:
    for language in LANGUAGES:
        cited = set(re.findall(r"\b[CGD]-S?\d+\b", page(language), re.ASCII))
        assert cited <= set(IDS)


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("guiyang", {"C", "G"}),
        ("guiyang-street", {"C", "G", "G-S"}),
        ("duyun", {"C", "D"}),
        ("duyun-huazhu", {"C", "D"}),
    ],
)
def test_clauses_of_a_ruleset(name: str, sections: set[str]) -> None:
    found = clauses_of(load(name))
    assert found == [one for one in IDS if section_of(one) in sections]
    assert len(found) == sum(COUNTS[section] for section in sections)
    assert clauses_of(load(name, {"base": 2})) == found


def test_clause_text() -> None:
    assert clause_text("D-3") == "One fan is 6 points (the base)."
    assert clause_text("D-3", "zh-Hans") == "一番为 6 分（底分）。"
    assert clause_text("G-2", "zh-Hant").startswith("此後胡牌者坐莊。")


@pytest.mark.parametrize("unknown", ["G-24", "G-0", "g-1", "G1", "E-1", "G-S"])
def test_an_unknown_clause(unknown: str) -> None:
    with pytest.raises(KeyError, match=re.escape(unknown)):
        clause_text(unknown)


def test_an_unknown_language() -> None:
    with pytest.raises(KeyError):
        page("fr")
    with pytest.raises(KeyError):
        clause_text("G-1", "zh")
