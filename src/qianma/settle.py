"""The result of a finished hand: who won what, every payment, who deals next."""

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from qianma.ledger import Entry, Ledger
from qianma.packed import (
    EVENT_WIN,
    event_detail,
    event_kind,
    event_seat,
    event_source,
    event_type,
)
from qianma.rules.beans import refund_beans, settle_beans_at_once, settle_beans_at_win
from qianma.rules.chickens import (
    FlippedTile,
    flipped_tile,
    settle_chickens,
    settle_first_yaoji,
)
from qianma.rules.dealer import next_dealer
from qianma.rules.exhausted import settle_flower_pigs, settle_ready_check
from qianma.rules.kong_shot import burnt_seat, settle_transfers, void_kong
from qianma.rules.leaving import settle_leaving
from qianma.rules.payments import settle_win
from qianma.rules.readiness import is_ready, ready_seats
from qianma.rules.valuation import Value, circumstances, value_hand
from qianma.state import EXHAUSTED, NO_TILE, SEATS, SELF_DRAW, WON, State


class Win(NamedTuple):
    """One player's win: how (`SELF_DRAW` ...), from whom (-1 for a self-draw), on what, worth."""

    seat: int
    by: int
    source: int
    tile: int
    value: Value


class Result(NamedTuple):
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


class Settlement:
    """The settlement of a hand that is over, worked out at once; `result` puts it in full.

    Raises `ValueError` while the hand is not over.
    """

    __slots__ = ("ledger", "ready", "state", "values", "wins")

    def __init__(self, state: State) -> None:
        if not state.outcome:
            raise ValueError("the hand is not over")
        self.state: State = state
        self.ledger: Ledger = Ledger(state.ruleset.base)
        self.ready: list[int] = []
        self.wins: list[int] = []
        """The events of the wins, as numbers of the log."""
        self.values: list[Value] = []
        """What each of them is worth."""
        settle_beans_at_once(self.ledger, state)
        if state.outcome == WON:
            self._settle_wins()
        elif state.outcome == EXHAUSTED:
            self.ready = ready_seats(state)
            settle_ready_check(self.ledger, state, self.ready)
            settle_flower_pigs(self.ledger, state)
            refund_beans(self.ledger, state, self.ready)
        else:
            settle_leaving(self.ledger, state)

    @property
    def points(self) -> vec[i64]:
        """The seats' sums over the ledger."""
        return self.ledger.points

    def _settle_wins(self) -> None:
        state, ledger = self.state, self.ledger
        for event in state.log:
            if event_type(event) == EVENT_WIN:
                seat, kind, by = event_seat(event), event_kind(event), event_detail(event)
                hand = state.holding(seat, NO_TILE if by == SELF_DRAW else kind)
                value = value_hand(state.ruleset, hand, circumstances(state, seat, by))
                assert value is not None, "only a complete hand wins"
                self.wins.append(int(event))
                self.values.append(value)
                settle_win(ledger, state, seat, by, value)
        settle_transfers(ledger, state)
        receivers = receiving_seats(state)
        settle_beans_at_win(ledger, state, receivers, void_kong(state))
        settle_chickens(ledger, state, receivers)
        settle_first_yaoji(ledger, state, receivers)

    def won(self) -> list[Win]:
        """Who won what, in turn order from the discarder."""
        wins: list[Win] = []
        for event, value in zip(self.wins, self.values, strict=True):
            by = event_detail(event)
            source = -1 if by == SELF_DRAW else event_source(event)
            wins.append(Win(event_seat(event), by, source, event_kind(event), value))
        return wins

    def result(self) -> Result:
        """The settlement with every payment."""
        first, second, third, fourth = (int(points) for points in self.ledger.points)
        return Result(
            self.state.outcome,
            tuple(self.won()),
            flipped_tile(self.state),
            tuple(self.ready),
            self.ledger.entries(),
            (first, second, third, fourth),
            next_dealer(self.state),
        )


def settle(state: State) -> Result:
    """The result of a hand that is over. Raises `ValueError` while it is not."""
    return Settlement(state).result()


def receiving_seats(state: State) -> i64:
    """Who is paid for beans and chickens when somebody wins, as bits [G-11 receivers]."""
    burnt = burnt_seat(state)
    only_ready = state.ruleset.settle_only_ready
    receivers: i64 = 0
    seat: i64
    for seat in range(SEATS):
        if seat == burnt:
            continue
        if not only_ready or state.winners >> seat & 1 == 1 or is_ready(state, seat):
            receivers |= 1 << seat
    return receivers
