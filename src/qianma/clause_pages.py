"""The pages of the rules: every clause by its id, in three languages.

A page is the package's `clauses/<language>.md`, in which each clause is one line.

>>> from qianma.ruleset import load
>>> clause_text("C-5")[:42]
'Allowed: draw, discard, pong, kong, win, d'
>>> [clause_id for clause_id in clauses_of(load("guiyang-street")) if clause_id.startswith("G-S")]
['G-S1', 'G-S2', 'G-S3', 'G-S4', 'G-S5', 'G-S6']
"""

import re
from functools import cache
from importlib import resources
from typing import Final

from qianma.messages import LANGUAGES
from qianma.ruleset import Ruleset

_CLAUSE: Final = re.compile(r"^- \*\*([A-Z]-S?\d+)\*\* (.+)$", re.MULTILINE)
_SECTIONS: Final = {
    "guiyang": ("C", "G"),
    "guiyang-street": ("C", "G", "G-S"),
    "duyun": ("C", "D"),
}
"""The sections of the pages that bear on each family of rulesets."""


@cache
def page(language: str = "en") -> str:
    """The whole page in Markdown. Raises `KeyError` for an unknown language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    file = resources.files(__package__) / "clauses" / f"{language}.md"
    return file.read_text(encoding="utf-8")


def clause_ids() -> list[str]:
    """The ids of all clauses, such as `G-18`, in the order of the pages."""
    return list(_clauses("en"))


def clause_text(clause_id: str, language: str = "en") -> str:
    """The text of a clause in Markdown, without its id.

    Raises `KeyError` for an unknown clause or language.
    """
    return _clauses(language)[clause_id]


def clauses_of(ruleset: Ruleset) -> list[str]:
    """The ids of the clauses that bear on a ruleset's family, in the order of the pages."""
    sections = _SECTIONS[ruleset.family]
    return [clause_id for clause_id in clause_ids() if section_of(clause_id) in sections]


def section_of(clause_id: str) -> str:
    """The section that a clause stands in: `C`, `G`, `G-S` or `D`.

    >>> section_of("G-18"), section_of("G-S3")
    ('G', 'G-S')
    """
    return clause_id.rstrip("0123456789").rstrip("-")


@cache
def _clauses(language: str) -> dict[str, str]:
    return dict(_CLAUSE.findall(page(language)))
