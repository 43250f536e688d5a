"""Ruleset files, and what comes back of any settings that can be played."""

import copy
import json
import pickle
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as st

from qianma import RulesetError, load_ruleset, load_ruleset_file, ruleset_names
from qianma.check import Checker
from qianma.record import encode_line, read_line
from qianma.recording import hand_line, ruleset_keys
from qianma.rules.valuation import value_hand
from qianma.ruleset import Ruleset, from_settings
from qianma.tiles import count_tiles, parse_tiles
from tests.ruleset_tables import CHOICES, FLAGS, NUMBERS, PATTERNS, SHIPPED, at
from tests.scenes import scene


def write(folder: Path, text: str, name: str = "local.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def file_refusal(path: Path) -> str:
    """Why a file is refused: one line that begins with the file."""
    with pytest.raises(RulesetError) as caught:
        load_ruleset_file(path)
    reason = str(caught.value)
    assert reason.startswith(f"{path}: ")
    assert reason.isprintable()
    assert len(reason) < 700 + len(str(path))
    return reason


def toml(settings: dict[str, Any]) -> str:
    """Settings as the text of a ruleset file: numbers, flags, texts, and one level of tables."""
    plain = [f"{key} = {json.dumps(v)}" for key, v in settings.items() if not isinstance(v, dict)]
    for table, items in settings.items():
        if isinstance(items, dict):
            plain.append(f"[{table}]")
            plain += [f"{key} = {json.dumps(value)}" for key, value in items.items()]
    return "\n".join(plain) + "\n"


# Files


@pytest.mark.parametrize("name", SHIPPED)
def test_a_copy_of_a_shipped_file_is_that_ruleset(name: str, tmp_path: Path) -> None:
    file = resources.files("qianma") / "rulesets" / f"{name}.toml"
    own = load_ruleset_file(write(tmp_path, file.read_text(encoding="utf-8"), "copy.toml"))
    assert own == load_ruleset(name)
    for language in ("en", "zh-Hans", "zh-Hant"):
        assert own.title(language) == load_ruleset(name).title(language)
        assert own.title(language) != name


def test_four_rulesets_are_shipped() -> None:
    assert sorted(ruleset_names()) == sorted(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_file_that_extends_changes_only_what_it_says(name: str, tmp_path: Path) -> None:
    text = f'extends = "{name}"\nbase = 3\n[patterns]\nplain = 2\n[bean_fan]\nadded = 9\n'
    own = load_ruleset_file(write(tmp_path, text, "ours.toml"))
    expected = load_ruleset(name, {"base": 3, "patterns": {"plain": 2}, "bean_fan": {"added": 9}})
    assert own.settings() == expected.settings()
    assert own.name == "ours"
    assert own.family == load_ruleset(name).family
    assert own.title("en") == "ours"
    assert own.settings_from(name) == {
        "base": 3,
        "patterns": {"plain": 2},
        "bean_fan": {"added": 9},
    }


@pytest.mark.parametrize("name", SHIPPED)
def test_a_full_file_needs_no_other(name: str, tmp_path: Path) -> None:
    shipped = load_ruleset(name)
    names = {"name": "ours", "family": shipped.family}
    own = load_ruleset_file(write(tmp_path, toml({**names, **shipped.settings()})))
    assert own.name == "ours"
    assert own.settings() == shipped.settings()


@pytest.mark.parametrize("name", ["guiyang", "duyun"])
def test_a_full_file_that_lacks_a_setting_is_refused_by_its_name(name: str, tmp_path: Path) -> None:
    full = load_ruleset(name).settings()
    for key in full:
        without = {other: value for other, value in full.items() if other != key}
        assert key in file_refusal(write(tmp_path, toml(without)))
    for table in ("bean_fan", "chickens", "dealer_bonus"):
        for item in full[table]:
            without = copy.deepcopy(full)
            del without[table][item]
            assert f"{table}.{item}" in file_refusal(write(tmp_path, toml(without)))


def test_a_pattern_that_a_full_file_does_not_list_does_not_exist(tmp_path: Path) -> None:
    full = load_ruleset("duyun").settings()
    full["patterns"] = {"plain": 1, "seven_pairs": 6}
    own = load_ruleset_file(write(tmp_path, toml(full)))
    assert own.patterns == {"plain": 1, "seven_pairs": 6}
    full["patterns"] = {"seven_pairs": 6}
    assert "patterns.plain" in file_refusal(write(tmp_path, toml(full)))


def test_a_pattern_set_to_false_does_not_exist_and_the_hand_is_what_remains(
    tmp_path: Path,
) -> None:
    text = 'extends = "duyun"\n[patterns]\ntriplets_258 = false\nflush_triplets = false\n'
    own = load_ruleset_file(write(tmp_path, text))
    assert set(own.patterns) == set(PATTERNS) - {"triplets_258", "flush_triplets"}

    def named(hand: str) -> tuple[str, int]:
        value = value_hand(own, count_tiles(parse_tiles(hand)))
        assert value is not None
        return value.name, value.pattern_fan

    # D-4: 2-5-8 triplets are all triplets (3) without their name; flush triplets remain a full
    # flush (6), the largest of what is left.
    assert named("222555888s88855m") == ("all_triplets", 3)
    assert named("11122244477799m") == ("full_flush", 6)


@pytest.mark.parametrize("value", ["true", '"none"', "1.5", "-1", "[]"])
def test_a_pattern_is_a_number_or_false(value: str, tmp_path: Path) -> None:
    text = f'extends = "duyun"\n[patterns]\ntriplets_258 = {value}\n'
    assert "patterns.triplets_258" in file_refusal(write(tmp_path, text))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('extends = "nowhere"', "nowhere"),
        ("extends = 1", "extends"),
        ('extends = ["duyun"]', "extends"),
        ('extends = "duyun"\nname = 7', "name"),
        ('extends = "duyun"\nfamily = "chess"', "family"),
        ('extends = "duyun"\nfamily = true', "family"),
        ('extends = "duyun"\ntitle = "Duyun"', "title"),
        ('extends = "duyun"\n[title]\nen = 5', "title"),
        ('extends = "duyun"\nbase = 2020-01-01', "base"),
        ('extends = "duyun"\nbase = nan', "base"),
        ('extends = "duyun"\nbase = 0x', "TOML"),
        ('extends = "duyun"\nbase = 1\nbase = 2', "TOML"),
        ('extends = "duyun"\n[[patterns]]\nplain = 1', "patterns"),
        ("= = =", "TOML"),
        ("\ufeffbase = 1", "TOML"),
        ("{}", "TOML"),
        ("", "missing"),
        ('extends = "duyun"\n[patterns]\n"a\\nb" = 1', "not known"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(line: str, word: str, tmp_path: Path) -> None:
    assert word in file_refusal(write(tmp_path, line))


@pytest.mark.parametrize("depth", [10, 100, 300, 1000, 20_000])
def test_a_deeply_nested_file_is_refused_in_one_line(depth: int, tmp_path: Path) -> None:
    text = 'extends = "duyun"\nbase = ' + "[" * depth + "]" * depth
    file_refusal(write(tmp_path, text))
    tables = 'extends = "duyun"\n[' + ".".join(["a"] * depth) + "]\n"
    file_refusal(write(tmp_path, tables))


def test_a_file_that_cannot_be_read_is_refused_in_one_line(tmp_path: Path) -> None:
    assert "No such file" in file_refusal(tmp_path / "nothing.toml")
    file_refusal(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'name = "caf\xe9"\n')
    assert "UTF-8" in file_refusal(tmp_path / "latin.toml")


# Valid settings, whatever they are


@st.composite
def valid_settings(draw: st.DrawFn) -> dict[str, Any]:
    """Full settings that make sense, as plain data."""
    fan = st.integers(0, 40)
    timing = draw(st.sampled_from(CHOICES["bean_timing"]))
    shots = ("none", "transfer") if timing == "at_once" else ("none", "void_kong", "burn")
    shot = draw(st.sampled_from(shots))
    yaoji = draw(st.booleans())
    declared = draw(st.sampled_from(CHOICES["declared_ready"]))
    patterns = {name: draw(st.one_of(fan, st.just(False))) for name in PATTERNS[1:]}
    if declared == "as_flush":
        patterns |= dict.fromkeys(("triplets_258", "heavenly_hand", "earthly_hand"), False)
        patterns["full_flush"] = draw(fan)
    settings: dict[str, Any] = {key: draw(st.booleans()) for key in FLAGS if "." not in key}
    settings |= {key: draw(fan) for key in NUMBERS if "." not in key}
    settings |= {key: draw(st.sampled_from(values)) for key, values in CHOICES.items()}
    more = {name: draw(st.booleans()) and yaoji for name in ("golden", "charge", "responsible")}
    return settings | {
        "base": draw(st.integers(1, 1000)),
        "patterns": {"plain": draw(fan), **patterns},
        "bean_timing": timing,
        "beans_when_exhausted": draw(
            st.sampled_from(CHOICES["beans_when_exhausted"] if timing == "at_once" else ["void"])
        ),
        "kong_shot": shot,
        "kong_shot_fan": 0 if shot == "none" else draw(fan),
        "kong_shot_waives_bean": shot != "none" and draw(st.booleans()),
        "declared_ready": declared,
        "bean_fan": {key: draw(fan) for key in ("discard", "added", "concealed")},
        "dealer_bonus": {key: draw(fan) for key in ("dealing", "repeat")},
        "chickens": {"yaoji": yaoji, "flipped": draw(st.booleans()), **more},
    }


def listed(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings without the patterns that do not exist."""
    there = {name: fan for name, fan in settings["patterns"].items() if fan is not False}
    return {**settings, "patterns": there}


@run_with(deadline=None)
@given(st.sampled_from(SHIPPED), valid_settings())
def test_settings_come_back_from_what_differs(name: str, settings: dict[str, Any]) -> None:
    ruleset = load_ruleset(name, settings)
    assert ruleset.settings() == listed(settings)
    different = ruleset.settings_from(name)
    assert load_ruleset(name, different) == ruleset
    assert load_ruleset(name, json.loads(json.dumps(different))) == ruleset
    shipped = load_ruleset(name).settings()
    for key, value in different.items():
        if not isinstance(value, dict):
            assert value != shipped[key]
            continue
        assert value
        for item, new in value.items():
            taken_away = key == "patterns" and new is False
            assert item in shipped[key] if taken_away else shipped[key].get(item) != new


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_differs_in_nothing_from_itself(name: str) -> None:
    assert load_ruleset(name).settings_from(name) == {}
    assert load_ruleset(name, {}) == load_ruleset(name)


def test_settings_from_another_ruleset_are_the_column_of_the_rules() -> None:
    assert load_ruleset("duyun-huazhu").settings_from("duyun") == {"flower_pig": True}
    assert load_ruleset("guiyang-street").settings_from("guiyang") == {
        "patterns": {
            "seven_pairs": 6,
            "dragon_seven_pairs": 11,
            "flush_seven_pairs": 16,
            "flush_dragon_seven_pairs": 21,
        },
        "bean_fan": {"added": 1},
        "kong_shot_fan": 2,
        "kong_shot": "void_kong",
        "kong_shot_waives_bean": True,
        "declared_ready_kongs": "if_waits_unchanged",
    }


@run_with(deadline=None)
@given(st.sampled_from(SHIPPED), valid_settings())
def test_a_record_keeps_any_settings(name: str, settings: dict[str, Any]) -> None:
    ruleset = load_ruleset(name, settings)
    hand = scene(name, settings=settings)
    line = {**hand_line(hand, 1), **ruleset_keys(ruleset)}
    checker = Checker()
    checker.feed(read_line(encode_line(line)))
    assert checker.hand is not None
    assert checker.hand.ruleset == ruleset


@run_with(deadline=None)
@given(valid_settings())
def test_a_full_file_keeps_any_settings(settings: dict[str, Any]) -> None:
    own = from_settings(settings)
    assert own.settings() == listed(settings)
    assert from_settings(own.settings()) == own


@run_with(deadline=None)
@given(st.sampled_from(SHIPPED), valid_settings())
def test_rulesets_compare_hash_and_pickle(name: str, settings: dict[str, Any]) -> None:
    one, other = load_ruleset(name, settings), load_ruleset(name, copy.deepcopy(settings))
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    again = pickle.loads(pickle.dumps(one))
    assert isinstance(again, Ruleset)
    assert again == one
    assert hash(again) == hash(one)
    assert again.title("zh-Hans") == one.title("zh-Hans")
    changed = load_ruleset(name, {**settings, "base": settings["base"] + 1})
    assert changed != one


def test_every_single_setting_tells_rulesets_apart() -> None:
    plain = load_ruleset("guiyang")
    changes = [at(key, 33) for key in NUMBERS if key != "kong_shot_fan"]
    changes += [{"patterns": {name: 33}} for name in plain.patterns]
    changes += [{"patterns": {name: False}} for name in ("seven_pairs", "flush_triplets")]
    changes += [at("chickens.flipped", False), at("chickens.golden", False)]
    changes += [at("flower_pig", True), at("passed_win_blocks", False)]
    changes += [{"leaving": "ends_game"}, {"late_added_kong": "unpaid"}]
    rulesets = [plain, *(load_ruleset("guiyang", change) for change in changes)]
    assert len(set(rulesets)) == len(rulesets)


def test_rulesets_cannot_be_changed_from_outside() -> None:
    ruleset = load_ruleset("duyun")
    ruleset.patterns["plain"] = 99
    ruleset.settings()["patterns"]["plain"] = 99
    ruleset.settings()["bean_fan"]["added"] = 99
    assert load_ruleset("duyun").patterns["plain"] == 1
    assert load_ruleset("duyun").bean_fan.added == 1
    with pytest.raises(AttributeError):
        ruleset.base = 1  # type: ignore[misc]
    given_settings: dict[str, Any] = {"patterns": {"plain": 2}}
    changed = load_ruleset("duyun", given_settings)
    given_settings["patterns"]["plain"] = 3
    assert changed.patterns["plain"] == 2
