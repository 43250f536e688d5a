"""A server process from its start to its end: listening, the node, and leaving in good order."""

import asyncio
import fcntl
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

import h11
import uvicorn
import uvloop
from sqlalchemy.engine import make_url
from starlette.routing import BaseRoute
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from qianma import walls
from qianma.hand import Hand
from qianma.players import PLAYERS, make_player
from qianma.server import protocol
from qianma.server.app import application
from qianma.server.config import Config
from qianma.server.guarding import GuardedSocket
from qianma.server.house import House
from qianma.server.logs import told
from qianma.server.metrics import MeasuredNode, Metrics
from qianma.server.node import Node
from qianma.server.page_files import page_routes
from qianma.server.people_routes import people_routes
from qianma.server.quiz_routes import quiz_routes
from qianma.server.replay_routes import replay_routes
from qianma.server.room_routes import room_routes
from qianma.server.socket import Gate
from qianma.server.store import Store, StoreError, open_store

DATABASE_SECONDS: Final = 15.0
"""How long the database is waited for at the start."""
SWITCH_SECONDS: Final = 0.0005
GARBAGE: Final = (20_000, 50, 100)
"""How much is made before garbage is looked for: among the new, the less new, everything."""
SILENT_SECONDS: Final = 10
"""A connection that asks for nothing, or nothing more, is ended after so long."""
SYSTEM_BYTES: Final = 64 * 1024
"""So many bytes the system keeps for a peer that has not taken them yet."""
PING_SECONDS: Final = 20.0
"""How often a WebSocket is asked whether its peer is there, and how long the answer may take."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What stands above the tables: who may come in, and the routes of people, rooms and so on."""

    gate: Gate
    routes: Sequence[BaseRoute] = ()


async def default_parts(node: Node, config: Config) -> Parts:
    """The parts of a server as it is shipped."""
    house = House(node, config)
    routes = [
        *people_routes(house),
        *room_routes(house),
        *replay_routes(house),
        *quiz_routes(),
        *page_routes(),
    ]
    return Parts(house, routes)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address. Raises `OSError` when it is taken or not one's own."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, number, _, address = found[0]
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6 and host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        # Those who are accepted have it from the listener; it is what a slow reader may take up.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BYTES)
        listener.bind(address)
        listener.listen(2048)
        listener.setblocking(False)
    except BaseException:
        listener.close()
        raise
    return listener


def run(
    config: Config,
    listener: socket.socket,
    ready: Callable[[], None],
    make_parts: Callable[[Node, Config], Awaitable[Parts]] | None = None,
) -> int:
    """`serve` on a loop of its own. uvloop takes a quarter less of the processor than asyncio's."""
    # The writer's thread waits so long for the interpreter, after each statement anew.
    sys.setswitchinterval(SWITCH_SECONDS)
    # With thousands of connections a whole search for garbage stops everybody for 0.4 s.
    gc.set_threshold(*GARBAGE)
    return uvloop.run(serve(config, listener, ready, make_parts or default_parts))


async def serve(
    config: Config,
    listener: socket.socket,
    ready: Callable[[], None],
    make_parts: Callable[[Node, Config], Awaitable[Parts]] = default_parts,
) -> int:
    """Serve until SIGTERM or SIGINT, and return which; `ready` is called once all runs.

    Raises `StoreError` for a database that cannot be used.
    """
    store = await _opened(config.database)
    try:
        with _alone(store, config.database):
            node = MeasuredNode(store)
            await node.start()
            try:
                return await _serve(config, listener, ready, node, make_parts)
            finally:
                await node.stop()
    finally:
        await store.close()


@contextmanager
def _alone(store: Store, database: str) -> Iterator[None]:
    """Keep other servers away from a database that is for one only.

    The lock is the system's, on a file beside the database: it ends with the process, however
    that ends. Raises `StoreError` when another has it.
    """
    if not store.one_node:
        yield
        return
    beside = Path(f"{make_url(database).database}.lock")
    with beside.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError("another server uses this database") from None
        yield


async def _opened(database: str) -> Store:
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            return await open_store(database)
    except TimeoutError:
        reason = f"the database does not answer within {DATABASE_SECONDS:g} s"
        raise StoreError(reason) from None


async def _serve(
    config: Config,
    listener: socket.socket,
    ready: Callable[[], None],
    node: MeasuredNode,
    make_parts: Callable[[Node, Config], Awaitable[Parts]],
) -> int:
    # A daemon: whoever ends the server meanwhile does not wait for it.
    threading.Thread(target=_prepare, name="qianma-prepare", daemon=True).start()
    metrics = Metrics()
    metrics.watch(node)
    parts = await make_parts(node, config)
    app = application(config, node, parts.gate, metrics, parts.routes)
    server = _Server(settings(app, config.shutdown_seconds), node, ready)
    await server.serve(sockets=[listener])
    return server.ended_by


def _prepare() -> None:
    """Build what hands are looked up in, which takes more than a second.

    Otherwise the first table would, and all others would stand still meanwhile.
    """
    for name in PLAYERS:
        make_player(name)
    Hand.from_key("guiyang", walls.seed_key(seed=1, match=1)).advance()
    # All of it stays; no search for garbage need ever look at it again.
    gc.collect()
    gc.freeze()


def settings(app: ASGIApp, shutdown_seconds: int) -> uvicorn.Config:
    """How an application is served over HTTP and WebSockets."""
    return uvicorn.Config(
        app,
        http=_Protocol,
        ws=GuardedSocket,
        ws_max_size=4 * protocol.MOST_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=SILENT_SECONDS,
        timeout_graceful_shutdown=shutdown_seconds,
    )


class _Protocol(H11Protocol):
    """Ends connections that never ask for anything, and those that send what is no HTTP."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._head_timer is not None:
            self._head_timer.cancel()

    def _await_head(self) -> None:
        """Wait for all of the next request's head; what comes of it bit by bit is not enough."""
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._head_timer = self.loop.call_later(SILENT_SECONDS, self._head_is_late)

    def _head_is_late(self) -> None:
        answered = getattr(self.cycle, "response_complete", True)  # without a request, none is due
        if answered and self.transport.get_protocol() is self:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP. Nobody waits any more for the answer that it falls into."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()


class _Server(uvicorn.Server):
    """Tells all players before it ends, and ends without raising the signal once more."""

    def __init__(self, config: uvicorn.Config, node: Node, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._node: Final = node
        self._ready: Final = ready
        self.ended_by = 0

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Heed SIGTERM and SIGINT while it runs."""
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGTERM, signal.SIGINT)
        for number in numbers:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end; a second Ctrl-C does not wait for anybody."""
        self.ended_by = self.ended_by or sig
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        told("the server has started")
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take nobody new, tell those who are there, and let all finish what they have begun."""
        told("the server ends", logging.INFO, connections=self._node.viewers)
        for listening in self.servers:
            listening.close()
        self._node.close_viewers()
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.timeout_graceful_shutdown):
                while self._node.viewers and not self.force_exit:
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)
        told("the server has ended")
