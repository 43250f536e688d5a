"""Settings that are refused, in one line that names key, value and what is allowed."""

import pickle
from typing import Any

import pytest

from qianma import RulesetError, load_ruleset
from tests.ruleset_tables import CHOICES, FLAGS, NUMBERS, PATTERNS, SHIPPED, TABLES, at


def refusal(name: str, settings: dict[str, Any]) -> str:
    """Why the settings are refused, which has to be one line."""
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name, settings)
    reason = str(caught.value)
    assert reason
    assert reason.isprintable()
    assert len(reason) < 700
    return reason


def test_every_setting_of_the_rules_is_there_and_no_other() -> None:
    settings = load_ruleset("duyun").settings()
    dotted = {
        f"{key}.{item}" if isinstance(value, dict) else key
        for key, value in settings.items()
        for item in (value if isinstance(value, dict) else [key])
    }
    assert dotted == {
        *FLAGS,
        *NUMBERS,
        *CHOICES,
        *(f"patterns.{name}" for name in PATTERNS),
    }


# Keys


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("key", ["bases", "Base", "", "patterns.plains", "bean_fan.robbed", "名"])
def test_unknown_keys_are_refused_by_name(name: str, key: str) -> None:
    reason = refusal(name, at(key, 1))
    for part in key.split("."):
        assert part in reason
    known = key.split(".", maxsplit=1)[0] if "." in key else "base"
    assert known in reason


@pytest.mark.parametrize(
    "key",
    [
        "a\nb",
        "chickens.a\nb",
        "patterns.a\nb",
        "bean_fan.\u2028",
    ],
)
def test_a_key_that_breaks_the_line_is_still_refused_in_one_line(key: str) -> None:
    refusal("duyun", at(key, 1))


@pytest.mark.parametrize("key", ["name", "family", "extends", "title"])
def test_names_of_a_file_are_no_settings_of_a_record(key: str) -> None:
    assert key in refusal("duyun", {key: "duyun"})


# Types and ranges

NO_NUMBER = [True, False, 1.0, 1.5, "1", "", [], [1], {}, None, float("nan"), float("inf")]
NO_FLAG = [0, 1, 1.0, "true", "false", "", [], {}, None]
NO_TABLE = [0, 1, True, False, "plain", "", [], None, 1.5]
NO_CHOICE = [0, 1, True, False, 1.5, "", "other", [], {}, None]


def shown(value: object) -> str:
    return repr(value).lower() if isinstance(value, bool) else repr(value)


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("value", NO_NUMBER, ids=repr)
def test_a_number_of_another_type_is_refused(key: str, value: object) -> None:
    reason = refusal("duyun", at(key, value))
    assert key in reason
    assert shown(value) in reason
    assert "whole number from" in reason


@pytest.mark.parametrize("key", [f"patterns.{name}" for name in PATTERNS])
@pytest.mark.parametrize("value", [v for v in NO_NUMBER if v is not False], ids=repr)
def test_fan_of_a_pattern_of_another_type_is_refused(key: str, value: object) -> None:
    reason = refusal("duyun", at(key, value))
    assert key in reason
    assert shown(value) in reason
    assert "whole number from" in reason
    assert "false" in reason


@pytest.mark.parametrize("key", FLAGS)
@pytest.mark.parametrize("value", NO_FLAG, ids=repr)
def test_a_flag_of_another_type_is_refused(key: str, value: object) -> None:
    reason = refusal("duyun", at(key, value))
    assert key in reason
    assert shown(value) in reason
    assert "true or false" in reason


@pytest.mark.parametrize("key", CHOICES)
@pytest.mark.parametrize("value", NO_CHOICE, ids=repr)
def test_a_choice_of_another_kind_is_refused(key: str, value: object) -> None:
    reason = refusal("duyun", at(key, value))
    assert key in reason
    assert shown(value) in reason
    for choice in CHOICES[key]:
        assert choice in reason


@pytest.mark.parametrize("key", CHOICES)
def test_a_choice_is_written_exactly(key: str) -> None:
    for choice in CHOICES[key]:
        for near in (choice.upper(), f" {choice}", choice[:-1], f"{choice}\n"):
            assert key in refusal("duyun", {key: near})


@pytest.mark.parametrize("key", TABLES)
@pytest.mark.parametrize("value", NO_TABLE, ids=repr)
def test_a_table_of_another_type_is_refused(key: str, value: object) -> None:
    reason = refusal("duyun", {key: value})
    assert key in reason
    assert shown(value) in reason
    assert "table" in reason


@pytest.mark.parametrize("key", [*NUMBERS, *(f"patterns.{name}" for name in PATTERNS)])
@pytest.mark.parametrize("value", [-1, -(10**9), 10**7, 10**30, -(10**30)])
def test_a_number_out_of_range_is_refused(key: str, value: int) -> None:
    reason = refusal("duyun", at(key, value))
    assert key in reason
    assert "whole number from" in reason
    if len(str(value)) < 20:
        assert str(value) in reason


def test_a_base_of_nothing_is_refused_and_fan_of_nothing_are_not() -> None:
    assert "base" in refusal("duyun", {"base": 0})
    for key in NUMBERS[1:]:
        load_ruleset("duyun", at(key, 0))
    for name in PATTERNS:
        load_ruleset("duyun", at(f"patterns.{name}", 0))


@pytest.mark.parametrize("value", ["x" * 10_000, "a\nb", "a\r\nb", "\x1b[31m", "\u2028"])
def test_any_value_is_shown_in_one_short_line(value: str) -> None:
    for key in (*CHOICES, "base", "flower_pig", "patterns.plain", "patterns"):
        assert key in refusal("duyun", at(key, value))


@pytest.mark.parametrize("depth", [10, 200, 500, 900])
def test_a_deeply_nested_value_is_refused_in_one_line(depth: int) -> None:
    nested: object = 1
    for _ in range(depth):
        nested = [nested]
    for key in ("base", "patterns.plain", "patterns", "leaving"):
        assert key in refusal("duyun", at(key, nested))


@pytest.mark.parametrize("name", ["", "Duyun", "guiyang ", "../duyun", "duyun.toml", "x" * 500])
def test_an_unknown_ruleset_is_refused_and_the_known_ones_are_named(name: str) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset(name)
    reason = str(caught.value)
    assert reason.isprintable()
    assert repr(name) in reason
    for known in SHIPPED:
        assert known in reason


# Combinations

SENSELESS = [
    # base ruleset, settings, the two settings named, and a change that makes sense of it
    ("duyun", {"kong_shot": "void_kong"}, ("kong_shot", "bean_timing"), None),
    ("duyun", {"kong_shot": "burn"}, ("kong_shot", "bean_timing"), None),
    (
        "guiyang",
        {"kong_shot": "transfer"},
        ("kong_shot", "bean_timing"),
        {"bean_timing": "at_once"},
    ),
    (
        "guiyang-street",
        {"kong_shot": "transfer"},
        ("kong_shot", "bean_timing"),
        {"bean_timing": "at_once"},
    ),
    (
        "guiyang-street",
        {"bean_timing": "at_once"},
        ("bean_timing", "kong_shot"),
        {"kong_shot": "transfer"},
    ),
    ("duyun", {"bean_timing": "at_win"}, ("bean_timing", "kong_shot"), None),
    (
        "guiyang",
        {"kong_shot_fan": 2},
        ("kong_shot_fan", "kong_shot"),
        {"kong_shot": "void_kong"},
    ),
    (
        "guiyang",
        {"kong_shot_waives_bean": True},
        ("kong_shot_waives_bean", "kong_shot"),
        {"kong_shot": "burn"},
    ),
    ("guiyang-street", {"kong_shot": "none"}, ("kong_shot_fan", "kong_shot"), None),
    (
        "guiyang-street",
        {"kong_shot": "none", "kong_shot_fan": 0},
        ("kong_shot_waives_bean", "kong_shot"),
        {"kong_shot_waives_bean": False},
    ),
    (
        "duyun",
        {"chickens": {"golden": True}},
        ("chickens.golden", "chickens.yaoji"),
        {"chickens": {"golden": True, "yaoji": True, "flipped": True}},
    ),
    (
        "duyun",
        {"chickens": {"charge": True}},
        ("chickens.charge", "chickens.yaoji"),
        {"chickens": {"charge": True, "yaoji": True}},
    ),
    (
        "duyun",
        {"chickens": {"responsible": True}},
        ("chickens.responsible", "chickens.yaoji"),
        {"chickens": {"responsible": True, "yaoji": True}},
    ),
    (
        "guiyang",
        {"patterns": {"triplets_258": 9}},
        ("triplets_258", "as_flush"),
        {"declared_ready": "floor"},
    ),
    (
        "guiyang",
        {"patterns": {"heavenly_hand": 18}},
        ("heavenly_hand", "as_flush"),
        {"declared_ready": "add"},
    ),
    (
        "guiyang",
        {"patterns": {"earthly_hand": 0}},
        ("earthly_hand", "as_flush"),
        {"declared_ready": "bonus"},
    ),
    ("duyun", {"declared_ready": "as_flush"}, ("declared_ready", "patterns."), None),
    (
        "guiyang",
        {"beans_when_exhausted": "refund_if_not_ready"},
        ("beans_when_exhausted", "bean_timing"),
        {"bean_timing": "at_once"},
    ),
]


@pytest.mark.parametrize(("name", "settings", "named", "cure"), SENSELESS)
def test_a_senseless_combination_is_refused_naming_both(
    name: str, settings: dict[str, Any], named: tuple[str, str], cure: dict[str, Any] | None
) -> None:
    reason = refusal(name, settings)
    for setting in named:
        assert setting in reason
    if cure is not None:
        load_ruleset(name, {**settings, **cure})


def test_as_flush_goes_with_flush_terminals_which_are_a_flush() -> None:
    # Only a pattern that is no flush and has no flush counterpart makes no sense with it (G-17).
    load_ruleset("guiyang", {"patterns": {"flush_terminals": 12}})


def test_a_pattern_taken_away_makes_as_flush_possible() -> None:
    away = {"triplets_258": False, "heavenly_hand": False, "earthly_hand": False}
    ruleset = load_ruleset("duyun", {"declared_ready": "as_flush", "patterns": away})
    assert ruleset.declared_ready == "as_flush"
    assert set(ruleset.patterns) == set(PATTERNS) - set(away)


@pytest.mark.parametrize(
    ("settings", "texts"),
    [
        (
            {"base": 0},
            {
                "en": "setting base: 0 is not allowed, only a whole number from 1 to 1000000",
                "zh-Hans": "设置“base”不能是 0，要是 1 到 1000000 的整数",
                "zh-Hant": "設置「base」不能是 0，要是 1 到 1000000 的整數",
            },
        ),
        (
            {"kong_shot": "burn"},
            {
                "en": "setting kong_shot = burn makes no sense with bean_timing = at_once"
                " (only with at_win)",
                "zh-Hans": "“kong_shot”选“burn”，与“bean_timing”选“at_once”不合，"
                "后者只能选“at_win”",
                "zh-Hant": "「kong_shot」選「burn」，與「bean_timing」選「at_once」不合，"
                "後者只能選「at_win」",
            },
        ),
    ],
)
def test_the_reason_is_told_in_every_language(
    settings: dict[str, Any], texts: dict[str, str]
) -> None:
    with pytest.raises(RulesetError) as caught:
        load_ruleset("duyun", settings)
    assert str(caught.value) == texts["en"]
    assert {language: caught.value.text_in(language) for language in texts} == texts
    copied = pickle.loads(pickle.dumps(caught.value))
    assert (str(copied), copied.key) == (texts["en"], caught.value.key)
