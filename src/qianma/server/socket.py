"""The WebSocket end of a node: joining, commands, phrases, who is there."""

import asyncio
from contextlib import suppress
from typing import Any, Final, Protocol

import msgspec
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from qianma.server import protocol
from qianma.server.commands import Auto, Back, Leave
from qianma.server.connection import Connection
from qianma.server.deciding import Refused
from qianma.server.limits import Buckets, BusyError, Turns
from qianma.server.live import Viewer
from qianma.server.metrics import Metrics
from qianma.server.node import Node
from qianma.server.protocol import (
    Browse,
    Done,
    Enter,
    FirstMessage,
    Join,
    Look,
    Mute,
    Ping,
    Presence,
    Said,
    Say,
    Sight,
)
from qianma.server.refusing import RefusedError
from qianma.server.table import SPECTATORS
from qianma.server.tables import UnknownTableError

JOIN_SECONDS: Final = 10.0
"""A connection that says nothing for so long is ended."""
COMING: Final = (32, 1000, 5.0)
"""So many are let in at the same time, so many more wait for that, so many seconds at most."""
PHRASES_A_SECOND: Final = (3.0, 0.33)
"""So many phrases of a seat at once, and so many a second after that."""
SWITCHES_A_SECOND: Final = (12.0, 0.5)
"""So many times at once a seat may switch auto-play, leave or come back, and so many a second.

Each stays in the log of its table for good; no person needs that many.
"""
MOST_MALFORMED: Final = 5
"""So many messages that cannot be read are answered; then the connection ends."""
_AT_FAULT: Final = (protocol.MALFORMED, protocol.TOO_MANY, protocol.TOO_SLOW)
"""The codes of connections that end because of what their peers have done."""

# What nodes tell each other of the seats of a table.
_PRESENCE: Final = "p"
_GOES: Final = "0"
_COMES: Final = "1"
_IS_THERE: Final = "2"
_WHO: Final = "3"
"""A spectator asks which seats are there."""


class Gate(Protocol):
    """Who may come in: what the socket asks of those who keep people and rooms.

    Whoever has been let in is closed when what has let it in ends.
    """

    async def person(self, token: str, viewer: Viewer) -> str | None:
        """The person of a token, None when there is none."""

    async def may_watch(self, game_id: str, key: str | None, viewer: Viewer) -> bool:
        """Whether somebody may watch a table: with a link's key, or because the table is open."""

    async def seated(self, game_id: str, person: str, asked: HTTPConnection) -> None:
        """A person has come to its seat, from where it has asked."""

    async def follow(self, first: Enter | Browse, viewer: Viewer, asked: HTTPConnection) -> None:
        """Tell a viewer of a room or the lobby from now on. Raises `RefusedError`."""

    def gone(self, viewer: Viewer) -> None:
        """Forget a viewer whose connection has ended."""


class _NotAdmittedError(Exception):
    """A connection that is not let in."""

    def __init__(self, code: int, key: str) -> None:
        super().__init__(key)
        self.code = code
        self.key = key


class SocketEnd:
    """All WebSockets of a node. `serve` is the endpoint."""

    def __init__(self, node: Node, gate: Gate, metrics: Metrics) -> None:
        self._node: Final = node
        self._gate: Final = gate
        self._metrics: Final = metrics
        self._coming: Final = Turns(*COMING)
        self._phrases: Final = Buckets(*PHRASES_A_SECOND)
        self._switches: Final = Buckets(*SWITCHES_A_SECOND)
        """Both of each seat: coming back does not bring more of them."""
        self._seats: dict[str, dict[int, Connection]] = {}
        """The one connection of each seat of a table, as far as this node has it."""
        self._last_since = 0
        node.listeners.append(self._heard)

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection from its beginning to its end."""
        try:
            await socket.accept()
            since = self._arrival()
            await self._serve(await self._first(socket), socket, since)
        except WebSocketDisconnect:
            return
        except _NotAdmittedError as refusal:
            with suppress(WebSocketDisconnect, RuntimeError):
                refused = self._refused(None, refusal.key)
                await socket.send_text(protocol.encode(refused).decode())
                await socket.close(refusal.code, refusal.key)

    async def _serve(self, first: FirstMessage, socket: WebSocket, since: int) -> None:
        table = first.table if isinstance(first, Join) else None
        connection = Connection(socket, since)
        try:
            async with self._coming.turn():
                await self._let_in(first, socket, connection)
            await self._read(socket, table, connection)
        except (BusyError, PoolTimeoutError):
            raise _NotAdmittedError(protocol.TRY_LATER, "live.busy") from None
        except WebSocketDisconnect as end:
            self._count_flood(connection, end)
        finally:
            self._gate.gone(connection)
            if table is not None:
                self._node.unsubscribe(table, connection)
            await connection.finish()
            if table is not None:
                await self._go(table, connection)
            self._count_fault(connection)

    def _arrival(self) -> int:
        """When a connection has come, in milliseconds since 1970; of two the later is later."""
        self._last_since = max(self._node.now(), self._last_since + 1)
        return self._last_since

    async def _let_in(self, first: FirstMessage, socket: WebSocket, connection: Connection) -> None:
        """Let a connection in, if it may. Raises `_NotAdmittedError`."""
        if isinstance(first, Join):
            connection.seq = first.seq
            connection.place = await self._place(first, socket, connection)
            if connection.ended_for is None:
                await self._come(first.table, connection)
            return
        try:
            await self._gate.follow(first, connection, socket)
        except RefusedError as refusal:
            raise _NotAdmittedError(protocol.NOT_ALLOWED, refusal.key) from None

    def _count_flood(self, connection: Connection, end: WebSocketDisconnect) -> None:
        if end.code == protocol.TOO_MANY and connection.ended_for is None:
            self._metrics.refused("live.too_many")

    def _count_fault(self, connection: Connection) -> None:
        if connection.ended_for is not None and connection.ended_for[0] in _AT_FAULT:
            self._metrics.refused(connection.ended_for[1])

    def _refused(
        self,
        command: str | None,
        key: str,
        facts: dict[str, Any] | None = None,
        clause: str | None = None,
    ) -> protocol.Refused:
        """A refusal, counted."""
        self._metrics.refused(key)
        return protocol.Refused(command, key, facts or {}, clause)

    async def _first(self, socket: WebSocket) -> FirstMessage:
        """The first message."""
        try:
            async with asyncio.timeout(JOIN_SECONDS):
                return protocol.decode_first(await _text(socket) or "")
        except TimeoutError:
            raise _NotAdmittedError(protocol.NO_JOIN, "live.no_join") from None
        except msgspec.DecodeError:
            raise _NotAdmittedError(protocol.MALFORMED, "live.no_join") from None

    async def _place(self, join: Join, socket: WebSocket, connection: Connection) -> int:
        """The seat of whoever joins, or a spectator's place."""
        person = None
        if join.token is not None:
            person = await self._gate.person(join.token, connection)
            if person is None:
                raise _NotAdmittedError(protocol.NOT_ALLOWED, "live.unknown_token")
        try:
            spec, seat = await self._node.spec_and_seat(join.table, person)
        except UnknownTableError:
            raise _NotAdmittedError(protocol.UNKNOWN_TABLE, "live.unknown_table") from None
        if seat is not None and person is not None:
            await self._gate.seated(join.table, person, socket)
            return seat
        if spec.watching and await self._gate.may_watch(join.table, join.watch, connection):
            return SPECTATORS
        raise _NotAdmittedError(protocol.NOT_ALLOWED, "live.not_allowed")

    async def _come(self, game_id: str, connection: Connection) -> None:
        place = connection.place
        if place != SPECTATORS:
            seats = self._seats.setdefault(game_id, {})
            before = seats.get(place)
            # A page that is loaded anew may have left one behind that has only now found its seat.
            if before is not None and before.since > connection.since:
                connection.close(protocol.TAKEN_OVER, "live.taken_over")
                return
            seats[place] = connection
            if before is not None:
                self._node.unsubscribe(game_id, before)
                before.close(protocol.TAKEN_OVER, "live.taken_over")
        await self._node.subscribe(game_id, connection)
        for seat in self._here(game_id):
            if seat != place:
                connection.send(protocol.encode(Presence(seat, True)))
        if place == SPECTATORS:
            await self._publish(_WHO, game_id, connection)
        else:
            self._broadcast(game_id, place, True)
            await self._publish(_COMES, game_id, connection)

    async def _go(self, game_id: str, connection: Connection) -> None:
        place = connection.place
        if self._here(game_id).get(place) is connection:
            self._drop(game_id, place)
            self._broadcast(game_id, place, False)
            await self._publish(_GOES, game_id, connection)

    def _here(self, game_id: str) -> dict[int, Connection]:
        """The connections of a table's seats that this node has."""
        return self._seats.get(game_id, {})

    def _drop(self, game_id: str, seat: int) -> None:
        seats = self._seats[game_id]
        del seats[seat]
        if not seats:
            del self._seats[game_id]

    async def _publish(self, what: str, game_id: str, connection: Connection) -> None:
        """Tell the other nodes something of a connection's place."""
        message = f"{_PRESENCE}{game_id} {connection.place} {what} {connection.since}"
        await self._node.store.publish(message)

    def _broadcast(self, game_id: str, seat: int, connected: bool) -> None:
        message = protocol.encode(Presence(seat, connected))
        for viewer in self._node.viewers_of(game_id):
            if viewer.place != seat:
                viewer.send(message)

    def _heard(self, message: str) -> None:
        """Another node tells of a seat, or asks."""
        if not message.startswith(_PRESENCE):
            return
        game_id, place, what, since = message[1:].split(" ")
        seat = int(place)
        own = self._here(game_id).get(seat)
        if what == _COMES and own is not None and own.since <= int(since):
            self._drop(game_id, seat)
            self._node.unsubscribe(game_id, own)
            own.close(protocol.TAKEN_OVER, "live.taken_over")
        if what in (_COMES, _IS_THERE) or (what == _GOES and own is None):
            self._broadcast(game_id, seat, what != _GOES)
        if what in (_COMES, _WHO):
            for other, connection in self._here(game_id).items():
                # Where clocks differ, the one that has come may not be the later one by them.
                answer = _COMES if other == seat else _IS_THERE
                self._node.spawn(self._publish(answer, game_id, connection))

    async def _read(self, socket: WebSocket, game_id: str | None, connection: Connection) -> None:
        malformed = 0
        while True:
            text = await _text(socket)
            if connection.ended_for is not None:
                return  # it has been told that it ends; nothing that it still says counts
            if not connection.messages.take():
                connection.close(protocol.TOO_MANY, "live.too_many")
                return
            if text is not None and len(text.encode()) > protocol.MOST_BYTES:
                connection.close(protocol.MALFORMED, "live.too_long")
                return
            try:
                message = _decoded(text)
            except msgspec.DecodeError as error:
                malformed += 1
                if malformed > MOST_MALFORMED:
                    connection.close(protocol.MALFORMED, "live.malformed")
                    return
                refused = self._refused(None, "live.malformed", {"reason": str(error)})
                connection.send(protocol.encode(refused))
                continue
            answer = await self._answer(game_id, connection, message)
            connection.send(protocol.encode(answer))

    async def _answer(
        self, game_id: str | None, connection: Connection, message: protocol.ClientMessage
    ) -> Done | Sight | protocol.Refused:
        if isinstance(message, Ping):
            return Done(message.id)
        if game_id is None:
            return self._refused(message.id, "live.no_table")
        if isinstance(message, Look):
            return await self._node.look(game_id, connection.place, message)
        if isinstance(message, Mute):
            change = connection.muted.add if message.on else connection.muted.discard
            change(message.seat)
            return Done(message.id)
        if connection.place == SPECTATORS:
            return self._refused(message.id, "live.spectator")
        if isinstance(message, Say):
            if not self._phrases.take(f"{game_id} {connection.place}"):
                return self._refused(message.id, "live.too_many_phrases")
            said = protocol.encode(Said(connection.place, message.phrase))
            await self._node.say(game_id, connection.place, said)
            return Done(message.id)
        if isinstance(message, Auto | Back | Leave) and not self._switches.take(
            f"{game_id} {connection.place}"
        ):
            return self._refused(message.id, "live.too_many_switches")
        outcome = await self._node.command(game_id, connection.place, message)
        if isinstance(outcome, Refused):
            return self._refused(message.id, outcome.key, outcome.facts, outcome.clause)
        return Done(message.id, repeated=outcome is not None)


async def _text(socket: WebSocket) -> str | None:
    """The next message; None for a binary one."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text


def _decoded(text: str | None) -> protocol.ClientMessage:
    if text is None:
        raise msgspec.DecodeError("Expected a text message, got a binary one")
    return protocol.decode_message(text)
