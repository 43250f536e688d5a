"""The page where friends open it: over plain HTTP in a network, in the browser of a messenger.

Its address is no secure context there, and an old engine lacks what newer ones have: the newest
of it is taken away, so that whatever the page rests on without a way round it is missed.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.site import CHROMIUM, Site
from tests.web.table_play import Pointer, river, until, wait_to_be_asked

NAME = "qianma.test"
"""Stands for this machine, as its name in a network would; only loopback is secure by itself."""
IN_APP = (
    "Mozilla/5.0 (Linux; Android 10; Phone) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
    "Chrome/80.0.3987.99 Mobile Safari/537.36 MicroMessenger/8.0.1 NetType/WIFI Language/zh_CN"
)
# What has come after Chrome 80, and what is there in secure contexts alone.
OLD_ENGINE = """
for (const [place, names] of [
  [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']],
  [String.prototype, ['at', 'replaceAll']],
  [Object, ['hasOwn', 'groupBy']],
  [Promise, ['any', 'withResolvers']],
  [AbortSignal, ['timeout', 'any']],
  [Crypto.prototype, ['randomUUID', 'subtle']],
  [window, ['structuredClone', 'BroadcastChannel', 'SharedWorker', 'Notification', 'WeakRef']],
  [Navigator.prototype, ['share', 'canShare', 'clipboard', 'wakeLock', 'serviceWorker', 'locks']],
  [Element.prototype, ['replaceChildren', 'requestFullscreen']],
]) for (const name of names) delete place[name];
"""
NO_STORAGE = """
const refuse = () => { throw new DOMException('', 'SecurityError'); };
Object.defineProperty(window, 'localStorage', {get: refuse});
"""


@pytest.fixture(scope="module")
def network(browser: Browser) -> Iterator[Browser]:
    """A browser in which this machine has a name."""
    args = ["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    launched = browser.browser_type.launch(executable_path=CHROMIUM, args=args)
    yield launched
    launched.close()


@pytest.fixture
def phone(network: Browser) -> Iterator[BrowserContext]:
    """A messenger's browser on a phone; in the end no page of it has met an error."""
    faults: list[str] = []
    context = network.new_context(
        viewport={"width": 360, "height": 640}, has_touch=True, locale="zh-CN", user_agent=IN_APP
    )
    context.add_init_script(OLD_ENGINE)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context
    context.close()
    assert faults == []


def open_at(phone: BrowserContext, site: Site, path: str = "/") -> Page:
    page = phone.new_page()
    page.goto(f"http://{NAME}:{site.port}/#{path}")
    page.wait_for_selector("main")
    assert page.evaluate("isSecureContext") is False
    assert page.evaluate("[].at === undefined && crypto.randomUUID === undefined")
    return page


def throw_one(page: Page) -> None:
    """Play on until a tile of one's own is thrown."""
    page.wait_for_selector(".table-hand-tile")
    player = Pointer(page, touch=True)
    wait_to_be_asked(page, "turn")
    before = river(page)
    player.throw()
    until(lambda: river(page) != before, "no tile was thrown")


def test_a_messengers_browser_plays_over_plain_http(phone: BrowserContext, site: Site) -> None:
    page = open_at(phone, site)
    page.get_by_role("button", name="开打").tap()
    page.wait_for_url("**/#/table/*")
    throw_one(page)
    # The line breaks, and the page is back at the table by itself.
    phone.set_offline(True)
    expect(page.locator(".table-lost")).to_be_visible()
    phone.set_offline(False)
    expect(page.locator(".table-lost")).to_have_count(0)
    page.reload()
    expect(page.locator(".table-hand-tile").first).to_be_visible()


def test_friends_meet_there_by_a_link_that_is_copied(phone: BrowserContext, site: Site) -> None:
    owner = open_at(phone, site, "/new")
    owner.get_by_role("button", name="开好房间").tap()
    owner.wait_for_url("**/#/room/*")
    link = owner.locator(".invitation")
    address = re.compile(rf"http://{re.escape(NAME)}:{site.port}/#/room/\w{{6}}")
    expect(link.get_by_role("textbox")).to_have_value(address)
    link.get_by_role("button").first.tap()
    expect(owner.get_by_text("已复制")).to_be_visible()


def test_the_other_pages_are_there_too(phone: BrowserContext, site: Site) -> None:
    page = open_at(phone, site)
    for path in ("history", "statistics", "rules/guiyang", "quiz", "scan", "account", "settings"):
        page.evaluate(f"location.hash = '/{path}'")
        page.wait_for_url(f"**/#/{path}")
        expect(page.get_by_role("heading").first).to_be_visible()


def test_where_nothing_can_be_kept_it_is_played_all_the_same(
    phone: BrowserContext, site: Site
) -> None:
    phone.add_init_script(NO_STORAGE)
    page = open_at(phone, site)
    page.get_by_role("button", name="开打").tap()
    page.wait_for_url("**/#/table/*")
    throw_one(page)
