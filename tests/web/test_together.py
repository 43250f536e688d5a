"""Four people at one table, each in a browser of their own; and what the page takes from whom."""

import json
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.company import gather, own_result, signed
from tests.web.conftest import Visit
from tests.web.site import Site
from tests.web.table_play import WAIT, Pointer, asked, is_over, seat, show


def step(page: Page) -> bool:
    """Do what the table waits for from this person, if it does: win, pong, decline or throw."""
    what = asked(page)
    player = Pointer(page)
    if what == "win":
        player.win()
    elif what == "claim":
        pong = page.locator(".table-claim.in-pong:not([disabled])")
        if pong.count():
            player.press(pong)
        else:
            player.decline()
    elif what == "turn":
        player.throw()
    else:
        return False
    page.wait_for_timeout(60)
    return True


@pytest.mark.soak
def test_four_people_play_a_hand_and_all_see_the_same(site: Site, visit: Visit) -> None:
    tokens, game = gather(site, "guiyang")
    pages = [visit(f"/table/{game}", token=token) for token in tokens]
    for page in pages:
        page.wait_for_selector(".table-hand-tile", timeout=WAIT * 1000)
    steps = 0
    quiet_since = time.monotonic()
    while not all(is_over(page) for page in pages):
        for page in pages:
            if step(page):
                steps += 1
                quiet_since = time.monotonic()
                if steps == 12:
                    # One of them looks elsewhere and comes back in mid-hand.
                    page.reload()
                    page.wait_for_selector(".table-page", timeout=WAIT * 1000)
                if steps == 20:
                    page.context.set_offline(True)
                    expect(page.locator(".table-lost")).to_be_visible()
                    page.context.set_offline(False)
                    expect(page.locator(".table-lost")).to_have_count(0)
        assert time.monotonic() - quiet_since < WAIT, "nothing happens at the table"
    results = [own_result(site, token, game) for token in tokens]
    assert all(result == results[0] for result in results)
    assert sum(results[0]["points"]) == 0
    for page in pages:
        said = page.locator(".sheet").first
        expect(said).to_be_visible()
        for points in results[0]["points"]:
            expect(said).to_contain_text(signed(points))


def test_the_page_shows_the_points_it_is_told_and_adds_none_up(site: Site, visit: Visit) -> None:
    token, game = seat(site)
    page = visit("/")
    told = [12345, -6789, 4444, -10000]

    def doctored(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def came(message: str | bytes) -> None:
            line = json.loads(message)
            for holder in (line, line.get("now")):
                if holder and "points" in holder and line["type"] in ("snapshot", "update"):
                    holder["points"] = told
            route.send(json.dumps(line))

        server.on_message(came)

    page.route_web_socket("**/socket", doctored)
    page.evaluate("token => localStorage.setItem('qianma.token', token)", token)
    page.evaluate(f"location.hash = '#/table/{game}'")
    page.reload()
    page.wait_for_selector(".table-hand-tile", timeout=WAIT * 1000)
    for points in ("+12345", "−6789", "+4444", "−10000"):
        expect(page.locator(".table-page")).to_contain_text(points)


def test_a_spectator_sees_no_hand_and_can_press_nothing(site: Site, visit: Visit) -> None:
    token, game = seat(site, watch="anyone")
    player = show(visit, token, game)
    watching = visit(f"/table/{game}")
    watching.wait_for_selector(".table-page")
    expect(watching.locator(".table-hand-tile use").first).to_be_visible()
    faces = watching.locator(".table-hand-tile[aria-label], button.table-hand-tile")
    expect(faces).to_have_count(0)  # all that lies there are backs
    expect(watching.locator(".table-claim")).to_have_count(0)
    assert asked(player) in ("turn", "wait", "claim", "win")
