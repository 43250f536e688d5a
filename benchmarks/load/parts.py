"""What is measured of a server: at a pace, flat out, its memory, over an hour; and the echo."""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from benchmarks.load.figures import Times, Traffic, Usage
from benchmarks.load.playing import LoadError, Pace, Play, seated
from benchmarks.load.processes import Meter, memory
from benchmarks.load.rooms import Room, make_rooms, start_matches
from benchmarks.load.wire import Wire, opened
from qianma.server.tables import IDLE_SECONDS
from tests.server.operating import Running

PAUSE: Final = 0.7
"""The pause after a discard, as rooms have it by default."""
NO_PAUSE: Final = 0.01
ECHO_SECONDS: Final = 0.02
"""No connection sends more often than so: the server ends those that send too much."""
CONNECTING: Final = 10
"""So many tables get their clients at the same time."""
DRAIN_SECONDS: Final = 30.0
GROUP: Final = 25
"""So many tables at a time are played for a while and left, when memory is looked at."""


@dataclass(frozen=True)
class Size:
    """How much is measured. Times in seconds; `pace` lies between two decisions of a table."""

    tables: int
    pace: float
    seconds: float
    warm: float
    flat_tables: int
    flat_seconds: float
    idle_tables: int
    idle_decisions: int


USUAL: Final = Size(1_000, 2.0, 60.0, 10.0, 250, 20.0, 600, 40)
QUICK: Final = Size(100, 2.0, 10.0, 3.0, 50, 5.0, 100, 20)
TINY: Final = Size(4, 0.4, 2.0, 0.5, 3, 1.0, 4, 10)


@dataclass(frozen=True)
class Figure:
    """A line of the table. `most` is the goal, in the same unit; `least` likewise."""

    what: str
    value: float
    unit: str
    most: float | None = None

    @property
    def reached(self) -> bool | None:
        """Whether the goal is reached; None without one."""
        return None if self.most is None else self.value < self.most


class Playing:
    """Tables in play: clients of this process at a server."""

    def __init__(self, running: Running, pace: Pace) -> None:
        self._running: Final = running
        self._pace: Final = pace
        self._plays: list[Play] = []

    async def come(self, rooms: list[Room], most: int | None = None) -> None:
        """Let a match start in each room, and its four clients come."""
        names = await asyncio.to_thread(start_matches, self._running.port, rooms)
        self._plays = [Play(name, self._pace, most) for name in names]
        gate = asyncio.Semaphore(CONNECTING)

        async def come(play: Play, room: Room) -> None:
            async with gate:
                await seated(play, self._running.port, room.tokens)

        await asyncio.gather(*map(come, self._plays, rooms))
        if self._pace.faults:
            raise LoadError(f"{len(self._pace.faults)} faults, first: {self._pace.faults[0]}")
        gc.collect()
        gc.freeze()
        self._pace.begun = True
        for play in self._plays:
            play.begin()

    async def until_made(self) -> None:
        """Wait until each table has made as many decisions as it was to make."""
        while any(play.left for play in self._plays) and not self._pace.faults:
            await asyncio.sleep(0.05)

    async def stop(self) -> None:
        """Decide nothing more, wait for what is on its way, and go."""
        self._pace.ended = True
        until = time.perf_counter() + DRAIN_SECONDS
        while (late := self._missing()) and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        if late:
            self._pace.faults.append(f"{late} decisions were never answered or told")
        for play in self._plays:
            for seat in play.seats:
                seat.close()
        await asyncio.sleep(0.1)
        gc.unfreeze()
        if self._pace.faults:
            raise LoadError(f"{len(self._pace.faults)} faults, first: {self._pace.faults[0]}")

    def _missing(self) -> int:
        return sum(play.missing() for play in self._plays)


@asynccontextmanager
async def _in_play(running: Running, tables: int, pace: Pace) -> AsyncIterator[Playing]:
    rooms = await asyncio.to_thread(make_rooms, running.port, tables, pace.pause)
    playing = Playing(running, pace)
    await playing.come(rooms)
    yield playing
    await playing.stop()


async def at_a_pace(running: Running, size: Size, goal: float) -> list[Figure]:
    """All tables, each with one decision every so many seconds; `goal` in milliseconds."""
    pace = Pace(size.pace, PAUSE)
    async with _in_play(running, size.tables, pace):
        await asyncio.sleep(size.warm)
        pace.begin()
        print("measuring ...", file=sys.stderr, flush=True)
        meter = Meter(running.process.pid)
        await asyncio.sleep(size.seconds)
        traffic, usage = pace.traffic, meter.usage()
        pace.begin()
    return [
        Figure("decisions stored, at the pace", traffic.decisions / usage.seconds, "/s"),
        *_times("decision to its event, same seat", traffic.own, goal),
        *_times("decision to its event, other seats", traffic.others, goal),
        *_times("decision to its answer", traffic.stored),
        *_usage("at the pace", traffic, usage),
        Figure("memory of the server, at the pace", memory(running.process.pid) / 1e6, " MB"),
    ]


async def flat_out(running: Running, size: Size) -> list[Figure]:
    """Every client answers as soon as it is asked."""
    pace = Pace(0, NO_PAUSE)
    async with _in_play(running, size.flat_tables, pace):
        await asyncio.sleep(size.warm)
        pace.begin()
        print("measuring ...", file=sys.stderr, flush=True)
        meter = Meter(running.process.pid)
        await asyncio.sleep(size.flat_seconds)
        traffic, usage = pace.traffic, meter.usage()
        pace.begin()
    return [
        Figure("decisions stored and delivered, flat out", traffic.decisions / usage.seconds, "/s"),
        *_usage("flat out", traffic, usage),
    ]


async def idle_memory(running: Running, size: Size) -> list[Figure]:
    """What a table in mid-hand takes of memory once its clients have gone.

    Groups of tables are played one after the other, so that the memory of connections is used
    again and only that of tables adds up; the first groups are not counted. It ends before the
    server forgets the first of them.
    """
    group = min(GROUP, max(1, size.idle_tables // 4))
    rooms = await asyncio.to_thread(make_rooms, running.port, size.idle_tables, NO_PAUSE)
    sizes: list[tuple[int, int]] = []
    until = time.perf_counter() + 0.75 * IDLE_SECONDS
    for first in range(0, size.idle_tables, group):
        if time.perf_counter() > until and len(sizes) > 1:
            break
        playing = Playing(running, Pace(0, NO_PAUSE, seed=first))
        await playing.come(rooms[first : first + group], size.idle_decisions)
        await playing.until_made()
        await playing.stop()
        sizes.append((await _tables(running), memory(running.process.pid)))
    (before, less), (after, more) = sizes[len(sizes) // 4], sizes[-1]
    each = (more - less) / max(1, after - before)
    return [Figure("memory of an idle table", each / 1024, " KB", 50)]


async def _tables(running: Running) -> int:
    answer = await asyncio.to_thread(running.ask, "/metrics")
    for line in answer.body.decode().splitlines():
        if line.startswith("qianma_tables "):
            return int(float(line.split()[1]))
    raise LoadError("the server does not tell how many tables it has")


async def soak(
    running: Running, size: Size, minutes: float, told: Callable[[str], None]
) -> list[Figure]:
    """The same as `at_a_pace` for a long time, with the memory of the server now and then."""
    pace = Pace(size.pace, PAUSE)
    parts = 12
    kept: list[float] = []
    async with _in_play(running, size.tables, pace):
        await asyncio.sleep(size.warm)
        pace.begin()
        for part in range(parts + 1):
            kept.append(memory(running.process.pid) / 1e6)
            told(f"after {minutes * part / parts:.1f} minutes: {kept[-1]:.1f} MB")
            if part < parts:
                await asyncio.sleep(minutes * 60 / parts)
        traffic = pace.traffic
        pace.begin()
    return [
        Figure(f"soak of {minutes:g} minutes: decisions stored", traffic.decisions, ""),
        *_times("soak: decision to its event, other seats", traffic.others),
        Figure("soak: memory of the server at the start", kept[0], " MB"),
        Figure("soak: the same at half-time", kept[parts // 2], " MB"),
        Figure("soak: the same at the end", kept[-1], " MB"),
    ]


class Shouter:
    """A client of the echo server: sends, waits for the same to come back, sends again."""

    def __init__(self, pace: Pace) -> None:
        self._wire: Wire | None = None
        self._pace: Final = pace
        self._sent_at = 0.0
        self.waits = False

    async def come(self, port: int) -> "Shouter":
        """Come to the server."""
        self._wire = await opened("127.0.0.1", port, self._take, self._pace.faults.append)
        return self

    def send(self) -> None:
        """Send a message as long as that of a decision."""
        if self._wire is not None and not self._pace.ended:
            self._sent_at = time.perf_counter()
            self.waits = True
            self._wire.send(b'{"type":"act","id":"1042","prompt":1042,"code":17}')

    def _take(self, text: bytes) -> None:
        now = time.perf_counter()
        self.waits = False
        traffic = self._pace.traffic
        traffic.messages += 1
        traffic.bytes += len(text)
        traffic.decisions += 1
        traffic.own.add(now - self._sent_at)
        wait = max(0.0, self._sent_at + self._pace.seconds - now)
        asyncio.get_running_loop().call_later(wait, self.send)

    def close(self) -> None:
        """Go away."""
        if self._wire is not None:
            self._wire.close()


async def echo_at_a_pace(process: int, port: int, size: Size) -> list[Figure]:
    """As many connections and messages sent as the tables have at their pace."""
    pace = Pace(4 * size.pace, PAUSE)
    traffic, usage = await _echo(process, port, pace, 4 * size.tables, size.warm, size.seconds)
    return [
        Figure("decisions stored, at the pace", traffic.decisions / usage.seconds, "/s"),
        *_times("decision to its event, same seat", traffic.own),
        *_usage("at the pace", traffic, usage),
    ]


async def echo_flat_out(process: int, port: int, size: Size) -> list[Figure]:
    """As many connections as the tables have flat out."""
    connections = 4 * size.flat_tables
    pace = Pace(ECHO_SECONDS, PAUSE)
    traffic, usage = await _echo(process, port, pace, connections, size.warm, size.flat_seconds)
    return [
        Figure("decisions stored and delivered, flat out", traffic.decisions / usage.seconds, "/s"),
        *_usage("flat out", traffic, usage),
    ]


async def _echo(
    process: int, port: int, pace: Pace, connections: int, warm: float, seconds: float
) -> tuple[Traffic, Usage]:
    gate = asyncio.Semaphore(CONNECTING)

    async def come() -> Shouter:
        async with gate:
            return await Shouter(pace).come(port)

    shouters = await asyncio.gather(*(come() for _ in range(connections)))
    loop = asyncio.get_running_loop()
    for shouter in shouters:
        loop.call_later(pace.seconds * pace.chance.random(), shouter.send)
    gc.collect()
    gc.freeze()
    await asyncio.sleep(warm)
    pace.begin()
    meter = Meter(process)
    await asyncio.sleep(seconds)
    traffic, usage = pace.traffic, meter.usage()
    pace.ended = True
    pace.begin()
    await _come_back(shouters)
    gc.unfreeze()
    if pace.faults:
        raise LoadError(f"echo: {pace.faults[0]}")
    return traffic, usage


async def _come_back(shouters: Sequence[Shouter]) -> None:
    """Wait for what is on its way, and go."""
    until = time.perf_counter() + DRAIN_SECONDS
    while any(shouter.waits for shouter in shouters) and time.perf_counter() < until:
        await asyncio.sleep(0.05)
    for shouter in shouters:
        shouter.close()
    await asyncio.sleep(0.1)


def _times(what: str, times: Times, goal: float | None = None) -> list[Figure]:
    if not len(times):
        raise LoadError(f"{what}: there was none")
    return [
        Figure(f"{what}, p50", 1000 * times.quantile(0.5), " ms"),
        Figure(f"{what}, p99", 1000 * times.quantile(0.99), " ms", goal),
        Figure(f"{what}, the slowest", 1000 * times.quantile(1), " ms"),
    ]


def _usage(when: str, traffic: Traffic, usage: Usage) -> list[Figure]:
    return [
        Figure(f"messages delivered, {when}", traffic.messages / usage.seconds, "/s"),
        Figure(f"processor of the server, {when}", 100 * usage.server, " %"),
        Figure(
            f"processor time of the server for a decision, {when}",
            1e6 * usage.server * usage.seconds / traffic.decisions,
            " µs",
        ),
        Figure(f"processor of the clients, {when}", 100 * usage.clients, " %"),
        Figure(f"processors of the machine, everything, {when}", 100 * usage.machine, " %"),
        Figure(f"load of the machine, {when}, at the end", usage.loads[1], ""),
    ]
