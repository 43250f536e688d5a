"""The server as people run it, killed at any moment: rooms, history, statistics and coins hold."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qianma.check import check
from qianma.state import SELF_DRAW
from tests.server.operating import Running
from tests.server.ports import free_port
from tests.server.postgres import Cluster
from tests.server.test_two_nodes import Timed, play

HANDS = 4
COINS = 3
LIMITS = {"decision": 60, "pause": 0.05, "first_hand": 60, "between_hands": 60}
FLAGS: dict[str, Any] = {"requests_per_second": 100_000, "guests_per_hour": 100_000}


@dataclass
class Match:
    """A match of four guests in a room of theirs."""

    room: str
    game: str
    tokens: list[str]


class Guest(Timed):
    """A player of a match, who waits for the server to come back however long it takes."""

    async def connect(self, tries: int = 5000) -> None:
        await super().connect(tries)


class House:
    """A server that is started again at the same place whenever it has been killed."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.port = free_port()
        self.server = self._started()

    def _started(self) -> Running:
        return Running(self._database, port=self.port, **FLAGS)

    def kill(self) -> None:
        self.server.__exit__()
        self.server = self._started()

    def ask(self, path: str, token: str | None = None, body: Any = None) -> Any:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        method = "GET" if body is None else "POST"
        answer = self.server.ask(path, method, body, headers)
        assert answer.status in (200, 201), (path, answer)
        return answer.body if path.endswith("/record") else answer.document

    def match(self, number: int) -> Match:
        tokens = [
            str(self.ask("/api/people", body={"name": f"p{number}-{seat}"})["token"])
            for seat in range(4)
        ]
        settings = {
            "ruleset": ("duyun", "guiyang")[number % 2],
            "hands": HANDS,
            "limits": LIMITS,
            "coins_per_point": COINS,
        }
        room = str(self.ask("/api/rooms", tokens[0], settings)["code"])
        for token in tokens[1:]:
            self.ask("/api/rooms/join", token, {"code": room})
        game = str(self.ask("/api/rooms/start", tokens[0], {"code": room})["game"])
        return Match(room, game, tokens)


async def played(house: House, matches: list[Match], kills: int, chance: random.Random) -> None:
    players: list[Guest] = []
    for match in matches:
        for seat, token in enumerate(match.tokens):
            player = Guest(lambda: house.server.socket_url, match.game, f"seat {seat}")
            player.token = token
            players.append(player)

    async def disturb() -> None:
        for _ in range(kills):
            await asyncio.sleep(0.5 + chance.random())
            await asyncio.to_thread(house.kill)

    disturbing = asyncio.create_task(disturb())
    await asyncio.gather(*(play(player) for player in players))
    await disturbing


def verify(house: House, match: Match) -> None:
    """Everything that is told of a match agrees with what its record comes to."""
    report = check(house.ask(f"/api/matches/{match.game}/record", match.tokens[0]))
    assert report.fault is None
    assert len(report.results) == HANDS
    points: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    drawn: Counter[int] = Counter()
    for result in report.results:
        for seat, gained in enumerate(result.points):
            points[seat] += gained
        for win in result.wins:
            wins[win.seat] += 1
            drawn[win.seat] += win.by == SELF_DRAW
    summary = house.ask(f"/api/matches/{match.game}", match.tokens[1])
    assert [one["points"] for one in sorted(summary["standings"], key=lambda one: one["seat"])] == [
        points[seat] for seat in range(4)
    ]
    for seat, token in enumerate(match.tokens):
        (numbers,) = house.ask("/api/people/me/statistics", token)["rulesets"]
        found = [numbers[name] for name in ("matches", "hands", "points", "wins", "self_drawn")]
        assert found == [1, HANDS, points[seat], wins[seat], drawn[seat]]
        (listed,) = house.ask("/api/people/me/matches", token)["matches"]
        assert (listed["game"], listed["reason"]) == (match.game, "played")
        coins = house.ask("/api/people/me/coins", token)
        assert coins["coins"] == COINS * points[seat]
    room = house.ask("/api/rooms/look", match.tokens[2], {"code": match.room})
    assert room["status"] == "over"


def run(database: str, matches: int, kills: int, seed: int) -> None:
    chance = random.Random(seed)
    house = House(database)
    try:
        found = [house.match(number) for number in range(matches)]
        asyncio.run(asyncio.wait_for(played(house, found, kills, chance), 120 + 10 * matches))
        house.kill()
        for match in found:
            verify(house, match)
        # And the room lives: another match begins in it.
        again = found[0]
        for token in again.tokens:
            house.ask("/api/rooms/rematch", token, {"code": again.room})
        room = house.ask("/api/rooms/look", again.tokens[0], {"code": again.room})
        assert room["status"] == "playing"
        assert room["game"] != again.game
    finally:
        house.server.__exit__()


def test_what_is_kept_holds_whenever_the_server_is_killed(tmp_path: Path) -> None:
    run(f"sqlite:///{tmp_path}/x.sqlite", matches=4, kills=3, seed=1)


@pytest.mark.soak
def test_so_it_does_with_many_matches(tmp_path: Path) -> None:
    run(f"sqlite:///{tmp_path}/x.sqlite", matches=40, kills=20, seed=2)


@pytest.mark.soak
def test_so_it_does_on_postgresql(postgresql: Cluster) -> None:
    run(postgresql.database(), matches=20, kills=10, seed=3)
