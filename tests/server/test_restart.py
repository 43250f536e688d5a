"""After a time in which no node was up clocks start anew, once; while one is up they run on."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qianma.server.events import TableSpec, TimeLimits
from qianma.server.store import open_store
from tests.server.client import Player
from tests.server.ports import free_port
from tests.server.postgres import Cluster
from tests.server.serving import FileClock, Server, Setup
from tests.server.tables import PEOPLE, START, people

SPEC = TableSpec(
    ruleset="duyun",
    hands=1,
    seats=people(),
    limits=TimeLimits(decision=60, reserve=0, first_hand=60),
)
WHOLE = 60_000

ENDS = pytest.mark.parametrize("end", [Server.kill, Server.stop], ids=["kill", "stop"])


class Place:
    """A table in play on a database, whose clock the test moves."""

    def __init__(self, folder: Path, url: str) -> None:
        self.url = url
        self.clock = FileClock(folder / "clock")
        self.now = START
        self.go_on(0)
        self.servers = [self.start()]
        self.table = self.servers[0].create(SPEC) or ""

        async def begin() -> None:
            for player in await self.players(self.servers[0]):
                await player.ask({"type": "next", "id": "n", "number": 1})
                await player.close()

        asyncio.run(begin())
        assert self.left(self.servers[0]) == WHOLE

    def start(self) -> Server:
        return Server(Setup(self.url, free_port(), str(self.clock.path)))

    def go_on(self, milliseconds: int) -> None:
        self.now += milliseconds
        self.clock.set(self.now)

    async def players(self, server: Server) -> list[Player]:
        players = [Player(server.url, self.table, person) for person in PEOPLE]
        for player in players:
            await player.connect()
        return players

    def left(self, server: Server) -> int:
        """How long whoever is in turn has, in milliseconds."""

        async def ask() -> int:
            prompts = []
            for player in await self.players(server):
                if player.prompt is not None and player.prompt["codes"]:
                    prompts.append(player.prompt)
                await player.close()
            (prompt,) = prompts
            return int(prompt["left"])

        return asyncio.run(ask())

    def events(self) -> list[str]:
        """The kinds of the events since the deal."""

        async def read() -> list[str]:
            store = await open_store(self.url)
            try:
                kinds = [json.loads(event)["type"] for event in await store.log(self.table)]
            finally:
                await store.close()
            return kinds[kinds.index("dealt") :]

        return asyncio.run(read())

    def close(self) -> None:
        for server in self.servers:
            server.kill()


def restart(folder: Path, url: str, end: Callable[[Server], None]) -> None:
    place = Place(folder, url)
    try:
        for times in (1, 2):
            place.go_on(1000)
            end(place.servers.pop())
            place.go_on(2000)
            place.servers.append(place.start())
            assert place.left(place.servers[0]) == WHOLE
            place.go_on(1000)
            assert place.left(place.servers[0]) == WHOLE - 1000
            assert place.events() == ["dealt"] + times * ["extended"]
    finally:
        place.close()


@ENDS
def test_clocks_start_anew_when_the_only_node_was_away(
    tmp_path: Path, end: Callable[[Server], None]
) -> None:
    restart(tmp_path, f"sqlite:///{tmp_path}/x.sqlite", end)


@ENDS
def test_so_they_do_on_postgresql(
    tmp_path: Path, postgresql: Cluster, end: Callable[[Server], None]
) -> None:
    restart(tmp_path, postgresql.database(), end)


def test_a_table_that_nobody_comes_back_to_has_its_whole_time_too(
    tmp_path: Path, postgresql: Cluster
) -> None:
    place = Place(tmp_path, postgresql.database())
    try:
        place.servers.pop().kill()
        place.go_on(WHOLE - 1000)
        place.servers.append(place.start())
        place.go_on(2000)
        while "extended" not in place.events():
            time.sleep(0.05)
        assert place.left(place.servers[0]) == WHOLE
        assert place.events() == ["dealt", "extended"]
    finally:
        place.close()


@ENDS
def test_clocks_run_on_while_another_node_is_up(
    tmp_path: Path, postgresql: Cluster, end: Callable[[Server], None]
) -> None:
    place = Place(tmp_path, postgresql.database())
    try:
        place.servers.append(place.start())
        place.go_on(1000)
        end(place.servers.pop(0))
        place.go_on(2000)
        assert place.left(place.servers[0]) == WHOLE - 3000
        place.servers.append(place.start())
        assert place.left(place.servers[1]) == WHOLE - 3000
        end(place.servers.pop(0))
        place.go_on(1000)
        assert place.left(place.servers[0]) == WHOLE - 4000
        assert place.events() == ["dealt"]
    finally:
        place.close()


def test_of_two_nodes_that_start_together_clocks_start_anew_once(
    tmp_path: Path, postgresql: Cluster
) -> None:
    place = Place(tmp_path, postgresql.database())
    try:
        place.servers.append(place.start())
        place.go_on(1000)
        while place.servers:
            place.servers.pop().kill()
        place.go_on(2000)

        async def both() -> list[Server]:
            return await asyncio.gather(*(asyncio.to_thread(place.start) for _ in range(2)))

        place.servers += asyncio.run(both())
        assert [place.left(server) for server in place.servers] == [WHOLE, WHOLE]
        place.go_on(1000)
        assert [place.left(server) for server in place.servers] == [WHOLE - 1000] * 2
        assert place.events() == ["dealt", "extended"]
    finally:
        place.close()
