"""Whoever is no longer let in is told so and closed at once, on every node."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncConnection
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qianma.server import protocol
from tests.server.house import FAST, Guest, Place, run, serving
from tests.server.postgres import Cluster
from tests.server.raw_socket import RawSocket

PASSWORD = "correct horse"
ME = "/api/people/me"
ENDED = (protocol.TOKEN_ENDED, "live.token_ended")


class Line:
    """A connection, and what it is told last before it ends."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(30):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        return message

    async def ended(self) -> tuple[int, str]:
        """The code with which it is closed, and the notice that came before."""
        told = ""
        while True:
            try:
                message = await self.next()
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 1006, told
            if message["type"] == "notice":
                told = message["key"]


async def come(place: Place, first: dict[str, Any], kind: str) -> Line:
    """Open a connection that is let in: it is sent something of this kind."""
    line = Line(await connect(place.socket))
    await line.socket.send(json.dumps(first))
    message = await line.next()
    assert message["type"] == kind, message
    return line


def sit(guest: Guest, game: str) -> Awaitable[Line]:
    return come(guest.place, {"type": "join", "table": game, "token": guest.token}, "snapshot")


def follow(guest: Guest, code: str) -> Awaitable[Line]:
    return come(guest.place, {"type": "enter", "room": code, "token": guest.token}, "room")


async def recover(ann: Guest) -> None:
    answer = await ann.place.ask("POST", "/api/recovery", {"code": ann.recovery})
    assert answer.status == 201


async def change_password(ann: Guest) -> None:
    await ann.post(f"{ME}/account", {"login": "ann", "password": PASSWORD})
    await ann.post(f"{ME}/password", {"old": PASSWORD, "new": "another one"})


async def sign_out(ann: Guest) -> None:
    assert (await ann.ask("DELETE", "/api/sessions")).status == 204


async def delete(ann: Guest) -> None:
    await ann.post(f"{ME}/deletion", {})


@pytest.mark.parametrize("way", [recover, change_password, sign_out, delete])
def test_what_has_come_in_by_a_token_ends_with_it(
    store_url: str, way: Callable[[Guest], Awaitable[None]]
) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        room = await ann.post("/api/rooms", {**FAST, "watch": "anyone"})
        await bob.room("join", room["code"])
        game = (await ann.room("start", room["code"]))["game"]
        seats = await sit(ann, game), await sit(bob, game)
        other = await bob.post("/api/quick-play", {**FAST, "watch": "anyone"})
        watching = await sit(ann, other["game"])
        followers = await follow(ann, room["code"]), await follow(bob, room["code"])
        if way is delete:  # nobody can go in the middle of a match
            await place.node.close_table(game)
        await way(ann)
        for line in (seats[0], watching, followers[0]):
            assert await line.ended() == ENDED
        for line in (seats[1], followers[1]):
            await line.socket.send('{"type":"ping","id":"still here"}')
            while (await line.next()).get("id") != "still here":
                pass
            await line.socket.close()
        async with connect(place.socket) as late:
            join = {"type": "join", "table": game, "token": ann.token}
            await late.send(json.dumps(join))
            assert json.loads(await late.recv())["key"] == "live.unknown_token"

    run(store_url, test)


def test_another_device_of_the_same_person_stays(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await ann.post(f"{ME}/account", {"login": "ann", "password": PASSWORD})
        login = {"login": "ann", "password": PASSWORD}
        phone = Guest(place, {**(await place.ask("POST", "/api/sessions", login)).json})
        code = (await ann.post("/api/rooms", FAST))["code"]
        at_desk, at_phone = await follow(ann, code), await follow(phone, code)
        await sign_out(phone)
        assert await at_phone.ended() == ENDED
        await ann.room("settings", code, settings={**FAST, "hands": 16})
        while (await at_desk.next())["room"]["settings"]["hands"] != 16:
            pass
        await at_desk.socket.close()

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_nothing_counts_that_is_said_after_that(tmp_path: Path) -> None:
    """Not even from a peer that takes no notice of having been closed."""

    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
        before = len(await place.store.log(room["game"]))
        with await asyncio.to_thread(RawSocket, place.port) as raw:
            raw.say({"type": "join", "table": room["game"], "token": ann.token})
            assert (await asyncio.to_thread(raw.message))["type"] == "snapshot"
            await recover(ann)
            for number in range(5):
                leave = {"type": "leave", "id": f"{number}", "confirmed": True}
                await asyncio.to_thread(raw.say, leave)
            assert await asyncio.to_thread(raw.end) == ENDED
        log = await place.store.log(room["game"])
        assert len(log) == before

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_a_token_that_ends_while_somebody_comes_in_by_it(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", FAST)
        person = place.house.tokens.person

        async def late(token: str) -> str | None:
            found = await person(token)
            await recover(ann)
            return found

        place.house.tokens.person = late  # type: ignore[method-assign]
        line = Line(await connect(place.socket))
        await line.socket.send(
            json.dumps({"type": "join", "table": room["game"], "token": ann.token})
        )
        assert await line.ended() == ENDED
        assert place.node.viewers_of(room["game"]) == []

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_a_link_that_is_withdrawn_while_somebody_comes_in_by_it(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", FAST)
        may_watch = place.house.watching.may_watch

        async def late(game_id: str, key: str | None) -> bool:
            found = await may_watch(game_id, key)
            await ann.room("link/withdraw", room["code"])
            return found

        place.house.watching.may_watch = late  # type: ignore[method-assign]
        line = Line(await connect(place.socket))
        join = {"type": "join", "table": room["game"], "watch": room["watch_key"]}
        await line.socket.send(json.dumps(join))
        assert await line.ended() == (protocol.NOT_ALLOWED, "live.not_allowed")
        assert place.node.viewers_of(room["game"]) == []

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


# Several nodes.


def on_two_nodes(postgresql: Cluster, test: Callable[[str, Place, Place], Awaitable[None]]) -> None:
    url = postgresql.database()

    async def inside() -> None:
        async with serving(url) as here, serving(url) as there:
            await test(url, here, there)

    asyncio.run(asyncio.wait_for(inside(), 300))


def test_at_another_node_too(postgresql: Cluster) -> None:
    async def test(_url: str, here: Place, there: Place) -> None:
        for way in (recover, change_password, sign_out):
            ann = await here.guest()
            room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
            lines = [
                await sit(ann.at(there), room["game"]),
                await follow(ann.at(there), room["code"]),
            ]
            await way(ann)
            for line in lines:
                assert await line.ended() == ENDED

    on_two_nodes(postgresql, test)


def test_what_could_not_be_told_is_found_when_the_line_to_the_database_is_back(
    postgresql: Cluster,
) -> None:
    async def test(url: str, here: Place, there: Place) -> None:
        ann, bob = await here.guest("Ann"), await here.guest("Bob")
        room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
        seat = await sit(ann.at(there), room["game"])
        staying = await follow(bob.at(there), room["code"])
        watch = {"type": "join", "table": room["game"], "watch": room["watch_key"]}
        watching = await come(there, watch, "snapshot")

        async def lost(connection: AsyncConnection, message: str) -> None:
            """As when the other node does not listen just then."""

        here.store.publish_with = lost  # type: ignore[method-assign]
        await ann.room("link/withdraw", room["code"])
        await recover(ann)
        with psycopg.connect(url, autocommit=True) as connection:
            told = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
            assert len(connection.execute(told).fetchall()) == 2
        assert await seat.ended() == ENDED
        code, told = await watching.ended()
        assert (code, told) == (protocol.TRY_LATER, "live.again")
        async with connect(there.socket) as again:
            await again.send(json.dumps(watch))
            assert json.loads(await again.recv())["key"] == "live.not_allowed"
        await staying.socket.send('{"type":"ping","id":"still here"}')
        while (await staying.next()).get("id") != "still here":
            pass
        await staying.socket.close()

    on_two_nodes(postgresql, test)


def test_a_seat_opened_at_another_node_is_closed_at_the_first(postgresql: Cluster) -> None:
    async def test(_url: str, here: Place, there: Place) -> None:
        ann = await here.guest("Ann")
        room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
        first = await sit(ann, room["game"])
        second = await sit(ann.at(there), room["game"])
        assert await first.ended() == (protocol.TAKEN_OVER, "live.taken_over")
        third = await sit(ann, room["game"])
        assert await second.ended() == (protocol.TAKEN_OVER, "live.taken_over")
        await third.socket.send('{"type":"ping","id":"still here"}')
        while (await third.next()).get("id") != "still here":
            pass
        await third.socket.close()

    on_two_nodes(postgresql, test)


def test_of_two_nodes_whose_clocks_differ_one_keeps_the_seat(postgresql: Cluster) -> None:
    async def test(_url: str, here: Place, there: Place) -> None:
        ann = await here.guest("Ann")
        room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
        here.node._clock = lambda now=here.node._clock: now() + 60_000  # type: ignore[misc]
        lines = [await sit(ann, room["game"]), await sit(ann.at(there), room["game"])]
        ends = [asyncio.create_task(line.ended()) for line in lines]
        done, open_ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        assert [one.result() for one in done] == [(protocol.TAKEN_OVER, "live.taken_over")]
        await asyncio.sleep(0.5)
        assert len(done) == 1
        assert not next(iter(open_)).done()
        for line in lines:
            await line.socket.close()
        await asyncio.gather(*open_)

    on_two_nodes(postgresql, test)


def test_spectators_see_who_is_there_wherever_that_is(postgresql: Cluster) -> None:
    async def test(_url: str, here: Place, there: Place) -> None:
        ann = await here.guest("Ann")
        room = await ann.post("/api/quick-play", {**FAST, "hands": 16})
        seat = await sit(ann, room["game"])
        watch = {"type": "join", "table": room["game"], "watch": room["watch_key"]}
        watching = await come(there, watch, "snapshot")
        for connected in (True, False):
            while (message := await watching.next())["type"] != "presence":
                pass
            assert message == {"type": "presence", "seat": 0, "connected": connected}
            await seat.socket.close()
        await watching.socket.close()

    on_two_nodes(postgresql, test)
