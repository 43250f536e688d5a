"""Hostile, broken and vanished peers of the WebSocket: refused in one line, others play on.

What is stated in docs/server.md about limits is held to here, over real sockets to a real server.
"""

import json
import socket
import struct
from collections.abc import Iterator

import pytest

from qianma.messages import catalogue
from qianma.server import protocol
from tests.server.hostile import (
    FLOODS,
    FRAMES,
    PLAIN_PING,
    attacked,
    measured,
    new_table,
    one_line,
    open_sockets,
    refusals,
    wait_for,
)
from tests.server.operating import Running
from tests.server.raw_socket import (
    BINARY,
    TEXT,
    RawSocket,
    frame,
    handshake,
)
from tests.server.tables import PEOPLE

OPEN = "tests.server.open_server"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with attacked(tmp_path_factory.mktemp("hostile")) as running:
        yield running


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


def test_who_goes_at_any_moment_leaves_nothing_behind(server: Running) -> None:
    table = new_table(server)
    sockets = open_sockets(server)
    join = frame(TEXT, json.dumps({"type": "join", "table": table}).encode())
    for number in range(60):
        raw = socket.create_connection(("127.0.0.1", server.port))
        if number % 2:  # the line breaks, else it is closed
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.sendall(handshake(server.port))
        if number % 3:
            raw.recv(4096)
        if number % 3 == 2:
            raw.sendall(join + join)
        raw.close()
    wait_for(
        lambda: open_sockets(server) <= sockets and not measured(server, "qianma_connections"), 20
    )


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
