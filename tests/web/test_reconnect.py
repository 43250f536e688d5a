"""The line breaks in every phase of a match, in four ways; the page is then as if it had not."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.arranging import ArrangedSite, dealt
from tests.web.company import SEATS, Company, chickens, gather, make_room, settlement
from tests.web.conftest import Visit
from tests.web.table_play import GO_ON, WAIT, Pointer, open_at, until, wait_to_be_asked
from tests.web.table_reading import Seen, look, open_to_all

Line = dict[str, Any]

# The dealer may declare ready with its first draw, 9m, but throws it undeclared; the seat across
# pongs it and throws 9p; the dealer pongs that and throws 7s. Then the next seat draws 2s and wins.
# 8s is turned over, so that 9s is a chicken: the seat across and the last one have one each, and
# one yaoji each.
HANDS = ("123456m234p99p67s", "345678m22567p34s", "799m1589p134689s", "1258m1367p12489s")
DRAWS = "9m 2s 8s"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedSite]:
    with ArrangedSite(tmp_path_factory.mktemp("site")) as running:
        yield running


def nothing() -> None:
    """Nothing happens meanwhile."""


Meanwhile = Callable[[], None]
Break = Callable[[Company, int, Meanwhile], None]
"""Breaks the line of a seat, lets something happen meanwhile, and mends it."""

LOST = ".table-lost"
REST = 0.4
"""Pages that have shown the same for so long, in seconds, have nothing more to show."""


def press_everything(page: Page) -> None:
    """Try what can be tried without a line, by mouse and by key: it may not be done, nor later."""
    for found in (".table-claim", ".sheet-foot button"):
        for button in page.locator(found).all():
            button.click(force=True)
    if page.locator(".sheet").count():
        return
    for tile in page.locator(".table-hand-tile").all()[-1:]:
        tile.click(force=True)
        tile.click(force=True)
    page.locator(".table-page").focus()
    for key in ("p", "g", "h", "x", "x", "d", "ArrowLeft", "Enter"):
        page.keyboard.press(key)


def offline(company: Company, seat: int, meanwhile: Meanwhile) -> None:
    page = company.pages[seat]
    page.context.set_offline(True)
    expect(page.locator(LOST)).to_contain_text("连接断了")
    press_everything(page)
    meanwhile()
    expect(page.locator(LOST)).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(LOST)).to_have_count(0)


def reloaded(company: Company, seat: int, meanwhile: Meanwhile) -> None:
    page = company.pages[seat]
    address = page.url
    page.goto("about:blank")
    meanwhile()
    page.goto(address)
    page.wait_for_selector(".table-page", timeout=WAIT * 1000)


def killed(company: Company, seat: int, meanwhile: Meanwhile) -> None:
    """The server loses its power, so that all lose their lines."""
    company.site.kill()
    for page in company.pages:
        expect(page.locator(LOST)).to_contain_text("连接断了")
    press_everything(company.pages[seat])
    company.site.start()
    for page in company.pages:
        expect(page.locator(LOST)).to_have_count(0)
    meanwhile()


def changes(before: list[Seen], after: list[Seen]) -> list[tuple[int, str, Any, Any]]:
    """What is shown otherwise than before: seat, what it is, and both."""
    return [
        (seat, key, one[key], other[key])
        for seat, (one, other) in enumerate(zip(before, after, strict=True))
        for key in one
        if one[key] != other[key]
    ]


class Walk:
    """A hand on its way, in which the line of the dealer, `me`, breaks again and again.

    With `while_away` the others go on meanwhile, where they are asked. `phases` are those in which
    the line breaks, all of them by default.
    """

    def __init__(
        self,
        company: Company,
        me: int,
        broken: Break,
        while_away: bool = False,
        phases: tuple[str, ...] = (),
    ) -> None:
        self.company = company
        self.me = me
        self._broken = broken
        self._while_away = while_away
        self._phases = phases

    @property
    def page(self) -> Page:
        return self.company.pages[self.me]

    def shown(self) -> list[Seen]:
        """What the pages show, by seat."""
        return [look(page) for page in self.company.pages]

    def at_rest(self) -> list[Seen]:
        """What the pages show once all of them have heard of the same and change no more."""
        seen: list[Seen] = []
        since = time.monotonic()

        def rest() -> bool:
            nonlocal seen, since
            before, seen = seen, self.shown()
            if seen != before:
                since = time.monotonic()
            return time.monotonic() - since > REST and len(self.open_to_all()) == 1

        until(rest, "the pages do not come to rest")
        return seen

    def stand(self, phase: str) -> None:
        """The line breaks while nobody does anything: all pages are as before."""
        if self._phases and phase not in self._phases:
            return
        before = self.at_rest()
        self._broken(self.company, self.me, nothing)
        # What has been lifted, or chosen to be declared, without a line is put down again.
        self.page.keyboard.press("Escape")
        with suppress(AssertionError):
            until(lambda: self.shown() == before, "pages do not show what they have shown")
        self.page.wait_for_timeout(150)  # for what would be done late
        assert changes(before, self.shown()) == [], phase

    def goes_on(self, phase: str, then: Meanwhile) -> None:
        """The hand goes on by what others do, while the line is broken or while it is not."""
        if self._while_away:
            self.misses(phase, then)
        else:
            self.stand(phase)
            then()

    def misses(self, phase: str, then: Meanwhile) -> None:
        """The line breaks while others act: afterwards all pages show what has come of it."""
        self._broken(self.company, self.me, then)
        self.page.keyboard.press("Escape")
        with suppress(AssertionError):
            until(lambda: len(self.open_to_all()) == 1, "pages do not show the same")
        assert len(self.open_to_all()) == 1, phase

    def open_to_all(self) -> list[Seen]:
        """What is open to all, in each of the ways that pages show it."""
        found: list[Seen] = []
        for seat, seen in enumerate(self.shown()):
            shown = open_to_all(seen, seat)
            if shown not in found:
                found.append(shown)
        return found

    def hand(self) -> None:
        """From the deal to the settlement."""
        company, me = self.company, self.me
        winner, across = (me + 1) % 4, (me + 2) % 4
        expect(company.button(me, "pong")).to_contain_text("报听")
        self.stand("declaration")
        company.discard(me, "9m")
        expect(company.button(across, "pong")).to_be_visible()
        self.goes_on("another's claim", lambda: company.press(across, "pong"))
        wait_to_be_asked(company.pages[across], "turn")
        self.goes_on("another's turn", lambda: company.discard(across, "9p"))
        expect(company.button(me, "pong")).to_be_visible()
        self.stand("own claim")
        company.press(me, "pong")
        expect(company.tile(me, "7s")).to_be_visible()
        self.stand("own turn")
        company.discard(me, "7s")
        expect(company.button(winner, "win")).to_be_visible()
        self.goes_on("another's win", lambda: company.press(winner, "win"))
        if not self._phases or "moment" in self._phases:
            self._broken(company, me, nothing)
        company.see_end()

    def between_hands(self, while_away: bool = False) -> None:
        """From the settlement to the next hand, to which the others may go on meanwhile."""
        company = self.company
        self.stand("settlement")
        number = self.page.locator(".table-page").get_attribute("data-hand")
        Pointer(self.page).press(self.page.locator(GO_ON))
        expect(self.page.locator(".sheet-foot .claim")).to_contain_text("等其他人 1/4")
        self.stand("confirmed")

        def others_follow() -> None:
            for page in company.pages:
                if page != self.page:
                    Pointer(page).press(page.locator(GO_ON))

        if while_away:
            self.misses("confirmed", others_follow)
        else:
            others_follow()
        for page in company.pages:
            expect(page.locator(".table-page")).not_to_have_attribute("data-hand", str(number))


def expected_of(ruleset: str, dealer: int) -> Line:
    """What a hand costs."""
    winner, across, last = ((dealer + step) % 4 for step in (1, 2, 3))
    if ruleset == "duyun":
        # Complete with the first own draw: earthly hand, 18 fan (D-5) at 6 points, from each.
        return settlement(*((seat, winner, 108, "win") for seat in (dealer, across, last)))
    # Plain by self-draw, 1 from each (G-19) and 1 more from the dealer (G-20).
    wins = [(seat, winner, 1, "win") for seat in (dealer, across, last)]
    held = [2 if seat in (across, last) else 0 for seat in SEATS]
    return settlement(*wins, (dealer, winner, 1, "dealer_bonus"), *chickens(held))


def to_the_table(site: ArrangedSite, visit: Visit, ruleset: str) -> Company:
    """From a room to a table at which one is still missing; seat 1 loses its line on the way."""
    tokens, code = make_room(site, ruleset)
    pages = [visit(f"/room/{code}", token=token) for token in tokens[:3]]
    for page in pages:
        expect(page.locator(".seats .name")).to_have_count(4)
    mine = pages[1]
    room = mine.locator(".page-main")
    before = room.inner_text()
    mine.context.set_offline(True)
    expect(room.get_by_role("status")).to_have_text("连接断了，正在重连…")
    mine.context.set_offline(False)
    expect(room).to_have_text(before, use_inner_text=True)
    mine.reload()
    expect(room).to_have_text(before, use_inner_text=True)
    mine.context.set_offline(True)
    pages[0].get_by_role("button", name="开始").click()
    for page in (pages[0], pages[2]):
        page.wait_for_url("**/#/table/*")
    mine.context.set_offline(False)
    mine.wait_for_url("**/#/table/*")
    for page in pages:
        page.wait_for_selector(".table-page", timeout=WAIT * 1000)
    return Company(site, tokens, mine.url.rpartition("/")[2], pages)


SOME = ("own claim", "moment", "settlement")


def test_a_match_whose_line_breaks_in_every_phase(site: ArrangedSite, visit: Visit) -> None:
    walk_through(site, visit, "guiyang", SOME)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["guiyang", "duyun"])
def test_the_same_with_every_break_in_every_phase(
    site: ArrangedSite, visit: Visit, ruleset: str
) -> None:
    walk_through(site, visit, ruleset, ())


def walk_through(site: ArrangedSite, visit: Visit, ruleset: str, phases: tuple[str, ...]) -> None:
    """Four hands, in each of which the line of the dealer breaks in another way.

    It is offline in every phase; the others happen in `phases` only, if there are any.
    """
    site.arrange(*(dealt(HANDS, DRAWS, dealer=dealer) for dealer in (1, 2, 3, 0)))
    company = to_the_table(site, visit, ruleset)
    for broken in (offline, reloaded, killed):
        Walk(company, 1, broken).stand("before the first hand")
    company.pages.append(visit(f"/table/{company.game}", token=company.tokens[3]))
    for page in company.pages:
        page.wait_for_selector(".table-hand-tile", timeout=WAIT * 1000)
    for walk in (
        Walk(company, 1, offline),
        Walk(company, 2, reloaded, phases=phases),
        Walk(company, 3, killed, phases=phases),
        Walk(company, 0, offline, while_away=True),
    ):
        walk.hand()
        company.check_settlement(expected_of(ruleset, walk.me), walk.me)
        if walk.me != 0:
            walk.between_hands(while_away=walk.me == 1)
    Walk(company, 0, offline).stand("end of the match")
    Walk(company, 0, reloaded).stand("end of the match")
    for page in company.pages:
        page.locator(GO_ON).click()
        page.wait_for_url(f"**/#/match/{company.game}")
        expect(page.locator(".standings li")).to_have_count(4)
    standings = company.pages[0].locator(".standings").inner_text()
    company.pages[0].reload()
    expect(company.pages[0].locator(".standings")).to_have_text(standings, use_inner_text=True)


def test_who_has_gone_meanwhile_is_shown_as_gone(site: ArrangedSite, visit: Visit) -> None:
    tokens, game = gather(site, "guiyang")
    pages = [visit(f"/table/{game}", token=token) for token in tokens[:2]]
    for page in pages:
        page.wait_for_selector(".table-page", timeout=WAIT * 1000)
    other = pages[0].locator('.table-plate[data-seat="1"] .table-state')
    expect(other).to_have_count(0)
    pages[0].context.set_offline(True)
    expect(pages[0].locator(LOST)).to_be_visible()
    open_at(pages[1], "/settings")
    pages[0].context.set_offline(False)
    expect(pages[0].locator(LOST)).to_have_count(0)
    expect(other).to_have_text("断线")
    open_at(pages[1], f"/table/{game}")
    expect(other).to_have_count(0)


def test_what_is_asked_for_without_a_line_is_not_done_later(
    site: ArrangedSite, visit: Visit
) -> None:
    site.arrange(dealt(HANDS, DRAWS, dealer=1))
    tokens, game = gather(site, "duyun")
    pages = [visit(f"/table/{game}", token=token) for token in tokens]
    company = Company(site, tokens, game, pages)
    mine = pages[0]
    expect(company.tile(1, "9m")).to_be_visible()
    before = look(mine)
    sent: list[str] = []
    mine.on("websocket", lambda one: one.on("framesent", lambda text: sent.append(str(text))))
    mine.context.set_offline(True)
    expect(mine.locator(LOST)).to_be_visible()
    for item in ("离开牌桌", "提议散桌", "托管"):
        mine.get_by_role("button", name="菜单").click()
        mine.get_by_text(item).click()
        expect(mine.locator(".notice")).to_have_text("连不上服务器，请看看网络")
        mine.keyboard.press("Escape")
        expect(mine.locator(".table-panel")).to_have_count(0)
    mine.get_by_role("button", name="说一句").click()
    mine.get_by_text("大家好！").click()
    mine.context.set_offline(False)
    expect(mine.locator(LOST)).to_have_count(0)
    mine.wait_for_timeout(300)
    assert look(mine) == before
    for page in pages:
        expect(page.locator(".table-said, .table-vote, .table-state")).to_have_count(0)
    assert [json.loads(text)["type"] for text in sent if "look" not in text] == ["join", "ping"]
