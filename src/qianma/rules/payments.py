"""Who pays for a win."""

from qianma.ledger import Entry, payment
from qianma.rules.dealer import dealer_bonus
from qianma.rules.valuation import Value
from qianma.state import BY_DISCARD, SEATS, SELF_DRAW, State


def win_entries(state: State, winner: int, by: int, value: Value) -> list[Entry]:
    """The payments for one player's win, each part of it apart."""
    others = [(winner + step) % SEATS for step in range(1, SEATS)]
    if by == SELF_DRAW:
        return self_draw_entries(state, winner, others, value)
    if by == BY_DISCARD:
        return discard_entries(state, winner, value)
    return robbed_kong_entries(state, winner, others, value)


def self_draw_entries(state: State, winner: int, others: list[int], value: Value) -> list[Entry]:
    """A self-draw is paid by each of the other three [G-19] [D-11]."""
    entries: list[Entry] = []
    for payer in others:
        entries += _share(state, winner, payer, payer, value, _clause(state, "G-19", "D-11"))
    return entries


def discard_entries(state: State, winner: int, value: Value) -> list[Entry]:
    """A win on a discard is paid by the discarder alone [G-19 discard] [D-9] [D-11 discard]."""
    clause = _clause(state, "G-19", "D-11")
    return _share(state, winner, state.open_seat, state.open_seat, value, clause)


def robbed_kong_entries(state: State, winner: int, others: list[int], value: Value) -> list[Entry]:
    """A robbed kong is paid by its maker, for all three or for one [G-16] [D-10]."""
    robbed = state.open_seat
    if state.ruleset.robbed_kong == "pays_as_discard":
        return _share(state, winner, robbed, robbed, value, _clause(state, "G-16", "D-10"))
    entries: list[Entry] = []
    for sharer in others:
        entries += _share(state, winner, robbed, sharer, value, _clause(state, "G-16", "D-10"))
    return entries


def _share(
    state: State, winner: int, payer: int, sharer: int, value: Value, clause: str
) -> list[Entry]:
    """One share of a win, paid by `payer` in the place of `sharer`, whose dealer bonus it has."""
    base = state.ruleset.base
    entries = payment(base, payer, winner, value.pattern_fan, "win", clause)
    for reason, fan in value.extras.items():
        entries += payment(base, payer, winner, fan, reason, _extra_clause(state, reason))
    bonus = dealer_bonus(state, sharer, winner)
    bonus_clause = _clause(state, "G-20", "D-2")
    return entries + payment(base, payer, winner, bonus, "dealer_bonus", bonus_clause)


def _extra_clause(state: State, reason: str) -> str:
    if reason == "declared_ready":
        return _clause(state, "G-17", "D-13")
    return _clause(state, "G-S3", "D-12")


def _clause(state: State, guiyang: str, duyun: str) -> str:
    return duyun if state.ruleset.family == "duyun" else guiyang
