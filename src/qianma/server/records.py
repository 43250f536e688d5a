"""The record of a match out of its log, in the public format, as far as its reader may see it."""

from collections.abc import Iterable

from qianma import walls
from qianma.record import encode_line
from qianma.server import events
from qianma.server.lines import Line
from qianma.server.projection import record_lines, seen_line
from qianma.server.table import OVER, Shuffler, Table


def match_record(log: Iterable[bytes], viewer: int, shuffler: Shuffler = walls.shuffle) -> bytes:
    """The record of a match for a seat (0-3) or a spectator.

    Finished hands are open to all (C-16), and so is everything once the match is over. Of a hand
    in play it holds what the viewer has been told.
    """
    table = Table(shuffler)
    lines: list[Line] = []
    hand_begins = 0
    for data in log:
        told = record_lines(table.apply(events.decode(data)))
        for place, line in enumerate(told):
            if line["type"] == "hand":
                hand_begins = len(lines) + place
        lines += told
    in_play = table.phase != OVER and table.hand is not None and not table.hand.is_over
    if not in_play:
        return b"".join(encode_line(line) for line in lines)
    seen = [seen_line(line, viewer) for line in lines[hand_begins:]]
    shown = lines[:hand_begins] + [line for line in seen if line is not None]
    return b"".join(encode_line(line) for line in shown)
