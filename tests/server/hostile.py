"""What hostile peers send, and how to see from outside what it does to a server."""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from qianma.messages import text
from qianma.server.events import BuiltInSeat, TableSpec, TimeLimits
from tests.server.client import Player, scripted
from tests.server.operating import Running
from tests.server.raw_socket import CONTINUATION, PING, TEXT, frame
from tests.server.tables import people

OPEN = "tests.server.open_server"
MOST_SECONDS = 0.5
"""What 95 of 100 commands at another table take at most while one address does its worst.

That is for two cores with nothing else to do: what they have to do besides stretches it.
"""
LIMITS = TimeLimits(decision=600, pause=0.05, first_hand=600, between_hands=600)
PLAIN_PING = '{"type":"ping","id":"1"}'


@contextmanager
def attacked(folder: Path) -> Iterator[Running]:
    """A server to be attacked; at its end nothing but its start and end may stand in its log."""
    # All tests come from one address: what it may ask for has tests of its own.
    plenty: dict[str, Any] = {"connections_per_address": 1000, "requests_per_second": 1000}
    with Running(f"sqlite:///{folder}/x.sqlite", OPEN, **plenty) as running:
        yield running
        assert running.stop() == 0
        faults = [line for line in running.log.splitlines() if '"level": "info"' not in line]
        assert faults == [], "nothing that a peer does is a fault of the server"


def new_table(server: Running, **settled: Any) -> str:
    spec = TableSpec(**{"ruleset": "duyun", "seats": people(), "limits": LIMITS, **settled})
    answer = server.ask("/tables", "POST", msgspec.to_builtins(spec))
    assert answer.status == 201, answer.body
    return str(answer.document["table"])


def measured(server: Running, name: str) -> float:
    """One number of the metrics, 0 when it is not there yet."""
    for line in server.ask("/metrics").body.decode().splitlines():
        if line.startswith(f"{name} "):
            return float(line.rpartition(" ")[2])
    return 0.0


def refusals(server: Running, key: str) -> float:
    return measured(server, f'qianma_refusals_total{{key="{key}"}}')


def wait_for(found: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.1)


def one_line(answer: dict[str, Any]) -> str:
    """A refusal in words."""
    words = text(answer["key"], "en", **answer["facts"])
    assert "\n" not in words
    return words


FRAMES: dict[str, tuple[bytes, int]] = {
    "far too long": (frame(TEXT, b" " * 100_000), 1009),
    "said to be endless": (frame(TEXT)[:1] + b"\xff" + b"\x7f" + 7 * b"\xff" + bytes(4), 1009),
    "too long in parts": (
        frame(TEXT, bytes(9000), fin=False) + frame(CONTINUATION, bytes(9000)),
        1009,
    ),
    "not masked": (frame(TEXT, PLAIN_PING.encode(), masked=False), 1002),
    "of no known kind": (frame(3), 1002),
    "a part of nothing": (frame(CONTINUATION, b"{}"), 1002),
    "a new message within another": (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
    "a ping in parts": (frame(PING, fin=False), 1002),
    "a long ping": (frame(PING, bytes(126)), 1002),
    "with bits that nobody has agreed on": (b"\xf1" + frame(TEXT)[1:], 1002),
    "not Unicode": (frame(TEXT, b"\xff\xfe"), 1007),
    "not Unicode in parts": (frame(TEXT, b"{\xe7", fin=False) + frame(CONTINUATION, b"}"), 1007),
}


FLOODS = {
    "messages": frame(TEXT, PLAIN_PING.encode()) * 100,
    "empty messages": frame(TEXT) * 50_000,
    "pings": frame(PING, bytes(125)) * 2000,
    "empty parts": frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 50_000,
}


def strained(seconds: float) -> float:
    """A bound for this machine as it is busy now."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


async def play(player: Player, least: float) -> list[float]:
    """Play hand after hand, for so many seconds and 40 commands at least.

    Returns how many seconds each command took from being sent to its answer.
    """
    until = time.monotonic() + least
    seconds: list[float] = []
    await player.connect()
    begun = 0
    while time.monotonic() < until or len(seconds) < 40:
        if player.phase == "waiting" and begun < player.number:
            begun = player.number
            message: dict[str, Any] = {"type": "next", "id": f"n{begun}", "number": begun}
        elif player.prompt and player.prompt["codes"] and player.prompt["answered"] is None:
            prompt, player.prompt = player.prompt, None
            message = {"type": "act", "id": f"a{prompt['id']}", "prompt": prompt["id"]}
            message["code"] = scripted(0, prompt)
            await asyncio.sleep(0.06)  # 20 messages a second are the limit
        else:
            await player.receive(60)
            continue
        start = time.perf_counter()
        assert (await player.ask(message))["type"] == "done"
        seconds.append(time.perf_counter() - start)
    await player.close()
    return seconds


def quick_table(server: Running, between_hands: float = 600) -> str:
    limits = TimeLimits(decision=600, pause=0.01, first_hand=600, between_hands=between_hands)
    other = BuiltInSeat("tsumogiri", "instant")
    seats = (people()[0], other, other, other)
    return new_table(server, seats=seats, limits=limits, hands=64, stand_in_pace="instant")


def at(share: float, seconds: list[float]) -> float:
    return sorted(seconds)[int(share * (len(seconds) - 1))]


def resident(server: Running) -> int:
    """Bytes of memory that a server takes up."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def open_sockets(server: Running) -> int:
    """How many sockets a server has open; files of the database are more or fewer by themselves."""
    count = 0
    for file in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            count += str(file.readlink()).startswith("socket:")
    return count
