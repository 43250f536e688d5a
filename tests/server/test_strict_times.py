"""When something is told depends on nothing that its receiver cannot see.

Pairs of worlds, which differ in nothing that a viewer sees but in whether others can claim, are
played on one real server at the same time, and what the viewer and a spectator hear is compared:
after discards, and after added kongs, which others can or cannot rob.

A server says exactly when it closed a window (`at`), so that no window may be too short by even a
millisecond. When a message arrives depends on the machine as well: single ones come tens of
milliseconds late, in either world. So each window is compared with the same one of the other
world, which is open at about the same time, and of the differences the median counts, which a few
late ones do not move. `TOLERANCE` is what two busy cores may leave of it, and much less than the
quickest answer of a person takes; to it comes what the differences scatter.
"""

import asyncio
import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from qianma import walls
from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, PASS, PONG, WIN
from qianma.chance import Chance
from qianma.players.greedy import Greedy
from qianma.server import events
from qianma.server.events import Event, TableSpec, TimeLimits
from qianma.server.table import PLAYING, SPECTATORS, VIEWERS
from tests.server.client import Player
from tests.server.other_worlds import World, another
from tests.server.ports import free_port
from tests.server.serving import Server, Setup
from tests.server.tables import PEOPLE, Driven, people

TOLERANCE = 0.04
"""Seconds by which medians may differ."""
WINDOWS = 8
QUICK = 0.05
"""Seconds after which somebody acts who does so at once."""

STRICT = TimeLimits(decision=60, strict_window=0.6)
PAUSED = TimeLimits(decision=60)
THINKING = TimeLimits(decision=60, pause=0.2)

MOST_BEFORE_KONG = 32
"""So many windows come before a kong that can be robbed, at most; they are kept short."""
STRICT_KONGS = TimeLimits(decision=60, strict_window=0.2)
PAUSED_KONGS = TimeLimits(decision=60, pause=0.3)
KONG_SEEDS = (587, 517, 487, 237, 291, 351, 490)
"""Where such kongs are known to be found, so that nobody has to look for long."""

Couples = list[tuple["Live", "Live"]]


@dataclass
class Live:
    """A world to be played: who does what on which prompt, in which windows others can claim."""

    world: World
    viewer: int
    wall: walls.Shuffle
    plan: list[dict[int, int]]
    open: list[bool]
    kongs: list[bool]
    """Which windows come after an added kong."""
    ends: list[int]
    """How many lines each kind of viewer has been told at the end."""


def live(world: World, viewer: int) -> Live:
    table = world.table()
    plan: list[dict[int, int]] = [{} for _ in range(4)]
    can_claim: list[bool] = []
    kongs: list[bool] = []
    for event in world.log:
        if isinstance(event, (events.Acted, events.Answered)):
            plan[event.seat][table.prompt_id] = event.code
        table.apply(event)
        if isinstance(event, events.Acted) and table.window:
            can_claim.append(any(seat != viewer for seat in table.awaited()))
            kongs.append(ADDED_KONG <= event.code < PONG)
    assert table.hand is not None
    wall = world.shuffle or walls.shuffle(table.key, 1, [b"", b"", b"", b""])
    return Live(world, viewer, wall, plan, can_claim, kongs, table.sent)


def played(ruleset: str, seed: int) -> list[Event] | None:
    """The log of the first windows of a hand, in which some claim; None when somebody has to win.

    Nobody wins who need not.
    """
    driven = Driven(seed, ruleset=ruleset, limits=PAUSED).begin()
    chance = random.Random(seed)
    closed = 0
    while closed < WINDOWS and driven.table.phase == PLAYING:
        asked = [seat for seat in range(4) if driven.table.codes(seat)]
        if asked:
            codes = [code for code in driven.table.codes(asked[0]) if code != WIN]
            if not codes:
                return None
            passes = PASS in codes and chance.random() < 0.7
            driven.act(asked[0], PASS if passes else chance.choice(codes))
        else:
            closed += any(isinstance(event, events.Closed) for event in waited(driven))
    return driven.log


def waited(driven: Driven) -> list[Event]:
    before = len(driven.log)
    driven.wait(1)
    return driven.log[before:]


@cache
def pairs(ruleset: str) -> Couples:
    """For each viewer, of many pairs of worlds that are the same to it, the most different one."""
    return [_pair(ruleset, viewer, viewer + 1) for viewer in range(VIEWERS)]


def _pair(ruleset: str, viewer: int, seed: int) -> tuple[Live, Live]:
    chance = random.Random(seed)
    found: list[tuple[int, Live, Live]] = []
    for number in range(16):
        log = played(ruleset, 100 * seed + number)
        if log is None:
            continue
        world = World(log, 1)
        other = another(world, viewer, chance)
        if other is not None:
            here, there = live(world, viewer), live(other, viewer)
            unlike = sum(a != b for a, b in zip(here.open, there.open, strict=True))
            found.append((unlike, here, there))
    _, here, there = max(found, key=lambda one: one[0])
    return here, there


def robbable(ruleset: str, seed: int) -> tuple[list[Event], int] | None:
    """The log of a hand up to an added kong that somebody could have robbed, and whose it is.

    Good players who never win are ready soon, and wait for it.
    """
    driven = Driven(seed, ruleset=ruleset, limits=PAUSED).begin()
    table = driven.table
    opened = 0
    while table.phase == PLAYING and opened < MOST_BEFORE_KONG:
        asked = [seat for seat in range(4) if table.codes(seat)]
        if not asked:
            driven.wait(1)
            continue
        code = kong_lover(driven, asked[0])
        if code is None:
            return None
        driven.act(asked[0], code)
        opened += table.window
        awaited = table.awaited()
        if ADDED_KONG <= code < PONG and any(PASS in table.codes(seat) for seat in awaited):
            for seat in awaited:
                driven.act(seat, PASS)
            driven.wait(1)
            return driven.log, asked[0]
    return None


def kong_lover(driven: Driven, seat: int) -> int | None:
    """What somebody does who likes to add kongs and never wins; None when it has to win."""
    table = driven.table
    codes = [
        code for code in table.codes(seat) if code != WIN and not DECLARE <= code < CONCEALED_KONG
    ]
    liked = [code for code in codes if ADDED_KONG <= code <= PONG]
    if liked or PASS in codes:
        return liked[0] if liked else PASS
    assert table.hand is not None
    return Greedy().choose(table.hand, seat, codes, Chance(0)) if codes else None


@cache
def kong_pairs(ruleset: str) -> Couples:
    """Pairs of worlds with an added kong at the end that can be robbed in only one of them.

    They are the same to whoever has the kong, and to a spectator.
    """
    chance = random.Random(ruleset)
    found: Couples = []
    for seed in chain(KONG_SEEDS, range(10_000)):
        log, seat = robbable(ruleset, seed) or (None, None)
        if log is None or seat is None:
            continue
        for viewer in (seat, SPECTATORS):
            world = World(log, 1)
            other = another(world, viewer, chance)
            if other is not None:
                here, there = live(world, viewer), live(other, viewer)
                found += [(here, there)] if here.open[-1] and not there.open[-1] else []
        if len(found) >= 12:
            break
    return found


class Heard(Player):
    """Somebody who notes when each message comes."""

    def __init__(self, url: str, table: str, person: str | None) -> None:
        super().__init__(url, table, person)
        self.times: list[tuple[float, dict[str, Any]]] = []

    def take(self, text: str | bytes) -> dict[str, Any]:
        now = time.perf_counter()
        message = super().take(text)
        self.times.append((now, message))
        return message


async def follow(player: Heard, plan: dict[int, int], last: int, seconds: float | None) -> None:
    """Do what is planned, and go on listening meanwhile; pass after some seconds, or never."""
    todo = dict(plan)
    sending: set[asyncio.Task[None]] = set()
    socket = player.socket
    assert socket is not None

    async def act(prompt: int, code: int, after: float) -> None:
        await asyncio.sleep(after)
        message = {"type": "act", "id": f"{prompt}", "prompt": prompt, "code": code}
        await socket.send(json.dumps(message))

    while player.seq < last:
        prompt = player.prompt
        if prompt and prompt["codes"] and prompt["id"] in todo:
            code = todo.pop(prompt["id"])
            after = seconds if code == PASS else QUICK
            if after is not None:
                sending.add(asyncio.create_task(act(prompt["id"], code, after)))
        await player.receive(30)
    await asyncio.gather(*sending)
    assert not [one for one in player.answers.values() if one["type"] == "refused"]


async def perform(url: str, table: str, played: Live, seconds: float | None) -> list[Heard]:
    """Play a world; whoever declines an open tile says so after some seconds, or never.

    Returns what its viewer and a spectator have heard.
    """
    players = [Heard(url, table, person) for person in (*PEOPLE, None)]
    for player in players:
        await player.connect()
    for player in players[:SPECTATORS]:
        assert player.socket is not None
        await player.socket.send('{"type":"next","id":"n","number":1}')
    plans = [*played.plan, {}]
    await asyncio.gather(
        *(
            follow(player, plan, last, seconds)
            for player, plan, last in zip(players, plans, played.ends, strict=True)
        )
    )
    for player in players:
        await player.close()
    return [players[played.viewer], players[SPECTATORS]]


class Window(NamedTuple):
    """How many seconds a tile lay open: by the server's word, and as it was heard."""

    told: float
    heard: float


def windows(player: Heard) -> list[Window]:
    found: list[Window] = []
    opened: tuple[float, float] | None = None
    for came, message in player.times:
        if message["type"] != "update":
            continue
        stamped = [line["at"] for line in message["lines"] if "at" in line]
        if opened is not None and stamped:
            found.append(Window(stamp(stamped[0]) - opened[0], came - opened[1]))
            opened = None
        if message["lines"] and opens_window(message["lines"][-1]):
            opened = stamp(stamped[-1]), came
    return found


def opens_window(line: dict[str, Any]) -> bool:
    return line["type"] == "discard" or (line["type"], line.get("kind")) == ("kong", "added")


def stamp(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


def content(player: Heard) -> list[object]:
    """What the table has told, without times and the commitment, which hides another wall."""
    return [
        [
            {key: value for key, value in line.items() if key not in ("at", "commitment")}
            for line in message["lines"]
        ]
        for _, message in player.times
        if message["type"] == "update"
    ]


def compare(
    folder: Path,
    couples: Couples,
    limits: TimeLimits,
    seconds: Callable[[Live], float | None],
    kongs: bool = False,
) -> list[tuple[Window, Window]]:
    """Windows in which somebody could claim, each with its like in which nobody could.

    With `kongs` they are those after added kongs, else those after discards.
    """
    everything = [one for couple in couples for one in couple]
    given = tuple((one.wall.first_dealer, one.wall.dice, one.wall.tiles) for one in everything)
    setup = Setup(f"sqlite:///{folder}/x.sqlite", free_port(), seed="worlds", walls=given)
    server = Server(setup)
    specs = [
        TableSpec(ruleset=ruleset_of(one), hands=1, seats=people(), limits=limits)
        for one in everything
    ]
    try:
        tables = [server.create(spec) or "" for spec in specs]

        async def all_at_once() -> list[list[Heard]]:
            return await asyncio.gather(
                *(
                    perform(server.url, table, one, seconds(one))
                    for table, one in zip(tables, everything, strict=True)
                )
            )

        heard = asyncio.run(asyncio.wait_for(all_at_once(), 300))
    finally:
        server.kill()
    unlike: list[tuple[Window, Window]] = []
    for place, (here, there) in enumerate(couples):
        for ear in (0, 1):
            first, second = heard[2 * place][ear], heard[2 * place + 1][ear]
            assert content(first) == content(second)
            both = zip(windows(first), windows(second), here.open, there.open, strict=True)
            for is_kong, (one, other, could, could_there) in zip(here.kongs, both, strict=True):
                if is_kong == kongs and could != could_there:
                    unlike.append((one, other) if could else (other, one))
    assert len(unlike) > 20, len(unlike)
    return unlike


def ruleset_of(played: Live) -> str:
    created = played.world.log[0]
    assert isinstance(created, events.Created)
    return created.spec.ruleset


def difference(seconds: list[tuple[float, float]]) -> tuple[float, float]:
    """The median of the differences, and three times its standard error."""
    differences = [one - other for one, other in seconds]
    median = statistics.median(differences)
    scatter = statistics.median(abs(each - median) for each in differences)
    return median, 3 * 1.86 * scatter / len(differences) ** 0.5


def assert_alike(unlike: list[tuple[Window, Window]], least: float) -> None:
    assert min(window.told for pair in unlike for window in pair) > least - 0.0005
    for seconds in (
        [(one.told, other.told) for one, other in unlike],
        [(one.heard, other.heard) for one, other in unlike],
    ):
        median, noise = difference(seconds)
        assert abs(median) < TOLERANCE + noise


def assert_told(unlike: list[tuple[Window, Window]]) -> None:
    """That somebody could claim shows in how long windows last."""
    median, _ = difference([(one.told, other.told) for one, other in unlike])
    assert median > 5 * TOLERANCE
    median, noise = difference([(one.heard, other.heard) for one, other in unlike])
    assert median + noise > 5 * TOLERANCE
    assert noise < 0.1, "what would be found must not drown"


both_games = pytest.mark.parametrize("ruleset", ["guiyang", "duyun"])


@both_games
def test_strict_windows_last_their_time_whether_or_not_somebody_can_claim(
    tmp_path: Path, ruleset: str
) -> None:
    """Some decline at once, others never say so."""
    assert STRICT.strict_window is not None
    some = compare(tmp_path, pairs(ruleset), STRICT, lambda one: QUICK if one.viewer % 2 else None)
    assert_alike(some, STRICT.strict_window)


@both_games
def test_quick_answers_tell_nothing_within_the_pause(tmp_path: Path, ruleset: str) -> None:
    assert PAUSED.pause == 0.7
    assert_alike(compare(tmp_path, pairs(ruleset), PAUSED, lambda _: QUICK), PAUSED.pause)


def test_what_would_tell_something_is_found(tmp_path: Path) -> None:
    """In an ordinary room somebody who thinks longer than the pause shows that there is a claim."""
    assert_told(compare(tmp_path, pairs("duyun"), THINKING, lambda _: 0.5))


@pytest.mark.soak
@both_games
def test_strict_windows_after_added_kongs_tell_nothing(tmp_path: Path, ruleset: str) -> None:
    """Nobody says that the kong is not robbed."""
    assert STRICT_KONGS.strict_window is not None
    kongs = compare(tmp_path, kong_pairs(ruleset), STRICT_KONGS, lambda _: None, kongs=True)
    assert_alike(kongs, STRICT_KONGS.strict_window)


@pytest.mark.soak
@both_games
def test_the_pause_after_added_kongs_hides_quick_answers(tmp_path: Path, ruleset: str) -> None:
    kongs = compare(tmp_path, kong_pairs(ruleset), PAUSED_KONGS, lambda _: QUICK, kongs=True)
    assert_alike(kongs, PAUSED_KONGS.pause)


def test_what_would_tell_of_a_kong_that_can_be_robbed_is_found(tmp_path: Path) -> None:
    kongs = compare(tmp_path, kong_pairs("guiyang"), THINKING, lambda _: 0.5, kongs=True)
    assert_told(kongs)
