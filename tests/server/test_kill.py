"""Killed after a commit (after each in the long run) and started again: nothing is lost or doubled.

A real process dies (-9) each time the store has committed, before anybody is told; the same match
is played without disturbance beside it.
"""

import asyncio
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from qianma.check import check
from qianma.server.accounts import Accounts
from qianma.server.events import PersonSeat, TableSpec, TimeLimits
from qianma.server.records import match_record
from qianma.server.store import open_store
from qianma.server.table import SPECTATORS
from tests.server.client import Player, scripted
from tests.server.ports import free_port
from tests.server.postgres import Cluster
from tests.server.serving import FileClock, Server, Setup

START = 1_750_000_000_000
STEP = 40_000
"""More than any pause and any wait between hands, less than any decision may take."""
PEOPLE = ("ann", "bob", "cat", "dan")


def spec(ruleset: str, hands: int) -> TableSpec:
    first, second, third, fourth = (PersonSeat(name, name.title()) for name in PEOPLE)
    return TableSpec(
        ruleset=ruleset,
        hands=hands,
        seats=(first, second, third, fourth),
        limits=TimeLimits(decision=600, reserve=600),
        coins_per_point=2,
    )


class Script:
    """Plays a match: everybody who is asked answers, then time goes on by a step."""

    def __init__(self, setup: Setup, rules: TableSpec) -> None:
        self.clock = FileClock(setup.clock or "")
        self.now = START
        self.clock.set(self.now)
        self.server = Server(setup)
        self.starts = 1
        self.pings = 0
        made = self.server.create(rules)
        assert (made is None) == (setup.dies == 1)
        self.revive()
        self.players = [Player(self.server.url, f"{setup.seed}-1", person) for person in PEOPLE]

    def revive(self) -> None:
        while True:
            self.server.process.join(0 if self.server.process.is_alive() else None)
            if self.server.process.is_alive():
                return
            self.server.process.close()
            self.server = Server(self.server.setup)
            self.starts += 1

    async def connect(self) -> None:
        while True:
            try:
                for player in self.players:
                    await player.close()
                    await player.connect(tries=1)
            except ConnectionError:
                await asyncio.sleep(0.005)
                self.revive()
            else:
                return

    async def play(self) -> None:
        await self.connect()
        while not all(player.ended for player in self.players):
            try:
                if not await self.answer():
                    self.now += STEP
                    self.clock.set(self.now)
                    while (await self.players[0].receive())["type"] != "update":
                        pass
                await self.listen()
            except ConnectionClosed:
                await self.connect()
        for player in self.players:
            await player.close()

    async def listen(self) -> None:
        """Everybody takes in what has been sent up to now."""
        for player in self.players:
            self.pings += 1
            await player.ask({"type": "ping", "id": f"ping {self.pings}"})

    async def answer(self) -> bool:
        """Somebody who is asked answers, with an id that stays the same however often it is sent.

        Returns whether somebody did.
        """
        for player in self.players:
            prompt = player.prompt
            if prompt is None or prompt["answered"] is not None or not prompt["codes"]:
                continue
            assert player.seat is not None
            code = scripted(player.seat, prompt)
            message = {"type": "act", "id": f"{prompt['id']}", "prompt": prompt["id"], "code": code}
            answer = await player.ask(message)
            assert answer["type"] == "done", answer
            if player.prompt is prompt:
                player.prompt = None
            return True
        return False


def play(folder: Path, url: str, rules: TableSpec, dies: int) -> tuple[bytes, list[bytes], int]:
    """The record, the log and the number of starts."""
    clock = folder / f"clock-{dies}"
    script = Script(Setup(url, free_port(), str(clock), "kill", dies), rules)
    try:
        asyncio.run(asyncio.wait_for(script.play(), 900))
    finally:
        script.server.kill()

    async def read() -> list[bytes]:
        store = await open_store(url)
        try:
            assert sum((await Accounts(store).balances()).values()) == 0
            return await store.log("kill-1")
        finally:
            await store.close()

    log = asyncio.run(read())
    return match_record(log, SPECTATORS), log, script.starts


def compare(folder: Path, url: str, ruleset: str, hands: int, dies: int) -> None:
    """Play a match undisturbed, and one whose process dies after every so many commits."""
    rules = spec(ruleset, hands)
    plain, calm_log, starts = play(folder, f"sqlite:///{folder}/calm.sqlite", rules, 0)
    assert starts == 1
    again, log, starts = play(folder, url, rules, dies)
    assert again == plain
    report = check(plain)
    assert report.fault is None
    assert len(report.results) == hands
    # Every such commit was the last one of a process; besides there are those of coming back.
    extended = sum(b'"extended"' in event for event in log)
    assert len(log) == len(calm_log) + extended
    assert starts > len(calm_log) / (3 * dies)


def each_or_every(commits: int) -> pytest.MarkDecorator:
    """After every so many commits; in the long run after each one, two hands of both games."""
    long = [pytest.param(ruleset, 2, 1, marks=pytest.mark.soak) for ruleset in ("duyun", "guiyang")]
    return pytest.mark.parametrize(("ruleset", "hands", "dies"), [("duyun", 1, commits), *long])


@each_or_every(6)
def test_killed_after_commits_the_record_is_the_same(
    tmp_path: Path, ruleset: str, hands: int, dies: int
) -> None:
    compare(tmp_path, f"sqlite:///{tmp_path}/killed.sqlite", ruleset, hands, dies)


@each_or_every(24)
def test_so_it_is_on_postgresql(
    tmp_path: Path, postgresql: Cluster, ruleset: str, hands: int, dies: int
) -> None:
    compare(tmp_path, postgresql.database(), ruleset, hands, dies)
