"""What the page does with what a server sends: it shows just that, and answers once."""

import pytest
from playwright.sync_api import Page, expect

from qianma import walls
from qianma.chance import player_chances
from qianma.match import Match
from qianma.players import make_player
from qianma.ruleset import load
from qianma.selfplay import play_hand
from qianma.server.lines import settled
from tests.web.conftest import Visit
from tests.web.settlement_reading import mostly
from tests.web.table_scenes import (
    DISCARD_KONG,
    KINDS,
    PASS,
    PONG,
    SCENES,
    WIN,
    Line,
    Scene,
    offer,
    win_offer,
)
from tests.web.table_shown import NOW, Laid, lay


def answers(laid: Laid) -> list[Line]:
    """The answers to prompts that the page has sent."""
    return laid.of_type("act")


def polite(page: Page) -> str:
    return page.locator("[data-testid=polite]").inner_text()


def assertive(page: Page) -> str:
    return page.locator("[data-testid=assertive]").inner_text()


def test_figures_are_those_of_the_server(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m", points=(31_415, -27_182, 16_180, -20_413))
    scene.discards(1, "3s")
    laid = lay(visit, scene.snapshot([PASS, WIN], wall=77, win=win_offer(424, 242)))
    page = laid.page
    scores = page.locator(".table-score").all_inner_texts()
    assert sorted(scores) == sorted(["+31415", "−27182", "+16180", "−20413"])
    assert page.locator(".table-wall b").inner_text() == "77"
    assert "424 番 + 庄 242 番" in page.locator(".table-claim.is-win").inner_text()


@pytest.mark.parametrize("size", mostly(["tablet", "desktop", "phone"], "desktop"))
def test_the_bar_names_base_coins_and_room_where_there_is_room(visit: Visit, size: str) -> None:
    snapshot = Scene("22m456777p33s99m", ruleset="duyun").snapshot()
    page = lay(visit, {**snapshot, "base": 77}, size=size).page
    stake = page.locator(".table-bar .table-stake")
    if size == "phone":
        assert stake.count() == 0
        return
    assert stake.inner_text() == "底分 77 · 房号 482 916"
    snapshot = {**snapshot, "base": 6, "coins_per_point": 31, "room": None}
    page = lay(visit, snapshot, size=size).page
    assert page.locator(".table-stake").inner_text() == "底分 6 · 1 分 31 币"


def test_each_claim_names_what_the_server_says_of_it(visit: Visit) -> None:
    """Whatever that is: the page would not know that pongs are not paid."""
    scene = Scene("123m111p22277s99m", ruleset="duyun").discards(3, "3m9p1s2s")
    offers = [
        offer(PONG, "kong_now_each", points=4321),
        offer(DISCARD_KONG, "kong_win_one", fan=87),
        offer(PASS, "decline_blocks"),
    ]
    laid = lay(visit, scene.snapshot([PASS, PONG, DISCARD_KONG], offers=offers))
    claims = laid.page.locator(".table-claim").all_inner_texts()
    assert [claim.split("\n") for claim in claims] == [
        ["过", "摸牌前不能接炮"],
        ["碰", "每家付 4321 分"],
        ["直杠", "胡牌时点的付 87 番"],
    ]


def test_payments_within_a_hand_change_the_scores_at_once(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m", ruleset="duyun", points=(0, 0, 0, 0)).draw(2)
    laid = lay(visit, scene.snapshot())
    page = laid.page
    entry = {"fan": 2, "points": 12, "reason": "concealed_kong", "clause": "D-7"}
    entries = [{**entry, "from": payer, "to": 2} for payer in (0, 1, 3)]
    # The sums are not those of the entries: what the server counts is what is shown.
    laid.tell(
        [
            {"type": "kong", "seat": 2, "kind": "concealed", "tile": "1p"},
            {"type": "payment", "entries": entries},
        ],
        now={**NOW, "points": [-120, -120, 360, -120]},
    )
    page.wait_for_selector(".table-chip")
    assert page.locator(".table-chip").count() == 3
    texts = page.locator(".table-score").all_inner_texts()
    assert sorted(texts) == sorted(["+360", "−120", "−120", "−120"])
    assert "小罗 12 分" in page.locator("[data-testid=prompt]").inner_text()
    page.wait_for_selector(".table-chip", state="detached")


def test_a_win_is_declined_by_two_presses_only(visit: Visit) -> None:
    laid = lay(visit, SCENES["win"]())
    page = laid.page
    decline = page.locator(".table-claim.in-pass")
    decline.click()
    assert answers(laid) == []
    assert "再点一次，放弃胡" in decline.inner_text()
    decline.click()
    assert [one["code"] for one in answers(laid)] == [PASS]


def test_one_prompt_is_answered_once(visit: Visit) -> None:
    laid = lay(visit, SCENES["win"]())
    page = laid.page
    page.locator(".table-claim.in-pong").dblclick(no_wait_after=True)
    page.locator(".table-page").focus()
    page.keyboard.press("h")
    page.keyboard.press("p")
    assert [(one["code"], one["prompt"]) for one in answers(laid)] == [(PONG, 3077)]
    assert page.locator(".table-claim:not(:disabled)").count() == 0
    assert page.locator(".table-hand.is-locked").count() == 1


def test_the_hand_is_locked_until_the_answer_is_confirmed(visit: Visit) -> None:
    laid = lay(visit, SCENES["kong"]())
    page = laid.page
    tile = page.locator(".table-hand-tile").nth(5)
    tile.click()
    tile.click()
    page.locator(".table-hand-tile").nth(6).click(force=True)
    page.locator(".table-hand-tile").nth(6).click(force=True)
    assert [one["code"] for one in answers(laid)] == [KINDS.index("5p")]


def test_a_forced_win_is_the_only_thing_to_do(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m", ruleset="duyun").draw(0, "9m")
    laid = lay(visit, scene.snapshot([WIN], wall=3, win=win_offer(1, 0)))
    page = laid.page
    assert page.locator(".table-claim").count() == 1
    assert "必须胡" in page.locator(".table-claim.in-win").inner_text()
    page.locator(".table-hand-tile").last.click(force=True)
    page.locator(".table-hand-tile").last.click(force=True)
    page.keyboard.press("x")
    assert answers(laid) == []
    page.locator(".table-claim.in-win").click()
    assert [one["code"] for one in answers(laid)] == [WIN]


def test_why_a_win_is_not_offered_stays_until_the_next_own_prompt(visit: Visit) -> None:
    laid = lay(visit, SCENES["refused"]())
    page = laid.page
    assert page.locator(".table-refused .table-clause").inner_text() == "G-9"
    assert "G-9" in page.locator("[data-testid=prompt]").inner_text()
    laid.tell([{"type": "draw", "seat": 3, "tile": "?", "end": "head"}])
    laid.tell([{"type": "discard", "seat": 3, "tile": "1m"}])
    page.wait_for_timeout(100)
    assert page.locator(".table-refused").count() == 1
    draw = {"type": "draw", "seat": 0, "tile": "1p", "end": "head"}
    prompt = {"id": 3081, "codes": [KINDS.index("1p")], "left": 9000, "reserve": 0}
    laid.tell([draw], prompt)
    page.wait_for_selector(".table-refused", state="detached")


def test_ready_is_declared_by_choosing_the_discard(visit: Visit) -> None:
    laid = lay(visit, SCENES["declaration"]())
    page = laid.page
    page.locator(".table-page").focus()
    page.keyboard.press("t")
    ticks = page.locator(".table-hand-tile:has(.table-tick)")
    assert {one.get_attribute("data-tile") for one in ticks.all()} == {"2s", "5s", "7s"}
    # A tile that would leave the hand not ready is not thrown.
    page.locator('.table-hand-tile[data-tile="1m"]').dblclick(force=True)
    assert answers(laid) == []
    page.locator('.table-hand-tile[data-tile="7s"]').last.dblclick()
    assert [one["code"] for one in answers(laid)] == [27 + KINDS.index("7s")]


def test_one_of_several_kongs_is_chosen_by_key(visit: Visit) -> None:
    laid = lay(visit, SCENES["kongs"]())
    page = laid.page
    page.locator(".table-page").focus()
    chosen = page.locator(".table-claim.is-chosen")
    page.keyboard.press("g")
    first = chosen.inner_text()
    page.keyboard.press("g")
    assert chosen.inner_text() != first
    assert answers(laid) == []
    page.keyboard.press("Enter")
    assert [one["code"] for one in answers(laid)] == [54 + KINDS.index("1p")]


@pytest.mark.parametrize(
    ("language", "event", "question"),
    [
        ("zh-Hans", "老周打出 三条", "可以胡，10 番加庄 2 番；可以碰；或过"),
        ("zh-Hant", "老周打出 三條", "可以胡，10 番加莊 2 番；可以碰；或過"),
        ("en", "老周 discards 3 bamboo", "You can win: 10 fan, dealer 2. Pong. Or pass"),
    ],
)
def test_events_and_questions_are_heard(
    visit: Visit, language: str, event: str, question: str
) -> None:
    scene = Scene("22m4567777p33s99p").draw(1)
    laid = lay(visit, scene.snapshot(), language=language)
    page = laid.page
    prompt = {
        "id": 3080,
        "codes": [PASS, PONG, WIN],
        "left": 8000,
        "reserve": 0,
        "win": win_offer(),
    }
    laid.tell([{"type": "discard", "seat": 1, "tile": "3s"}], prompt)
    page.wait_for_function("document.querySelector('[data-testid=assertive]').innerText !== ''")
    assert polite(page) == event
    assert assertive(page).startswith(question)
    assert "8" in assertive(page)


def test_a_lost_line_is_shown_and_nothing_can_be_pressed(visit: Visit) -> None:
    laid = lay(visit, SCENES["kong"]())
    page = laid.page
    page.route_web_socket("**/socket", lambda socket: socket.close(code=1011))
    laid.cut(1011)
    page.wait_for_selector(".table-lost")
    assert "座位给你留着" in page.locator(".table-lost").inner_text()
    page.locator(".table-hand-tile").first.click(force=True)
    page.locator(".table-hand-tile").first.click(force=True)
    page.keyboard.press("d")
    assert answers(laid) == []
    assert "连接断了" in assertive(page)


def test_a_table_that_is_open_elsewhere_can_be_taken_back(visit: Visit) -> None:
    laid = lay(visit, SCENES["kong"]())
    page = laid.page
    laid.cut(4001)
    page.wait_for_selector("text=已在另一处打开")
    page.get_by_role("button", name="在这里继续").click()
    page.wait_for_selector("text=已在另一处打开", state="detached")
    joins = laid.of_type("join")
    assert len(joins) == 2


def test_a_table_that_may_no_longer_be_seen_says_so_and_leads_away(visit: Visit) -> None:
    laid = lay(visit, SCENES["busy"]())
    page = laid.page
    laid.cut(4003)
    cover = page.get_by_role("alertdialog")
    cover.get_by_role("button").click()
    page.wait_for_url("**/#/")


def test_leaving_names_what_it_costs_before_it_is_done(visit: Visit) -> None:
    laid = lay(visit, SCENES["busy"]())
    page = laid.page
    page.locator(".table-bar .table-icon").first.click()
    page.get_by_role("button", name="离开牌桌").click()
    page.wait_for_selector("text=288")
    sent = laid.of_type("leave")
    assert [one["confirmed"] for one in sent] == [False]
    page.get_by_role("button", name="离开牌桌").click()
    sent = laid.of_type("leave")
    assert [one["confirmed"] for one in sent] == [False, True]


@pytest.mark.parametrize(
    "place", mostly([".table-hub", ".table-hand", ".table-plate"], ".table-hub")
)
def test_a_press_anywhere_on_the_table_ends_auto_play(visit: Visit, place: str) -> None:
    laid = lay(visit, SCENES["busy"]())
    page = laid.page
    box = page.locator(place).first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    sent = laid.of_type("auto")
    assert [one["on"] for one in sent] == [False]
    assert answers(laid) == []


def test_hostile_names_stay_text(visit: Visit) -> None:
    names = (
        "<img src=x onerror=alert(1)>",
        "\N{RIGHT-TO-LEFT OVERRIDE}evil" + "x" * 195,
        "\N{FAMILY}" * 40,
        "&lt;b&gt;{tile}",
    )
    laid = lay(visit, Scene("22m456777p33s99m", names=names).discards(1, "3s").snapshot())
    page = laid.page
    assert page.locator("img").count() == 0
    shown = page.locator(".table-plate .table-name").all_inner_texts()
    assert sorted(shown) == sorted(names)
    widths = page.evaluate(
        "[...document.querySelectorAll('.table-plate')].map(one => one.offsetWidth)"
    )
    assert max(widths) < 130


def golden_result() -> Line:
    """The result line of a hand of built-in players that turned a nine of bamboo over."""
    players = [make_player("greedy") for _ in range(4)]
    for seed in range(1, 400):
        match = Match(load("guiyang"), 1)
        key = walls.seed_key(seed=seed, match=1)
        hand = match.start(walls.shuffle(key, 1))
        play_hand(hand, players, player_chances(key, 1))
        line = settled(hand)
        if line["chickens"]["flipped"] == "9s":
            return line
    raise AssertionError("no nine of bamboo was turned over in 400 hands")


def test_the_chicken_has_its_moment_and_a_tap_ends_it(visit: Visit) -> None:
    laid = lay(visit, Scene("22m456777p33s99m").discards(1, "3s").snapshot())
    page = laid.page
    result = golden_result()
    laid.tell([result])
    moment = page.locator(".table-moment")
    moment.wait_for()
    assert "幺鸡是金鸡" in moment.inner_text()
    assert page.locator(".table-moment .is-golden").count() == 1
    winner = result["winners"][0]
    assert f"{winner['fan']} 番" in polite(page)
    # Every yaoji that lies open is underlined twice.
    assert page.locator(".table-other-hand .tile.is-golden").count() > 0
    moment.click()
    moment.wait_for(state="detached", timeout=1000)


def test_the_last_hand_of_a_closed_room_is_told(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m").discards(1, "3s")
    laid = lay(visit, scene.snapshot())
    bar = laid.page.locator(".table-bar")
    assert "第 3/8 局" in bar.inner_text()
    laid.tell([{"type": "closing"}])
    expect(bar).to_contain_text("第 3 局（最后一局）")
    expect(laid.page.locator("[data-testid=polite]")).to_contain_text("打完这局就结束")
    again = lay(visit, scene.snapshot(closing=True)).page
    assert "第 3 局（最后一局）" in again.locator(".table-bar").inner_text()


def test_what_happens_beside_the_hand_is_seen_and_heard(visit: Visit) -> None:
    laid = lay(visit, Scene("22m456777p33s99m").discards(1, "3s").snapshot())
    told: list[tuple[Line, str]] = [
        ({"type": "left", "seat": 1}, "老周走了"),
        ({"type": "returned", "seat": 1}, "老周回来了"),
        ({"type": "auto", "seat": 2, "on": True}, "小罗托管了"),
        ({"type": "vote", "seat": 3, "yes": True}, "陈孃孃想散桌"),
        ({"type": "vote_lapsed"}, "散桌没有通过"),
    ]
    for line, words in told:
        laid.tell([line])
        expect(laid.page.get_by_test_id("polite")).to_contain_text(words)
        expect(laid.page.get_by_test_id("prompt")).to_contain_text(words)
    laid.tell([{"type": "draw", "seat": 2, "tile": "?", "end": "head"}])
    expect(laid.page.get_by_test_id("prompt")).not_to_contain_text(words)


def next_hand(scene: Scene) -> list[Line]:
    """The lines with which the next hand begins."""
    lines: list[Line] = [{"type": "committed", "number": scene.number + 1, "commitment": "0" * 64}]
    hand = Scene(scene.hand, number=scene.number + 1).snapshot(wall=55)["lines"][0]
    return [*lines, hand, {"type": "draw", "seat": 0, "tile": "5s", "end": "head"}]


@pytest.mark.parametrize(
    "looks", mostly(["presses", "not at all", "types", "scrolls"], "presses", "not at all")
)
def test_a_settlement_that_is_looked_at_stays_as_the_next_hand_begins(
    visit: Visit, looks: str
) -> None:
    """On auto-play the next hand begins by itself: who reads on is not cut short."""
    scene = Scene("22m456777p33s99m").discards(1, "3s")
    on = {"absent": False, "auto": True, "confirmed": False}
    laid = lay(visit, scene.snapshot(seats=[on] * 4))
    page, sheet = laid.page, laid.page.locator(".sheet")
    laid.tell([golden_result()])
    page.locator(".table-moment").click()
    expect(sheet).to_be_visible()
    if looks == "presses":
        page.locator(".sheet-hand").nth(1).click()
    elif looks == "types":
        page.keyboard.press("ArrowDown")
    elif looks == "scrolls":
        sheet.hover()
        page.mouse.wheel(0, 40)
    laid.tell(next_hand(scene))
    expect(page.locator('.table-page[data-hand="4"]')).to_have_count(1)
    if looks == "not at all":
        expect(sheet).to_have_count(0)
        return
    expect(sheet).to_be_visible()
    page.get_by_role("button", name="回到牌桌").click()
    expect(sheet).to_have_count(0)


def test_who_goes_on_to_the_next_hand_sees_it(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m").discards(1, "3s")
    laid = lay(visit, scene.snapshot())
    page, sheet = laid.page, laid.page.locator(".sheet")
    committed, *dealt = next_hand(scene)
    laid.tell([golden_result(), committed])
    page.locator(".table-moment").click()
    page.locator(".sheet-hand").nth(1).click()
    page.locator(".sheet-foot .claim").click()
    laid.tell(dealt)
    expect(page.locator('.table-page[data-hand="4"]')).to_have_count(1)
    expect(sheet).to_have_count(0)


def test_a_settlement_makes_way_for_what_is_asked(visit: Visit) -> None:
    scene = Scene("22m456777p33s99m").discards(1, "3s")
    laid = lay(visit, scene.snapshot())
    page, sheet = laid.page, laid.page.locator(".sheet")
    for number in (3, 4):
        laid.tell([golden_result()])
        page.locator(".table-moment").click()
        expect(sheet).to_be_visible()
        if number == 3:
            page.locator(".sheet-hand").nth(1).click()
        scene = Scene("22m456777p33s99m", number=number)
        prompt = {"id": 4001, "codes": [0], "left": 9000, "reserve": 0, "offers": []}
        laid.tell(next_hand(scene), prompt)
        expect(sheet).to_have_count(0)


def test_who_has_left_can_come_back(visit: Visit) -> None:
    state = {"absent": False, "auto": False, "confirmed": False}
    states = [{**state, "absent": True}, state, state, state]
    laid = lay(visit, Scene("22m456777p33s99m").draw(1).snapshot(seats=states))
    laid.page.get_by_role("button", name="回来接着打").click()
    assert len(laid.of_type("back")) == 1


def test_a_phrase_shows_for_a_while_and_is_heard(visit: Visit) -> None:
    laid = lay(visit, Scene("22m456777p33s99m").draw(1).snapshot())
    laid.send({"type": "said", "seat": 1, "phrase": "thanks"})
    laid.page.wait_for_selector(".table-said")
    assert laid.page.locator(".table-said").inner_text() == "谢谢"
    assert polite(laid.page) == "老周：谢谢"
    laid.page.wait_for_selector(".table-said", state="detached")
