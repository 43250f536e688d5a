"""Every page away from the table, at every size, in every language."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_below, cut_off, too_wide, untranslated
from tests.web.site import LANGUAGES, SIZES

PAGES = {
    "lobby": "/",
    "new": "/new",
    "scan": "/scan",
    "history": "/history",
    "statistics": "/statistics",
    "account": "/account",
    "settings": "/settings",
    "rules-guiyang": "/rules/guiyang",
    "rules-duyun": "/rules/duyun?clause=D-12",
    "lost": "/nowhere",
    "room-unknown": "/room/AAAAAA",
    "watch-unknown": "/watch/AAAAA-AAAAA-AAAAA-AAAAA",
}
PHONE, SMALLEST = ViewportSize(width=360, height=640), ViewportSize(width=320, height=568)
SETTLED = "document.fonts.ready.then(() => new Promise(done => setTimeout(done, 60)))"


def settle(page: Page) -> None:
    """Wait until the page shows what it has to show."""
    page.evaluate(SETTLED)
    page.wait_for_selector(".page-main > *")
    page.evaluate(SETTLED)


SHORT = {
    ("phone", "zh-Hans"),
    ("phone", "en"),
    ("landscape", "zh-Hans"),
    ("tablet", "en"),
    ("desktop", "zh-Hant"),
}
"""What is looked at with every change; the rest belongs to the long tests."""


@pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(
            size,
            language,
            marks=() if (size, language) in SHORT else pytest.mark.soak,
        )
        for size in SIZES
        for language in LANGUAGES
    ],
)
def test_every_page_has_room_and_speaks_one_language(
    visit: Visit, picture: Picture, size: str, language: str
) -> None:
    page = visit(size=size, language=language, theme="light")
    for name, path in PAGES.items():
        page.evaluate(f"location.hash = {path!r}")
        settle(page)
        if name == "new":
            page.locator(".unfold").click()
            page.locator(".rules-card summary").click()
        assert too_wide(page) <= 0, name
        assert cut_off(page) == [], name
        assert cut_below(page) == [], name
        assert untranslated(page) == [], name
        picture(page, f"{name}-{size}-{language}")
        if size == "phone":
            page.set_viewport_size(SMALLEST)
            assert too_wide(page) <= 0, name
            page.set_viewport_size(PHONE)


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.soak)])
def test_no_page_shuts_anybody_out(visit: Visit, theme: str) -> None:
    page = visit(theme=theme)
    for name, path in PAGES.items():
        page.evaluate(f"location.hash = {path!r}")
        settle(page)
        assert barriers(page) == [], name


def test_a_room_has_room_and_shuts_nobody_out(visit: Visit, picture: Picture) -> None:
    for size, language in zip(SIZES, cycle(LANGUAGES), strict=False):
        page = visit("/new", size=size, language=language, theme="dark")
        page.locator(".foot .button").click()
        page.wait_for_selector(".seats")
        page.locator(".seats .seat-do .button").last.click()
        settle(page)
        assert too_wide(page) <= 0, (size, language)
        assert cut_off(page) == [], (size, language)
        assert untranslated(page) == []
        picture(page, f"room-{size}-{language}")
        assert barriers(page) == []


def test_language_is_the_browsers_and_then_the_chosen_one(visit: Visit) -> None:
    page = visit(language="zh-Hant")
    assert page.locator("h1").inner_text() == "黔麻"
    assert page.evaluate("document.documentElement.lang") == "zh-Hant"
    assert page.locator(".button.win").inner_text() == "開打"
    page.locator("select.pill").select_option("en")
    page.wait_for_selector("text=Play now")
    page.reload()
    page.wait_for_selector("text=Play now")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_theme_is_the_systems_and_then_the_chosen_one(visit: Visit) -> None:
    page = visit("/settings", theme="light")
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == "rgb(211, 225, 227)"
    page.get_by_role("group", name="颜色").get_by_label("深").check()
    assert page.evaluate(background) == "rgb(20, 50, 74)"
    page.reload()
    page.wait_for_selector("main")
    assert page.evaluate(background) == "rgb(20, 50, 74)"
