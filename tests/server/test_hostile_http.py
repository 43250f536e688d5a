"""Hostile clients over HTTP: nothing crashes, nobody else waits, refusals name the reason."""

import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from qianma.messages import catalogue, text
from qianma.server.front import RECORD_PATH
from qianma.server.security import HEADERS
from tests.server.operating import Answer, Running

UNLIMITED: dict[str, Any] = {"requests_per_second": 1e6, "guests_per_hour": 10**9}
READING = {"GET", "HEAD", "OPTIONS"}
GONE = ("/api/people/me/deletion", "/api/sessions")
"""What a fuzzer must not do: delete the person that it is, or sign it out."""


@pytest.fixture
def server(store_url: str) -> Iterator[Running]:
    with Running(store_url, log_level="debug", **UNLIMITED) as running:
        yield running


def guest(server: Running, name: str = "Ann") -> dict[str, Any]:
    answer = server.ask("/api/people", "POST", {"name": name})
    assert answer.status == 201, answer.body
    return dict(answer.document)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def operations(server: Running) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path and description of all that the server offers; path parameters filled in."""
    found = []
    for path, methods in server.ask("/openapi.json").document["paths"].items():
        for method, description in methods.items():
            filled = path
            for name in re.findall("{(.+?)}", path):
                filled = filled.replace("{" + name + "}", "0" * 24)
            found.append((method.upper(), filled, description))
    assert len(found) > 20
    return found


def check_refusal(answer: Answer, statuses: set[int] | None = None) -> None:
    """It is a refusal that names its reason, with all the headers that every answer has."""
    assert 400 <= answer.status < 500, (answer.status, answer.body[:300])
    if statuses is not None:
        assert answer.status in statuses, (answer.status, answer.body[:300])
    problem = answer.document
    assert problem["key"] in catalogue("en")
    assert problem["message"] == text(problem["key"], "en", **problem["facts"])
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"


def check_alive(server: Running) -> None:
    """It serves on, and nothing has failed on the way."""
    assert server.ask("/healthz").status == 200
    for line in server.log.splitlines():
        entry = json.loads(line)
        unreadable = entry["message"] == "Invalid HTTP request received."
        assert entry["level"] in ("debug", "info") or unreadable, line


# What fuzzers send.


def schemathesis(server: Running, folder: Path, *arguments: str) -> None:
    program = shutil.which("st", path=str(Path(sys.executable).parent))
    assert program is not None, "schemathesis belongs to the development tools"
    command = [
        program,
        "run",
        f"http://127.0.0.1:{server.port}/openapi.json",
        (
            "--checks=not_a_server_error,status_code_conformance,content_type_conformance,"
            "response_headers_conformance,response_schema_conformance,unsupported_method"
        ),
        "--generation-database=none",
        "--seed=1",
        "--max-examples=12",
        "--suppress-health-check=all",
        "--warnings=off",
        "--no-color",
        *arguments,
    ]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]


def test_a_fuzzer_without_a_token_finds_no_fault(server: Running, tmp_path: Path) -> None:
    schemathesis(server, tmp_path)
    check_alive(server)


def test_a_fuzzer_with_a_token_finds_no_fault(server: Running, tmp_path: Path) -> None:
    token = guest(server)["token"]
    excluded = [f"--exclude-path={path}" for path in GONE]
    schemathesis(server, tmp_path, f"--header=Authorization: Bearer {token}", *excluded)
    check_alive(server)


HOSTILE_JSON = {
    "nothing": b"",
    "no_json": b"{",
    "no_text": b'{"name": "\xff\xfe"}',
    "deep": b"[" * 60_000,
    "deep_object": b'{"a":' * 10_000,
    "long_number": b'{"name": ' + b"9" * 60_000 + b"}",
    "huge_number": b'{"coins_per_point": 1e999, "seat": 1e999, "hands": 1e999}',
    "no_number": b'{"coins_per_point": NaN}',
    "other_type": b'[null, true, "x", 1.5]',
    "nothing_in_it": b"{}",
    "unknown_key": b'{"name": "Ann", "admin": true}',
    "half_character": b'{"name": "\\ud800", "login": "\\ud800abc", "password": "\\udfff12345678"}',
    "zero_character": b'{"name": "a\\u0000b", "login": "a\\u0000b", "password": "1234567\\u0000"}',
    "zero_codes": b'{"code": "\\u0000", "key": "\\u0000", "player": "\\u0000", "seat": 0}',
    "long_text": b'{"name": "' + b"x" * 60_000 + b'"}',
    "quotes": b'{"name": "\'; DROP TABLE person; --", "code": "\' OR 1=1 --", "key": "%"}',
    "many_keys": b"{" + b",".join(b'"k%d":0' % number for number in range(5000)) + b"}",
    "bad_settings": b'{"settings": {"base": 1e300, "patterns": {"plain": [[]]}, "x": {}}}',
    "deep_settings": b'{"settings": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}",
    "bad_ruleset": b'{"ruleset": "../../etc/passwd"}',
    "bad_limits": b'{"limits": {"decision": -1, "pause": 1e300}}',
}


def test_hostile_bodies_are_refused_by_every_operation(server: Running) -> None:
    token = guest(server)["token"]
    for method, path, description in operations(server):
        if "requestBody" not in description or path in GONE:
            continue
        for name, body in HOSTILE_JSON.items():
            headers = {"Content-Type": "application/json", **bearer(token)}
            answer = server.ask(path, method, body, headers)
            assert answer.status < 500, (method, path, name, answer.body)
            if name in ("nothing", "no_json", "no_text", "deep", "other_type", "long_number"):
                check_refusal(answer)
        plain = server.ask(path, method, b'{"name": "Ann"}', {"Content-Type": "text/plain"})
        check_refusal(plain, {401, 415})
    check_alive(server)


def test_an_oversized_body_is_refused_by_every_operation(server: Running) -> None:
    """The limit is 64 KiB, and 1 MiB for a record, told before or sent in pieces.

    Whoever is still sending gets the answer too.
    """
    token = guest(server)["token"]
    for method, path, description in operations(server):
        if "requestBody" not in description:
            continue
        headers = {"Content-Type": "application/json", **bearer(token)}
        large = b'{"name": "' + b"x" * (2**20 if path == RECORD_PATH else 2**19) + b'"}'
        check_refusal(server.ask(path, method, large, headers), {413})
        pieces = iter([large[start : start + 4096] for start in range(0, len(large), 4096)])
        check_refusal(server.ask(path, method, pieces, headers), {413})
    check_alive(server)


GARBAGE = [
    b"\x00\x01\x02\x03\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
    b"GET  /healthz HTTP/1.1\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /%ff%00%2e%2e/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://other.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: a\r\n" % number for number in range(9000)) + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX : a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 1e9\r\n\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 400 + b"\r\n\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
    (
        b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n"
    ),
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/people HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    (
        b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100\r\n\r\n{"
    ),
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    (
        b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 1\r\nSec-WebSocket-Key: x\r\n\r\n"
    ),
    (
        b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
    ),
]


def exchange(server: Running, sent: bytes) -> bytes:
    """Send bytes, then nothing more; returns what comes back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        received = b""
        try:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65536):
                received += part
        except ConnectionError:
            pass
        return received


def test_garbage_is_answered_with_a_refusal_or_not_at_all(server: Running) -> None:
    for sent in GARBAGE:
        received = exchange(server, sent)
        for line in received.split(b"\r\n"):
            if line.startswith(b"HTTP/1.1 "):
                status = int(line.split(b" ")[1])
                assert status in (101, 200) or 400 <= status < 500, (sent[:80], received[:200])
    check_alive(server)


@pytest.mark.parametrize("path", ["/api/people", "/nowhere", "/openapi.json"])
def test_garbage_in_the_middle_of_a_request_ends_the_connection(server: Running, path: str) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
    head += b"Transfer-Encoding: chunked\r\n\r\n"
    for first in (b"", b"1\r\n{\r\n", b"1\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
            connection.sendall(head + first)
            time.sleep(0.2)
            connection.sendall(b"zz\r\n" * 3)
            received = b""
            while part := connection.recv(65536):
                received += part
        assert received.startswith(b"HTTP/1.1 4")
        assert received.count(b"HTTP/1.1 ") == 1
    check_alive(server)


def test_a_request_is_never_hidden_in_another(server: Running) -> None:
    """Two lengths that contradict each other: one answer, whatever follows is not carried out."""
    hidden = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    for lengths in (
        b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n" % (5 + len(hidden)),
        b"Content-Length: 0\r\nContent-Length: %d\r\n" % len(hidden),
    ):
        sent = b"POST /nowhere HTTP/1.1\r\nHost: x\r\n" + lengths + b"\r\n0\r\n\r\n" + hidden
        received = exchange(server, sent)
        assert received.count(b"HTTP/1.1 ") == 1, received
        assert b'"status":"ok"' not in received
    check_alive(server)


# Forged tokens.

ROOM = {"code": "AAAAAA"}
SOUND: dict[str, Any] = {
    "/api/people/me": {"name": "Ann"},
    "/api/people/me/deletion": {},
    "/api/people/me/account": {"login": "ann", "password": "correct horse"},
    "/api/people/me/password": {"old": "correct horse", "new": "battery staple"},
    "/api/quick-play": {},
    "/api/rooms": {},
    "/api/rooms/settings": {**ROOM, "settings": {}},
    "/api/rooms/agree": {**ROOM, "settings": {}},
    "/api/rooms/fill": {**ROOM, "seat": 1, "player": "greedy"},
    "/api/rooms/remove": {**ROOM, "seat": 1},
    **{
        f"/api/rooms/{what}": ROOM
        for what in (
            *("look", "join", "leave", "start", "rematch", "close", "link", "link/withdraw"),
        )
    },
}
"""A body of each operation that would be carried out for whoever may do it."""


def test_forged_tokens_open_nothing(server: Running) -> None:
    token = guest(server)["token"]
    forged = [
        "",
        "x",
        token[:-1],
        token + "x",
        token.swapcase(),
        "x" * 8000,
        "../" * 20,
        "' OR '1'='1",
        token + "\t" + token,
    ]
    headers = [bearer(one) for one in forged]
    headers += [{"Authorization": token}, {"Authorization": f"Basic {token}"}, {"Cookie": token}]
    without = {
        (method, path): server.ask(path, method, SOUND.get(path)).status
        for method, path, _ in operations(server)
    }
    guarded = [place for place, status in without.items() if status == 401]
    assert len(guarded) > 15
    for method, path in guarded:
        for given in headers:
            check_refusal(server.ask(path, method, SOUND.get(path), given), {401})
        check_refusal(server.ask(f"{path}?token={token}", method, SOUND.get(path)), {401})
    assert server.ask("/api/people/me", headers=bearer(token)).status == 200
    check_alive(server)


# Pages of others.


def test_pages_of_other_origins_change_nothing(server: Running) -> None:
    own = f"http://127.0.0.1:{server.port}"
    for method, path, _ in operations(server):
        if method in READING:
            continue
        for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
            check_refusal(server.ask(path, method, {}, {"Origin": origin}), {403})
        assert server.ask(path, method, {}, {"Origin": own}).status != 403
    for _, path, _ in operations(server):
        answer = server.ask(path, "OPTIONS", headers={"Origin": "http://evil.example"})
        assert "Access-Control-Allow-Origin" not in answer.headers
    check_alive(server)


# Floods, and those who are slow.


def test_a_flood_is_refused_and_nobody_else_waits(tmp_path: Path) -> None:
    """One address sends all it can; another one's requests are answered at once all the while."""
    database = f"sqlite:///{tmp_path / 'qianma.sqlite'}"
    with Running(database, proxy_hops=1, requests_per_second=20) as server:
        refused: list[Answer] = []
        stop = threading.Event()

        def flood() -> None:
            while not stop.is_set():
                answer = server.ask("/api/lobby", headers={"X-Forwarded-For": "203.0.113.1"})
                if answer.status == 429:
                    refused.append(answer)

        with ThreadPoolExecutor(8) as pool:
            floods = [pool.submit(flood) for _ in range(8)]
            waits = []
            try:
                until = time.monotonic() + 5
                while time.monotonic() < until:
                    start = time.monotonic()
                    other = server.ask("/api/lobby", headers={"X-Forwarded-For": "203.0.113.2"})
                    waits.append(time.monotonic() - start)
                    assert other.status == 200
                    time.sleep(0.1)
            finally:
                stop.set()
        for each in floods:
            each.result()
        assert len(refused) > 100
        for answer in refused[:20]:
            check_refusal(answer, {429})
            assert int(answer.headers["Retry-After"]) >= 1
        # The flood takes its share of the two processors, of which the test uses one.
        assert sorted(waits)[len(waits) // 2] < 0.5
        claims = [f"203.0.113.1, 203.0.113.{last}" for last in range(3, 200)]
        assert all(
            server.ask("/api/lobby", headers={"X-Forwarded-For": claim}).status == 200
            for claim in claims
        )
        forged = [f"198.51.100.{last}, 203.0.113.250" for last in range(200)]
        statuses = [
            server.ask("/api/lobby", headers={"X-Forwarded-For": claim}).status for claim in forged
        ]
        assert 429 in statuses, "what a client claims itself changes nothing"


def test_whoever_tries_passwords_is_stopped(server: Running) -> None:
    owner = guest(server)
    account = {"login": "ann@example", "password": "correct horse"}
    made = server.ask("/api/people/me/account", "POST", account, bearer(owner["token"]))
    assert made.status < 300, made.body
    for _ in range(30):
        answer = server.ask("/api/sessions", "POST", {**account, "password": "wrong horse"})
        check_refusal(answer, {403, 429})
        if answer.status == 429:
            break
    else:
        raise AssertionError("nobody stops it")
    # Whoever is signed in already notices nothing.
    assert server.ask("/api/people/me", headers=bearer(owner["token"])).status == 200
    unknown = {"login": "nobody@example", "password": "wrong horse"}
    nobody = server.ask("/api/sessions", "POST", unknown)
    check_refusal(nobody, {403})


@pytest.mark.soak
def test_slow_and_silent_connections_are_ended(server: Running) -> None:
    """A head or body that never ends, even bit by bit, and a connection that never asks."""
    head = b"POST /api/people HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    long = head + b"Content-Length: 2000\r\n\r\n"
    cases = [
        (b"", b""),
        (b"POST /api", b""),
        (head, b"X: "),
        (long, b""),
        (long, b" "),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b""),
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"G"),
    ]

    def seconds(case: tuple[bytes, bytes]) -> float:
        """How long a connection lasts that sends a beginning, then the same again each second."""
        beginning, again = case
        start = time.monotonic()
        with socket.create_connection(("127.0.0.1", server.port), timeout=1) as connection:
            connection.sendall(beginning)
            while time.monotonic() < start + 60:
                try:
                    if not connection.recv(65536):
                        break
                except TimeoutError:
                    connection.sendall(again)
                except ConnectionError:
                    break
        return time.monotonic() - start

    with ThreadPoolExecutor(len(cases)) as pool:
        for case, lasted in zip(cases, pool.map(seconds, cases), strict=True):
            assert lasted < 30, case
    check_alive(server)


# What is kept, and what is told.


def test_no_secret_stands_in_the_log_or_in_the_database(store_url: str) -> None:
    secrets = ["correct horse battery"]
    with Running(store_url, log_level="debug", **UNLIMITED) as server:
        first = guest(server)
        secrets += [first["token"], first["recovery"]]
        account = {"login": "ann", "password": secrets[0]}
        server.ask("/api/people/me/account", "POST", account, bearer(first["token"]))
        signed_in = server.ask("/api/sessions", "POST", account)
        assert signed_in.status == 201
        secrets.append(signed_in.document["token"])
        recovered = server.ask("/api/recovery", "POST", {"code": first["recovery"]}).document
        secrets += [recovered["token"], recovered["recovery"]]
        server.ask(f"/api/people/me?token={recovered['token']}")
        server.ask(f"/{recovered['token']}")
        # Nor where something fails in the middle of it.
        server.ask("/api/people", "POST", b'{"name": "' + secrets[0].encode())
        assert server.stop() == 0
        log = server.log
    kept = everything_kept(store_url)
    assert b"ann" in kept
    for secret in secrets:
        for written in (secret, secret.replace("-", "")):
            assert written not in log
            assert written.encode() not in kept


def everything_kept(store_url: str) -> bytes:
    """All bytes of a database."""
    if store_url.startswith("sqlite:///"):
        files = Path(store_url.removeprefix("sqlite:///")).parent.glob("qianma.sqlite*")
        return b"".join(file.read_bytes() for file in files)
    kept = b""
    with psycopg.connect(store_url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        for (name,) in names.fetchall():
            shown = sql.SQL("COPY {} TO STDOUT").format(sql.Identifier(name))
            with connection.cursor().copy(shown) as copy:
                kept += b"".join(bytes(part) for part in copy)
    return kept
