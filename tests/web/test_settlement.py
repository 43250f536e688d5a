"""The settlement sheet: its figures are those of the record, and it can be read by everybody."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from qianma import ruleset_names
from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_off, too_wide, untranslated
from tests.web.rich_records import every_kind, match_record
from tests.web.settlement_reading import (
    assert_shows,
    mostly,
    next_hand,
    open_record,
    open_sheet,
    results,
)
from tests.web.site import LANGUAGES, SIZES, Site
from tests.web.table_play import WAIT, Pointer, play_hand, seat, show

HOSTILE = (
    "<img src=x onerror=alert(1)><script>document.title=1</script>",
    "\u202eolleh\u202c \u2067احمد\u2069",
    "很" * 200,
    "👨‍👩‍👧‍👦🀄️🐓 WWWWWWWWWWWWWWWWWWWWW",
)


BOTTOM = "document.querySelector('.account-why').getBoundingClientRect().bottom"


def check_match(page: Page, lines: list[dict[str, Any]]) -> int:
    """Every settlement of a record that is open; returns how many there are."""
    found = results(lines)
    for result in found:
        open_sheet(page)
        assert_shows(page, result)
        next_hand(page)
    return len(found)


@pytest.mark.parametrize("ruleset", mostly(ruleset_names(), "guiyang", "duyun"))
def test_figures_are_those_of_the_record(visit: Visit, ruleset: str) -> None:
    lines = match_record(ruleset, 3, 2)
    page = visit("/replay")
    open_record(page, lines)
    assert check_match(page, lines) == 2


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_figures_of_200_random_hands_are_those_of_the_record(visit: Visit, ruleset: str) -> None:
    hands = 0
    for seed in range(10, 15):
        lines = match_record(ruleset, seed, 10)
        page = visit("/replay", size="desktop")
        open_record(page, lines)
        hands += check_match(page, lines)
        page.close()
    assert hands == 50


def test_figures_of_robbed_kongs_several_winners_leaving_and_exhausted_walls(visit: Visit) -> None:
    lines = every_kind()
    settled = [line for line in lines if line["type"] in ("hand", "result")]
    page = visit("/replay")
    open_record(page, lines)
    for place, line in enumerate(settled):
        if line["type"] == "hand":
            has_result = settled[place + 1 : place + 2]
            open_sheet(page)
            if has_result and has_result[0]["type"] == "result":
                assert_shows(page, has_result[0])
            next_hand(page)


@pytest.mark.soak
def test_a_live_settlement_leads_to_the_next_hand_and_to_its_replay(
    visit: Visit, site: Site, picture: Picture
) -> None:
    token, game = seat(site)
    page = show(visit, token, game)
    play_hand(Pointer(page))
    page.wait_for_selector(".sheet .account", timeout=WAIT * 1000)
    headers = {"Authorization": f"Bearer {token}"}
    record = site.ask(f"/api/matches/{game}/record", "GET", None, headers).body
    lines = [json.loads(line) for line in record.splitlines()]
    own = next(at for at, one in enumerate(lines[0]["players"]) if one["kind"] == "person")
    assert_shows(page, results(lines)[0], own)
    picture(page, "settlement-live")
    result = results(lines)[0]
    assert "坐庄" in page.locator(".sheet-foot .claim").inner_text()
    replay = page.locator(".sheet-foot a").first
    assert replay.get_attribute("href") == f"#/replay/{game}?hand=1"
    replay.click()
    page.wait_for_selector(".replay-strip")
    open_sheet(page)
    assert_shows(page, result)
    page.go_back()
    page.locator(".sheet-foot .claim").click()
    page.wait_for_selector(".sheet", state="detached", timeout=WAIT * 1000)
    page.wait_for_selector('.table-page[data-hand="2"]', timeout=WAIT * 1000)


def test_the_page_shows_the_servers_figure_and_computes_none(visit: Visit) -> None:
    def doctored(route: Route) -> None:
        answer = route.fetch()
        replay = answer.json()
        account = replay["hands"][0]["sheet"]["accounts"][0]
        account["rows"][0]["cells"][1] = 76543
        account["rows"][0]["total"] = -1
        account["cells"][2] = 31337
        account["total"] = 65432
        replay["hands"][0]["sheet"]["seats"][0]["points"] = 54321
        replay["hands"][0]["steps"][-1]["points"][0] = 43210
        route.fulfill(response=answer, json=replay)

    page = visit("/replay")
    page.route("**/api/replay", doctored)
    open_record(page, match_record("guiyang", 3, 1))
    open_sheet(page)
    page.locator(".sheet-hand").first.click()
    row = page.locator(".account-row").first.locator(".account-cell")
    assert [row.first.inner_text(), row.last.inner_text()] == ["+76543", "−1"]
    sums = page.locator(".account tfoot .account-cell")
    assert [sums.nth(1).inner_text(), sums.last.inner_text()] == ["+31337", "+65432"]
    assert page.locator(".sheet-points").first.inner_text() == "+54321"
    page.keyboard.press("Escape")
    assert "+43210" in page.locator(".table-own").inner_text()


def test_a_row_opens_to_its_clause_and_its_payments(visit: Visit) -> None:
    lines = match_record("guiyang", 3, 1)
    page = visit("/replay")
    open_record(page, lines)
    open_sheet(page)
    page.locator(".sheet-hand").first.click()
    row = page.locator(".account-row th button").first
    assert row.get_attribute("aria-expanded") == "false"
    row.focus()
    page.keyboard.press("Enter")
    assert row.get_attribute("aria-expanded") == "true"
    why = page.locator(".account-why")
    why.locator("p", has_text=re.compile(".{20}")).first.wait_for()
    clauses = {entry["clause"] for entry in results(lines)[0]["ledger"]}
    assert why.locator("b").first.inner_text() in clauses
    assert "番 × 1" in why.locator("li").first.inner_text()
    row.click()
    assert why.count() == 0


def test_what_a_row_opens_to_comes_into_sight(visit: Visit) -> None:
    page = visit("/replay")
    open_record(page, match_record("guiyang", 3, 1))
    open_sheet(page)
    page.locator(".sheet-hand").first.click()
    for row in page.locator(".account-row th button").all():
        row.click()
        why = page.locator(".account-why")
        foot = page.locator(".sheet-foot").bounding_box()
        assert foot is not None
        page.wait_for_function(f"{BOTTOM} <= {foot['y']} + 1")
        row.click()
        expect(why).to_have_count(0)


def test_the_sheet_can_be_made_a_picture(visit: Visit, picture: Picture) -> None:
    page = visit("/replay")
    open_record(page, match_record("guiyang", 3, 1, HOSTILE))
    open_sheet(page)
    share = page.locator(".sheet-head .icon-button")
    share.click()
    image = page.locator(".sheet-picture img")
    image.wait_for()
    address = str(image.get_attribute("src"))
    assert address.startswith("data:image/png;base64,")
    assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") == 720
    page.wait_for_timeout(100)
    picture(page, "settlement-picture")
    with page.expect_download() as download:
        page.locator(".sheet-picture .claim").click()
    assert download.value.suggested_filename == "qianma-1.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet-picture", state="detached")
    expect(share).to_be_focused()

    page.evaluate("HTMLCanvasElement.prototype.getContext = () => null")
    share.click()
    image.wait_for()
    assert str(image.get_attribute("src")).startswith("data:image/svg+xml")
    assert image.evaluate("one => one.decode().then(() => one.naturalWidth)") == 360


@pytest.mark.parametrize("language", mostly(LANGUAGES, "zh-Hans"))
def test_every_outcome_has_room_and_shuts_nobody_out(
    visit: Visit, picture: Picture, language: str
) -> None:
    lines = every_kind()
    hands = sum(line["type"] == "hand" for line in lines)
    page = visit("/replay", language=language, theme="light" if language == "en" else "dark")
    open_record(page, lines)
    for hand in range(hands):
        open_sheet(page)
        page.wait_for_timeout(250)
        picture(page, f"settlement-{language}-{hand}")
        assert too_wide(page) <= 0
        assert page.evaluate(_OVER_EDGE) == []
        assert cut_off(page) == []
        assert untranslated(page) == []
        if hand < 3:
            assert barriers(page) == []
        next_hand(page)


@pytest.mark.parametrize("size", mostly(SIZES, "phone"))
def test_long_names_and_high_scores_have_room(visit: Visit, picture: Picture, size: str) -> None:
    lines = match_record("duyun", 4, 1, HOSTILE, {"base": 9000})
    page = visit("/replay", size=size)
    open_record(page, lines)
    title = page.title()
    picture(page, f"replay-hostile-{size}")
    open_sheet(page)
    page.wait_for_timeout(250)
    picture(page, f"settlement-hostile-{size}")
    assert_shows(page, results(lines)[0])
    assert max(abs(points) for points in results(lines)[0]["points"]) > 9999
    assert too_wide(page) <= 0
    assert page.evaluate(_OVER_EDGE) == []
    assert page.title() == title
    assert page.locator(".sheet img, .sheet script").count() == 0


_OVER_EDGE = """
() => [...document.querySelectorAll('.sheet-scroll *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && !one.closest('.unseen, .name, bdi') && box.right > innerWidth + 1;
}).map(one => one.outerHTML.slice(0, 120))
"""
