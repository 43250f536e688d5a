"""A state as plain numbers and back again, to be pickled and compared."""

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from qianma.state import SEATS, State


def numbers_of(state: State) -> tuple[list[int], ...]:
    """All that changes in play, as lists of numbers."""
    return (
        [
            state.head,
            state.tail,
            state.phase,
            state.turn,
            state.drawn,
            state.open_tile,
            state.open_seat,
            int(state.open_is_last_four),
            state.window,
            state.pending,
            state.declared,
            state.passed,
            state.answers,
            state.fresh_kong,
            state.left,
            state.outcome,
            state.winners,
        ],
        [int(count) for count in state.counts],
        [int(index) for index in state.indices],
        list(state.melds),
        [int(number) for number in state.meld_count],
        [int(number) for number in state.bean_count],
        [int(number) for number in state.options],
        [int(number) for number in state.draws],
        list(state.last_four),
        list(state.log),
    )


def take_numbers(state: State, numbers: tuple[list[int], ...]) -> None:
    """Take over what `numbers_of` told of another state of the same wall."""
    (
        state.head,
        state.tail,
        state.phase,
        state.turn,
        state.drawn,
        state.open_tile,
        state.open_seat,
        open_is_last_four,
        state.window,
        state.pending,
        state.declared,
        state.passed,
        state.answers,
        state.fresh_kong,
        state.left,
        state.outcome,
        state.winners,
    ) = numbers[0]
    state.open_is_last_four = bool(open_is_last_four)
    state.counts = vec[u8](bytes(numbers[1]))
    state.indices = vec[i32]([i32(index) for index in numbers[2]])
    for place in range(SEATS * 3):
        state.shown[place] = state.flags[i64(state.indices[place])]
    state.melds = vec[i64](numbers[3])
    state.meld_count = vec[u8](bytes(numbers[4]))
    state.bean_count = vec[u8](bytes(numbers[5]))
    state.options = vec[u8](bytes(numbers[6]))
    state.draws = vec[u8](bytes(numbers[7]))
    state.last_four = vec[i64](numbers[8])
    state.log = vec[i64](numbers[9])
