"""The table as a viewer sees it, ready to be drawn: made of nothing but the lines it may see."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from qianma.record import EntryObject
from qianma.sheet import SheetMeld
from qianma.state import SEATS
from qianma.tabletop import Place, Table
from qianma.walls import break_side, break_stack


class WallBreak(Struct, frozen=True, kw_only=True):
    """Where the wall is broken (C-3).

    It is the side before `seat`, of which `stacks` stacks, counted from its right end, stay behind
    the break. `stack` is the first one drawn, of all 54 counted clockwise from the right end of
    the dealer's side.
    """

    seat: int
    stacks: int
    stack: int


class RiverTile(Struct, frozen=True, kw_only=True):
    """A discard; `ready` when ready was declared with it, `claimed_by` who has taken it."""

    tile: str
    ready: bool
    claimed_by: int | None


class BoardSeat(Struct, frozen=True, kw_only=True):
    """What lies before a seat. Tiles that the viewer does not see are `"?"`.

    `drawn` is the tile just drawn, which is in `hand` too; `won` the tile won on by a claim.
    `points` hold what has been paid in the hand so far, which is `paid`.
    """

    hand: list[str]
    drawn: str | None
    won: str | None
    melds: list[SheetMeld]
    river: list[RiverTile]
    declared: bool
    points: int
    paid: int


class Board(Struct, frozen=True, kw_only=True):
    """The hand in play, or the last one, as it lies on the table.

    `wall` is how many tiles are left, `turn` who drew or claimed last. `last` is the seat whose
    discard, still lying there, came last; `open` the one whose discard or added kong nobody has
    taken yet, with no draw since. `payments` are those made within the hand.
    """

    number: int
    dealer: int
    repeats: int
    dice: tuple[int, int]
    wall_break: WallBreak
    wall: int
    turn: int | None
    last: int | None
    open: int | None
    seats: list[BoardSeat]
    payments: list[EntryObject]


def wall_break(dice: tuple[int, int], dealer: int) -> WallBreak:
    """Where the dice break the wall."""
    seat = (dealer + break_side(dice)) % SEATS
    return WallBreak(seat=seat, stacks=min(dice), stack=break_stack(dice))


def board(lines: Iterable[dict[str, Any]], points: Sequence[int], counted: bool) -> Board | None:
    """The board after the lines of a hand as a viewer sees them; None before the first hand.

    `points` are the scores; with `counted` what has been paid in the hand is in them already.
    """
    table = Table()
    payments: list[EntryObject] = []
    for line in lines:
        table.apply(line)
        if line["type"] == "payment":
            payments += msgspec.convert(line["entries"], list[EntryObject])
    if not table.number:
        return None
    scores = [
        total + (0 if counted else paid) for total, paid in zip(points, table.paid, strict=True)
    ]
    return Board(
        number=table.number,
        dealer=table.dealer,
        repeats=table.repeats,
        dice=table.dice,
        wall_break=wall_break(table.dice, table.dealer),
        wall=table.wall,
        turn=table.turn,
        last=table.latest,
        open=table.open,
        seats=[
            _seat(place, score, paid)
            for place, score, paid in zip(table.places, scores, table.paid, strict=True)
        ],
        payments=payments,
    )


def _seat(place: Place, points: int, paid: int) -> BoardSeat:
    return BoardSeat(
        hand=place.hand,
        drawn=place.drawn,
        won=place.won,
        melds=[SheetMeld(kind=one.kind, tile=one.tile, source=one.source) for one in place.melds],
        river=[
            RiverTile(tile=one.tile, ready=one.ready, claimed_by=one.claimed_by)
            for one in place.thrown
        ],
        declared=place.declared,
        points=points,
        paid=paid,
    )
