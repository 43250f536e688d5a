"""The ledger: who pays whom, how much, for what, by which clause."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from librt.vecs import append, vec
from mypy_extensions import i64

REASONS: Final = (
    "win",
    "declared_ready",
    "kong_flower",
    "kong_shot",
    "dealer_bonus",
    "concealed_kong",
    "added_kong",
    "discard_kong",
    "bean_refund",
    "kong_transfer",
    "chicken",
    "charge_chicken",
    "responsible_chicken",
    "ready_check",
    "flower_pig",
    "leaving",
)
"""What a payment can be for."""

_NOTHING: Final = vec[i64]([0, 0, 0, 0])


class Entry(NamedTuple):
    """One payment from seat `payer` to seat `payee`; `points` are `fan` times the base [C-14]."""

    payer: int
    payee: int
    fan: int
    points: int
    reason: str
    clause: str


class Ledger:
    """The payments of a hand while it is settled; entries are made when somebody wants to see them.

    `base` are the points of one fan, `points` the sums of the four seats so far.
    """

    __slots__ = ("_causes", "_payments", "base", "points")

    def __init__(self, base: i64) -> None:
        self.base: i64 = base
        self.points: vec[i64] = _NOTHING[:]
        self._payments: vec[i64] = vec[i64]()
        self._causes: list[str] = []

    def pay(self, payer: i64, payee: i64, fan: i64, reason: str, clause: str) -> None:
        """One payment, or none when `fan` is 0; points are fan times base [G-21] [D-3]."""
        if fan == 0:
            return
        self._payments = append(self._payments, fan << 4 | payee << 2 | payer)
        self._causes.append(reason)
        self._causes.append(clause)
        self.points[payer] -= fan * self.base
        self.points[payee] += fan * self.base

    def __len__(self) -> int:
        return len(self._payments)

    def key(self, place: i64) -> tuple[int, int, str, str]:
        """All that an entry says, as payer, payee and fan in one number, base, reason, clause."""
        reason, clause = self._causes[2 * place], self._causes[2 * place + 1]
        return int(self._payments[place]), int(self.base), reason, clause

    def entry(self, place: i64) -> Entry:
        """The payment at a place, in the order in which they were made."""
        payment, base, reason, clause = self.key(place)
        fan = payment >> 4
        return Entry(payment & 3, payment >> 2 & 3, fan, fan * base, reason, clause)

    def entries(self) -> tuple[Entry, ...]:
        """All payments, in the order in which they were made."""
        return tuple([self.entry(place) for place in range(len(self))])


def seat_points(entries: Iterable[Entry]) -> tuple[int, int, int, int]:
    """What each seat gains by the entries, in points; the four add up to 0.

    >>> seat_points([Entry(0, 2, 5, 30, "win", "D-11"), Entry(1, 2, 1, 6, "win", "D-11")])
    (-30, -6, 36, 0)
    """
    points = [0, 0, 0, 0]
    for entry in entries:
        points[entry.payer] -= entry.points
        points[entry.payee] += entry.points
    return (points[0], points[1], points[2], points[3])


def fan_by_reason(entries: Iterable[Entry]) -> Counter[tuple[int, int, str]]:
    """The fan of each (payer, payee, reason) summed: what two equal ledgers agree in."""
    sums: Counter[tuple[int, int, str]] = Counter()
    for entry in entries:
        sums[entry.payer, entry.payee, entry.reason] += entry.fan
    return sums
