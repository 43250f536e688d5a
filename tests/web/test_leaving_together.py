"""Somebody leaves a table of four in mid-hand: what the page warns of is what it costs."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.arranging import ArrangedSite, dealt
from tests.web.company import Company, settlement, signed, sit
from tests.web.conftest import Visit
from tests.web.table_play import hand, wait_to_be_asked

# The dealer draws the fourth 2s; its replacement is 9p.
FOUR_OF_A_KIND = dealt(
    ("1469m258p222s689s", "2578m147p13579s9m", "369m1469p145s78s8m", "1257m2368p3467s1m"),
    "2s 6m 3m",
    tail="9p",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedSite]:
    with ArrangedSite(tmp_path_factory.mktemp("site")) as running:
        yield running


def ask_to_leave(page: Page) -> str:
    """Open the warning before leaving; what it says."""
    page.get_by_role("button", name="菜单").click()
    page.locator(".table-item", has_text="离开牌桌").click()
    warning = page.locator(".table-warning")
    expect(warning).to_contain_text("离开")
    return warning.inner_text()


def leave(page: Page) -> None:
    """Leave, from the warning."""
    page.locator(".table-choice.is-win").click()
    expect(page.locator(".table-warning")).to_have_count(0)


def all_see_scores(company: Company, *scores: str) -> None:
    """All pages show these scores, by seat."""
    for page in company.pages:
        for seat, score in enumerate(scores):
            plate = page.locator(f'.table-plate[data-seat="{seat}"] .table-score')
            expect(plate).to_have_text(score)


def test_in_duyun_leaving_ends_the_game_and_costs_what_was_warned_of(
    site: ArrangedSite, visit: Visit
) -> None:
    company = sit(site, visit, "duyun", FOUR_OF_A_KIND)
    company.press(0, "kong")
    company.discard(0, "9p")
    leaver = company.pages[1]
    expect(company.tile(1, "6m")).to_be_visible()
    # A concealed kong is paid at once, 2 fan by each (D-7) at 6 points (D-3).
    all_see_scores(company, "+36", "−12", "−12", "−12")
    # 16 fan to each of the others (D-17) are 96 points, 288 in all.
    warning = ask_to_leave(leaver)
    assert "赔其他三家各 96 分，共 288 分" in warning
    leaver.locator(".table-choice", has_text="留下").click()
    wait_to_be_asked(leaver, "turn")
    assert ask_to_leave(leaver) == warning
    leave(leaver)
    company.see_end()
    for page in company.pages:
        expect(page.locator(".sheet-headline")).to_contain_text("朋友1走了，牌局结束")
    # The bean stands, and nobody gives it back.
    beans = [(seat, 0, 12, "concealed_kong") for seat in (1, 2, 3)]
    expected = settlement(*beans, *((1, seat, 96, "leaving") for seat in (0, 2, 3)))
    assert expected["points"] == [132, -300, 84, 84]
    company.check_settlement(expected, 0, 1)
    for page in company.pages:
        page.locator(".sheet-foot .claim", has_text="看名次").click()
        page.wait_for_url(f"**/#/match/{company.game}")
        expect(page.locator(".standings li")).to_have_count(4)
        names = page.locator(".standings .name").all_inner_texts()
        points = page.locator(".standings b").all_inner_texts()
        assert names == ["朋友0", "朋友2", "朋友3", "朋友1"]
        assert points == [signed(132), signed(84), signed(84), signed(-300)]


def test_in_guiyang_somebody_plays_on_for_who_leaves_until_they_are_back(
    site: ArrangedSite, visit: Visit
) -> None:
    company = sit(site, visit, "guiyang", FOUR_OF_A_KIND)
    leaver, others = company.pages[1], [company.pages[seat] for seat in (0, 2, 3)]
    company.discard(0, "2s")
    expect(company.tile(1, "6m")).to_be_visible()
    # It costs nothing (G-23).
    assert ask_to_leave(leaver) == "离开后由电脑代打，回来为止"
    leave(leaver)
    back = leaver.get_by_role("button", name="回来接着打")
    expect(back).to_be_visible()
    for page in others:
        expect(page.locator('.table-plate[data-seat="1"] .table-state')).to_have_text("走了")
    # A built-in player takes the turn that has begun.
    expect(company.tile(2, "3m")).to_be_visible()
    leaver.reload()
    expect(back).to_be_visible()
    back.click()
    expect(back).to_have_count(0)
    for page in others:
        expect(page.locator('.table-plate[data-seat="1"] .table-state')).to_have_count(0)
    assert len(hand(leaver)) == 13
    all_see_scores(company, "0", "0", "0", "0")
