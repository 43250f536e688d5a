"""A record as a sequence of steps, for any viewer, checked on the way as `qianma check` does.

Terminal and page show the same film.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Final

from qianma.check import Checker, Fault
from qianma.comparing import RECORDS
from qianma.follow import ContradictionError
from qianma.hand import Hand
from qianma.record import UNKNOWN_TILE, Line, has_unknown_tiles, read_lines
from qianma.recording import result_line
from qianma.rules.chickens import charge_seat
from qianma.state import NOBODY
from qianma.tabletop import Table
from qianma.unreadable import RecordError
from qianma.view import OMNISCIENT, view

VIEWERS: Final = (OMNISCIENT, 0, 1, 2, 3)
"""Whom a replay can be seen as."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to look at: a line of the record, or a settlement that the record leaves out.

    `number` is the line's, from 1 (of a settlement, that of the line before it). `hand` is the
    finished hand at a settlement, where all its tiles are known, and `charge` the seat that has the
    charge chicken (G-15), -1 where nobody has, or where tiles are hidden.
    """

    number: int
    content: dict[str, Any]
    hand: Hand | None = None
    is_derived: bool = False
    charge: int = NOBODY

    @property
    def type(self) -> str:
        """The type of the line."""
        kind = self.content["type"]
        assert isinstance(kind, str)
        return kind


@dataclass(slots=True)
class Film:
    """A record made ready to be shown.

    `is_masked` tells that it hides tiles: from the first line that does it is shown and not
    checked. `fault` is what a check finds wrong, and no step is later than its line. `lines` is how
    many lines could be read, `unfinished` whether a record without fault ends in mid-hand.
    """

    steps: list[Step] = field(default_factory=list)
    is_masked: bool = False
    fault: Fault | None = None
    lines: int = 0
    unfinished: bool = False

    @property
    def owner(self) -> int:
        """The seat whose hands a masked record shows; 0 where that is none or not just one."""
        deals: list[list[str]] = next(
            (step.content["deal"] for step in self.steps if step.type == "hand"), []
        )
        shown = [seat for seat, tiles in enumerate(deals) if UNKNOWN_TILE not in tiles]
        return shown[0] if len(shown) == 1 else 0


def load(data: bytes) -> Film:
    """The film of the bytes of a record."""
    film = Film()
    lines: list[Line] = []
    try:
        lines.extend(read_lines(data))
    except RecordError as error:
        film.fault = Fault(max(1, error.line), RECORDS, str(error), True, error)
    film.lines = len(lines)
    film.is_masked = any(has_unknown_tiles(line) for line in lines)
    known = list(takewhile(lambda line: not has_unknown_tiles(line), lines))
    _check(film, known)
    if film.is_masked and film.fault is None:
        film.steps += [Step(line.number, line.content) for line in lines[len(known) :]]
    return film


def _check(film: Film, lines: list[Line]) -> None:
    """Let the lines that can be read happen, up to the first that breaks a rule."""
    checker = Checker()
    settled = True
    number = 0
    try:
        for line in lines:
            number = line.number
            before = checker.hand
            checker.feed(line)
            if line.content["type"] == "hand":
                if before is not None and not settled:
                    film.steps.append(_derived(number - 1, before))
                settled = False
            is_result = line.content["type"] == "result"
            settled = settled or is_result
            charge = NOBODY if checker.hand is None else int(charge_seat(checker.hand))
            finished = checker.hand if is_result else None
            film.steps.append(Step(number, line.content, finished, charge=charge))
        if film.fault is None:
            checker.end()
    except ContradictionError as error:
        film.fault = Fault(number, error.clause, str(error), cause=error)
    except RecordError as error:
        film.fault = Fault(max(1, error.line), RECORDS, str(error), True, error)
    if film.fault is not None:
        return
    film.unfinished = checker.unfinished
    if checker.hand is not None and checker.hand.is_over and not settled:
        film.steps.append(_derived(number, checker.hand))


def _derived(number: int, hand: Hand) -> Step:
    return Step(number, result_line(hand), hand, is_derived=True)


class Projector:
    """Shows a film to one viewer: the table after any of the `steps` that the viewer may see.

    The tables before each hand are kept, so that no step is far from one of them.
    """

    def __init__(self, film: Film, viewer: int | str) -> None:
        self.steps: list[Step] = []
        self._seen: list[dict[str, Any]] = []
        self._kept: dict[int, Table] = {}
        table = Table()
        for step in film.steps:
            seen = view(step.content, viewer)
            if seen is None:
                continue
            if step.type == "hand" or not self.steps:
                self._kept[len(self.steps)] = copy.deepcopy(table)
            self.steps.append(step)
            self._seen.append(seen)
            table.apply(seen)

    def seen(self, place: int) -> Mapping[str, Any]:
        """The line of the step at `place` as the viewer may see it."""
        return self._seen[place]

    def table(self, place: int) -> Table:
        """The table after the step at `place`."""
        start = max(kept for kept in self._kept if kept <= place)
        table = copy.deepcopy(self._kept[start])
        for seen in self._seen[start : place + 1]:
            table.apply(seen)
        return table

    def place_of_line(self, number: int) -> int:
        """The place of the last step that is not after line `number`."""
        places = [place for place, step in enumerate(self.steps) if step.number <= number]
        return places[-1] if places else 0

    def next_hand(self, place: int) -> int:
        """The place of the next start of a hand, or of the last step."""
        later = range(place + 1, len(self.steps))
        return next((one for one in later if self.steps[one].type == "hand"), len(self.steps) - 1)

    def previous_hand(self, place: int) -> int:
        """The place of the start of a hand before this step, or of the first step."""
        earlier = range(place - 1, -1, -1)
        return next((one for one in earlier if self.steps[one].type == "hand"), 0)
