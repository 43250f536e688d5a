"""Lines that a table tells: those of a record with their time, and what only a screen needs."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from qianma.hand import Hand
from qianma.players import PLAYERS
from qianma.recording import match_line, result_line
from qianma.ruleset import load
from qianma.server import events
from qianma.server.events import BuiltInSeat
from qianma.sheet import sheet

Line = dict[str, Any]
"""Something that has happened, in full: `projection` says who gets to know what of it.

It has the form of a record's line, or is one of the table's own.
"""


def match_of(event: events.Created) -> Line:
    """The `match` line of a table."""
    spec = event.spec
    players = [
        (seat.player, PLAYERS[seat.player].kind())
        if isinstance(seat, BuiltInSeat)
        else (seat.name, "person")
        for seat in spec.seats
    ]
    line = match_line(load(spec.ruleset, spec.settings), players, spec.hands)
    return timed(line, event.at)


def settled(hand: Hand) -> Line:
    """The result of a finished hand, and the sheet that explains it, which no record holds."""
    return {**result_line(hand), "sheet": msgspec.to_builtins(sheet(hand))}


def timed(line: Line, at: int) -> Line:
    """The line with its time, given in milliseconds since 1970."""
    return {**line, "at": time_text(at)}


def time_text(at: int) -> str:
    """A time in milliseconds since 1970 as RFC 3339 in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03}Z"
