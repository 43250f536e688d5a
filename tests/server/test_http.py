"""HTTP as every client meets it: refusals, limits, headers, health, metrics, the document."""

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from qianma.messages import LANGUAGES, text
from qianma.server.events import TableSpec
from tests.server.client import Player, scripted
from tests.server.operating import Answer, Running
from tests.server.postgres import cluster
from tests.server.tables import with_built_in

OPEN = "tests.server.open_server"
SPEC = msgspec.to_builtins(TableSpec(ruleset="duyun", seats=with_built_in(), hands=1))
HOPS = {"proxy_hops": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    with Running(f"sqlite:///{folder}/q.sqlite", OPEN, log_level="debug", body_bytes=2048) as it:
        yield it


def started(tmp_path: Path, **flags: Any) -> Running:
    return Running(f"sqlite:///{tmp_path}/q.sqlite", OPEN, **flags)


def problem(answer: Answer, status: int, key: str) -> dict[str, Any]:
    """The facts of a refusal, which can be told in every language."""
    assert answer.status == status, answer
    assert answer.headers["Content-Type"] == "application/json"
    found = answer.document
    assert found["key"] == key
    for language in LANGUAGES:
        assert "{" not in text(key, language, **found["facts"])
    facts: dict[str, Any] = found["facts"]
    return facts


def test_health_asks_the_database() -> None:
    with cluster() as running, Running(running.database(), OPEN) as server:
        assert server.ask("/healthz").document["status"] == "ok"
        running.run("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")
        answer = server.ask("/healthz")
        assert (answer.status, answer.document["status"]) == (503, "no_database")
        options = f"-p {running.port} -k {running.folder} -h 127.0.0.1"
        running.run("pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start")
        assert server.ask("/healthz").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/nothing", "/metrics"])
def test_every_answer_has_the_headers_that_keep_pages_in_their_place(
    server: Running, path: str
) -> None:
    headers = server.ask(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "Server" not in headers
    assert "Strict-Transport-Security" not in headers


@pytest.mark.parametrize(
    ("host", "sockets"),
    [
        ("mahjong.example:8765", " ws://mahjong.example:8765 wss://mahjong.example:8765"),
        ("192.168.1.5", " ws://192.168.1.5 wss://192.168.1.5"),
        ("a.example; script-src *", ""),
        ("a.example wss://evil.example", ""),
        ("*", ""),
        ("[::1]:80", ""),
        ("a" * 300, ""),
    ],
)
def test_the_policy_names_the_sockets_of_the_host_and_of_no_other(
    server: Running, host: str, sockets: str
) -> None:
    policy = server.ask("/healthz", headers={"Host": host}).headers["Content-Security-Policy"]
    assert f"; connect-src 'self'{sockets}; img-src" in policy
    assert policy.count("-src") == 5


def test_https_is_only_told_of_by_a_proxy_of_ones_own(tmp_path: Path, server: Running) -> None:
    told = {"X-Forwarded-Proto": "https"}
    assert "Strict-Transport-Security" not in server.ask("/healthz", headers=told).headers
    with started(tmp_path, **HOPS) as behind:
        assert "Strict-Transport-Security" in behind.ask("/healthz", headers=told).headers


def test_what_is_not_there(server: Running) -> None:
    problem(server.ask("/nothing"), 404, "http.not_found")
    problem(server.ask("/healthz/"), 404, "http.not_found")
    answer = server.ask("/healthz", "DELETE")
    problem(answer, 405, "http.not_allowed")
    assert "GET" in answer.headers["Allow"]
    problem(server.ask("/healthz", "BREW"), 405, "http.not_allowed")


def test_a_body_that_is_right_and_bodies_that_are_not(server: Running) -> None:
    answer = server.ask("/tables", "POST", SPEC)
    assert answer.status == 201
    assert set(answer.document) == {"table"}
    json_type = {"Content-Type": "application/json; charset=utf-8"}
    for body in (b"", b"{", b"[]", b"\xff", b'{"ruleset": 1}', b"[" * 2000):
        facts = problem(server.ask("/tables", "POST", body, json_type), 400, "http.malformed")
        assert facts["reason"]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = json.dumps(SPEC).encode()
    problem(server.ask("/tables", "POST", body, form), 415, "http.not_json")
    problem(server.ask("/tables", "POST", body), 415, "http.not_json")


def test_a_large_body_is_refused_whether_or_not_it_tells_its_length(server: Running) -> None:
    json_type = {"Content-Type": "application/json"}
    full = server.ask("/tables", "POST", b" " * 2048, json_type)
    problem(full, 400, "http.malformed")
    large = server.ask("/tables", "POST", b" " * 2049, json_type)
    assert problem(large, 413, "http.too_large") == {"most": 2048}
    chunks = iter([b" " * 1024] * 3)
    problem(server.ask("/tables", "POST", chunks, json_type), 413, "http.too_large")


def test_pages_of_other_sites_may_change_nothing(tmp_path: Path) -> None:
    allowed = {"allowed_origins": "https://friend.example", "public_url": "https://own.example"}
    with started(tmp_path, **allowed) as server:
        own = f"http://127.0.0.1:{server.port}"
        for origin in (own, "https://friend.example", "https://own.example"):
            answer = server.ask("/tables", "POST", SPEC, {"Origin": origin})
            assert answer.status == 201, origin
            asyncio.run(_opens(server, origin))
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1", own + ".evil.example"):
            answer = server.ask("/tables", "POST", SPEC, {"Origin": origin})
            assert problem(answer, 403, "http.foreign_origin") == {"origin": origin}
            with pytest.raises(InvalidStatus) as refused:
                asyncio.run(_opens(server, origin))
            assert refused.value.response.status_code == 403
        # Reading is left to the browser, which shows a page nothing of another origin.
        assert server.ask("/healthz", headers={"Origin": "https://evil.example"}).status == 200


async def _opens(server: Running, origin: str) -> None:
    async with connect(server.socket_url, additional_headers={"Origin": origin}) as opened:
        await opened.send("{}")
        assert json.loads(await opened.recv())["key"] == "live.no_join"


def test_too_many_requests_of_one_address_are_refused_for_a_while(tmp_path: Path) -> None:
    with started(tmp_path, requests_per_second=0.5) as server:
        assert [server.ask("/healthz").status for _ in range(3)] == [200, 200, 429]
        answer = server.ask("/healthz")
        assert problem(answer, 429, "http.too_many") == {"seconds": 1}
        assert answer.headers["Retry-After"] == "1"
        time.sleep(2.2)
        assert server.ask("/healthz").status == 200


def test_addresses_are_told_apart_by_as_many_proxies_as_are_ones_own(tmp_path: Path) -> None:
    def ask(server: Running, forwarded: str) -> int:
        return server.ask("/healthz", headers={"X-Forwarded-For": forwarded}).status

    with started(tmp_path, requests_per_second=0.1, **HOPS) as server:
        assert ask(server, "203.0.113.1") == 200
        assert ask(server, "203.0.113.2") == 200
        assert ask(server, "198.51.100.7, 203.0.113.1") == 429, "what a client invents is no help"
        assert ask(server, "2001:db8::1") == 200
        assert ask(server, "2001:db8::2") == 429, "one household"
    with started(tmp_path, requests_per_second=0.1) as server:
        assert ask(server, "203.0.113.1") == 200
        assert ask(server, "203.0.113.2") == 429, "nobody's word is taken"


def test_one_address_may_hold_so_many_connections_open(tmp_path: Path) -> None:
    async def hold(server: Running) -> None:
        async with connect(server.socket_url), connect(server.socket_url):
            with pytest.raises(InvalidStatus) as refused:
                await connect(server.socket_url)
            assert refused.value.response.status_code == 429
            answer = await asyncio.to_thread(server.ask, "/healthz")
            assert problem(answer, 429, "http.too_many_open") == {"most": 2}
        answer = await asyncio.to_thread(server.ask, "/healthz")
        assert answer.status == 200

    with started(tmp_path, connections_per_address=2) as server:
        asyncio.run(hold(server))


def test_a_connection_that_asks_for_nothing_is_ended(server: Running) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as silent:
        assert silent.recv(1) == b""


def test_metrics_count_what_happens(server: Running) -> None:
    table = server.ask("/tables", "POST", SPEC).document["table"]
    asyncio.run(_begin(server, table))
    shown = server.ask("/metrics").body.decode()
    lines = dict(line.rsplit(" ", 1) for line in shown.splitlines() if not line.startswith("#"))
    assert float(lines["qianma_tables"]) >= 1
    assert float(lines['qianma_commands_total{kind="next",outcome="done"}']) == 1
    assert float(lines['qianma_commands_total{kind="next",outcome="repeated"}']) == 1
    assert float(lines['qianma_commands_total{kind="act",outcome="refused"}']) == 1
    assert float(lines['qianma_refusals_total{key="live.stale"}']) == 1
    assert float(lines["qianma_command_seconds_count"]) == 3
    assert float(lines["qianma_commit_seconds_count"]) >= 2
    counted = 'qianma_http_request_seconds_count{method="POST",route="/tables",status="201"}'
    assert float(lines[counted]) >= 1
    assert table not in shown


async def _begin(server: Running, table: str) -> None:
    player = Player(server.socket_url, table, "ann")
    await player.connect()
    begin = {"type": "next", "id": "a", "number": 1, "contribution": "00" * 8}
    assert (await player.ask(begin))["type"] == "done"
    del player.answers["a"]
    assert (await player.ask(begin))["repeated"]
    stale = {"type": "act", "id": "b", "prompt": 0, "code": 0}
    assert (await player.ask(stale))["type"] == "refused"
    await player.close()


def test_who_may_see_the_metrics(tmp_path: Path) -> None:
    elsewhere = {"X-Forwarded-For": "203.0.113.1"}
    for who, here, there in (("local", 200, 404), ("everybody", 200, 200), ("nobody", 404, 404)):
        with started(tmp_path, metrics=who, **HOPS) as server:
            assert server.ask("/metrics").status == here
            assert server.ask("/metrics", headers=elsewhere).status == there


def test_the_document_describes_the_routes_by_their_types(server: Running) -> None:
    document = server.ask("/openapi.json").document
    assert document["openapi"] == "3.1.0"
    assert {"/healthz", "/metrics", "/openapi.json", "/tables", "/tables/{table}"} <= set(
        document["paths"]
    )
    create = document["paths"]["/tables"]["post"]
    body = create["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/TableSpec"}
    answer = create["responses"]["201"]["content"]["application/json"]["schema"]
    assert answer == {"$ref": "#/components/schemas/Created"}
    show = document["paths"]["/tables/{table}"]["get"]
    assert (show["summary"], show["description"]) == ("Say its name again.", "That is all.")
    assert show["parameters"] == [
        {"name": "table", "in": "path", "schema": {"type": "string"}, "required": True},
        {"$ref": "#/components/parameters/AcceptLanguage"},
    ]
    healthy = document["paths"]["/healthz"]["get"]["responses"]
    for status in ("200", "503"):
        described = healthy[status]["content"]["application/json"]["schema"]
        assert described == {"$ref": "#/components/schemas/Health"}
    for reference in _references(document):
        found = document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "$ref":
                yield value
            else:
                yield from _references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _references(value)


def test_the_messages_of_the_socket_are_described(server: Running) -> None:
    definitions = server.ask("/schemas/websocket.json").document["$defs"]
    assert {"ClientMessage", "ServerMessage", "Act", "Snapshot", "Update"} <= set(definitions)


def test_logs_tell_no_secret_and_no_tile(tmp_path: Path) -> None:
    with started(tmp_path, log_level="debug") as server:
        table = server.ask("/tables", "POST", SPEC).document["table"]
        player = Player(server.socket_url, table, "ann")
        asyncio.run(_play(player))
        bearer = {"Authorization": "Bearer token-secret-of-ann"}
        problem(server.ask("/tables/private-code?key=secret-key", headers=bearer), 409, "live.over")
        problem(server.ask("/tables/fail"), 500, "http.failed")
        assert server.stop() == 0
        entries = [json.loads(line) for line in server.log.splitlines()]
        requests = [entry for entry in entries if entry["message"] == "request"]
        assert {"POST", "GET"} == {entry["method"] for entry in requests}
        assert {"/tables", "/tables/{table}"} == {entry["route"] for entry in requests}
        failed = [entry for entry in entries if entry["level"] == "error"]
        assert [entry["error"] for entry in failed] == ["ValueError"]
        assert "open_server.py" in failed[0]["at"][-1]
        for secret in ("token-", "secret", "private-code", "5m", "abcdef0123456789", table):
            assert secret not in server.log
        assert len(player.lines) > 20


async def _play(player: Player) -> None:
    """Play until enough has happened."""
    await player.connect()
    begin = {"type": "next", "id": "begin", "number": 1, "contribution": "abcdef0123456789"}
    await player.ask(begin)
    while len(player.lines) <= 20 and player.phase != "settled":
        if player.prompt and player.prompt["codes"] and player.prompt["answered"] is None:
            prompt, player.prompt = player.prompt, None
            answer = {"prompt": prompt["id"], "code": scripted(0, prompt)}
            await player.ask({"type": "act", "id": f"a{prompt['id']}", **answer})
        else:
            await player.receive()
    await player.close()
