"""Comparing a result or a payment in a record with the one by the rules."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from qianma.follow import ContradictionError
from qianma.ledger import REASONS
from qianma.record import ResultLine, WinnerObject
from qianma.recording import OUTCOME_NAMES, result_object
from qianma.settle import Result

RECORDS: Final = "records"
"""In place of a clause: the record format itself is not kept."""


def compare_results(found: ResultLine, expected: Result, dealer: str) -> None:
    """Raise `ContradictionError` when a result in a record differs from the one by the rules.

    `dealer` is the clause that names the next dealer.
    """
    should = result_object(expected)
    _compare("outcome", found.outcome, OUTCOME_NAMES[expected.outcome], RECORDS)
    _compare_winners(found.winners, should["winners"])
    compare_ledgers(found.ledger, expected.ledger)
    _compare("points", list(found.points), should["points"], "C-14")
    _compare("next_dealer", found.next_dealer, should["next_dealer"], dealer)
    _compare("repeats", found.repeats, should["repeats"], dealer)


def _compare_winners(found: Sequence[WinnerObject], expected: Sequence[dict[str, Any]]) -> None:
    """Compare the winners seat by seat and key by key (C-11)."""
    seats = [winner.seat for winner in found], [winner["seat"] for winner in expected]
    _compare("winners", *seats, "C-11")
    for winner, should in zip(found, expected, strict=True):
        for key, value in should.items():
            _compare(key, getattr(winner, key), value, "C-11", winner.seat)


def _compare(
    key: str, found: object, expected: object, clause: str, winner: int | None = None
) -> None:
    """Raise when two values differ, of a `winner` or of the whole result; shown as JSON has it."""
    if found == expected:
        return
    facts = {"item": key, "found": _shown(found), "expected": _shown(expected)}
    if winner is None:
        raise ContradictionError(clause, "record.differs", **facts)
    raise ContradictionError(clause, "record.winner", None, winner=winner, **facts)


def _shown(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def compare_ledgers(found: Iterable[Any], expected: Iterable[Any]) -> None:
    """Compare entries (from, to, fan, points, reason), however they are split and ordered."""
    sums: dict[tuple[int, int, str], list[int]] = {}
    clauses: dict[tuple[int, int, str], str] = {}
    for sign, entries in ((1, found), (-1, expected)):
        for entry in entries:
            key = (entry.payer, entry.payee, entry.reason)
            total = sums.setdefault(key, [0, 0])
            total[0] += sign * entry.fan
            total[1] += sign * entry.points
            clauses[key] = entry.clause if sign < 0 else clauses.get(key, "C-14")
    for key, (fan, points) in sums.items():
        if fan or points:
            payer, payee, reason = key
            clause = clauses[key] if reason in REASONS else "C-14"
            raise ContradictionError(
                clause,
                "record.ledger",
                payer=payer,
                payee=payee,
                reason=reason,
                fan=fan,
                points=points,
            )
