"""Thousands who come at once: a bounded number waits, the rest is told so at once."""

import asyncio
import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from qianma.replay import Replay, replay_of
from qianma.server import app, protocol, replay_routes
from qianma.server import socket as socket_end
from qianma.server.limits import BusyError, Turns
from qianma.server.seating import RoomState
from qianma.terminal.mailbox import Mailbox
from qianma.terminal.wire import Wire
from tests.server.client import Player
from tests.server.hostile import MOST_SECONDS, OPEN, at, new_table, play, quick_table, strained
from tests.server.house import FAST, Answer, Place, run
from tests.server.operating import Running
from tests.server.tables import PEOPLE
from tests.server.test_idle_sockets import allow_files

WATCHED: dict[str, Any] = {**FAST, "hands": 16, "watch": "anyone"}


async def join(url: str, table: str) -> str:
    """Come to a table without a token; what is said first, or why that is not possible."""
    async with connect(url, ping_interval=None) as socket:
        await socket.send(json.dumps({"type": "join", "table": table}))
        message = json.loads(await socket.recv())
        if message["type"] != "refused":
            return str(message["type"])
        assert message["id"] is None
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == protocol.TRY_LATER
        return str(message["key"])


async def join_in_the_end(url: str, table: str) -> int:
    """Come back until one is let in; how often that was tried."""
    tries = 1
    while await join(url, table) != "snapshot":
        await asyncio.sleep(0.1 * tries)
        tries += 1
    return tries


def slow(place: Place, seconds: float) -> None:
    """Let each question for who may watch take its time."""
    may_watch = place.house.watching.may_watch

    async def slowly(game_id: str, key: str | None) -> bool:
        await asyncio.sleep(seconds)
        return await may_watch(game_id, key)

    place.house.watching.may_watch = slowly  # type: ignore[method-assign]


def test_of_too_many_joins_at_once_some_wait_and_some_are_refused(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_end, "COMING", (2, 5, 30.0))

    async def test(place: Place) -> None:
        ann = await place.guest()
        table = (await ann.post("/api/quick-play", WATCHED))["game"]
        slow(place, 0.3)
        told = Counter(await asyncio.gather(*(join(place.socket, table) for _ in range(30))))
        assert set(told) == {"snapshot", "live.busy"}
        assert 7 <= told["snapshot"] < 30
        slow(place, 0)
        tries = await asyncio.gather(*(join_in_the_end(place.socket, table) for _ in range(30)))
        assert max(tries) > 1, "and whoever comes back is let in"

    run(store_url, test, connections_per_address="1000")


def test_nobody_waits_long_to_be_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_end, "COMING", (1, 5, 0.2))

    async def test(place: Place) -> None:
        ann = await place.guest()
        table = (await ann.post("/api/quick-play", WATCHED))["game"]
        slow(place, 3)
        first = asyncio.create_task(join(place.socket, table))
        await asyncio.sleep(0.5)
        assert await join(place.socket, table) == "live.busy"
        assert not first.done(), "who waits is refused before the one before is let in"
        assert await first == "snapshot"

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_a_terminal_that_is_refused_comes_back_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_end, "COMING", (1, 0, 5.0))

    async def test(place: Place) -> None:
        ann = await place.guest()
        table = (await ann.post("/api/quick-play", WATCHED))["game"]
        released = asyncio.Event()
        may_watch = place.house.watching.may_watch

        async def waits(game_id: str, key: str | None) -> bool:
            await released.wait()
            return await may_watch(game_id, key)

        place.house.watching.may_watch = waits  # type: ignore[method-assign]
        first = asyncio.create_task(join(place.socket, table))
        await asyncio.sleep(0.3)
        mailbox = Mailbox()
        wire = Wire(place.socket, {"type": "join", "table": table, "token": ann.token}, mailbox)
        wire.open()
        told: list[str] = []
        async with asyncio.timeout(60):
            while told.count("lost") < 3:
                await asyncio.sleep(0.05)
                told += [message["type"] for message in mailbox.take()]
            assert set(told) == {"lost"}
            released.set()
            while "snapshot" not in told:
                await asyncio.sleep(0.05)
                told += [message["type"] for message in mailbox.take()]
        assert "closed" not in told
        assert await first == "snapshot"
        await asyncio.to_thread(wire.close)
        mailbox.close()

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_of_too_many_requests_at_once_some_wait_and_some_are_refused(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "REQUESTS", (1, 2, 30.0))

    async def test(place: Place) -> None:
        lobby = place.house.lobby.rooms

        async def slowly() -> list[RoomState]:
            await asyncio.sleep(0.5)
            return await lobby()

        place.house.lobby.rooms = slowly  # type: ignore[method-assign]
        headers = {"Accept_Language": "zh-Hant"}
        asked = [asyncio.create_task(place.ask("GET", "/api/lobby", **headers)) for _ in range(12)]
        await asyncio.sleep(0.25)
        health = await place.ask("GET", "/healthz")
        assert (health.status, health.json["status"]) == (200, "ok")
        answers: list[Answer] = await asyncio.gather(*asked)
        refused = [one for one in answers if one.status != 200]
        assert 3 <= len(answers) - len(refused) < 12
        for one in refused:
            assert one.refused == (503, "http.busy")
            assert int({**one.headers}["retry-after"]) >= 1
            assert one.json["message"] == "同時的請求太多，過一會兒再試"
        place.house.lobby.rooms = lobby  # type: ignore[method-assign]
        assert (await place.ask("GET", "/api/lobby")).status == 200

    run(store_url, test)


def test_those_who_wait_for_a_replay_hold_up_no_other_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "REQUESTS", (20, 1000, 30.0))

    def slowly(record: bytes, seen_from: str, language: str) -> Replay:
        time.sleep(0.2)
        return replay_of(record, seen_from, language)

    monkeypatch.setattr(replay_routes, "replay_of", slowly)

    async def test(place: Place) -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(40))
        body = {"record": '{"type":"nothing"}'}
        asked = [asyncio.create_task(place.ask("POST", "/api/replay", body)) for _ in range(25)]
        await asyncio.sleep(0.1)
        while not any(one.done() for one in asked):
            await asyncio.sleep(0.05)
        assert (await place.ask("GET", "/api/lobby")).status == 200
        assert not all(one.done() for one in asked)
        answers = await asyncio.gather(*asked)
        assert {one.status for one in answers} <= {200, 503}
        assert sum(one.status == 200 for one in answers) >= 16

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_turns_are_given_back_by_those_who_fail_or_go() -> None:
    async def test() -> None:
        turns = Turns(1, 1, 5.0)

        async def fail() -> None:
            async with turns.turn():
                await asyncio.sleep(0.01)
                raise ZeroDivisionError

        async def stay() -> None:
            async with turns.turn():
                await asyncio.sleep(60)

        for work in (fail, fail):
            with pytest.raises(ZeroDivisionError):
                await work()
        staying = asyncio.create_task(stay())
        await asyncio.sleep(0)
        for _ in range(3):
            waiting = asyncio.create_task(stay())
            await asyncio.sleep(0.01)
            with pytest.raises(BusyError):
                await fail()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        with pytest.raises(ZeroDivisionError):
            await fail()

    asyncio.run(asyncio.wait_for(test(), 30))


@pytest.mark.soak
def test_thousands_who_come_at_once_are_all_let_in_soon_and_others_play_on(tmp_path: Path) -> None:
    count = 4000
    allow_files(count)
    flags: dict[str, Any] = {"connections_per_address": 10 * count, "requests_per_second": 100_000}
    with Running(f"sqlite:///{tmp_path}/x.sqlite", OPEN, **flags) as server:
        table = quick_table(server)
        tables = [new_table(server) for _ in range(50)]

        async def storm() -> Counter[int]:
            return Counter(
                await asyncio.gather(
                    *(join_in_the_end(server.socket_url, tables[n % 50]) for n in range(count))
                )
            )

        async def everything() -> tuple[Counter[int], list[float], float]:
            playing = asyncio.create_task(play(Player(server.socket_url, table, PEOPLE[0]), 10))
            await asyncio.sleep(2)
            start = time.monotonic()
            tries = await storm()
            took = time.monotonic() - start
            return tries, await playing, took

        tries, seconds, took = asyncio.run(asyncio.wait_for(everything(), 500))
        assert at(0.95, seconds) < strained(MOST_SECONDS)
        assert server.stop() == 0
        assert '"level": "error"' not in server.log
    print(
        f"{count} in {took:.1f} s, tries {dict(tries)}, p95 beside them {at(0.95, seconds):.4f} s"
    )
