"""A line that breaks, a server that restarts, a second tab: nothing is lost and all is said."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.web.arranging import ArrangedSite, dealt
from tests.web.conftest import Visit
from tests.web.site import Site
from tests.web.table_play import seat, show

LOST = ".table-lost"
HAND = ".table-hand-tile"
OWN_TURN = f"{HAND}:not([aria-disabled=true])"
# The person deals, so that the own turn comes before any claim.
OWN_TURN_FIRST = dealt(
    ("1469m258p222s689s", "25789m147p13579s", "3689m1469p14578s", "11257m2368p3467s"), "6m"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedSite]:
    with ArrangedSite(tmp_path_factory.mktemp("site")) as running:
        yield running


def seen_hand(page: Page) -> list[str]:
    """The tiles of the own hand, as they are read out."""
    tiles = page.locator(HAND).all()
    return sorted((tile.get_attribute("aria-label") or "").partition("，")[0] for tile in tiles)


def mark(page: Page) -> None:
    """Whatever happens, the page is not to be loaded again."""
    page.evaluate("window.isTheSame = true")


def is_marked(page: Page) -> bool:
    return page.evaluate("window.isTheSame === true") is True


@pytest.mark.parametrize("end", ["kill", pytest.param("stop", marks=pytest.mark.soak)])
def test_a_server_that_restarts_in_mid_hand(site: ArrangedSite, visit: Visit, end: str) -> None:
    site.arrange(OWN_TURN_FIRST)
    token, game = seat(site)
    page = show(visit, token, game)
    mark(page)
    # Its own turn waits, so that the hand stays as it is.
    expect(page.locator(OWN_TURN).first).to_be_visible()
    page.wait_for_timeout(500)
    before = seen_hand(page)
    (site.kill if end == "kill" else site.stop)()
    expect(page.locator(LOST)).to_contain_text("连接断了")
    page.locator(HAND).first.click(force=True)
    page.locator(HAND).first.click(force=True)
    site.start()
    expect(page.locator(LOST)).to_have_count(0)
    assert is_marked(page)
    assert seen_hand(page) == before, "what is clicked without a line is not done"
    rivers = page.locator(".table-river .tile").count()
    page.locator(OWN_TURN).first.click()
    page.locator(OWN_TURN).first.click()
    expect(page.locator(".table-river .tile")).not_to_have_count(rivers)


def test_a_network_that_goes_and_comes(site: Site, visit: Visit) -> None:
    token, game = seat(site)
    page = show(visit, token, game)
    mark(page)
    page.context.set_offline(True)
    expect(page.locator(LOST)).to_contain_text("连接断了")
    page.context.set_offline(False)
    expect(page.locator(LOST)).to_have_count(0)
    assert is_marked(page)


def test_a_second_tab_takes_over_and_the_first_takes_back(site: Site, visit: Visit) -> None:
    token, game = seat(site)
    first = show(visit, token, game)
    context: BrowserContext = first.context
    second = visit(f"/table/{game}", context=context)
    second.wait_for_selector(HAND)
    cover = first.get_by_role("alertdialog", name="已在另一处打开")
    expect(cover).to_be_visible()
    expect(second.get_by_role("alertdialog")).to_have_count(0)
    cover.get_by_role("button", name="在这里继续").click()
    expect(cover).to_have_count(0)
    expect(second.get_by_role("alertdialog", name="已在另一处打开")).to_be_visible()
    assert seen_hand(first)


def test_an_answer_to_an_older_prompt_is_explained(site: ArrangedSite, visit: Visit) -> None:
    site.arrange(OWN_TURN_FIRST)
    token, game = seat(site)
    page = visit("/")

    def outdated(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def sent(message: str | bytes) -> None:
            command = json.loads(message)
            if command["type"] == "act":
                command["prompt"] += 1_000_000
            server.send(json.dumps(command))

        route.on_message(sent)

    page.route_web_socket("**/socket", outdated)
    page.evaluate("token => localStorage.setItem('qianma.token', token)", token)
    page.evaluate(f"location.hash = '#/table/{game}'")
    page.reload()
    expect(page.locator(OWN_TURN).first).to_be_visible()
    before = seen_hand(page)
    page.locator(OWN_TURN).first.click()
    page.locator(OWN_TURN).first.click()
    expect(page.get_by_text("这一步已经过去了")).to_be_visible()
    assert seen_hand(page) == before


def test_a_table_that_is_not_there_and_one_that_is_not_for_all(site: Site, visit: Visit) -> None:
    page = visit("/table/0123456789abcdef01234567")
    expect(page.get_by_role("status").first).to_have_text("没有这一桌")
    _, game = seat(site, watch="nobody")
    page = visit(f"/table/{game}")
    expect(page.get_by_role("status").first).to_have_text("你不能看这一桌")
