"""`make play`: a server of one's own, and a table in the browser at once."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.operating import ROOT
from tests.server.ports import free_port
from tests.web.conftest import Visit
from tests.web.site import build_page


@pytest.mark.parametrize("windows", [True, False], ids=["a browser", "no browser"])
def test_it_opens_a_browser_or_says_where_to_look(tmp_path: Path, windows: bool) -> None:
    build_page()
    port = free_port()
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY")
    }
    environment |= {"XDG_DATA_HOME": str(tmp_path), "BROWSER": f"{browser} %s"}
    if windows:
        environment["DISPLAY"] = ":99"
    words = [sys.executable, "-m", "qianma", "serve", "--open", "--host", "127.0.0.1"]
    with subprocess.Popen(
        [*words, "--port", str(port), "--language", "en"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = f"http://127.0.0.1:{port}/#/play"
            assert process.stdout.readline() == f"Open in a browser: {address}\n"
            assert "Ctrl-C" in process.stdout.readline()
            until = time.monotonic() + 30
            while windows and not opened.is_file() and time.monotonic() < until:
                time.sleep(0.05)
            assert opened.is_file() is windows
            if windows:
                assert opened.read_text() == address
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130


def test_its_address_leads_to_a_table_at_once(visit: Visit) -> None:
    page = visit("/play")
    page.wait_for_url("**/#/table/*")
    expect(page.locator(".table-hand-tile")).not_to_have_count(0)
    page.go_back()
    expect(page.locator(".table-hand-tile")).to_have_count(0)


def test_the_lobby_can_be_used_within_a_second(visit: Visit) -> None:
    """From the start of the navigation to the first paint with everything in place."""
    page = visit()
    page.reload()
    page.wait_for_selector(".quick .button.win")
    times = []
    for _ in range(5):
        page.reload()
        page.wait_for_selector(".quick .button.win")
        times.append(page.evaluate("performance.getEntriesByName('interactive')[0].startTime"))
    assert sorted(times)[1] < 1000, times
