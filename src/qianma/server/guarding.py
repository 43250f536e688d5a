"""WebSockets as the server takes them: none floods it, and none outlives its end.

The library below reads as fast as a peer sends, and on closing waits until the peer has read what
is left. Both are for the peer to decide, so both get a limit here.
"""

import asyncio
from typing import Any, Final, cast

from starlette.types import Scope
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from qianma.server.limits import Bucket
from qianma.server.protocol import TOO_MANY

SLICE: Final = 4096
"""So many bytes are looked at before it is asked again whether there are too many frames."""
FRAMES: Final = (200, 60)
"""So many frames of any kind may come at once, and so many a second after that."""
WRITE_BYTES: Final = 32 * 1024
"""So many bytes are handed to the system ahead of a reader."""
LAST_SECONDS: Final = 3.0
"""How long a peer may take to hear why its connection ends."""
_NOT_UNICODE: Final = 1007
_ABORT: Final = "qianma.abort"


class GuardedSocket(WebSocketsSansIOProtocol):
    """A WebSocket of a peer that may be hostile, broken or gone."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._frames: Final = Bucket(*FRAMES)
        self._deaf = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer has come."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=WRITE_BYTES)

    def handle_connect(self, event: Request) -> None:
        """A peer has asked for a WebSocket."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope)[_ABORT] = self.transport.abort

    def data_received(self, data: bytes) -> None:
        """Read what has come, a bit at a time; nothing more once it was too much."""
        for start in range(0, len(data), SLICE):
            if self._deaf:
                return
            super().data_received(data[start : start + SLICE])

    def handle_events(self) -> None:
        """Take frames, of which even the empty ones and pings count."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self._end(TOO_MANY, "live.too_many")

    def send_receive_event_to_app(self) -> None:
        """Hand on a message, if it is one."""
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._end(_NOT_UNICODE, "live.malformed")
        else:
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless the peer is gone already."""
        if self.transport.is_closing():
            self.conn.data_to_send()
        else:
            super().handle_ping()

    def handle_parser_exception(self) -> None:
        """End a connection that does not keep to the protocol; the library knows why."""
        assert self.conn.close_sent is not None
        self._end(self.conn.close_sent.code, self.conn.close_sent.reason)

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application sends; to refuse a connection is to complete its handshake.

        Raises `ClientDisconnected` when the peer is gone.
        """
        if self.handshake_complete and self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    async def run_asgi(self) -> None:
        """Serve the connection, and let it not outlive that for long."""
        await super().run_asgi()
        self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End a connection whose peer is gone, and with it what is left for it."""
        super().keepalive_timeout()
        self.transport.abort()

    def _end(self, code: int, reason: str) -> None:
        """Say why it ends and hear nothing more; soon after, end it."""
        self._deaf = True
        self.stop_keepalive()
        if not self.handshake_complete:
            self.transport.abort()
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if not self.close_sent:
            if self.conn.close_sent is None:
                self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.read_paused = False  # nobody but this one decides about reading from now on
        self.transport.pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(LAST_SECONDS, self.transport.abort)


def _is_text(parts: list[bytes]) -> bool:
    try:
        b"".join(parts).decode()
    except UnicodeDecodeError:
        return False
    return True


def abort(scope: Scope) -> None:
    """End a WebSocket at once, whatever is left for its peer."""
    ending = scope.get(_ABORT)
    if ending is not None:
        ending()
