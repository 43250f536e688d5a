"""A connection to a server, which comes back by itself when it breaks."""

import json
import random
import threading
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from qianma.messages import text
from qianma.terminal.mailbox import Mailbox

_FINAL: Final = frozenset({4000, 4001, 4003, 4004, 4005, 4009, 4010})
"""The codes after which coming back would end the same way."""
_CLOSED: Final = {
    4001: "live.taken_over",
    4003: "live.not_allowed",
    4004: "live.unknown_table",
    4005: "live.token_ended",
}
_NO_CODE: Final = 1006
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds before each new try, the last one from then on; half as much or as much again."""


class Wire:
    """A connection, kept by a thread of its own.

    `first` is what is said first each time: a `join`, with which the number of the lines that have
    come is sent too, or an `enter`. What comes is put into the mailbox as it is, and besides
    `{"type": "lost"}` each time when the connection breaks, and `{"type": "closed", "code": ...,
    "refused": ...}` when it has ended for good, with the refusal that came before.
    """

    def __init__(self, address: str, first: dict[str, Any], mailbox: Mailbox) -> None:
        self.address: Final = address
        self._first: Final = first
        self._mailbox: Final = mailbox
        self._seq = -1
        self._connection: ClientConnection | None = None
        self._refused: dict[str, Any] | None = None
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
            self._refused = None
            try:
                with connect(
                    self.address, compression=None, open_timeout=10, close_timeout=1, max_size=None
                ) as connection:
                    connection.send(json.dumps(self._beginning()))
                    # Before anything is handed on: what is said upon it has to find its way out.
                    self._connection = connection
                    while True:
                        if self._take(connection):
                            failures = 0
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else _NO_CODE
            except (WebSocketException, OSError, TimeoutError, ValueError):
                pass
            finally:
                self._connection = None
            if code in _FINAL:
                self._mailbox.put({"type": "closed", "code": code, "refused": self._refused})
                return
            self._mailbox.put({"type": "lost"})
            # Those whom a server has lost at the same time do not all come back at the same time.
            wait = _WAITS[min(failures, len(_WAITS) - 1)] * random.uniform(0.5, 1.5)
            self._ended.wait(wait)
            failures += 1

    def _beginning(self) -> dict[str, Any]:
        if self._first["type"] == "join":
            return {**self._first, "seq": self._seq}
        return self._first

    def _take(self, connection: ClientConnection) -> bool:
        """Hand on the next message; whether one has been let in. Raises `ValueError` for none."""
        message = json.loads(connection.recv())
        kind = message["type"]
        if kind == "refused" and message["id"] is None:
            self._refused = message
            return False
        if kind == "snapshot":
            self._seq = message["seq"]
        elif kind == "update":
            self._seq = message["seq"] + len(message["lines"])
        self._mailbox.put(message)
        return bool(kind != "notice")


def why_closed(closed: dict[str, Any], language: str) -> str:
    """Why a connection has ended for good, from what the mailbox has of it."""
    refused = closed["refused"]
    if refused is not None:
        return text(refused["key"], language, **refused["facts"])
    key = _CLOSED.get(closed["code"], "live.malformed")
    return text(key, language, reason=closed["code"])
