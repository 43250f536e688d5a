"""The settings and their values, written out once more from the settings table of the rules."""

from typing import Any, Final

SHIPPED: Final = ("guiyang", "guiyang-street", "duyun", "duyun-huazhu")

FLAGS: Final = (
    "plain_discard_needs_bean",
    "kong_shot_waives_bean",
    "declared_ready_must_win",
    "passed_win_blocks",
    "settle_only_ready",
    "dealer_bonus_at_ready_check",
    "flower_pig",
    "chickens.yaoji",
    "chickens.flipped",
    "chickens.golden",
    "chickens.charge",
    "chickens.responsible",
)
NUMBERS: Final = (
    "base",
    "kong_flower_fan",
    "kong_shot_fan",
    "declared_ready_fan",
    "penalty_fan",
    "bean_fan.discard",
    "bean_fan.added",
    "bean_fan.concealed",
    "dealer_bonus.dealing",
    "dealer_bonus.repeat",
)
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
CHOICES: Final = {
    "bean_timing": ("at_win", "at_once"),
    "beans_when_exhausted": ("void", "refund_if_not_ready"),
    "late_added_kong": ("paid", "unpaid"),
    "kong_shot": ("none", "void_kong", "transfer", "burn"),
    "robbed_kong": ("pays_for_all", "pays_as_discard"),
    "declared_ready": ("as_flush", "floor", "add", "bonus"),
    "declared_ready_kongs": ("never", "if_waits_unchanged"),
    "last_four_forces": ("off", "any", "drawn"),
    "two_winners_deal": ("first_from_dealer", "discarder"),
    "leaving": ("bot_takes_over", "ends_game"),
}
TABLES: Final = ("patterns", "bean_fan", "chickens", "dealer_bonus")


def at(key: str, value: object) -> dict[str, Any]:
    """The settings that set one dotted key."""
    table, _, item = key.partition(".")
    return {table: {item: value}} if item else {table: value}
