"""Playing at a real table, in a real browser, by mouse, by touch and by keyboard alone."""

import pytest
from playwright.sync_api import Page

from qianma.check import check
from tests.web.conftest import Visit
from tests.web.site import Site
from tests.web.table_play import (
    Keys,
    Pointer,
    asked,
    hand,
    play_hand,
    play_match,
    river,
    seat,
    show,
    until,
)


def player_of(page: Page, way: str) -> Pointer | Keys:
    return Keys(page) if way == "keyboard" else Pointer(page, way == "touch")


def table_for(site: Site, visit: Visit, ruleset: str, way: str) -> tuple[Page, str, str]:
    """A table as one who plays that way has it; the token and the table's name too."""
    token, game = seat(site, ruleset)
    size = "phone" if way == "touch" else "desktop"
    return show(visit, token, game, size=size, touch=way == "touch"), token, game


@pytest.mark.parametrize(("ruleset", "way"), [("guiyang", "touch"), ("duyun", "keyboard")])
def test_a_hand_is_played_to_its_settlement(
    site: Site, visit: Visit, ruleset: str, way: str
) -> None:
    page, _, _ = table_for(site, visit, ruleset, way)
    assert play_hand(player_of(page, way)) >= 0
    # The settlement comes by itself, after the moment of the chicken.
    page.wait_for_selector("[role=dialog]", timeout=20_000)


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_match_is_played_to_its_end(site: Site, visit: Visit, ruleset: str, way: str) -> None:
    page, token, game = table_for(site, visit, ruleset, way)
    assert play_match(player_of(page, way)) == 4
    headers = {"Authorization": f"Bearer {token}"}
    record = site.ask(f"/api/matches/{game}/record", headers=headers)
    report = check(record.body)
    assert report.fault is None
    assert len(report.hands) == 4


def wait_for_turn(page: Page, player: Pointer) -> bool:
    """Wait until the own seat has to discard; False when the hand ends before."""
    while (what := asked(page)) not in ("turn", "over"):
        if what != "wait":
            player.decline()
        page.wait_for_timeout(30)
    return what == "turn"


# What is thrown leaves the own hand; it may be ponged before anybody looks at the river.


def pair_at_turn(site: Site, visit: Visit, settings: dict[str, str]) -> tuple[Page, int]:
    """A table whose own hand holds two equal tiles side by side, in turn; where they are."""
    for _ in range(20):
        page = show(visit, *seat(site), settings=settings, size="desktop")
        if wait_for_turn(page, Pointer(page)):
            tiles = hand(page)
            for at in range(len(tiles) - 2):
                if tiles[at] == tiles[at + 1]:
                    return page, at
        page.close()
    raise AssertionError("no pair was dealt in 20 tables")


def test_a_double_click_on_equal_tiles_throws_one(site: Site, visit: Visit) -> None:
    page, at = pair_at_turn(site, visit, {"tap": "one"})
    before = len(hand(page))
    page.locator(f'.table-hand-tile[data-at="{at}"]').dblclick()
    until(lambda: len(hand(page)) == before - 1, "no tile was thrown")
    page.wait_for_timeout(400)
    assert len(hand(page)) == before - 1


def test_one_tap_lifts_and_the_second_on_the_same_tile_throws(site: Site, visit: Visit) -> None:
    page = show(visit, *seat(site), size="desktop")
    assert wait_for_turn(page, Pointer(page))
    tiles = page.locator(".table-hand-tile")
    tiles.nth(2).click()
    assert page.locator(".table-hand-tile.is-lifted").get_attribute("data-at") == "2"
    tiles.nth(5).click()
    assert page.locator(".table-hand-tile.is-lifted").get_attribute("data-at") == "5"
    assert river(page) == 0
    thrown = tiles.nth(5).get_attribute("data-tile")
    assert "已提起" in str(tiles.nth(5).get_attribute("aria-label"))
    tiles.nth(5).click()
    until(lambda: len(hand(page)) == 13, "no tile was thrown")
    assert hand(page).count(str(thrown)) < 4


def test_a_tile_dragged_up_is_thrown_and_one_let_go_of_is_not(site: Site, visit: Visit) -> None:
    page = show(visit, *seat(site), size="desktop")
    assert wait_for_turn(page, Pointer(page))

    def drag(height: int) -> None:
        box = page.locator(".table-hand-tile").first.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - height / 2, steps=3)
        page.mouse.move(x, y - height, steps=3)
        page.mouse.up()

    drag(20)
    page.wait_for_timeout(200)
    assert river(page) == 0
    assert page.locator(".table-hand-tile.is-lifted").count() == 0
    drag(120)
    until(lambda: len(hand(page)) == 13, "no tile was thrown")


@pytest.mark.soak
def test_a_claim_is_made_by_one_press_and_shown(site: Site, visit: Visit) -> None:
    for _ in range(30):
        page = show(visit, *seat(site), size="phone", touch=True)
        player = Pointer(page, touch=True)
        while (what := asked(page)) != "over":
            pong = page.locator(".table-claim.in-pong", has_text="碰")
            if what in ("claim", "win") and pong.count():
                player.press(pong)
                page.wait_for_selector(".table-own .table-meld", timeout=20_000)
                assert "碰" in page.locator(".table-own .table-tag").inner_text()
                assert page.locator(".table-own .table-meld .tile").count() == 3
                return
            if what == "turn":
                player.throw()
            elif what != "wait":
                player.decline()
            page.wait_for_timeout(30)
        page.close()
    raise AssertionError("no pong was offered in 30 hands")


def test_keys_can_be_switched_off(site: Site, visit: Visit) -> None:
    page = show(visit, *seat(site), settings={"keys": False}, size="desktop")
    assert wait_for_turn(page, Pointer(page))
    page.locator(".table-page").focus()
    page.keyboard.press("d")
    page.keyboard.press("w")
    page.wait_for_timeout(300)
    assert river(page) == 0
    assert page.locator(".table-panel").count() == 0


def test_letters_count_by_their_place_on_the_keyboard(site: Site, visit: Visit) -> None:
    page = show(visit, *seat(site), size="desktop")
    assert wait_for_turn(page, Pointer(page))
    # What an input method does: the letter is swallowed, the physical key remains.
    page.locator(".table-page").dispatch_event(
        "keydown", {"key": "Process", "code": "KeyD", "bubbles": True}
    )
    until(lambda: len(hand(page)) == 13, "no tile was thrown")
