"""Two nodes on one PostgreSQL are one server, whichever of them is killed and whenever."""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Callable

import pytest
from websockets.exceptions import ConnectionClosed

from qianma.check import check
from qianma.server.accounts import Accounts, account_of
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
        coins_per_point=1 + number % 3,
    )


class Timed(Player):
    """A player who notes how long its actions took from being sent to being carried out.

    The time in which no node answered is not among them: then the line breaks.
    """

    def __init__(self, url: str | Callable[[], str], table: str, person: str | None) -> None:
        super().__init__(url, table, person)
        self.seconds: list[float] = []


async def play(player: Timed) -> None:
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


async def _act(player: Timed) -> bool:
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
        start = time.perf_counter()
        await player.ask({"type": "act", "id": str(prompt["id"]), **answer})
        player.seconds.append(time.perf_counter() - start)
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
            Timed(lambda: servers[chance.randrange(2)].url, table or "", f"p{number}-{seat}")
            for number, table in enumerate(tables)
            for seat in range(4)
        ]

        async def everything() -> None:
            disturbing = asyncio.create_task(disturb(servers, chance, kills))
            await asyncio.gather(*(play(player) for player in players))
            await disturbing

        asyncio.run(asyncio.wait_for(everything(), 60 + 10 * matches))
    finally:
        for server in servers:
            server.kill()
    assert asyncio.run(_verified(url, [table or "" for table in tables])) == matches
    seconds = sorted(second for player in players for second in player.seconds)
    shares = [f"p{share} {seconds[len(seconds) * share // 100]:.3f} s" for share in (50, 95, 99)]
    print(
        f"{matches} matches, {len(seconds)} actions: {', '.join(shares)}, most {seconds[-1]:.3f} s"
    )


async def _verified(url: str, tables: list[str]) -> int:
    store = await open_store(url)
    coins: Counter[str] = Counter()
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
            settled = json.loads(record.splitlines()[0])
            number = int(settled["players"][0]["name"].split("-")[0][1:])
            for seat, points in enumerate(report.results[0].points):
                coins[account_of(f"p{number}-{seat}")] += points * spec(number).coins_per_point
        balances = await Accounts(store).balances()
        assert sum(balances.values()) == 0
        assert {name: sum_ for name, sum_ in balances.items() if sum_} == {
            name: sum_ for name, sum_ in coins.items() if sum_
        }
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
        players = [Timed(servers[seat % 2].url, table, f"p1-{seat}") for seat in range(4)]
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
