"""A table in memory: its state, the lines last told, and who looks at it here."""

import asyncio
from collections import deque
from collections.abc import Set as AbstractSet
from typing import Final, Protocol

import msgspec

from qianma.server.lines import Line
from qianma.server.projection import (
    Prompt,
    WinRefused,
    Yaoji,
    encoded,
    first_yaoji_of,
    now_for,
    prompt_for,
    refused_win,
    snapshot,
)
from qianma.server.table import SPECTATORS, VIEWERS, Table

TAIL: Final = 48
"""A viewer who resumes gets so many of its lines at most; who has missed more, a snapshot.

It counts what the viewer itself may see: that others have passed must not show in which of the two
comes.
"""

_ENCODER: Final = msgspec.json.Encoder()


class Viewer(Protocol):
    """Somebody who looks at a table: a seat's player, or a spectator.

    `place` is the seat, or `SPECTATORS`; `seq` how many lines have been sent.
    """

    place: int
    seq: int

    @property
    def muted(self) -> AbstractSet[int]:
        """The seats that the viewer does not want to hear."""

    def send(self, message: bytes) -> None:
        """Send a message, without waiting until it has arrived."""

    def close(self, code: int, reason: str) -> None:
        """Send nothing more and end the connection."""


class LiveTable:
    """A table that this node keeps in memory. Whoever changes it holds `lock`."""

    def __init__(self, game_id: str, table: Table) -> None:
        self.game_id: Final = game_id
        self.lock: Final = asyncio.Lock()
        self.table = table
        self._tail: deque[tuple[bytes | None, ...]] = deque()
        """The last lines, as many as hold `TAIL` that everybody may see."""
        self._open = 0
        """How many of them everybody may see."""
        self.viewers: list[Viewer] = []
        self.timer: asyncio.TimerHandle | None = None
        self.used_at = 0.0
        """When anybody last asked for it, by the event loop's clock."""
        self.own = False
        """Whether this node has stored the last event."""

    def begin_anew(self, table: Table, lines: list[Line]) -> None:
        """Go on with a table that was read from its log, which has told these lines last."""
        self.table = table
        self._tail.clear()
        self._open = 0
        start, seen = len(lines), 0
        while start > 0 and seen < TAIL:
            start -= 1
            seen += lines[start]["type"] != "pass"
        self.remember(lines[start:])

    def remember(self, lines: list[Line]) -> list[tuple[bytes | None, ...]]:
        """Keep what has happened for those who resume; returns it encoded for each viewer."""
        new = [encoded(line) for line in lines]
        for part in new:
            self._tail.append(part)
            self._open += None not in part
        while self._open > TAIL:
            self._open -= None not in self._tail.popleft()
        return new

    def tell(self, new: list[tuple[bytes | None, ...]], now: int) -> None:
        """Send all viewers what is new; those who miss more than that get all they miss."""
        if not new:
            return
        messages: list[bytes | None] = [None] * VIEWERS
        yaoji = first_yaoji_of(self.table)
        before = [
            self.table.sent[place] - sum(1 for part in new if part[place] is not None)
            for place in range(VIEWERS)
        ]
        for viewer in list(self.viewers):
            place = viewer.place
            if viewer.seq != before[place]:
                self.catch_up(viewer, now)
            elif self.table.sent[place] > before[place]:
                message = messages[place]
                if message is None:
                    bodies = [body for part in new if (body := part[place]) is not None]
                    message = self._update(place, before[place], bodies, now, yaoji)
                    messages[place] = message
                viewer.seq = self.table.sent[place]
                viewer.send(message)

    def catch_up(self, viewer: Viewer, now: int, always: bool = False) -> None:
        """Send a viewer the lines after its `seq`, or a snapshot when they are gone.

        With `always` something is sent even when nothing is missing: the prompt as it is.
        """
        place = viewer.place
        missing = self.table.sent[place] - viewer.seq
        if missing == 0 and not always:
            return
        bodies: list[bytes] = []
        for part in reversed(self._tail):
            if len(bodies) >= min(missing, TAIL):
                break
            body = part[place]
            if body is not None:
                bodies.append(body)
        if viewer.seq < 0 or missing < 0 or len(bodies) < missing:
            viewer.send(_ENCODER.encode(snapshot(self.table, place, now)))
        else:
            viewer.send(self._update(place, viewer.seq, bodies[::-1], now))
        viewer.seq = self.table.sent[place]

    def _update(
        self,
        place: int,
        first: int,
        bodies: list[bytes],
        now: int,
        yaoji: Yaoji | None = None,
    ) -> bytes:
        """The message `update`; lines that are the same for many are encoded once."""
        parts = [b'{"type":"update","seq":%d,"lines":[' % first, b",".join(bodies), b"]"]
        parts += [b',"now":', _ENCODER.encode(now_for(self.table, place, now, yaoji))]
        if place != SPECTATORS:
            prompt: Prompt | None = prompt_for(self.table, place, now)
            refused: WinRefused | None = refused_win(self.table, place)
            if prompt is not None:
                parts += [b',"prompt":', _ENCODER.encode(prompt)]
            if refused is not None:
                parts += [b',"refused_win":', _ENCODER.encode(refused)]
        parts.append(b"}")
        return b"".join(parts)

    def say(self, seat: int, message: bytes) -> None:
        """Send the viewers here something that a seat says, but for those who have muted it."""
        for viewer in list(self.viewers):
            if seat not in viewer.muted:
                viewer.send(message)
