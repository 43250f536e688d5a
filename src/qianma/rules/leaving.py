"""Leaving (逃跑): what it costs where it ends the game."""

from qianma.ledger import Ledger
from qianma.rules.exhausted import check_fan
from qianma.rules.last_four import in_stage
from qianma.rules.readiness import waits_by_discard
from qianma.rules.valuation import potential
from qianma.state import NO_TILE, SEATS, State


def leaving_ends_game(state: State) -> bool:
    """Whether a player who leaves ends the game, or is replaced at the table [G-23]."""
    return state.ruleset.leaving == "ends_game"


def settle_leaving(ledger: Ledger, state: State) -> None:
    """What the player who left pays the other three [D-17].

    The penalty to each, or in the last stage a ready check against the leaver if that is more.
    """
    leaver = int(state.left)
    others = [seat for seat in range(SEATS) if seat != leaver]
    fan = dict.fromkeys(others, state.ruleset.penalty_fan)
    if in_stage(state):
        check = {
            seat: int(check_fan(state, leaver, seat, most))
            for seat in others
            if (most := _most_fan(state, seat))
        }
        if sum(check.values()) > sum(fan.values()):
            fan = check
    for seat, amount in fan.items():
        ledger.pay(leaver, seat, amount, "leaving", "D-17")


def _most_fan(state: State, seat: int) -> int:
    """The most fan a seat's hand could be; of a hand about to discard, over its discards."""
    hand = state.holding(seat)
    if hand.total % 3 == 1:
        return potential(state, seat, hand)
    declared_and_drawn = state.has_declared(seat) and state.drawn != NO_TILE
    discards = [int(state.drawn)] if declared_and_drawn else list(waits_by_discard(state, seat))
    most = 0
    for kind in discards:
        hand.remove(kind)
        most = max(most, potential(state, seat, hand))
        hand.add(kind)
    return most
