"""A server in the test's own process, over real sockets, with all that stands above the tables."""

import asyncio
import http.client
import json
import random
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from sqlalchemy import select

from qianma.server.app import application
from qianma.server.commands import Act, Auto, Next
from qianma.server.config import load_config
from qianma.server.events import BuiltInSeat, PersonSeat, SeatSpec, TableSpec, TimeLimits
from qianma.server.guarding import GuardedSocket
from qianma.server.house import House
from qianma.server.metrics import Metrics
from qianma.server.node import Node
from qianma.server.people_routes import people_routes
from qianma.server.quiz_routes import quiz_routes
from qianma.server.replay_routes import replay_routes
from qianma.server.room_routes import room_routes
from qianma.server.stepping import pilot_code
from qianma.server.store import Store, open_store
from qianma.server.store.schema import METADATA
from qianma.server.table import OVER, SPECTATORS, Table

QUICK: dict[str, float] = {
    "decision": 20,
    "reserve": 20,
    "pause": 0.01,
    "first_hand": 20,
    "between_hands": 20,
}
"""Time limits of matches that are played as fast as they go."""

FAST = {"ruleset": "duyun", "hands": 4, "limits": QUICK, "fill": "random", "fill_pace": "fast"}


class Answer:
    """What a request is answered with."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body) if self.body else None

    @property
    def refused(self) -> tuple[int, str]:
        return self.status, self.json["key"]


class Place:
    """A running server, and how to ask it."""

    def __init__(self, store: Store, node: Node, house: House, port: int) -> None:
        self.store = store
        self.node = node
        self.house = house
        self.port = port

    @property
    def socket(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    async def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> Answer:
        return await asyncio.to_thread(self._ask, method, path, body, token, headers)

    def _ask(
        self, method: str, path: str, body: Any, token: str | None, given: dict[str, str]
    ) -> Answer:
        headers = {name.replace("_", "-"): value for name, value in given.items()}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    async def guest(self, name: str = "Ann") -> "Guest":
        answer = await self.ask("POST", "/api/people", {"name": name})
        assert answer.status == 201, answer.body
        return Guest(self, answer.json)

    async def dump(self) -> str:
        """Everything that stands in the database."""
        parts: list[str] = []
        async with self.store.reading() as connection:
            for table in METADATA.sorted_tables:
                rows = (await connection.execute(select(table))).all()
                parts += [f"{table.name} {tuple(row)!r}" for row in rows]
        return "\n".join(parts)


class Guest:
    """Somebody at a server, as its client keeps it."""

    def __init__(self, place: Place, signed_in: dict[str, Any]) -> None:
        self.place = place
        self.id: str = signed_in["person"]
        self.name: str = signed_in["name"]
        self.token: str = signed_in["token"]
        self.recovery: str = signed_in["recovery"]

    def at(self, place: Place) -> "Guest":
        """The same person at another server."""
        known = {"name": self.name, "token": self.token, "recovery": self.recovery}
        return Guest(place, {"person": self.id, **known})

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        return await self.place.ask(method, path, body, self.token, **headers)

    async def get(self, path: str, **headers: str) -> Any:
        answer = await self.ask("GET", path, **headers)
        assert answer.status == 200, answer.body
        return answer.json

    async def post(self, path: str, body: Any) -> Any:
        answer = await self.ask("POST", path, body)
        assert answer.status in (200, 201, 204), answer.body
        return answer.json

    async def room(self, what: str, code: str, **more: Any) -> Any:
        """Do something in a room that succeeds."""
        return await self.post(f"/api/rooms/{what}", {"code": code, **more})

    async def refused(self, what: str, code: str, **more: Any) -> tuple[int, str]:
        """Do something in a room that is refused; status and key."""
        return (await self.ask("POST", f"/api/rooms/{what}", {"code": code, **more})).refused


@asynccontextmanager
async def serving(url: str, **flags: str) -> AsyncIterator[Place]:
    """A server on a free port of this machine."""
    store = await open_store(url)
    node = Node(store)
    await node.start()
    plenty = {"requests_per_second": "1000", "guests_per_hour": "1000", **flags}
    config = load_config(plenty, environment={})
    house = House(node, config)
    routes = [*people_routes(house), *room_routes(house), *replay_routes(house), *quiz_routes()]
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    settings = uvicorn.Config(
        application(config, node, house, Metrics(), routes),
        log_config=None,
        lifespan="off",
        ws=GuardedSocket,
    )
    server = uvicorn.Server(settings)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield Place(store, node, house, listener.getsockname()[1])
    finally:
        await node.stop()
        server.should_exit = True
        await task
        listener.close()
        await store.close()


def run(url: str, test: Callable[[Place], Awaitable[None]], **flags: str) -> None:
    """Run a test against a server of its own."""

    async def inside() -> None:
        async with serving(url, **flags) as place:
            await test(place)

    asyncio.run(asyncio.wait_for(inside(), 300))


class RandomSeat:
    """Plays a seat at random, or as the table's `auto_player` would, as a viewer of its table."""

    def __init__(self, node: Node, game_id: str, seat: int, seed: int, good: bool = False) -> None:
        self.place = seat
        self.seq = -1
        self.muted: set[int] = set()
        self._node = node
        self._game_id = game_id
        self._good = good
        self._chance = random.Random(f"{seed} {seat}")
        self._news = asyncio.Event()
        self._last: dict[str, Any] = {}
        self._begun = 0
        self._phase = ""
        self._number = 0

    def send(self, message: bytes) -> None:
        self._last = json.loads(message)
        if self._last["type"] == "snapshot":
            self._phase, self._number = self._last["phase"], self._last["number"]
        for line in self._last.get("lines", ()):
            if line["type"] == "committed":
                self._phase, self._number = "waiting", line["number"]
            elif line["type"] == "hand":
                self._phase = "playing"
            elif line["type"] == "ended":
                self._phase = OVER
        self._news.set()

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)

    async def _table(self) -> Table:
        return (await self._node._tables.read(self._game_id)).table

    async def play(self) -> None:
        """Play until the match is over."""
        await self._node.subscribe(self._game_id, self)
        while self._phase != OVER:
            await self._news.wait()
            self._news.clear()
            prompt = self._last.get("prompt")
            if self.place == SPECTATORS:
                continue
            if self._phase == "waiting" and self._begun < self._number:
                self._begun = self._number
                begin = Next(id=f"next {self._number}", number=self._number)
                await self._node.command(self._game_id, self.place, begin)
            elif prompt and prompt["codes"] and prompt["answered"] is None:
                code = self._chance.choice(prompt["codes"])
                if self._good:
                    code = pilot_code(await self._table(), self.place)
                act = Act(id=str(prompt["id"]), prompt=prompt["id"], code=code)
                await self._node.command(self._game_id, self.place, act)
        self._node.unsubscribe(self._game_id, self)


def greedy_table(*people: Guest, **settled: Any) -> TableSpec:
    """A table on which the built-in player `greedy` plays for everybody once they let it."""
    taken: list[SeatSpec] = [PersonSeat(one.id, one.name) for one in people]
    taken += [BuiltInSeat("greedy", "instant")] * (4 - len(taken))
    first, second, third, fourth = taken
    told = {"ruleset": "duyun", "hands": 4, "coins_per_point": 3, **settled}
    return TableSpec(
        seats=(first, second, third, fourth),
        limits=TimeLimits(**QUICK),
        auto_player="greedy",
        stand_in_pace="instant",
        **told,
    )


async def play_greedily(place: Place, game_id: str) -> None:
    """Let all seats be played to the end of the match."""
    watcher = RandomSeat(place.node, game_id, SPECTATORS, 0)
    playing = asyncio.create_task(watcher.play())
    for seat, taken in enumerate((await place.node.spec(game_id)).seats):
        if isinstance(taken, PersonSeat):
            await place.node.command(game_id, seat, Auto(id="auto", on=True))
    await playing


async def play_out(
    place: Place, game_id: str, seats: list[int], seed: int = 1, good: bool = False
) -> None:
    """Play a match to its end by commands of these seats, at random or as good as built-in ones."""
    players = [RandomSeat(place.node, game_id, seat, seed, good).play() for seat in seats]
    await asyncio.gather(*players)
