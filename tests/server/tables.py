"""Tables for tests, driven by hand: a clock of one's own, keys of one's own."""

import hashlib
import random
from collections.abc import Callable
from typing import Any

from qianma.actions import PASS, WIN
from qianma.server import commands, deciding, stepping, timing
from qianma.server.commands import TableCommand
from qianma.server.deciding import Refused, Repeated
from qianma.server.events import BuiltInSeat, Event, PersonSeat, SeatSpec, TableSpec
from qianma.server.stepping import Step
from qianma.server.table import OVER, Table

START = 1_750_000_000_000
PEOPLE = ("ann", "bob", "cat", "dan")


def people() -> tuple[SeatSpec, SeatSpec, SeatSpec, SeatSpec]:
    first, second, third, fourth = (PersonSeat(name, name.title()) for name in PEOPLE)
    return first, second, third, fourth


def with_built_in(player: str = "greedy") -> tuple[SeatSpec, SeatSpec, SeatSpec, SeatSpec]:
    other = BuiltInSeat(player, "fast")
    return people()[0], other, other, other


class Driven:
    """A table with a clock that the test moves."""

    def __init__(self, seed: int = 1, **spec: Any) -> None:
        self.now = START
        self.seed = seed
        self.table = Table()
        spec = {"ruleset": "duyun", "seats": people(), "hands": 1, **spec}
        self.log: list[Event] = []
        self.lines: list[dict[str, Any]] = []
        self._commands = 0
        self._take(stepping.begin(self.table, TableSpec(**spec), self.now, self.key))

    def key(self, number: int) -> bytes:
        return hashlib.sha256(f"{self.seed} {number}".encode()).digest()

    def _take(self, step: Step) -> list[dict[str, Any]]:
        self.log += step.events
        self.lines += step.lines
        return step.lines

    def send(self, seat: int, command: TableCommand) -> list[dict[str, Any]] | Refused | Repeated:
        outcome = deciding.decide(self.table, seat, command, self.now, self.key)
        return self._take(outcome) if isinstance(outcome, Step) else outcome

    def close(self) -> list[dict[str, Any]] | Refused:
        """The owner closes the room."""
        outcome = deciding.close(self.table, self.now, self.key)
        return self._take(outcome) if isinstance(outcome, Step) else outcome

    def new_id(self) -> str:
        self._commands += 1
        return f"c{self._commands}"

    def act(self, seat: int, code: int) -> list[dict[str, Any]]:
        """Act as somebody who may."""
        command = commands.Act(id=self.new_id(), prompt=self.table.prompt_id, code=code)
        lines = self.send(seat, command)
        assert isinstance(lines, list), lines
        return lines

    def wait(self, seconds: float) -> list[dict[str, Any]]:
        """Let time go by; what is due happens when it is due."""
        end = self.now + round(1000 * seconds)
        lines: list[dict[str, Any]] = []
        while (moment := timing.due(self.table)) is not None and moment <= end:
            self.now = max(self.now, moment)
            lines += self._take(timing.tick(self.table, self.now, self.key))
        self.now = end
        return lines

    def begin(self) -> "Driven":
        """Everybody wants the hand to begin."""
        for seat in list(stepping.waited_for(self.table)):
            self.send(seat, commands.Next(id=self.new_id(), number=self.table.number))
        return self

    def play_until(
        self, found: Callable[["Driven"], bool], chance: random.Random | None = None
    ) -> bool:
        """Play until something is found; False at the end.

        People play at random and never win; at a table whose `auto_player` is greedy, like it.
        """
        chance = chance or random.Random(self.seed)
        while self.table.phase != OVER:
            if found(self):
                return True
            asked = [seat for seat in range(4) if self.table.codes(seat)]
            asked = [seat for seat in asked if not self.table.is_piloted(seat)]
            if asked:
                codes = self.table.codes(asked[0])
                free = [code for code in codes if code != WIN] or codes
                if self.table.spec.auto_player == "greedy":
                    self.act(asked[0], stepping.pilot_code(self.table, asked[0]))
                else:
                    self.act(asked[0], PASS if PASS in codes else chance.choice(free))
            else:
                moment = timing.due(self.table)
                assert moment is not None
                self.wait((moment - self.now) / 1000)
        return False


def find(found: Callable[[Driven], bool], seeds: range = range(400), **spec: Any) -> Driven:
    """The first table of some seeds in which something happens."""
    for seed in seeds:
        driven = Driven(seed, **spec).begin()
        if driven.play_until(found):
            return driven
    raise AssertionError("none of these tables has it")
