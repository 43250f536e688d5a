"""Four people in four browsers: claims at one time, robbed kongs, declared ready; all sums by hand.

The walls are laid. What a hand costs is worked out here from the clauses that the comments name,
and pages and record both have to say the same.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.scenes import ROBBERS
from tests.web.arranging import ArrangedSite, dealt
from tests.web.company import SEATS, Company, chickens, settlement, sit
from tests.web.conftest import Visit
from tests.web.table_play import asked, is_over, until, wait_to_be_asked

# The dealer throws its first draw, 4m. The next seat wins on it with seven pairs, the one across
# with a full flush; the last one could pong it. 8p is turned over, so that 9p is a chicken: the
# dealer and the last seat have one each, and one yaoji each.
WANTED_BY_THREE = ("367m24689p13579s", "4m1155p3377p2288s", "1112356788999m", "2446m2469p14679s")
WANTED = "4m 8p"

# The dealer throws 4m, which the next seat pongs; later it draws the fourth. The other two wait for
# 4m with plain hands. 5s is turned over, so that 6s is a chicken: the seat of the kong and the last
# one have one each; the dealer has two yaoji.
KONG_ROBBED = ("13678m258p11479s", "4489m1479p23689s", *ROBBERS[:2])
ROBBED = "4m 7s 9s 2s 4m 5s"

# Without its first draw, 9m, the dealer is ready for 5s and 8s.
READY = "123456m789p5567s"
# The next seat draws 8s. 2p is turned over, so that 3p is a chicken: the next and the last seat
# have one each; of the yaoji the seat across has two and the last one has one.
READY_AND_PAID = (READY, "1478m1369p23479s", "2579m2457p11489s", "3689m3568p13469s")
PAID = "9m 8s 2p"
# The seat across waits for 4p and 7p, plain and without a bean; 4p is the dealer's second draw. 6m
# is turned over, so that 7m is a chicken: the seat across has three, and one yaoji.
READY_AND_PAYING = (READY, "1489m1368p24679s", "777m2256p123345s", "3689m1589p24689s")
PAYING = "9m 3m 9p 2m 4p 6m"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArrangedSite]:
    with ArrangedSite(tmp_path_factory.mktemp("site")) as running:
        yield running


def assert_open(company: Company, *asked_to_win: int) -> None:
    """Nothing has come of the discard as yet, and only who can win on it is asked whether to."""
    pages = company.pages
    until(
        lambda: tuple(seat for seat in SEATS if asked(pages[seat]) == "win") == asked_to_win,
        "others are asked to win",
    )
    pages[0].wait_for_timeout(100)  # for what might come of it
    for page in pages:
        assert not is_over(page)
        assert page.locator(".table-meld").count() == 0


def headlines(company: Company, *expected: str) -> None:
    """All see who has won."""
    for page in company.pages:
        shown = page.locator(".sheet-headline")
        expect(shown).to_have_count(len(expected))
        for place, text in enumerate(expected):
            expect(shown.nth(place)).to_contain_text(text)


def test_all_who_win_on_a_discard_win_and_a_pong_that_came_first_loses(
    site: ArrangedSite, visit: Visit
) -> None:
    first, second = (dealt(WANTED_BY_THREE, WANTED, dealer=dealer) for dealer in (0, 1))
    company = sit(site, visit, "guiyang", first, second)
    company.discard(0, "4m")
    assert_open(company, 1, 2)
    company.press(3, "pong")
    expect(company.pages[3].get_by_test_id("prompt")).to_have_text("已选好，等一下")
    assert_open(company, 1, 2)
    company.press(1, "win")
    assert_open(company, 2)
    company.press(2, "win")
    company.see_end()
    headlines(company, "朋友1胡了 · 七对", "朋友2胡了 · 清一色")
    # The discarder pays both (G-19), 7 and 10 (G-7), and as the dealer 1 more each (G-20).
    wins = (0, 1, 7, "win"), (0, 2, 10, "win")
    bonus = (0, 1, 1, "dealer_bonus"), (0, 2, 1, "dealer_bonus")
    expected = settlement(*wins, *bonus, *chickens((2, 0, 0, 2)))
    assert expected["points"] == [-15, 4, 7, 4]
    company.check_settlement(expected, 0)
    # Of two winners the first one after the dealer deals (G-3).
    expect(company.pages[0].locator(".sheet-foot")).to_contain_text("朋友1坐庄")
    company.go_on()

    company.discard(1, "4m")
    company.press(0, "pong")
    company.decline_win(3)
    assert_open(company, 2)
    # What has been answered is not asked again by the server that comes back.
    site.kill()
    site.start()
    for page in company.pages:
        expect(page.locator(".table-lost")).to_have_count(0)
    for again in (False, True):
        if again:
            company.pages[0].reload()
        expect(company.pages[0].get_by_test_id("prompt")).to_have_text("已选好，等一下")
        expect(company.pages[0].locator(".table-claim")).to_have_count(0)
    assert_open(company, 2)
    company.press(2, "win")
    company.see_end()
    headlines(company, "朋友2胡了 · 七对")
    expected = settlement((1, 2, 7, "win"), (1, 2, 1, "dealer_bonus"), *chickens((2, 2, 0, 0)))
    assert expected["points"] == [4, -4, 4, -4]
    company.check_settlement(expected, 1)


@pytest.mark.soak
def test_a_pong_is_made_when_all_who_could_win_have_passed(
    site: ArrangedSite, visit: Visit
) -> None:
    company = sit(site, visit, "guiyang", dealt(WANTED_BY_THREE, WANTED))
    company.discard(0, "4m")
    company.press(3, "pong")
    company.decline_win(1)
    company.decline_win(2)
    for page in company.pages:
        expect(page.locator(".table-meld")).to_have_attribute("aria-label", "碰 四万，来自朋友0")
    company.discard(3, "2m")
    wait_to_be_asked(company.pages[0], "turn")


@pytest.mark.soak
def test_in_duyun_the_discarder_pays_each_of_several_winners(
    site: ArrangedSite, visit: Visit
) -> None:
    hand = dealt(WANTED_BY_THREE, WANTED)
    company = sit(site, visit, "duyun", hand, hand)
    company.discard(0, "4m")
    company.press(3, "pong")
    company.press(2, "win")
    company.press(1, "win")
    company.see_end()
    # Seven pairs and full flush are 6 fan each (D-4), paid by the discarder alone (D-11), to each
    # (D-9), at 6 points (D-3).
    expected = settlement((0, 1, 36, "win"), (0, 2, 36, "win"))
    company.check_settlement(expected, 0, 1, 2, 3)
    # The discarder deals (D-1), here again, so that its next payment carries 1 fan more (D-2).
    company.go_on()
    company.discard(0, "4m")
    company.press(3, "pong")
    company.decline_win(2)
    company.press(1, "win")
    company.see_end()
    company.check_settlement(settlement((0, 1, 36, "win"), (0, 1, 6, "dealer_bonus")), 0, 1)


def add_the_fourth(company: Company, dealer: int) -> int:
    """Play `KONG_ROBBED` until the fourth 4m has been added to the pong; the seat that did."""
    konger, first, last = ((dealer + step) % 4 for step in (1, 2, 3))
    company.discard(dealer, "4m")
    if company.pages[0].locator(".table-title", has_text="贵阳").count():
        # Plain hands without a bean do not win on a discard, and are told so (G-9).
        for seat in (first, last):
            refused = company.pages[seat].locator(".table-refused .table-clause")
            expect(refused).to_have_text("G-9")
    company.press(konger, "pong")
    company.discard(konger, "8m")
    for seat, tile in ((first, "7s"), (last, "9s"), (dealer, "2s")):
        company.discard(seat, tile)
    company.press(konger, "kong")
    return konger


def see_meld(company: Company, name: str) -> None:
    """All see the one meld as what it is."""
    for page in company.pages:
        expect(page.locator(".table-meld")).to_have_attribute("aria-label", name)


def test_an_added_kong_is_robbed(site: ArrangedSite, visit: Visit) -> None:
    company = sit(site, visit, "guiyang", dealt(KONG_ROBBED, ROBBED, dealer=3))
    assert add_the_fourth(company, 3) == 0
    see_meld(company, "爬坡豆 四万，来自朋友3")
    asked_to_rob = company.pages[1].get_by_test_id("prompt")
    expect(asked_to_rob).to_have_text("朋友0爬坡豆 四万，可以抢杠胡")
    company.decline_win(2)
    company.press(1, "win")
    company.see_end()
    see_meld(company, "碰 四万，来自朋友3")
    headlines(company, "朋友1抢杠胡了 · 平胡")
    for page in company.pages:
        expect(page.locator(".sheet-result .note")).to_contain_text("抢了朋友0的 四万")
        expect(page.locator(".sheet-result .note")).to_contain_text("朋友0付三家的份")
        expect(page.locator(".sheet-mark.is-dealt")).to_have_text("被抢杠")
    # As a self-draw all three of whose shares the robbed player pays; the dealer's carries the
    # bonus (G-16, G-20). The kong is void, and the pong is no bean.
    paid = (0, 1, 3, "win"), (0, 1, 1, "dealer_bonus")
    expected = settlement(*paid, *chickens((1, 0, 1, 2)))
    assert expected["points"] == [-4, 0, 0, 4]
    company.check_settlement(expected, 0, 1)


@pytest.mark.soak
def test_two_rob_one_kong(site: ArrangedSite, visit: Visit) -> None:
    company = sit(site, visit, "guiyang", dealt(KONG_ROBBED, ROBBED, dealer=1))
    assert add_the_fourth(company, 1) == 2
    company.press(0, "win")
    company.press(3, "win")
    company.see_end()
    headlines(company, "朋友3抢杠胡了", "朋友0抢杠胡了")
    wins = (2, 3, 3, "win"), (2, 0, 3, "win")
    bonus = (2, 3, 1, "dealer_bonus"), (2, 0, 1, "dealer_bonus")
    expected = settlement(*wins, *bonus, *chickens((1, 2, 1, 0)))
    assert expected["points"] == [4, 4, -8, 0]
    company.check_settlement(expected, *SEATS)


@pytest.mark.soak
def test_in_duyun_a_robbed_kong_is_paid_as_a_discard(site: ArrangedSite, visit: Visit) -> None:
    company = sit(site, visit, "duyun", dealt(KONG_ROBBED, ROBBED, dealer=3))
    assert add_the_fourth(company, 3) == 0
    company.press(2, "win")
    company.press(1, "win")
    company.see_end()
    # The bean costs nobody anything, the robbed player pays each as for a discard (D-10).
    company.check_settlement(settlement((0, 1, 6, "win"), (0, 2, 6, "win")), *SEATS)


def declare(company: Company) -> None:
    """Seat 0 declares ready with its first discard, 9m, which all see."""
    page = company.pages[0]
    company.button(0, "pong").click()
    ticked = page.locator(".table-hand-tile:has(.table-tick)")
    # Without 5s the hand is ready for 9m.
    expect(ticked).to_have_count(3)
    marked = [tile.get_attribute("data-tile") for tile in ticked.all()]
    free = [tile.get_attribute("data-tile") for tile in page.locator(FREE).all()]
    assert marked == free == ["5s", "5s", "9m"]
    company.discard(0, "9m")
    for one in company.pages:
        expect(one.locator('.table-plate[data-seat="0"] .table-declared')).to_contain_text("报听")
        expect(one.locator(".table-plate .table-declared")).to_have_count(1)
        expect(one.locator(".table-river .table-flag")).to_have_count(1)


FREE = '.table-hand-tile[aria-disabled="false"]'


def win_on_declared(company: Company) -> None:
    """Seat 0 declares; after a turn of all others seat 2 wins on what it has to throw."""
    declare(company)
    for seat, tile in ((1, "3m"), (2, "9p"), (3, "2m")):
        company.discard(seat, tile)
    drawn = company.pages[0].locator(FREE)
    # The hand is frozen: nothing but the drawn tile can be thrown (G-17, D-13).
    expect(drawn).to_have_count(1)
    expect(drawn).to_have_attribute("data-tile", "4p")
    company.discard(0, "4p")
    company.press(2, "win")
    company.see_end()


def test_declared_ready_wins_as_a_flush_and_pays_for_one(site: ArrangedSite, visit: Visit) -> None:
    first, second = dealt(READY_AND_PAID, PAID), dealt(READY_AND_PAYING, PAYING)
    company = sit(site, visit, "guiyang", first, second)
    declare(company)
    company.discard(1, "8s")
    company.press(0, "win")
    company.see_end()
    headlines(company, "朋友0胡了 · 平胡")
    # Plain on a discard without a bean, at the flush's 10 (G-17), paid by the discarder (G-19), to
    # a dealer in its first hand with 1 more (G-20).
    win = (1, 0, 1, "win"), (1, 0, 9, "declared_ready"), (1, 0, 1, "dealer_bonus")
    expected = settlement(*win, *chickens((0, 1, 2, 2)))
    assert expected["points"] == [6, -12, 3, 3]
    company.check_settlement(expected, 0, 1)
    expect(company.pages[1].locator(".sheet-foot")).to_contain_text("朋友0坐庄 · 连庄 1")
    company.go_on()

    win_on_declared(company)
    headlines(company, "朋友2胡了 · 平胡")
    # The others win plain on the declared player's discards too, at 10 (G-17); the dealer has
    # repeated once and pays 2 more (G-20).
    win = (0, 2, 1, "win"), (0, 2, 9, "declared_ready"), (0, 2, 2, "dealer_bonus")
    expected = settlement(*win, *chickens((0, 0, 4, 0)))
    assert expected["points"] == [-16, -4, 24, -4]
    company.check_settlement(expected, 0, 2)


@pytest.mark.soak
def test_in_duyun_declared_ready_must_win_for_six_more(site: ArrangedSite, visit: Visit) -> None:
    first, second = dealt(READY_AND_PAID, PAID), dealt(READY_AND_PAYING, PAYING)
    company = sit(site, visit, "duyun", first, second)
    declare(company)
    company.discard(1, "8s")
    expect(company.button(0, "win")).to_contain_text("必须胡")
    expect(company.button(0, "pass")).to_have_count(0)
    company.press(0, "win")
    company.see_end()
    # 1 fan and 6 for the declaration (D-13), at 6 points (D-3); no bonus in a first hand (D-2).
    expected = settlement((1, 0, 6, "win"), (1, 0, 36, "declared_ready"))
    company.check_settlement(expected, *SEATS)
    company.go_on()
    win_on_declared(company)
    win = (0, 2, 6, "win"), (0, 2, 36, "declared_ready"), (0, 2, 6, "dealer_bonus")
    company.check_settlement(settlement(*win), *SEATS)
