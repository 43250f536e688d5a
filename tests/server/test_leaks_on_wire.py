"""What goes over sockets and HTTP depends on nothing that its receiver cannot see.

Two real servers begin with copies of one database, with the same clock and keys, and play two
worlds that differ only in tiles a viewer cannot see. So everything that the viewer and a spectator
receive can be compared byte for byte, names of tables and commitments included: what the table
tells, what comes on resuming, snapshots, refusals, rooms, records and replays of the hand in play.
"""

import asyncio
import http.client
import json
import random
import shutil
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import connect

from qianma.actions import DECLARE, PASS, PONG, WIN
from qianma.server import events, stepping
from qianma.server.events import Event, TimeLimits
from qianma.server.table import PLAYING, SPECTATORS, VIEWERS
from tests.server.client import Player
from tests.server.other_worlds import World, another
from tests.server.ports import free_port
from tests.server.serving import FileClock, Server, Setup
from tests.server.tables import PEOPLE, START, Driven

WINDOWS = 6
MOMENTS = 3
"""In so many of the moments in which others can claim in one world only, everything is asked."""
LIMITS = TimeLimits(decision=60)
LATE = 50
"""By so many milliseconds what is due comes later: a sweep finds only what is overdue."""
RESUMED_AFTER = (-1, 0, 3, 12)
"""After how many lines somebody comes back; a snapshot comes for -1."""

Received = dict[str, list[bytes]]
"""What somebody has received, by the way on which it came."""


def beginning(ruleset: str, seed: int) -> list[Event] | None:
    """The log of the first windows of a hand, in which some claim and nobody wins.

    It ends as a tile lies open, and some may have answered. None when the hand is over before.
    """
    driven = Driven(seed, ruleset=ruleset, hands=4, limits=LIMITS).begin()
    chance = random.Random(seed)
    opened = 0
    while driven.table.phase == PLAYING:
        asked = [seat for seat in range(4) if driven.table.codes(seat)]
        if not asked:
            driven.wait(1)
            continue
        if driven.table.window and opened > WINDOWS and chance.random() < 0.5:
            return driven.log
        codes = [code for code in driven.table.codes(asked[0]) if code != WIN]
        if not codes:
            return None  # it has to win
        declines = PASS in codes and chance.random() < 0.7
        driven.act(asked[0], PASS if declines else chance.choice(codes))
        opened += driven.table.window
    return None


def claimable(world: World, viewer: int) -> list[bool]:
    """Of each tile that has lain open, whether somebody else than the viewer could claim it."""
    table = world.table()
    found: list[bool] = []
    for event in world.log:
        table.apply(event)
        if isinstance(event, events.Acted) and table.window:
            found.append(any(seat != viewer for seat in table.awaited()))
    return found


class Pair(NamedTuple):
    """Two worlds that are the same to a viewer, and in which others can claim other tiles."""

    here: World
    there: World
    unlike: list[int]
    """Which of the tiles that lie open others can claim in one of the worlds only."""


@cache
def pair(ruleset: str, viewer: int) -> Pair:
    """Of some pairs of worlds, the one that differs most."""
    chance = random.Random(viewer)
    found: list[Pair] = []
    for seed in range(24):
        log = beginning(ruleset, 100 * viewer + seed)
        world = World(log or [], 1)
        if log and (other := another(world, viewer, chance)) is not None:
            both = zip(claimable(world, viewer), claimable(other, viewer), strict=True)
            unlike = [place for place, (here, there) in enumerate(both) if here != there]
            found.append(Pair(world, other, unlike))
    most = max(found, key=lambda one: len(one.unlike))
    assert len(most.unlike) >= MOMENTS
    return most


class Wire:
    """The house of one server: asks it, and keeps what comes back, byte for byte."""

    def __init__(self, folder: Path, port: int, world: World | None = None) -> None:
        self.port = port
        self.clock = FileClock(folder / "clock")
        self.clock.set(START)
        walls = [] if world is None else [_wall(world)]
        self.server = Server(
            Setup(
                f"sqlite:///{folder}/house.sqlite",
                port,
                str(self.clock.path),
                seed="wire",
                walls=tuple(walls),
                house=True,
            )
        )

    def ask(self, method: str, path: str, token: str | None, body: Any = None) -> bytes:
        """The whole answer to a request: its status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            response = connection.getresponse()
            head = "".join(f"{name}: {value}\n" for name, value in response.getheaders())
            return f"{response.status}\n{head}\n".encode() + response.read()
        finally:
            connection.close()

    def told(self, method: str, path: str, token: str | None, body: Any = None) -> Any:
        """What a request that succeeds is answered with."""
        answer = self.ask(method, path, token, body)
        assert answer.startswith(b"20"), answer
        return json.loads(answer.partition(b"\n\n")[2])


def _wall(world: World) -> tuple[int | None, tuple[int, int], bytes]:
    table = world.table()
    for event in world.log:
        table.apply(event)
    assert table.hand is not None
    shuffle = world.shuffler(table.key, 1, [b"", b"", b"", b""])
    return shuffle.first_dealer, shuffle.dice, shuffle.tiles


class Room:
    """Four people in a room, in a database that other servers begin with a copy of."""

    def __init__(self, folder: Path, ruleset: str) -> None:
        folder.mkdir()
        self.folder = folder
        self.port = free_port()
        wire = Wire(folder, self.port)
        try:
            made = [wire.told("POST", "/api/people", None, {"name": name}) for name in PEOPLE]
            self.tokens: list[str | None] = [*(one["token"] for one in made), None]
            settings = {"ruleset": ruleset, "hands": 4, "watch": "anyone", "public": True}
            settings["limits"] = {"decision": LIMITS.decision}
            self.code: str = wire.told("POST", "/api/rooms", self.tokens[0], settings)["code"]
            for token in self.tokens[1:4]:
                wire.told("POST", "/api/rooms/join", token, {"code": self.code})
        finally:
            wire.server.stop()

    def perform_both(self, worlds: Pair, ears: list[int]) -> list[dict[int, Received]]:
        """Play two worlds, one after the other; what these places have received in each."""
        moments = worlds.unlike[:MOMENTS]
        return [
            self._perform("here", worlds.here, moments, ears),
            self._perform("there", worlds.there, moments, ears),
        ]

    def _perform(
        self, name: str, world: World, moments: list[int], ears: list[int]
    ) -> dict[int, Received]:
        folder = self.folder.with_name(name)
        shutil.copytree(self.folder, folder)
        # It listens where the other one did: links name the port.
        wire = Wire(folder, self.port, world)
        try:
            performance = Performance(wire, self, world, moments, ears)
            asyncio.run(asyncio.wait_for(performance.play(), 60))
        finally:
            wire.server.kill()
        return performance.received


class Performance:
    """A world that is played at a server, while some listen and ask for all they can."""

    def __init__(
        self, wire: Wire, room: Room, world: World, moments: list[int], ears: list[int]
    ) -> None:
        self.wire = wire
        self.room = room
        self.world = world
        self.received: dict[int, Received] = {place: defaultdict(list) for place in ears}
        self.table = world.table()
        self.moments = moments
        self.opened = 0
        """How many tiles have lain open."""

    async def play(self) -> None:
        body = {"code": self.room.code}
        started = await self._ask("POST", "/api/rooms/start", 0, body)
        self.game: str = json.loads(started.partition(b"\n\n")[2])["game"]
        self.players = [await self._come(place, -1) for place in range(VIEWERS)]
        for event in self.world.log:
            await self._happen(event)
        for place, received in self.received.items():
            await self._ping(self.players[place])
            received["live"] += _frames(self.players[place])
        for player in self.players:
            await player.close()

    async def _come(self, place: int, seq: int) -> Player:
        token = self.room.tokens[place]
        player = Player(self.wire.server.url, self.game, None)
        player.token, player.seq = token, seq
        await player.connect()
        await self._ping(player)
        return player

    async def _ping(self, player: Player) -> None:
        """All that has been sent to a player up to now has come."""
        player.answers.pop("ping", None)
        await player.ask({"type": "ping", "id": "ping"})

    async def _happen(self, event: Event) -> None:
        """Let what happens in the world happen at the server."""
        table = self.table
        if table.window:
            late = event.at >= stepping.pause_end(table)
            self.wire.clock.set(event.at + LATE * late)
        elif isinstance(event, events.Acted):
            self.wire.clock.set(event.at)
        if isinstance(event, events.Confirmed):
            await self._do(event.seat, {"type": "next", "id": "next", "number": 1})
        elif isinstance(event, (events.Acted, events.Answered)):
            prompt = table.prompt_id
            act = {"type": "act", "id": f"act {prompt}", "prompt": prompt, "code": event.code}
            await self._do(event.seat, act)
        table.apply(event)
        for player, told in zip(self.players, table.sent, strict=True):
            while player.seq < told:
                await player.receive(30)
        if isinstance(event, events.Acted) and table.window:
            if self.opened in self.moments:
                for place in self.received:
                    await self._look_around(place)
            self.opened += 1

    async def _do(self, seat: int, message: dict[str, Any]) -> None:
        answer = await self.players[seat].ask(message)
        assert answer["type"] == "done", answer

    async def _ask(self, method: str, path: str, place: int, body: Any = None) -> bytes:
        return await asyncio.to_thread(self.wire.ask, method, path, self.room.tokens[place], body)

    async def _look_around(self, place: int) -> None:
        """Take in all that can be known at a place while a tile lies open."""
        received = self.received[place]
        await self._resume(place)
        await self._be_refused(place)
        await self._follow(place)
        match = f"/api/matches/{self.game}"
        paths = [match, f"{match}/record", "/api/lobby", "/healthz"]
        paths += [f"{match}/replay?view={view}" for view in ("open", "0", "1", "2", "3")]
        if place != SPECTATORS:
            paths += [f"/api/people/me/{own}" for own in ("matches", "coins", "statistics")]
            look = await self._ask("POST", "/api/rooms/look", place, {"code": self.room.code})
            received["room"].append(look)
        for path in paths:
            answer = await self._ask("GET", path, place)
            assert answer.startswith(b"200\n"), answer
            received[path.replace(self.game, "game")].append(answer)

    async def _resume(self, place: int) -> None:
        """Come back to the table after various numbers of lines; go on as the last of them."""
        received = self.received[place]
        seen = self.players[place].seq
        for back in (*RESUMED_AFTER, seen):
            before = self.players[place]
            await self._ping(before)
            player = await self._come(place, back)
            self.players[place] = player
            if place == SPECTATORS:
                await before.close()
            else:
                received["taken over"].append(b"%d" % await before.closed())
            received["live"] += _frames(before)
            received["snapshot" if back < 0 else "resumed"].append(player.raw[0].encode())

    async def _be_refused(self, place: int) -> None:
        """Try what is not possible."""
        player = self.players[place]
        prompt = self.table.prompt_id
        own = [] if place == SPECTATORS else self.table.codes(place)
        wrong = [code for code in (0, 8, 13, DECLARE, PONG, PASS, WIN) if code not in own]
        tried = [{"type": "act", "prompt": prompt, "code": code} for code in wrong]
        tried += [{"type": "act", "prompt": prompt - 1, "code": PASS}]
        tried += [{"type": "look", "codes": [*range(28), PASS, WIN]}]
        tried += [{"type": "leave"}, {"type": "vote", "yes": False}, {"type": "next", "number": 2}]
        for number, message in enumerate(tried):
            answered = len(player.raw)
            socket = player.socket
            assert socket is not None
            await socket.send(json.dumps({"id": f"{number}", **message}))
            while len(player.raw) == answered:
                await player.receive()
            self.received[place]["refused"] += [one.encode() for one in player.raw[answered:]]

    async def _follow(self, place: int) -> None:
        """What those are told first who follow the room or the lobby."""
        enter = {"type": "enter", "room": self.room.code, "token": self.room.tokens[place]}
        firsts: list[dict[str, Any]] = [{"type": "browse"}]
        firsts += [] if place == SPECTATORS else [enter]
        for first in firsts:
            async with connect(self.wire.server.url, compression=None) as socket:
                await socket.send(json.dumps(first))
                self.received[place]["news"].append(str(await socket.recv()).encode())


def _frames(player: Player) -> list[bytes]:
    return [frame.encode() for frame in player.raw]


@pytest.mark.parametrize(
    ("viewer", "ruleset"),
    [
        (0, "guiyang"),
        (3, "duyun"),
        pytest.param(1, "duyun", marks=pytest.mark.soak),
        pytest.param(2, "guiyang", marks=pytest.mark.soak),
        pytest.param(SPECTATORS, "guiyang", marks=pytest.mark.soak),
    ],
)
def test_nothing_on_the_wire_depends_on_unseen_tiles(
    tmp_path: Path, viewer: int, ruleset: str
) -> None:
    room = Room(tmp_path / "room", ruleset)
    ears = sorted({viewer, SPECTATORS})
    here, there = room.perform_both(pair(ruleset, viewer), ears)
    for place in ears:
        assert here[place].keys() == there[place].keys()
        for way, messages in here[place].items():
            assert messages == there[place][way], (place, way)


def test_a_leak_would_be_found(tmp_path: Path) -> None:
    """The worlds differ on every such way to somebody whose own tiles differ."""
    room = Room(tmp_path / "room", "guiyang")
    here, there = room.perform_both(pair("guiyang", 0), [1])
    unlike = {way for way, messages in here[1].items() if messages != there[1][way]}
    match = "/api/matches/game"
    views = {f"{match}/replay?view={view}" for view in ("open", "1")}
    assert unlike >= {"live", "resumed", "snapshot", "refused", f"{match}/record", *views}
