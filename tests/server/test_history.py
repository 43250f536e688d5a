"""Matches that have been played: lists, standings and records for those who may see them."""

import json
from typing import Any

from qianma.check import check
from qianma.server.events import PersonSeat
from tests.server.house import Place, greedy_table, play_greedily, run

MINE = "/api/people/me/matches"
UNKNOWN = (404, "room.unknown_match")


def test_a_match_is_kept_with_its_standings_and_record(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob, eve = [await place.guest(name) for name in ("Ann", "Bob", "Eve")]
        game = await place.node.create_table(greedy_table(ann, bob, hands=2))
        (going_on,) = (await ann.get(MINE))["matches"]
        assert (going_on["game"], going_on["seat"]) == (game, 0)
        assert (going_on["standings"], going_on["ended_ms"]) == (None, None)
        await play_greedily(place, game)

        (kept,) = (await bob.get(MINE))["matches"]
        assert kept == await bob.get(f"/api/matches/{game}")
        assert (kept["seat"], kept["reason"], kept["hands_played"]) == (1, "played", 2)
        record = await bob.ask("GET", f"/api/matches/{game}/record")
        assert f'filename="{game}.jsonl"' in record.headers["content-disposition"]
        report = check(record.body)
        assert report.fault is None
        lines = [json.loads(line) for line in record.body.splitlines()]
        totals = [
            sum(line["points"][seat] for line in lines if line["type"] == "result")
            for seat in range(4)
        ]
        assert [one["points"] for one in kept["standings"]] == totals
        assert [one["coins"] for one in kept["standings"]] == [3 * one for one in totals]
        ranked = sorted(totals, reverse=True)
        assert [one["place"] for one in kept["standings"]] == [
            1 + ranked.index(one) for one in totals
        ]
        assert [one["name"] for one in kept["standings"]] == ["Ann", "Bob", "greedy", "greedy"]

        assert (await eve.get(MINE))["matches"] == []
        for path in (f"/api/matches/{game}", f"/api/matches/{game}/record"):
            assert (await eve.ask("GET", path)).refused == UNKNOWN
            assert (await place.ask("GET", path)).refused == UNKNOWN
            forged = await place.ask("GET", path, token=ann.token + "x")
            assert forged.refused == (401, "people.unknown_token")

    run(store_url, test)


def test_odd_names_of_matches(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        for name in ("x", "%00", "a%00b", "..%5c", "%27--", "A" * 33, "9" * 5000):
            assert (await ann.ask("GET", f"/api/matches/{name}")).refused == UNKNOWN
            assert (await ann.ask("GET", f"/api/matches/{name}/record")).refused == UNKNOWN
        for before in ("x", "-1", "1e9", str(2**70), "%00", ""):
            answer = await ann.ask("GET", f"{MINE}?before={before}")
            assert answer.refused == (400, "http.malformed"), before

    run(store_url, test)


def test_the_list_goes_back_page_by_page(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        codes = [await ann.post("/api/rooms", {}) for _ in range(3)]
        games = [(await ann.room("start", one["code"]))["game"] for one in codes]
        listed = (await ann.get(MINE))["matches"]
        assert [one["game"] for one in listed] == games[::-1]
        page = (await ann.get(f"{MINE}?before={listed[1]['created_ms']}"))["matches"]
        assert [one["game"] for one in page] == [games[0]]

    run(store_url, test)


def test_of_a_hand_in_play_everybody_gets_what_they_may_know(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        settings = {"limits": {"first_hand": 1, "decision": 60}, "fill_pace": "slow"}
        room = await ann.post("/api/rooms", settings)
        await bob.room("join", room["code"])
        game = (await ann.room("start", room["code"]))["game"]
        path = f"/api/matches/{game}/record"
        hands: dict[str, Any] = {}
        keys = {"spectator": {"X_Watch_Key": room["watch_key"]}}
        for who, token in (("Ann", ann.token), ("Bob", bob.token), ("spectator", None)):
            while who not in hands:
                answer = await place.ask("GET", path, token=token, **keys.get(who, {}))
                assert answer.status == 200
                assert b"reveal" not in answer.body
                found = [json.loads(line) for line in answer.body.splitlines()]
                dealt = [one for one in found if one["type"] == "hand"]
                if dealt:
                    hands[who] = dealt[0]
        open_seats = {
            who: [seat for seat in range(4) if "?" not in hand["deal"][seat]]
            for who, hand in hands.items()
        }
        assert open_seats == {"Ann": [0], "Bob": [1], "spectator": []}
        assert all(hand["wall"] in (None, []) or "?" in hand["wall"] for hand in hands.values())

    run(store_url, test)


def test_a_rematch_keeps_the_matches_before_open_to_the_link(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        room = await ann.post("/api/quick-play", {})
        await place.node.close_table(room["game"])
        second = await ann.room("rematch", room["code"])
        assert second["game"] != room["game"]
        for game in (room["game"], second["game"]):
            path = f"/api/matches/{game}"
            shown = await place.ask("GET", path, X_Watch_Key=room["watch_key"])
            assert (shown.status, shown.json["seat"]) == (200, None)
        spec = await place.node.spec(second["game"])
        assert isinstance(spec.seats[0], PersonSeat)

    run(store_url, test)
