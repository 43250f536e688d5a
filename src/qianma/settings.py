"""The settings of a ruleset: their names, what each may be, and which contradict one another."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from qianma.messages import text

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

Facts = dict[str, str | int]
_Reason = tuple[str, Facts]
"""The end of a key `setting.<end>`, and what its text says beside setting and value."""


class RulesetError(ValueError):
    """A ruleset that cannot be used; the text names setting, value and what is allowed.

    `key` and `facts` are of the message catalogue, `path` is the file that it stands in, if any.
    """

    def __init__(self, key: str, facts: Facts, path: str = "") -> None:
        super().__init__(key, facts, path)
        self.key: Final = key
        self.facts: Final = facts
        self.path: Final = path

    def __str__(self) -> str:
        return self.text_in("en")

    def text_in(self, language: str) -> str:
        """The reason in a language."""
        reason = text(self.key, language, **self.facts)
        return f"{self.path}: {reason}" if self.path else reason


@dataclass(frozen=True, slots=True)
class _WholeNumber:
    least: int
    most: int

    def refuses(self, value: object) -> _Reason | None:
        if type(value) is int and self.least <= value <= self.most:
            return None
        return "not_number", {"least": self.least, "most": self.most}


class _Flag:
    def refuses(self, value: object) -> _Reason | None:
        return None if type(value) is bool else ("not_flag", {})


@dataclass(frozen=True, slots=True)
class _Choice:
    values: tuple[str, ...]

    def refuses(self, value: object) -> _Reason | None:
        if isinstance(value, str) and value in self.values:
            return None
        return "not_choice", {"choices": " / ".join(self.values)}


class _PatternFan:
    def refuses(self, value: object) -> _Reason | None:
        if value is False or (type(value) is int and 0 <= value <= _MOST_FAN):
            return None
        return "not_fan", {"least": 0, "most": _MOST_FAN}


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
            raise _error("unknown", name=repr(key), known=", ".join(SETTINGS))
        if not isinstance(check, dict):
            _check_value(key, value, check)
        elif not isinstance(value, Mapping):
            raise _error("not_table", setting=key, value=_shown(value))
        else:
            for item, item_value in value.items():
                if item not in check:
                    raise _error("unknown", name=repr(f"{key}.{item}"), known=", ".join(check))
                _check_value(f"{key}.{item}", item_value, check[item])
    for key, check in SETTINGS.items():
        if key not in settings:
            raise _error("missing", setting=key)
        if isinstance(check, dict) and key != "patterns":
            for item in check:
                if item not in settings[key]:
                    raise _error("missing", setting=f"{key}.{item}")
    if settings["patterns"].get("plain", False) is False:
        raise _error("no_plain", setting="patterns.plain")


def _check_value(key: str, value: object, check: _Check) -> None:
    refused = check.refuses(value)
    if refused is not None:
        reason, facts = refused
        raise _error(reason, setting=key, value=_shown(value), **facts)


def _error(reason: str, **facts: str | int) -> RulesetError:
    return RulesetError(f"setting.{reason}", facts)


def _shown(value: object) -> str:
    shown = repr(value).lower() if isinstance(value, bool) else repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."


def _check_kong_shot(settings: Mapping[str, Any]) -> None:
    """Kong shot and beans: what needs beans paid at the win, at once, or a kong shot at all."""
    shot, timing = settings["kong_shot"], settings["bean_timing"]
    if shot in ("void_kong", "burn") and timing == "at_once":
        raise _clash("kong_shot", shot, "bean_timing", timing, allowed="at_win")
    if shot == "transfer" and timing == "at_win":
        raise _clash("kong_shot", shot, "bean_timing", timing, allowed="at_once")
    for key in ("kong_shot_fan", "kong_shot_waives_bean"):
        if shot == "none" and settings[key]:
            raise _clash(key, settings[key], "kong_shot", shot)
    refund = settings["beans_when_exhausted"]
    if refund == "refund_if_not_ready" and timing == "at_win":
        raise _clash("beans_when_exhausted", refund, "bean_timing", timing, allowed="at_once")


def _check_chickens(chickens: Mapping[str, bool]) -> None:
    for name in ("golden", "charge", "responsible"):
        if chickens[name] and not chickens["yaoji"]:
            raise _clash(f"chickens.{name}", True, "chickens.yaoji", False, allowed="true")


def _check_as_flush(settings: Mapping[str, Any]) -> None:
    """Declared hands count as a flush only where each pattern is one or has a counterpart."""
    if settings["declared_ready"] != "as_flush":
        return
    patterns = {name for name, fan in settings["patterns"].items() if fan is not False}
    for name in ("triplets_258", "heavenly_hand", "earthly_hand"):
        if name in patterns:
            fan = settings["patterns"][name]
            raise _clash(f"patterns.{name}", fan, "declared_ready", "as_flush", "no_counterpart")
    if "full_flush" not in patterns:
        raise _clash("declared_ready", "as_flush", "patterns.full_flush", False)


def _clash(
    setting: str,
    value: object,
    other: str,
    other_value: object,
    reason: str = "",
    allowed: str = "",
) -> RulesetError:
    """Two settings that make no sense together; `allowed` is what the other could be."""
    facts: Facts = {
        "setting": setting,
        "value": _plain(value),
        "other": other,
        "other_value": _plain(other_value),
    }
    if allowed:
        return _error("no_sense_only", **facts, allowed=allowed)
    return _error(reason or "no_sense", **facts)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
