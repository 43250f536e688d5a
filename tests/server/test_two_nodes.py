"""Two nodes on one PostgreSQL are one server, whichever of them is killed and whenever."""

import asyncio
import random

import pytest
from websockets.exceptions import ConnectionClosed

from qianma.check import check
from qianma.server.events import PersonSeat, TableSpec, TimeLimits
from qianma.server.records import match_record
from qianma.server.store import open_store
from qianma.server.table import SPECTATORS
from tests.server.client import Player, scripted
from tests.server.ports import free_port
from tests.server.postgres import Cluster
from tests.server.serving import Server, Setup

LIMITS = TimeLimits(decision=20, reserve=20, pause=0.05, first_hand=20, between_hands=20)


def spec(number: int) -> TableSpec:
    names = [f"p{number}-{seat}" for seat in range(4)]
    first, second, third, fourth = (PersonSeat(name, name) for name in names)
    return TableSpec(
        ruleset=("duyun", "guiyang")[number % 2],
        hands=1,
        seats=(first, second, third, fourth),
        limits=LIMITS,
    )


async def play(player: Player) -> None:
    """Play a match to its end, coming back to any node whenever the connection breaks."""
    while player.ended is None:
        try:
            await player.connect()
            while player.ended is None:
                if not await _act(player):
                    await player.receive(120)
        except ConnectionClosed:
            continue
    await player.close()


async def _act(player: Player) -> bool:
    """Answer what the player is asked; whether there was anything."""
    prompt = player.prompt
    if player.phase == "waiting" and player.number:
        number = player.number
        contribution = f"{player.seat:02x}" * 8
        message = {"type": "next", "id": f"next {number}", "number": number}
        await player.ask({**message, "contribution": contribution})
        player.number = 0 if player.number == number else player.number
        return True
    if prompt and prompt["codes"] and prompt["answered"] is None:
        player.prompt = None
        seat = player.seat if player.seat is not None else 0
        answer = {"prompt": prompt["id"], "code": scripted(seat, prompt)}
        await player.ask({"type": "act", "id": str(prompt["id"]), **answer})
        return True
    return False


async def disturb(servers: list[Server], chance: random.Random, times: int) -> None:
    """Kill one of the nodes at random moments, and start it again."""
    for _ in range(times):
        await asyncio.sleep(0.3 + chance.random())
        place = chance.randrange(len(servers))
        setup = servers[place].setup
        await asyncio.to_thread(servers[place].kill)
        await asyncio.sleep(chance.random() * 0.5)
        servers[place] = await asyncio.to_thread(Server, setup)


def run(url: str, matches: int, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    servers = [Server(Setup(url, free_port(), sweep_seconds=0.3)) for _ in range(2)]
    try:
        tables = [servers[number % 2].create(spec(number)) for number in range(matches)]
        players = [
            Player(lambda: servers[chance.randrange(2)].url, table or "", f"p{number}-{seat}")
            for number, table in enumerate(tables)
            for seat in range(4)
        ]

        async def everything() -> None:
            disturbing = asyncio.create_task(disturb(servers, chance, kills))
            await asyncio.gather(*(play(player) for player in players))
            await disturbing

        asyncio.run(asyncio.wait_for(everything(), 60 + 4 * matches))
    finally:
        for server in servers:
            server.kill()
    assert asyncio.run(_verified(url, [table or "" for table in tables])) == matches


async def _verified(url: str, tables: list[str]) -> int:
    store = await open_store(url)
    try:
        for table in tables:
            log = await store.log(table)
            record = match_record(log, SPECTATORS)
            report = check(record)
            assert report.fault is None, report.fault
            assert not report.unfinished
            assert len(report.results) == 1
            assert sum(report.results[0].points) == 0
            assert b'"reveal"' in record
    finally:
        await store.close()
    return len(tables)


def test_matches_over_two_nodes_end_whichever_is_killed(postgresql: Cluster) -> None:
    run(postgresql.database(), matches=6, kills=4, seed=1)


@pytest.mark.soak
def test_many_matches_over_two_nodes_end_whichever_is_killed(postgresql: Cluster) -> None:
    run(postgresql.database(), matches=200, kills=25, seed=2)


def test_players_of_one_table_on_different_nodes_see_the_same(postgresql: Cluster) -> None:
    url = postgresql.database()
    servers = [Server(Setup(url, free_port())) for _ in range(2)]
    try:
        table = servers[0].create(spec(1)) or ""
        players = [Player(servers[seat % 2].url, table, f"p1-{seat}") for seat in range(4)]
        watcher = Player(servers[1].url, table, None)

        async def watch() -> None:
            await watcher.connect()
            while watcher.ended is None:
                await watcher.receive(30)
            await watcher.close()

        async def everything() -> None:
            await asyncio.gather(watch(), *(play(player) for player in players))

        asyncio.run(asyncio.wait_for(everything(), 60))
    finally:
        for server in servers:
            server.stop()
    for viewer in (*players, watcher):
        types = [line["type"] for line in viewer.lines if line["type"] != "pass"]
        assert types[-3:] == ["result", "reveal", "ended"]
        results = [line for line in viewer.lines if line["type"] == "result"]
        assert results == [line for line in watcher.lines if line["type"] == "result"]
    contributions = next(line for line in watcher.lines if line["type"] == "hand")
    assert contributions["contributions"] == [f"{seat:02x}" * 8 for seat in range(4)]
