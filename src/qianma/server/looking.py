"""What a viewer can ask about its own hand and about what lies open, without changing anything."""

from collections.abc import Iterable

from qianma.outlook import Outlook, outlook
from qianma.server.deciding import why_not
from qianma.server.projection import project
from qianma.server.protocol import CodeRefused, Look, Sight
from qianma.server.table import SPECTATORS, Table
from qianma.tabletop import Table as Laid
from qianma.tiles import COPIES, KINDS


def sight(table: Table, viewer: int, look: Look) -> Sight:
    """The answer to a viewer who looks: nothing that does not follow from what it may see."""
    seat = None if viewer == SPECTATORS else viewer
    seen = _seen(table, viewer, seat)
    own = Outlook()
    if seat is not None and table.hand is not None:
        own = outlook(table.hand, seat, seen)
    return Sight(
        id=look.id,
        unseen=[COPIES - number for number in seen],
        waits=own.waits,
        discards=own.discards,
        refused=[] if seat is None else list(_refused(table, seat, look.codes)),
    )


def _seen(table: Table, viewer: int, seat: int | None) -> list[int]:
    """How many of each kind the viewer has seen in the hand in play, or the last one."""
    if table.hand is None:
        return [0] * KINDS
    laid = Laid()
    for line in table.shown_lines():
        shown = project(line, viewer)
        if shown is not None:
            laid.apply(shown)
    return laid.seen(seat)


def _refused(table: Table, seat: int, codes: Iterable[int]) -> Iterable[CodeRefused]:
    for code in codes:
        refused = why_not(table, seat, code)
        if refused is not None:
            yield CodeRefused(code, refused.key, refused.facts, refused.clause)
