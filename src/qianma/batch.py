"""Many hands at once, as NumPy arrays; needs the extra `qianma[numpy]`.

`counts` is always an array of shape (n, 27) and dtype uint8: for each of n hands how many concealed
tiles of each kind it has. `melded`, of the same shape and dtype, counts the tiles in own melds;
without it there are none. The answers are the same as those of `qianma.shapes` and
`qianma.rules.patterns` for each row, in new arrays; what is handed in is never changed, need not be
contiguous and may be read-only. n may be 0.

An array of another shape or dtype raises `ValueError`. A row that is no hand raises `TileError`, a
`ValueError` that names the first such row (from 0): more than four of a kind, melds included, or a
number of concealed tiles other than 13 or 14 less 3 for each meld.

>>> import numpy as np
>>> from qianma.tiles import count_tiles, parse_tiles
>>> hands = ["23m55m456p789p345s", "1m", "147m258p369s1234m"]
>>> counts = np.array([count_tiles(parse_tiles(hand)) for hand in hands], dtype=np.uint8)
>>> ready_distance(counts)
array([0, 0, 4], dtype=int8)
>>> [hex(mask) for mask in waits(counts)]
['0x9', '0x1', '0x0']
>>> is_complete(counts)
array([False, False, False])
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, Final, NoReturn, TypeAlias

from librt.vecs import vec
from mypy_extensions import i32, u8

from qianma import batch_loops
from qianma.batch_loops import flag_tables
from qianma.class_tables import class_tables
from qianma.counts import FULL_HAND
from qianma.holding import Holding
from qianma.rules import patterns
from qianma.ruleset import Ruleset
from qianma.shape_tables import IMPOSSIBLE, MOST_SETS, POWERS, SIZE, suit_needs
from qianma.suit_classes import suit_classes
from qianma.tiles import CODES, COPIES, KINDS, TileError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("qianma.batch needs NumPy: pip install 'qianma[numpy]'") from error

Counts: TypeAlias = NDArray[np.uint8]

BLOCK: Final = 1 << 14
MOST_MELDS: Final = 4
NO_MELD: Final = -1
"""In place of the kind of a meld: there is none."""
NO_PATTERN: Final = -1
"""In place of a pattern: the hand is not complete."""


def is_complete(counts: Counts) -> NDArray[np.bool_]:
    """Which hands are complete (C-10): bool, shape (n,)."""
    _check_counts(counts)
    complete = np.empty(len(counts), np.bool_)
    for block in _blocks(counts):
        rows = _rows(counts, block)
        found = vec[u8](bytes(len(rows) // KINDS))
        if batch_loops.find_complete(rows, len(found), flag_tables(), found) >= 0:
            _refuse(counts)
        complete[block] = found
    return complete


def ready_distance(counts: Counts, melded: Counts | None = None) -> NDArray[np.int8]:
    """The ready distance of each hand, -1 where it is complete: int8, shape (n,).

    What is melded cannot be drawn any more (C-12), which takes longer to find out: rows with melds
    are ten to a hundred times slower than others.
    """
    _check_counts(counts, melded)
    missing = np.empty(len(counts), np.int8)
    for block in _blocks(counts):
        rows = _rows(counts, block)
        found = vec[u8](bytes(len(rows) // KINDS))
        if batch_loops.find_missing(rows, len(found), flag_tables(), class_tables(), found) >= 0:
            _refuse(counts, melded)
        missing[block] = found
    if melded is not None:
        limited = np.flatnonzero(melded.any(axis=1))
        missing[limited] = _missing_with_melds(counts[limited], melded[limited])
    return missing - np.int8(1)


def waits(counts: Counts, melded: Counts | None = None) -> NDArray[np.uint32]:
    """What each hand waits for (C-12): uint32, shape (n,); bit k stands for kind k.

    No bits are set where the hand is not ready, or has a tile to discard.
    """
    _check_counts(counts, melded)
    masks = np.empty(len(counts), np.uint32)
    for block in _blocks(counts):
        rows = _rows(counts, block)
        held = bytes(len(rows)) if melded is None else melded[block].tobytes()
        found = vec[i32](np.zeros(len(rows) // KINDS, np.int32))
        if batch_loops.find_waits(rows, held, len(found), flag_tables(), found) >= 0:
            _refuse(counts, melded)
        masks[block] = found
    return masks


def best_pattern(
    counts: Counts, ruleset: Ruleset, melds: NDArray[np.int8] | None = None
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """The pattern that counts for each complete hand (C-11), and its fan.

    `melds` has shape (n, 4) and dtype int8 and holds the kinds of each hand's melds, `NO_MELD`
    where there is none; without it there are none. Patterns of the opening (heavenly and earthly
    hand) and extra fan are none of a hand's tiles, and left out. Melds that do not go with a row's
    number of concealed tiles are refused.

    Returns:
        The patterns, as places in `qianma.settings.PATTERNS`, and `NO_PATTERN` where the hand is
        not complete: int8, shape (n,); and their fan, 0 where the hand is not complete: int16,
        shape (n,).
    """
    complete = is_complete(counts)
    if melds is None:
        melds = np.full((len(counts), MOST_MELDS), NO_MELD, np.int8)
    _check_melds(counts, melds)
    best = np.full(len(counts), NO_PATTERN, np.int8)
    fan = np.zeros(len(counts), np.int16)
    for row in np.flatnonzero(complete):
        kinds = [kind for kind in melds[row].tolist() if kind != NO_MELD]
        hand = Holding.of(counts[row].tobytes(), kinds)
        best[row] = patterns.best_pattern(ruleset, patterns.patterns_of(ruleset, hand))
        fan[row] = ruleset.pattern_fan[best[row]]
    return best, fan


def _missing_with_melds(counts: Counts, melded: Counts) -> NDArray[np.int16]:
    """How many tiles hands lack that cannot draw what is melded."""
    powers = np.array(POWERS)
    indices = counts.reshape(-1, 3, 9) @ powers
    limits = SIZE - 1 - melded.reshape(-1, 3, 9) @ powers
    suits, places = np.unique((indices * SIZE + limits).ravel(), return_inverse=True)
    needs = np.array([_needs(*divmod(suit, SIZE)) for suit in suits.tolist()], np.int16)
    first, second, third = needs.reshape(-1, 10)[places].reshape(-1, 3, 10).transpose(1, 2, 0)
    totals = counts.sum(axis=1, dtype=np.int16)
    joint = _join(np.ascontiguousarray(first), np.ascontiguousarray(second))
    lacking: NDArray[np.int16]
    lacking = _join(joint, np.ascontiguousarray(third))[totals // 3 + 5, np.arange(len(counts))]
    pairs = (counts >> 1).sum(axis=1, dtype=np.int16)
    concealed = totals >= FULL_HAND - 1
    lacking[concealed] = np.minimum(lacking, 7 - pairs)[concealed]
    return lacking


def _needs(index: int, limits: int) -> Sequence[int]:
    """The ten numbers of a suit."""
    if limits == SIZE - 1:
        classes = suit_classes()
        return classes.needs[classes.of_suit[index]]
    return suit_needs(index, limits)


def _join(first: NDArray[np.int16], second: NDArray[np.int16]) -> NDArray[np.int16]:
    """What `suit_classes.join` says, for many pairs of suits; the ten numbers are the rows."""
    numbers = np.full_like(first, IMPOSSIBLE)
    for one, two in product(range(MOST_SETS + 1), repeat=2):
        if one + two > MOST_SETS:
            continue
        for pair, other in ((0, 0), (5, 0), (0, 5)):
            best = numbers[one + two + pair + other]
            np.minimum(best, first[one + pair] + second[two + other], out=best)
    return numbers


def _blocks(counts: Counts) -> Iterator[slice]:
    """Slices of as many rows as are near at hand in a cache."""
    for start in range(0, len(counts), BLOCK):
        yield slice(start, min(start + BLOCK, len(counts)))


def _rows(counts: Counts, block: slice) -> bytes:
    """Some of the counts, row by row, once every one of them is known to be at most four."""
    rows = counts[block].tobytes()
    if np.frombuffer(rows, np.uint8).max() > COPIES:
        _refuse(counts)
    return rows


def _check_counts(counts: Counts, melded: Counts | None = None) -> None:
    """Refuse arrays of another kind, and more than four tiles melded or in hand and melds."""
    _check_array(counts, "counts", np.uint8, KINDS)
    if melded is None:
        return
    _check_array(melded, "melded", np.uint8, KINDS)
    _check_length(counts, melded, "melded")
    for block in _blocks(counts):
        own, others = counts[block], melded[block]
        if np.maximum(own, others).max() > COPIES or (own + others).max() > COPIES:
            _refuse(counts, melded)


def _check_array(array: object, name: str, dtype: type[np.generic], width: int) -> None:
    if not isinstance(array, np.ndarray):
        raise ValueError(f"{name} is no NumPy array but {type(array).__name__}")
    if array.dtype != dtype:
        raise ValueError(f"{name} has dtype {array.dtype}, not {np.dtype(dtype)}")
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError(f"{name} has shape {array.shape}, not (n, {width})")


def _check_length(counts: Counts, array: NDArray[Any], name: str) -> None:
    if len(array) != len(counts):
        raise ValueError(f"{name} has {len(array)} rows, counts {len(counts)}")


def _refuse(counts: Counts, melded: Counts | None = None) -> NoReturn:
    """Raise `TileError` for the first row that is no hand, of which there is one at least."""
    held = counts.astype(np.int16)
    totals = held.sum(axis=1)
    if melded is not None:
        held += melded
    no_hand = (totals > FULL_HAND) | (totals % 3 == 0)
    row = int(np.argmax(no_hand | (held > COPIES).any(axis=1)))
    kind = int(np.argmax(held[row] > COPIES))
    if held[row, kind] > COPIES:
        raise TileError(f"row {row}: {held[row, kind]} of {CODES[kind]}, of which there are four")
    raise TileError(
        f"row {row}: {totals[row]} concealed tiles are no hand: 13 or 14, less 3 for each meld"
    )


def _check_melds(counts: Counts, melds: NDArray[np.int8]) -> None:
    """Refuse melds that are no kinds, too many of a kind, or of another number than there must."""
    _check_array(melds, "melds", np.int8, MOST_MELDS)
    _check_length(counts, melds, "melds")
    wrong = (melds < NO_MELD) | (melds >= KINDS)
    if wrong.any():
        row, place = (int(found[0]) for found in np.nonzero(wrong))
        raise TileError(f"row {row}: {melds[row, place]} is no kind, 0 to 26, and not {NO_MELD}")
    numbers = (melds != NO_MELD).sum(axis=1)
    totals = counts.sum(axis=1, dtype=np.int16)
    odd = numbers != (FULL_HAND - totals) // 3
    if odd.any():
        row = int(np.argmax(odd))
        raise TileError(
            f"row {row}: {totals[row]} concealed tiles do not go with {numbers[row]} melds"
        )
    rows, places = np.nonzero(melds != NO_MELD)
    held = counts.astype(np.int16)
    np.add.at(held, (rows, melds[rows, places]), 3)
    if held.max(initial=0) > COPIES:
        row = int(np.argmax((held > COPIES).any(axis=1)))
        kind = int(np.argmax(held[row] > COPIES))
        raise TileError(f"row {row}: more than four {CODES[kind]}, melds included")
