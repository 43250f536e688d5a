"""Backup and restore as docs/server.md tells, done on both stores in the middle of a hand."""

import asyncio
import json
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.house import FAST
from tests.server.operating import Running
from tests.server.postgres import Cluster

PAGE = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")


class Seat:
    """Somebody at a table, as a client sees it."""

    def __init__(self, begun: dict[str, Any]) -> None:
        self._join = {"type": "join", "table": begun["table"], "token": begun["token"]}
        self._table = begun["table"]
        self._token = begun["token"]
        self.socket: ClientConnection | None = None
        self.lines: list[dict[str, Any]] = []
        self.prompt: dict[str, Any] | None = None

    async def come(self, server: Running) -> None:
        self.socket = await connect(server.socket_url)
        await self.socket.send(json.dumps(self._join))

    async def until_asked(self) -> dict[str, Any]:
        """Take in what comes until this seat has to decide."""
        assert self.socket is not None
        self.prompt = None
        while not (self.prompt and self.prompt["codes"] and self.prompt["answered"] is None):
            async with asyncio.timeout(60):
                message = json.loads(await self.socket.recv())
            if message["type"] == "snapshot":
                self.lines = message["lines"]
            elif message["type"] == "update":
                self.lines += message["lines"]
            if message["type"] in ("snapshot", "update"):
                self.prompt = message.get("prompt")
        return self.prompt

    async def send(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def act(self) -> None:
        assert self.prompt is not None
        prompt, code = self.prompt["id"], self.prompt["codes"][-1]
        await self.send(type="act", id=f"act {prompt}", prompt=prompt, code=code)

    def record(self, server: Running) -> bytes:
        headers = {"Authorization": f"Bearer {self._token}"}
        return server.ask(f"/api/matches/{self._table}/record", headers=headers).body


def played(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What has been drawn and discarded, without what only the one or the other form has."""
    return [
        {name: line.get(name) for name in ("type", "seat", "tile")}
        for line in lines
        if line["type"] in ("draw", "discard")
    ]


def restored(url: str, copy: Callable[[], None], restore: Callable[[], str]) -> None:
    """Copy in the middle of a hand, play on, die; then all is as it was when it was copied."""

    async def play() -> None:
        with Running(url) as server:
            wanted = {"name": "Ann", "settings": FAST}
            answer = await asyncio.to_thread(server.ask, "/api/quick-play/guest", "POST", wanted)
            assert answer.status == 201, answer.body
            seat = Seat(answer.document)
            await seat.come(server)
            await seat.send(type="next", id="begin", number=1)
            for _ in range(3):
                await seat.until_asked()
                await seat.act()
            asked = await seat.until_asked()
            at_copy = played(seat.lines)
            await asyncio.to_thread(copy)
            await seat.act()
            await seat.until_asked()
            assert played(seat.lines)[: len(at_copy)] == at_copy
            server.process.send_signal(signal.SIGKILL)
            await asyncio.to_thread(server.process.wait, 30)
        with Running(await asyncio.to_thread(restore)) as server:
            await seat.come(server)
            again = await seat.until_asked()
            assert played(seat.lines) == at_copy
            assert (again["id"], again["codes"]) == (asked["id"], asked["codes"])
            await seat.act()
            await seat.until_asked()
            assert len(played(seat.lines)) > len(at_copy), "the game goes on"
            record = await asyncio.to_thread(seat.record, server)
            kept = [json.loads(line) for line in record.splitlines()]
            assert played(kept)[: len(played(seat.lines))] == played(seat.lines)

    asyncio.run(play())


def test_an_sqlite_file_copied_while_it_is_used_takes_its_place(tmp_path: Path) -> None:
    file, copied = tmp_path / "server.sqlite", tmp_path / "copied.sqlite"
    documented = re.search(r'sqlite3 \S+ "(VACUUM INTO) \'\S+\'"', PAGE)
    assert documented is not None

    def copy() -> None:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"{documented[1]} '{copied}'")

    def restore() -> str:
        for ending in ("wal", "shm"):
            assert f"`server.sqlite-{ending}`" in PAGE
            Path(f"{file}-{ending}").unlink(missing_ok=True)
        copied.replace(file)
        return f"sqlite:///{file}"

    restored(f"sqlite:///{file}", copy, restore)


def test_a_postgresql_database_dumped_while_it_is_used_goes_on_in_another(
    postgresql: Cluster,
) -> None:
    url = postgresql.database()
    for command in ("pg_dump --format=custom --file=qianma.dump ", "pg_restore --dbname="):
        assert command in PAGE

    def copy() -> None:
        postgresql.run("pg_dump", "--format=custom", "--file=qianma.dump", url)

    def restore() -> str:
        new = postgresql.database()
        postgresql.run("pg_restore", f"--dbname={new}", "qianma.dump")
        return new

    restored(url, copy, restore)
