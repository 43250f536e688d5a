"""A node within this process: what is booked with the end of a hand, what it refuses."""

import asyncio
import gc
from collections.abc import Mapping
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.players import UnknownPlayerError
from qianma.server import running, schemas, tables
from qianma.server.commands import Next
from qianma.server.config import Config, load_config
from qianma.server.endings import HandEnded, MatchEnded
from qianma.server.events import BuiltInSeat, PersonSeat, TableSpec, TimeLimits
from qianma.server.node import Node
from qianma.server.store import Append, open_store
from qianma.server.table import OVER
from qianma.server.tables import UnknownTableError
from qianma.settings import RulesetError
from tests.server.postgres import Cluster

FAST = TimeLimits(pause=0.01, first_hand=0.05, between_hands=0.05)


def spec(player: str = "greedy", ruleset: str = "duyun") -> TableSpec:
    seat = BuiltInSeat(player, "instant")
    return TableSpec(ruleset=ruleset, hands=2, limits=FAST, seats=(seat, seat, seat, seat))


def test_hands_and_matches_are_booked_in_the_transaction_that_ends_them(store_url: str) -> None:
    hands: list[tuple[int, tuple[int, ...]]] = []
    matches: list[MatchEnded] = []

    async def hand_ended(connection: AsyncConnection, ended: HandEnded) -> None:
        hands.append((ended.facts.number, ended.facts.result.points))
        await connection.execute(text("INSERT INTO booked VALUES (:number)"), {"number": 1})

    async def match_ended(connection: AsyncConnection, ended: MatchEnded) -> None:
        matches.append(ended)
        await connection.execute(text("INSERT INTO booked VALUES (:number)"), {"number": 100})

    async def test() -> None:
        store = await open_store(store_url)
        async with store.transaction() as connection:
            await connection.execute(text("CREATE TABLE booked (number INTEGER)"))
        node = Node(store, sweep_seconds=0.05)
        node.hand_hooks.append(hand_ended)
        node.match_hooks.append(match_ended)
        await node.start()
        try:
            await node.create_table(spec())
            while await store.unfinished():
                await asyncio.sleep(0.05)
            async with store.reading() as connection:
                booked = await connection.scalar(text("SELECT SUM(number) FROM booked"))
        finally:
            await node.stop()
            await store.close()
        assert booked == 102

    asyncio.run(asyncio.wait_for(test(), 60))
    assert [number for number, _ in hands] == [1, 2]
    (match,) = matches
    assert (match.reason, match.hands) == ("played", 2)
    assert list(match.points) == [
        sum(column) for column in zip(*(p for _, p in hands), strict=True)
    ]


def test_what_cannot_be_played_is_refused_and_what_is_unknown_too(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
        node = Node(store)
        await node.start()
        try:
            with pytest.raises(UnknownPlayerError):
                await node.create_table(spec("nobody"))
            with pytest.raises(RulesetError):
                await node.create_table(spec(ruleset="riichi"))
            with pytest.raises(UnknownTableError):
                await node.command("nowhere", 0, Next(id="a", number=1))
            assert node.tables == 0
        finally:
            await node.stop()
            await store.close()

    asyncio.run(asyncio.wait_for(test(), 30))


def test_a_start_that_fails_at_once_leaves_nothing_behind(tmp_path: Path) -> None:
    config = load_config({"database": f"sqlite:///{tmp_path}/x.sqlite"}, environment={})

    async def no_parts(_node: Node, _config: Config) -> running.Parts:
        raise LookupError("no parts")

    async def test() -> None:
        with running.listen("127.0.0.1", 0) as listener, pytest.raises(LookupError):
            await running.serve(config, listener, lambda: None, no_parts)

    # What was begun and not awaited warns when it is thrown away, and warnings are errors here.
    asyncio.run(asyncio.wait_for(test(), 30))
    gc.collect()


def test_what_fails_beside_everything_else_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise LookupError("in the background")

    async def test() -> None:
        store = await open_store(f"sqlite:///{tmp_path}/x.sqlite")
        node = Node(store)
        await node.start()
        node.spawn(fail())
        await asyncio.sleep(0.01)
        await node.stop()
        await store.close()

    asyncio.run(asyncio.wait_for(test(), 30))
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert logged.exc_info[0] is LookupError


def test_a_node_reads_on_after_a_failure_of_the_database(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_READ", 1)
    url = postgresql.database()

    async def test() -> None:
        stores = [await open_store(url), await open_store(url)]
        here, there = (Node(store) for store in stores)
        for node in (here, there):
            await node.start()
        games = [await here.create_table(spec()) for _ in range(3)]
        for game in games:
            assert (await there.spec(game)).ruleset == "duyun"
        logs, failures = stores[1].logs, 2

        async def fails(starts: Mapping[str, int]) -> list[tuple[str, int, bytes]]:
            nonlocal failures
            if failures:
                failures -= 1
                raise OSError("the database has gone away")
            return await logs(starts)

        monkeypatch.setattr(stores[1], "logs", fails)
        for game in games:
            await here.close_table(game)
        for game in games:
            while (await there._tables.read(game)).table.phase != OVER:
                await asyncio.sleep(0.05)
        assert failures < 2, "it has failed"
        for node, store in zip((here, there), stores, strict=True):
            await node.stop()
            await store.close()

    asyncio.run(asyncio.wait_for(test(), 60))


UNREADABLE = b'{"type":"created","at":1,"spec":{"ruleset":"gone","seats":[]}}'


def failures_of(game: str, caplog: pytest.LogCaptureFixture) -> int:
    return sum(
        getattr(record, "qianma_facts", {}).get("table") == game for record in caplog.records
    )


def test_a_table_that_cannot_be_read_keeps_no_other_from_being_looked_after(
    store_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("qianma.server.node.LEASE_MS", 50)

    async def test() -> None:
        store = await open_store(store_url)
        before = Node(store)
        await before.start()
        games = sorted([await before.create_table(spec()) for _ in range(4)])
        await before.stop()
        bad = games[0]  # of those that are due at the same time it is the first
        async with store.transaction() as connection:
            changed = text("UPDATE game_event SET data = :data WHERE game_id = :game AND seq = 0")
            await connection.execute(changed, {"data": UNREADABLE, "game": bad})
            await connection.execute(text("UPDATE deadline SET due_ms = 0"))
        await store.close()
        store = await open_store(store_url)
        node = Node(store, sweep_seconds=0.05)
        await node.start()
        looked_at: set[int] = set()
        while await store.unfinished() != [bad] or len(looked_at) < 5:
            async with store.reading() as connection:
                due = text("SELECT due_ms FROM deadline WHERE game_id = :game")
                looked_at.add(await connection.scalar(due, {"game": bad}))
            await asyncio.sleep(0.02)
        assert failures_of(bad, caplog) == 1, "not each time"
        await node.stop()
        await store.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def test_what_another_node_has_stored_unreadably_keeps_no_other_from_being_told(
    postgresql: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    url = postgresql.database()

    async def test() -> None:
        stores = [await open_store(url), await open_store(url)]
        here, there = (Node(store) for store in stores)
        for node in (here, there):
            await node.start()
        waits = TimeLimits(first_hand=60)
        seat = PersonSeat("ann", "Ann")
        settled = TableSpec(ruleset="duyun", hands=1, limits=waits, seats=(seat, *spec().seats[1:]))
        bad, good = [await here.create_table(settled) for _ in range(2)]
        for game in (bad, good):
            await there.spec(game)
        log = await stores[0].log(bad)
        await stores[0].append([Append(bad, len(log), [b"{}"], None)])
        await here.close_table(good)
        while (await there._tables.read(good)).table.phase != OVER or not failures_of(bad, caplog):
            await asyncio.sleep(0.05)
        assert failures_of(bad, caplog) == 1
        for node, store in zip((here, there), stores, strict=True):
            await node.stop()
            await store.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def test_schemas_and_types_name_every_message() -> None:
    document = schemas.websocket_schema()
    names = {"Join", "Enter", "Browse", "Act", "Next", "Auto", "Leave", "Back", "Vote", "Say"}
    names |= {"Mute", "Look", "Ping", "Snapshot", "Update", "Done", "Refused", "Presence", "Said"}
    names |= {"RoomNews", "WatchedNews", "LobbyNews", "Notice"}
    assert names <= set(document["$defs"])
    written = schemas.typescript()
    for name in names:
        assert f"export type {name} = " in written
    assert "unknown;" not in written
