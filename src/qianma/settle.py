"""The result of a finished hand: who won what, every payment, who deals next."""

from dataclasses import dataclass

from qianma.ledger import Entry, seat_points
from qianma.rules.beans import bean_refunds, beans_paid_at_once, beans_paid_at_win
from qianma.rules.chickens import (
    FlippedTile,
    chicken_entries,
    first_yaoji_entries,
    flipped_tile,
)
from qianma.rules.dealer import next_dealer
from qianma.rules.exhausted import flower_pig_entries, ready_check_entries
from qianma.rules.kong_shot import burnt_seat, transfers, void_kong
from qianma.rules.leaving import leaving_entries
from qianma.rules.payments import win_entries
from qianma.rules.readiness import ready_seats, waits_of
from qianma.rules.valuation import Value, circumstances, value_hand
from qianma.state import EVENT_WIN, EXHAUSTED, SEATS, SELF_DRAW, WON, State
from qianma.stored import Stored


@dataclass(frozen=True, slots=True)
class Win(Stored):
    """One player's win: how (`SELF_DRAW` ...), from whom (-1 for a self-draw), on what, worth."""

    seat: int
    by: int
    source: int
    tile: int
    value: Value


@dataclass(frozen=True, slots=True)
class Result(Stored):
    """A settled hand.

    `outcome` is `WON`, `EXHAUSTED` or `LEFT`; `ready` lists the ready seats at an exhausted wall;
    `points` are the seats' sums over the ledger; `next_dealer` is the next dealer and that hand's
    repeats, None when the match is over because a player left.
    """

    outcome: int
    wins: tuple[Win, ...]
    flipped: FlippedTile
    ready: tuple[int, ...]
    ledger: tuple[Entry, ...]
    points: tuple[int, int, int, int]
    next_dealer: tuple[int, int] | None


def settle(state: State) -> Result:
    """The result of a hand that is over. Raises `ValueError` while it is not."""
    if not state.outcome:
        raise ValueError("the hand is not over")
    wins = tuple(_wins(state))
    ready: list[int] = []
    ledger = beans_paid_at_once(state)
    if state.outcome == WON:
        ledger += _won_ledger(state, wins)
    elif state.outcome == EXHAUSTED:
        ready = ready_seats(state)
        ledger += ready_check_entries(state)
        ledger += flower_pig_entries(state)
        ledger += bean_refunds(state, ready)
    else:
        ledger += leaving_entries(state)
    return Result(
        state.outcome,
        wins,
        flipped_tile(state),
        tuple(ready),
        tuple(ledger),
        seat_points(ledger),
        next_dealer(state),
    )


def _wins(state: State) -> list[Win]:
    wins: list[Win] = []
    for event in state.events():
        if event.type != EVENT_WIN:
            continue
        counts = state.hand_counts(event.seat)
        if event.detail != SELF_DRAW:
            counts[event.kind] += 1
        meld_kinds = state.meld_kinds(event.seat)
        how = circumstances(state, event.seat, event.detail)
        value = value_hand(state.ruleset, counts, meld_kinds, how)
        assert value is not None, "only a complete hand wins"
        source = -1 if event.detail == SELF_DRAW else event.source
        wins.append(Win(event.seat, event.detail, source, event.kind, value))
    return wins


def _won_ledger(state: State, wins: tuple[Win, ...]) -> list[Entry]:
    entries: list[Entry] = []
    for win in wins:
        entries += win_entries(state, win.seat, win.by, win.value)
    entries += transfers(state)
    receivers = receiving_seats(state)
    entries += beans_paid_at_win(state, receivers, void_kong(state))
    entries += chicken_entries(state, receivers)
    entries += first_yaoji_entries(state, receivers)
    return entries


def receiving_seats(state: State) -> list[int]:
    """Who is paid for beans and chickens when somebody wins [G-11 receivers]."""
    burnt = burnt_seat(state)
    seats = [seat for seat in range(SEATS) if seat != burnt]
    if not state.ruleset.settle_only_ready:
        return seats
    return [seat for seat in seats if state.winners >> seat & 1 or waits_of(state, seat)]
