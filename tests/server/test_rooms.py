"""Rooms over HTTP and their watchers over WebSockets, on both stores."""

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from qianma.ruleset import load
from qianma.server import protocol
from qianma.server.codes import ALPHABET, ROOM_LENGTH
from qianma.server.commands import Leave, Next
from qianma.server.seating import Seated, address_hash, same_addresses
from tests.server.house import FAST, Guest, Place, run, serving
from tests.server.postgres import Cluster

UNKNOWN = (404, "room.unknown")
NOT_OWNER = (403, "room.not_owner")


async def room_of(owner: Guest, **settings: Any) -> str:
    return str((await owner.post("/api/rooms", settings))["code"])


async def watch(place: Place, game: str, key: str | None) -> tuple[ClientConnection, Any]:
    """Come to a table without a token; the socket and the first answer."""
    socket = await connect(place.socket)
    await socket.send(json.dumps({"type": "join", "table": game, "watch": key}))
    return socket, json.loads(await socket.recv())


async def ended(socket: ClientConnection) -> int:
    try:
        while True:
            await asyncio.wait_for(socket.recv(), 20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_friends_meet_by_a_code_however_it_is_typed(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, cat = [await place.guest(name) for name in ("Ann", "Bob", "Cat")]
        code = await room_of(ann)
        assert len(code) == ROOM_LENGTH
        assert set(code) <= set(ALPHABET)
        assert not set("01258OILZSBV") & set(ALPHABET), "none of these can be told from another"
        joined = await bob.room("join", f" {code[:3].lower()}-{code[3:].lower()} ")
        assert (joined["seat"], joined["owner"]) == (1, False)
        assert (await cat.room("join", code, seat=3))["seat"] == 3
        seen = await ann.room("look", code)
        assert [(one["seat"], one["name"]) for one in seen["seats"]] == [
            (0, "Ann"),
            (1, "Bob"),
            (3, "Cat"),
        ]
        assert [one["you"] for one in seen["seats"]] == [True, False, False]
        assert (await bob.room("join", code))["seat"] == 1, "coming twice is coming once"
        assert (await bob.room("join", code, seat=2))["seat"] == 2
        assert await bob.refused("join", code, seat=3) == (409, "room.seat_taken")
        dan, eve = await place.guest("Dan"), await place.guest("Eve")
        assert (await dan.room("join", code))["seat"] == 1
        assert await eve.refused("join", code) == (409, "room.full")

    run(store_url, test)


@pytest.mark.parametrize("code", ["", "A", "0OIL12", "ACDEFG", "\0" * 6, "牌牌牌牌牌牌", "' OR 1"])
def test_codes_that_no_room_has(store_url: str, code: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await room_of(ann)
        for what in ("look", "join", "leave", "start", "close", "rematch", "link", "link/withdraw"):
            assert await ann.refused(what, code) == UNKNOWN
        answer = await place.ask("POST", "/api/watch", {"key": code})
        assert answer.refused == (404, "room.unknown_link")

    run(store_url, test)


def test_many_who_come_at_once_get_one_seat_each(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann)
        guests = [await place.guest(f"G{number}") for number in range(6)]
        answers = await asyncio.gather(
            *(one.ask("POST", "/api/rooms/join", {"code": code}) for one in guests)
        )
        assert sorted(one.json["seat"] for one in answers if one.status == 200) == [1, 2, 3]
        assert [one.refused for one in answers if one.status != 200] == [(409, "room.full")] * 3

    run(store_url, test)


def test_only_the_owner_has_the_owners_powers(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, eve = [await place.guest(name) for name in ("Ann", "Bob", "Eve")]
        code = await room_of(ann)
        await bob.room("join", code)
        before = await ann.room("look", code)
        for other in (bob, eve):
            for what in ("start", "close", "link", "link/withdraw"):
                assert await other.refused(what, code) == NOT_OWNER
            assert await other.refused("remove", code, seat=0) == NOT_OWNER
            assert await other.refused("settings", code, settings={}) == NOT_OWNER
            assert await other.refused("fill", code, seat=2, player="greedy") == NOT_OWNER
            seen = await other.room("look", code)
            assert (seen["watch_key"], seen["same_address"]) == (None, [])
        assert await eve.refused("leave", code) == (403, "room.not_seated")
        assert await eve.refused("rematch", code) == (403, "room.not_seated")
        assert await ann.room("look", code) == before

    run(store_url, test)


def test_whoever_is_removed_does_not_come_back(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = await room_of(ann)
        await bob.room("join", code)
        assert len((await ann.room("remove", code, seat=1))["seats"]) == 1
        assert await bob.refused("join", code) == (403, "room.removed")
        assert await ann.refused("remove", code, seat=1) == (409, "room.seat_empty")
        assert await ann.refused("remove", code, seat=0) == (409, "room.own_seat")
        for seat in (-1, 4, "0", 1.5):
            assert await ann.refused("remove", code, seat=seat) == (400, "http.malformed")

    run(store_url, test)


def test_the_next_one_owns_the_room_when_the_owner_goes(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = await room_of(ann)
        await ann.room("fill", code, seat=1, player="greedy")
        assert (await bob.room("join", code))["seat"] == 2
        await ann.room("leave", code)
        assert (await bob.room("look", code))["owner"]
        assert (await bob.room("leave", code))["status"] == "closed"
        assert await ann.refused("join", code) == (410, "room.closed")

    run(store_url, test)


def test_empty_seats_are_filled_with_the_chosen_players_at_their_pace(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann, fill="tsumogiri", fill_pace="slow")
        await ann.room("fill", code, seat=2, player="greedy", pace="fast")
        unknown = await ann.refused("fill", code, seat=1, player="../greedy")
        assert unknown == (400, "room.unknown_player")
        assert await ann.refused("fill", code, seat=0, player="greedy") == (409, "room.seat_taken")
        started = await ann.room("start", code)
        assert started["status"] == "playing"
        spec = await place.node.spec(started["game"])
        assert [getattr(one, "player", None) for one in spec.seats] == [
            None,
            "tsumogiri",
            "greedy",
            "tsumogiri",
        ]
        assert [getattr(one, "pace", None) for one in spec.seats[1:]] == ["slow", "fast", "slow"]

    run(store_url, test)


def test_what_is_settled_is_what_is_played(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann)
        settings = {
            "ruleset": "duyun",
            "settings": {"base": 2},
            "hands": None,
            "limits": {"decision": 7, "reserve": 8, "pause": 1.5},
            "watch": "nobody",
            "coins_per_point": 5,
        }
        await ann.room("settings", code, settings=settings)
        spec = await place.node.spec((await ann.room("start", code))["game"])
        assert (spec.ruleset, spec.hands) == ("duyun", None)
        assert load(spec.ruleset, spec.settings).settings_from("duyun") == {"base": 2}
        assert (spec.limits.decision, spec.limits.reserve, spec.limits.pause) == (7, 8, 1.5)
        assert (spec.watching, spec.coins_per_point) == (False, 5)
        assert spec.room == code
        assert await ann.refused("settings", code, settings={}) == (409, "room.playing")

    run(store_url, test)


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"ruleset": "../secret"}, "setting.unknown_ruleset"),
        ({"ruleset": "duyun", "settings": {"base": 0}}, "setting.not_number"),
        ({"ruleset": "duyun", "settings": {"no_such": 1}}, "setting.unknown"),
        ({"fill": "nobody"}, "room.unknown_player"),
        ({"hands": 5}, "http.malformed"),
        ({"hands": 0}, "http.malformed"),
        ({"coins_per_point": -1}, "http.malformed"),
        ({"coins_per_point": 10**9}, "http.malformed"),
        ({"limits": {"decision": 0}}, "http.malformed"),
        ({"limits": {"decision": 1e999}}, "http.malformed"),
        ({"watch": "all"}, "http.malformed"),
        ({"owner": "me"}, "http.malformed"),
        ({"fill_pace": "instant"}, "http.malformed"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(
    store_url: str, settings: dict[str, Any], key: str
) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        for path in ("/api/rooms", "/api/quick-play"):
            assert (await ann.ask("POST", path, settings)).refused == (400, key)
        assert "room (" not in await place.dump()

    run(store_url, test)


def test_starting_twice_starts_once(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann)
        answers = await asyncio.gather(
            *(ann.ask("POST", "/api/rooms/start", {"code": code}) for _ in range(5))
        )
        good = [one for one in answers if one.status == 200]
        assert len(good) == 1
        refused = {one.refused for one in answers if one.status != 200}
        assert refused <= {(409, "room.changed"), (409, "room.playing")}
        assert await place.store.unfinished() == [good[0].json["game"]]
        for what in ("start", "leave"):
            assert await ann.refused(what, code) == (409, "room.playing")
        assert await ann.refused("rematch", code) == (409, "room.no_rematch")

    run(store_url, test)


def test_a_start_does_not_overlook_who_has_just_come(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        for _ in range(5):
            code = await room_of(ann)
            bob = await place.guest("Bob")
            started, joined = await asyncio.gather(
                ann.ask("POST", "/api/rooms/start", {"code": code}),
                bob.ask("POST", "/api/rooms/join", {"code": code}),
            )
            seen = await bob.room("look", code)
            assert (joined.status == 200) == (seen["seat"] is not None)
            if started.status == 200:
                spec = await place.node.spec(started.json["game"])
                names = [getattr(one, "name", None) for one in spec.seats]
                assert ("Bob" in names) == (joined.status == 200)
            await ann.room("close", code)

    run(store_url, test)


def test_who_has_left_the_table_may_leave_the_room(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = await room_of(ann, **{**FAST, "ruleset": "guiyang"})
        await bob.room("join", code)
        game = (await ann.room("start", code))["game"]
        for seat in range(2):
            await place.node.command(game, seat, Next(id="n", number=1))
        assert await ann.refused("leave", code) == (409, "room.playing")
        await place.node.command(game, 0, Leave(id="l", confirmed=True))
        left = await ann.room("leave", code)
        assert (left["status"], left["seat"], left["owner"]) == ("playing", None, False)
        assert await bob.refused("leave", code) == (409, "room.playing")
        assert (await bob.room("look", code))["owner"], "it goes on, and is the other's"
        assert await place.store.unfinished() == [game]
        # Nobody is left to play on for.
        await place.node.command(game, 1, Leave(id="l", confirmed=True))
        assert (await bob.room("leave", code))["status"] == "closed"
        assert (await bob.get(f"/api/matches/{game}"))["reason"] == "closed"
        assert await place.store.unfinished() == []

    run(store_url, test)


def test_closing_ends_the_match(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann)
        game = (await ann.room("start", code))["game"]
        closed = await ann.room("close", code)
        assert (closed["status"], closed["seats"]) == ("closed", [])
        assert (await ann.get(f"/api/matches/{game}"))["reason"] == "closed"
        assert await place.store.unfinished() == []
        for what in ("close", "rematch", "start", "join"):
            assert await ann.refused(what, code) == (410, "room.closed")

    run(store_url, test)


def test_quick_play_is_one_request(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", {**FAST, "hands": 8})
        assert (room["status"], room["seat"]) == ("playing", 0)
        assert [one["player"] for one in room["seats"]] == [None, "random", "random", "random"]
        assert (await place.node.spec_and_seat(room["game"], ann.id))[1] == 0

    run(store_url, test)


def test_a_new_guest_plays_at_once_with_one_request(store_url: str) -> None:
    async def test(place: Place) -> None:
        wanted = {"name": " Ann  Lee ", "settings": {**FAST, "hands": 16}}
        answer = await place.ask("POST", "/api/quick-play/guest", wanted)
        assert answer.status == 201, answer.body
        begun = answer.json
        ann = Guest(place, begun)
        assert (await ann.get("/api/people/me"))["name"] == begun["name"] == "Ann Lee"
        assert await ann.room("look", begun["room"]["code"]) == begun["room"]
        assert [one["player"] for one in begun["room"]["seats"]] == [None, *["random"] * 3]
        assert (await place.node.spec(begun["table"])).hands == 16
        socket = await connect(place.socket)
        join = {"type": "join", "table": begun["table"], "token": begun["token"]}
        await socket.send(json.dumps(join))
        assert json.loads(await socket.recv())["seat"] == begun["seat"]
        await socket.close()
        again = {"code": begun["recovery"]}
        assert (await place.ask("POST", "/api/recovery", again)).json["person"] == ann.id

    run(store_url, test)


@pytest.mark.parametrize(
    ("wanted", "refused"),
    [
        ({"name": " \u200b "}, (400, "people.name")),
        ({"name": "Ann", "settings": {"fill": "nobody"}}, (400, "room.unknown_player")),
        ({"name": "Ann", "settings": {"ruleset": "chess"}}, (400, "setting.unknown_ruleset")),
        ({"name": "Ann", "settings": {"hands": 3}}, (400, "http.malformed")),
        ({"settings": {}}, (400, "http.malformed")),
    ],
)
def test_a_guest_who_cannot_play_at_once_does_not_come_into_being(
    store_url: str, wanted: dict[str, Any], refused: tuple[int, str]
) -> None:
    async def test(place: Place) -> None:
        answer = await place.ask("POST", "/api/quick-play/guest", wanted)
        assert answer.refused == refused
        assert "person (" not in await place.dump()

    run(store_url, test)


def test_a_match_is_broken_off_by_the_vote_of_all_and_the_room_may_have_another(
    store_url: str,
) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = await room_of(ann, **FAST)
        await bob.room("join", code)
        game = (await ann.room("start", code))["game"]
        seats = {}
        for one in (ann, bob):
            seats[one] = await connect(place.socket)
            join = {"type": "join", "table": game, "token": one.token}
            await seats[one].send(json.dumps(join))
        vote = {"type": "vote", "id": "v", "yes": True}
        await seats[ann].send(json.dumps(vote))
        assert (await ann.get(f"/api/matches/{game}"))["reason"] is None, "one is not all"
        await seats[bob].send(json.dumps(vote))
        for socket in seats.values():
            lines: list[str] = []
            while "ended" not in lines:
                message = json.loads(await asyncio.wait_for(socket.recv(), 30))
                lines += [line["type"] for line in message.get("lines", ())]
            await socket.close()
        match = await bob.get(f"/api/matches/{game}")
        assert (match["reason"], match["hands_played"]) == ("broken_off", 0)
        assert [one["points"] for one in match["standings"]] == [0, 0, 0, 0]
        await ann.room("rematch", code)
        assert (await bob.room("rematch", code))["status"] == "playing"

    run(store_url, test)


def test_a_rematch_starts_when_all_want_it(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        code = await room_of(ann)
        await bob.room("join", code)
        first = (await ann.room("start", code))["game"]
        await place.node.close_table(first)
        waiting = await ann.room("rematch", code)
        assert (waiting["status"], waiting["game"]) == ("over", first)
        assert [one["again"] for one in waiting["seats"]] == [True, False, False, False]
        assert (await ann.room("rematch", code))["status"] == "over", "once is enough"
        second = await bob.room("rematch", code)
        assert second["status"] == "playing"
        assert second["game"] != first
        assert not any(one["again"] for one in second["seats"])
        assert (await place.node.spec_and_seat(second["game"], bob.id))[1] == 1

    run(store_url, test)


def test_the_lobby_shows_public_rooms_that_wait_or_may_be_watched(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        hidden = await room_of(ann)
        public = await room_of(ann, public=True)
        watched = await room_of(ann, public=True, watch="anyone")
        secret = await room_of(ann, public=True, watch="link")
        game = (await ann.room("start", watched))["game"]
        await ann.room("start", secret)
        lobby = (await place.ask("GET", "/api/lobby")).json["rooms"]
        assert {one["code"]: one["game"] for one in lobby} == {public: None, watched: game}
        assert "watch_key" not in lobby[0]
        await ann.room("settings", hidden, settings={"public": True})
        await ann.room("close", public)
        lobby = (await place.ask("GET", "/api/lobby")).json["rooms"]
        assert {one["code"] for one in lobby} == {hidden, watched}

    run(store_url, test, rooms_per_person="9")


def test_the_link_to_watch_is_not_the_link_to_play_and_can_be_withdrawn(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code = await room_of(ann)
        key = (await ann.room("look", code))["watch_key"]
        assert code not in key
        game = (await ann.room("start", code))["game"]
        shown = await place.ask("POST", "/api/watch", {"key": key.lower()})
        assert shown.json["game"] == game
        assert code not in shown.body.decode()
        for wrong in (None, "", code, "A" * 20, key[:-1], "\0"):
            socket, answer = await watch(place, game, wrong)
            assert (answer["type"], answer["key"]) == ("refused", "live.not_allowed")
            await socket.close()
        socket, answer = await watch(place, game, key)
        assert (answer["type"], answer["seat"]) == ("snapshot", None)
        assert (await ann.room("link/withdraw", code))["watch_key"] is None
        assert await ended(socket) == protocol.NOT_ALLOWED
        assert (await place.ask("POST", "/api/watch", {"key": key})).status == 404
        _, answer = await watch(place, game, key)
        assert answer["key"] == "live.not_allowed"
        record = await place.ask("GET", f"/api/matches/{game}/record", X_Watch_Key=key)
        assert record.refused == (404, "room.unknown_match")

        renewed = (await ann.room("link", code))["watch_key"]
        assert renewed != key
        socket, answer = await watch(place, game, renewed)
        assert answer["type"] == "snapshot"
        await socket.close()

    run(store_url, test)


def test_who_may_watch(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        for who, allowed in (("nobody", False), ("anyone", True)):
            code = await room_of(ann, watch=who)
            key = (await ann.room("look", code))["watch_key"]
            game = (await ann.room("start", code))["game"]
            assert await place.house.watching.may_watch(game, None) is allowed
            assert await place.house.watching.may_watch(game, key) is allowed
            socket, answer = await watch(place, game, None)
            assert (answer["type"] == "snapshot") is allowed
            await socket.close()

    run(store_url, test)


def test_nobody_sits_at_anothers_seat(store_url: str) -> None:
    """A token of somebody else is a spectator's at best; without the link not even that."""

    async def test(place: Place) -> None:
        ann, eve = await place.guest("Ann"), await place.guest("Eve")
        room = await ann.post("/api/quick-play", {})
        for token in (eve.token, ann.token[:-1] + "!", ann.recovery, ann.id):
            async with connect(place.socket) as socket:
                join = {"type": "join", "table": room["game"], "token": token}
                await socket.send(json.dumps(join))
                assert json.loads(await socket.recv())["type"] == "refused"
        async with connect(place.socket) as socket:
            join = {"type": "join", "table": room["game"], "token": ann.token}
            await socket.send(json.dumps(join))
            assert json.loads(await socket.recv())["seat"] == 0

    run(store_url, test)


def test_a_recovery_code_takes_up_a_seat_in_play_on_another_device(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", FAST)
        join = {"type": "join", "table": room["game"]}
        async with connect(place.socket) as before, connect(place.socket) as after:
            await before.send(json.dumps({**join, "token": ann.token}))
            assert json.loads(await before.recv())["seat"] == 0
            recovered = await place.ask("POST", "/api/recovery", {"code": ann.recovery})
            assert await ended(before) == protocol.TOKEN_ENDED, "before anybody has come back"
            again = Guest(place, recovered.json)
            assert (await again.room("look", room["code"]))["game"] == room["game"]
            await after.send(json.dumps({**join, "token": again.token}))
            assert json.loads(await after.recv())["seat"] == 0
        async with connect(place.socket) as late:
            await late.send(json.dumps({**join, "token": ann.token}))
            assert json.loads(await late.recv())["key"] == "live.unknown_token"

    run(store_url, test)


def test_the_owner_sees_which_seats_play_from_one_address(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, cat = [await place.guest(name) for name in ("Ann", "Bob", "Cat")]
        code = await room_of(ann)
        for guest, address in ((ann, "198.51.100.7"), (bob, "198.51.100.8"), (cat, "2001:db8::1")):
            from_there = {"X_Forwarded_For": address}
            await guest.ask("POST", "/api/rooms/join", {"code": code}, **from_there)
            await guest.ask("POST", "/api/rooms/look", {"code": code}, **from_there)
        from_there = {"X_Forwarded_For": "198.51.100.7"}
        look = await ann.ask("POST", "/api/rooms/look", {"code": code}, **from_there)
        assert look.json["same_address"] == []
        same = {"X_Forwarded_For": "2001:db8::2"}
        assert (await bob.ask("POST", "/api/rooms/look", {"code": code}, **same)).json[
            "same_address"
        ] == []
        look = await ann.ask("POST", "/api/rooms/look", {"code": code}, **from_there)
        assert look.json["same_address"] == [[1, 2]]
        # Where somebody plays from counts, wherever they have sat down.
        game = (await ann.room("start", code))["game"]
        forwarded = {"X-Forwarded-For": "198.51.100.7"}
        async with connect(place.socket, additional_headers=forwarded) as socket:
            join = {"type": "join", "table": game, "token": cat.token}
            await socket.send(json.dumps(join))
            assert json.loads(await socket.recv())["seat"] == 2
            look = await ann.ask("POST", "/api/rooms/look", {"code": code}, **from_there)
            assert look.json["same_address"] == [[0, 2]]
        everything = await place.dump()
        assert "198.51.100" not in everything
        assert "2001:db8" not in everything

    run(store_url, test, proxy_hops="1")


def test_what_is_kept_of_an_address_tells_nothing_in_another_room() -> None:
    assert address_hash("ACDEFG", "192.0.2.1") != address_hash("ACDEFH", "192.0.2.1")
    spec: Any = None
    seats = {
        seat: Seated(seat, None, spec, hashed, False, False) for seat, hashed in enumerate("aba")
    }
    assert same_addresses(seats) == [[0, 2]]
    seats = {seat: Seated(seat, None, spec, None, False, False) for seat in range(4)}
    assert same_addresses(seats) == []


def test_a_person_has_so_many_rooms_at_most(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        codes = [await room_of(ann) for _ in range(2)]
        for path in ("/api/rooms", "/api/quick-play"):
            assert (await ann.ask("POST", path, {})).refused == (409, "room.too_many")
        await ann.room("close", codes[0])
        await room_of(ann)

    run(store_url, test, rooms_per_person="2")


async def asked_at_once(*guests: Guest) -> list[int]:
    """The answers to many requests for another room, sent together to the servers of guests."""
    paths = ("/api/rooms", "/api/quick-play")
    asked = (one.ask("POST", path, {}) for _ in range(8) for one in guests for path in paths)
    answers = await asyncio.gather(*asked)
    assert {one.refused for one in answers if one.status != 201} <= {(409, "room.too_many")}
    return [one.status for one in answers]


def test_who_asks_for_many_rooms_at_once_gets_no_more(store_url: str) -> None:
    async def test(place: Place) -> None:
        assert (await asked_at_once(await place.guest())).count(201) == 3

    run(store_url, test, rooms_per_person="3")


def test_who_asks_two_nodes_for_many_rooms_at_once_gets_no_more(postgresql: Cluster) -> None:
    url = postgresql.database()

    async def test() -> None:
        flags = {"rooms_per_person": "3"}
        async with serving(url, **flags) as here, serving(url, **flags) as there:
            ann = await here.guest()
            assert (await asked_at_once(ann, ann.at(there))).count(201) == 3

    asyncio.run(asyncio.wait_for(test(), 300))


def test_rooms_that_nobody_uses_are_closed(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        code, other = await room_of(ann), await room_of(ann)
        await ann.room("start", other)
        await place.house.rooms.close_idle(place.node.now() - 60_000)
        assert (await ann.room("look", code))["status"] == "open"
        await place.house.rooms.close_idle(place.node.now() + 60_000)
        assert (await ann.room("look", code))["status"] == "closed"
        assert (await ann.room("look", other))["status"] == "playing"

    run(store_url, test)


def test_two_nodes_behave_as_one_server(postgresql: Cluster) -> None:
    """What is done at one node holds at the other, for those who look on there too."""
    url = postgresql.database()

    async def inside() -> None:
        async with serving(url) as here, serving(url) as there:
            ann = await here.guest("Ann")
            code = await room_of(ann)
            key = (await ann.room("look", code))["watch_key"]
            bob = (await here.guest("Bob")).at(there)
            assert (await bob.room("join", code))["seat"] == 1
            game = (await ann.room("start", code))["game"]
            socket, answer = await watch(there, game, key)
            assert answer["type"] == "snapshot"
            await ann.room("link/withdraw", code)
            assert await ended(socket) == protocol.NOT_ALLOWED
            assert await bob.refused("leave", code) == (409, "room.playing")
            await ann.room("close", code)
            assert (await bob.room("look", code))["status"] == "closed"
            assert (await bob.get(f"/api/matches/{game}"))["reason"] == "closed"

    asyncio.run(asyncio.wait_for(inside(), 60))
