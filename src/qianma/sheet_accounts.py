"""The accounts of a settled hand: what each seat gains or pays, reason by reason.

An account has a row for each reason and a column for each other seat, so that every cell tells who
pays whom.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from msgspec import Struct

from qianma.hand import Hand
from qianma.ledger import Entry, Ledger
from qianma.packed import Meld
from qianma.record import EntryObject
from qianma.rules.beans import bean_entries, beans_paid_at_win, paid_at_once
from qianma.rules.chickens import chicken_counts, chicken_fan, chicken_kinds
from qianma.rules.kong_shot import void_kong
from qianma.rules.payments import settle_win
from qianma.settle import Result, receiving_seats
from qianma.state import NO_TILE, SEATS, WON
from qianma.tiles import CODES

GROUPS: Final = {
    "win": ("win", "declared_ready", "kong_flower", "kong_shot"),
    "dealer": ("dealer_bonus",),
    "beans": ("concealed_kong", "added_kong", "discard_kong", "bean_refund", "kong_transfer"),
    "chickens": ("chicken", "charge_chicken", "responsible_chicken"),
    "check": ("ready_check",),
    "penalties": ("flower_pig", "leaving"),
}
"""The reasons of payments by group, in the order in which an account shows them."""

_BEAN_REASONS: Final = ("concealed_kong", "added_kong", "discard_kong")
_OF_WINS: Final = (*GROUPS["win"], *GROUPS["dealer"])

Cells = tuple[int, int, int, int]


class Row(Struct, frozen=True, kw_only=True):
    """What a seat gains (or, below 0, pays) for one reason: `cells` in points, by counterpart.

    `seat` is whose win, bean, chicken or readiness it is, None for those of several; `tile`
    the tile of the win, kong or chicken, and `count` the number of chickens, where there is one.
    `entries` are the payments that the row is made of, each with its clause.
    """

    group: str
    reason: str
    clause: str
    seat: int | None
    tile: str | None
    count: int | None
    cells: Cells
    total: int
    entries: list[EntryObject]


class Account(Struct, frozen=True, kw_only=True):
    """The account of a seat: its rows, the sums of its columns, and of all that comes and goes."""

    rows: list[Row]
    cells: Cells
    total: int
    received: int
    paid: int


class _Part(NamedTuple):
    """A payment, and what it is for: whose, of which tile, how many of them."""

    entry: Entry
    owner: int
    tile: int
    number: int


def accounts(hand: Hand, result: Result) -> list[Account]:
    """The accounts of the four seats in a finished hand with this result."""
    parts = list(_parts(hand, result))
    return [_account(seat, parts) for seat in range(SEATS)]


def account_of_win(winner: int, tile: int, entries: Iterable[Entry]) -> Account:
    """The account of a winner to whom nothing but the win is paid."""
    return _account(winner, [_Part(entry, winner, tile, 0) for entry in entries])


def _parts(hand: Hand, result: Result) -> Iterator[_Part]:
    """All payments of the hand with what they are for."""
    for win in result.wins:
        ledger = Ledger(hand.ruleset.base)
        settle_win(ledger, hand, win.seat, win.by, win.value)
        yield from (_Part(entry, win.seat, win.tile, 0) for entry in ledger.entries())
    for meld in _paid_beans(hand):
        paid = bean_entries(hand.ruleset, meld)
        yield from (_Part(entry, meld.seat, meld.kind, 0) for entry in paid)
    yield from _chickens(hand)
    named = (*_OF_WINS, *_BEAN_REASONS, "chicken")
    for entry in result.ledger:
        if entry.reason not in named:
            giver = entry.reason in ("bean_refund", "flower_pig", "leaving")
            yield _Part(entry, entry.payer if giver else entry.payee, NO_TILE, 0)


def _paid_beans(hand: Hand) -> list[Meld]:
    """The kongs that are paid in the end, whether or not that is given back."""
    if hand.ruleset.beans_at_once:
        return paid_at_once(hand)
    if hand.outcome != WON:
        return []
    return beans_paid_at_win(hand, receiving_seats(hand), void_kong(hand))


def _chickens(hand: Hand) -> Iterator[_Part]:
    receivers = receiving_seats(hand) if hand.outcome == WON else 0
    for kind in paying_chickens(hand):
        counts = chicken_counts(hand, kind)
        fan = int(chicken_fan(hand, kind))
        for seat in range(SEATS):
            count = int(counts[seat]) if receivers >> seat & 1 else 0
            for payer in range(SEATS):
                if count and payer != seat:
                    points = fan * count * int(hand.ruleset.base)
                    entry = Entry(payer, seat, fan * count, points, "chicken", "G-13")
                    yield _Part(entry, seat, kind, count)


def paying_chickens(hand: Hand) -> list[int]:
    """The kinds that are paid for as chickens: none when nobody has won."""
    return chicken_kinds(hand) if hand.outcome == WON else []


class _Key(NamedTuple):
    """What the payments of one row have in common; of chickens and checks paid only the reason."""

    group: str
    pays: bool
    reason: str
    owner: int
    tile: int


def _key(seat: int, part: _Part) -> _Key:
    reason = part.entry.reason
    group = next(name for name, reasons in GROUPS.items() if reason in reasons)
    pays = part.entry.payer == seat
    if pays and reason in ("chicken", "ready_check", "flower_pig"):
        return _Key(group, pays, reason, -1, NO_TILE)
    # What a win is worth is one row, whatever has added to it.
    return _Key(group, pays, "" if group == "win" else reason, part.owner, part.tile)


def _account(seat: int, parts: Iterable[_Part]) -> Account:
    rows: dict[_Key, list[_Part]] = {}
    for part in parts:
        if seat in (part.entry.payer, part.entry.payee):
            rows.setdefault(_key(seat, part), []).append(part)
    order = list(GROUPS)
    made = [
        _row(seat, key, rows[key])
        for key in sorted(rows, key=lambda key: (order.index(key.group), key.pays))
    ]
    cells = _summed(row.cells for row in made)
    totals = [entry.points if entry.payee == seat else -entry.points for entry in _entries(rows)]
    return Account(
        rows=made,
        cells=cells,
        total=sum(cells),
        received=sum(points for points in totals if points > 0),
        paid=-sum(points for points in totals if points < 0),
    )


def _entries(rows: dict[_Key, list[_Part]]) -> Iterator[Entry]:
    return (part.entry for parts in rows.values() for part in parts)


def _row(seat: int, key: _Key, parts: list[_Part]) -> Row:
    cells = [0] * SEATS
    for part in parts:
        entry = part.entry
        if key.pays:
            cells[entry.payee] -= entry.points
        else:
            cells[entry.payer] += entry.points
    owners = {(part.owner, part.tile): part.number for part in parts}
    first = parts[0].entry
    return Row(
        group=key.group,
        reason=first.reason,
        clause=first.clause,
        seat=key.owner if key.owner >= 0 else None,
        tile=CODES[key.tile] if key.tile >= 0 else None,
        count=sum(owners.values()) or None,
        cells=_summed([(cells[0], cells[1], cells[2], cells[3])]),
        total=sum(cells),
        entries=[
            EntryObject(one.payer, one.payee, one.fan, one.points, one.reason, one.clause)
            for one in (part.entry for part in parts)
        ],
    )


def _summed(columns: Iterable[Cells]) -> Cells:
    sums = [0] * SEATS
    for cells in columns:
        for seat, points in enumerate(cells):
            sums[seat] += points
    return sums[0], sums[1], sums[2], sums[3]
