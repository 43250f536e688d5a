"""A WebSocket client that costs little, since it shares the machine with the server it measures.

It sends texts of up to 65,535 bytes and reads whole messages: all that this server needs.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import Final, cast

OPENING_SECONDS: Final = 60.0
_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_PING: Final = 0x89
_PONG: Final = 0x8A
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)
"""Masked with zeros: the bytes stay as they are."""


class WireError(ConnectionError):
    """A server that does not answer as a WebSocket's does."""


class Wire(asyncio.Protocol):
    """One connection. `taken` is called with each text, `lost` with the reason when it ends.

    It is not called for an end of one's own.
    """

    def __init__(
        self, host: str, taken: Callable[[bytes], None], lost: Callable[[str], None]
    ) -> None:
        self._taken: Final = taken
        self._lost: Final = lost
        self.opened: Final[asyncio.Future[None]] = asyncio.get_running_loop().create_future()
        self._host: Final = host
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is of no such class
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET /socket HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self.opened.done() and not self._is_open():
            return
        buffer, place = self._buffer, 0
        while (end := _end(buffer, place)) is not None:
            start, stop = end
            self._frame(buffer[place], buffer[start:stop])
            place = stop
        self._buffer = buffer[place:]

    def _is_open(self) -> bool:
        head, found, rest = self._buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        if not head.startswith(b"HTTP/1.1 101 "):
            self.opened.set_exception(WireError(head.partition(b"\r\n")[0].decode()))
            self._closing = True
            if self._transport is not None:
                self._transport.close()
            return False
        self._buffer = rest
        self.opened.set_result(None)
        return True

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self._taken(body)
        elif kind == _PING:
            self._write(_PONG, body)
        elif kind == _CLOSE and not self._closing:
            self._closing = True
            self._lost(f"closed by the server: {body[2:].decode() or 'without a reason'}")
            self._write(_CLOSE, body[:2])

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(WireError("the server ends the connection"))
        if not self._closing:
            self._lost(f"the line broke: {exc}")

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._write(_TEXT, text)

    def _write(self, kind: int, body: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return  # whoever waits for an answer is told that the line broke
        length = len(body)
        if length < 126:
            head = bytes((kind, _MASKED | length))
        else:
            head = struct.pack("!BBH", kind, _MASKED | 126, length)
        self._transport.write(head + _NO_MASK + body)

    def close(self) -> None:
        """End the connection."""
        self._closing = True
        if self._transport is not None and not self._transport.is_closing():
            self._write(_CLOSE, struct.pack("!H", 1000))
            self._transport.close()


def _end(buffer: bytes, place: int) -> tuple[int, int] | None:
    """Where the body of the frame at a place begins and ends; None when it is not all there."""
    have = len(buffer) - place
    if have < 2:
        return None
    length, start = buffer[place + 1], place + 2
    if length == 126:
        if have < 4:
            return None
        length, start = int.from_bytes(buffer[start : start + 2]), start + 2
    elif length == 127:
        if have < 10:
            return None
        length, start = int.from_bytes(buffer[start : start + 8]), start + 8
    stop = start + length
    return (start, stop) if stop <= len(buffer) else None


async def opened(
    host: str, port: int, taken: Callable[[bytes], None], lost: Callable[[str], None]
) -> Wire:
    """A new connection. Raises `OSError` when there is none."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(OPENING_SECONDS):
        _, wire = await loop.create_connection(
            lambda: Wire(f"{host}:{port}", taken, lost), host, port
        )
        await wire.opened
    return wire
