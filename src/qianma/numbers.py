"""A state as plain numbers and back again, to be pickled and compared."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from qianma.state import SEATS, State

_SINGLE: Final = (
    "head",
    "tail",
    "phase",
    "turn",
    "drawn",
    "open_tile",
    "open_seat",
    "window",
    "pending",
    "declared",
    "passed",
    "answers",
    "fresh_kong",
    "left",
    "outcome",
    "winners",
)
_SMALL: Final = ("counts", "meld_count", "bean_count", "options", "draws")
_LARGE: Final = ("melds", "last_four", "log")
"""What changes in play, by the type that holds it; indices and a flag apart."""


def numbers_of(state: State) -> tuple[list[int], ...]:
    """All that changes in play, as lists of numbers."""
    single = [int(getattr(state, name)) for name in _SINGLE]
    lists = [[int(number) for number in getattr(state, name)] for name in (*_SMALL, *_LARGE)]
    indices = [int(index) for index in state.indices]
    return ([int(state.open_is_last_four), *single], indices, *lists)


def take_numbers(state: State, numbers: tuple[list[int], ...]) -> None:
    """Take over what `numbers_of` told of another state of the same wall."""
    state.open_is_last_four = bool(numbers[0][0])
    for name, number in zip(_SINGLE, numbers[0][1:], strict=True):
        setattr(state, name, number)
    state.indices = vec[i32]([i32(index) for index in numbers[1]])
    for place in range(SEATS * 3):
        state.shown[place] = state.flags[i64(state.indices[place])]
    for name, held in zip(_SMALL, numbers[2:], strict=False):
        setattr(state, name, vec[u8](bytes(held)))
    for name, held in zip(_LARGE, numbers[2 + len(_SMALL) :], strict=True):
        setattr(state, name, vec[i64](held))
