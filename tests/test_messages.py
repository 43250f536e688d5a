"""The message catalogue: one text for every key in every language, each used, none missing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from qianma.clause_pages import page
from qianma.ledger import REASONS
from qianma.messages import LANGUAGES, catalogue, player_name, text
from qianma.players import PLAYERS
from qianma.rules.refusals import CODES
from qianma.settings import PATTERNS
from qianma.tiles import KINDS, tile_name

SOURCE = Path(__file__).parent.parent / "src" / "qianma"
TABLES = {key.partition(".")[0] for key in catalogue("en")}


def parameters(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_the_same_order(language: str) -> None:
    """`en` stands for all; the order makes the files comparable side by side."""
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("key", catalogue("en"))
def test_every_text_has_the_same_parameters_and_is_not_empty(key: str) -> None:
    expected = parameters(catalogue("en")[key])
    assert all(name.isidentifier() for name in expected)
    for language in LANGUAGES:
        template = catalogue(language)[key]
        assert parameters(template) == expected, language
        assert template.strip() or key == "explain.separator"


def test_english_texts_can_be_shown_on_any_terminal() -> None:
    for key, template in catalogue("en").items():
        assert template.isascii(), key


def test_chinese_texts_are_chinese() -> None:
    """What a Chinese reader gets holds no English words but names of the record format."""
    names = {"match", "discard", "robbed_kong"}
    for language in ("zh-Hans", "zh-Hant"):
        for key, template in catalogue(language).items():
            if key.startswith("terminal."):
                continue
            bare = re.sub(r"\{[a-z_]+\}", "", template)
            assert set(re.findall(r"[a-z_]{2,}", bare)) <= names, key


def test_each_script_keeps_to_its_own_characters() -> None:
    """The clause pages correspond character by character; they tell the scripts apart."""
    simplified, traditional = page("zh-Hans"), page("zh-Hant")
    assert len(simplified) == len(traditional)
    pairs = {pair for pair in zip(simplified, traditional, strict=True) if pair[0] != pair[1]}
    only_simplified = {one for one, _ in pairs} - set(traditional)
    only_traditional = {other for _, other in pairs} - set(simplified)
    assert len(pairs) > 100
    for key in catalogue("en"):
        assert not only_simplified & set(catalogue("zh-Hant")[key]), key
        assert not only_traditional & set(catalogue("zh-Hans")[key]), key


def test_the_two_scripts_say_the_same() -> None:
    """Where they differ, they differ in single characters that stand for one another."""
    pairs = set(zip(page("zh-Hans"), page("zh-Hant"), strict=True)) | {("记", "紀")}
    known = {one for one, _ in pairs}
    for key, template in catalogue("zh-Hans").items():
        other = catalogue("zh-Hant")[key]
        assert len(template) == len(other), key
        for here, there in zip(template, other, strict=True):
            assert here == there or here not in known or (here, there) in pairs, (key, here)


def test_terms_are_those_of_the_clause_pages() -> None:
    """Names of patterns and payments appear on the page of the same language."""
    for language in ("zh-Hans", "zh-Hant"):
        words = page(language)
        for name in PATTERNS:
            assert text(f"pattern.{name}", language) in words, name
        for reason in set(REASONS) - {"bean_refund", "kong_transfer"}:
            for part in text(f"reason.{reason}", language).split("的"):
                assert part in words, reason


def test_every_player_has_a_name_in_every_language() -> None:
    keys = {key for key in catalogue("en") if key.startswith("player.")}
    assert keys == {f"player.{name}" for name in (*PLAYERS, "person")}
    for language in ("zh-Hans", "zh-Hant"):
        shown = {player_name(name, language) for name in (*PLAYERS, "person")}
        assert len(shown) == len(keys)
        assert not any(name.isascii() for name in shown)
        assert player_name("no player", language) == "no player"


@pytest.mark.parametrize("language", LANGUAGES)
def test_clauses_are_cited_in_one_form(language: str) -> None:
    """In brackets, those of the language, at the end of what they are the reason for."""
    opening, closing = "()" if language == "en" else "（）"
    clause = r"(?:[CGD]-S?\d+|\{clause\})"
    for key, template in catalogue(language).items():
        cited = re.findall(clause, template)
        bracketed = re.findall(re.escape(opening) + clause + re.escape(closing), template)
        if key != "terminal.replay_fault":  # where the clause comes first, as in qianma check
            assert len(cited) == len(bracketed), key


def test_codes_of_the_rules_all_have_a_text() -> None:
    for table, codes in {"pattern": PATTERNS, "reason": REASONS, "refusal": CODES}.items():
        keys = {key for key in catalogue("en") if key.startswith(f"{table}.")}
        assert keys == {f"{table}.{code}" for code in codes}


def literals() -> Iterator[tuple[Path, str]]:
    """Every text in the source as a pattern: what an f-string fills in matches any one word."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside |= {id(part) for part in node.values}
                yield path, "".join(map(_pattern, node.values))
            elif isinstance(node, ast.Constant) and id(node) not in inside:
                yield path, _pattern(node)


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]+"


def key_patterns() -> Iterator[tuple[Path, str]]:
    """The literals that look like keys of the catalogue."""
    table = "|".join(sorted(TABLES))
    shape = re.compile(rf"(?:{table})\\\.(?:[a-z0-9_]|\[a-z0-9_\]\+)+")
    for path, pattern in literals():
        if shape.fullmatch(pattern):
            yield path, pattern


def test_every_key_that_the_source_names_is_in_the_catalogue() -> None:
    keys = list(catalogue("en"))
    found = list(key_patterns())
    assert len(found) > 100
    for path, pattern in found:
        assert any(re.fullmatch(pattern, key) for key in keys), f"{path.name}: {pattern}"


def test_every_key_of_the_catalogue_is_used() -> None:
    patterns = {pattern for _, pattern in key_patterns()}
    unused = [key for key in catalogue("en") if not any(re.fullmatch(one, key) for one in patterns)]
    assert unused == []


def test_a_tile_is_shown_by_its_name_and_a_pattern_by_its_own() -> None:
    for language in LANGUAGES:
        for kind in range(KINDS):
            shown = text("refusal.not_in_hand", language, tile=kind)
            assert tile_name(kind, language) in shown
    assert text("explain.part", "zh-Hant", part="大對子", fan=5) == "大對子 5 番"


def test_an_unknown_key_or_language() -> None:
    for key, language in (("refusal.bored", "en"), ("refusal", "en"), ("pattern.plain", "fr")):
        with pytest.raises(KeyError):
            text(key, language)
