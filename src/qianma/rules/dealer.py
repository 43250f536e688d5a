"""The dealer (莊): who deals next, repeats, and the dealer bonus."""

from mypy_extensions import i64

from qianma.state import EXHAUSTED, LEFT, SEATS, WON, State


def dealer_bonus(state: State, payer: i64, payee: i64) -> i64:
    """Fan that a win's payment carries because the dealer pays or receives it [G-20] [D-2]."""
    if state.dealer not in (payer, payee):
        return 0
    bonus = state.ruleset.dealer_bonus
    return bonus.dealing + bonus.repeat * state.repeats


def next_dealer(state: State) -> tuple[int, int] | None:
    """The next hand's dealer and repeats; None when somebody's leaving ended the match."""
    if state.outcome == LEFT:
        return None
    dealer = next_dealer_seat(state)
    return dealer, repeats_of(state, dealer)


def next_dealer_seat(state: State) -> int:
    """Who deals next, unless somebody's leaving ended the match."""
    return winner_deals(state) if state.outcome == WON else int(state.dealer)


def repeats_of(state: State, dealer: int) -> int:
    """One repeat (連莊) more if the same player deals again, else none [G-5] [D-1 repeats]."""
    return state.repeats + 1 if dealer == state.dealer else 0


def winner_deals(state: State) -> int:
    """Who deals after a win [G-2] [D-1]."""
    winners = [seat for seat in range(SEATS) if state.winners >> seat & 1]
    if len(winners) == 1:
        return winners[0]
    if len(winners) == 2:
        return dealer_after_two(state, winners)
    return dealer_after_three(state)


def dealer_after_two(state: State, winners: list[int]) -> int:
    """After two winners the first of them counted from the dealer, or the discarder [G-3]."""
    if state.ruleset.two_winners_deal == "discarder":
        return state.open_seat
    return min(winners, key=lambda seat: (seat - state.dealer) % SEATS)


def dealer_after_three(state: State) -> int:
    """After three winners the player deals who discarded, or whose kong was robbed [G-4]."""
    return state.open_seat


def dealer_clause(state: State) -> str:
    """The clause that names the next dealer, for messages."""
    if state.ruleset.family == "duyun":
        return "D-1"
    if state.outcome == EXHAUSTED:
        return "G-5"
    return {1: "G-2", 2: "G-3"}.get(int(state.winners).bit_count(), "G-4")
