"""The exhausted wall (黃牌): the ready check and the flower pigs."""

from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.rules.dealer import dealer_bonus
from qianma.rules.readiness import is_flower_pig
from qianma.rules.valuation import potential
from qianma.state import SEATS, State


def settle_ready_check(ledger: Ledger, state: State, ready: list[int]) -> None:
    """Who is not ready pays each ready player what that hand could be [G-6] [D-15].

    With nobody or everybody ready nothing is paid.
    """
    if len(ready) in (0, SEATS):
        return
    clause = "D-15" if state.ruleset.family == "duyun" else "G-6"
    worth = [potential(state, seat, state.holding(seat)) for seat in ready]
    for payer in range(SEATS):
        if payer in ready or is_flower_pig(state, payer):
            continue
        for seat, fan in zip(ready, worth, strict=True):
            ledger.pay(payer, seat, check_fan(state, payer, seat, fan), "ready_check", clause)


def check_fan(state: State, payer: i64, seat: i64, fan: i64) -> i64:
    """Fan of one payment of a ready check, with the dealer bonus where the setting wants it."""
    if state.ruleset.dealer_bonus_at_ready_check:
        return fan + dealer_bonus(state, payer, seat)
    return fan


def settle_flower_pigs(ledger: Ledger, state: State) -> None:
    """A flower pig (花豬) pays every player who is none [D-16 pay]."""
    if not state.ruleset.flower_pig:
        return
    pigs = [seat for seat in range(SEATS) if is_flower_pig(state, seat)]
    for pig in pigs:
        for seat in range(SEATS):
            if seat not in pigs:
                ledger.pay(pig, seat, state.ruleset.penalty_fan, "flower_pig", "D-16")
