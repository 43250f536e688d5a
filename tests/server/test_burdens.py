"""Peers who do their worst, never read or have vanished: a burden to nobody but the server.

What is stated about them in docs/server.md is held to here.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.client import Player
from tests.server.hostile import (
    FLOODS,
    FRAMES,
    MOST_SECONDS,
    OPEN,
    PLAIN_PING,
    at,
    attacked,
    measured,
    new_table,
    open_sockets,
    play,
    quick_table,
    refusals,
    resident,
    strained,
    wait_for,
)
from tests.server.operating import Running
from tests.server.raw_socket import CLOSE, TEXT, RawSocket, frame
from tests.server.tables import PEOPLE

ATTACKERS = "127.0.0.2"
"""This machine too, but another address for the server."""
MOST_BYTES = 256 * 1024
"""What a connection may take up in the server that does not read."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with attacked(tmp_path_factory.mktemp("hostile")) as running:
        yield running


def attack(port: int, table: str) -> None:
    """Do one's worst from one address, again and again."""
    worst = [
        *FLOODS.values(),
        *(data for data, _ in FRAMES.values()),
        frame(TEXT, b"{") * 30,
        frame(TEXT, b'{"x":' + 4000 * b"[") * 30,
        frame(CLOSE, b"\x03\xe8") * 30_000,
    ]
    place = 0
    while True:
        try:
            with RawSocket(port, address=ATTACKERS) as raw:
                if raw.status == 101:
                    raw.say({"type": "join", "table": table, "seq": -1})
                    raw.send(worst[place % len(worst)])
                    place += 1
        except (OSError, AssertionError):
            continue


def test_while_one_address_does_its_worst_others_play_on(server: Running) -> None:
    table = quick_table(server)
    target = new_table(server)

    def measure() -> list[float]:
        playing = play(Player(server.socket_url, table, PEOPLE[0]), 3)
        return asyncio.run(asyncio.wait_for(playing, 200))

    before = refusals(server, "live.too_many")
    calm = measure()
    attackers = [
        multiprocessing.get_context("spawn").Process(target=attack, args=(server.port, target))
        for _ in range(2)
    ]
    for one in attackers:
        one.start()
    try:
        wait_for(lambda: refusals(server, "live.too_many") > before, 60)
        disturbed = measure()
    finally:
        for one in attackers:
            one.kill()
            one.join()
    assert at(0.95, disturbed) < strained(MOST_SECONDS), (at(0.95, calm), at(0.95, disturbed))
    print(f"p95 {at(0.95, calm):.4f} s, under attack {at(0.95, disturbed):.4f} s")


def test_who_never_reads_is_closed_and_holds_up_nobody(server: Running) -> None:
    table = quick_table(server, between_hands=0.05)
    sockets, slow_before = open_sockets(server), refusals(server, "live.slow")
    memory = resident(server)
    readers = [RawSocket(server.port, buffer=2048) for _ in range(30)]
    for raw in readers:
        raw.say({"type": "join", "table": table, "seq": -1})

    async def measure() -> list[float]:
        """Let the table be played as fast as it goes; how long its own commands take meanwhile."""
        seconds: list[float] = []
        player = Player(server.socket_url, table, PEOPLE[0])
        await player.connect()
        await player.ask({"type": "auto", "id": "auto", "on": True})
        while refusals(server, "live.slow") - slow_before < len(readers):
            for _ in range(5):
                await asyncio.sleep(0.1)
                start = time.perf_counter()
                vote = {"type": "vote", "id": f"{len(seconds)}", "yes": False}
                assert (await player.ask(vote))["key"] == "live.no_vote"
                seconds.append(time.perf_counter() - start)
        assert player.number > 1, "hands were played"
        await player.close()
        return seconds

    seconds = asyncio.run(asyncio.wait_for(measure(), 240))
    grown = resident(server) - memory
    assert at(0.95, seconds) < strained(MOST_SECONDS)
    assert grown < len(readers) * MOST_BYTES
    wait_for(lambda: open_sockets(server) <= sockets, 10)
    for raw in readers:
        raw.socket.close()
    print(f"p95 {at(0.95, seconds):.4f} s, {grown / len(readers) / 1024:.0f} KB each")


@pytest.mark.parametrize("ping", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_who_has_vanished_is_found_and_the_seat_is_kept(tmp_path: Path, ping: int) -> None:
    database = f"sqlite:///{tmp_path}/x.sqlite"
    with Running(database, OPEN, environment={"OPEN_SERVER_PING": str(ping)}) as server:
        table = new_table(server)
        sockets = open_sockets(server)
        with RawSocket(server.port) as gone:
            assert gone.join(table, "ann")["seat"] == 0
            gone.vanish()
            start = time.monotonic()
            other = Player(server.socket_url, table, "bob")

            async def told() -> float:
                await other.connect()
                while {"type": "presence", "seat": 0, "connected": False} not in other.others:
                    await other.receive(3 * ping + 20)
                await other.close()
                return time.monotonic() - start

            assert ping <= asyncio.run(told()) < 2 * ping + 10
        with RawSocket(server.port) as again:
            assert again.join(table, "ann")["seat"] == 0, "the seat is kept"
            again.vanish()
            # Whoever comes back before the old line is found dead need not wait for that.
            with RawSocket(server.port) as third:
                assert third.join(table, "ann")["seat"] == 0
                assert third.answer(PLAIN_PING)["type"] == "done"
                wait_for(lambda: measured(server, "qianma_connections") <= 1, 15)
                wait_for(lambda: open_sockets(server) <= sockets + 1, 15)
        assert server.stop() == 0
        assert '"level": "error"' not in server.log
