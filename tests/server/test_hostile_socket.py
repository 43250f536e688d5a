"""Hostile, broken and vanished peers of the WebSocket: refused in one line, others play on.

What is stated in docs/server.md about limits is held to here, over real sockets to a real server.
"""

import asyncio
import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from qianma.messages import catalogue, text
from qianma.server import protocol
from qianma.server.events import BuiltInSeat, TableSpec, TimeLimits
from tests.server.client import Player, scripted
from tests.server.operating import Running
from tests.server.raw_socket import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    TEXT,
    RawSocket,
    frame,
)
from tests.server.tables import PEOPLE, people

OPEN = "tests.server.open_server"
ATTACKERS = "127.0.0.2"
"""This machine too, but another address for the server."""
MOST_SECONDS = 0.5
"""What 95 of 100 commands at another table take at most while one address does its worst."""
MOST_BYTES = 256 * 1024
"""What a connection may take up in the server that does not read."""
LIMITS = TimeLimits(decision=600, pause=0.05, first_hand=600, between_hands=600)
PLAIN_PING = '{"type":"ping","id":"1"}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("hostile")
    with Running(f"sqlite:///{folder}/x.sqlite", OPEN, connections_per_address=1000) as running:
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


MALFORMED = {
    "": "truncated",
    "{": "truncated",
    "no JSON": "malformed",
    "[]": "Expected `object`",
    "null": "Expected `object`",
    '"join"': "Expected `object`",
    "{}": "missing required field `type`",
    '{"type":"deal"}': "Invalid value 'deal'",
    '{"type":"join","table":"x"}': "Invalid value 'join'",
    '{"type":1,"id":"1"}': "Expected `str`",
    '{"type":"ping"}': "missing required field `id`",
    '{"type":"ping","id":1}': "Expected `str`, got `int`",
    '{"type":"ping","id":""}': "length >= 1",
    '{"type":"ping","id":"' + 37 * "x" + '"}': "length <= 36",
    '{"type":"ping","id":"\\ud800"}': "",
    '{"type":"act","id":"1","prompt":"1","code":1}': "Expected `int`, got `str`",
    '{"type":"act","id":"1","prompt":1,"code":112}': "<= 111",
    '{"type":"act","id":"1","prompt":1,"code":-1}': ">= 0",
    '{"type":"act","id":"1","prompt":1,"code":1.5}': "Expected `int`, got `float`",
    '{"type":"act","id":"1","prompt":1,"code":true}': "Expected `int`, got `bool`",
    '{"type":"act","id":"1","prompt":' + 3000 * "9" + ',"code":1}': "Expected `int`",
    '{"type":"act","id":"1","prompt":1,"code":1,"seat":2}': "unknown field `seat`",
    '{"type":"next","id":"1","number":1,"contribution":"5"}': "matching regex",
    '{"type":"next","id":"1","number":1,"contribution":"' + 65 * "00" + '"}': "length <= 128",
    '{"type":"next","id":"1","number":0}': ">= 1",
    '{"type":"say","id":"1","phrase":"anything"}': "Invalid enum value 'anything'",
    '{"type":"vote","id":"1","yes":"yes"}': "Expected `bool`",
    '{"x":' + 4000 * "[": "Nested too deeply",
    '{"x":' + 600 * '{"a":': "",
}


def test_what_cannot_be_read_is_refused_with_its_reason(server: Running) -> None:
    table = new_table(server)
    before = refusals(server, "live.malformed")
    messages = list(MALFORMED)
    for start in range(0, len(messages), 5):
        with RawSocket(server.port) as raw:
            raw.join(table)
            for message in messages[start : start + 5]:
                answer = raw.answer(message)
                assert (answer["id"], answer["key"]) == (None, "live.malformed"), message
                assert MALFORMED[message] in one_line(answer), (message, answer)
            assert raw.answer(PLAIN_PING) == {"type": "done", "id": "1", "repeated": False}
    assert refusals(server, "live.malformed") == before + len(messages)


def test_binary_messages_are_refused_and_too_many_of_them_end_it(server: Running) -> None:
    with RawSocket(server.port) as raw:
        raw.join(new_table(server))
        for _ in range(5):
            raw.send(frame(BINARY, PLAIN_PING.encode()))
            answer = raw.message()
            assert answer["key"] == "live.malformed"
            assert "binary" in one_line(answer)
        raw.send(frame(BINARY, b"\x00"))
        assert raw.end() == (protocol.MALFORMED, "live.malformed")


def test_a_message_has_so_many_bytes_at_most(server: Running) -> None:
    table = new_table(server)
    with RawSocket(server.port) as raw:
        raw.join(table)
        assert raw.answer(PLAIN_PING.ljust(protocol.MOST_BYTES))["type"] == "done"
    for longer in (
        PLAIN_PING.ljust(protocol.MOST_BYTES + 1),
        json.dumps({"type": "ping", "id": "牌" * 2000}, ensure_ascii=False),
    ):
        with RawSocket(server.port) as raw:
            raw.join(table)
            raw.say(longer)
            assert raw.end() == (protocol.MALFORMED, "live.too_long")


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


@pytest.mark.parametrize("kind", FRAMES)
def test_frames_that_are_none_end_their_connection(server: Running, kind: str) -> None:
    data, code = FRAMES[kind]
    with RawSocket(server.port) as raw:
        raw.join(new_table(server))
        raw.send(data)
        found, reason = raw.end()
    assert found == code
    assert "\n" not in reason


def test_what_comes_instead_of_a_join_is_refused(server: Running) -> None:
    table = new_table(server)
    firsts: list[tuple[bytes, int, str]] = [
        (frame(TEXT, b"{"), protocol.MALFORMED, "live.no_join"),
        (frame(TEXT, PLAIN_PING.encode()), protocol.MALFORMED, "live.no_join"),
        (frame(TEXT, b'{"x":' + 4000 * b"["), protocol.MALFORMED, "live.no_join"),
        (frame(BINARY, b"\x00\xff"), protocol.MALFORMED, "live.no_join"),
    ]
    for join, code, key in (
        ({"table": table, "token": "forged"}, protocol.NOT_ALLOWED, "live.unknown_token"),
        ({"table": table, "token": ""}, protocol.NOT_ALLOWED, "live.unknown_token"),
        ({"table": table, "token": "x" * 129}, protocol.MALFORMED, "live.no_join"),
        ({"table": "nowhere"}, protocol.UNKNOWN_TABLE, "live.unknown_table"),
        ({"table": "'; DROP TABLE game; --"}, protocol.MALFORMED, "live.no_join"),
        ({"table": table, "seq": 10**12}, protocol.MALFORMED, "live.no_join"),
        ({"table": table, "seat": 0}, protocol.MALFORMED, "live.no_join"),
    ):
        first = json.dumps({"type": "join", **join}).encode()
        firsts.append((frame(TEXT, first), code, key))
    before = {key: refusals(server, key) for _, _, key in firsts}
    for data, code, key in firsts:
        with RawSocket(server.port) as raw:
            raw.send(data)
            answer = raw.message()
            assert (answer["type"], answer["id"], answer["key"]) == ("refused", None, key)
            assert one_line(answer) == catalogue("en")[key]
            assert raw.end() == (code, key)
    with RawSocket(server.port) as raw:
        raw.send(firsts[0][0])  # and does not wait for an answer
    for key, count in before.items():
        told = sum(one[2] == key for one in firsts) + (key == "live.no_join")
        wait_for(lambda key=key, least=count + told: refusals(server, key) == least)  # type: ignore[misc]


FLOODS = {
    "messages": frame(TEXT, PLAIN_PING.encode()) * 100,
    "empty messages": frame(TEXT) * 50_000,
    "pings": frame(PING, bytes(125)) * 2000,
    "empty parts": frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 50_000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_ends_its_own_connection(server: Running, kind: str) -> None:
    before = refusals(server, "live.too_many")
    with RawSocket(server.port) as raw:
        raw.join(new_table(server))
        raw.send(FLOODS[kind])
        assert raw.end() == (protocol.TOO_MANY, "live.too_many")
    wait_for(lambda: refusals(server, "live.too_many") == before + 1)


def test_only_the_seat_that_is_asked_acts_and_once(server: Running) -> None:
    table = new_table(server, hands=1)
    with_seats = [RawSocket(server.port) for _ in PEOPLE]
    watcher = RawSocket(server.port)
    try:
        snapshots = [raw.join(table, name) for raw, name in zip(with_seats, PEOPLE, strict=True)]
        assert [snapshot["seat"] for snapshot in snapshots] == [0, 1, 2, 3]
        assert watcher.join(table, "stranger")["seat"] is None
        for raw in with_seats:
            assert raw.answer({"type": "next", "id": "n", "number": 1})["type"] == "done"
        states = []
        for name in PEOPLE:
            with RawSocket(server.port) as raw:  # takes the seat over, as another tab would
                states.append(raw.join(table, name))
        turn = next(state["seat"] for state in states if state["prompt"])
        prompt = states[turn]["prompt"]
        act = {"type": "act", "prompt": prompt["id"], "code": prompt["codes"][0]}
        seats = [RawSocket(server.port) for _ in PEOPLE]
        for raw, name in zip(seats, PEOPLE, strict=True):
            raw.join(table, name)
        for seat, raw in enumerate(seats):
            if seat != turn:
                assert raw.answer({**act, "id": "a"})["key"] == "live.stale"
        assert watcher.answer({**act, "id": "a"})["key"] == "live.spectator"
        for old in (0, prompt["id"] - 1, prompt["id"] + 1, 2**53):
            answer = seats[turn].answer({**act, "id": f"old {old}", "prompt": old})
            assert answer["key"] == "live.stale"
        assert seats[turn].answer({**act, "id": "a"}) == {
            "type": "done",
            "id": "a",
            "repeated": False,
        }
        # The same id again is the same command, whatever else it says now.
        for again in (act, {**act, "code": prompt["codes"][-1]}, {"type": "auto", "on": True}):
            answer = seats[turn].answer({**again, "id": "a"})
            assert (answer["type"], answer["repeated"]) == ("done", True)
        assert seats[turn].answer({**act, "id": "b"})["key"] == "live.stale"
        with RawSocket(server.port) as late:
            lines = late.join(table)["lines"]
        assert [line["type"] for line in lines[1:3]] == ["draw", "discard"]
        assert sum(line["type"] == "discard" and line["seat"] == turn for line in lines) == 1
        for raw in seats:
            raw.socket.close()
    finally:
        for raw in (*with_seats, watcher):
            raw.socket.close()


def test_a_table_that_nobody_may_watch_is_closed_to_tokens_of_others(server: Running) -> None:
    table = new_table(server, watching=False)
    for token in (None, "token-eve"):
        with RawSocket(server.port) as raw:
            raw.say({"type": "join", "table": table, "token": token})
            assert raw.message()["key"] == "live.not_allowed"
            assert raw.end() == (protocol.NOT_ALLOWED, "live.not_allowed")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x"])
def test_a_page_of_another_origin_does_not_come_in(server: Running, origin: str) -> None:
    before = refusals(server, "http.foreign_origin")
    with RawSocket(server.port, origin=origin) as raw:
        assert raw.status == 403
        problem = json.loads(raw.rest())
    assert problem["key"] == "http.foreign_origin"
    assert problem["facts"] == {"origin": origin}
    assert refusals(server, "http.foreign_origin") == before + 1
    with RawSocket(server.port, origin=f"http://127.0.0.1:{server.port}") as raw:
        assert raw.status == 101


async def play(player: Player, until: float) -> list[float]:
    """Play hand after hand; how many seconds each command took from being sent to its answer."""
    seconds: list[float] = []
    await player.connect()
    begun = 0
    while time.monotonic() < until:
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


def quick_table(server: Running) -> str:
    limits = TimeLimits(decision=600, pause=0.01, first_hand=600, between_hands=600)
    other = BuiltInSeat("tsumogiri", "instant")
    seats = (people()[0], other, other, other)
    return new_table(server, seats=seats, limits=limits, hands=None, stand_in_pace="instant")


def at(share: float, seconds: list[float]) -> float:
    return sorted(seconds)[int(share * (len(seconds) - 1))]


def attack(port: int, table: str, until: float) -> None:
    """Do one's worst from one address, again and again."""
    worst = [
        *FLOODS.values(),
        *(data for data, _ in FRAMES.values()),
        frame(TEXT, b"{") * 30,
        frame(TEXT, b'{"x":' + 4000 * b"[") * 30,
        frame(CLOSE, b"\x03\xe8") * 30_000,
    ]
    place = 0
    while time.monotonic() < until:
        try:
            with RawSocket(port, address=ATTACKERS) as raw:
                if raw.status == 101:
                    raw.say({"type": "join", "table": table, "seq": -1})
                    raw.send(worst[place % len(worst)])
                    place += 1
        except (OSError, AssertionError):
            continue


def test_while_one_address_does_its_worst_others_play_on(server: Running) -> None:
    table = quick_table(server)
    attacked = new_table(server)

    async def measure(attackers: int) -> list[float]:
        until = time.monotonic() + 4
        processes = [
            multiprocessing.get_context("spawn").Process(
                target=attack, args=(server.port, attacked, until)
            )
            for _ in range(attackers)
        ]
        for one in processes:
            one.start()
        seconds = await play(Player(server.socket_url, table, PEOPLE[0]), until)
        for one in processes:
            await asyncio.to_thread(one.join)
        return seconds

    before = refusals(server, "live.too_many")
    calm = asyncio.run(asyncio.wait_for(measure(0), 60))
    disturbed = asyncio.run(asyncio.wait_for(measure(2), 60))
    assert refusals(server, "live.too_many") > before, "there was an attack"
    assert len(disturbed) > 10
    assert at(0.95, disturbed) < MOST_SECONDS, (at(0.95, calm), at(0.95, disturbed))
    print(f"p95 {at(0.95, calm):.4f} s, under attack {at(0.95, disturbed):.4f} s")


def resident(server: Running) -> int:
    """Bytes of memory that a server takes up."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def open_files(server: Running) -> int:
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def test_who_never_reads_is_closed_and_holds_up_nobody(server: Running) -> None:
    table = quick_table(server)
    files, slow_before = open_files(server), refusals(server, "live.slow")
    memory = resident(server)
    readers = [RawSocket(server.port, buffer=2048) for _ in range(30)]
    for raw in readers:
        raw.say({"type": "join", "table": table, "seq": -1})

    async def measure() -> list[float]:
        """Let the table be played as fast as it goes; how long its own commands take meanwhile."""
        seconds: list[float] = []
        player = Player(server.socket_url, table, PEOPLE[0])
        await player.connect()
        await player.ask({"type": "auto", "id": "auto", "on": True})
        while refusals(server, "live.slow") - slow_before < len(readers):
            for _ in range(5):
                await asyncio.sleep(0.1)
                start = time.perf_counter()
                vote = {"type": "vote", "id": f"{len(seconds)}", "yes": False}
                assert (await player.ask(vote))["key"] == "live.no_vote"
                seconds.append(time.perf_counter() - start)
        assert player.number > 1, "hands were played"
        await player.close()
        return seconds

    seconds = asyncio.run(asyncio.wait_for(measure(), 120))
    grown = resident(server) - memory
    assert at(0.95, seconds) < MOST_SECONDS
    assert grown < len(readers) * MOST_BYTES
    wait_for(lambda: open_files(server) <= files, 10)
    for raw in readers:
        raw.socket.close()
    print(f"p95 {at(0.95, seconds):.4f} s, {grown / len(readers) / 1024:.0f} KB each")


@pytest.mark.parametrize("ping", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_who_has_vanished_is_found_and_the_seat_is_kept(tmp_path: Path, ping: int) -> None:
    database = f"sqlite:///{tmp_path}/x.sqlite"
    with Running(database, OPEN, environment={"OPEN_SERVER_PING": str(ping)}) as server:
        table = new_table(server)
        files = open_files(server)
        with RawSocket(server.port) as gone:
            assert gone.join(table, "ann")["seat"] == 0
            gone.vanish()
            start = time.monotonic()
            other = Player(server.socket_url, table, "bob")

            async def told() -> float:
                await other.connect()
                while {"type": "presence", "seat": 0, "connected": False} not in other.others:
                    await other.receive(3 * ping + 20)
                await other.close()
                return time.monotonic() - start

            assert ping <= asyncio.run(told()) < 2 * ping + 10
        with RawSocket(server.port) as again:
            assert again.join(table, "ann")["seat"] == 0, "the seat is kept"
            again.vanish()
            # Whoever comes back before the old line is found dead need not wait for that.
            with RawSocket(server.port) as third:
                assert third.join(table, "ann")["seat"] == 0
                assert third.answer(PLAIN_PING)["type"] == "done"
                wait_for(lambda: measured(server, "qianma_connections") <= 1, 15)
                wait_for(lambda: open_files(server) <= files + 1, 15)
        assert server.stop() == 0
        assert '"level": "error"' not in server.log
