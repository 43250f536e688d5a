"""Coins as double-entry bookkeeping: every ledger entry of a hand is one booking with two sides.

Coins follow points at the room's rate (D-19). A hand is booked in the transaction that stores its
end, under the place of the entry in its ledger, so it cannot be booked twice. The balance of an
account is the sum of its postings and stands nowhere else; all postings together sum to zero.
"""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server import clock as clocks
from qianma.server.endings import HandEnded
from qianma.server.events import PersonSeat, SeatSpec
from qianma.server.store import Store
from qianma.server.store.people_schema import COIN_BOOKING, COIN_POSTING

GONE: Final = "gone"
"""The account of all who have been deleted."""
PAYS: Final = 0
IS_PAID: Final = 1


@dataclass(frozen=True, slots=True)
class Posting:
    """One side of a booking: what an account has gained (or, below 0, paid), and for what."""

    game_id: str
    hand: int
    entry: int
    coins: int
    reason: str
    clause: str
    at_ms: int


def account_of(person: str) -> str:
    """The account of a person."""
    return f"person:{person}"


def account_of_seat(seat: SeatSpec) -> str:
    """The account of whoever sits at a seat; all built-in players of one name share theirs."""
    if isinstance(seat, PersonSeat):
        return account_of(seat.person)
    return f"built_in:{seat.player}"


class Accounts:
    """The coin accounts of a database."""

    def __init__(self, store: Store, clock: clocks.Clock = clocks.system_clock) -> None:
        self._store: Final = store
        self._clock: Final = clock

    async def book(self, connection: AsyncConnection, ended: HandEnded) -> None:
        """Book a hand, within the transaction that stores its end: one of `Node.hand_hooks`."""
        rate = ended.spec.coins_per_point
        ledger = ended.facts.result.ledger
        if rate == 0 or not ledger:
            return
        now = self._clock()
        seats = [account_of_seat(seat) for seat in ended.spec.seats]
        bookings: list[dict[str, Any]] = []
        postings: list[dict[str, Any]] = []
        for place, entry in enumerate(ledger):
            key = {"game_id": ended.game_id, "hand": ended.facts.number, "entry": place}
            what = {"points": entry.points, "reason": entry.reason, "clause": entry.clause}
            bookings.append({**key, **what, "at_ms": now})
            coins = entry.points * rate
            payer, payee = seats[entry.payer], seats[entry.payee]
            postings.append({**key, "side": PAYS, "account": payer, "coins": -coins})
            postings.append({**key, "side": IS_PAID, "account": payee, "coins": coins})
        await connection.execute(insert(COIN_BOOKING), bookings)
        await connection.execute(insert(COIN_POSTING), postings)

    async def balance(self, account: str) -> int:
        """The coins of an account."""
        total = select(func.sum(COIN_POSTING.c.coins)).where(COIN_POSTING.c.account == account)
        async with self._store.reading() as connection:
            return int(await connection.scalar(total) or 0)

    async def balances(self) -> dict[str, int]:
        """The coins of all accounts; they sum to zero."""
        sums = select(COIN_POSTING.c.account, func.sum(COIN_POSTING.c.coins)).group_by(
            COIN_POSTING.c.account
        )
        async with self._store.reading() as connection:
            return {
                account: int(coins) for account, coins in (await connection.execute(sums)).all()
            }

    async def postings(self, account: str, most: int = 100) -> list[Posting]:
        """The last postings of an account, the newest first."""
        key = (COIN_POSTING.c.game_id, COIN_POSTING.c.hand, COIN_POSTING.c.entry)
        booking = (COIN_BOOKING.c.reason, COIN_BOOKING.c.clause, COIN_BOOKING.c.at_ms)
        same = [COIN_BOOKING.c[column.name] == column for column in key]
        found = (
            select(*key, COIN_POSTING.c.coins, *booking)
            .join(COIN_BOOKING, same[0] & same[1] & same[2])
            .where(COIN_POSTING.c.account == account)
            .order_by(COIN_BOOKING.c.at_ms.desc(), *(column.desc() for column in key))
            .limit(most)
        )
        async with self._store.reading() as connection:
            return [Posting(*row) for row in (await connection.execute(found)).all()]
