"""The lobby: which public rooms stand in it, and what it costs to ask for it."""

import asyncio
from typing import Any

from sqlalchemy import event, update

from qianma.server.lobby import MOST_IN_LOBBY
from qianma.server.room_settings import RoomSettings
from qianma.server.seating import PLAYING, open_room, read_state, seat_row
from qianma.server.store.people_schema import ROOM, ROOM_SEAT
from tests.server.house import Guest, Place, run, serving
from tests.server.postgres import Cluster


async def add_rooms(place: Place, owner: Guest, number: int, **changed: Any) -> None:
    """Public rooms, newer than all others, as if so many people had made them."""
    async with place.store.transaction() as connection:
        for place_in_row in range(number):
            code, later = f"R{place_in_row}", place.node.now() + 1000 + place_in_row
            settings = RoomSettings(public=True, watch=changed.get("watch", "link"))
            await open_room(connection, code, owner.id, settings, "192.0.2.1", later)
            if "status" in changed:
                playing = update(ROOM).where(ROOM.c.code == code)
                await connection.execute(playing.values(status=changed["status"]))
            for seat in range(1, changed.get("seats", 1)):
                row = seat_row(code, seat, player="greedy", pace="fast")
                await connection.execute(ROOM_SEAT.insert().values(**row))


async def lobby(place: Place) -> list[Any]:
    answer = await place.ask("GET", "/api/lobby")
    assert answer.status == 200, answer.body
    rooms: list[Any] = answer.json["rooms"]
    return rooms


def test_a_room_that_waits_is_shown_however_many_newer_ones_do_not(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = (await ann.post("/api/rooms", {"public": True}))["code"]
        # Nobody may watch these.
        await add_rooms(place, bob, MOST_IN_LOBBY, status=PLAYING, seats=4)
        assert [one["code"] for one in await lobby(place)] == [code]

    run(store_url, test)


def test_rooms_that_wait_come_before_those_that_may_be_watched(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = (await ann.post("/api/rooms", {"public": True}))["code"]
        await add_rooms(place, bob, MOST_IN_LOBBY, status=PLAYING, seats=4, watch="anyone")
        rooms = await lobby(place)
        assert [one["code"] for one in rooms[:2]] == [code, f"R{MOST_IN_LOBBY - 1}"]
        assert len(rooms) == MOST_IN_LOBBY

    run(store_url, test)


def test_a_full_room_does_not_wait_for_anybody(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await add_rooms(place, ann, 1, seats=4)
        assert await lobby(place) == []

    run(store_url, test)


def test_many_who_ask_for_many_rooms_cost_two_queries(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await add_rooms(place, ann, 30, seats=2)
        asked: list[str] = []

        @event.listens_for(place.store._engine.sync_engine, "before_cursor_execute")
        def _note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
            if "room" in statement:
                asked.append(statement)

        found = await asyncio.gather(*(place.house.lobby.rooms() for _ in range(50)))
        assert {len(rooms) for rooms in found} == {30}
        assert len(asked) == 2, asked
        assert [len(one["seats"]) for one in await lobby(place)] == [2] * 30

    run(store_url, test)


def test_a_change_that_another_node_could_not_tell_is_shown_soon(postgresql: Cluster) -> None:
    url = postgresql.database()

    async def test() -> None:
        async with serving(url) as here, serving(url) as there:
            ann = await here.guest()
            code = (await ann.post("/api/rooms", {"public": True}))["code"]
            async with asyncio.timeout(30):
                while not await lobby(there):
                    await asyncio.sleep(0.05)
            async with here.store.transaction() as connection:
                hidden = update(ROOM).where(ROOM.c.code == code)
                await connection.execute(hidden.values(public=False))
            async with asyncio.timeout(30):
                while await lobby(there):
                    await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(test(), 300))


def test_who_may_watch_a_room_is_kept_where_the_lobby_looks(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = (await ann.post("/api/rooms", {"public": True}))["code"]
        await ann.room("settings", code, settings={"public": True, "watch": "anyone"})
        game = (await ann.room("start", code))["game"]
        assert [one["game"] for one in await lobby(place)] == [game]
        async with place.store.reading() as connection:
            assert (await read_state(connection, code)).room.settings.watch == "anyone"

    run(store_url, test)
