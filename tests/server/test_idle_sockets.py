"""Many connections that only stay: what each of them costs, and that others play on meanwhile."""

import asyncio
import resource
from pathlib import Path

import msgspec
import pytest

from qianma.server.events import BuiltInSeat, TableSpec, TimeLimits
from tests.server.client import Player
from tests.server.hostile import MOST_SECONDS, at, measured, play, resident, strained
from tests.server.operating import Running
from tests.server.raw_socket import PING, PONG, TEXT, frame, handshake, length
from tests.server.tables import PEOPLE, people

OPEN = "tests.server.open_server"
MOST_EACH = 64 * 1024
"""What a connection that stays may take up in the server, the one of a table included."""


class Idle(asyncio.Protocol):
    """A spectator who does nothing but answer pings."""

    def __init__(self, port: int, table: str) -> None:
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.pings = 0
        self.lost = False
        join = msgspec.json.encode({"type": "join", "table": table, "seq": -1})
        self._handshake = handshake(port)
        self._join = frame(TEXT, join)
        self._came = b""
        self._upgraded = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._handshake)

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self._upgraded:
            head, end, rest = self._came.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.split()[1] == b"101", head
            self._came, self._upgraded = rest, True
            self.transport.write(self._join)
        while (known := length(self._came)) is not None and len(self._came) >= sum(known):
            opcode, payload = self._came[0] & 15, self._came[known[0] : sum(known)]
            self._came = self._came[sum(known) :]
            if opcode == PING:
                self.pings += 1
                self.transport.write(frame(PONG, payload))
            elif opcode == TEXT and not self.joined.done():
                assert payload.startswith(b'{"type":"snapshot"'), payload
                self.joined.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        if not self.joined.done():
            self.joined.set_exception(exc or ConnectionError("the server has closed it"))


def allow_files(count: int) -> None:
    """Let this process, and the server that it starts, have so many files open, or skip."""
    least = count + 200
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft >= least:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (least, max(hard, least)))
    except (ValueError, PermissionError):
        pytest.skip(f"{least} open files are needed and {hard} allowed (ulimit -n)")


@pytest.mark.parametrize(
    ("count", "ping"), [(500, 2), pytest.param(10_000, 20, marks=pytest.mark.soak)]
)
def test_many_who_only_stay_cost_little(tmp_path: Path, count: int, ping: int) -> None:
    allow_files(count)
    flags = {"connections_per_address": 10 * count, "requests_per_second": 100_000}
    environment = {"OPEN_SERVER_PING": str(ping)}
    limits = TimeLimits(decision=600, pause=0.01, first_hand=600, between_hands=600)
    other = BuiltInSeat("tsumogiri", "instant")
    playing = TableSpec(
        ruleset="duyun", hands=None, limits=limits, seats=(people()[0], other, other, other)
    )
    waiting = TableSpec(ruleset="duyun", limits=limits, seats=people())
    database = f"sqlite:///{tmp_path}/x.sqlite"
    with Running(database, OPEN, environment=environment, **flags) as server:
        table = made(server, playing)
        tables = [made(server, waiting) for _ in range(50)]
        before = resident(server)

        async def stay() -> tuple[int, list[float]]:
            loop = asyncio.get_running_loop()
            stays: list[Idle] = []
            for number in range(count):
                idle = Idle(server.port, tables[number % len(tables)])
                await loop.create_connection(lambda idle=idle: idle, "127.0.0.1", server.port)  # type: ignore[misc]
                stays.append(idle)
                if number % 100 == 99:
                    await asyncio.gather(*(one.joined for one in stays[-100:]))
            await asyncio.gather(*(one.joined for one in stays))
            held = resident(server) - before
            player = Player(server.socket_url, table, PEOPLE[0])
            seconds = await play(player, 2.5 * ping)
            assert await asyncio.to_thread(measured, server, "qianma_connections") >= count
            assert not any(one.lost for one in stays)
            assert all(one.pings for one in stays)
            for one in stays:
                one.transport.close()
            return held, seconds

        held, seconds = asyncio.run(stay())
        print(
            f"{count} connections: {held / count / 1024:.1f} KB each, "
            f"p50 {at(0.5, seconds):.4f} s, p95 {at(0.95, seconds):.4f} s, "
            f"p99 {at(0.99, seconds):.4f} s beside them"
        )
        assert held / count < MOST_EACH
        assert at(0.95, seconds) < strained(MOST_SECONDS)
        assert server.ask("/healthz").status == 200
        assert server.stop() == 0
        assert '"level": "error"' not in server.log


def made(server: Running, spec: TableSpec) -> str:
    answer = server.ask("/tables", "POST", msgspec.to_builtins(spec))
    return str(answer.document["table"])
