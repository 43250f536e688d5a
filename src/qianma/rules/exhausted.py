"""The exhausted wall (黃牌): the ready check and the flower pigs."""

from qianma.ledger import Entry, payment
from qianma.rules.dealer import dealer_bonus
from qianma.rules.readiness import is_flower_pig, ready_seats
from qianma.rules.valuation import potential
from qianma.state import SEATS, State


def ready_check_entries(state: State) -> list[Entry]:
    """Who is not ready pays each ready player what that hand could be [G-6] [D-15].

    With nobody or everybody ready nothing is paid.
    """
    ready = ready_seats(state)
    entries: list[Entry] = []
    for payer in range(SEATS):
        if payer in ready or is_flower_pig(state, payer):
            continue
        for seat in ready:
            fan = check_fan(state, payer, seat, potential(state, seat, state.hand_counts(seat)))
            clause = "D-15" if state.ruleset.family == "duyun" else "G-6"
            entries += payment(state.ruleset.base, payer, seat, fan, "ready_check", clause)
    return entries


def check_fan(state: State, payer: int, seat: int, fan: int) -> int:
    """Fan of one payment of a ready check, with the dealer bonus where the setting wants it."""
    if state.ruleset.dealer_bonus_at_ready_check:
        return fan + dealer_bonus(state, payer, seat)
    return fan


def flower_pig_entries(state: State) -> list[Entry]:
    """A flower pig (花豬) pays every player who is none [D-16 pay]."""
    pigs = [seat for seat in range(SEATS) if is_flower_pig(state, seat)]
    entries: list[Entry] = []
    for pig in pigs:
        for seat in range(SEATS):
            if seat not in pigs:
                fan = state.ruleset.penalty_fan
                entries += payment(state.ruleset.base, pig, seat, fan, "flower_pig", "D-16")
    return entries
