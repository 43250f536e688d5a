"""Rulesets: the settings of a game as frozen, typed data.

A ruleset is a TOML file with the settings below and four names of its own: `name`, `extends`
(another shipped ruleset whose settings hold unless the file says otherwise), `family` (whose
clauses the ledger cites; taken from `extends`) and `title` (a name in each language). The shipped
files and a person's own are read by the same code.

>>> ruleset = load("duyun")
>>> ruleset.base, ruleset.patterns["seven_pairs"], ruleset.bean_fan.concealed
(6, 6, 2)
>>> load("duyun", {"base": 1}).settings_from("duyun")
{'base': 1}
>>> load("duyun", {"base": 0})
Traceback (most recent call last):
qianma.settings.RulesetError: setting base: 0 is not allowed, only a whole number from 1 to 1000000
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from qianma.settings import PATTERNS, SETTINGS, RulesetError, check_settings

FAMILIES: Final = ("guiyang", "guiyang-street", "duyun")
ABSENT: Final = -1
"""In `Ruleset.pattern_fan`: the pattern does not exist in this game."""

_METADATA: Final = ("name", "extends", "family", "title")


@dataclass(frozen=True, slots=True)
class BeanFan:
    """What each kind of kong is paid, in fan from each payer (G-10, G-S2, D-7)."""

    discard: int
    added: int
    concealed: int


@dataclass(frozen=True, slots=True)
class Chickens:
    """Which chickens are paid (G-12 to G-15)."""

    yaoji: bool
    flipped: bool
    golden: bool
    charge: bool
    responsible: bool


@dataclass(frozen=True, slots=True)
class DealerBonus:
    """Fan a dealer's win payments carry: for dealing, and for each repeat (G-20, D-2)."""

    dealing: int
    repeat: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The settings of one game; made by `load`, `load_file` or `from_settings`.

    Every setting is described on the settings page of the rules. `pattern_fan` holds the fan of
    each pattern in the order of `PATTERNS`, `ABSENT` for one that does not exist.
    """

    name: str
    family: str
    pattern_fan: tuple[int, ...]
    base: int
    plain_discard_needs_bean: bool
    bean_fan: BeanFan
    bean_timing: str
    beans_when_exhausted: str
    late_added_kong: str
    kong_flower_fan: int
    kong_shot_fan: int
    kong_shot: str
    kong_shot_waives_bean: bool
    robbed_kong: str
    declared_ready: str
    declared_ready_fan: int
    declared_ready_kongs: str
    declared_ready_must_win: bool
    passed_win_blocks: bool
    last_four_forces: str
    chickens: Chickens
    settle_only_ready: bool
    dealer_bonus: DealerBonus
    dealer_bonus_at_ready_check: bool
    two_winners_deal: str
    flower_pig: bool
    leaving: str
    penalty_fan: int
    titles: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @property
    def patterns(self) -> dict[str, int]:
        """Fan of each pattern that exists in this game, by name."""
        return {
            name: fan for name, fan in zip(PATTERNS, self.pattern_fan, strict=True) if fan != ABSENT
        }

    @property
    def beans_at_once(self) -> bool:
        """Whether a kong is paid when it is made rather than when somebody wins."""
        return self.bean_timing == "at_once"

    def title(self, language: str) -> str:
        """What the game is called in `language`; its name where the file gives none."""
        return dict(self.titles).get(language, self.name)

    def settings(self) -> dict[str, Any]:
        """All settings as plain data, as they stand in a ruleset file."""
        plain: dict[str, Any] = {"patterns": self.patterns}
        for key in SETTINGS:
            value = getattr(self, key) if key != "patterns" else None
            if isinstance(value, (BeanFan, Chickens, DealerBonus)):
                plain[key] = {item.name: getattr(value, item.name) for item in fields(value)}
            elif key != "patterns":
                plain[key] = value
        return plain

    def settings_from(self, name: str) -> dict[str, Any]:
        """The settings that differ from those of the shipped ruleset `name`, as records give them.

        A pattern that the shipped ruleset has and this one has not is given as `False`.
        """
        shipped = load(name)
        if self == shipped:
            return {}
        there = shipped.settings()
        different: dict[str, Any] = {}
        for key, value in self.settings().items():
            if isinstance(value, dict):
                table = {item: fan for item, fan in value.items() if there[key].get(item) != fan}
                table.update(dict.fromkeys((k for k in there[key] if k not in value), False))
                if table:
                    different[key] = table
            elif value != there[key]:
                different[key] = value
        return different


def names() -> list[str]:
    """Names of the shipped rulesets."""
    return list(_names())


@cache
def _names() -> tuple[str, ...]:
    folder = resources.files(__package__) / "rulesets"
    shipped = [entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml")]
    return tuple(sorted(shipped, key=lambda name: (not name.startswith("guiyang"), name)))


def load(name: str, settings: Mapping[str, Any] | None = None) -> Ruleset:
    """The shipped ruleset `name`, with `settings` changed; tables are merged key by key.

    Raises `RulesetError` for an unknown name and for settings that are refused.
    """
    ruleset = _shipped(name)
    if not settings:
        return ruleset
    return from_settings(merge_settings(ruleset.settings(), settings), like=ruleset)


def load_file(path: str | Path) -> Ruleset:
    """The ruleset in the TOML file at `path`.

    Raises `RulesetError` when it cannot be read, is not TOML, or is refused.
    """
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError):
            facts: dict[str, str | int] = {"error": str(error.strerror)}
            raise RulesetError("setting.unreadable", facts, str(path)) from None
        raise RulesetError("setting.not_utf8", {}, str(path)) from None
    try:
        return _from_toml(text, default_name=path.stem)
    except RulesetError as error:
        raise RulesetError(error.key, error.facts, str(path)) from None


@cache
def _shipped(name: str) -> Ruleset:
    if name not in _names():
        known = ", ".join(_names())
        raise RulesetError("setting.unknown_ruleset", {"ruleset": repr(name), "known": known})
    file = resources.files(__package__) / "rulesets" / f"{name}.toml"
    return _from_toml(file.read_text(encoding="utf-8"), default_name=name)


def _from_toml(text: str, default_name: str) -> Ruleset:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesetError("setting.not_toml", {"error": str(error)}) from None
    metadata = {key: content.pop(key) for key in _METADATA if key in content}
    title = metadata.pop("title", {})
    for key, value in metadata.items():
        if not isinstance(value, str):
            raise RulesetError("setting.not_text", {"name": key, "value": repr(value)})
    if not isinstance(title, dict) or not all(isinstance(word, str) for word in title.values()):
        raise RulesetError("setting.no_title", {"name": "title", "value": repr(title)})
    parent = load(metadata["extends"]) if "extends" in metadata else None
    if parent is not None:
        content = merge_settings(parent.settings(), content)
    family = metadata.get("family") or (parent.family if parent else None)
    if family is None:
        family = "duyun" if content.get("bean_timing") == "at_once" else "guiyang"
    if family not in FAMILIES:
        facts: dict[str, str | int] = {"name": "family", "value": repr(family)}
        raise RulesetError("setting.no_family", {**facts, "choices": " / ".join(FAMILIES)})
    name = metadata.get("name", default_name)
    return from_settings(content, name=name, family=family, titles=tuple(sorted(title.items())))


def from_settings(
    settings: Mapping[str, Any],
    *,
    like: Ruleset | None = None,
    name: str = "custom",
    family: str = "guiyang",
    titles: tuple[tuple[str, str], ...] = (),
) -> Ruleset:
    """A ruleset from a full set of settings; names come from `like` when it is given.

    Raises `RulesetError` for an unknown or missing key, a value of the wrong type or out of range,
    and a combination that makes no sense.
    """
    check_settings(settings)
    fan = tuple(
        ABSENT if (value := settings["patterns"].get(name, False)) is False else value
        for name in PATTERNS
    )
    tables = {
        "bean_fan": BeanFan(**settings["bean_fan"]),
        "chickens": Chickens(**settings["chickens"]),
        "dealer_bonus": DealerBonus(**settings["dealer_bonus"]),
    }
    plain = {key: value for key, value in settings.items() if key != "patterns"}
    return Ruleset(
        name=like.name if like else name,
        family=like.family if like else family,
        titles=like.titles if like else titles,
        pattern_fan=fan,
        **{**plain, **tables},
    )


def merge_settings(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with changes laid over them; tables are merged key by key."""
    merged = dict(settings)
    for key, value in changes.items():
        here = merged.get(key)
        if isinstance(here, Mapping) and isinstance(value, Mapping):
            merged[key] = {**here, **value}
        else:
            merged[key] = value
    return merged
