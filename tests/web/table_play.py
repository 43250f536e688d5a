"""Sitting down at a table in a browser, and playing there as people do."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.conftest import Visit
from tests.web.site import Site

WAIT = 60.0
"""Seconds that something at a table may take on a slow machine."""


def seat(site: Site, ruleset: str = "guiyang", **settings: Any) -> tuple[str, str]:
    """Somebody new at a table with three built-in players: the token and the table."""
    guest = site.ask("/api/people", "POST", {"name": "阿黔"}).document
    room = {
        "ruleset": ruleset,
        "hands": 4,
        "fill_pace": "fast",
        "limits": {"decision": 120, "pause": 0.05},
        **settings,
    }
    headers = {"Authorization": f"Bearer {guest['token']}"}
    answer = site.ask("/api/quick-play", "POST", room, headers)
    assert answer.status == 201, answer.body
    return guest["token"], answer.document["game"]


def show(
    visit: Visit, token: str, game: str, settings: dict[str, Any] | None = None, **visiting: Any
) -> Page:
    """The table in a browser of its own."""
    page = visit("/", **visiting)
    page.evaluate(
        "([token, settings]) => { localStorage.setItem('qianma.token', token);"
        " localStorage.setItem('qianma.settings', settings) }",
        [token, json.dumps(settings or {})],
    )
    open_at(page, f"/table/{game}")
    page.wait_for_selector(".table-page .table-hand-tile", timeout=WAIT * 1000)
    return page


def open_at(page: Page, path: str) -> None:
    """Open the page anew at a path, and only there: one connection, one seat."""
    address = page.url.split("#", 1)[0]
    page.goto("about:blank")
    page.goto(f"{address}#{path}")


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for something that takes a while."""
    end = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.03)


def is_over(page: Page) -> bool:
    """Whether the hand that is shown is over."""
    return page.locator(".table-page").get_attribute("data-over") == "true"


def hand(page: Page) -> list[str]:
    """The tiles of the own hand."""
    return [str(tile) for tile in page.evaluate(_HAND)]


def river(page: Page) -> int:
    """How many tiles lie in the own river."""
    return page.locator(".table-centre > .table-river.is-own .table-discard").count()


_HAND = "[...document.querySelectorAll('.table-hand-tile')].map(one => one.dataset.tile)"
_ASKED = """
() => {
  const page = document.querySelector('.table-page');
  if (page.dataset.over === 'true') return 'over';
  const free = (found) => [...document.querySelectorAll(found)].some(one => !one.disabled);
  if (free('.table-claim.in-win')) return 'win';
  if (free('.table-claim.in-pass')) return 'claim';
  const tiles = [...document.querySelectorAll('.table-hand-tile')];
  // What one is asked is there before the drawn tile, if something else still moves.
  const isWhole = tiles.length % 3 === 2;
  const mayThrow = tiles.some(one => one.getAttribute('aria-disabled') === 'false');
  return isWhole && mayThrow ? 'turn' : 'wait';
}
"""


def asked(page: Page) -> str:
    """What the table waits for: `win`, `claim`, `turn` of the own seat; `wait`, or `over`."""
    return str(page.evaluate(_ASKED))


def wait_to_be_asked(page: Page, what: str) -> None:
    """Wait until the table waits for that."""
    until(lambda: asked(page) == what, f"it is not {what} but {asked(page)}")


GO_ON = "[role=dialog] .button.claim:not(:disabled)"
"""What leads from a settlement to the next hand, or to the end of the match."""


class Pointer:
    """Plays by mouse or by touch: wins, declines other claims, throws the last tile it may."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        self.page = page
        self._touch = touch

    def press(self, place: Locator) -> None:
        """Press on something once."""
        if self._touch:
            place.tap(timeout=5000)
        else:
            place.click(timeout=5000)

    def win(self) -> None:
        self.press(self.page.locator(".table-claim.in-win"))

    def decline(self) -> None:
        self.press(self.page.locator(".table-claim.in-pass"))

    def go_on(self) -> None:
        self.press(self.page.locator(GO_ON))

    def throw(self) -> None:
        tile = self.page.locator('.table-hand-tile[aria-disabled="false"]').last
        place = tile.get_attribute("data-at")
        tile = self.page.locator(f'.table-hand-tile[data-at="{place}"]')
        self.press(tile)
        self.press(tile)


class Keys:
    """Plays by keyboard alone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def win(self) -> None:
        self.page.keyboard.press("h")

    def decline(self) -> None:
        self.page.keyboard.press("x")

    def go_on(self) -> None:
        for _ in range(80):
            if self.page.evaluate(f"document.activeElement.matches('{GO_ON}')"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def throw(self) -> None:
        if self.page.locator(".table-hand-tile.is-drawn").count():
            self.page.keyboard.press("d")
        else:
            self.page.keyboard.press("ArrowLeft")
            self.page.keyboard.press("Enter")


def _has_moved(page: Page, before: int) -> bool:
    return river(page) != before or asked(page) != "turn"


def play_hand(player: Pointer | Keys) -> int:
    """Play until the hand is over; returns how many tiles were thrown."""
    page = player.page
    thrown = 0
    quiet_since = time.monotonic()
    while (what := asked(page)) != "over":
        if what == "wait":
            assert time.monotonic() - quiet_since < WAIT, "nothing happens at the table"
            page.wait_for_timeout(30)
            continue
        quiet_since = time.monotonic()
        if what == "win":
            player.win()
        elif what == "claim":
            player.decline()
        else:
            before = river(page)
            player.throw()
            thrown += 1
            until(partial(_has_moved, page, before), "no tile was thrown")
        page.wait_for_timeout(30)
    return thrown


def play_match(player: Pointer | Keys) -> int:
    """Play hand after hand until the match is over; returns how many there were."""
    page = player.page
    hands = 0
    while "#/match/" not in page.url:
        number = page.locator(".table-page").get_attribute("data-hand")
        play_hand(player)
        hands += 1
        page.wait_for_selector(GO_ON, timeout=WAIT * 1000)
        player.go_on()
        until(partial(_has_gone_on, page, number), "the next hand does not begin")
    return hands


def _has_gone_on(page: Page, number: str | None) -> bool:
    if "#/match/" in page.url:
        return True
    shown = page.locator(".table-page")
    return shown.count() == 1 and shown.get_attribute("data-hand") != number
