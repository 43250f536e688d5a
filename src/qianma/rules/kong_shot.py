"""Kong shot (槓上炮): winning on the tile discarded right after a kong."""

from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.rules.beans import bean_income
from qianma.ruleset import Ruleset
from qianma.state import NOBODY, SEATS, State


def is_kong_shot(state: State) -> bool:
    """Whether the open discard follows right after a kong, in a game that knows it."""
    return state.fresh_kong != NOBODY and state.ruleset.kong_shot != "none"


def kong_shot_waives_bean(ruleset: Ruleset, after_kong: bool) -> bool:
    """The discard right after a kong may be won plain without a bean [G-S3 plain]."""
    return ruleset.kong_shot_waives_bean and after_kong


def was_kong_shot(state: State) -> bool:
    """Whether the hand was won by a kong shot."""
    return is_kong_shot(state) and state.log_ends_with_discard_win()


def void_kong(state: State) -> i64:
    """The place in `melds` of the kong that a kong shot voids, or `NOBODY` [G-S3 void]."""
    voids = state.ruleset.kong_shot == "void_kong" and was_kong_shot(state)
    return state.fresh_kong if voids else NOBODY


def burnt_seat(state: State) -> i64:
    """The discarder whose beans and chickens a kong shot burns, or `NOBODY` [G-S3 burn]."""
    burns = state.ruleset.kong_shot == "burn" and was_kong_shot(state)
    return state.open_seat if burns else NOBODY


def settle_transfers(ledger: Ledger, state: State) -> None:
    """What the discarder of a kong shot hands on to each winner [D-12 transfer].

    That is all the last kong brought in, to each winner the whole, from the discarder's pocket.
    """
    if state.ruleset.kong_shot != "transfer" or not was_kong_shot(state):
        return
    fan = bean_income(state, state.fresh_kong)
    for winner in range(SEATS):
        if state.winners >> winner & 1:
            ledger.pay(state.open_seat, winner, fan, "kong_transfer", "D-12")
