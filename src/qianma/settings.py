"""The settings of a ruleset: their names, what each may be, and which contradict one another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

PATTERNS: Final = (
    "plain",
    "all_triplets",
    "seven_pairs",
    "dragon_seven_pairs",
    "full_flush",
    "flush_triplets",
    "flush_seven_pairs",
    "flush_dragon_seven_pairs",
    "triplets_258",
    "flush_terminals",
    "heavenly_hand",
    "earthly_hand",
)
"""Pattern names, the rarer later: of patterns of the same fan the last one names a hand."""

_MOST_FAN: Final = 999
_MOST_BASE: Final = 1_000_000


class RulesetError(ValueError):
    """A ruleset that cannot be used; the text names setting, value and what is allowed."""


@dataclass(frozen=True, slots=True)
class _WholeNumber:
    least: int
    most: int

    def refuses(self, value: object) -> str:
        good = type(value) is int and self.least <= value <= self.most
        return "" if good else f"a whole number from {self.least} to {self.most}"


class _Flag:
    def refuses(self, value: object) -> str:
        return "" if type(value) is bool else "true or false"


@dataclass(frozen=True, slots=True)
class _Choice:
    values: tuple[str, ...]

    def refuses(self, value: object) -> str:
        good = isinstance(value, str) and value in self.values
        return "" if good else " or ".join(self.values)


class _PatternFan:
    def refuses(self, value: object) -> str:
        good = value is False or (type(value) is int and 0 <= value <= _MOST_FAN)
        return "" if good else f"a whole number from 0 to {_MOST_FAN}, or false for no such pattern"


_FAN: Final = _WholeNumber(0, _MOST_FAN)
_FLAG: Final = _Flag()
_Check = _WholeNumber | _Flag | _Choice | _PatternFan

SETTINGS: Final[dict[str, _Check | dict[str, _Check]]] = {
    "patterns": dict.fromkeys(PATTERNS, _PatternFan()),
    "base": _WholeNumber(1, _MOST_BASE),
    "plain_discard_needs_bean": _FLAG,
    "bean_fan": {"discard": _FAN, "added": _FAN, "concealed": _FAN},
    "bean_timing": _Choice(("at_win", "at_once")),
    "beans_when_exhausted": _Choice(("void", "refund_if_not_ready")),
    "late_added_kong": _Choice(("paid", "unpaid")),
    "kong_flower_fan": _FAN,
    "kong_shot_fan": _FAN,
    "kong_shot": _Choice(("none", "void_kong", "transfer", "burn")),
    "kong_shot_waives_bean": _FLAG,
    "robbed_kong": _Choice(("pays_for_all", "pays_as_discard")),
    "declared_ready": _Choice(("as_flush", "floor", "add", "bonus")),
    "declared_ready_fan": _FAN,
    "declared_ready_kongs": _Choice(("never", "if_waits_unchanged")),
    "declared_ready_must_win": _FLAG,
    "passed_win_blocks": _FLAG,
    "last_four_forces": _Choice(("off", "any", "drawn")),
    "chickens": dict.fromkeys(("yaoji", "flipped", "golden", "charge", "responsible"), _FLAG),
    "settle_only_ready": _FLAG,
    "dealer_bonus": {"dealing": _FAN, "repeat": _FAN},
    "dealer_bonus_at_ready_check": _FLAG,
    "two_winners_deal": _Choice(("first_from_dealer", "discarder")),
    "flower_pig": _FLAG,
    "leaving": _Choice(("bot_takes_over", "ends_game")),
    "penalty_fan": _FAN,
}
"""Every setting: what it may be, for a table what each of its keys may be."""


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuse a full set of settings that cannot be played.

    Raises `RulesetError` for an unknown or missing key, a value of the wrong type or out of range,
    and a combination that makes no sense.
    """
    _check_keys(settings)
    _check_kong_shot(settings)
    _check_chickens(settings["chickens"])
    _check_as_flush(settings)


def _check_keys(settings: Mapping[str, Any]) -> None:
    for key, value in settings.items():
        check = SETTINGS.get(key)
        if check is None:
            raise RulesetError(f"setting {key!r} is not known, only {', '.join(SETTINGS)}")
        if not isinstance(check, dict):
            _check_value(key, value, check)
        elif not isinstance(value, Mapping):
            raise RulesetError(f"setting {key}: {_shown(value)} is not allowed, only a table")
        else:
            for item, item_value in value.items():
                if item not in check:
                    known = ", ".join(check)
                    raise RulesetError(f"setting {f'{key}.{item}'!r} is not known, only {known}")
                _check_value(f"{key}.{item}", item_value, check[item])
    for key, check in SETTINGS.items():
        if key not in settings:
            raise RulesetError(f"setting {key} is missing")
        if isinstance(check, dict) and key != "patterns":
            for item in check:
                if item not in settings[key]:
                    raise RulesetError(f"setting {key}.{item} is missing")
    if settings["patterns"].get("plain", False) is False:
        raise RulesetError(
            "setting patterns.plain is missing: every complete hand is at least plain"
        )


def _check_value(key: str, value: object, check: _Check) -> None:
    allowed = check.refuses(value)
    if allowed:
        raise RulesetError(f"setting {key}: {_shown(value)} is not allowed, only {allowed}")


def _shown(value: object) -> str:
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _check_kong_shot(settings: Mapping[str, Any]) -> None:
    """Kong shot and beans: what needs beans paid at the win, at once, or a kong shot at all."""
    shot, timing = settings["kong_shot"], settings["bean_timing"]
    if shot in ("void_kong", "burn") and timing == "at_once":
        _refuse(f"kong_shot = {shot}", "bean_timing = at_once", "at_win")
    if shot == "transfer" and timing == "at_win":
        _refuse("kong_shot = transfer", "bean_timing = at_win", "at_once")
    if shot == "none" and settings["kong_shot_fan"]:
        _refuse(f"kong_shot_fan = {settings['kong_shot_fan']}", "kong_shot = none", "another kind")
    if shot == "none" and settings["kong_shot_waives_bean"]:
        _refuse("kong_shot_waives_bean = true", "kong_shot = none", "another kind")
    refund = settings["beans_when_exhausted"]
    if refund == "refund_if_not_ready" and timing == "at_win":
        _refuse(f"beans_when_exhausted = {refund}", "bean_timing = at_win", "at_once")


def _check_chickens(chickens: Mapping[str, bool]) -> None:
    for name in ("golden", "charge", "responsible"):
        if chickens[name] and not chickens["yaoji"]:
            _refuse(f"chickens.{name} = true", "chickens.yaoji = false", "true")


def _check_as_flush(settings: Mapping[str, Any]) -> None:
    """Declared hands count as a flush only where each pattern is one or has a counterpart."""
    if settings["declared_ready"] != "as_flush":
        return
    patterns = {name for name, fan in settings["patterns"].items() if fan is not False}
    for name in ("triplets_258", "heavenly_hand", "earthly_hand"):
        if name in patterns:
            with_what = "declared_ready = as_flush, for it has no flush counterpart"
            _refuse(f"patterns.{name} = {settings['patterns'][name]}", with_what, "")
    if "full_flush" not in patterns:
        _refuse("declared_ready = as_flush", "patterns without full_flush", "")


def _refuse(setting: str, other: str, allowed: str) -> None:
    hint = f" (only with {allowed})" if allowed else ""
    raise RulesetError(f"setting {setting} makes no sense with {other}{hint}")
