"""The ledger: who pays whom, how much, for what, by which clause."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

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


class Entry(NamedTuple):
    """One payment from seat `payer` to seat `payee`; `points` are `fan` times the base [C-14]."""

    payer: int
    payee: int
    fan: int
    points: int
    reason: str
    clause: str


def payment(base: int, payer: int, payee: int, fan: int, reason: str, clause: str) -> list[Entry]:
    """One payment, or none when `fan` is 0; points are fan times base [G-21] [D-3]."""
    if fan == 0:
        return []
    return [Entry(payer, payee, fan, fan * base, reason, clause)]


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
