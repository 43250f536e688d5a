"""A WebSocket client that keeps to nothing: it sends any bytes, and reads only when it wants to."""

import base64
import ctypes
import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
_ATTACH_FILTER = 26


def frame(opcode: int, payload: bytes = b"", fin: bool = True, masked: bool = True) -> bytes:
    """A frame as it goes over the line; the mask leaves the bytes as they are."""
    mask_bit = 0x80 if masked else 0
    head = bytes([(0x80 if fin else 0) | opcode])
    if len(payload) < 126:
        head += bytes([mask_bit | len(payload)])
    elif len(payload) < 2**16:
        head += bytes([mask_bit | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([mask_bit | 127]) + struct.pack(">Q", len(payload))
    return head + (bytes(4) if masked else b"") + payload


def handshake(port: int, origin: str | None = None) -> bytes:
    """The request that asks for a WebSocket."""
    lines = [
        "GET /socket HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
    ]
    if origin is not None:
        lines.append(f"Origin: {origin}")
    return "\r\n".join([*lines, "", ""]).encode()


class RawSocket:
    """A connection to `/socket`, with its handshake done. Use it in a `with` statement."""

    def __init__(
        self,
        port: int,
        origin: str | None = None,
        buffer: int | None = None,
        address: str = "127.0.0.1",
    ) -> None:
        self.socket = socket.socket()
        self.socket.bind((address, 0))
        if buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(handshake(port, origin))
        self._came = b""
        while b"\r\n\r\n" not in self._came:
            part = self.socket.recv(65536)
            assert part, "the handshake is not answered"
            self._came += part
        head, _, self._came = self._came.partition(b"\r\n\r\n")
        self.status = int(head.split()[1])

    def send(self, data: bytes) -> None:
        """Send bytes; that nobody takes them any more is found by reading."""
        with suppress(ConnectionError, TimeoutError):
            self.socket.sendall(data)

    def say(self, message: Any) -> None:
        """Send a text: JSON, or as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.send(frame(TEXT, text.encode()))

    def join(self, table: str, person: str | None = None, seq: int = -1) -> dict[str, Any]:
        """Join a table; returns what the server says first."""
        token = None if person is None else f"token-{person}"
        self.say({"type": "join", "table": table, "token": token, "seq": seq})
        return self.message()

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """The frames that come, until the line ends. Pings are not answered."""
        while True:
            while (known := length(self._came)) is None or len(self._came) < sum(known):
                try:
                    part = self.socket.recv(65536)
                except ConnectionError:
                    return
                if not part:
                    return
                self._came += part
            head, size = known
            opcode, payload = self._came[0] & 15, self._came[head : head + size]
            self._came = self._came[head + size :]
            yield opcode, payload

    def message(self) -> dict[str, Any]:
        """The next message."""
        for opcode, payload in self.frames():
            if opcode == TEXT:
                message: dict[str, Any] = json.loads(payload)
                return message
        raise AssertionError("the line has ended")

    def answer(self, message: Any) -> dict[str, Any]:
        """Send a message; returns what it is answered with."""
        self.say(message)
        while (answer := self.message())["type"] not in ("done", "refused"):
            pass
        return answer

    def end(self) -> tuple[int, str]:
        """The code and the reason with which the server closes; 1006 for a line that breaks."""
        for opcode, payload in self.frames():
            if opcode == CLOSE:
                self.send(frame(CLOSE, payload[:2]))
                return struct.unpack(">H", payload[:2])[0], payload[2:].decode()
        return 1006, ""

    def rest(self) -> bytes:
        """All that comes until the line ends."""
        while part := self.socket.recv(65536):
            self._came += part
        return self._came

    def vanish(self) -> None:
        """Take in nothing more, as if the cable were cut: the system does not even acknowledge."""
        program = ctypes.create_string_buffer(struct.pack("HBBI", 6, 0, 0, 0))  # drop everything
        where = struct.pack("HP", 1, ctypes.addressof(program))
        self.socket.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, where)

    def __enter__(self) -> "RawSocket":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def length(data: bytes) -> tuple[int, int] | None:
    """The length of the head and of the payload of the first frame, once that is known."""
    if len(data) < 2:
        return None
    size = data[1] & 127
    if size < 126:
        return 2, size
    head, form = (4, ">H") if size == 126 else (10, ">Q")
    if len(data) < head:
        return None
    return head, struct.unpack(form, data[2:head])[0]
