"""Where a server is reached, and where requests come from."""

import shutil
import socket
import subprocess
from collections.abc import Sequence

import pytest

from qianma.server.addresses import (
    client_address,
    household,
    plain_address,
    qr_code,
    reachable_urls,
)
from qianma.server.security import origin_is_allowed


def own_addresses() -> set[str]:
    """What the system itself says; asked of a program of its own."""
    shown = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=True).stdout
    return set(shown.split())


@pytest.mark.skipif(shutil.which("hostname") is None, reason="the program hostname is missing")
def test_all_interfaces_are_shown_by_addresses_that_reach_them() -> None:
    addresses = {address for address in own_addresses() if ":" not in address}
    urls = reachable_urls("0.0.0.0", 8765)
    expected = {f"http://{address}:8765" for address in addresses}
    assert set(urls) == (expected or {"http://127.0.0.1:8765"})
    with socket.create_server(("0.0.0.0", 0)) as listening:
        port = listening.getsockname()[1]
        for url in reachable_urls("0.0.0.0", port):
            host = url.removeprefix("http://").rpartition(":")[0]
            socket.create_connection((host, port), timeout=5).close()


def test_a_stated_host_is_shown_as_it_is() -> None:
    assert reachable_urls("127.0.0.1", 8765) == ["http://127.0.0.1:8765"]
    assert reachable_urls("mahjong.example", 80) == ["http://mahjong.example"]
    assert reachable_urls("::1", 8765) == ["http://[::1]:8765"]


def modules(shown: str) -> list[list[bool]]:
    """The dark modules of a code as it is shown in half blocks, the quiet zone included."""
    rows: list[list[bool]] = []
    for line in shown.split("\n"):
        rows.append([character in " ▄" for character in line])
        rows.append([character in " ▀" for character in line])
    return rows


@pytest.mark.parametrize("text", ["http://192.168.1.5:8765", "http://[2001:db8::1234:5678]:65535"])
def test_the_qr_code_has_its_quiet_zone_and_finders_in_both_forms(text: str) -> None:
    plain = [
        [row[place : place + 2] == "  " for place in range(0, len(row), 2)]
        for row in qr_code(text, plain=True).split("\n")
    ]
    shown = modules(qr_code(text))
    assert shown[: len(plain)] == plain
    size = len(plain)
    assert all(len(row) == size for row in plain)
    assert not any(any(row) for row in (*plain[:2], *plain[-2:]))
    finder = [[max(abs(row - 3), abs(column - 3)) != 2 for column in range(7)] for row in range(7)]
    for top, left in ((2, 2), (2, size - 9), (size - 9, 2)):
        assert [row[left : left + 7] for row in plain[top : top + 7]] == finder
    assert {len(line) for line in qr_code(text).split("\n")} == {size}


@pytest.mark.parametrize(
    ("forwarded", "hops", "expected"),
    [
        ([], 0, "10.0.0.1"),
        (["6.6.6.6"], 0, "10.0.0.1"),
        (["6.6.6.6, 203.0.113.9"], 1, "203.0.113.9"),
        (["6.6.6.6", "203.0.113.9"], 1, "203.0.113.9"),
        (["6.6.6.6, 203.0.113.9, 10.0.0.2"], 2, "203.0.113.9"),
        (["203.0.113.9"], 2, "203.0.113.9"),
        ([], 1, "10.0.0.1"),
        (["203.0.113.9, unknown"], 1, "10.0.0.1"),
        (["203.0.113.9:4711"], 1, "203.0.113.9"),
        (["[2001:db8::9]:4711"], 1, "2001:db8::9"),
        (["2001:DB8::9"], 1, "2001:db8::9"),
        (["::ffff:203.0.113.9"], 1, "203.0.113.9"),
        (["<script>"], 1, "10.0.0.1"),
        ([","], 1, "10.0.0.1"),
    ],
)
def test_only_the_stated_number_of_proxies_is_believed(
    forwarded: Sequence[str], hops: int, expected: str
) -> None:
    assert client_address("10.0.0.1", forwarded, hops) == expected


def test_whatever_a_client_claims_its_own_proxies_do_not_repeat_it() -> None:
    """However long a chain a client invents, what counts is what the stated proxies add."""
    invented = [f"6.6.6.{number}" for number in range(50)]
    for length in range(len(invented)):
        chain = [", ".join([*invented[:length], "203.0.113.9", "10.0.0.2"])]
        assert client_address("10.0.0.1", chain, 2) == "203.0.113.9"


def test_devices_behind_one_line_are_one_household() -> None:
    assert household("2001:db8:0:7::1") == household("2001:db8:0:7:ffff::2")
    assert household("2001:db8:0:7::1") != household("2001:db8:0:8::1")
    assert household("203.0.113.9") != household("203.0.113.10")
    assert household("testclient") == "testclient"


@pytest.mark.parametrize("text", ["", "unknown", "1.2.3", "1.2.3.4.5", "[::1", "a:b:c", "_hidden"])
def test_what_is_no_address(text: str) -> None:
    assert plain_address(text) in (None, "::1")
    assert plain_address("203.0.113.9 ") is None


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (None, True),
        ("http://server.example:8765", True),
        ("https://server.example:8765", True),
        ("HTTP://Server.Example:8765", True),
        ("https://friend.example", True),
        ("http://friend.example", False),
        ("http://server.example", False),
        ("http://server.example:8766", False),
        ("http://server.example.evil.example:8765", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("file://server.example:8765", False),
        ("http://[", False),
    ],
)
def test_pages_of_other_origins_may_not_use_the_server(origin: str | None, allowed: bool) -> None:
    own = "server.example:8765"
    assert origin_is_allowed(origin, own, ("https://friend.example",)) is allowed
    if origin is not None and "friend" not in origin:
        assert not origin_is_allowed(origin, None, ("https://friend.example",))
