"""What clients are shown beside the lines: offers, clocks, boards, outlooks, against the engine."""

import random
from collections import Counter
from typing import Any

import pytest

from qianma.actions import DECLARE, PASS, WIN
from qianma.record import EntryObject
from qianma.server import looking, protocol
from qianma.server.board import wall_break
from qianma.server.events import TimeLimits
from qianma.server.projection import now_for, project, prompt_for, record_lines, snapshot
from qianma.server.table import OVER, PLAYING, SPECTATORS, Table
from qianma.state import SEATS, TURN
from qianma.tiles import CODES, KINDS, tiles_of
from tests.server.tables import Driven

OF_A_WIN = ("win", "declared_ready", "kong_flower", "kong_shot", "dealer_bonus")


def by_reason(entries: list[EntryObject]) -> Counter[tuple[int, int, str]]:
    found: Counter[tuple[int, int, str]] = Counter()
    for entry in entries:
        found[entry.payer, entry.payee, entry.reason] += entry.points
    return found


def asked(table: Table) -> list[int]:
    return [seat for seat in range(SEATS) if table.codes(seat)]


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_a_win_that_is_offered_pays_what_the_offer_said(ruleset: str) -> None:
    by_kind: Counter[str] = Counter()
    for seed in range(40):
        driven = Driven(seed, ruleset=ruleset).begin()
        chance = random.Random(seed)
        while driven.table.phase == PLAYING and driven.table.number == 1:
            seats = asked(driven.table)
            if not seats:
                driven.wait(1)
                continue
            offers = [prompt_for(driven.table, seat, driven.now) for seat in seats]
            winners = [
                (seat, offer)
                for seat, offer in zip(seats, offers, strict=True)
                if offer and offer.win
            ]
            for seat in seats:
                codes = driven.table.codes(seat)
                eager = [code for code in codes if 54 <= code < PASS]
                driven.act(seat, WIN if WIN in codes else chance.choice(eager or codes))
            if winners:
                while driven.table.phase == PLAYING and driven.table.number == 1:
                    driven.wait(1)
                hand = driven.table.hand
                assert hand is not None
                result = hand.result()
                for seat, offer in winners:
                    assert offer.win is not None
                    by_kind[offer.win.by] += 1
                    paid = [e for e in result.ledger if e.payee == seat and e.reason in OF_A_WIN]
                    mine = [EntryObject(*e) for e in paid]
                    assert by_reason(offer.win.entries) == by_reason(mine)
                    assert offer.win.points == sum(entry.points for entry in paid)
                    value = next(win.value for win in result.wins if win.seat == seat)
                    assert (offer.win.pattern, offer.win.fan) == (value.name, value.fan)
                    assert offer.win.extras == value.extras
    assert by_kind["self_draw"]
    assert by_kind["discard"]


def test_others_are_not_shown_what_a_seat_used_of_its_reserve_for_a_claim() -> None:
    limits = TimeLimits(decision=5, reserve=20)
    driven = Driven(3, ruleset="guiyang", limits=limits).begin()
    claimers = _until_a_claim(driven)
    seat, other = claimers[0], next(one for one in range(SEATS) if one not in claimers)
    own, others = now_for(driven.table, seat, driven.now), now_for(driven.table, other, driven.now)
    assert own.turn is others.turn is None
    assert own.left == others.left == 700
    driven.wait(9)
    assert now_for(driven.table, other, driven.now).left == 0
    for one in claimers:
        driven.act(one, PASS)
    assert now_for(driven.table, seat, driven.now).reserve[seat] == 16_000
    for viewer in (other, SPECTATORS):
        assert now_for(driven.table, viewer, driven.now).reserve[seat] == 20_000


def _until_a_claim(driven: Driven) -> list[int]:
    while True:
        if driven.table.window and driven.table.awaited():
            return driven.table.awaited()
        seat = driven.table.in_turn()
        if seat is None:
            driven.wait(0.1)
        else:
            driven.act(seat, driven.table.codes(seat)[-1])


def test_only_players_are_told_the_room_and_all_the_base() -> None:
    """The code leads to a seat; a link to watch does not."""
    driven = Driven(3, ruleset="duyun", settings={"base": 7}, room="ACDEFG")
    for viewer in (*range(SEATS), SPECTATORS):
        told = snapshot(driven.table, viewer, driven.now)
        assert told.base == 7
        assert told.room == (None if viewer == SPECTATORS else "ACDEFG")


def test_everybody_sees_whose_turn_it_is_and_how_long() -> None:
    driven = Driven(3, ruleset="guiyang", limits=TimeLimits(decision=5, reserve=20))
    assert now_for(driven.table, 0, driven.now).left == 10_000, "until the first hand begins"
    driven.begin()
    turn = driven.table.in_turn()
    driven.wait(8)
    for viewer in (*range(SEATS), SPECTATORS):
        shown = now_for(driven.table, viewer, driven.now)
        assert (shown.turn, shown.left, shown.reserve) == (turn, 17_000, (20_000,) * 4)
    assert turn is not None
    driven.act(turn, driven.table.codes(turn)[0])
    for viewer in (*range(SEATS), SPECTATORS):
        assert now_for(driven.table, viewer, driven.now).reserve[turn] == 17_000


@pytest.mark.parametrize(
    ("dice", "dealer", "expected"),
    [
        # 5: the dealer's own side again; 14 stacks before the dealer are 0 to 13.
        ((2, 3), 1, (1, 2, 2)),
        # 6: the next player's side, which begins with stack 41.
        ((5, 1), 1, (2, 1, 42)),
        # 7: the one across, from 27 on.
        ((4, 3), 3, (1, 3, 30)),
        # 12: the one before, from 14 on.
        ((6, 6), 0, (3, 6, 20)),
    ],
)
def test_C_3_where_the_wall_is_broken(
    dice: tuple[int, int], dealer: int, expected: tuple[int, int, int]
) -> None:
    shown = wall_break(dice, dealer)
    assert (shown.seat, shown.stacks, shown.stack) == expected


@pytest.mark.parametrize("ruleset", ["guiyang-street", "duyun"])
def test_board_and_outlook_are_those_of_the_hand(ruleset: str) -> None:
    claimed = ready = 0
    for seed in range(12):
        driven = Driven(seed, ruleset=ruleset, hands=2).begin()
        chance = random.Random(seed)
        while driven.table.phase != OVER:
            if driven.table.phase == PLAYING and chance.random() < 0.1:
                seat = chance.randrange(SEATS)
                claimed += _check_board(driven, seat)
                ready += _check_outlook(driven, seat)
            seats = asked(driven.table)
            if seats:
                seat = chance.choice(seats)
                codes = driven.table.codes(seat)
                claims = [code for code in codes if code >= DECLARE and code != PASS]
                driven.act(seat, chance.choice(claims or codes))
            else:
                driven.wait(1)
                driven.begin()
    assert claimed
    assert ready


def _check_board(driven: Driven, viewer: int) -> int:
    hand = driven.table.hand
    assert hand is not None
    shown = snapshot(driven.table, viewer, driven.now).board
    assert shown is not None
    assert (shown.dealer, shown.repeats, shown.dice) == (hand.dealer, hand.repeats, hand.dice)
    assert shown.wall == hand.wall_left
    claimed = 0
    for seat, one in enumerate(shown.seats):
        held = [CODES[kind] for kind in tiles_of(hand.hand_counts(seat))]
        assert one.hand == (held if seat == viewer else ["?"] * len(held))
        lying = [tile.tile for tile in one.river if tile.claimed_by is None]
        assert lying == [CODES[kind] for kind in hand.discards(seat)]
        for tile in one.river:
            if tile.claimed_by is not None:
                claimed += 1
                taken = [(meld.tile, meld.source) for meld in shown.seats[tile.claimed_by].melds]
                assert (tile.tile, seat) in taken
        melds = [(CODES[meld.kind], meld.is_kong) for meld in hand.melds_of(seat)]
        assert [(meld.tile, meld.kind != "pong") for meld in one.melds] == melds
        assert one.declared == hand.has_declared(seat)
        before = driven.table.points[seat]
        assert one.points == before + one.paid
        assert now_for(driven.table, viewer, driven.now).points[seat] == one.points
        assert one.paid == sum(
            e.points * ((e.payee == seat) - (e.payer == seat)) for e in shown.payments
        )
    return claimed


def _check_outlook(driven: Driven, viewer: int) -> int:
    table, hand = driven.table, driven.table.hand
    assert hand is not None
    look = protocol.Look(id="x", codes=tuple(range(112)))
    shown = looking.sight(table, viewer, look)
    others = sum(sum(hand.hand_counts(seat)) for seat in range(SEATS) if seat != viewer)
    assert sum(shown.unseen) == others + hand.wall_left
    for kind in range(KINDS):
        hidden = sum(int(hand.hand_counts(s)[kind]) for s in range(SEATS) if s != viewer)
        wall = hand.wall[hand.head : hand.tail].count(kind)
        assert shown.unseen[kind] == hidden + wall
    assert [wait.tile for wait in shown.waits] == [CODES[kind] for kind in hand.waits(viewer)]
    by_discard = {CODES[k]: [CODES[w] for w in v] for k, v in hand.waits_by_discard(viewer).items()}
    assert {one.tile: [wait.tile for wait in one.waits] for one in shown.discards} == by_discard
    codes = table.codes(viewer)
    assert {one.code for one in shown.refused} == set(range(112)) - set(codes)
    for one in shown.discards:
        declares = DECLARE + CODES.index(one.tile) in codes
        assert bool(one.declared) == (declares and hand.phase == TURN)
    return len(shown.waits) + len(shown.discards)


def test_spectators_look_at_what_lies_open() -> None:
    driven = Driven(5, ruleset="guiyang").begin()
    shown = looking.sight(driven.table, SPECTATORS, protocol.Look(id="x", codes=(WIN,)))
    assert shown.unseen == [4] * KINDS
    assert (shown.waits, shown.discards, shown.refused) == ([], [], [])


def test_the_sheet_is_sent_and_is_in_no_record() -> None:
    driven = Driven(5, ruleset="guiyang").begin()
    while driven.table.phase != OVER:
        driven.wait(5)
    result = next(line for line in driven.lines if line["type"] == "result")
    sent: dict[str, Any] | None = project(result, SPECTATORS)
    assert sent is not None
    assert len(sent["sheet"]["accounts"]) == SEATS
    assert len(sent["hands"]) == SEATS
    assert all("sheet" not in line for line in record_lines(driven.lines))
