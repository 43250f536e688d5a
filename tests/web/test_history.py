"""Matches that are over: standings, another one, the replay, what they add up to."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

from playwright.sync_api import Page, Route, expect
from websockets.sync.client import ClientConnection, connect

from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_off, too_wide, untranslated
from tests.web.site import LANGUAGES, SIZES, Site
from tests.web.table_play import seat


@contextmanager
def at_table(site: Site, token: str, game: str) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{site.port}/socket") as socket:
        socket.send(json.dumps({"type": "join", "table": game, "token": token}))
        yield socket


def told(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind, or update with a line of that kind."""
    while True:
        message = json.loads(socket.recv(60))
        if message["type"] == kind:
            return dict(message)
        for line in message.get("lines", ()):
            if line["type"] == kind:
                return dict(line)


def desert(site: Site, token: str, game: str) -> dict[str, Any]:
    """Leave a hand of Duyun in the middle, which ends the match; returns its result."""
    with at_table(site, token, game) as socket:
        table = told(socket, "snapshot")
        if table["phase"] == "waiting":  # the first hand is dealt without a word too, after a while
            confirmed = {"type": "next", "id": "n", "number": table["number"], "contribution": ""}
            socket.send(json.dumps(confirmed))
            told(socket, "hand")
        socket.send(json.dumps({"type": "leave", "id": "l", "confirmed": True}))
        return told(socket, "result")


def show(visit: Visit, token: str, path: str, **visiting: Any) -> Page:
    page = visit("/", **visiting)
    page.evaluate("token => localStorage.setItem('qianma.token', token)", token)
    page.evaluate(f"location.hash = '#{path}'")
    page.reload()
    page.wait_for_selector("main")
    return page


def signed(points: int) -> str:
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"


def test_a_match_that_is_over_can_be_seen_replayed_and_played_again(
    site: Site, visit: Visit, picture: Picture
) -> None:
    token, game = seat(site, "duyun")
    points = desert(site, token, game)["points"]
    page = show(visit, token, "/history")
    card = page.locator(".match")
    expect(card).to_contain_text("都匀")
    expect(card).to_contain_text("有人离开")
    shown = card.locator(".standings b").all_inner_texts()
    assert shown == [signed(one) for one in sorted(points, reverse=True)]
    picture(page, "history-match")
    with page.expect_download() as download:
        card.get_by_role("button", name="下载").click()
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["type"] == "match"
    card.get_by_role("link", name="重看").click()
    page.wait_for_url(f"**/#/replay/{game}*")


def test_statistics_are_those_of_the_server(site: Site, visit: Visit, picture: Picture) -> None:
    token, game = seat(site, "duyun", coins_per_point=3)
    points = desert(site, token, game)["points"][0]
    page = show(visit, token, "/statistics")
    numbers = page.locator(".numbers")
    expect(numbers).to_be_visible()
    shown = dict(
        zip(
            numbers.locator("dt").all_inner_texts(),
            [text.splitlines()[0] for text in numbers.locator("dd").all_inner_texts()],
            strict=True,
        )
    )
    assert shown["局"] == "1"
    assert shown["总分"] == signed(points)
    expect(page.locator(".postings b").first).to_be_visible()
    coins = page.locator(".postings b").all_inner_texts()
    assert sum(int(text.replace("−", "-")) for text in coins) == 3 * points
    picture(page, "statistics-some")
    expect(page.locator("dl + .note")).to_have_count(0)

    def doctored(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        told["rulesets"][0]["played_for"] = 2
        route.fulfill(response=answer, json=told)

    page.route("**/api/people/me/statistics", doctored)
    page.reload()
    expect(page.locator("dl + .note")).to_contain_text("电脑代打")


def test_a_match_in_play_is_gone_on_with(site: Site, visit: Visit) -> None:
    token, game = seat(site)
    page = show(visit, token, "/history")
    page.get_by_role("link", name="接着打").click()
    page.wait_for_url(f"**/#/table/{game}")


def test_the_lobby_leads_back_to_a_match_in_play(
    site: Site, visit: Visit, picture: Picture
) -> None:
    token, game = seat(site, "duyun")
    for size, language in zip(SIZES, cycle(LANGUAGES), strict=False):
        page = show(visit, token, "/", size=size, language=language)
        expect(page.locator(".lobby-first .match")).to_have_count(1)
        assert too_wide(page) <= 0, (size, language)
        assert cut_off(page) == [], (size, language)
        picture(page, f"lobby-in-play-{size}-{language}")
    page = show(visit, token, "/")
    page.locator(".lobby-first .match a").click()
    page.wait_for_url(f"**/#/table/{game}")
    page.close()
    desert(site, token, game)
    page = show(visit, token, "/")
    expect(page.locator(".quick")).to_be_visible()
    expect(page.locator(".lobby-first .match")).to_have_count(0)


def test_the_end_of_a_match_has_room_and_shuts_nobody_out(
    site: Site, visit: Visit, picture: Picture
) -> None:
    token, game = seat(site, "duyun", coins_per_point=1000)
    desert(site, token, game)
    for size, language in zip(SIZES, cycle(LANGUAGES), strict=False):
        page = show(visit, token, f"/match/{game}", size=size, language=language)
        expect(page.locator(".standings")).to_be_visible()
        assert too_wide(page) <= 0, (size, language)
        assert cut_off(page) == [], (size, language)
        assert untranslated(page) == []
        picture(page, f"match-{size}-{language}")
        assert barriers(page) == []


def test_the_end_of_a_match_is_awaited_where_it_is_shown(site: Site, visit: Visit) -> None:
    """Who leaves while a discard is open has left before the match is over."""
    token, game = seat(site, "duyun")
    page = show(visit, token, f"/match/{game}")
    page.evaluate(
        "game => localStorage.setItem('qianma.room', JSON.stringify({game, code: 'ABCDEF'}))", game
    )
    page.reload()
    heading = page.get_by_role("heading", level=1)
    again = page.get_by_role("button", name="再来一场")
    expect(heading).to_have_text("还在打")
    expect(again).to_have_count(0)
    desert(site, token, game)
    expect(heading).to_have_text("打完了")
    expect(page.locator(".standings li")).to_have_count(4)
    expect(again).to_be_visible()


def test_another_match_begins_in_the_same_room(site: Site, visit: Visit) -> None:
    page = visit()
    page.get_by_label("都匀", exact=False).first.check()
    page.get_by_role("button", name="开打").click()
    page.wait_for_url("**/#/table/*")
    page.wait_for_selector(".table-hand-tile")
    game = page.url.rpartition("/")[2]
    token = str(page.evaluate("localStorage.getItem('qianma.token')"))
    page.evaluate("location.hash = '/settings'")
    with at_table(site, token, game) as socket:
        told(socket, "snapshot")
        socket.send(json.dumps({"type": "leave", "id": "l", "confirmed": True}))
        told(socket, "done")
    page.evaluate(f"location.hash = '/match/{game}'")
    page.get_by_role("button", name="再来一场").click()
    page.wait_for_url("**/#/table/*")
    assert page.url.rpartition("/")[2] != game
