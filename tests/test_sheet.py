"""The settlement sheet: its rows are the ledger, no more and no less."""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from qianma import load_ruleset, walls
from qianma.actions import WIN
from qianma.chance import Chance
from qianma.check import Checker
from qianma.hand import Hand
from qianma.ledger import fan_by_reason
from qianma.players import make_player
from qianma.record import EntryObject, read_lines
from qianma.ruleset import Ruleset
from qianma.sheet import Sheet, sheet
from qianma.sheet_accounts import GROUPS
from qianma.state import EXHAUSTED, SEATS, WON

RULESETS = {
    "guiyang": load_ruleset("guiyang"),
    "guiyang-street": load_ruleset("guiyang-street"),
    "duyun": load_ruleset("duyun"),
    "duyun-huazhu": load_ruleset("duyun-huazhu"),
    "burn": load_ruleset("guiyang-street", {"kong_shot": "burn", "settle_only_ready": True}),
    "late": load_ruleset("duyun", {"late_added_kong": "unpaid"}),
}


def finished(ruleset: Ruleset, seed: int, hands: int) -> Iterator[Hand]:
    """Hands between players who win when they can, and kong and pong more than is good for them."""
    player = make_player("greedy")
    for number in range(hands):
        chance = random.Random(seed * 1000 + number)
        key = walls.seed_key(seed, number + 1)
        hand = Hand.from_key(ruleset, key, repeats=number % 3)
        codes = hand.advance()
        while codes:
            if chance.random() < 0.0005 and ruleset.leaving == "ends_game":
                hand.leave(hand.seat)
                codes = hand.advance()
                continue
            eager = [code for code in codes if 54 <= code < 110]
            if WIN in codes:
                code = WIN
            elif eager and chance.random() < 0.7:
                code = chance.choice(eager)
            else:
                code = player.choose(hand, hand.seat, codes, Chance(number))
            codes = hand.step(code)
        yield hand


def by_pair(entries: list[EntryObject]) -> Counter[tuple[int, int, str]]:
    sums: Counter[tuple[int, int, str]] = Counter()
    for entry in entries:
        sums[entry.payer, entry.payee, entry.reason] += entry.fan
    return sums


@pytest.mark.parametrize("name", RULESETS)
def test_the_accounts_are_the_ledger(name: str) -> None:
    outcomes: Counter[int] = Counter()
    for hand in finished(RULESETS[name], 3, 60):
        result, shown = hand.result(), sheet(hand)
        outcomes[result.outcome] += 1
        ledger = fan_by_reason(result.ledger)
        for seat, account in enumerate(shown.accounts):
            own = {pair: fan for pair, fan in ledger.items() if seat in pair[:2]}
            assert by_pair([one for row in account.rows for one in row.entries]) == own
            assert account.total == sum(account.cells) == result.points[seat]
            assert account.received - account.paid == result.points[seat]
            assert account.received == sum(e.points for e in result.ledger if e.payee == seat)
            for place, row in enumerate(account.rows):
                assert row.total == sum(row.cells) != 0
                assert row.cells[seat] == 0
                assert row.reason in GROUPS[row.group]
                groups = [one.group for one in account.rows[: place + 1]]
                assert groups == sorted(groups, key=list(GROUPS).index)
        for one in range(SEATS):
            for other in range(SEATS):
                assert shown.accounts[one].cells[other] == -shown.accounts[other].cells[one]
        _check_facts(shown, hand)
    assert outcomes[WON]
    assert outcomes[EXHAUSTED]


def _check_facts(shown: Sheet, hand: Hand) -> None:
    result = hand.result()
    assert [seat.points for seat in shown.seats] == list(result.points)
    assert [one.seat for one in shown.winners] == [win.seat for win in result.wins]
    assert [seat for seat in range(SEATS) if shown.seats[seat].ready] == list(result.ready)
    for seat, one in enumerate(shown.seats):
        assert bool(one.waits) == one.ready
        assert len(one.tiles) + 3 * len(one.melds) in (13, 14)
        kongs = {(meld.kind, meld.tile) for meld in one.melds}
        for row in shown.accounts[seat].rows:
            if row.group == "beans" and row.tile and row.seat == seat:
                assert (row.reason.removesuffix("_kong"), row.tile) in kongs
    if result.next_dealer is None:
        assert shown.next is None
        assert shown.left == hand.left
    else:
        assert shown.next is not None
        assert (shown.next.dealer, shown.next.repeats) == result.next_dealer


def test_C_14_an_account_of_a_robbed_kong_in_figures() -> None:
    """The example of G-16: the robbed player pays three shares and one dealer bonus."""
    checker = Checker()
    data = Path("tests/examples/G-16-robbed-player-pays-three-shares.jsonl").read_bytes()
    for line in read_lines(data):
        checker.feed(line)
    assert checker.hand is not None
    shown = sheet(checker.hand)
    winner = shown.accounts[2]
    assert [(row.group, row.cells, row.clause) for row in winner.rows] == [
        ("win", (0, 3, 0, 0), "G-16"),
        ("dealer", (0, 1, 0, 0), "G-20"),
    ]
    assert [(one.fan, one.clause) for one in winner.rows[0].entries] == [(1, "G-16")] * 3
    assert shown.winners[0].shares == 3
    assert shown.winners[0].pattern == "plain"
    assert shown.turned_over is not None
    assert (shown.turned_over.tile, shown.turned_over.kind) == ("9m", "1m")
    assert shown.dealer.dealing == 1
    assert shown.next is not None
    assert (shown.next.dealer, shown.next.repeats) == (2, 0)
