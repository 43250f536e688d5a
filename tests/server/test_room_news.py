"""Rooms and the lobby as they are told over the WebSocket, and the links that answers carry."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qianma.server import protocol
from qianma.server.links import links_of
from qianma.server.room_settings import RoomSettings, encode_settings
from qianma.server.seating import RoomState
from qianma.server.store.people_schema import ROOM
from tests.server.house import FAST, Guest, Place, run, serving
from tests.server.postgres import Cluster


class Follower:
    """A connection that is told of a room or of the lobby."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.told: list[str] = []

    async def next(self) -> Any:
        async with asyncio.timeout(30):
            self.told.append(str(await self.socket.recv()))
        return json.loads(self.told[-1])

    async def until(self, found: Callable[[Any], bool]) -> Any:
        """The next message in which something is found; what comes before may be skipped."""
        while not found(message := await self.next()):
            pass
        return message

    async def closed(self) -> int:
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


async def follow(place: Place, first: dict[str, Any]) -> Follower:
    follower = Follower(await connect(place.socket))
    await follower.socket.send(json.dumps(first))
    return follower


async def enter(guest: Guest, code: str) -> Follower:
    return await follow(guest.place, {"type": "enter", "room": code, "token": guest.token})


def test_everything_that_happens_in_a_room_is_told(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = (await ann.post("/api/rooms", FAST))["code"]
        at_ann, at_bob = await enter(ann, code), await enter(bob, code)

        async def both(found: Callable[[Any], bool]) -> None:
            for follower in (at_ann, at_bob):
                await follower.until(lambda message: found(message["room"]))

        await both(lambda room: len(room["seats"]) == 1)
        await bob.room("join", code)
        await both(lambda room: [one["name"] for one in room["seats"]] == ["Ann", "Bob"])
        await bob.room("leave", code)
        await both(lambda room: len(room["seats"]) == 1)
        await bob.room("join", code, seat=2)
        await both(lambda room: len(room["seats"]) == 2)
        await bob.ask("PUT", "/api/people/me", {"name": "Bobby"})
        await both(lambda room: room["seats"][1]["name"] == "Bobby")
        await ann.room("settings", code, settings={**FAST, "hands": 16})
        await both(
            lambda room: (
                room["settings"]["hands"] == 16
                and [one["asked"] for one in room["seats"]] == [False, True]
            )
        )
        await bob.room("agree", code, settings={**FAST, "hands": 16})
        await both(lambda room: [one["asked"] for one in room["seats"]] == [False, False])
        game = (await ann.room("start", code))["game"]
        await both(lambda room: (room["status"], room["game"]) == ("playing", game))
        await place.node.close_table(game)
        await both(lambda room: room["status"] == "over")
        await bob.room("rematch", code)
        await both(
            lambda room: [one["again"] for one in room["seats"] if one["seat"] == 2] == [True]
        )
        await ann.room("rematch", code)
        await both(lambda room: room["status"] == "playing" and room["game"] != game)
        await ann.room("close", code)
        await both(lambda room: room["status"] == "closed")

    run(store_url, test)


def test_each_is_told_only_what_it_may_know(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        made = await ann.post("/api/rooms", FAST)
        code, key = made["code"], made["watch_key"]
        at_ann, at_bob = await enter(ann, code), await enter(bob, code)
        watcher = await follow(place, {"type": "enter", "watch": key})
        first = await watcher.next()
        assert (first["type"], first["room"]["version"]) == ("watched", made["version"])
        await bob.room("join", code)
        seen = (await at_ann.until(lambda one: len(one["room"]["seats"]) == 2))["room"]
        assert seen == await ann.room("look", code), "the same as over HTTP"
        assert (seen["watch_key"], seen["same_address"], seen["seat"]) == (key, [[0, 1]], 0)
        seen = (await at_bob.until(lambda one: len(one["room"]["seats"]) == 2))["room"]
        assert seen == await bob.room("look", code)
        await ann.room("start", code)
        news = await watcher.until(lambda one: one["room"]["status"] == "playing")
        assert news["room"]["version"] > seen["version"]
        shown = (await place.ask("POST", "/api/watch", {"key": key})).json
        assert shown["version"] >= news["room"]["version"]
        await at_bob.until(lambda one: one["room"]["status"] == "playing")
        assert key not in "".join(at_bob.told), "the link to watch is the owner's"
        assert code not in "".join(watcher.told), "who watches does not get to know how to play"
        for told in (*at_ann.told, *at_bob.told, *watcher.told):
            assert ann.id not in told
            assert bob.id not in told

    run(store_url, test)


def test_a_withdrawn_link_tells_nothing_more(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        made = await ann.post("/api/rooms", FAST)
        watcher = await follow(place, {"type": "enter", "watch": made["watch_key"]})
        await watcher.next()
        await ann.room("link", made["code"])
        assert await watcher.closed() == protocol.NOT_ALLOWED
        again = await follow(place, {"type": "enter", "watch": made["watch_key"]})
        assert (await again.next())["key"] == "room.unknown_link"

    run(store_url, test)


def test_the_lobby_is_told_when_it_changes(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        browser = await follow(place, {"type": "browse"})
        assert await browser.next() == {"type": "lobby", "rooms": []}
        made = await ann.post("/api/rooms", {**FAST, "public": True})
        news = await browser.until(lambda one: one["rooms"] != [])
        assert news["rooms"] == (await place.ask("GET", "/api/lobby")).json["rooms"]
        assert news["rooms"][0]["code"] == made["code"]
        assert made["watch_key"] not in "".join(browser.told)
        await ann.room("close", made["code"])
        await browser.until(lambda one: one["rooms"] == [])

    run(store_url, test)


def test_a_room_is_left_by_whoever_deletes_themselves(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = (await ann.post("/api/rooms", FAST))["code"]
        await bob.room("join", code)
        at_bob = await enter(bob, code)
        await ann.post("/api/people/me/deletion", {})
        news = await at_bob.until(lambda one: one["room"]["owner"])
        assert [one["name"] for one in news["room"]["seats"]] == ["Bob"]

    run(store_url, test)


def test_what_no_node_has_told_is_found_all_the_same(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = (await ann.post("/api/rooms", FAST))["code"]
        at_ann = await enter(ann, code)
        await at_ann.next()
        changed = {
            "settings": encode_settings(RoomSettings(hands=4)),
            "version": ROOM.c.version + 1,
        }
        async with place.store.transaction() as connection:
            await connection.execute(update(ROOM).where(ROOM.c.code == code).values(**changed))
        news = await at_ann.next()
        assert (news["room"]["settings"]["hands"], news["room"]["settings"]["ruleset"]) == (
            4,
            "guiyang",
        )

    run(store_url, test)


def test_after_a_failure_of_the_database_news_come_again(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        codes = [(await ann.post("/api/rooms", FAST))["code"] for _ in range(2)]
        followers = [await enter(ann, code) for code in codes]
        for follower in followers:
            await follower.next()
        state, failures = place.house.rooms.state, 2

        async def fails(typed: str) -> RoomState:
            nonlocal failures
            if failures:
                failures -= 1
                raise OSError("the database has gone away")
            return await state(typed)

        place.house.rooms.state = fails  # type: ignore[method-assign]
        await asyncio.gather(*(bob.room("join", code) for code in codes))
        for follower in followers:
            await follower.until(lambda one: len(one["room"]["seats"]) == 2)
        assert failures == 0

    run(store_url, test)


@pytest.mark.parametrize(
    ("first", "key"),
    [
        ({"type": "enter"}, "room.unknown_link"),
        ({"type": "enter", "room": "ACDEFG"}, "people.unknown_token"),
        ({"type": "enter", "room": "ACDEFG", "token": "x"}, "people.unknown_token"),
        ({"type": "enter", "watch": "A" * 20}, "room.unknown_link"),
        ({"type": "enter", "room": 5}, "live.no_join"),
        ({"type": "browse", "more": 1}, "live.no_join"),
    ],
)
def test_who_may_not_follow_is_told_why(store_url: str, first: dict[str, Any], key: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await ann.post("/api/rooms", FAST)
        refused = await follow(place, first)
        answer = await refused.next()
        assert (answer["type"], answer["key"]) == ("refused", key)
        assert await refused.closed() in (protocol.NOT_ALLOWED, protocol.MALFORMED)
        unknown = await enter(ann, "ACDEFG")
        assert (await unknown.next())["key"] == "room.unknown"
        assert place.node.viewers == 0

    run(store_url, test)


def test_who_follows_a_room_plays_at_no_table(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", FAST)
        at_ann = await enter(ann, room["code"])
        await at_ann.next()
        await at_ann.socket.send(json.dumps({"type": "ping", "id": "1"}))
        assert await at_ann.next() == {"type": "done", "id": "1", "repeated": False}
        await at_ann.socket.send(json.dumps({"type": "leave", "id": "2"}))
        answer = await at_ann.next()
        assert (answer["type"], answer["id"], answer["key"]) == ("refused", "2", "live.no_table")
        assert place.node.viewers == 1
        await at_ann.socket.close()
        async with asyncio.timeout(30):
            while place.node.viewers:
                await asyncio.sleep(0.01)

    run(store_url, test)


def test_followers_are_told_that_the_server_ends(store_url: str) -> None:
    async def test(place: Place) -> None:
        browser = await follow(place, {"type": "browse"})
        await browser.next()
        place.node.close_viewers()
        assert (await browser.next()) == {"type": "notice", "key": "live.restart"}
        assert await browser.closed() == 1012

    run(store_url, test)


def test_followers_at_one_node_are_told_of_changes_at_another(postgresql: Cluster) -> None:
    url = postgresql.database()

    async def test() -> None:
        async with serving(url) as here, serving(url) as there:
            ann, bob = await here.guest("Ann"), await here.guest("Bob")
            code = (await ann.post("/api/rooms", {**FAST, "public": True}))["code"]
            at_ann = await enter(ann.at(there), code)
            browser = await follow(there, {"type": "browse"})
            await browser.until(lambda one: len(one["rooms"]) == 1)
            await bob.room("join", code)
            await at_ann.until(lambda one: len(one["room"]["seats"]) == 2)
            game = (await ann.room("start", code))["game"]
            await at_ann.until(lambda one: one["room"]["game"] == game)
            await browser.until(lambda one: one["rooms"] == [])
            await here.node.close_table(game)
            await at_ann.until(lambda one: one["room"]["status"] == "over")

    asyncio.run(asyncio.wait_for(test(), 300))


# Links.


@pytest.mark.parametrize(
    ("public_url", "secure", "host", "base"),
    [
        ("", False, "192.168.1.5:8765", "http://192.168.1.5:8765"),
        ("", True, "mahjong.example", "https://mahjong.example"),
        ("", False, "[fd00::1]:80", "http://[fd00::1]:80"),
        ("https://public.example", False, "10.0.0.1", "https://public.example"),
        ("", False, "evil.example/#/room/", ""),
        ("", False, "a@b", ""),
        ("", False, "", ""),
    ],
)
def test_links_begin_with_the_address_that_people_use(
    public_url: str, secure: bool, host: str, base: str
) -> None:
    assert links_of(public_url, secure, {"host": host}).to_play("ACDEFG") == f"{base}/#/room/ACDEFG"


def test_answers_carry_links_whose_secrets_no_proxy_sees(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        made = await ann.post("/api/rooms", {**FAST, "public": True})
        base = f"http://127.0.0.1:{place.port}"
        assert made["play_link"] == f"{base}/#/room/{made['code']}"
        assert made["watch_link"] == f"{base}/#/watch/{made['watch_key']}"
        seen = await bob.room("look", made["code"])
        assert (seen["play_link"], seen["watch_link"]) == (made["play_link"], None)
        lobby = (await place.ask("GET", "/api/lobby", Host="mahjong.example")).json["rooms"]
        assert lobby[0]["play_link"] == f"http://mahjong.example/#/room/{made['code']}"
        await ann.room("link/withdraw", made["code"])
        assert (await ann.room("look", made["code"]))["watch_link"] is None

    run(store_url, test)


def test_links_behind_a_proxy_are_those_of_its_clients(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        headers = {"X_Forwarded_Proto": "https", "Host": "mahjong.example"}
        made = await ann.ask("POST", "/api/rooms", FAST, **headers)
        assert made.json["play_link"].startswith("https://mahjong.example/#/room/")

    run(store_url, test, proxy_hops="1")
