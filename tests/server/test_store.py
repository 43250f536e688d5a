"""The conformance suite: what every store does, on SQLite and on PostgreSQL alike."""

import asyncio
import os
import re
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.clock import system_clock
from qianma.server.room_settings import RoomSettings
from qianma.server.seating import open_room
from qianma.server.store import Append, ConflictError, Store, StoreError, open_store
from qianma.server.store.base import NewGame
from qianma.server.store.migrations import MIGRATIONS
from qianma.server.store.people_schema import HAND_SCORE, PERSON, ROOM, TOKEN
from qianma.server.store.schema import GAME, GAME_SEAT
from tests.server.postgres import Cluster

NEW = NewGame("duyun", 1000, ("ann", None, "bob", None))


def append(
    game_id: str, seq: int, *events: bytes, due: int | None = 5000, **more: object
) -> Append:
    new = NEW if seq == 0 else None
    return Append(game_id, seq, list(events), due, new=new, **more)  # type: ignore[arg-type]


def run(url: str, test: Callable[[Store], Awaitable[None]]) -> None:
    async def inside() -> None:
        store = await open_store(url)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(inside())


def test_a_log_is_read_as_it_was_appended(store_url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append([append("a", 0, b"zero", b"one")]) == [None]
        assert await store.append([append("a", 2, b"\x00\xff")]) == [None]
        assert await store.log("a") == [b"zero", b"one", b"\x00\xff"]
        assert await store.log("a", 2) == [b"\x00\xff"]
        assert await store.log("b") == []
        assert await store.load("b") is None
        assert await store.append([append("c", 0, b"other")]) == [None]
        rows = [("a", 1, b"one"), ("a", 2, b"\x00\xff"), ("c", 0, b"other")]
        assert await store.logs({"c": 0, "a": 1, "b": 0}) == rows
        assert await store.logs({}) == []

    run(store_url, test)


def test_it_is_there_after_opening_again(store_url: str) -> None:
    async def write(store: Store) -> None:
        await store.append([append("a", 0, b"zero")])

    async def read(store: Store) -> None:
        assert await store.log("a") == [b"zero"]

    run(store_url, write)
    run(store_url, read)


def test_whoever_comes_second_is_told_so_and_changes_nothing(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.append([append("a", 0, b"zero"), append("b", 0, b"zero")])
        batch = [append("a", 1, b"one"), append("b", 0, b"late", due=7), append("c", 0, b"new")]
        first, second, third = await store.append(batch)
        assert first is None
        assert isinstance(second, ConflictError)
        assert third is None
        assert await store.log("a") == [b"zero", b"one"]
        assert await store.log("b") == [b"zero"]
        assert await store.log("c") == [b"new"]
        assert await store.claim_due(100, 200) == []

    run(store_url, test)


def test_of_many_at_once_exactly_one_wins(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.append([append("a", 0, b"zero")])
        tries = [store.append([append("a", 1, b"%d" % number)]) for number in range(8)]
        outcomes = [outcome for (outcome,) in await asyncio.gather(*tries)]
        assert outcomes.count(None) == 1
        assert sum(isinstance(outcome, ConflictError) for outcome in outcomes) == 7
        assert await store.log("a", 1) == [b"%d" % outcomes.index(None)]

    run(store_url, test)


def test_hooks_are_stored_with_the_events_or_not_at_all(store_url: str) -> None:
    async def test(store: Store) -> None:
        async def works(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(GAME).values(game_id="hook", ruleset="duyun", created_ms=1)
            )

        async def fails(connection: AsyncConnection) -> None:
            await works(connection)
            raise ValueError("no money")

        first, second = await store.append(
            [append("a", 0, b"zero", hooks=[fails]), append("b", 0, b"zero")]
        )
        assert isinstance(first, ValueError)
        assert second is None
        assert await store.log("a") == []
        async with store.reading() as connection:
            assert await connection.scalar(select(GAME.c.ruleset).where(_is("hook"))) is None
        assert await store.append([append("a", 0, b"zero", hooks=[works])]) == [None]
        async with store.reading() as connection:
            assert await connection.scalar(select(GAME.c.ruleset).where(_is("hook"))) == "duyun"

    run(store_url, test)


def _is(game_id: str):  # type: ignore[no-untyped-def]
    return GAME.c.game_id == game_id


def test_a_table_is_taken_up_from_its_last_two_hands(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.append([append("a", 0, b"0", b"1", hands=[(1, 1)])])
        first = await store.load("a")
        assert first is not None
        assert (first.created, first.first_seq, first.events) == (b"0", 1, [b"1"])
        await store.append([append("a", 2, b"2", b"3", hands=[(2, 3)])])
        await store.append([append("a", 4, b"4", hands=[(3, 4)])])
        third = await store.load("a")
        assert third is not None
        assert (third.created, third.first_seq, third.events) == (b"0", 3, [b"3", b"4"])

    run(store_url, test)


def test_who_sits_where_and_when_it_ended(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.append([append("a", 0, b"0"), append("b", 0, b"0")])
        assert sorted(await store.games_of("ann")) == ["a", "b"]
        assert await store.games_of("nobody") == []
        assert sorted(await store.unfinished()) == ["a", "b"]
        await store.append([append("a", 1, b"1", due=None, ended_ms=9)])
        assert await store.unfinished() == ["b"]
        async with store.reading() as connection:
            ended = (await connection.execute(select(GAME.c.game_id, GAME.c.ended_ms))).all()
            seats = (await connection.execute(select(GAME_SEAT.c.person_id))).scalars().all()
        assert sorted(ended) == [("a", 9), ("b", None)]
        assert [seats.count(who) for who in ("ann", "bob", None)] == [2, 2, 4]

    run(store_url, test)


def test_what_is_due_is_given_to_one_who_asks(store_url: str) -> None:
    async def test(store: Store) -> None:
        await store.append([append(f"g{number}", 0, b"0", due=100 + number) for number in range(9)])
        assert await store.claim_due(100, 1000) == []
        given = await asyncio.gather(*(store.claim_due(105, 1000, limit=2) for _ in range(4)))
        found = [game_id for part in given for game_id in part]
        assert sorted(found) == [f"g{number}" for number in range(5)]
        assert await store.claim_due(105, 1000) == []
        assert sorted(await store.claim_due(1001, 2000)) == [f"g{number}" for number in range(9)]

    run(store_url, test)


def test_a_transaction_is_undone_by_an_error(store_url: str) -> None:
    async def test(store: Store) -> None:
        async def fail() -> None:
            async with store.transaction() as connection:
                await connection.execute(
                    insert(GAME).values(game_id="x", ruleset="duyun", created_ms=1)
                )
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        async with store.reading() as connection:
            assert (await connection.execute(select(GAME.c.game_id))).all() == []

    run(store_url, test)


def test_a_new_file_is_for_its_owner_alone_to_read(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    modes: dict[str, int] = {}

    async def look(_store: Store) -> None:
        modes.update({one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()})

    before = os.umask(0o022)
    try:
        run(f"sqlite:///{path}", look)
        assert modes == dict.fromkeys(("x.sqlite", "x.sqlite-wal", "x.sqlite-shm"), 0o600)
        path.chmod(0o640)
        run(f"sqlite:///{path}", look)
        assert set(modes.values()) == {0o640}, "who has given others the right to read means it"
    finally:
        os.umask(before)


def test_a_database_of_a_newer_program_is_refused(store_url: str) -> None:
    async def make_new(store: Store) -> None:
        async with store.transaction() as connection:
            await connection.execute(text("UPDATE schema_version SET version = 99"))

    run(store_url, make_new)
    with pytest.raises(StoreError, match="version 99"):
        run(store_url, make_new)


def test_a_database_of_an_older_program_is_brought_to_the_newest_form(store_url: str) -> None:
    begun = system_clock()
    person = {"person_id": "ann", "name": "Ann", "recovery_hash": "x", "created_ms": 1}

    async def make_old(store: Store) -> None:
        async with store.transaction() as connection:
            await connection.execute(text("ALTER TABLE token DROP COLUMN used_ms"))
            await connection.execute(text("ALTER TABLE hand_score DROP COLUMN played_for"))
            await connection.execute(insert(PERSON).values(**person))
            settings = RoomSettings(public=True, watch="anyone")
            await open_room(connection, "ACDEFG", "ann", settings, "192.0.2.1", 1)
            await connection.execute(text("ALTER TABLE room DROP COLUMN watch"))
            await connection.execute(text("ALTER TABLE person DROP COLUMN gone"))
            await connection.execute(text("UPDATE schema_version SET version = 2"))
            await connection.execute(text("INSERT INTO token VALUES ('hash', 'ann', 1)"))

    async def look(store: Store) -> None:
        async with store.reading() as connection:
            used = await connection.scalar(select(TOKEN.c.used_ms))
            assert (await connection.execute(select(HAND_SCORE))).all() == []
            assert await connection.scalar(select(ROOM.c.watch)) == "anyone"
            assert await connection.scalar(select(PERSON.c.gone)) is False
            version = await connection.scalar(text("SELECT version FROM schema_version"))
        assert used is not None
        assert used >= begun, "nobody is idle for what was not noted before"
        assert version == len(MIGRATIONS)

    run(store_url, make_old)
    run(store_url, look)
    run(store_url, look)


def test_several_nodes_open_an_empty_database_at_once(store_url: str) -> None:
    async def inside() -> None:
        stores = await asyncio.gather(*(open_store(store_url) for _ in range(4)))
        await stores[0].append([append("a", 0, b"0")])
        assert await stores[3].log("a") == [b"0"]
        for store in stores:
            await store.close()

    asyncio.run(inside())


def test_an_old_postgresql_is_refused_in_one_line_and_left_as_it_is(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgresql.database()
    with psycopg.connect(url) as connection:
        version = connection.info.server_version // 10000
        monkeypatch.setattr("qianma.server.store.postgresql.LEAST_VERSION", version + 1)
        with pytest.raises(StoreError) as refused:
            asyncio.run(open_store(url))
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchall() == []
    reason = rf"PostgreSQL {version}\.\d+ is too old, {version + 1} or newer is needed"
    assert re.fullmatch(reason, str(refused.value))


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://x/y", "mysql"),
        ("sqlite://", "path"),
        ("nonsense", "sqlite:///PATH"),
        ("sqlite:////no/such/folder/x", "/no/such/folder"),
        ("postgresql://qianma:secret@127.0.0.1:1/x", "cannot be used"),
    ],
)
def test_what_is_no_usable_database_is_refused_in_one_line(url: str, reason: str) -> None:
    async def nothing(_store: Store) -> None:
        raise AssertionError("it cannot be opened")

    with pytest.raises(StoreError) as refused:
        run(url, nothing)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"this is no database, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        asyncio.run(open_store(f"sqlite:///{path}"))


def test_an_error_does_not_tell_what_was_to_be_stored(store_url: str) -> None:
    async def test(store: Store) -> None:
        secret = "5c0ffee5"
        same = {"game_id": "a", "ruleset": secret, "created_ms": 1}
        async with store.transaction() as connection:
            await connection.execute(insert(GAME).values(**same))
        async with store.reading() as connection:
            with pytest.raises(IntegrityError) as caught:
                await connection.execute(insert(GAME).values(**same))
        assert "ruleset" in str(caught.value)
        assert secret not in str(caught.value)

    run(store_url, test)


def test_since_when_there_have_been_nodes_without_a_gap(postgresql: Cluster) -> None:
    url = postgresql.database()

    async def node(now: int) -> tuple[Store, int]:
        store = await open_store(url)
        return store, await store.listen(lambda _: None, now)

    async def test() -> None:
        first, since = await node(1000)
        assert since == 1000
        second, since = await node(2000)
        assert since == 1000
        await first.close()
        third, since = await node(3000)
        assert since == 1000, "the second was there all the time"
        await second.close()
        await third.close()
        together = await asyncio.gather(*(node(now) for now in range(4000, 4008)))
        (since,) = {since for _, since in together}
        assert since in range(4000, 4008)
        for store, _ in together:
            await store.close()

    asyncio.run(test())


def test_a_node_that_has_lost_its_connection_is_one_again(postgresql: Cluster) -> None:
    url = postgresql.database()
    ends = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )

    async def test() -> None:
        back = asyncio.Event()

        def heard(message: str) -> None:
            assert message == "", "some may be lost"
            back.set()

        first, second = await open_store(url), await open_store(url)
        assert await first.listen(heard, 1000) == 1000
        async with first.reading() as connection:
            assert (await connection.execute(text(ends))).all() == [(True,)]
        await back.wait()
        assert await second.listen(lambda _: None, 2000) == 1000
        await first.close()
        await second.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def _sockets_to(port: int) -> list[socket.socket]:
    """Copies of this process's sockets that are connected to a port."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            one = socket.socket(fileno=os.dup(int(entry.name)))
        except OSError:
            continue
        try:
            there = one.getpeername()
        except OSError:
            there = None
        if isinstance(there, tuple) and there[1:2] == (port,):
            found.append(one)
        else:
            one.close()
    return found


def test_connections_that_have_gone_silent_are_found_to_be_lost(postgresql: Cluster) -> None:
    async def test() -> None:
        store = await open_store(postgresql.database())
        await store.listen(lambda _: None, 1000)
        await store.append([append("a", 0, b"0", hands=[(1, 1)])])
        await store.append([append("a", 1, b"1")])
        sockets = _sockets_to(postgresql.port)
        assert len(sockets) >= 3, "that for messages, that for plain appends, those for questions"
        for one in sockets:
            with one:
                assert one.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                tcp = ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
                found = [one.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in tcp]
                assert found == [10, 5, 3, 25_000]
        await store.close()

    asyncio.run(test())


def test_the_address_of_a_database_may_say_when_a_connection_is_lost(postgresql: Cluster) -> None:
    async def test() -> None:
        store = await open_store(postgresql.database() + "?keepalives_idle=77")
        await store.listen(lambda _: None, 1000)
        for one in _sockets_to(postgresql.port):
            with one:
                assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == 77
                assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL) == 5
        await store.close()

    asyncio.run(test())
