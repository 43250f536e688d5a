"""Guests, tokens, recovery, accounts and deletion, over HTTP, on both stores."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from sqlalchemy import update

from qianma.server.addresses import household
from qianma.server.codes import ALPHABET
from qianma.server.commands import Leave, Next, Vote
from qianma.server.config import load_config
from qianma.server.people import TRIES, clean_name
from qianma.server.refusing import RefusedError
from qianma.server.store.people_schema import TOKEN
from tests.server.house import FAST, Guest, Place, greedy_table, play_greedily, run

PASSWORD = "correct horse"
ME = "/api/people/me"
ACCOUNT = f"{ME}/account"


def test_a_guest_plays_at_once_and_is_known_by_the_token(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        assert await ann.get(ME) == {"person": ann.id, "name": "Ann", "login": None, "coins": 0}
        assert (await bob.get(ME))["person"] == bob.id != ann.id
        assert (await ann.post("/api/rooms", {}))["seats"][0]["name"] == "Ann"

    run(store_url, test)


def test_tokens_and_codes_are_hashed_at_rest(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await ann.post(ACCOUNT, {"login": "ann", "password": PASSWORD})
        everything = await place.dump()
        assert ann.id in everything
        for secret in (ann.token, ann.recovery, ann.recovery.replace("-", ""), PASSWORD):
            assert secret not in everything
        assert "$argon2id$" in everything

    run(store_url, test)


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Basic abc", "Bearer x", "Bearer " + "x" * 5000, "Bearer \xff\xfe"],
)
def test_wrong_tokens_are_refused(tmp_path: Path, header: str) -> None:
    async def test(place: Place) -> None:
        for method, path in (("GET", ME), ("GET", f"{ME}/coins"), ("DELETE", "/api/sessions")):
            answer = await place.ask(method, path, Authorization=header)
            key = "unknown" if re.match("Bearer .", header) and header.strip() != "Bearer" else "no"
            assert answer.refused == (401, f"people.{key}_token")
        answer = await place.ask("POST", "/api/rooms", {}, Authorization=header)
        assert answer.status == 401

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_after_signing_out_a_token_is_nobodys(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        assert (await ann.ask("DELETE", "/api/sessions")).status == 204
        assert (await ann.ask("GET", ME)).refused == (401, "people.unknown_token")
        assert (await ann.ask("DELETE", "/api/sessions")).refused[0] == 401

    run(store_url, test)


def test_a_recovery_code_takes_up_the_seat_elsewhere_once(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/rooms", {})
        assert set(ann.recovery) - {"-"} <= set(ALPHABET)
        typed = {"code": f" {ann.recovery.lower().replace('-', ' ')} "}
        answer = await place.ask("POST", "/api/recovery", typed)
        assert answer.status == 201
        again = Guest(place, answer.json)
        assert (again.id, again.name) == (ann.id, "Ann")
        assert (await again.room("look", room["code"]))["seat"] == 0
        assert (await ann.ask("GET", ME)).refused == (401, "people.unknown_token")
        replay = await place.ask("POST", "/api/recovery", typed)
        assert replay.refused == (403, "people.unknown_recovery")
        renewed = (await again.post(f"{ME}/recovery", None))["recovery"]
        old = await place.ask("POST", "/api/recovery", {"code": again.recovery})
        assert old.refused == (403, "people.unknown_recovery")
        assert (await place.ask("POST", "/api/recovery", {"code": renewed})).status == 201

    run(store_url, test)


@pytest.mark.parametrize(
    "code", ["", "A", "0" * 20, "\0" * 20, "'; DROP TABLE person; --", "牌" * 20]
)
def test_odd_recovery_codes_are_refused(store_url: str, code: str) -> None:
    async def test(place: Place) -> None:
        await place.guest()
        answer = await place.ask("POST", "/api/recovery", {"code": code})
        assert answer.refused == (403, "people.unknown_recovery")

    run(store_url, test)


def test_an_account_keeps_the_person_across_devices(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        known = await ann.post(ACCOUNT, {"login": "Ann.Lee", "password": PASSWORD})
        assert known["login"] == "ann.lee"
        login = {"login": "ANN.LEE", "password": PASSWORD}
        answer = await place.ask("POST", "/api/sessions", login)
        assert answer.status == 201
        assert answer.json["recovery"] is None
        phone = Guest(place, answer.json)
        assert phone.id == ann.id
        assert phone.token != ann.token
        await ann.get(ME)
        twice = await ann.ask("POST", ACCOUNT, {"login": "other", "password": PASSWORD})
        assert twice.refused == (409, "people.has_account")
        bob = await place.guest("Bob")
        taken = await bob.ask("POST", ACCOUNT, {"login": "ann.lee", "password": PASSWORD})
        assert taken.refused == (409, "people.login_taken")
        assert (await bob.get(ME))["login"] is None

    run(store_url, test)


def test_wrong_passwords_say_no_more_than_that(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        await ann.post(ACCOUNT, {"login": "ann", "password": PASSWORD})
        for login, password in (("ann", PASSWORD + "!"), ("bob", PASSWORD), ("a\0b", PASSWORD)):
            answer = await place.ask(
                "POST", "/api/sessions", {"login": login, "password": password}
            )
            assert answer.refused == (403, "people.wrong_password")
        for _ in range(TRIES - 1):
            answer = await place.ask("POST", "/api/sessions", {"login": "ann", "password": "wrong"})
            assert answer.refused == (403, "people.wrong_password")
        answer = await place.ask("POST", "/api/sessions", {"login": "ann", "password": PASSWORD})
        assert answer.refused == (429, "people.too_many_tries")

    run(store_url, test)


def test_a_new_password_ends_all_other_tokens(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        guest = await ann.ask("POST", f"{ME}/password", {"old": PASSWORD, "new": "x" * 9})
        assert guest.refused == (409, "people.no_account")
        await ann.post(ACCOUNT, {"login": "ann", "password": PASSWORD})
        wrong = await ann.ask("POST", f"{ME}/password", {"old": "wrong", "new": "another one"})
        assert wrong.refused == (403, "people.wrong_password")
        changed = await ann.post(f"{ME}/password", {"old": PASSWORD, "new": "another one"})
        assert (await ann.ask("GET", ME)).refused == (401, "people.unknown_token")
        assert (await place.ask("GET", ME, token=changed["token"])).status == 200
        old = await place.ask("POST", "/api/sessions", {"login": "ann", "password": PASSWORD})
        assert old.refused == (403, "people.wrong_password")
        recovered = {"code": ann.recovery, "password": "yet another"}
        assert (await place.ask("POST", "/api/recovery", recovered)).status == 201
        now = await place.ask("POST", "/api/sessions", {"login": "ann", "password": "yet another"})
        assert now.status == 201

    run(store_url, test)


def test_names_are_shown_as_they_can_be_seen() -> None:
    assert clean_name("  阿 \t 黔 ") == "阿 黔"
    assert clean_name("A\u202enn\u200b\0") == "Ann"
    assert clean_name("e\u0301") == "\u00e9"
    assert clean_name("x" * 24) == "x" * 24
    for name in ("", " ", "x" * 25, "\u200b\u200e", "--", "\ud800"):
        with pytest.raises(RefusedError):
            clean_name(name)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b'{"name": 7}',
        b'{"name": "Ann", "admin": true}',
        b'{"name": "' + b"x" * 600 + b'"}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b"[" * 4000,
    ],
)
def test_malformed_bodies_are_refused(tmp_path: Path, body: bytes) -> None:
    async def test(place: Place) -> None:
        answer = await place.ask("POST", "/api/people", body)
        assert answer.refused[0] == 400
        assert answer.refused[1] in ("http.malformed", "people.name")
        assert "person (" not in await place.dump()

    run(f"sqlite:///{tmp_path}/x.sqlite", test)


def test_logins_and_passwords_have_their_limits(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        for login in ("", "ab", "x" * 33, "a b c", "a\0bc", "a\u202eb", "ann'--\n"):
            answer = await ann.ask("POST", ACCOUNT, {"login": login, "password": PASSWORD})
            assert answer.refused == (400, "people.login")
        for password in ("", "x" * 7, "x" * 257):
            answer = await ann.ask("POST", ACCOUNT, {"login": "ann", "password": password})
            assert answer.refused == (400, "people.password_length")

    run(store_url, test)


def test_guests_from_one_household_are_limited(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        for _ in range(3):
            await place.guest()
        answer = await place.ask("POST", "/api/people", {"name": "Ann"})
        assert answer.refused == (429, "people.too_many_guests")

    run(f"sqlite:///{tmp_path}/x.sqlite", test, guests_per_hour="3")
    assert household("2001:db8::1") == household("2001:db8::2")


def test_deletion_leaves_nothing_behind(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Annabella"), await place.guest("Bob")
        await ann.post(ACCOUNT, {"login": "annabella.lee", "password": PASSWORD})
        code = (await ann.post("/api/rooms", {"public": True}))["code"]
        await bob.room("join", code)
        await ann.room("start", code)
        deletion = {"password": PASSWORD}
        refused = await ann.ask("POST", f"{ME}/deletion", deletion)
        assert refused.refused == (409, "people.still_playing")
        seen = await ann.room("look", code)
        assert (seen["owner"], seen["seat"]) == (True, 0), "nothing has changed"
        await place.node.close_table(seen["game"])
        game = await place.node.create_table(greedy_table(ann, bob))
        await play_greedily(place, game)
        await ann.post("/api/rooms", {})
        before = await place.house.accounts.balances()
        assert f"person:{ann.id}" in before
        without = await ann.ask("POST", f"{ME}/deletion", {})
        assert without.refused == (403, "people.wrong_password")
        assert (await ann.ask("POST", f"{ME}/deletion", deletion)).status == 204

        everything = await place.dump()
        for trace in (ann.id, "nnabella", "$argon2id$"):
            assert trace not in everything
        assert (await ann.ask("GET", ME)).refused == (401, "people.unknown_token")
        after = await place.house.accounts.balances()
        assert after.pop("gone") == before.pop(f"person:{ann.id}")
        assert after == before
        # The others keep their match, their coins and the room.
        assert (await bob.get("/api/people/me/matches"))["matches"][0]["game"] == game
        record = await bob.ask("GET", f"/api/matches/{game}/record")
        first = json.loads(record.body.splitlines()[0])
        assert [player["name"] for player in first["players"]][:2] == ["deleted", "Bob"]
        assert (await bob.room("look", code))["owner"]

    run(store_url, test)


async def playing_guiyang(place: Place, *guests: Guest) -> tuple[str, str]:
    """A room with a match for coins at which these guests sit; its code and the table."""
    settings = {**FAST, "ruleset": "guiyang", "coins_per_point": 3}
    code = (await guests[0].post("/api/rooms", settings))["code"]
    for one in guests[1:]:
        await one.room("join", code)
    game = (await guests[0].room("start", code))["game"]
    for seat in range(len(guests)):
        begin = Next(id="begin", number=1)
        assert await place.node.command(game, seat, begin) is None
    return code, game


async def leave_table(place: Place, game: str, seat: int) -> None:
    assert await place.node.command(game, seat, Leave(id="leave", confirmed=True)) is None


def test_who_has_left_the_table_is_deleted_while_the_others_play_on(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bobabella")
        await bob.post(ACCOUNT, {"login": "bobabella.lee", "password": PASSWORD})
        code, game = await playing_guiyang(place, ann, bob)
        deletion = {"password": PASSWORD}
        refused = await bob.ask("POST", f"{ME}/deletion", deletion)
        assert refused.refused == (409, "people.still_playing")
        await leave_table(place, game, 1)
        assert (await bob.ask("POST", f"{ME}/deletion", deletion)).status == 204

        at_once = await place.dump()
        for trace in ("obabella", "$argon2id$"):
            assert trace not in at_once
        assert (await bob.ask("GET", ME)).refused == (401, "people.unknown_token")
        again = await place.ask("POST", "/api/recovery", {"code": bob.recovery})
        assert again.refused == (403, "people.unknown_recovery")
        seats = (await ann.room("look", code))["seats"]
        assert [one["seat"] for one in seats if one["player"] is None] == [0]

        await play_greedily(place, game)
        match = await ann.get(f"/api/matches/{game}")
        assert (match["reason"], match["hands_played"]) == ("played", 4)
        assert [one["name"] for one in match["standings"]][:2] == ["Ann", "deleted"]
        assert bob.id not in await place.dump()
        coins = await place.house.accounts.balances()
        assert coins.get("gone", 0) == match["standings"][1]["coins"]
        assert sum(coins.values()) == 0
        assert (await ann.room("look", code))["status"] == "over"

    run(store_url, test)


async def break_off(place: Place, game: str) -> None:
    """End a match in the middle of a hand: whoever is left at seat 0 agrees alone."""
    assert await place.node.command(game, 0, Vote(id="v", yes=True)) is None


def test_who_has_left_two_tables_is_forgotten_with_the_second(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        games = [(await playing_guiyang(place, ann, bob))[1] for _ in range(2)]
        await leave_table(place, games[0], 1)
        refused = await bob.ask("POST", f"{ME}/deletion", {})
        assert refused.refused == (409, "people.still_playing"), "the other match goes on"
        await leave_table(place, games[1], 1)
        await bob.post(f"{ME}/deletion", {})
        await break_off(place, games[0])
        assert bob.id in await place.dump(), "the other match books on it"
        await break_off(place, games[1])
        assert bob.id not in await place.dump()

    run(store_url, test)


def test_the_match_of_who_has_left_it_as_the_last_ends_with_the_deletion(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        _, game = await playing_guiyang(place, ann)
        await leave_table(place, game, 0)
        await ann.post(f"{ME}/deletion", {})
        assert await place.store.unfinished() == []
        everything = await place.dump()
        assert ann.id not in everything
        assert "person (" not in everything

    run(store_url, test)


def test_who_is_deleted_as_the_match_ends_is_forgotten_entirely(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest("Ann")
        for _ in range(5):
            bob = await place.guest("Bob")
            code, game = await playing_guiyang(place, ann, bob)
            await leave_table(place, game, 1)
            deleted, _ = await asyncio.gather(
                bob.ask("POST", f"{ME}/deletion", {}), break_off(place, game)
            )
            assert deleted.status == 204
            assert bob.id not in await place.dump()
            await ann.room("close", code)

    run(store_url, test)


def test_a_guest_who_never_played_is_gone_entirely(store_url: str) -> None:
    async def test(place: Place) -> None:
        empty = await place.dump()
        ann = await place.guest()
        assert await place.dump() != empty
        await ann.post("/api/people/me/deletion", {})
        assert await place.dump() == empty

    run(store_url, test)


def test_guests_who_hold_nothing_are_forgotten_after_a_time(store_url: str) -> None:
    async def test(place: Place) -> None:
        days = 24 * 3600 * 1000
        flags = {"idle_guest_days": "3", "idle_room_hours": "99999"}
        config = load_config(flags, environment={})
        idle, back = await place.guest("Idle"), await place.guest("Back")
        begun = place.node.now()
        holders = [await place.guest(name) for name in ("Account", "Room", "Seat", "Match")]
        account, room, seat, match = holders
        await account.post(ACCOUNT, {"login": "account", "password": PASSWORD})
        code = (await room.post("/api/rooms", {}))["code"]
        await seat.room("join", code)
        game = await place.node.create_table(greedy_table(match, hands=1))
        await play_greedily(place, game)

        await place.house.tidy(begun + 3 * days - 60_000, config)
        for one in (idle, back, *holders):
            assert (await one.get(ME))["name"] == one.name, "it is not long enough yet"
        # Somebody who was here yesterday is not idle.
        used = update(TOKEN).where(TOKEN.c.person_id == back.id).values(used_ms=begun + 2 * days)
        async with place.store.transaction() as connection:
            await connection.execute(used)
        await place.house.tidy(begun + 4 * days, config)
        assert (await idle.ask("GET", ME)).refused == (401, "people.unknown_token")
        for one in (back, *holders):
            assert (await one.get(ME))["name"] == one.name
        # Who holds nothing any more is forgotten too, with all that was kept.
        for one in (account, match):
            password = {"password": PASSWORD} if one is account else {}
            await one.post(f"{ME}/deletion", password)
        await room.room("close", code)
        await place.house.tidy(begun + 400 * days, config)
        everything = await place.dump()
        for one in (idle, back, room, seat):
            assert one.id not in everything
        assert "person (" not in everything

    run(store_url, test)
