"""A real page at a table whose lines are laid by hand, in the place of what a server sends."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.web.conftest import Visit
from tests.web.table_play import open_at
from tests.web.table_scenes import Line


class Laid:
    """A page that shows a snapshot; `sent` is what it has sent, `seq` the next line's number."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: list[Line] = []
        self.seq = 100
        self._socket: WebSocketRoute | None = None

    def connect(self, snapshot: Line) -> None:
        """Answer every connection with the snapshot."""

        def connected(socket: WebSocketRoute) -> None:
            def came(text: str | bytes) -> None:
                message = json.loads(text)
                self.sent.append(message)
                if message["type"] == "join":
                    socket.send(json.dumps(snapshot))
                elif message["type"] in ANSWERS:
                    socket.send(json.dumps({**ANSWERS[message["type"]], "id": message["id"]}))

            socket.on_message(came)
            self._socket = socket

        self.page.route_web_socket("**/socket", connected)

    def of_type(self, kind: str) -> list[Line]:
        """What the page has sent of a kind, after a moment."""
        self.page.wait_for_timeout(150)
        return [message for message in self.sent if message["type"] == kind]

    def tell(self, lines: list[Line], prompt: Line | None = None, **more: Any) -> None:
        """Let the server say that lines have come."""
        update = {"type": "update", "seq": self.seq, "lines": lines, "now": NOW, "prompt": prompt}
        self.seq += len(lines)
        self.send({**update, **more})

    def send(self, message: Line) -> None:
        assert self._socket is not None, "the page has connected"
        self._socket.send(json.dumps(message))

    def cut(self, code: int) -> None:
        """End the connection."""
        assert self._socket is not None, "the page has connected"
        self._socket.close(code=code)


def lay(
    visit: Visit, snapshot: Line, settings: dict[str, Any] | None = None, **visiting: Any
) -> Laid:
    """Show a snapshot."""
    page = visit("/", **visiting)
    page.evaluate(
        "settings => { localStorage.setItem('qianma.token', 'nobody');"
        " localStorage.setItem('qianma.settings', settings) }",
        json.dumps(settings or {}),
    )
    laid = Laid(page)
    laid.connect(snapshot)
    open_at(page, "/table/scene")
    page.wait_for_selector(".table-page")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)
    return laid


NOW: Line = {"turn": None, "left": None, "reserve": [30_000] * 4, "points": [0] * 4}

ANSWERS: dict[str, Line] = {
    "ping": {"type": "done"},
    "look": {
        "type": "sight",
        "unseen": [at % 5 for at in range(27)],
        "waits": [],
        "discards": [
            {
                "tile": "5s",
                "waits": [
                    {
                        "tile": tile,
                        "unseen": 2,
                        "pattern": "plain",
                        "fan": 1,
                        "on_discard": tile == "2m",
                        "key": None if tile == "2m" else "refusal.plain_needs_bean",
                        "clause": None if tile == "2m" else "G-9",
                    }
                    for tile in ("2m", "3s")
                ],
                "declared": [],
            }
        ],
        "refused": [],
    },
    "leave": {
        "type": "refused",
        "key": "live.leave_costs",
        "facts": {"each": 96, "points": 288, "coins": 0},
        "clause": "D-17",
    },
}
