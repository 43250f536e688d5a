"""Simulation: matches between built-in players, each depending only on seed and match number.

Work is cut into units, one a match, that name their seed: whoever runs a unit gets the same match.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from librt.strings import BytesWriter

from qianma import walls
from qianma._form import is_compiled
from qianma.match import Match
from qianma.players import PLAYERS, make_player
from qianma.ruleset import Ruleset
from qianma.selfplay import Course
from qianma.state import SEATS

MATCH_HANDS: Final = 16
"""Hands of a match; the last match of a run may be shorter."""
_HANDED_OVER: Final = 64 if is_compiled else 4
"""Units that a worker is handed at once: enough that handing over weighs little."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One match to be played: everything that its course depends on.

    `records` is the folder that its record goes to, None for none.
    """

    ruleset: Ruleset
    seed: int
    match: int
    hands: int
    players: tuple[str, str, str, str]
    records: str | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the unit in a quicker way than dataclasses have."""
        parts = (self.ruleset, self.seed, self.match, self.hands, self.players, self.records)
        return Unit, parts


@dataclass(slots=True)
class Tally:
    """Sums over hands: points and wins by seat, exhausted hands, decisions.

    A decision is a point where a seat has more than one legal action or must discard.
    """

    hands: int = 0
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    exhausted: int = 0
    decisions: int = 0

    def add(self, other: "Tally") -> None:
        """Add the sums of other hands."""
        self.hands += other.hands
        self.exhausted += other.exhausted
        self.decisions += other.decisions
        for seat in range(SEATS):
            self.points[seat] += other.points[seat]
            self.wins[seat] += other.wins[seat]


def units(
    ruleset: Ruleset,
    hands: int,
    seed: int,
    players: tuple[str, str, str, str],
    records: str | None = None,
) -> Iterator[Unit]:
    """The matches that make up a run of `hands` hands."""
    for match, start in enumerate(range(0, hands, MATCH_HANDS), start=1):
        number = min(MATCH_HANDS, hands - start)
        yield Unit(ruleset, seed, match, number, players, records)


def run_unit(unit: Unit) -> Tally:
    """Play one match and, if wanted, write its record."""
    from qianma.record import encode_line  # noqa: PLC0415
    from qianma.recording import match_line  # noqa: PLC0415
    from qianma.writing import HandWriter  # noqa: PLC0415

    key = walls.seed_key(unit.seed, unit.match)
    players = [make_player(name) for name in unit.players]
    course = Course(Match(unit.ruleset, unit.hands), key, players)
    if unit.records is None:
        course.play_out()
    else:
        kinds = [(name, PLAYERS[name].kind()) for name in unit.players]
        more = {"seed": unit.seed, "match": unit.match}
        out = BytesWriter()
        out.write(encode_line(match_line(unit.ruleset, kinds, unit.hands, **more)))
        writer = HandWriter(out, generator=walls.GENERATOR)
        for number in range(1, unit.hands + 1):
            writer.write(course.play_next(), number)
        _write(f"{unit.records}/{unit.match:06}", out.getvalue())
    return Tally(
        course.hands,
        list(course.match.points),
        course.wins,
        course.exhausted,
        course.decisions,
    )


def _write(path: str, data: bytes) -> None:
    """Write a whole file or nothing; plain system calls, since pathlib costs as much as a hand."""
    part = path + ".part"
    file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
    finally:
        os.close(file)
    Path(part).replace(path + ".jsonl")


def _leave_interrupts_alone() -> None:
    """Ctrl-C is for the process that started the workers, which then ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(
    work: Iterable[Unit], workers: int = 1, progress: Callable[[Tally], Any] | None = None
) -> Tally:
    """Play all units, over `workers` processes; the sums do not depend on their number.

    `progress` is called with the sums so far, after each match or, with several workers, after each
    few dozen.
    """
    total = Tally()
    if workers == 1:
        for unit in work:
            total.add(run_unit(unit))
            if progress:
                progress(total)
        return total
    with get_context("spawn").Pool(workers, _leave_interrupts_alone) as pool:
        for tally in pool.imap_unordered(_run_units, _handed_over(work)):
            total.add(tally)
            if progress:
                progress(total)
    return total


def _handed_over(work: Iterable[Unit]) -> Iterator[list[Unit]]:
    """The units, several at a time."""
    left = iter(work)
    while several := list(islice(left, _HANDED_OVER)):
        yield several


def _run_units(several: list[Unit]) -> Tally:
    total = Tally()
    for unit in several:
        total.add(run_unit(unit))
    return total
