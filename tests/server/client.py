"""A scripted player at the other end of a WebSocket, who comes back whenever the line breaks."""

import asyncio
import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

WIN = 110


def scripted(seat: int, prompt: dict[str, Any]) -> int:
    """A choice that depends on nothing but the prompt: wins, else by a hash."""
    codes: list[int] = prompt["codes"]
    if WIN in codes:
        return WIN
    digest = hashlib.sha256(f"{seat} {prompt['id']} {codes}".encode()).digest()
    return codes[digest[0] % len(codes)]


class Player:
    """One connection to one table, resumed with the number of the lines that have been seen."""

    def __init__(self, url: str | Callable[[], str], table: str, person: str | None) -> None:
        self._url = url if callable(url) else (lambda: url)
        self.table = table
        self.person = person
        self.token = None if person is None else f"token-{person}"
        """What it shows to be let in; servers of tests know persons by such tokens."""
        self.seq = -1
        self.lines: list[dict[str, Any]] = []
        self.prompt: dict[str, Any] | None = None
        self.refused_win: dict[str, Any] | None = None
        self.snapshot: dict[str, Any] | None = None
        self.seat: int | None = None
        self.phase = ""
        self.number = 0
        self.answers: dict[str, dict[str, Any]] = {}
        self.others: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.socket: ClientConnection | None = None
        self.ended: dict[str, Any] | None = None

    async def connect(self, tries: int = 200) -> None:
        for _ in range(tries):
            try:
                self.socket = await connect(self._url(), compression=None, ping_interval=None)
                join = {"type": "join", "table": self.table, "seq": self.seq}
                join["token"] = self.token
                await self.socket.send(json.dumps(join))
                self.take(await self.socket.recv())
            except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
                await asyncio.sleep(0.02)
            else:
                return
        raise ConnectionError("the server does not come back")

    def take(self, text: str | bytes) -> dict[str, Any]:
        """Take a message in."""
        self.raw.append(str(text))
        message: dict[str, Any] = json.loads(text)
        kind = message["type"]
        if kind == "snapshot":
            self.snapshot = message
            self.seq = message["seq"]
            self.seat = message["seat"]
            self.phase, self.number = message["phase"], message["number"]
            if message["end_reason"]:
                self.ended = message
            self._ask(message)
        elif kind == "update":
            assert message["seq"] == self.seq, "no line is lost and none comes twice"
            for line in message["lines"]:
                self._line(line)
            self.seq += len(message["lines"])
            self._ask(message)
        elif kind in ("done", "refused"):
            self.answers[str(message["id"])] = message
        else:
            self.others.append(message)
        return message

    def _line(self, line: dict[str, Any]) -> None:
        self.lines.append(line)
        if line["type"] == "committed":
            self.phase, self.number = "waiting", line["number"]
        elif line["type"] == "hand":
            self.phase = "playing"
        elif line["type"] == "ended":
            self.phase, self.ended = "over", line

    def _ask(self, message: dict[str, Any]) -> None:
        self.prompt = message.get("prompt")
        self.refused_win = message.get("refused_win")

    async def receive(self, seconds: float = 10.0) -> dict[str, Any]:
        assert self.socket is not None
        async with asyncio.timeout(seconds):
            return self.take(await self.socket.recv())

    async def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message and return its answer; what else comes meanwhile is taken in."""
        assert self.socket is not None
        await self.socket.send(json.dumps(message))
        while message["id"] not in self.answers:
            await self.receive(90)
        return self.answers[message["id"]]

    async def closed(self) -> int:
        """The code with which the server ends the connection; what comes before is taken in."""
        while True:
            try:
                await self.receive()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006

    async def close(self) -> None:
        if self.socket is not None:
            with suppress(ConnectionClosed):
                await self.socket.close()
