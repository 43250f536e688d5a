"""Who pays for a win."""

from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.rules.dealer import dealer_bonus
from qianma.rules.valuation import Value
from qianma.state import BY_DISCARD, SEATS, SELF_DRAW, State


def settle_win(ledger: Ledger, state: State, winner: i64, by: i64, value: Value) -> None:
    """The payments for one player's win, each part of it apart."""
    if by == SELF_DRAW:
        pay_self_draw(ledger, state, winner, value)
    elif by == BY_DISCARD:
        pay_discard(ledger, state, winner, value)
    else:
        pay_robbed_kong(ledger, state, winner, value)


def pay_self_draw(ledger: Ledger, state: State, winner: i64, value: Value) -> None:
    """A self-draw is paid by each of the other three [G-19] [D-11]."""
    step: i64
    for step in range(1, SEATS):
        payer = (winner + step) % SEATS
        _pay_share(ledger, state, winner, payer, payer, value, _clause(state, "G-19", "D-11"))


def pay_discard(ledger: Ledger, state: State, winner: i64, value: Value) -> None:
    """A win on a discard is paid by the discarder alone [G-19 discard] [D-9] [D-11 discard]."""
    payer = state.open_seat
    _pay_share(ledger, state, winner, payer, payer, value, _clause(state, "G-19", "D-11"))


def pay_robbed_kong(ledger: Ledger, state: State, winner: i64, value: Value) -> None:
    """A robbed kong is paid by its maker, for all three or for one [G-16] [D-10]."""
    robbed = state.open_seat
    clause = _clause(state, "G-16", "D-10")
    if state.ruleset.robbed_kong == "pays_as_discard":
        _pay_share(ledger, state, winner, robbed, robbed, value, clause)
        return
    step: i64
    for step in range(1, SEATS):
        _pay_share(ledger, state, winner, robbed, (winner + step) % SEATS, value, clause)


def _pay_share(
    ledger: Ledger, state: State, winner: i64, payer: i64, sharer: i64, value: Value, clause: str
) -> None:
    """One share of a win, paid by `payer` in the place of `sharer`, whose dealer bonus it has."""
    ledger.pay(payer, winner, value.pattern_fan, "win", clause)
    ledger.pay(
        payer, winner, value.declared_ready, "declared_ready", _clause(state, "G-17", "D-13")
    )
    kong_clause = _clause(state, "G-S3", "D-12")
    ledger.pay(payer, winner, value.kong_flower, "kong_flower", kong_clause)
    ledger.pay(payer, winner, value.kong_shot, "kong_shot", kong_clause)
    bonus = dealer_bonus(state, sharer, winner)
    ledger.pay(payer, winner, bonus, "dealer_bonus", _clause(state, "G-20", "D-2"))


def _clause(state: State, guiyang: str, duyun: str) -> str:
    return duyun if state.ruleset.family == "duyun" else guiyang
