"""The four shipped rulesets as plain dicts, written out from the settings table."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

Settings = dict[str, Any]

GUIYANG: Settings = {
    "name": "guiyang",
    "game": "G",
    "patterns": {
        "plain": 1,
        "all_triplets": 5,
        "seven_pairs": 7,
        "dragon_seven_pairs": 10,
        "full_flush": 10,
        "flush_triplets": 15,
        "flush_seven_pairs": 17,
        "flush_dragon_seven_pairs": 20,
    },
    "base": 1,
    "plain_discard_needs_bean": True,
    "bean_fan": {"discard": 1, "added": 3, "concealed": 2},
    "bean_timing": "at_win",
    "beans_when_exhausted": "void",
    "late_added_kong": "paid",
    "kong_flower_fan": 0,
    "kong_shot_fan": 0,
    "kong_shot": "none",
    "kong_shot_waives_bean": False,
    "robbed_kong": "pays_for_all",
    "declared_ready": "as_flush",
    "declared_ready_fan": 10,
    "declared_ready_kongs": "never",
    "declared_ready_must_win": False,
    "passed_win_blocks": True,
    "last_four_forces": "off",
    "chickens": {
        "yaoji": True,
        "flipped": True,
        "golden": True,
        "charge": True,
        "responsible": True,
    },
    "settle_only_ready": False,
    "dealer_bonus": {"dealing": 1, "repeat": 1},
    "dealer_bonus_at_ready_check": False,
    "two_winners_deal": "first_from_dealer",
    "flower_pig": False,
    "leaving": "bot_takes_over",
    "penalty_fan": 16,
}

GUIYANG_STREET: Settings = {
    "name": "guiyang-street",
    "game": "G",
    "patterns": {
        "plain": 1,
        "all_triplets": 5,
        "seven_pairs": 6,
        "dragon_seven_pairs": 11,
        "full_flush": 10,
        "flush_triplets": 15,
        "flush_seven_pairs": 16,
        "flush_dragon_seven_pairs": 21,
    },
    "base": 1,
    "plain_discard_needs_bean": True,
    "bean_fan": {"discard": 1, "added": 1, "concealed": 2},
    "bean_timing": "at_win",
    "beans_when_exhausted": "void",
    "late_added_kong": "paid",
    "kong_flower_fan": 0,
    "kong_shot_fan": 2,
    "kong_shot": "void_kong",
    "kong_shot_waives_bean": True,
    "robbed_kong": "pays_for_all",
    "declared_ready": "as_flush",
    "declared_ready_fan": 10,
    "declared_ready_kongs": "if_waits_unchanged",
    "declared_ready_must_win": False,
    "passed_win_blocks": True,
    "last_four_forces": "off",
    "chickens": {
        "yaoji": True,
        "flipped": True,
        "golden": True,
        "charge": True,
        "responsible": True,
    },
    "settle_only_ready": False,
    "dealer_bonus": {"dealing": 1, "repeat": 1},
    "dealer_bonus_at_ready_check": False,
    "two_winners_deal": "first_from_dealer",
    "flower_pig": False,
    "leaving": "bot_takes_over",
    "penalty_fan": 16,
}

DUYUN: Settings = {
    "name": "duyun",
    "game": "D",
    "patterns": {
        "plain": 1,
        "all_triplets": 3,
        "full_flush": 6,
        "seven_pairs": 6,
        "flush_triplets": 9,
        "triplets_258": 9,
        "dragon_seven_pairs": 12,
        "flush_seven_pairs": 12,
        "flush_terminals": 12,
        "heavenly_hand": 18,
        "earthly_hand": 18,
        "flush_dragon_seven_pairs": 18,
    },
    "base": 6,
    "plain_discard_needs_bean": True,
    "bean_fan": {"discard": 1, "added": 1, "concealed": 2},
    "bean_timing": "at_once",
    "beans_when_exhausted": "refund_if_not_ready",
    "late_added_kong": "paid",
    "kong_flower_fan": 1,
    "kong_shot_fan": 1,
    "kong_shot": "transfer",
    "kong_shot_waives_bean": False,
    "robbed_kong": "pays_as_discard",
    "declared_ready": "bonus",
    "declared_ready_fan": 6,
    "declared_ready_kongs": "never",
    "declared_ready_must_win": True,
    "passed_win_blocks": False,
    "last_four_forces": "drawn",
    "chickens": {
        "yaoji": False,
        "flipped": False,
        "golden": False,
        "charge": False,
        "responsible": False,
    },
    "settle_only_ready": False,
    "dealer_bonus": {"dealing": 0, "repeat": 1},
    "dealer_bonus_at_ready_check": False,
    "two_winners_deal": "discarder",
    "flower_pig": False,
    "leaving": "ends_game",
    "penalty_fan": 16,
}

DUYUN_HUAZHU: Settings = {**copy.deepcopy(DUYUN), "name": "duyun-huazhu", "flower_pig": True}

RULESETS: dict[str, Settings] = {
    "guiyang": GUIYANG,
    "guiyang-street": GUIYANG_STREET,
    "duyun": DUYUN,
    "duyun-huazhu": DUYUN_HUAZHU,
}


def merged(settings: Settings, overrides: Mapping[str, Any] | None) -> Settings:
    """A copy with the overrides laid on top; tables merge key by key."""
    result = copy.deepcopy(settings)
    for key, new in (overrides or {}).items():
        if key not in result:
            raise KeyError(key)
        if isinstance(result[key], dict):
            result[key].update(new)
        else:
            result[key] = new
    return result


def settings(name: str, overrides: Mapping[str, Any] | None = None) -> Settings:
    """A shipped ruleset, with overrides (``settings`` of a record)."""
    return merged(RULESETS[name], overrides)
