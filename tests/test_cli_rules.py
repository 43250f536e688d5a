"""`qianma rules`."""

import tomllib
from pathlib import Path

import pytest

from qianma.cli.output import width
from qianma.messages import LANGUAGES
from qianma.ruleset import load, load_file, names
from tests.command_line import call, refused


def test_without_a_name_it_lists_the_rulesets_with_their_titles() -> None:
    lines = call("rules").out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "guiyang",
        "guiyang-street",
        "duyun",
        "duyun-huazhu",
    ]
    assert lines[3].endswith("  Duyun mahjong with the flower-pig check")
    titles = [line.split(maxsplit=1)[1] for line in call("rules", locale="zh_TW").out.splitlines()]
    assert titles[2] == "都勻麻將"


def test_columns_stand_below_one_another() -> None:
    for language in LANGUAGES:
        lines = call("rules", "--language", language).out.splitlines()
        starts = {width(line) - width(line.split(maxsplit=1)[1]) for line in lines}
        assert len(starts) == 1


def test_the_list_as_json() -> None:
    document = call("rules", "--json", "--language", "zh-Hans").document
    assert [entry["name"] for entry in document["rulesets"]] == names()
    assert document["rulesets"][2]["title"] == "都匀麻将"


@pytest.mark.parametrize("name", names())
def test_the_settings_shown_are_a_file_of_the_same_ruleset(name: str, tmp_path: Path) -> None:
    for language in LANGUAGES:
        text = call("rules", name, "--language", language).out.split("\n\n", maxsplit=1)[1]
        settings = text.rsplit("\n\n# ", maxsplit=1)[0]
        file = tmp_path / f"{language}.toml"
        file.write_text(f'family = "{load(name).family}"\n{settings}', encoding="utf-8")
        assert load_file(file).settings() == load(name).settings()


@pytest.mark.parametrize(
    ("name", "with_clauses", "without"),
    [
        ("guiyang", ("C-1", "C-18", "G-1", "G-23"), ("G-S1", "D-1")),
        ("guiyang-street", ("C-1", "G-1", "G-23", "G-S1", "G-S6"), ("D-1",)),
        ("duyun", ("C-1", "C-18", "D-1", "D-19"), ("G-1", "G-S1")),
        ("duyun-huazhu", ("C-1", "D-16"), ("G-1",)),
    ],
)
def test_the_clauses_of_a_ruleset(
    name: str, with_clauses: tuple[str, ...], without: tuple[str, ...]
) -> None:
    starts = {line.split(" ")[0] for line in call("rules", name).out.splitlines()}
    assert starts >= set(with_clauses)
    assert not starts & set(without)


def test_clauses_in_the_language_asked_for() -> None:
    assert "\nG-18 Passed win (包牌): " in call("rules", "guiyang").out
    assert "\nG-18 包牌：" in call("rules", "guiyang", "--language", "zh-Hans").out
    assert "**" not in call("rules", "guiyang").out


def test_one_ruleset_as_json() -> None:
    document = call("rules", "duyun-huazhu", "--json").document
    assert document["name"] == "duyun-huazhu"
    assert document["family"] == "duyun"
    assert document["title"] == "Duyun mahjong with the flower-pig check"
    assert document["settings"] == load("duyun-huazhu").settings()
    assert document["settings"]["base"] == 6
    assert document["clauses"]["D-3"] == "One fan is 6 points (the base)."


def test_a_title_that_would_break_the_line(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('extends = "duyun"\n[title]\nen = "a\\nb\\u001b[31m"\n', encoding="utf-8")
    assert call("rules", file).out.splitlines()[0] == "table: a\\nb\\x1b[31m"


def test_a_persons_own_file(tmp_path: Path) -> None:
    file = tmp_path / "our-table.toml"
    file.write_text('extends = "guiyang"\nbase = 5\n', encoding="utf-8")
    outcome = call("rules", file)
    assert outcome.out.startswith("our-table\n")
    assert "\nbase = 5\n" in outcome.out
    assert tomllib.loads(outcome.out.split("# Clauses")[0].split("\n\n", 1)[1])["base"] == 5


@pytest.mark.parametrize(
    ("content", "names_it"),
    [
        (b'extends = "guiyang"\nbase = 0\n', "setting base: 0 is not allowed"),
        (b'extends = "guiyang"\nbass = 1\n', "'bass' is not known"),
        (b'extends = "nowhere"\n', "'nowhere'"),
        (b'extends = "duyun"\nkong_shot = "burn"\n', "bean_timing"),
        (b"base = \n", "not TOML"),
        (b"\xff\xfe", "not UTF-8"),
        (b"\x00\x01\x02", "not TOML"),
        (b"", "setting"),
    ],
)
def test_a_ruleset_file_that_is_refused(content: bytes, names_it: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(content)
    reason = refused(call("rules", file), "rules")
    assert reason.startswith(f"argument NAME: {file}: ")
    assert names_it in reason


def test_a_ruleset_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path / "no" / "table.toml"):
        assert str(path) in refused(call("rules", path), "rules")
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    assert str(folder) in refused(call("rules", folder), "rules")
