"""A server process for tests, with a clock and keys that the test decides. No other has them.

It serves one node's WebSockets, and `POST /tables`. A person's token is `token-` and the person.
With `house` it is the whole server instead, with people, rooms and history.
"""

import asyncio
import hashlib
import multiprocessing
import os
import signal
import socket
import struct
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from unittest import mock

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from qianma import walls
from qianma.server import app, clock, history
from qianma.server.accounts import Accounts
from qianma.server.config import load_config
from qianma.server.events import TableSpec
from qianma.server.guarding import GuardedSocket
from qianma.server.house import House
from qianma.server.metrics import Metrics
from qianma.server.node import Node
from qianma.server.people_routes import people_routes
from qianma.server.records import match_record
from qianma.server.refusing import RefusedError
from qianma.server.replay_routes import replay_routes
from qianma.server.room_routes import room_routes
from qianma.server.socket import SocketEnd
from qianma.server.store import Append, Store, open_store
from qianma.server.table import Shuffler

CONTEXT: ForkServerContext = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.server.serving"])


@dataclass(frozen=True)
class Setup:
    """What a server process is started with.

    `clock` is a file that holds the time, None for the real time; `seed` makes keys and names of
    tables. With `dies` the process kills itself after so many commits (0: never), before telling
    anybody of the last one. `walls` are those of tables in the order in which they are made, each
    as the first dealer, dice and tiles of `walls.Shuffle`; the others follow from their keys.
    """

    database: str
    port: int
    clock: str | None = None
    seed: str | None = None
    dies: int = 0
    walls: tuple[tuple[int | None, tuple[int, int], bytes], ...] = ()
    sweep_seconds: float = 0.02
    house: bool = False


class FileClock:
    """A clock that stands still until the test moves it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __call__(self) -> int:
        return int(struct.unpack("<q", self.path.read_bytes())[0])

    def set(self, now: int) -> None:
        part = self.path.with_suffix(".part")
        part.write_bytes(struct.pack("<q", now))
        part.replace(self.path)


class OpenGate:
    """Everybody is who they say, and may watch."""

    async def person(self, token: str, viewer: object) -> str | None:
        return token.removeprefix("token-") if token.startswith("token-") else None

    async def may_watch(self, game_id: str, key: str | None, viewer: object) -> bool:
        return True

    async def seated(self, game_id: str, person: str, asked: object) -> None:
        """Nobody wants to know from where."""

    async def follow(self, first: object, viewer: object, asked: object) -> None:
        raise RefusedError("room.unknown", 404)

    def gone(self, viewer: object) -> None:
        """Nobody is told of rooms here."""


def seeded_key(seed: str, game_id: str, number: int) -> bytes:
    return hashlib.sha256(f"{seed} {game_id} {number}".encode()).digest()


def application(node: Node) -> Starlette:
    async def create(request: Request) -> PlainTextResponse:
        spec = msgspec.json.decode(await request.body(), type=TableSpec)
        return PlainTextResponse(await node.create_table(spec))

    end = SocketEnd(node, OpenGate(), Metrics())
    return Starlette(
        routes=[
            Route("/tables", create, methods=["POST"]),
            WebSocketRoute("/socket", end.serve),
        ]
    )


def whole_application(node: Node, shuffler: Shuffler) -> ASGIApp:
    """All that the server serves. Records too know of the walls that the test has given."""
    mock.patch.object(history, "match_record", partial(match_record, shuffler=shuffler)).start()
    config = load_config({"requests_per_second": "1000"}, environment={})
    house = House(node, config)
    routes = [*people_routes(house), *room_routes(house), *replay_routes(house)]
    return app.application(config, node, house, Metrics(), routes)


def _die_after_commits(store: Store, most: int) -> None:
    append = store.append
    commits = 0

    async def append_and_die(batch: Sequence[Append]) -> list[Exception | None]:
        nonlocal commits
        outcomes = await append(batch)
        commits += None in outcomes
        if commits == most:
            os.kill(os.getpid(), signal.SIGKILL)
        return outcomes

    store.append = append_and_die  # type: ignore[method-assign]


async def _serve(setup: Setup) -> None:
    store = await open_store(setup.database)
    if setup.dies:
        _die_after_commits(store, setup.dies)
    seed = setup.seed
    known = {
        seeded_key(seed or "", f"{seed}-{place}", 1): walls.Shuffle(*wall)
        for place, wall in enumerate(setup.walls, 1)
    }

    def shuffler(key: bytes, number: int, given: Sequence[bytes]) -> walls.Shuffle:
        return known.get(key) or walls.shuffle(key, number, given)

    numbers = iter(range(1, 10**9))
    node = Node(
        store,
        clock=FileClock(setup.clock) if setup.clock else clock.system_clock,
        keys=(lambda game, number: seeded_key(seed, game, number)) if seed else clock.fresh_key,
        new_id=(lambda: f"{seed}-{next(numbers)}") if seed else clock.new_game_id,
        shuffler=shuffler,
        sweep_seconds=setup.sweep_seconds,
    )
    if not setup.house:
        node.hand_hooks.append(Accounts(store, node.now).book)
    await node.start()
    config = uvicorn.Config(
        whole_application(node, shuffler) if setup.house else application(node),
        host="127.0.0.1",
        port=setup.port,
        log_level="error",
        ws=GuardedSocket,
        ws_per_message_deflate=False,
        lifespan="off",
        date_header=False,  # answers are compared byte for byte
    )
    server = uvicorn.Server(config)
    try:
        await server.serve()
    finally:
        await node.stop()
        await store.close()


def serve(setup: Setup) -> None:
    asyncio.run(_serve(setup))


class Server:
    """A running server process."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.process: ForkServerProcess = CONTEXT.Process(target=serve, args=(setup,))
        self.process.start()
        self._wait()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.setup.port}/socket"

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.setup.port)) == 0:
                    return
            # It may already have done something that was due, and have died of it.
            if not self.process.is_alive():
                return
            time.sleep(0.01)
        raise AssertionError("the server does not start")

    def create(self, spec: TableSpec) -> str | None:
        """A new table; None when the server died of it."""
        url = f"http://127.0.0.1:{self.setup.port}/tables"
        try:
            with urllib.request.urlopen(url, msgspec.json.encode(spec), timeout=30) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError):
            return None

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def stop(self) -> None:
        """End it as an operator would."""
        self.process.terminate()
        self.process.join(20)
        assert self.process.exitcode is not None, "it does not end"
        self.process.close()
