"""A row of the table: two figures, their ratio, and whether it reaches its goal."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.measuring import Work, alternate, median, spread
from benchmarks.peers import MissingPeerError, Peer
from benchmarks.sizes import Size


@dataclass(frozen=True)
class Row:
    """One line of the table, in the form in which a process hands it to another.

    `theirs` is None where there is no peer or it is missing, which `note` then says. `ratio` is
    whatever the goal speaks of; `goal` is empty for figures that are only reported. `spread` is
    the larger one of both sides, `differing` the number of answers that differ and should not.
    """

    what: str
    unit: str
    ours: float | None
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    goal: str = ""
    reached: bool | None = None
    spread: float = 0.0
    note: str = ""
    differing: int = 0

    def as_object(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Agreement:
    """What comparing the answers of both sides has shown.

    `amended` is for how many hands the peer's answer was amended for a rule that its game lacks.
    """

    compared: int = 0
    differing: int = 0
    amended: int = 0

    def __str__(self) -> str:
        if not self.compared:
            return ""
        state = f"{self.differing:,} DIFFER" if self.differing else "all agree"
        text = f"answers: {self.compared:,} compared, {state}"
        if self.amended:
            text += f", {self.amended:,} amended for seven pairs with equal ones"
        return text


def agreement(
    mine: Sequence[object], theirs: Sequence[object], amended: Sequence[object]
) -> Agreement:
    """Our answers against a peer's, which are to be the same as ours once they are amended."""
    return Agreement(len(mine), _differing(mine, amended), _differing(theirs, amended))


def _differing(some: Sequence[object], others: Sequence[object]) -> int:
    return sum(one != other for one, other in zip(some, others, strict=True))


@dataclass(frozen=True)
class Opponent:
    """The peer's side of a contest: its work, and how its answers compare with ours."""

    work: Work
    agreement: Agreement = Agreement()
    note: str = ""


@dataclass(frozen=True)
class Rates:
    """Our and a peer's operations per second, as medians, to be made a row of."""

    ours: float
    theirs: float | None
    peer: str
    spread: float
    note: str
    differing: int

    def faster(self, what: str, times: float | None, unit: str = "/s", also: str = "") -> Row:
        """A row whose goal, if any, is to be so many times as fast as the peer."""
        ratio = self.ours / self.theirs if self.theirs else None
        reached = None if ratio is None or times is None else ratio >= times
        return Row(
            what,
            unit,
            self.ours,
            self.peer,
            self.theirs,
            ratio,
            f"{times:g}x" if times else "",
            reached,
            self.spread,
            joined(self.note, also),
            self.differing,
        )


def contest(
    ours: Work, peer: Peer, prepare: Callable[[], Opponent], size: Size, also: str = ""
) -> Rates:
    """Let our work and a peer's alternate. A missing peer is named in the note, and we run alone.

    `prepare` loads the peer, prepares its inputs and compares the answers, outside the timed part.
    """
    try:
        opponent = prepare()
    except MissingPeerError as error:
        alone = alternate([ours], size)[0]
        note = joined(str(error), also)
        return Rates(median(alone), None, peer.title, spread(alone), note, 0)
    mine, other = alternate([ours, opponent.work], size)
    return Rates(
        median(mine),
        median(other),
        peer.title,
        max(spread(mine), spread(other)),
        joined(str(opponent.agreement), opponent.note, also),
        opponent.agreement.differing,
    )


def joined(*notes: str) -> str:
    """Notes as one, the empty ones dropped."""
    return "; ".join(note for note in notes if note)
