"""Who is ready, and for what."""

from collections.abc import Sequence

from mypy_extensions import i64

from qianma.rules.patterns import suits_of
from qianma.rules.refusals import ALLOWED, THREE_SUITS
from qianma.ruleset import Ruleset
from qianma.shape_tables import PAIRS, SETS
from qianma.shapes import waits
from qianma.state import State
from qianma.tiles import KINDS


def three_suits_refusal(ruleset: Ruleset, counts: Sequence[int], meld_kinds: Sequence[int]) -> str:
    """With the flower-pig check a hand of all three suits neither wins nor is ready [D-16]."""
    refused = ruleset.flower_pig and len(suits_of(counts, meld_kinds)) == 3
    return THREE_SUITS if refused else ALLOWED


def is_flower_pig(state: State, seat: int) -> bool:
    """Whether the seat holds all three suits in a game that checks it (D-16)."""
    kinds = state.meld_kinds(seat)
    return three_suits_refusal(state.ruleset, state.hand_counts(seat), kinds) != ALLOWED


def waits_in(state: State, seat: int, counts: Sequence[int]) -> list[int]:
    """The waits of a seat if its concealed tiles were `counts` (13 - 3n tiles; C-12, D-16)."""
    if three_suits_refusal(state.ruleset, counts, state.meld_kinds(seat)):
        return []
    return waits(counts, state.melded_counts(seat))


def could_be_ready(state: State, seat: i64) -> bool:
    """Whether one tile would complete the seat's hand, whoever holds its copies.

    Quick to tell, and in most cases the answer is no. Without melds it is the whole truth.
    """
    first = state.flags[state.indices[seat * 3]]
    second = state.flags[state.indices[seat * 3 + 1]]
    third = state.flags[state.indices[seat * 3 + 2]]
    shared = (
        ((first >> 2) & second & third)
        | (first & (second >> 2) & third)
        | (first & second & (third >> 2))
    )
    if shared & SETS:
        return True
    return shared & PAIRS != 0 and state.meld_count[seat] == 0


def waits_of(state: State, seat: i64) -> list[int]:
    """The waits of a seat that is not about to discard."""
    if not could_be_ready(state, seat):
        return []
    return waits_in(state, seat, state.hand_counts(seat))


def waits_by_discard(state: State, seat: int) -> dict[int, list[int]]:
    """For a seat about to discard: the waits that each discard leaves, if it leaves any."""
    counts = state.hand_counts(seat)
    found: dict[int, list[int]] = {}
    for kind in range(KINDS):
        if counts[kind]:
            counts[kind] -= 1
            remaining = waits_in(state, seat, counts)
            if remaining:
                found[kind] = remaining
            counts[kind] += 1
    return found


def ready_seats(state: State) -> list[int]:
    """The seats that are ready when nobody is about to discard."""
    return [seat for seat in range(4) if waits_of(state, seat)]
