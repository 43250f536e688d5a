"""What other threads tell the one that shows the game, which may be waiting for a key."""

import select
import socket
from collections import deque
from contextlib import suppress
from typing import Any, Final


class Mailbox:
    """Messages in the order in which they were put, from any thread to one.

    As long as there are some, `number` is a file number at which there is something to read.
    """

    def __init__(self) -> None:
        self._messages: deque[dict[str, Any]] = deque()
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self.number: Final = self._reader.fileno()

    def put(self, message: dict[str, Any]) -> None:
        """Add a message."""
        self._messages.append(message)
        with suppress(OSError):  # full: whoever reads is woken already; closed: nobody reads
            self._writer.send(b"\0")

    def take(self) -> list[dict[str, Any]]:
        """All messages that are there."""
        with suppress(BlockingIOError):
            while self._reader.recv(4096):
                pass
        taken: list[dict[str, Any]] = []
        while self._messages:
            taken.append(self._messages.popleft())
        return taken

    def wait(self, seconds: float) -> None:
        """Wait until there is a message, so long at most."""
        select.select([self._reader], [], [], seconds)

    def close(self) -> None:
        """Take no more messages."""
        self._reader.close()
        self._writer.close()
