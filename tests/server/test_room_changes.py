"""What the owner of a room changes after others have sat down, and its end in mid-hand."""

import asyncio
from typing import Any

import pytest

from qianma.server.accounts import account_of
from qianma.server.commands import Auto, Leave, Next
from tests.server.house import FAST, Guest, Place, run

CHANGED = (409, "room.changed")
NOT_AGREED = (409, "room.not_agreed")
AGREE_FIRST = (409, "room.agree_first")


async def together(place: Place, **settings: Any) -> tuple[Guest, Guest, str]:
    """Ann's room, in which Bob sits too."""
    ann, bob = await place.guest("Ann"), await place.guest("Bob")
    code = str((await ann.post("/api/rooms", settings))["code"])
    await bob.room("join", code)
    return ann, bob, code


def asked(room: dict[str, Any]) -> list[bool]:
    return [one["asked"] for one in room["seats"]]


@pytest.mark.parametrize(
    "change",
    [
        {"ruleset": "duyun"},
        {"settings": {"base": 5}},
        {"hands": 16},
        {"limits": {"decision": 3}},
        {"coins_per_point": 1000},
    ],
)
def test_others_agree_before_something_else_is_played(
    store_url: str, change: dict[str, Any]
) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        seen = (await bob.room("look", code))["settings"]
        changed = await ann.room("settings", code, settings=change)
        assert asked(changed) == [False, True]
        assert await ann.refused("start", code) == NOT_AGREED
        assert await bob.refused("agree", code, settings=seen) == CHANGED
        agreed = await bob.room("agree", code, settings=changed["settings"])
        assert asked(agreed) == [False, False]
        assert (await ann.room("start", code))["status"] == "playing"

    run(store_url, test)


@pytest.mark.parametrize("change", [{"public": True}, {"watch": "anyone"}, {"fill": "tsumogiri"}])
def test_nobody_is_asked_about_what_is_not_theirs(store_url: str, change: dict[str, Any]) -> None:
    async def test(place: Place) -> None:
        ann, _, code = await together(place)
        assert asked(await ann.room("settings", code, settings=change)) == [False, False]
        assert (await ann.room("start", code))["status"] == "playing"

    run(store_url, test)


def test_whoever_comes_after_a_change_has_seen_it(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        changed = await ann.room("settings", code, settings={"hands": 4})
        cat = await place.guest("Cat")
        assert asked(await cat.room("join", code)) == [False, True, False]
        # Whoever will not agree goes, and the others play.
        assert await cat.refused("agree", code, settings={}) == CHANGED
        eve = await place.guest("Eve")
        seen = changed["settings"]
        assert await eve.refused("agree", code, settings=seen) == (403, "room.not_seated")
        await bob.room("leave", code)
        assert (await ann.room("start", code))["status"] == "playing"
        assert await cat.refused("agree", code, settings=seen) == (409, "room.playing")

    run(store_url, test)


def test_to_change_the_seat_is_not_to_agree(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        await ann.room("settings", code, settings={"coins_per_point": 1000})
        assert asked(await bob.room("join", code, seat=3)) == [False, True]
        assert await ann.refused("start", code) == NOT_AGREED

    run(store_url, test)


def test_an_heir_who_was_asked_is_asked_still(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        seen = (await ann.room("settings", code, settings={"hands": 4}))["settings"]
        await ann.room("leave", code)
        assert await bob.refused("start", code) == NOT_AGREED
        # What one changes oneself one has agreed to.
        assert asked(await bob.room("settings", code, settings={**seen, "hands": 16})) == [False]
        assert (await bob.room("start", code))["status"] == "playing"

    run(store_url, test)


def test_another_match_needs_the_word_of_those_who_have_seen_it(store_url: str) -> None:
    """Who wanted another match wanted the one that was to be played then."""

    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        game = (await ann.room("start", code))["game"]
        await place.node.close_table(game)
        await bob.room("rematch", code)
        changed = await ann.room("settings", code, settings={"coins_per_point": 1000})
        bobs = changed["seats"][1]
        assert (bobs["again"], bobs["asked"]) == (False, True)
        assert (await ann.room("rematch", code))["status"] == "over"
        assert await ann.refused("start", code) == NOT_AGREED
        assert await bob.refused("rematch", code) == AGREE_FIRST
        agreed = await bob.room("agree", code, settings=changed["settings"])
        assert agreed["status"] == "over", "to agree is not yet to want it"
        begun = await bob.room("rematch", code)
        assert begun["status"] == "playing"
        assert (await place.node.spec(begun["game"])).coins_per_point == 1000

    run(store_url, test)


def test_another_match_is_one_of_the_rooms_that_a_person_may_have(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place)
        await place.node.close_table((await ann.room("start", code))["game"])
        others = [str((await ann.post("/api/rooms", {}))["code"]) for _ in range(2)]
        too_many = (409, "room.owner_has_too_many")
        assert await ann.refused("start", code) == too_many
        await ann.room("rematch", code)
        assert await bob.refused("rematch", code) == too_many
        await ann.room("close", others[0])
        assert (await bob.room("rematch", code))["status"] == "playing"
        assert (await ann.ask("POST", "/api/rooms", {})).refused == (409, "room.too_many")

    run(store_url, test, rooms_per_person="2")


def test_a_closed_room_counts_until_its_last_hand_is_over(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", FAST)
        await place.node.command(room["game"], 0, Next(id="n", number=1))
        assert (await ann.room("close", room["code"]))["status"] == "closed"
        too_many = (409, "room.too_many")
        assert (await ann.ask("POST", "/api/quick-play", FAST)).refused == too_many
        await place.node.command(room["game"], 0, Leave(id="l", confirmed=True))
        async with asyncio.timeout(60):
            while (await ann.ask("POST", "/api/quick-play", FAST)).status != 201:
                await asyncio.sleep(0.1)

    run(store_url, test, rooms_per_person="1")


def test_an_owner_who_goes_as_another_match_begins_blocks_nobody(store_url: str) -> None:
    async def test(place: Place) -> None:
        for _ in range(4):
            ann, bob, code = await together(place)
            await place.node.close_table((await ann.room("start", code))["game"])
            await ann.room("rematch", code)
            async with asyncio.timeout(20):
                again, gone = await asyncio.gather(
                    bob.ask("POST", "/api/rooms/rematch", {"code": code}),
                    ann.ask("POST", "/api/people/me/deletion", {}),
                )
            assert again.status in (200, 409), again.body
            assert gone.status in (204, 409), gone.body

    run(store_url, test)


def test_the_hand_in_play_is_settled_when_the_owner_closes(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, code = await together(place, **FAST, coins_per_point=3)
        game = (await ann.room("start", code))["game"]
        for seat in range(2):
            await place.node.command(game, seat, Next(id="n", number=1))
            await place.node.command(game, seat, Auto(id="a", on=True))
        closed = await ann.room("close", code)
        assert (closed["status"], closed["seats"]) == ("closed", [])
        async with asyncio.timeout(120):
            while (match := await ann.get(f"/api/matches/{game}"))["reason"] is None:
                await asyncio.sleep(0.2)
        assert (match["reason"], match["hands_played"]) == ("closed", 1)
        points = {one["name"]: one["points"] for one in match["standings"]}
        assert sum(points.values()) == 0
        for one in (ann, bob):
            coins = await place.house.accounts.balance(account_of(one.id))
            assert coins == 3 * points[one.name]
        assert await ann.refused("rematch", code) == (410, "room.closed")

    run(store_url, test)
