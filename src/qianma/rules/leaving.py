"""Leaving (逃跑): what it costs where it ends the game."""

from qianma.ledger import Entry, payment
from qianma.rules.exhausted import check_fan
from qianma.rules.last_four import in_stage
from qianma.rules.readiness import waits_by_discard
from qianma.rules.valuation import potential
from qianma.state import NO_TILE, SEATS, State


def leaving_ends_game(state: State) -> bool:
    """Whether a player who leaves ends the game, or is replaced at the table [G-23]."""
    return state.ruleset.leaving == "ends_game"


def leaving_entries(state: State) -> list[Entry]:
    """What the player who left pays the other three [D-17].

    The penalty to each, or in the last stage a ready check against the leaver if that is more.
    """
    leaver = state.left
    others = [seat for seat in range(SEATS) if seat != leaver]
    fan = dict.fromkeys(others, state.ruleset.penalty_fan)
    if in_stage(state):
        check = {
            seat: check_fan(state, leaver, seat, most)
            for seat in others
            if (most := _most_fan(state, seat))
        }
        if sum(check.values()) > sum(fan.values()):
            fan = check
    entries: list[Entry] = []
    for seat, amount in fan.items():
        entries += payment(state.ruleset.base, leaver, seat, amount, "leaving", "D-17")
    return entries


def _most_fan(state: State, seat: int) -> int:
    """The most fan a seat's hand could be; of a hand about to discard, over its discards."""
    counts = state.hand_counts(seat)
    if sum(counts) % 3 == 1:
        return potential(state, seat, counts)
    declared_and_drawn = state.has_declared(seat) and state.drawn != NO_TILE
    discards = [state.drawn] if declared_and_drawn else list(waits_by_discard(state, seat))
    most = 0
    for kind in discards:
        counts[kind] -= 1
        most = max(most, potential(state, seat, counts))
        counts[kind] += 1
    return most
