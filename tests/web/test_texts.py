"""The texts of the page: one for every key in every language, each used, none missing."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from qianma.clause_pages import page
from qianma.messages import LANGUAGES, catalogue

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src" / "qianma" / "messages" / "web"
AREAS = sorted({path.name.partition(".")[0] for path in FOLDER.glob("*.toml")})
Texts = dict[str, str]


def texts(area: str, language: str) -> Texts:
    file = FOLDER / f"{area}.{language}.toml"
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        f"{group}.{key}": text for group, table in tables.items() for key, text in table.items()
    }


def parameters(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_every_language_has_the_same_keys_in_the_same_order(area: str) -> None:
    for language in LANGUAGES:
        assert list(texts(area, language)) == list(texts(area, "en")), language


@pytest.mark.parametrize("area", AREAS)
def test_every_text_has_the_same_parameters_and_is_not_empty(area: str) -> None:
    for key, template in texts(area, "en").items():
        for language in LANGUAGES:
            found = texts(area, language)[key]
            assert parameters(found) == parameters(template), (key, language)
            assert found.strip() or "separator" in key, (key, language)


def test_no_group_stands_in_two_files() -> None:
    groups = Counter({key.partition(".")[0] for key in catalogue("en")})
    for area in AREAS:
        groups.update({key.partition(".")[0] for key in texts(area, "en")})
    assert [group for group, count in groups.items() if count > 1] == []


@pytest.mark.parametrize("area", AREAS)
def test_the_two_scripts_say_the_same(area: str) -> None:
    """Each keeps to its own characters, and they differ in single ones only."""
    simplified, traditional = page("zh-Hans"), page("zh-Hant")
    pairs = {pair for pair in zip(simplified, traditional, strict=True) if pair[0] != pair[1]}
    only_simplified = {one for one, _ in pairs} - set(traditional)
    only_traditional = {other for _, other in pairs} - set(simplified)
    for key, here in texts(area, "zh-Hans").items():
        there = texts(area, "zh-Hant")[key]
        assert len(here) == len(there), key
        assert not only_simplified & set(there), key
        assert not only_traditional & set(here), key


def sources() -> Iterator[str]:
    for path in sorted((ROOT / "web" / "src").rglob("*.ts*")):
        yield path.read_text(encoding="utf-8")


def named() -> list[re.Pattern[str]]:
    """The keys that the sources name; what a template fills in matches any words."""
    found = []
    for text in sources():
        for literal in re.findall(r'"([a-z-]+\.[a-z0-9_-]+)"|`([a-z-]+\.[^`]*)`', text):
            pattern = re.sub(r"\\\$\\\{.*?\\\}", "[a-z0-9_-]+", re.escape(literal[0] or literal[1]))
            found.append(re.compile(pattern))
    return found


@pytest.mark.parametrize("area", AREAS)
def test_every_key_is_used(area: str) -> None:
    patterns = named()
    unused = [key for key in texts(area, "en") if not any(one.fullmatch(key) for one in patterns)]
    assert unused == []
