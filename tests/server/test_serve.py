"""`qianma serve` as operators start and end it."""

import asyncio
import json
import signal
import socket
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
import segno
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qianma.server.events import TableSpec
from tests.command_line import program, refused
from tests.server.client import Player
from tests.server.operating import Running
from tests.server.ports import free_port
from tests.server.tables import with_built_in

OPEN = "tests.server.open_server"
SPEC = msgspec.to_builtins(TableSpec(ruleset="duyun", seats=with_built_in(), hands=1))
BLOCKS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}


def complaint(*words: object) -> str:
    """The one line with which the program refuses to start."""
    return refused(program("serve", "--port", 0, *words), "serve")


def test_it_serves_from_a_file_of_the_user_until_it_is_told_to_end(tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path)}
    with Running("", environment=data) as server:
        assert server.ask("/healthz").document["status"] == "ok"
        assert stat.S_IMODE((tmp_path / "qianma").stat().st_mode) == 0o700
        assert (tmp_path / "qianma" / "server.sqlite").is_file()
        assert server.stop() == 0
        messages = [json.loads(line)["message"] for line in server.log.splitlines()]
    assert messages == ["the server has started", "the server ends", "the server has ended"]


def test_ctrl_c_ends_it_as_it_ends_other_programs(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/q.sqlite") as server:
        assert server.stop(signal.SIGINT) == 130
        assert "Traceback" not in server.log


def test_it_prints_its_address_and_a_code_that_holds_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/q.sqlite"
    with Running(database, qr="true", public_url="https://mahjong.example") as server:
        lines = server.greeting.splitlines()
        assert lines[1] == "  https://mahjong.example"
        assert lines[2] == f"  http://127.0.0.1:{server.port}"
        shown = [
            [BLOCKS[sign] for sign in line] for line in lines if line and set(line) <= set("█▀▄ ")
        ]
    rows = [[pair[half] for pair in line] for line in shown for half in (0, 1)]
    matrix = segno.make("https://mahjong.example", error="m", micro=False).matrix
    around = (len(rows[0]) - len(matrix[0])) // 2
    assert around >= 2
    inner = [row[around:-around] for row in rows[around : around + len(matrix)]]
    assert inner == [[1 - module for module in row] for row in matrix], "light on dark"


def test_other_machines_are_told_an_address_of_this_one(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/q.sqlite", host="0.0.0.0") as server:
        listed = [line.strip() for line in server.greeting.splitlines() if "http://" in line]
        assert listed
        for url in listed:
            host = url.removeprefix("http://").rpartition(":")[0]
            with socket.create_connection((host, server.port), timeout=5):
                pass


def test_a_port_in_use(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        outcome = program(
            "serve", "--host", "127.0.0.1", "--port", port, "--database", f"sqlite:///{tmp_path}/q"
        )
        reason = refused(outcome, "serve")
    assert reason == f"host 127.0.0.1, port {port}: cannot listen there: Address already in use"
    assert list(tmp_path.iterdir()) == []


def test_a_host_that_is_not_ones_own() -> None:
    assert complaint("--host", "192.0.2.1").startswith(
        "host 192.0.2.1, port 0: cannot listen there: "
    )


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    assert "there is no folder" in complaint("--database", f"sqlite:///{tmp_path}/no/q.sqlite")
    assert "no database that is known" in complaint("--database", "mysql://a/b")
    assert "setting database: a database is" in complaint("--database", "nonsense")
    assert "needs the path of a file" in complaint("--database", "sqlite://")
    text = tmp_path / "text.sqlite"
    text.write_text("no database " * 1000, encoding="utf-8")
    assert "file is not a database" in complaint("--database", f"sqlite:///{text}")
    nobody = f"postgresql://ann:hidden-word@127.0.0.1:{free_port()}/q"
    reason = complaint("--database", nobody)
    assert "Connection refused" in reason
    assert "hidden-word" not in reason


def test_a_database_from_the_future(tmp_path: Path) -> None:
    file = tmp_path / "q.sqlite"
    with Running(f"sqlite:///{file}") as server:
        assert server.stop() == 0
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE schema_version SET version = 999")
    assert "the database is of version 999" in complaint("--database", f"sqlite:///{file}")


def test_a_file_is_for_one_server_and_free_again_when_that_is_killed(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/q.sqlite"
    with Running(database) as server:
        assert "another server uses this database" in complaint("--database", database)
        assert server.ask("/healthz").status == 200
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with Running(database) as server:
        assert server.ask("/healthz").status == 200


def test_a_database_that_accepts_and_never_answers() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        port = silent.getsockname()[1]
        reason = complaint("--database", f"postgresql://ann@127.0.0.1:{port}/q")
    assert "the database does not answer within 15 s" in reason


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What has happened; a snapshot does not tell of everything when."""
    return [{name: line[name] for name in line if name != "at"} for line in lines]


def test_players_are_told_that_it_restarts_and_go_on_where_they_were(tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path}/q.sqlite", free_port()

    async def play() -> None:
        with Running(database, OPEN, port=port) as server:
            table = (await asyncio.to_thread(server.ask, "/tables", "POST", SPEC)).document["table"]
            player = Player(server.socket_url, table, "ann")
            await player.connect()
            begin = {"type": "next", "id": "a", "number": 1}
            assert (await player.ask(begin))["type"] == "done"
            while player.phase != "playing":
                await player.receive()
            server.process.send_signal(signal.SIGTERM)
            assert await player.closed() == 1012
            assert player.others[-1] == {"type": "notice", "key": "live.restart"}
            assert await asyncio.to_thread(server.process.wait, 20) == 0
        lines = list(player.lines)
        with Running(database, OPEN, port=port):
            await player.connect()
            assert player.phase == "playing"
            fresh = Player(player._url(), table, "ann")
            await player.close()
            await fresh.connect()
            assert fresh.snapshot is not None
            begun = next(place for place, line in enumerate(lines) if line["type"] == "hand")
            hand = timeless(lines[begun:])
            again = timeless(fresh.snapshot["lines"])
            assert again[: len(hand)] == hand, "the same hand, as far as it was"
            await fresh.close()
            await player.close()

    asyncio.run(play())


def test_a_copy_made_while_it_runs_takes_its_place(tmp_path: Path) -> None:
    file, copy = tmp_path / "q.sqlite", tmp_path / "copy.sqlite"

    async def restore() -> None:
        with Running(f"sqlite:///{file}", OPEN) as server:
            table = (await asyncio.to_thread(server.ask, "/tables", "POST", SPEC)).document["table"]
            with closing(sqlite3.connect(file)) as connection:
                connection.execute(f"VACUUM INTO '{copy}'")
        with Running(f"sqlite:///{copy}", OPEN) as server:
            player = Player(server.socket_url, table, "ann")
            await player.connect()
            assert (player.phase, player.number) == ("waiting", 1)
            await player.close()

    asyncio.run(restore())


def test_a_client_that_does_not_answer_does_not_hold_up_the_end(tmp_path: Path) -> None:
    with Running(f"sqlite:///{tmp_path}/q.sqlite", OPEN, shutdown_seconds=1) as server:
        table = server.ask("/tables", "POST", SPEC).document["table"]
        join = {"type": "join", "table": table, "token": "token-ann", "seq": -1}
        asyncio.run(_leave_open(server, json.dumps(join)))
        assert server.process.returncode == 0


async def _leave_open(server: Running, join: str) -> None:
    connection = await connect(server.socket_url)
    await connection.send(join)
    await connection.recv()
    connection.transport.pause_reading()
    server.process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(server.process.wait, 15)
    connection.transport.resume_reading()
    with pytest.raises(ConnectionClosed):
        await _read_to_the_end(connection)


async def _read_to_the_end(connection: ClientConnection) -> None:
    while True:
        await connection.recv()
