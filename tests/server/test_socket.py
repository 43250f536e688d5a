"""The WebSocket end: resuming, taking over, refusing, over real sockets to a real process."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from qianma.server import protocol
from qianma.server.events import TableSpec, TimeLimits
from tests.server.client import Player, scripted
from tests.server.ports import free_port
from tests.server.serving import Server, Setup
from tests.server.tables import PEOPLE, people

LIMITS = TimeLimits(decision=60, pause=0.05, first_hand=60)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(Setup(f"sqlite:///{tmp_path}/x.sqlite", free_port()))
    try:
        yield running
    finally:
        running.stop()


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_run(test), 60))


async def _run(test: Callable[[], Awaitable[None]]) -> None:
    await test()


async def table_of(server: Server, **spec: object) -> tuple[str, list[Player]]:
    settled = {"ruleset": "duyun", "hands": 1, "seats": people(), "limits": LIMITS, **spec}
    table = await asyncio.to_thread(server.create, TableSpec(**settled))  # type: ignore[arg-type]
    assert table is not None
    return table, [Player(server.url, table, person) for person in PEOPLE]


async def begin(players: list[Player]) -> None:
    for player in players:
        await player.connect()
    for player in players:
        await player.ask({"type": "next", "id": "n", "number": 1})
    await listen(players)


async def listen(players: list[Player]) -> None:
    """Everybody takes in what has been sent so far."""
    for player in players:
        name = f"ping {len(player.answers)}"
        await player.ask({"type": "ping", "id": name})


def asked(players: list[Player]) -> Player | None:
    for player in players:
        if player.prompt and player.prompt["codes"]:
            return player
    return None


def test_all_four_seats_come_back_to_their_own_with_tail_or_snapshot(server: Server) -> None:
    async def test() -> None:
        _, players = await table_of(server)
        await begin(players)
        own = [player.lines[-2]["deal"] for player in players]
        for seat, player in enumerate(players):
            assert player.seat == seat
            assert [hand[0] == "?" for hand in own[seat]] == [other != seat for other in range(4)]
            await player.close()
            player.seq -= 1
            await player.connect()
            update = json.loads(player.raw[-1])
            assert [line["type"] for line in update["lines"]] == ["draw"]
            again = Player(server.url, player.table, player.person)
            await again.connect()
            assert again.snapshot is not None
            assert again.snapshot["seat"] == seat
            assert again.snapshot["lines"][0]["deal"] == own[seat]
            assert again.snapshot["prompt"] == again.prompt
            await again.close()

    run(test)


def test_a_second_connection_takes_the_seat_and_the_first_is_told(server: Server) -> None:
    async def test() -> None:
        table, players = await table_of(server)
        await begin(players)
        second = Player(server.url, table, PEOPLE[0])
        await second.connect()
        assert await players[0].closed() == protocol.TAKEN_OVER
        assert players[0].others[-1] == {"type": "notice", "key": "live.taken_over"}
        await second.ask({"type": "ping", "id": "still here"})
        for player in (second, *players[1:]):
            await player.close()

    run(test)


def test_a_connection_that_joins_late_takes_no_seat_from_a_newer_one(server: Server) -> None:
    """As one does that a page has opened and left behind when it was loaded anew."""

    async def test() -> None:
        table, players = await table_of(server)
        await begin(players)
        late = Player(server.url, table, PEOPLE[0])
        late.socket = await connect(server.url, compression=None)
        newer = Player(server.url, table, PEOPLE[0])
        await newer.connect()
        assert await players[0].closed() == protocol.TAKEN_OVER
        join = {"type": "join", "table": table, "token": f"token-{PEOPLE[0]}", "seq": -1}
        await late.socket.send(json.dumps(join))
        assert await late.closed() == protocol.TAKEN_OVER
        assert late.snapshot is None
        await newer.ask({"type": "ping", "id": "still here"})
        for player in (newer, *players[1:]):
            await player.close()

    run(test)


def test_what_is_wrong_is_refused_and_the_game_goes_on(server: Server) -> None:
    async def test() -> None:
        _, players = await table_of(server)
        await begin(players)
        player = asked(players)
        assert player is not None
        assert player.prompt is not None
        wrong = next(code for code in range(112) if code not in player.prompt["codes"])
        answer = await player.ask(
            {"type": "act", "id": "a", "prompt": player.prompt["id"], "code": wrong}
        )
        assert answer["type"] == "refused"
        assert answer["key"].startswith("refusal.")
        stale = await player.ask({"type": "act", "id": "b", "prompt": 7, "code": wrong})
        assert (stale["type"], stale["key"]) == ("refused", "live.stale")
        assert player.socket is not None
        for text in ("", "{", "[]", '{"type":"act"}', '{"type":"act","id":"x","seat":2}'):
            await player.socket.send(text)
            player.answers.pop("None", None)
            while "None" not in player.answers:
                await player.receive()
            assert player.answers["None"]["key"] == "live.malformed"
        right = {"type": "act", "id": "c", "prompt": player.prompt["id"]}
        code = scripted(0, player.prompt)
        assert (await player.ask({**right, "code": code}))["type"] == "done"
        player.answers.clear()
        assert (await player.ask({**right, "code": code}))["repeated"] is True
        for one in players:
            await one.close()

    run(test)


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"join","table":"nowhere"}', protocol.UNKNOWN_TABLE),
        ('{"type":"join","table":"nowhere","token":"forged"}', protocol.NOT_ALLOWED),
        ('{"type":"ping","id":"1"}', protocol.MALFORMED),
        ("no JSON", protocol.MALFORMED),
    ],
)
def test_who_is_not_let_in_is_told_why(server: Server, first: str, code: int) -> None:
    async def test() -> None:
        async with connect(server.url) as socket:
            await socket.send(first)
            assert json.loads(await socket.recv())["type"] == "refused"
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code

    run(test)


def test_floods_and_long_messages_end_their_own_connection_only(server: Server) -> None:
    async def test() -> None:
        _, players = await table_of(server)
        await begin(players)
        for message, code in (("x" * 5000, protocol.MALFORMED), ('{"type":"ping","id":"1"}', 4009)):
            flooding = Player(server.url, players[0].table, PEOPLE[0])
            await flooding.connect()
            assert flooding.socket is not None
            with suppress(ConnectionClosed):
                for _ in range(100):
                    await flooding.socket.send(message)
            assert await flooding.closed() == code
        await listen(players[1:])
        for one in players:
            await one.close()

    run(test)


def test_switches_are_taken_a_few_at_a_time(server: Server) -> None:
    """Each of them is kept for good, so that nobody may fill the store with them."""

    async def test() -> None:
        _, players = await table_of(server)
        await begin(players)
        answers = [
            await players[1].ask({"type": "auto", "id": f"{number}", "on": number % 2 == 0})
            for number in range(30)
        ]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert {answer["key"] for answer in refused} == {"live.too_many_switches"}
        assert [answer["type"] for answer in answers[:12]] == ["done"] * 12
        assert len(refused) > 10
        await players[1].close()
        await players[1].connect()
        back = [
            await players[1].ask({"type": "auto", "id": f"again {number}", "on": True})
            for number in range(12)
        ]
        assert "refused" in {answer["type"] for answer in back}, "coming back brings no more"
        # The others have theirs, and what plays the hand is not counted.
        assert (await players[2].ask({"type": "auto", "id": "x", "on": True}))["type"] == "done"
        for one in players:
            await one.close()

    run(test)


def test_phrases_reach_everybody_a_few_at_a_time_and_spectators_say_nothing(server: Server) -> None:
    async def test() -> None:
        table, players = await table_of(server)
        await begin(players)
        watcher = Player(server.url, table, None)
        await watcher.connect()
        for number in range(3):
            said = {"type": "say", "id": f"{number}", "phrase": "thanks"}
            assert (await players[1].ask(said))["type"] == "done"
        refused = await players[1].ask({"type": "say", "id": "4", "phrase": "thanks"})
        assert refused["key"] == "live.too_many_phrases"
        await players[1].close()
        await players[1].connect()
        again = [{"type": "say", "id": f"again {number}", "phrase": "hello"} for number in range(3)]
        kinds = {(await players[1].ask(one))["type"] for one in again}
        assert "refused" in kinds, "coming back brings no more of them"
        await listen([watcher, players[0]])
        heard = {"type": "said", "seat": 1, "phrase": "thanks"}
        assert watcher.others.count(heard) == players[0].others.count(heard) == 3
        # Whoever does not want to hear a seat does not, until they do.
        mute = {"type": "mute", "id": "m", "seat": 2, "on": True}
        for one in (watcher, players[0]):
            assert (await one.ask(mute))["type"] == "done"
        said = {"type": "say", "id": "s", "phrase": "angry"}
        assert (await players[2].ask(said))["type"] == "done"
        assert (await watcher.ask({**mute, "id": "n", "on": False}))["type"] == "done"
        said = {"type": "say", "id": "t", "phrase": "sorry"}
        assert (await players[2].ask(said))["type"] == "done"
        await listen([watcher, *players])

        def heard_of(player: Player) -> list[str]:
            return [
                one["phrase"] for one in player.others if one.get("seat") == 2 and "phrase" in one
            ]

        assert [heard_of(one) for one in (watcher, players[0], players[1])] == [
            ["sorry"],
            [],
            ["angry", "sorry"],
        ]
        refused = await watcher.ask({"type": "say", "id": "1", "phrase": "thanks"})
        assert refused["key"] == "live.spectator"
        for one in (*players, watcher):
            await one.close()

    run(test)


def test_who_may_not_watch_does_not(server: Server) -> None:
    async def test() -> None:
        table, _ = await table_of(server, watching=False)
        async with connect(server.url) as socket:
            await socket.send(json.dumps({"type": "join", "table": table}))
            assert json.loads(await socket.recv())["key"] == "live.not_allowed"

    run(test)


def test_a_stopping_server_says_so_and_the_table_is_there_again(tmp_path: Path) -> None:
    setup = Setup(f"sqlite:///{tmp_path}/x.sqlite", free_port())
    running = Server(setup)

    async def before() -> list[Player]:
        _, players = await table_of(running)
        await begin(players)
        await asyncio.to_thread(running.stop)
        for player in players:
            assert await player.closed() == 1012
        return players

    async def after(players: list[Player]) -> None:
        for player in players:
            await player.connect()
        assert asked(players) is not None
        for player in players:
            await player.close()

    players = asyncio.run(asyncio.wait_for(before(), 30))
    again = Server(setup)
    try:
        asyncio.run(asyncio.wait_for(after(players), 30))
    finally:
        again.stop()
