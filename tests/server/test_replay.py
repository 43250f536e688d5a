"""Replays and the quiz over HTTP: of matches that one may see, and of records that are sent in."""

import json
from typing import Any

from qianma.check import check
from qianma.recording import result_object
from qianma.view import OMNISCIENT, view
from tests.server.house import Guest, Place, greedy_table, play_greedily, run
from tests.terminal_tools import encode, random_record

UNKNOWN = (404, "room.unknown_match")


async def played(place: Place, *people: Guest, **settled: Any) -> str:
    game = await place.node.create_table(greedy_table(*people, **settled))
    await play_greedily(place, game)
    return game


def test_the_replay_of_a_match_is_its_record_for_every_viewer(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, eve = await place.guest("Ann"), await place.guest("Eve")
        game = await played(place, ann, hands=3)
        record = (await ann.ask("GET", f"/api/matches/{game}/record")).body
        lines = [json.loads(line) for line in record.splitlines()]
        results = [result_object(result) for result in check(record).results]
        path = f"/api/matches/{game}/replay"
        for seen_from in ("open", "0", "1", "2", "3"):
            replay = await ann.get(f"{path}?view={seen_from}")
            viewer = OMNISCIENT if seen_from == "open" else int(seen_from)
            seen = [one for line in lines[1:] if (one := view(line, viewer)) is not None]
            steps = [step for hand in replay["hands"] for step in hand["steps"]]
            assert [step["event"] for step in steps] == seen
            assert replay["match"]["players"] == lines[0]["players"]
            assert (replay["masked"], replay["fault"], replay["unfinished"]) == (False, None, False)
            assert [hand["number"] for hand in replay["hands"]] == [1, 2, 3]
            for hand, result in zip(replay["hands"], results, strict=True):
                assert hand["steps"][0]["event"]["type"] == "hand"
                assert [seat["points"] for seat in hand["sheet"]["seats"]] == result["points"]
                assert [one["total"] for one in hand["sheet"]["accounts"]] == result["points"]
            scores = [0, 0, 0, 0]
            for step in steps:
                if step["event"]["type"] == "result":
                    gained = step["event"]["points"]
                    scores = [had + more for had, more in zip(scores, gained, strict=True)]
                    assert step["points"] == scores
        assert await ann.get(path) == await ann.get(f"{path}?view=open")
        assert (await eve.ask("GET", path)).refused == UNKNOWN
        for odd in ("4", "-1", "all", "%00"):
            answer = await ann.ask("GET", f"{path}?view={odd}")
            assert answer.refused == (400, "http.malformed")

    run(store_url, test)


def test_of_a_hand_in_play_a_replay_shows_no_more_than_one_may_know(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        settings = {"limits": {"first_hand": 1, "decision": 60}, "fill_pace": "slow"}
        room = await ann.post("/api/rooms", settings)
        await bob.room("join", room["code"])
        game = (await ann.room("start", room["code"]))["game"]
        shown: dict[str, Any] = {"hands": []}
        while not shown["hands"]:
            shown = await ann.get(f"/api/matches/{game}/replay")
        assert (shown["masked"], shown["owner"], shown["fault"]) == (True, 0, None)
        deal = shown["hands"][0]["steps"][0]["event"]["deal"]
        assert "?" not in deal[0]
        assert all(set(tiles) == {"?"} for tiles in deal[1:])
        assert shown["hands"][0]["sheet"] is None

    run(store_url, test)


def test_a_record_that_is_sent_in(store_url: str) -> None:
    async def test(place: Place) -> None:
        lines = random_record("duyun", 2)
        sent = {"record": encode(lines).decode()}
        replay = (await place.ask("POST", "/api/replay", sent)).json
        steps = [step for hand in replay["hands"] for step in hand["steps"]]
        assert [step["line"] for step in steps] == list(range(2, len(lines) + 1))
        assert all(hand["sheet"] for hand in replay["hands"])
        paid: list[dict[str, Any]] = []
        for hand in replay["hands"]:
            before = hand["steps"][0]["points"]
            for step in hand["steps"]:
                assert step["points"] == [a + b for a, b in zip(before, step["paid"], strict=True)]
                paid += step["event"]["entries"] if step["event"]["type"] == "payment" else []
        bare = [line for line in lines if line["type"] != "result"]
        again = (await place.ask("POST", "/api/replay", {"record": encode(bare).decode()})).json
        assert [hand["sheet"] for hand in again["hands"]] == [
            hand["sheet"] for hand in replay["hands"]
        ]
        assert sum(step["derived"] for hand in again["hands"] for step in hand["steps"]) == 2

    run(store_url, test)


def test_a_bad_record_is_shown_up_to_its_fault(store_url: str) -> None:
    async def test(place: Place) -> None:
        lines = random_record("guiyang", 1)
        lines[5] = {"type": "draw", "seat": 0, "tile": "1m", "end": "tail"}
        report = check(encode(lines))
        assert report.fault is not None
        headers = {"Accept_Language": "zh-CN"}
        sent = {"record": encode(lines).decode()}
        replay = (await place.ask("POST", "/api/replay", sent, **headers)).json
        fault = replay["fault"]
        assert (fault["line"], fault["clause"]) == (report.fault.line, report.fault.clause)
        assert fault["reason"] == report.fault.reason_in("zh-Hans") != report.fault.reason
        assert [step["line"] for step in replay["hands"][0]["steps"]] == list(
            range(2, report.fault.line)
        )
        for text in (
            "{",
            "\n",
            '{"type":"dance"}',
            "[" * 5000,
            "\x00",
            '{"type":"leave","seat":0}',
        ):
            answer = await place.ask("POST", "/api/replay", {"record": text})
            assert answer.status == 200
            assert answer.json["fault"]["line"] == 1
            assert answer.json["hands"] == []
        for body in ({}, {"record": ""}, {"record": 5}, {"record": "{}", "view": "4"}):
            assert (await place.ask("POST", "/api/replay", body)).refused[0] == 400
        long = {"record": "x" * 70_000}
        assert (await place.ask("POST", "/api/replay", long)).status == 200
        too_long = {"record": "x" * 90_000}
        assert (await place.ask("POST", "/api/replay", too_long)).refused == (413, "http.too_large")

    run(store_url, test, record_bytes="80000")


def test_rounds_of_the_quiz(store_url: str) -> None:
    async def test(place: Place) -> None:
        one = (await place.ask("GET", "/api/quiz/duyun/7")).json
        assert (one["seed"], len(one["questions"])) == (7, 10)
        assert one == (await place.ask("GET", "/api/quiz/duyun/7")).json
        assert one != (await place.ask("GET", "/api/quiz/duyun/8")).json
        for path in ("chess/1", "duyun/x", "duyun/-1", f"duyun/{2**60}", "%00/1"):
            assert (await place.ask("GET", f"/api/quiz/{path}")).status == 404

    run(store_url, test)
