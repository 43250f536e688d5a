"""What holds for every table: checks of what viewers are told, and of what the clock did when."""

import json
from collections.abc import Sequence
from typing import Any

from qianma.server import events
from qianma.server.events import Event, TimeLimits
from qianma.server.store import Append, Store
from qianma.server.table import Table


class LostError(Exception):
    """The line to the database broke: what was to be stored may be stored or not."""


class Line:
    """The line to a database; `breaks` before or after the next time something is stored."""

    def __init__(self, store: Store) -> None:
        self.breaks = ""
        self._append = store.append
        store.append = self.append  # type: ignore[method-assign]

    async def append(self, batch: Sequence[Append]) -> list[Exception | None]:
        breaks, self.breaks = self.breaks, ""
        if breaks == "before":
            raise LostError
        outcomes = await self._append(batch)
        if breaks == "after":
            raise LostError
        return outcomes


class Ear:
    """A viewer who keeps all it is told, and checks that nothing is missing and nothing twice."""

    def __init__(self, place: int, seq: int = -1) -> None:
        self.place = place
        self.seq = seq
        self.start = seq
        self.lines: list[dict[str, Any]] = []
        self.heard = seq
        self.snapshot = b""
        self.there = True
        self.muted: set[int] = set()

    def send(self, message: bytes) -> None:
        assert self.there
        told = json.loads(message)
        if told["type"] == "snapshot":
            self.snapshot, self.lines = message, []
            self.start = self.heard = told["seq"]
        elif told["type"] == "update":
            assert told["seq"] == self.heard, "no line is missing and none comes twice"
            self.lines += told["lines"]
            self.heard += len(told["lines"])

    def close(self, code: int, reason: str) -> None:
        self.there = False


class Clock:
    """What the clock may do when, counted anew from the events alone."""

    def __init__(self, limits: TimeLimits) -> None:
        self.window = limits.strict_window or limits.pause
        self.claim = limits.strict_window or limits.decision
        self.turn = limits.decision
        self.asked = 0
        self.prompt = 0

    def check(self, event: Event) -> None:
        waited = (event.at - self.asked) / 1000
        if isinstance(event, events.Answered) and event.cause == "time":
            assert waited >= self.claim
        if isinstance(event, events.Acted) and event.cause == "time":
            assert waited >= self.turn
        if isinstance(event, events.Closed):
            assert waited >= self.window

    def note(self, event: Event, table: Table) -> None:
        if isinstance(event, events.Extended) or table.prompt_id != self.prompt:
            self.asked, self.prompt = event.at, table.prompt_id
