"""One WebSocket: what is sent waits in its own queue, so that nobody waits for slow readers."""

import asyncio
from collections import deque
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from qianma.server.guarding import abort
from qianma.server.limits import Bucket
from qianma.server.protocol import TOO_SLOW, Notice, encode
from qianma.server.table import SPECTATORS

MOST_WAITING: Final = 64 * 1024
"""So many bytes may wait for a reader; then its connection ends, and it has to resume."""
CLOSING_SECONDS: Final = 5.0
"""How long a reader may take to be told that it ends."""


class Connection:
    """A viewer of a table at the other end of a WebSocket."""

    def __init__(self, socket: WebSocket, since: int) -> None:
        """A connection that has not been let in anywhere yet."""
        self.place = SPECTATORS
        self.seq = -1
        self.since: Final = since
        """When it came, in milliseconds since 1970; of two the later one keeps the seat."""
        self.messages: Final = Bucket(40, 20)
        self.muted: Final[set[int]] = set()
        self._socket: Final = socket
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._wake: Final = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self._writer: Final = asyncio.create_task(self._write())

    def send(self, message: bytes) -> None:
        """Send a message, without waiting until it has arrived."""
        if self._closing is not None:
            return
        self._bytes += len(message)
        if self._bytes > MOST_WAITING:
            self._queue.clear()
            self.close(TOO_SLOW, "live.slow")
            return
        self._queue.append(message)
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Send nothing more than why, and end the connection."""
        if self._closing is None:
            self._queue.append(encode(Notice(reason)))
            self._closing = (code, reason)
            self._wake.set()
            asyncio.get_running_loop().call_later(CLOSING_SECONDS, self._abandon)

    @property
    def ended_for(self) -> tuple[int, str] | None:
        """The code and the reason with which the server has ended it, if it has."""
        return self._closing

    def _abandon(self) -> None:
        """Wait no longer for a reader that takes nothing more."""
        if not self._writer.done():
            abort(self._socket.scope)

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._queue:
                    message = self._queue.popleft()
                    self._bytes -= len(message)
                    await self._socket.send_text(message.decode())
                if self._closing is not None:
                    await self._socket.close(*self._closing)
                    return

    async def finish(self) -> None:
        """Wait until what is left has been sent, a short time at most."""
        if self._closing is None:
            self._writer.cancel()
        with suppress(asyncio.TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._writer, CLOSING_SECONDS)
