"""What the installed package takes on disk: its files as pip leaves them, bytecode included.

What it depends on is left out.
"""

from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import qianma
from benchmarks.peers import MAHJONG
from benchmarks.rows import Row, joined
from benchmarks.sizes import Size

MOST_TIMES = 10.0
GOAL = f"at most {MOST_TIMES:g}x"
MEGABYTE = 1_000_000
BLOCK = 512
"""The unit of `st_blocks`, in bytes."""


def measure(size: Size) -> list[Row]:
    """One row."""
    what = "installed size on disk, with bytecode"
    folder = Path(qianma.__file__).parent
    files = _files("qianma")
    note = ""
    if not any(path.is_relative_to(folder) for path in files):
        files = list(folder.rglob("*"))
        note = "installed editable or not at all: the size of its source folder"
    mine = _size(files) / MEGABYTE
    needs = sum(_size(_files(name)) for name in ("msgspec", "rich")) / MEGABYTE
    note = joined(note, f"msgspec and rich, which it needs, are {needs:.1f} MB more")
    if MAHJONG.installed is None:
        note = joined(f"{MAHJONG.title} is not installed", note)
        return [Row(what, " MB", mine, MAHJONG.title, goal=GOAL, note=note)]
    theirs = _size(_files(MAHJONG.name)) / MEGABYTE
    ratio = mine / theirs
    reached = ratio <= MOST_TIMES
    return [Row(what, " MB", mine, MAHJONG.title, theirs, ratio, GOAL, reached, note=note)]


def _files(name: str) -> list[Path]:
    try:
        found = metadata.distribution(name).files or []
    except metadata.PackageNotFoundError:
        return []
    return [Path(str(path.locate())) for path in found]


def _size(paths: Iterable[Path]) -> int:
    """The bytes that those which are files take on disk, in whole blocks."""
    return sum(path.stat().st_blocks * BLOCK for path in paths if path.is_file())
