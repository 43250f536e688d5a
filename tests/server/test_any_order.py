"""One table through a node, with anything in any order: commands, times, broken lines, restarts.

After every step the stored log is folded again from its beginning and has to give what the node
shows to each viewer; every command that was carried out stands in it once, every one that was
refused not at all; what the clock did it did no sooner than the prompt it belongs to allows.
"""

import asyncio
import gc
import json
import tempfile
from collections import Counter
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from qianma.actions import PASS
from qianma.check import check
from qianma.server import events, projection
from qianma.server.accounts import Accounts
from qianma.server.commands import Act, Auto, Back, Leave, Next, TableCommand, Vote
from qianma.server.deciding import Refused, Repeated
from qianma.server.events import BuiltInSeat, Event, PersonSeat, SeatSpec, TableSpec, TimeLimits
from qianma.server.node import Node
from qianma.server.records import match_record
from qianma.server.store import open_store
from qianma.server.table import OVER, PLAYING, SPECTATORS, VIEWERS, Table
from tests.server.order_checks import Clock, Ear, Line, LostError
from tests.server.serving import seeded_key
from tests.server.still_loop import StillLoop
from tests.server.tables import PEOPLE, START

DECISION = 5.0
PAUSE = 0.7
STRICT = 3.0
FIRST_HAND = 10.0
BETWEEN = 20.0

SEATS = st.integers(0, 3)
T = TypeVar("T")


class AnyOrder(RuleBasedStateMachine):
    """A table of one to four people; `told` has what became of each command."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = StillLoop()
        self.folder = tempfile.TemporaryDirectory()
        self.told: dict[tuple[int, str], str] = {}
        self.sent: list[tuple[int, TableCommand]] = []
        self.ears: dict[int, Ear] = {}
        self.table = Table()
        self.log: list[Event] = []

    def run(self, work: Awaitable[T]) -> T:
        async def bounded() -> T:
            return await work

        return self.loop.run_until_complete(bounded())

    def now(self) -> int:
        return START + round(1000 * self.loop.seconds)

    # The server and what may break.

    @initialize(
        ruleset=st.sampled_from(["duyun", "guiyang"]),
        strict=st.booleans(),
        persons=st.sampled_from([1, 3, 4, 4]),
        seed=st.integers(0, 10**6),
    )
    def begin(self, ruleset: str, strict: bool, persons: int, seed: int) -> None:
        self.seed = seed
        seats: list[SeatSpec] = [PersonSeat(name, name.title()) for name in PEOPLE]
        for place in range(persons, 4):
            seats[place] = BuiltInSeat("greedy", "fast")
        first, second, third, fourth = seats
        self.spec = TableSpec(
            ruleset=ruleset,
            hands=2,
            seats=(first, second, third, fourth),
            coins_per_point=3,
            limits=TimeLimits(
                decision=DECISION,
                reserve=0,
                pause=PAUSE,
                strict_window=STRICT if strict else None,
                first_hand=FIRST_HAND,
                between_hands=BETWEEN,
            ),
        )
        self.run(self._start())
        self.game = self.run(self.node.create_table(self.spec))

    async def _start(self) -> None:
        self.store = await open_store(f"sqlite:///{self.folder.name}/x.sqlite")
        self.line = Line(self.store)
        self.node = Node(
            self.store,
            clock=self.now,
            keys=lambda game, number: seeded_key(str(self.seed), "", number),
        )
        self.node.hand_hooks.append(Accounts(self.store, self.now).book)
        await self.node.start()

    async def _end(self) -> None:
        await self.node.stop()
        await self.store.close()
        assert not any(ear.there for ear in self.ears.values())

    @rule()
    def restart(self) -> None:
        """The server ends in good order and starts again."""
        self.line.breaks = ""
        self.run(self._end())
        self.run(self._start())

    @rule(fault=st.sampled_from(["before", "after"]))
    def lose_the_database(self, fault: str) -> None:
        """The next time something is stored, the line breaks before or after it was."""
        self.line.breaks = fault

    # Who is there.

    async def _listen(self, place: int, seq: int) -> Ear:
        ear = Ear(place, seq)
        await self.node.subscribe(self.game, ear)
        return ear

    @rule(place=st.integers(0, VIEWERS - 1), resumes=st.booleans())
    def connect(self, place: int, resumes: bool) -> None:
        """Somebody comes, or comes back with what has been seen already."""
        before = self.ears.get(place)
        if before is not None and before.there:
            self.node.unsubscribe(self.game, before)
        seq = before.heard if before is not None and resumes else -1
        self.ears[place] = self.run(self._listen(place, seq))

    @rule(place=st.integers(0, VIEWERS - 1))
    def disconnect(self, place: int) -> None:
        ear = self.ears.get(place)
        if ear is not None and ear.there:
            self.node.unsubscribe(self.game, ear)
            ear.there = False

    # What they do.

    async def _send(self, seat: int, command: TableCommand) -> str:
        """Send a command, again when nobody knows what became of it; returns what did."""
        key = (seat, command.id)
        known = self.told.get(key) == "done"
        try:
            outcome = await self.node.command(self.game, seat, command)
        except LostError:
            known = True
            outcome = await self.node.command(self.game, seat, command)
        assert known or not isinstance(outcome, Repeated)
        word = "done"
        if isinstance(outcome, Repeated):
            word = "repeated"
        elif isinstance(outcome, Refused):
            word = outcome.key
        if self.told.get(key) != "done":
            self.told[key] = "done" if word in ("done", "repeated") else word
        self.sent.append((seat, command))
        return word

    def new_id(self) -> str:
        return f"c{len(self.sent)}"

    async def _answer(self, choice: int) -> bool:
        """Somebody who is asked does something that is allowed."""
        asked = [
            seat for seat in range(4) if self.table.codes(seat) and not self.table.is_piloted(seat)
        ]
        if not asked:
            return False
        seat = asked[choice % len(asked)]
        codes = self.table.codes(seat)
        code = PASS if PASS in codes and choice % 3 else codes[choice % len(codes)]
        act = Act(id=self.new_id(), prompt=self.table.prompt_id, code=code)
        word = await self._send(seat, act)
        if word == "live.stale":  # only where something has happened in this very moment
            assert len(await self.store.log(self.game)) > len(self.log)
        else:
            assert word in ("done", "repeated"), word
        return True

    @rule(choices=st.lists(st.integers(0, 10**4), min_size=1, max_size=25))
    def play_on(self, choices: list[int]) -> None:
        """Everybody plays as they should, for a while."""

        async def play() -> None:
            for choice in choices:
                await self._catch_up()
                if self.table.phase == OVER:
                    return
                if not await self._answer(choice):
                    await self._let_pass(PAUSE if self.table.phase == PLAYING else 1.0)

        self.run(play())

    @rule(seat=SEATS, code=st.integers(0, 111), back=st.integers(-1, 2))
    def act(self, seat: int, code: int, back: int) -> None:
        """Anybody does anything, on this prompt or another."""
        prompt = max(0, self.table.prompt_id - back)
        word = self.run(self._send(seat, Act(id=self.new_id(), prompt=prompt, code=code)))
        assert back <= 0 or word in ("live.stale", "live.over", "live.absent")

    @rule(choice=st.integers(0, 10**4), back=st.integers(1, 3))
    def answer_too_late(self, choice: int, back: int) -> None:
        """What is allowed now, as the answer to what was asked before."""
        for seat in range(4):
            codes = self.table.codes(seat)
            if codes:
                old = max(0, self.table.prompt_id - back)
                act = Act(id=self.new_id(), prompt=old, code=codes[choice % len(codes)])
                assert self.run(self._send(seat, act)) in ("live.stale", "live.absent")

    @rule(seat=SEATS, number=st.integers(1, 3))
    def confirm(self, seat: int, number: int) -> None:
        given = f"{seat:02x}" * (number - 1)
        self.run(self._send(seat, Next(id=self.new_id(), number=number, contribution=given)))

    @rule(seat=SEATS, on=st.booleans())
    def set_auto(self, seat: int, on: bool) -> None:
        self.run(self._send(seat, Auto(id=self.new_id(), on=on)))

    @rule(seat=SEATS, confirmed=st.integers(0, 5))
    def leave(self, seat: int, confirmed: int) -> None:
        """Seldom for good: that may end the match."""
        self.run(self._send(seat, Leave(id=self.new_id(), confirmed=confirmed == 5)))

    @rule(seat=SEATS)
    def come_back(self, seat: int) -> None:
        self.run(self._send(seat, Back(id=self.new_id())))

    @rule(seat=SEATS, yes=st.booleans())
    def vote(self, seat: int, yes: bool) -> None:
        self.run(self._send(seat, Vote(id=self.new_id(), yes=yes)))

    @rule(often=st.integers(0, 7))
    def close(self, often: int) -> None:
        """The owner closes the room, seldom: that ends the match, with the hand in play."""

        async def closing() -> None:
            try:
                await self.node.close_table(self.game)
            except LostError:
                await self.node.close_table(self.game)
            await self._catch_up()
            assert self.table.phase == OVER or self.table.closing

        if often == 7:
            self.run(closing())

    @rule(place=st.integers(0, 10**4))
    def send_again(self, place: int) -> None:
        """One of the last commands is sent again, as after a broken line."""
        if not self.sent:
            return
        last = self.sent[-8:]
        seat, command = last[place % len(last)]
        before = self.told[seat, command.id]
        if before == "done":
            assert self.run(self._send(seat, command)) == "repeated"

    @rule(choice=st.integers(0, 10**4), seconds=st.sampled_from([0.0, PAUSE, STRICT, DECISION]))
    def at_the_same_time(self, choice: int, seconds: float) -> None:
        """Two who are asked, a late answer and the clock, all at one moment."""
        if self.table.phase != PLAYING:
            return
        asked = [seat for seat in range(4) if self.table.codes(seat)]
        acts = [
            (seat, Act(id=f"{self.new_id()} {seat}", prompt=self.table.prompt_id, code=code))
            for seat in asked
            for code in [self.table.codes(seat)[choice % len(self.table.codes(seat))]]
        ]

        async def together() -> None:
            moving = asyncio.create_task(self.loop.move(seconds))
            await asyncio.gather(*(self._send(seat, act) for seat, act in acts))
            await moving

        self.run(together())

    # Time.

    async def _let_pass(self, seconds: float) -> None:
        await self.loop.move(seconds)

    @rule(seconds=st.sampled_from([0.01, 0.3, PAUSE, 1.0, STRICT, DECISION, 8.0, 31.0]))
    def let_pass(self, seconds: float) -> None:
        self.run(self._let_pass(seconds))

    # What holds after every step.

    async def _surely_listen(self, place: int) -> Ear:
        while True:
            try:
                return await self._listen(place, -1)
            except LostError:
                continue

    async def _catch_up(self) -> None:
        """Read the log as it is, once what was due has happened."""
        stored: list[bytes] = []
        ears: list[Ear] = []
        # What is tried again after a fault may happen while one listens.
        while not ears or stored != await self.store.log(self.game):
            for ear in ears:
                self.node.unsubscribe(self.game, ear)
            stored = await self.store.log(self.game)
            ears = [await self._surely_listen(place) for place in range(VIEWERS)]
        log = [events.decode(data) for data in stored]
        assert log[: len(self.log)] == self.log, "what was stored stays"
        self.log = log
        self.table = Table()
        self.told_lines: list[list[dict[str, Any]]] = [[] for _ in range(VIEWERS)]
        clock = Clock(self.spec.limits)
        for event in log:
            clock.check(event)
            for line in self.table.apply(event):
                for viewer in range(VIEWERS):
                    seen = projection.project(line, viewer)
                    if seen is not None:
                        self.told_lines[viewer].append(seen)
            clock.note(event, self.table)
        for ear in ears:
            shown = projection.snapshot(self.table, ear.place, self.now())
            assert ear.snapshot == msgspec.json.encode(shown)
            self.node.unsubscribe(self.game, ear)

    @invariant()
    def the_log_is_what_is_shown(self) -> None:
        if not hasattr(self, "game"):
            return
        self.run(self._catch_up())
        for place, ear in self.ears.items():
            lines = self.told_lines[place]
            wanted = json.loads(msgspec.json.encode(lines[max(0, ear.start) : ear.heard]))
            assert ear.lines == wanted
            assert not ear.there or ear.heard == len(lines)
        caused = Counter(
            (event.seat, event.command)  # type: ignore[union-attr]
            for event in self.log
            if event.command is not None
        )
        for key, word in self.told.items():
            assert caused[key] == (word == "done"), (key, word)
        assert set(caused) <= set(self.told)

    def teardown(self) -> None:
        try:
            if hasattr(self, "game"):
                self.run(self._finish())
        finally:
            self.loop.close()
            self.folder.cleanup()
            gc.collect()

    async def _play_out(self) -> None:
        """Nobody does anything any more, and still the match ends."""
        for number in range(2000):
            await self.loop.move(DECISION)
            # Who has left comes back by this once; that is known to be done when it is sent again.
            outcome = await self.node.command(self.game, 0, Back(id=f"nothing {number}"))
            if isinstance(outcome, Refused) and outcome.key == "live.over":
                return await self._catch_up()
        raise AssertionError("the match does not end")

    async def _finish(self) -> None:
        """The record passes the check, and the coins follow from it."""
        self.line.breaks = ""
        if self.seed % 4 == 0:
            await self._play_out()
        if self.table.phase != PLAYING:  # else the hand in play is hidden
            report = check(match_record(await self.store.log(self.game), SPECTATORS))
            assert report.fault is None, report.fault
            await self._count_coins([result.points for result in report.results])
        await self._end()

    async def _count_coins(self, points: Sequence[Sequence[int]]) -> None:
        balances = await Accounts(self.store).balances()
        assert sum(balances.values()) == 0
        for seat, person in enumerate(PEOPLE):
            if self.table.is_person(seat):
                coins = 3 * sum(one[seat] for one in points)
                assert balances.get(f"person:{person}", 0) == coins


def settled(**given: Any) -> settings:
    return settings(deadline=None, suppress_health_check=list(HealthCheck), **given)


def test_nothing_is_lost_or_doubled_in_any_order() -> None:
    run_state_machine_as_test(
        AnyOrder, settings=settled(max_examples=8, stateful_step_count=25, derandomize=True)
    )


@pytest.mark.soak
def test_nothing_is_lost_or_doubled_in_many_orders() -> None:
    run_state_machine_as_test(AnyOrder, settings=settled(max_examples=400, stateful_step_count=50))
