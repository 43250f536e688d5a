"""A room with four guests for each table, by the HTTP interface that everybody uses."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

AT_ONCE: Final = 4
"""So many tables are made at the same time."""
WITHOUT_LIMITS: Final = {
    "requests_per_second": 1_000_000,
    "guests_per_hour": 100_000_000,
    "connections_per_address": 100_000,
    "rooms_per_person": 1_000,
}
"""Settings of the server: here everybody comes from one address."""


@dataclass(frozen=True)
class Room:
    """A room with four people: its code, and their tokens by seat."""

    code: str
    tokens: list[str]


class Door:
    """A connection for requests."""

    def __init__(self, port: int) -> None:
        self._connection: Final = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def post(self, path: str, body: dict[str, Any], token: str | None = None) -> Any:
        """Ask for something that succeeds. Raises `OSError` otherwise."""
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self._connection.request("POST", path, json.dumps(body), headers)
        response = self._connection.getresponse()
        answer = response.read()
        if response.status not in (200, 201):
            raise OSError(f"{path}: {response.status} {answer.decode()}")
        return json.loads(answer)

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()


@contextmanager
def door(port: int) -> Iterator[Door]:
    """A connection that is closed in the end."""
    opened = Door(port)
    try:
        yield opened
    finally:
        opened.close()


def make_rooms(port: int, number: int, pause: float) -> list[Room]:
    """Rooms whose matches have no end, with four guests in each.

    Nobody's time runs out, however slow the machine is. The same guests sit in many rooms: to a
    table that is the same, and it takes less time to make them.
    """
    limits = {"decision": 600, "reserve": 0, "pause": pause}
    limits |= {"first_hand": 600, "between_hands": 600}
    settings = {"ruleset": "guiyang", "hands": None, "limits": limits}

    def some(count: int) -> list[Room]:
        with door(port) as asking:
            tokens = [str(asking.post("/api/people", {"name": "Ann"})["token"]) for _ in range(4)]
            return [_room(asking, settings, tokens) for _ in range(count)]

    return [room for part in _in_parts(number, some) for room in part]


def _room(asking: Door, settings: dict[str, Any], tokens: list[str]) -> Room:
    code = str(asking.post("/api/rooms", settings, tokens[0])["code"])
    for token in tokens[1:]:
        asking.post("/api/rooms/join", {"code": code}, token)
    return Room(code, tokens)


def start_matches(port: int, rooms: list[Room]) -> list[str]:
    """Start a match in each room; returns the names of their tables."""
    with door(port) as asking:
        return [
            str(asking.post("/api/rooms/start", {"code": room.code}, room.tokens[0])["game"])
            for room in rooms
        ]


def _in_parts(number: int, work: Any) -> list[list[Room]]:
    shares = [number // AT_ONCE + (place < number % AT_ONCE) for place in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(work, shares))
