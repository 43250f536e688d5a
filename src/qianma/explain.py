"""The settlement of a hand in words, line by line, so that a player can follow every point.

>>> from qianma.rules.chickens import FlippedTile
>>> nothing = FlippedTile(-1, -1, False)
>>> entries = (Entry(1, 0, 3, 18, "ready_check", "D-15"), Entry(2, 0, 3, 18, "ready_check", "D-15"))
>>> result = Result(EXHAUSTED, (), nothing, (0, 3), entries, (36, -18, -18, 0), (0, 1))
>>> for line in explain(result, ["Ann", "Bob", "Cid", "Dan"]):
...     print(line)
The wall is exhausted and nobody has won.
Ready: Ann, Dan.
Ready check (fan x base = points):
  Bob, Cid each to Ann, ready check: 3 fan x 6 = 18 (D-15)
Ann: received 36, paid 0, together +36
Bob: received 0, paid 18, together -18
Cid: received 0, paid 18, together -18
Dan: received 0, paid 0, together 0
All four together: 36 - 18 - 18 + 0 = 0
Next dealer: Ann, repeats: 1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from qianma.ledger import Entry
from qianma.messages import text
from qianma.packed import unpack_meld
from qianma.rules.beans import late_kong_unpaid
from qianma.rules.chickens import chicken_counts, chicken_kinds
from qianma.rules.kong_shot import burnt_seat, void_kong
from qianma.rules.readiness import is_flower_pig, waits_of
from qianma.rules.valuation import Value
from qianma.settle import Result, Win, receiving_seats
from qianma.state import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    EXHAUSTED,
    NO_TILE,
    NOBODY,
    SEATS,
    SELF_DRAW,
    WON,
    State,
)
from qianma.tiles import tile_name

_WON: Final = {
    SELF_DRAW: "explain.won_self_draw",
    BY_DISCARD: "explain.won_discard",
    BY_ROBBED_KONG: "explain.won_robbed_kong",
}
_GROUPS: Final = {
    "explain.group_win": ("win", "declared_ready", "kong_flower", "kong_shot"),
    "explain.group_dealer": ("dealer_bonus",),
    "explain.group_beans": (
        "concealed_kong",
        "added_kong",
        "discard_kong",
        "bean_refund",
        "kong_transfer",
    ),
    "explain.group_chickens": ("chicken", "charge_chicken", "responsible_chicken"),
    "explain.group_ready_check": ("ready_check",),
    "explain.group_penalties": ("flower_pig", "leaving"),
}
"""The reasons of payments under their headings, in the order in which they are explained."""


def explain(
    result: Result,
    names: Sequence[str] | None = None,
    language: str = "en",
    hand: State | None = None,
) -> list[str]:
    """The whole settlement: outcome, wins, chickens, every payment, the sums, who deals next.

    `names` are the four seats' names, their numbers by default. With the finished `hand` that the
    result belongs to, its dealer, the chickens that each seat has, the waits of the ready seats,
    the flower pigs, and which beans and chickens are not paid and why are told as well. Payments of
    one reason to one seat share a line; its fan are the single entries of the ledger, added up.
    Raises `KeyError` for an unknown language.
    """
    return list(_Explanation(result, names, language, hand).lines())


def value_text(value: Value, language: str = "en") -> str:
    """How the fan of a won hand adds up.

    >>> value_text(Value(1, 5, 10, 0, 0))
    'all triplets 5 fan + declared ready 10 fan = 15 fan'
    """
    named = {text(f"pattern.{value.name}", language): value.pattern_fan}
    named |= {text(f"reason.{reason}", language): fan for reason, fan in value.extras.items()}
    parts = [text("explain.part", language, part=part, fan=fan) for part, fan in named.items()]
    if len(parts) == 1:
        return parts[0]
    return text("explain.sum", language, parts=" + ".join(parts), fan=value.fan)


class Note(NamedTuple):
    """Something about a settlement that no payment tells: a key of the message catalogue.

    Its text names the players of `seats` (as `name` or `names`) and `tile`, if it is one.
    """

    key: str
    seats: tuple[int, ...] = ()
    tile: int = NO_TILE


def void_notes(hand: State) -> Iterator[Note]:
    """The kong or seat that a kong shot hit, and who must be ready to be paid and is not."""
    if void_kong(hand) != NOBODY:
        meld = unpack_meld(hand.melds[void_kong(hand)])
        yield Note("explain.void_kong", (meld.seat,), meld.kind)
    burnt = burnt_seat(hand)
    if burnt != NOBODY:
        yield Note("explain.burnt", (int(burnt),))
    receivers = receiving_seats(hand)
    others = [seat for seat in range(SEATS) if seat != burnt and not receivers >> seat & 1]
    if others:
        yield Note("explain.not_receiving", tuple(others))


def late_kong_notes(hand: State) -> Iterator[Note]:
    """The kongs that would have been paid if they had not been added late."""
    if not (hand.ruleset.beans_at_once or hand.outcome == WON):
        return
    for meld in hand.all_melds():
        if late_kong_unpaid(hand.ruleset, meld):
            yield Note("explain.late_kong", (meld.seat,), meld.kind)


def flower_pig_notes(hand: State) -> Iterator[Note]:
    """Who is a flower pig at the exhausted wall."""
    pigs = tuple(seat for seat in range(SEATS) if is_flower_pig(hand, seat))
    if len(pigs) == SEATS:
        yield Note("explain.all_flower_pigs")
    elif pigs:
        yield Note("explain.flower_pigs", pigs)


class _Explanation:
    """The lines about one result, topic by topic."""

    def __init__(
        self, result: Result, names: Sequence[str] | None, language: str, hand: State | None
    ) -> None:
        self._result = result
        self._language = language
        self._hand = hand
        self._names = names or [self._text("explain.seat_name", seat=seat) for seat in range(SEATS)]

    def lines(self) -> Iterator[str]:
        """All lines, in the order in which a hand is settled."""
        if self._hand is not None:
            dealer = self._names[self._hand.dealer]
            yield self._text("explain.dealer", dealer=dealer, repeats=self._hand.repeats)
        if self._result.outcome == WON:
            yield from self._wins()
            yield from self._said(self._notes(void_notes))
            yield from self._chickens()
        elif self._result.outcome == EXHAUSTED:
            yield self._text("explain.exhausted")
            yield from self._ready()
            yield from self._said(self._notes(flower_pig_notes))
        else:
            yield self._left()
        yield from self._said(self._notes(late_kong_notes))
        yield from self._payments()
        if self._result.ledger:
            yield from self._sums()
        yield self._next_dealer()

    def _text(self, key: str, **parameters: str | int) -> str:
        return text(key, self._language, **parameters)

    def _list(self, items: Iterable[str]) -> str:
        return self._text("explain.separator").join(items)

    def _wins(self) -> Iterator[str]:
        """Each winner: how, on what, worth what."""
        for win in self._result.wins:
            people = {"winner": self._names[win.seat], "source": self._names[win.source]}
            yield self._text(_WON[win.by], **people, tile=win.tile)
            yield "  " + value_text(win.value, self._language)
            if win.by == BY_ROBBED_KONG and self._shares(win) > 1:
                yield self._text("explain.shares", source=self._names[win.source])

    def _notes(self, find: Callable[[State], Iterator["Note"]]) -> Iterator["Note"]:
        return iter(()) if self._hand is None else find(self._hand)

    def _said(self, notes: Iterable["Note"]) -> Iterator[str]:
        """Notes in words."""
        for note in notes:
            names = self._list(self._names[seat] for seat in note.seats)
            tile = {} if note.tile == NO_TILE else {"tile": note.tile}
            yield self._text(note.key, name=names, names=names, **tile)

    def _shares(self, win: Win) -> int:
        """How many shares of a win its source pays."""
        shares = [(one.payer, one.payee) for one in self._result.ledger if one.reason == "win"]
        return shares.count((win.source, win.seat))

    def _chickens(self) -> Iterator[str]:
        """The turned-over tile, what it makes a chicken, and which chickens each seat has."""
        flipped, hand = self._result.flipped, self._hand
        if flipped.tile != NO_TILE:
            key = "explain.golden" if flipped.golden else "explain.turned_over"
            yield self._text(key, tile=flipped.tile, chicken_tile=flipped.kind)
        elif hand is not None and hand.ruleset.chickens.flipped:
            yield self._text("explain.not_turned_over")
        if hand is None:
            return
        for seat, name in enumerate(self._names):
            numbers = {kind: chicken_counts(hand, kind)[seat] for kind in chicken_kinds(hand)}
            chickens = [
                self._text("explain.count", number=number, tile=kind)
                for kind, number in numbers.items()
                if number
            ]
            if chickens:
                yield self._text("explain.chickens", name=name, chickens=self._list(chickens))

    def _ready(self) -> Iterator[str]:
        """Who is ready at the exhausted wall and, if the hand is known, for what."""
        ready = self._result.ready
        if not ready:
            yield self._text("explain.nobody_ready")
        elif self._hand is None:
            names = self._list(self._names[seat] for seat in ready)
            yield self._text("explain.ready", names=names)
        else:
            for seat in ready:
                kinds = waits_of(self._hand, seat)
                waits = self._list(tile_name(kind, self._language) for kind in kinds)
                yield self._text("explain.ready_for", name=self._names[seat], waits=waits)

    def _left(self) -> str:
        """Who left: the hand tells, and so does the payment for it."""
        payers = {entry.payer for entry in self._result.ledger if entry.reason == "leaving"}
        leaver = payers.pop() if self._hand is None and payers else NOBODY
        if self._hand is not None:
            leaver = self._hand.left
        if leaver == NOBODY:
            return self._text("explain.somebody_left")
        return self._text("explain.left", name=self._names[leaver])

    def _payments(self) -> Iterator[str]:
        """Every payment of the ledger under the heading of its group."""
        if not self._result.ledger:
            yield self._text("explain.nothing_paid")
        for heading, reasons in _GROUPS.items():
            entries = [entry for entry in self._result.ledger if entry.reason in reasons]
            if entries:
                yield self._text(heading)
            for payment in _payments(entries):
                yield "  " + self._payment(payment)

    def _payment(self, payment: "_Payment") -> str:
        key = "explain.payment" if len(payment.payers) == 1 else "explain.payment_each"
        fan = " + ".join(str(fan) for fan in payment.fan)
        return self._text(
            key,
            reason=self._text(f"reason.{payment.reason}"),
            payer=self._list(self._names[seat] for seat in payment.payers),
            payee=self._names[payment.payee],
            fan=fan if len(payment.fan) == 1 else f"({fan})",
            base=payment.base,
            points=sum(payment.fan) * payment.base,
            clause=payment.clause,
        )

    def _sums(self) -> Iterator[str]:
        """What each seat gets, pays and has in the end, and that it adds up to nothing."""
        points = self._result.points
        for seat, name in enumerate(self._names):
            gets = sum(entry.points for entry in self._result.ledger if entry.payee == seat)
            pays = sum(entry.points for entry in self._result.ledger if entry.payer == seat)
            total = f"{points[seat]:+}" if points[seat] else "0"
            yield self._text("explain.seat", name=name, gets=gets, pays=pays, points=total)
        further = "".join(f" {'-' if one < 0 else '+'} {abs(one)}" for one in points[1:])
        terms = f"{points[0]}{further}"
        yield self._text("explain.zero", terms=terms, total=sum(points))

    def _next_dealer(self) -> str:
        if self._result.next_dealer is None:
            return self._text("explain.match_over")
        dealer, repeats = self._result.next_dealer
        return self._text("explain.next_dealer", dealer=self._names[dealer], repeats=repeats)


class _Payment(NamedTuple):
    """Equal payments of several seats to one: the fan of the single entries, in points `base`."""

    payers: list[int]
    payee: int
    reason: str
    clause: str
    fan: list[int]
    base: int


def _payments(entries: Iterable[Entry]) -> list[_Payment]:
    """The entries with those of one pair of seats and one reason together, equal ones together.

    An entry of 0 fan, which only a record written elsewhere can hold, tells nothing.
    """
    by_pair: dict[tuple[int, int, str, str], list[Entry]] = {}
    for entry in entries:
        if entry.fan == 0:
            continue
        pair = (entry.payer, entry.payee, entry.reason, entry.clause)
        by_pair.setdefault(pair, []).append(entry)
    found: list[_Payment] = []
    for (payer, payee, reason, clause), paid in by_pair.items():
        base = paid[0].points // paid[0].fan
        fan = [entry.fan for entry in paid]
        payment = _Payment([payer], payee, reason, clause, fan, base)
        same = [one for one in found if one[1:] == payment[1:]]
        if same:
            same[0].payers.append(payer)
        else:
            found.append(payment)
    return found
