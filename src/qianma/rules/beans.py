"""Beans (豆): what kongs are paid, when, and when not."""

from typing import Final

from mypy_extensions import i64

from qianma.ledger import Entry, Ledger
from qianma.packed import (
    ADDED,
    CONCEALED,
    DISCARD,
    EVENT_PAYMENT,
    PONG,
    Meld,
    event_detail,
    event_type,
    meld_seat,
    meld_type,
    unpack_meld,
)
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


def bean_clause(ruleset: Ruleset) -> str:
    """The clause that says what kongs are paid."""
    return _CLAUSES[ruleset.family]


def late_kong_unpaid(ruleset: Ruleset, meld: Meld) -> bool:
    """Whether an added kong was made too late to be paid [C-15]."""
    return meld.type == ADDED and meld.late and ruleset.late_added_kong == "unpaid"


def bean_payers(meld: Meld) -> list[int]:
    """Who pays a kong: the discarder of its fourth tile, or everybody else [G-10 payers]."""
    if meld.type == DISCARD:
        return [meld.source]
    return [(meld.seat + step) % SEATS for step in range(1, SEATS)]


def pay_bean(ledger: Ledger, ruleset: Ruleset, meld: Meld) -> None:
    """The payments of one kong; none for a pong."""
    fan = bean_fan(ruleset, meld)
    for payer in bean_payers(meld) if fan else []:
        ledger.pay(payer, meld.seat, fan, _REASONS[meld.type], bean_clause(ruleset))


def bean_entries(ruleset: Ruleset, meld: Meld) -> tuple[Entry, ...]:
    """The payments of one kong by themselves."""
    ledger = Ledger(ruleset.base)
    pay_bean(ledger, ruleset, meld)
    return ledger.entries()


def bean_income(state: State, place: i64) -> int:
    """All the fan that the kong at `place` in `melds` brings its owner."""
    meld = unpack_meld(state.melds[place])
    return bean_fan(state.ruleset, meld) * len(bean_payers(meld))


def paid_at_once(state: State) -> list[Meld]:
    """The kongs that have been paid as they were made, in that order."""
    return [
        unpack_meld(state.melds[event_detail(event)])
        for event in state.log
        if event_type(event) == EVENT_PAYMENT
    ]


def beans_paid_at_once(state: State) -> tuple[Entry, ...]:
    """The payments for kongs so far, in a game where they are made at once."""
    ledger = Ledger(state.ruleset.base)
    settle_beans_at_once(ledger, state)
    return ledger.entries()


def settle_beans_at_once(ledger: Ledger, state: State) -> None:
    """The beans that have been paid as they were made."""
    if state.ruleset.beans_at_once:
        for meld in paid_at_once(state):
            pay_bean(ledger, state.ruleset, meld)


def settle_beans_at_win(ledger: Ledger, state: State, receivers: i64, void: i64) -> None:
    """The beans settled when somebody wins [G-11]; see `beans_paid_at_win`."""
    for meld in beans_paid_at_win(state, receivers, void):
        pay_bean(ledger, state.ruleset, meld)


def beans_paid_at_win(state: State, receivers: i64, void: i64) -> list[Meld]:
    """The kongs that are settled when somebody wins, of the seats that receive (bits).

    `void` is the place in `melds` of a kong that is not paid, or -1. None is where beans are paid
    at once.
    """
    found: list[Meld] = []
    if state.ruleset.beans_at_once:
        return found
    place: i64
    for place in range(len(state.melds)):
        meld = state.melds[place]
        if meld_type(meld) != PONG and place != void and receivers >> meld_seat(meld) & 1 == 1:
            found.append(unpack_meld(meld))
    return found


def refund_beans(ledger: Ledger, state: State, ready: list[int]) -> None:
    """Beans given back at an exhausted wall, to those who paid them [D-8].

    With `refund_if_not_ready` those of the seats that are not ready (黃豆), with `void` all.
    """
    if not state.ruleset.beans_at_once:
        return
    keeps = ready if state.ruleset.beans_when_exhausted == "refund_if_not_ready" else []
    for meld in paid_at_once(state):
        if meld.seat not in keeps:
            fan = bean_fan(state.ruleset, meld)
            for payer in bean_payers(meld):
                ledger.pay(meld.seat, payer, fan, "bean_refund", "D-8")
