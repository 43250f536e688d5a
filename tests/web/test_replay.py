"""Replays in the page: every kind of line, every view, links, files that are good and bad."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page

from qianma.check import check
from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_off, too_wide, untranslated
from tests.web.rich_records import every_kind, kinds_of, match_record, wanted_kinds
from tests.web.settlement_reading import encoded, mostly, open_record, record_file
from tests.web.site import LANGUAGES, SIZES, Site
from tests.web.table_play import seat

_SHOWN = """
() => ({
  title: document.querySelector('.table-title').textContent,
  words: document.querySelector('.replay-caption').textContent,
  table: [...document.querySelectorAll('.table-felt use')].map(one => one.getAttribute('href')),
})
"""


def shown(page: Page) -> dict[str, Any]:
    """Where the replay is, what it says, and all tiles on the table."""
    return dict(page.evaluate(_SHOWN))


def place(page: Page) -> tuple[int, int, int]:
    """Hand, step and number of steps, as the title tells them."""
    return told_place(page.locator(".table-title").inner_text())


def told_place(title: str) -> tuple[int, int, int]:
    hand, step, steps = re.findall(r"\d+", title)
    return int(hand), int(step), int(steps)


def press(page: Page, *keys: str) -> None:
    page.locator(".table-page").focus()
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.soak
def test_every_kind_of_line_is_shown_and_stepping_agrees_with_jumping(visit: Visit) -> None:
    lines = every_kind()
    assert kinds_of(lines) >= set(wanted_kinds())
    assert check(encoded(lines)).fault is None
    page = visit("/replay", size="desktop")
    open_record(page, lines)
    hands = sum(line["type"] == "hand" for line in lines)
    said = []
    for hand in range(hands):
        _, step, steps = place(page)
        assert step == 1
        walked = [shown(page)]
        page.locator(".table-page").focus()
        while step < steps:
            page.keyboard.press("ArrowRight")
            step += 1
            walked.append(shown(page))
            assert told_place(walked[-1]["title"])[1] == step
        said += [one["words"] for one in walked]
        assert all(one["words"] for one in walked)
        press(page, "Home")
        assert shown(page) == walked[0]
        press(page, "End")
        assert shown(page) == walked[-1]
        middle = steps // 2
        page.locator(".replay-scrubber input").fill(str(middle))
        assert shown(page) == walked[middle]
        press(page, "ArrowLeft")
        assert shown(page) == walked[middle - 1]
        if hand + 1 < hands:
            press(page, "PageDown")
    kongs = ("闷豆|金豆", "爬坡豆|四季豆", "点豆|直杠")
    wins = ("自摸", "点炮", "抢")
    for words in (
        "摸 ",
        "打出 ",
        "碰 ",
        *kongs,
        *wins,
        "报听",
        "付",
        "走了",
        "过$",
        "没人胡",
        "结算",
    ):
        assert any(re.search(words, one) for one in said), words


def test_a_seat_sees_only_its_own_hand_until_the_end(visit: Visit) -> None:
    lines = match_record("guiyang", 3, 1)
    page = visit("/replay")
    open_record(page, lines)
    faces = shown(page)["table"]
    press(page, "2")
    page.locator(".table-own", has_text="老周").wait_for()
    assert page.locator(".replay-select.is-view").input_value() == "1"
    assert page.locator(".table-hand use").count() == len(lines[1]["deal"][1])
    assert shown(page)["table"] != faces
    press(page, "o")
    page.locator(".table-own", has_text="阿黔").wait_for()
    assert shown(page)["table"] == faces
    assert page.locator(".replay-select.is-view").input_value() == "open"


def golden_record() -> list[dict[str, Any]]:
    """A match of one hand that somebody wins and that turns a nine of bamboo over."""
    for seed in range(1, 400):
        lines = match_record("guiyang", seed, 1)
        result = next(line for line in lines if line["type"] == "result")
        if result["chickens"]["golden"]:
            return lines
    raise AssertionError("no nine of bamboo was turned over")


def marked(page: Page, mark: str) -> int:
    """How many tiles in hands, rivers and melds have a mark."""
    places = ("hand", "other-hand", "river", "melds")
    return sum(
        page.locator(f".table-{place} :is(.tile.{mark}, .{mark} > .tile)").count()
        for place in places
    )


@pytest.mark.parametrize("size", mostly(["phone", "landscape", "desktop"], "phone"))
def test_the_chicken_has_its_moment_in_a_replay_too(
    visit: Visit, picture: Picture, size: str
) -> None:
    page = visit("/replay", size=size, theme="light" if size == "landscape" else "dark")
    lines = golden_record()
    open_record(page, lines)
    assert marked(page, "is-golden") == 0
    press(page, "End", "ArrowLeft")
    steps = place(page)[2]
    while page.locator(".table-moment").count() == 0:
        assert place(page)[1] < steps
        press(page, "ArrowRight")
    assert "幺鸡是金鸡" in page.locator(".table-moment").inner_text()
    assert page.locator(".table-moment .is-golden").count() == 1
    # G-13, G-14: every yaoji that lies open is golden, hands and melds included.
    page.wait_for_timeout(1000)
    picture(page, f"replay-chicken-{size}")
    outside = """() => {
      const [box, words] = ['.table-moment', '.table-moment-words']
        .map(found => document.querySelector(found).getBoundingClientRect());
      return words.bottom > box.bottom || words.top < box.top || words.right > box.right;
    }"""
    assert page.evaluate(outside) is False
    yaoji = page.locator(
        ":is(.table-hand, .table-other-hand, .table-river, .table-melds) use[href^='#tile-1s']"
    )
    assert yaoji.count() == 0 or marked(page, "is-golden") > 0
    page.locator(".table-moment").click()
    assert page.locator(".table-moment").count() == 0
    assert place(page)[1] <= steps
    press(page, "ArrowLeft", "ArrowRight")
    page.locator(".table-moment").wait_for()
    press(page, "ArrowLeft")
    assert page.locator(".table-moment").count() == 0
    assert marked(page, "is-golden") == 0


def _stays(lines: list[dict[str, Any]], at: int) -> bool:
    """Whether a line discards the first yaoji of its hand, and nobody claims it."""
    start = max((place for place in range(at) if lines[place]["type"] == "hand"), default=at)
    thrown = [line.get("tile") for line in lines[start : at + 1] if line["type"] == "discard"]
    return (
        lines[at]["type"] == "discard"
        and lines[at]["tile"] == "1s"
        and thrown.count("1s") == 1
        and lines[at + 1]["type"] == "draw"
    )


def test_G_15_the_charge_chicken_is_marked_in_a_replay(visit: Visit, picture: Picture) -> None:
    lines = match_record("guiyang", 3, 4)
    first = next(at for at, line in enumerate(lines) if _stays(lines, at))
    hand = [at for at, line in enumerate(lines) if line["type"] == "hand" and at < first]
    page = visit("/replay", size="phone")
    open_record(page, lines)
    press(page, *["PageDown"] * (len(hand) - 1))
    page.locator(".replay-scrubber input").fill(str(first - hand[-1] - 1))
    assert page.locator(".is-charge").count() == 0
    press(page, "ArrowRight")
    assert page.locator(".table-discard.is-charge use[href^='#tile-1s']").count() == 1
    plate = page.locator(f".table-plate[data-seat='{lines[first]['seat']}']")
    assert "冲鸡" in plate.inner_text()
    picture(page, "replay-charge-phone")


def test_it_plays_by_itself_faster_and_slower_and_on_into_the_next_hand(visit: Visit) -> None:
    page = visit("/replay")
    open_record(page, match_record("guiyang", 3, 2))
    page.locator(".replay-select").first.select_option("8")
    _, _, steps = place(page)
    page.locator(".replay-scrubber input").fill(str(steps - 4))
    press(page, "Space")
    page.locator(".table-title", has_text="2").wait_for()
    page.locator(".table-title", has_text=re.compile(r"^第 2 局 [3-9]/")).wait_for()
    press(page, "Space")
    page.wait_for_timeout(300)
    stopped = place(page)
    page.wait_for_timeout(600)
    assert place(page) == stopped
    press(page, "PageUp")
    assert place(page)[:2] == (2, 1)
    press(page, "PageUp")
    assert place(page)[:2] == (1, 1)
    press(page, "PageDown", "ArrowLeft")
    assert place(page) == (1, steps, steps)


def test_a_link_leads_to_the_same_position(visit: Visit, site: Site) -> None:
    token, game = seat(site, limits={"first_hand": 1, "decision": 1, "reserve": 0, "pause": 0.01})
    page = visit("/")
    page.evaluate("token => localStorage.setItem('qianma.token', token)", token)
    page.evaluate("location.hash = '#/lost'")
    page.reload()
    page.wait_for_timeout(3000)
    page.evaluate(f"location.hash = '#/replay/{game}'")
    page.wait_for_selector(".replay-strip, [role=alert]")
    press(page, *["ArrowRight"] * 3)
    page.locator(".replay-select.is-view").select_option("2")
    page.wait_for_timeout(300)
    page.get_by_role("button", name="链接", exact=True).click()
    page.locator(".notice", has_text="链接已复制").wait_for()
    address = page.url
    assert re.search(rf"#/replay/{game}\?hand=1&event=3&view=2$", address)
    before, where = shown(page), place(page)
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(".replay-strip")
    assert page.locator(".replay-select.is-view").input_value() == "2"
    after = shown(page)
    assert after["words"] == before["words"]
    assert place(page)[:2] == where[:2]


def test_a_bad_record_names_line_clause_and_reason(visit: Visit, picture: Picture) -> None:
    lines = match_record("guiyang", 3, 1)
    wrong = next(at for at, line in enumerate(lines) if line["type"] == "discard" and at > 20)
    seat = (lines[wrong]["seat"] + 1) % 4
    lines[wrong] = {"type": "draw", "seat": seat, "tile": "1m", "end": "head"}
    fault = check(encoded(lines)).fault
    assert fault is not None
    page = visit("/replay")
    open_record(page, lines)
    told = page.locator(".replay-fault").inner_text()
    assert f"第 {fault.line} 行" in told
    assert fault.clause in told
    assert fault.reason_in("zh-Hans") in told
    press(page, "End")
    assert place(page)[1] == fault.line - 2
    picture(page, "replay-fault")
    page.locator(".table-bar .table-icon").first.click()
    page.set_input_files("input[type=file]", files=[record_file(b'{"type":"dance"}\n')])
    told = page.locator(".replay-fault").inner_text()
    assert "第 1 行" in told
    assert "dance" in told
    page.get_by_role("button", name="选文件").click()
    huge = encoded(match_record("guiyang", 3, 1)) * 80
    page.set_input_files("input[type=file]", files=[record_file(huge)])
    assert page.locator("[role=alert]").inner_text()


def test_a_file_can_be_dropped(visit: Visit) -> None:
    page = visit("/replay", size="desktop")
    text = encoded(match_record("duyun", 3, 1)).decode()
    drop = """
    text => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'match.jsonl'));
      const place = document.querySelector('.replay-opener');
      const told = {dataTransfer: data, bubbles: true, cancelable: true};
      for (const type of ['dragover', 'drop']) place.dispatchEvent(new DragEvent(type, told));
    }
    """
    page.evaluate(drop, text)
    page.wait_for_selector(".replay-strip")
    assert place(page)[:2] == (1, 1)


def test_the_ledger_so_far_is_what_the_record_has_paid(visit: Visit) -> None:
    lines = every_kind()
    page = visit("/replay", size="desktop")
    open_record(page, lines)
    hands: list[list[dict[str, Any]]] = []
    for line in lines:
        if line["type"] == "hand":
            hands.append([])
        hands[-1].append(line)
    paying = next(at for at, one in enumerate(hands) if any(x["type"] == "payment" for x in one))
    press(page, *["PageDown"] * paying)
    step = next(at for at, line in enumerate(hands[paying]) if line["type"] == "payment")
    page.locator(".replay-scrubber input").fill(str(step - 1))
    assert page.locator(".replay-ledger li").count() == 0
    press(page, "ArrowRight")
    entries = hands[paying][step]["entries"]
    assert page.locator(".replay-ledger li").count() == len(entries)
    paid = [0, 0, 0, 0]
    for entry in entries:
        paid[entry["from"]] -= entry["points"]
        paid[entry["to"]] += entry["points"]
    cells = page.locator(".replay-ledger tbody td:nth-child(2)").all_inner_texts()
    assert [int(cell.replace("−", "-")) for cell in cells] == paid


@pytest.mark.parametrize("size", mostly(SIZES, "phone"))
def test_a_replay_has_room_and_shuts_nobody_out(visit: Visit, picture: Picture, size: str) -> None:
    record = match_record("guiyang", 5, 2)
    for language in LANGUAGES:
        page = visit("/replay", size=size, language=language, theme="light")
        open_record(page, record)
        press(page, "PageDown", *["ArrowRight"] * 40)
        page.wait_for_timeout(400)
        picture(page, f"replay-{size}-{language}")
        assert too_wide(page) <= 0
        assert cut_off(page) == []
        assert untranslated(page) == []
        if language == "en":
            assert barriers(page) == []


def test_stepping_back_is_told(visit: Visit) -> None:
    page = visit("/replay", language="en")
    open_record(page, match_record("guiyang", 3, 1))
    press(page, "ArrowRight", "ArrowRight")
    heard = page.locator(".replay [role=status]").inner_text()
    assert "discards" in heard or "kong" in heard or "draws" in heard
    press(page, "ArrowLeft")
    assert page.locator(".replay [role=status]").inner_text().startswith("undone")


def test_what_the_page_asks_for_hides_what_the_seat_does_not_see(visit: Visit) -> None:
    lines = match_record("guiyang", 3, 1)
    page = visit("/replay")
    open_record(page, lines)
    with page.expect_response("**/api/replay") as answered:
        press(page, "4")
    deal = answered.value.json()["hands"][0]["steps"][0]["event"]["deal"]
    assert deal[3] == lines[1]["deal"][3]
    assert all(set(tiles) == {"?"} for tiles in deal[:3])
    assert json.loads(answered.value.request.post_data or "")["view"] == "3"
