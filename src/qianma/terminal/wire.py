"""The connection to a table of a server, which comes back by itself when it breaks."""

import json
import threading
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from qianma.terminal.mailbox import Mailbox

_FINAL: Final = frozenset({4000, 4001, 4003, 4004, 4009, 4010})
"""The codes after which coming back would end the same way."""
_NO_CODE: Final = 1006
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds before each new try, the last one from then on."""


class Wire:
    """A seat's connection, kept by a thread of its own.

    What comes is put into the mailbox as it is, and besides `{"type": "lost"}` each time when the
    connection breaks, and `{"type": "closed", "code": ...}` when it has ended for good.
    """

    def __init__(self, address: str, table: str, token: str | None, mailbox: Mailbox) -> None:
        self.address: Final = address
        self._join: Final = {"type": "join", "table": table, "token": token}
        self._mailbox: Final = mailbox
        self._seq = -1
        self._connection: ClientConnection | None = None
        self._ended: Final = threading.Event()
        self._thread: Final = threading.Thread(target=self._run, daemon=True)

    def open(self) -> None:
        """Begin to connect."""
        self._thread.start()

    def send(self, message: dict[str, Any]) -> bool:
        """Send a message; False when there is no connection to send it by."""
        connection = self._connection
        if connection is None:
            return False
        try:
            connection.send(json.dumps(message))
        except (WebSocketException, OSError):
            return False
        return True

    def close(self) -> None:
        """End the connection."""
        self._ended.set()
        connection = self._connection
        if connection is not None:
            with suppress(WebSocketException, OSError):
                connection.close()
        self._thread.join(2.0)

    def _run(self) -> None:
        failures = 0
        while not self._ended.is_set():
            code = _NO_CODE
            try:
                with connect(
                    self.address, compression=None, open_timeout=10, close_timeout=1, max_size=None
                ) as connection:
                    connection.send(json.dumps({**self._join, "seq": self._seq}))
                    # Before anything is handed on: what is said upon it has to find its way out.
                    self._connection = connection
                    self._take(connection)
                    failures = 0
                    while True:
                        self._take(connection)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else _NO_CODE
            except (WebSocketException, OSError, TimeoutError, ValueError):
                pass
            finally:
                self._connection = None
            if code in _FINAL:
                self._mailbox.put({"type": "closed", "code": code})
                return
            self._mailbox.put({"type": "lost"})
            self._ended.wait(_WAITS[min(failures, len(_WAITS) - 1)])
            failures += 1

    def _take(self, connection: ClientConnection) -> None:
        """Hand on the next message. Raises `ValueError` for what is none."""
        message = json.loads(connection.recv())
        if message["type"] == "snapshot":
            self._seq = message["seq"]
        elif message["type"] == "update":
            self._seq = message["seq"] + len(message["lines"])
        self._mailbox.put(message)
