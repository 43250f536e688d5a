"""Simulating with records beside simulating without: the same hands in turn, on one core."""

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ours
from benchmarks.measuring import Work, alternate, median, spread
from benchmarks.rows import Row
from benchmarks.sizes import Size

LEAST = 0.5


def measure(size: Size) -> list[Row]:
    """A row for random players and one for greedy ones."""
    return [_row(size, player) for player in ("random", "greedy")]


def _row(size: Size, player: str) -> Row:
    with TemporaryDirectory() as folder:
        mine, theirs = alternate([_recorded(player, Path(folder)), _plain(player)], size)
    ratio = median(mine) / median(theirs)
    return Row(
        f"{player} play in bulk with records",
        " hands/s",
        median(mine),
        "qianma, without records",
        median(theirs),
        ratio,
        f"at least {LEAST:g}x",
        ratio >= LEAST,
        max(spread(mine), spread(theirs)),
        "each match written to a file of its own, in a folder for temporary files",
    )


def _plain(player: str) -> Work:
    def work(hands: int) -> int:
        return ours.simulated(player, hands).hands

    return work


def _recorded(player: str, folder: Path) -> Work:
    """Each pass goes into a new folder, as every run does."""
    numbers = count()

    def work(hands: int) -> int:
        own = folder / str(next(numbers))
        own.mkdir()
        return ours.simulated(player, hands, records=str(own)).hands

    return work
