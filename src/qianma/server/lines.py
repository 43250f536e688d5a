"""What has happened at a table, in the form of a record's lines, each with its time.

`HandLines` are those of one hand, as far as they have been told; what only a screen needs, the
sheet of a result, stands beside them.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from qianma.hand import Hand
from qianma.packed import unpack
from qianma.players import PLAYERS
from qianma.recording import event_line, match_line, result_line
from qianma.ruleset import load
from qianma.server.events import BuiltInSeat, Created
from qianma.sheet import sheet
from qianma.state import SEATS

Line = dict[str, Any]
"""Something that has happened, in full: `projection` says who gets to know what of it.

It has the form of a record's line, or is one of the table's own.
"""


class HandLines:
    """The lines of a hand, as far as they have been told.

    What the engine has worked out beyond an open tile stays inside until the pause is over: a bean
    that is paid at once would tell that nobody can rob its kong.
    """

    def __init__(self, hand: Hand, first: Line) -> None:
        """`first` is the line that the hand begins with."""
        self._hand = hand
        self._first = first
        self._told = 0
        self.paid = [0] * SEATS
        """What the seats have got, and paid, by the payments that have been told."""

    def tell(self, at: int, most: int | None = None) -> list[Line]:
        """The next lines of the hand, at most so many."""
        begin, self._told = self._told, len(self._hand.log)
        if most is not None:
            self._told = min(begin + most, self._told)
        lines = [timed(line, at) for line in self._events(begin, self._told)]
        for line in lines:
            for entry in line.get("entries", ()):
                self.paid[entry["from"]] -= entry["points"]
                self.paid[entry["to"]] += entry["points"]
        return lines

    def told(self, whole: bool) -> list[Line]:
        """All lines that have been told; the result is among them when the hand is told `whole`."""
        lines = [self._first, *self._events(0, self._told)]
        return [*lines, settled(self._hand)] if whole else lines

    def _events(self, begin: int, end: int) -> list[Line]:
        return [event_line(self._hand, unpack(number)) for number in self._hand.log[begin:end]]


def match_of(event: Created) -> Line:
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


@lru_cache(maxsize=64)
def time_text(at: int) -> str:
    """A time in milliseconds since 1970 as RFC 3339 in UTC."""
    moment = datetime.fromtimestamp(at / 1000, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at % 1000:03}Z"
