"""Rooms in browsers: links, codes, seats, and names of every kind."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_off, too_wide
from tests.web.site import Site

HOSTILE = {
    "markup": ("<b onclick=x>&amp;</b>", "<b onclick=x>&amp;</b>"),
    "right to left": ("ابجدابجدابجدابجدابجد123", "ابجدابجدابجدابجدابجد123"),
    "turned around": ("\u202eabc\u202c\u2066def", "abcdef"),
    "very long": ("长" * 24, "长" * 24),
    "wide": ("W" * 24, "W" * 24),
    "emoji": ("👨‍👩‍👧‍👦🀄🐓胡", "👨👩👧👦🀄🐓胡"),
}
"""What could break out of its place, as typed and as the server keeps it; 24 signs at most."""


def make_room(visit: Visit) -> tuple[Page, str]:
    page = visit("/new")
    page.locator(".foot .button").click()
    page.wait_for_selector(".seats")
    code = re.search(r"#/room/(\w{6})$", page.url)
    assert code is not None, page.url
    return page, code[1]


def test_friends_come_by_link_and_by_code_and_play_at_one_table(visit: Visit) -> None:
    owner, code = make_room(visit)
    link = owner.get_by_label("进房链接").input_value()
    by_link = visit(link.partition("#")[2])
    by_link.get_by_role("button", name="坐这里").first.click()
    by_code = visit()
    by_code.get_by_label("输入 6 位房号").fill(code.lower())
    by_code.get_by_role("button", name="加入").click()
    by_code.get_by_role("button", name="坐这里").last.click()
    expect(owner.locator(".seats .note", has_text="空位")).to_have_count(1)
    # All of them come from this machine, and the owner is told.
    expect(owner.locator(".warning", has_text="同一个地址")).to_be_visible()
    expect(by_link.locator(".warning", has_text="同一个地址")).to_have_count(0)
    owner.get_by_role("button", name="开始").click()
    for page in (owner, by_link, by_code):
        page.wait_for_url("**/#/table/*")
    assert len({page.url for page in (owner, by_link, by_code)}) == 1


def test_a_photo_of_the_code_leads_into_the_room(visit: Visit, tmp_path: Path) -> None:
    owner, code = make_room(visit)
    photo = tmp_path / "photo.png"
    owner.locator(".invitation").screenshot(path=photo)
    page = visit("/scan")
    page.locator("input[type=file]").set_input_files(photo)
    page.wait_for_url(f"**/#/room/{code}")
    page = visit("/scan")
    page.locator("input[type=file]").set_input_files(Path(__file__))
    expect(page.get_by_role("alert")).to_have_text("图里没有找到二维码")


def test_seats_are_filled_cleared_and_left(visit: Visit) -> None:
    owner, _ = make_room(visit)
    row = owner.get_by_role("listitem", name="座位 3")
    row.get_by_role("button", name="换电脑").click()
    row.get_by_label("入门").check()
    expect(row.locator(".name")).to_have_text("入门")
    row.get_by_label("快", exact=True).check()
    expect(row.locator(".seat-who .note")).to_have_text("电脑 · 快")
    row.get_by_role("button", name="腾出").click()
    expect(row.locator(".name")).to_have_text("空位")
    owner.get_by_role("button", name="离开房间").click()
    owner.wait_for_url("**/#/")


def test_the_owner_changes_rules_and_the_server_has_the_last_word(visit: Visit) -> None:
    owner, _ = make_room(visit)
    owner.get_by_role("button", name="改设置").first.click()
    owner.get_by_label("都匀", exact=False).first.check()
    expect(owner.locator(".room-standing")).to_contain_text("都匀")
    owner.locator(".unfold").click()
    owner.locator(".rules-card summary").click()
    owner.get_by_label("一番几分").fill("2")
    owner.get_by_label("一番几分").blur()
    expect(owner.locator(".rules-card summary")).to_contain_text("改了 1 项")
    # Duyun pays beans at once, which this would contradict: it is refused and nothing changes.
    owner.get_by_label("杠上炮怎么算").select_option("void_kong")
    expect(owner.get_by_role("status")).to_contain_text(
        "“杠上炮怎么算”选“刚做的杠作废”，与“豆什么时候付”选“当场付”不合，后者只能选“有人胡牌时”"
    )
    expect(owner.locator(".rules-card summary")).to_contain_text("改了 1 项")


def test_whoever_comes_sees_what_is_played_otherwise_than_usual(
    visit: Visit, picture: Picture
) -> None:
    owner, code = make_room(visit)
    friend = visit(f"/room/{code}")
    expect(friend.locator(".room-standing")).to_be_visible()
    expect(friend.locator(".changed-rules")).to_have_count(0)
    owner.get_by_role("button", name="改设置").first.click()
    owner.locator(".unfold").click()
    owner.get_by_label("每分几个币").fill("3")
    owner.get_by_label("每分几个币").blur()
    owner.locator(".rules-card summary").click()
    owner.get_by_label("一番几分").fill("2")
    owner.get_by_label("一番几分").blur()
    expect(friend.locator(".changed-rules li")).to_have_text("一番几分：2")
    expect(friend.locator(".room-standing")).to_contain_text("每分 3 个币")
    picture(friend, "room-changed-rules")
    assert too_wide(friend) <= 0
    assert barriers(friend) == []


def test_friends_agree_to_what_the_owner_changes_before_it_begins(
    site: Site, visit: Visit, picture: Picture
) -> None:
    owner, code = make_room(visit)
    friend = visit(f"/room/{code}")
    friend.get_by_role("button", name="坐这里").first.click()
    begin = owner.get_by_role("button", name="开始")
    expect(begin).to_be_visible()
    token = owner.evaluate("localStorage.getItem('qianma.token')")
    headers = {"Authorization": f"Bearer {token}"}
    changed = {"code": code, "settings": {"ruleset": "duyun", "coins_per_point": 500}}
    assert site.ask("/api/rooms/settings", "POST", changed, headers).status == 200
    expect(owner.locator(".room-standing")).to_contain_text("同意改过的玩法")
    expect(begin).to_have_count(0)
    expect(friend.locator(".seats")).to_contain_text("还没同意")
    agree = friend.locator(".room-standing").get_by_role("button", name="同意")
    for page, name in ((owner, "owner"), (friend, "friend")):
        picture(page, f"room-agreeing-{name}")
        assert too_wide(page) <= 0
        assert cut_off(page) == []
        assert barriers(page) == []
    agree.click()
    expect(agree).to_have_count(0)
    begin.click()
    friend.wait_for_url("**/#/table/*")


def test_a_guest_by_link_is_asked_for_a_name_once(visit: Visit) -> None:
    owner, code = make_room(visit)
    friend = visit(f"/room/{code}")
    friend.get_by_role("button", name="坐这里").first.click()
    card = friend.locator(".name-card")
    expect(card.get_by_role("button")).to_be_disabled()
    card.locator("input").fill("外婆 <b>")
    card.get_by_role("button").click()
    expect(card).to_have_count(0)
    # All at the table see it at once.
    for page in (owner, friend):
        expect(page.locator(".seats .name").nth(1)).to_have_text("外婆 <b>")
    friend.reload()
    expect(friend.locator(".seats .name").nth(1)).to_have_text("外婆 <b>")
    expect(card).to_have_count(0)


def test_a_number_that_may_not_be_is_refused_with_those_that_may(visit: Visit) -> None:
    owner, _ = make_room(visit)
    owner.get_by_role("button", name="改设置").first.click()
    owner.locator(".unfold").click()
    owner.locator(".rules-card summary").click()
    field = owner.get_by_label("一番几分")
    before = field.input_value()
    least, most = field.get_attribute("min"), field.get_attribute("max")
    for typed in ("0", "99999999", "1.5", "-3", ""):
        field.fill(typed)
        field.blur()
        expect(owner.locator(".count-range")).to_have_text(f"要填 {least} 到 {most} 的整数")
        expect(field).to_have_value(before)
    assert barriers(owner) == []
    field.fill("2")
    field.blur()
    expect(owner.locator(".count-range")).to_have_count(0)
    expect(owner.locator(".rules-card summary")).to_contain_text("改了 1 项")


def test_a_link_to_watch_is_withdrawn(visit: Visit) -> None:
    owner, _ = make_room(visit)
    link = owner.get_by_label("观战链接").input_value()
    watching = visit(link.partition("#")[2])
    expect(watching.get_by_role("status").first).to_have_text("这个房间现在没有在打。")
    owner.get_by_role("button", name="收回").click()
    expect(owner.get_by_text("观战链接已收回")).to_be_visible()
    watching.reload()
    expect(watching.get_by_text("这个观看链接不通，或者已经收回")).to_be_visible()


def test_a_public_room_stands_in_the_lobby(visit: Visit) -> None:
    owner = visit("/new")
    owner.locator(".unfold").click()
    owner.get_by_role("checkbox", name="公开房间").check()
    owner.locator(".foot .button").click()
    owner.wait_for_selector(".seats")
    page = visit()
    room = page.locator(".rooms li").first
    expect(room).to_contain_text("贵阳 · 8 局 · 每手 30 秒")
    expect(room).to_contain_text("1/4")
    room.get_by_role("link", name="加入").click()
    page.wait_for_url("**/#/room/*")


def test_a_room_that_is_closed_says_so(visit: Visit) -> None:
    owner, code = make_room(visit)
    friend = visit(f"/room/{code}")
    friend.get_by_role("button", name="坐这里").first.click()
    owner.get_by_role("button", name="关房间").click()
    owner.get_by_role("alertdialog").get_by_role("button", name="关房间").click()
    for page in (owner, friend):
        expect(page.get_by_text("这个房间已经关了")).to_be_visible()


def test_names_stay_texts_and_in_their_places(site: Site, visit: Visit, picture: Picture) -> None:
    page = visit()
    for kind, (typed, name) in HOSTILE.items():
        guest = site.ask("/api/people", "POST", {"name": typed}).document
        headers = {"Authorization": f"Bearer {guest['token']}"}
        room = site.ask("/api/rooms", "POST", {"public": True}, headers).document
        page.evaluate("token => localStorage.setItem('qianma.token', token)", guest["token"])
        page.evaluate("location.hash = '/'")
        page.reload()
        expect(page.locator(".who .name")).to_have_text(name)
        expect(page.locator(".rooms .name", has_text=name).first).to_be_visible()
        assert page.locator(".name *").count() == 0, "no name is taken for markup"
        assert too_wide(page) <= 0, kind
        page.evaluate(f"location.hash = '/room/{room['code']}'")
        expect(page.locator(".seats .name").first).to_have_text(name)
        assert too_wide(page) <= 0, kind
        assert cut_off(page) == [], kind
        picture(page, f"name-{kind}")
    page.evaluate("location.hash = '/'")
    expect(page.locator(".rooms .name").first).to_be_visible()
    picture(page, "names-lobby")
    assert barriers(page) == []


def test_a_name_of_two_hundred_signs_is_refused_in_words(visit: Visit) -> None:
    page, _ = make_room(visit)
    page.evaluate("location.hash = '/account'")
    page.get_by_label("名字").fill("长" * 200)
    page.get_by_role("button", name="保存").click()
    expect(page.get_by_role("status")).to_contain_text("名字要有 1 到")
    assert too_wide(page) <= 0
