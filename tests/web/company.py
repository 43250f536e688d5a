"""Four people at one table, each in a browser of their own, who do everything there by clicking."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any

from playwright.sync_api import Locator, Page, expect

from qianma.hand import Hand
from tests.web.arranging import ArrangedSite
from tests.web.conftest import Visit
from tests.web.settlement_reading import assert_shows
from tests.web.site import Site
from tests.web.table_play import GO_ON, WAIT, Pointer, asked, is_over, until

Line = dict[str, Any]

SEATS = range(4)
LIMITS = {"decision": 300, "pause": 0.05, "between_hands": 300, "first_hand": 300}


def make_room(site: Site, ruleset: str) -> tuple[list[str], str]:
    """The tokens of four people in one room, by seat, and its code. The first one owns it."""
    tokens: list[str] = []
    code = ""
    for place in SEATS:
        guest = site.ask("/api/people", "POST", {"name": f"朋友{place}"}).document
        headers = {"Authorization": f"Bearer {guest['token']}"}
        tokens.append(guest["token"])
        if place == 0:
            settings = {"ruleset": ruleset, "hands": 4, "limits": LIMITS}
            code = site.ask("/api/rooms", "POST", settings, headers).document["code"]
        else:
            joined = site.ask("/api/rooms/join", "POST", {"code": code}, headers)
            assert joined.document["seat"] == place
    return tokens, code


def gather(site: Site, ruleset: str) -> tuple[list[str], str]:
    """The tokens of four people at one table, by seat, and the table."""
    tokens, code = make_room(site, ruleset)
    headers = {"Authorization": f"Bearer {tokens[0]}"}
    started = site.ask("/api/rooms/start", "POST", {"code": code}, headers).document
    return tokens, started["game"]


def own_result(site: Site, token: str, game: str) -> Line:
    """The result of the last hand, from the record that this person may see."""
    headers = {"Authorization": f"Bearer {token}"}
    record = site.ask(f"/api/matches/{game}/record", headers=headers).body.decode()
    lines = [json.loads(line) for line in record.splitlines()]
    return [dict(line) for line in lines if line["type"] == "result"][-1]


def settlement(*payments: tuple[int, int, int, str]) -> Line:
    """A result as a record has it: payments worked out by hand, as payer, payee, points, reason."""
    points = [0] * 4
    for payer, payee, paid, _ in payments:
        points[payer] -= paid
        points[payee] += paid
    ledger = [
        {"from": payer, "to": payee, "points": paid, "reason": reason}
        for payer, payee, paid, reason in payments
    ]
    return {"points": points, "ledger": ledger}


def chickens(held: Iterable[int]) -> list[tuple[int, int, int, str]]:
    """Each of the chickens that the seats hold is paid 1 fan by each of the others (G-13)."""
    return [
        (payer, payee, count, "chicken")
        for payee, count in enumerate(held)
        for payer in SEATS
        if payer != payee and count
    ]


def payments(result: Line) -> Counter[tuple[int, int, str]]:
    """What is paid in a result, by payer, payee and reason."""
    found: Counter[tuple[int, int, str]] = Counter()
    for entry in result["ledger"]:
        found[entry["from"], entry["to"], entry["reason"]] += entry["points"]
    return found


class Company:
    """Four people at the table `game`; `pages` are theirs, by seat."""

    def __init__(self, site: Site, tokens: list[str], game: str, pages: list[Page]) -> None:
        self.site = site
        self.tokens = tokens
        self.game = game
        self.pages = pages

    def tile(self, seat: int, tile: str) -> Locator:
        """The last of these tiles in a hand that may be thrown now."""
        free = f'.table-hand-tile[data-tile="{tile}"][aria-disabled="false"]'
        return self.pages[seat].locator(free).last

    def discard(self, seat: int, tile: str) -> None:
        """Throw a tile: the first tap lifts it, the second throws it."""
        page = self.pages[seat]
        at = self.tile(seat, tile).get_attribute("data-at")
        place = page.locator(f'.table-hand-tile[data-at="{at}"]')
        place.click()
        place.click()
        until(lambda: asked(page) != "turn", f"seat {seat} does not throw {tile}")

    def button(self, seat: int, slot: str) -> Locator:
        """What is offered to a seat: `win`, `kong`, `pong` (also to declare ready) or `pass`."""
        return self.pages[seat].locator(f".table-claim.in-{slot}:not([disabled])")

    def press(self, seat: int, slot: str) -> None:
        """Take what is offered, and wait until that has come to something."""
        button = self.button(seat, slot)
        button.click()
        expect(button).to_have_count(0)

    def decline_win(self, seat: int) -> None:
        """Pass where one could win, which takes two taps."""
        button = self.button(seat, "pass")
        button.click()
        expect(button).to_contain_text("再点一次，放弃胡")
        self.press(seat, "pass")

    def see_end(self) -> None:
        """Wait until all see the settlement."""
        for page in self.pages:
            until(partial(is_over, page), "the hand does not end")
            page.wait_for_selector(".sheet .account", timeout=WAIT * 1000)

    def check_settlement(self, expected: Line, *fully: int) -> None:
        """The record and all pages have the expected points; those of seats `fully` every sum."""
        result = own_result(self.site, self.tokens[0], self.game)
        assert payments(result) == payments(expected)
        assert result["points"] == expected["points"]
        for seat, page in enumerate(self.pages):
            if seat in fully:
                assert_shows(page, expected, seat)
                page.locator(".sheet-hand").first.click()
            shown = page.locator(".sheet-points").all_inner_texts()
            turned = [expected["points"][(seat + step) % 4] for step in SEATS]
            assert shown == [signed(points) for points in turned]

    def go_on(self) -> None:
        """All go on to the next hand."""
        number = self.pages[0].locator(".table-page").get_attribute("data-hand")
        for page in self.pages:
            Pointer(page).press(page.locator(GO_ON))
        for page in self.pages:
            expect(page.locator(".table-page")).not_to_have_attribute("data-hand", str(number))


def signed(points: int) -> str:
    """Points as they are written on the page."""
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


def sit(site: ArrangedSite, visit: Visit, ruleset: str, *hands: Hand) -> Company:
    """Four people at a table whose hands are dealt as they are given."""
    site.arrange(*hands)
    tokens, game = gather(site, ruleset)
    pages = [visit(f"/table/{game}", token=token) for token in tokens]
    for page in pages:
        page.wait_for_selector(".table-hand-tile", timeout=WAIT * 1000)
    return Company(site, tokens, game, pages)
