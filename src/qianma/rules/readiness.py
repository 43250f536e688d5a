"""Who is ready, and for what."""

from mypy_extensions import i64

from qianma.counts import power
from qianma.holding import Holding
from qianma.rules.refusals import ALLOWED, THREE_SUITS
from qianma.ruleset import Ruleset
from qianma.shapes import kinds_of_bits, one_away, wait_bits
from qianma.state import State
from qianma.tiles import KINDS


def three_suits_refusal(ruleset: Ruleset, hand: Holding) -> str:
    """With the flower-pig check a hand of all three suits neither wins nor is ready [D-16]."""
    return THREE_SUITS if ruleset.flower_pig and hand.suits() == 7 else ALLOWED


def is_flower_pig(state: State, seat: i64) -> bool:
    """Whether the seat holds all three suits in a game that checks it (D-16)."""
    if not state.ruleset.flower_pig:
        return False
    return three_suits_refusal(state.ruleset, state.holding(seat)) != ALLOWED


def waits_with(ruleset: Ruleset, hand: Holding) -> i64:
    """The waits of a hand in a game, as bits by kind (C-12, D-16)."""
    return 0 if three_suits_refusal(ruleset, hand) else wait_bits(hand)


def could_be_ready(state: State, seat: i64) -> bool:
    """Whether one tile would complete the seat's hand, whoever holds its copies.

    Quick to tell, and in most cases the answer is no. Without melds it is the whole truth.
    """
    place, shown = seat * 3, state.shown
    no_meld = state.meld_count[seat] == 0
    return one_away(shown[place], shown[place + 1], shown[place + 2], no_meld)


def could_be_ready_without(state: State, seat: i64, kind: i64) -> bool:
    """The same of a seat's hand without a tile of some kind that it holds."""
    place = seat * 3
    suit = kind // 9
    without = state.flags[i64(state.indices[place + suit]) - power(kind % 9)]
    one, two = state.shown[place + (suit + 1) % 3], state.shown[place + (suit + 2) % 3]
    return one_away(without, one, two, state.meld_count[seat] == 0)


def waits_of(state: State, seat: i64) -> list[int]:
    """The waits of a seat that is not about to discard."""
    return kinds_of_bits(_wait_bits_of(state, seat))


def _wait_bits_of(state: State, seat: i64) -> i64:
    if not could_be_ready(state, seat):
        return 0
    return waits_with(state.ruleset, state.holding(seat))


def waits_by_discard(state: State, seat: i64) -> dict[int, list[int]]:
    """For a seat about to discard: the waits that each discard leaves, if it leaves any."""
    hand = state.holding(seat)
    found: dict[int, list[int]] = {}
    kind: i64
    for kind in range(KINDS):
        if hand.counts[kind] != 0:
            hand.remove(kind)
            waits = waits_with(state.ruleset, hand)
            if waits:
                found[kind] = kinds_of_bits(waits)
            hand.add(kind)
    return found


def is_ready(state: State, seat: i64) -> bool:
    """Whether a seat that is not about to discard waits for some kind."""
    return _wait_bits_of(state, seat) != 0


def ready_seats(state: State) -> list[int]:
    """The seats that are ready when nobody is about to discard."""
    return [seat for seat in range(4) if is_ready(state, seat)]
