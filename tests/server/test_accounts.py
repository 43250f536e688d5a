"""Coins and statistics after whole matches, against a count of the records they have left."""

import asyncio
import json
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.accounts import account_of
from qianma.server.commands import Auto, Next
from qianma.server.endings import HandEnded
from qianma.server.events import PersonSeat, TableSpec
from qianma.server.records import match_record
from qianma.server.store.people_schema import COIN_BOOKING, COIN_POSTING, HAND_SCORE
from qianma.server.table import SPECTATORS
from tests.server.house import Guest, Place, RandomSeat, greedy_table, play_greedily, play_out, run

RATE = 3


async def results(place: Place, game: str) -> list[dict[str, Any]]:
    """The results of a match's hands, out of its record."""
    record = match_record(await place.store.log(game), SPECTATORS)
    lines = [json.loads(line) for line in record.splitlines()]
    return [line for line in lines if line["type"] == "result"]


async def balances_by_records(place: Place, games: list[str]) -> Counter[str]:
    """What every account ought to have."""
    coins: Counter[str] = Counter()
    for game in games:
        spec = await place.node.spec(game)
        accounts = [
            f"person:{seat.person}" if isinstance(seat, PersonSeat) else f"built_in:{seat.player}"
            for seat in spec.seats
        ]
        for result in await results(place, game):
            for seat, points in enumerate(result["points"]):
                coins[accounts[seat]] += points * spec.coins_per_point
    return coins


async def check_sums(place: Place) -> None:
    """Every booking sums to zero, and so do all accounts."""
    column = COIN_POSTING.c
    key = (column.game_id, column.hand, column.entry)
    async with place.store.reading() as connection:
        each = select(func.sum(column.coins), func.count()).group_by(*key)
        sums = {tuple(map(int, row)) for row in (await connection.execute(each)).all()}
        assert sums <= {(0, 2)}
        bookings = await connection.scalar(select(func.count()).select_from(COIN_BOOKING))
        postings = await connection.scalar(select(func.count()).select_from(COIN_POSTING))
        assert postings == 2 * (bookings or 0)
    assert sum((await place.house.accounts.balances()).values()) == 0


@pytest.mark.parametrize("ruleset", ["duyun", "guiyang"])
def test_coins_follow_the_points_of_every_hand(store_url: str, ruleset: str) -> None:
    async def test(place: Place) -> None:
        people = [await place.guest(name) for name in ("Ann", "Bob", "Cat", "Dan")]
        seated = (people, people[:2], people)
        specs = [greedy_table(*these, ruleset=ruleset) for these in seated]
        games = [await place.node.create_table(spec) for spec in specs]
        await asyncio.gather(
            play_out(place, games[0], [0, 1, 2, 3], good=True),
            play_out(place, games[1], [0, 1], good=True),
            play_greedily(place, games[2]),
        )
        await check_sums(place)
        expected = await balances_by_records(place, games)
        found = Counter(await place.house.accounts.balances())
        assert any(expected.values()), "nobody has won anything: that shows nothing"
        for account in {*expected, *found}:
            assert found[account] == expected[account]
        await check_postings(place, people[0], games)
        await check_statistics(place, people, games, ruleset)

    run(store_url, test)


def test_a_hand_that_a_built_in_player_has_touched_is_told_apart(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann, bob = await place.guest("Ann"), await place.guest("Bob")
        game = await place.node.create_table(greedy_table(ann, bob, ruleset="guiyang", hands=2))
        await place.node.command(game, 0, Auto(id="auto", on=True))
        waiting = RandomSeat(place.node, game, 1, 1, good=True)
        waiting._begun = 2
        playing = asyncio.create_task(waiting.play())
        await place.node.command(game, 1, Next(id="first", number=1))
        while len(await results(place, game)) == 0:
            await asyncio.sleep(0.05)
        await place.node.command(game, 0, Auto(id="back", on=False))
        await place.node.command(game, 1, Next(id="second", number=2))
        await RandomSeat(place.node, game, 0, 1, good=True).play()
        await playing
        (told,) = (await ann.get("/api/people/me/statistics"))["rulesets"]
        assert (told["matches"], told["hands"], told["played_for"]) == (1, 1, 1)
        second = (await results(place, game))[1]
        assert told["points"] == second["points"][0]
        (told,) = (await bob.get("/api/people/me/statistics"))["rulesets"]
        assert (told["matches"], told["hands"], told["played_for"]) == (1, 2, 0)

    run(store_url, test)


async def check_postings(place: Place, person: Guest, games: list[str]) -> None:
    """Every posting names the ledger entry that it comes from."""
    told = await person.get("/api/people/me/coins")
    assert told["coins"] == await place.house.accounts.balance(account_of(person.id))
    by_hand = {
        (game, n): one for game in games for n, one in enumerate(await results(place, game), 1)
    }
    for posting in told["postings"]:
        entry = by_hand[posting["game"], posting["hand"]]["ledger"][posting["entry"]]
        sign = 1 if entry["to"] == 0 else -1
        assert 0 in (entry["from"], entry["to"])
        assert posting["coins"] == sign * RATE * entry["points"]
        assert (posting["reason"], posting["clause"]) == (entry["reason"], entry["clause"])


async def check_statistics(
    place: Place, people: list[Guest], games: list[str], ruleset: str
) -> None:
    for seat, person in enumerate(people):
        numbers: Counter[str] = Counter()
        for game in games if seat < 2 else (games[0], games[2]):
            numbers["matches"] += 1
            if game == games[2]:
                numbers["played_for"] += len(await results(place, game))
                continue
            for result in await results(place, game):
                winners = result["winners"]
                own = [one for one in winners if one["seat"] == seat]
                numbers["hands"] += 1
                numbers["points"] += result["points"][seat]
                numbers["wins"] += bool(own)
                numbers["self_drawn"] += any(one["by"] == "self_draw" for one in own)
                numbers["dealt_in"] += any(one["source"] == seat for one in winners)
        (told,) = (await person.get("/api/people/me/statistics"))["rulesets"]
        assert told["ruleset"] == ruleset
        for name in ("matches", "hands", "played_for", "points", "wins", "self_drawn", "dealt_in"):
            assert told[name] == numbers[name], name
        assert told["win_rate"] == pytest.approx(numbers["wins"] / numbers["hands"])
        assert told["deal_in_rate"] == pytest.approx(numbers["dealt_in"] / numbers["hands"])
        assert told["points_per_hand"] == pytest.approx(numbers["points"] / numbers["hands"])


def test_sums_are_zero_after_every_match_of_random_play(store_url: str) -> None:
    async def test(place: Place) -> None:
        people = [await place.guest(name) for name in ("Ann", "Bob", "Cat", "Dan")]
        specs = [greedy_table(*people, ruleset=one, hands=2) for one in ("duyun", "guiyang-street")]
        games = [await place.node.create_table(spec) for spec in specs]
        played = (play_out(place, game, [0, 1, 2, 3], seed) for seed, game in enumerate(games))
        await asyncio.gather(*played)
        await check_sums(place)
        expected = await balances_by_records(place, games)
        found = Counter(await place.house.accounts.balances())
        assert all(found[account] == coins for account, coins in expected.items())
        async with place.store.reading() as connection:
            points = await connection.scalar(select(func.sum(HAND_SCORE.c.points)))
        assert points == 0

    run(store_url, test)


def test_a_room_without_coins_books_nothing(store_url: str) -> None:
    async def test(place: Place) -> None:
        ann = await place.guest()
        game = await place.node.create_table(greedy_table(ann, coins_per_point=0, hands=1))
        await play_greedily(place, game)
        assert await place.house.accounts.balances() == {}
        (told,) = (await ann.get("/api/people/me/statistics"))["rulesets"]
        assert (told["hands"], told["played_for"]) == (0, 1)
        assert (told["win_rate"], told["points_per_hand"]) == (0, 0)

    run(store_url, test)


def test_a_booking_that_fails_undoes_the_end_of_the_hand(store_url: str) -> None:
    """What the hooks raise undoes the events; then the hand ends again, and is booked once."""

    async def test(place: Place) -> None:
        failures = 2

        async def fails(_connection: AsyncConnection, _ended: HandEnded) -> None:
            nonlocal failures
            if failures:
                failures -= 1
                raise OSError("the disk is full")

        place.node.hand_hooks.append(fails)
        spec: TableSpec = greedy_table(hands=1)
        game = await place.node.create_table(spec)
        for _ in range(600):
            if not await place.store.unfinished():
                break
            await asyncio.sleep(0.1)
        assert failures == 0
        assert len(await results(place, game)) == 1
        await check_sums(place)
        expected = await balances_by_records(place, [game])
        assert Counter(await place.house.accounts.balances()) == expected

    run(store_url, test)
