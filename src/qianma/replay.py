"""A record as data to be replayed by a page: hands, steps, scores so far, settlements, the fault.

Every step is a line of the record as the viewer sees it, so that what shows a live table shows a
replay. Figures are all here; whoever shows them adds up nothing.
"""

from typing import Any, Final

from msgspec import Struct

from qianma.film import Film, Step, load
from qianma.record import VERSION
from qianma.sheet import Sheet, sheet
from qianma.state import NOBODY
from qianma.tabletop import Table
from qianma.view import OMNISCIENT, view

OPEN: Final = "open"
"""The view in which all hands lie open, as far as the record tells them."""
VIEWS: Final = (OPEN, "0", "1", "2", "3")

Points = tuple[int, int, int, int]


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One thing to look at: a line of the record as the viewer sees it.

    `line` is its number in the record, from 1; with `derived` the record leaves this line out and
    it follows from the rules. `points` are the scores after it, `paid` what of them belongs to the
    hand. `charge` is the seat that has the charge chicken, as long as nobody claims it.
    """

    line: int
    event: dict[str, Any]
    derived: bool
    points: Points
    paid: Points
    charge: int | None


class ReplayHand(Struct, frozen=True, kw_only=True):
    """A hand from its first line on; without all tiles, or unfinished, it has no `sheet`."""

    number: int
    steps: list[ReplayStep]
    sheet: Sheet | None


class ReplayFault(Struct, frozen=True, kw_only=True):
    """What is wrong with a record: the line (from 1), the clause, the reason in words.

    The clause is `records` where the format itself is not kept.
    """

    line: int
    clause: str
    reason: str


class Replay(Struct, frozen=True, kw_only=True):
    """A record made ready to be shown.

    `match` is its first line, or one made up for a record without (its players have no names).
    `owner` is the seat whose tiles a masked record shows. With a `fault` the hands end before it.
    """

    match: dict[str, Any]
    owner: int
    lines: int
    masked: bool
    unfinished: bool
    fault: ReplayFault | None
    hands: list[ReplayHand]


def replay_of(record: bytes, seen_from: str = OPEN, language: str = "en") -> Replay:
    """The replay of a record from one of `VIEWS`, its fault told in a language."""
    film = load(record)
    return Replay(
        match=_match(film),
        owner=film.owner,
        lines=film.lines,
        masked=film.is_masked,
        unfinished=film.unfinished,
        fault=_fault(film, language),
        hands=_hands(film, OMNISCIENT if seen_from == OPEN else int(seen_from)),
    )


def _match(film: Film) -> dict[str, Any]:
    first = film.steps[0].content if film.steps else {}
    if first.get("type") == "match":
        seen = view(first, OMNISCIENT)
        assert seen is not None, "everybody may see who plays"
        return seen
    return {
        "type": "match",
        "version": VERSION,
        "ruleset": first.get("ruleset", ""),
        "players": [{"name": "", "kind": "person"}] * 4,
        "hands": None,
    }


def _fault(film: Film, language: str) -> ReplayFault | None:
    fault = film.fault
    if fault is None:
        return None
    return ReplayFault(line=fault.line, clause=fault.clause, reason=fault.reason_in(language))


def _hands(film: Film, viewer: int | str) -> list[ReplayHand]:
    hands: list[ReplayHand] = []
    table = Table()
    for step in film.steps:
        seen = view(step.content, viewer)
        if seen is None or step.type == "match":
            continue
        table.apply(seen)
        if step.type == "hand":
            hands.append(ReplayHand(number=table.number, steps=[], sheet=None))
        if not hands:
            continue
        hands[-1].steps.append(_step(step, seen, table))
        if step.hand is not None:
            settled = sheet(step.hand)
            last = hands.pop()
            hands.append(ReplayHand(number=last.number, steps=last.steps, sheet=settled))
    return hands


def _step(step: Step, seen: dict[str, Any], table: Table) -> ReplayStep:
    first, second, third, fourth = (table.score(seat) for seat in range(4))
    own, right, across, left = table.paid
    return ReplayStep(
        line=step.number,
        event=seen,
        derived=step.is_derived,
        points=(first, second, third, fourth),
        paid=(own, right, across, left),
        charge=None if step.charge == NOBODY else step.charge,
    )
