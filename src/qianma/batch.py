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

from typing import Any, NoReturn, TypeAlias

from librt.vecs import vec
from mypy_extensions import i32, u8

from qianma import batch_loops, shapes
from qianma.batch_loops import class_tables, flag_tables
from qianma.rules import patterns
from qianma.ruleset import Ruleset
from qianma.shapes import FULL_HAND
from qianma.tiles import CODES, COPIES, KINDS, TileError

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError("qianma.batch needs NumPy: pip install 'qianma[numpy]'") from error

Counts: TypeAlias = NDArray[np.uint8]

MOST_MELDS = 4
NO_MELD = -1
"""In place of the kind of a meld: there is none."""
NO_PATTERN = -1
"""In place of a pattern: the hand is not complete."""


def is_complete(counts: Counts) -> NDArray[np.bool_]:
    """Which hands are complete [C-10]: bool, shape (n,)."""
    rows = _rows(counts)
    found = vec[u8](bytes(len(counts)))
    if batch_loops.find_complete(rows, len(counts), flag_tables(), found) >= 0:
        _refuse(counts)
    return np.asarray(found).astype(np.bool_)


def ready_distance(counts: Counts, melded: Counts | None = None) -> NDArray[np.int8]:
    """The ready distance of each hand, -1 where it is complete: int8, shape (n,).

    What is melded cannot be drawn any more (C-12); the rows with melds are therefore looked at one
    by one, with `qianma.ready_distance`, and take as long as that does.
    """
    rows = _rows(counts)
    if melded is not None:
        _melded_rows(counts, melded)
    found = vec[u8](bytes(len(counts)))
    if batch_loops.find_missing(rows, len(counts), class_tables(), found) >= 0:
        _refuse(counts)
    distances = np.asarray(found).astype(np.int8) - np.int8(1)
    if melded is not None:
        for row in np.flatnonzero(melded.any(axis=1)):
            distances[row] = shapes.ready_distance(counts[row].tolist(), melded[row].tolist())
    return distances


def waits(counts: Counts, melded: Counts | None = None) -> NDArray[np.uint32]:
    """What each hand waits for [C-12]: uint32, shape (n,); bit k stands for kind k.

    No bits are set where the hand is not ready, or has a tile to discard.
    """
    rows = _rows(counts)
    held = bytes(len(rows)) if melded is None else _melded_rows(counts, melded)
    found = vec[i32](np.zeros(len(counts), np.int32))
    if batch_loops.find_waits(rows, held, len(counts), flag_tables(), found) >= 0:
        _refuse(counts)
    return np.asarray(found).astype(np.uint32)


def best_pattern(
    counts: Counts, ruleset: Ruleset, melds: NDArray[np.int8] | None = None
) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """The pattern that counts for each complete hand [C-11], and its fan.

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
        shown = patterns.patterns_of(ruleset, counts[row].tolist(), kinds)
        best[row] = patterns.best_pattern(ruleset, shown)
        fan[row] = ruleset.pattern_fan[best[row]]
    return best, fan


def _rows(counts: Counts) -> bytes:
    """The counts row by row, once every one of them is known to be at most four."""
    _check_array(counts, "counts", np.uint8, KINDS)
    rows = counts.tobytes()
    if np.frombuffer(rows, np.uint8).max(initial=0) > COPIES:
        _refuse(counts)
    return rows


def _melded_rows(counts: Counts, melded: Counts) -> bytes:
    """The same for tiles in melds, which together with `counts` are at most four of a kind."""
    _check_array(melded, "melded", np.uint8, KINDS)
    _check_length(counts, melded, "melded")
    held = np.maximum(counts + melded, melded)
    if held.max(initial=0) > COPIES:
        _refuse(counts, melded)
    return melded.tobytes()


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
