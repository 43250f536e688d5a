"""How far complete? is from a plain loop in C over the same table, one by one and in batches."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import inputs, ours
from benchmarks.measuring import Work, alternate, median, spread
from benchmarks.rows import Row
from benchmarks.sizes import Size

SOURCE = Path(__file__).parent.parent / "complete.c"
PEER = "plain C loop"

Count = Callable[[bytes], int]


def measure(size: Size) -> list[Row]:
    """One row for single calls and one for batches; without a C compiler they say so."""
    hands = inputs.half_complete(size.hands)
    expected = sum(ours.complete_answers(hands))
    titles = ("complete? per call", "complete? in batches")
    count = compiled_count()
    if count is None:
        note = "there is no C compiler (cc) here"
        return [Row(f"{title}, against C", "/s", None, PEER, note=note) for title in titles]
    joined = b"".join(hands)
    wrong = int(count(joined) != expected)
    rows = [_row(size, titles[0], ours.complete(hands), _counting(count, hands), wrong)]
    batch = ours.batch_module()
    if batch is None:
        rows.append(Row(f"{titles[1]}, against C", "/s", None, PEER, note=ours.NO_BATCHES))
    else:
        work = _batches(batch.is_complete, hands)
        rows.append(_row(size, titles[1], work, _counting(count, hands), wrong))
    return rows


def _row(size: Size, title: str, mine: Work, other: Work, wrong: int) -> Row:
    here, there = alternate([mine, other], size)
    ratio = median(here) / median(there)
    apart = max(spread(here), spread(there))
    note = "only to be known; C counts the complete hands and returns one number"
    return Row(
        f"{title}, against C",
        "/s",
        median(here),
        PEER,
        median(there),
        ratio,
        spread=apart,
        note=note,
        differing=wrong,
    )


def compiled_count() -> Count | None:
    """The function of complete.c on 27 bytes a hand; None without a C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with TemporaryDirectory() as folder:
        library = Path(folder, "complete.so")
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, SOURCE],
            check=True,
            capture_output=True,
        )
        function = ctypes.CDLL(str(library)).count_complete
    function.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint]
    function.restype = ctypes.c_size_t
    table = ours.completeness_table()
    sets, pairs = ours.complete_flags()

    def count(hands: bytes) -> int:
        return int(function(table, hands, len(hands) // inputs.KINDS, sets | pairs))

    return count


def _counting(count: Count, hands: list[bytes]) -> Work:
    joined = b"".join(hands)

    def work(loops: int) -> int:
        for _ in range(loops):
            count(joined)
        return loops * len(hands)

    return work


def _batches(function: Callable[[Any], Any], hands: list[bytes]) -> Work:
    from benchmarks.comparisons.batches import as_array

    counts = as_array(hands)

    def work(loops: int) -> int:
        for _ in range(loops):
            function(counts)
        return loops * len(hands)

    return work
