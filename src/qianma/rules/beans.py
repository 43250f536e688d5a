"""Beans (豆): what kongs are paid, when, and when not."""

from typing import Final

from qianma.ledger import Entry, payment
from qianma.packed import ADDED, CONCEALED, DISCARD, EVENT_PAYMENT, PONG, Meld, unpack_meld
from qianma.ruleset import Ruleset
from qianma.state import SEATS, State

_REASONS: Final = {
    CONCEALED: "concealed_kong",
    ADDED: "added_kong",
    DISCARD: "discard_kong",
}
_CLAUSES: Final = {"guiyang": "G-10", "guiyang-street": "G-S2", "duyun": "D-7"}


def bean_fan(ruleset: Ruleset, meld: Meld) -> int:
    """Fan that each payer of a kong pays [G-10] [G-S2] [D-7]; 0 for a pong."""
    if meld.type == PONG or late_kong_unpaid(ruleset, meld):
        return 0
    return {
        CONCEALED: ruleset.bean_fan.concealed,
        ADDED: ruleset.bean_fan.added,
        DISCARD: ruleset.bean_fan.discard,
    }[meld.type]


def late_kong_unpaid(ruleset: Ruleset, meld: Meld) -> bool:
    """Whether an added kong was made too late to be paid [C-15]."""
    return meld.type == ADDED and meld.late and ruleset.late_added_kong == "unpaid"


def bean_payers(meld: Meld) -> list[int]:
    """Who pays a kong: the discarder of its fourth tile, or everybody else [G-10 payers]."""
    if meld.type == DISCARD:
        return [meld.source]
    return [(meld.seat + step) % SEATS for step in range(1, SEATS)]


def bean_entries(ruleset: Ruleset, meld: Meld) -> list[Entry]:
    """The payments of one kong; none for a pong."""
    fan = bean_fan(ruleset, meld)
    entries: list[Entry] = []
    for payer in bean_payers(meld) if fan else []:
        reason, clause = _REASONS[meld.type], _CLAUSES[ruleset.family]
        entries += payment(ruleset.base, payer, meld.seat, fan, reason, clause)
    return entries


def bean_income(state: State, place: int) -> int:
    """All the fan that the kong at `place` in `melds` brings its owner."""
    meld = unpack_meld(state.melds[place])
    return bean_fan(state.ruleset, meld) * len(bean_payers(meld))


def beans_paid_at_once(state: State) -> list[Entry]:
    """The beans that have been paid as they were made, in that order."""
    entries: list[Entry] = []
    for event in state.events_of(EVENT_PAYMENT):
        entries += bean_entries(state.ruleset, unpack_meld(state.melds[event.detail]))
    return entries


def beans_paid_at_win(state: State, receivers: list[int], void: int) -> list[Entry]:
    """The beans settled when somebody wins, of the seats that receive [G-11].

    `void` is the place in `melds` of a kong that is not paid, or -1.
    """
    if state.ruleset.beans_at_once:
        return []
    entries: list[Entry] = []
    for place, meld in enumerate(state.all_melds()):
        if meld.seat in receivers and place != void:
            entries += bean_entries(state.ruleset, meld)
    return entries


def bean_refunds(state: State, ready: list[int]) -> list[Entry]:
    """Beans given back at an exhausted wall, to those who paid them [D-8].

    With `refund_if_not_ready` those of the seats that are not ready (黃豆), with `void` all.
    """
    keeps = ready if state.ruleset.beans_when_exhausted == "refund_if_not_ready" else []
    entries: list[Entry] = []
    for paid in beans_paid_at_once(state):
        if paid.payee not in keeps:
            entries += payment(
                state.ruleset.base, paid.payee, paid.payer, paid.fan, "bean_refund", "D-8"
            )
    return entries
