"""What a person has played, by ruleset; kept in the transaction that ends a hand."""

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Integer, cast, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.endings import HandEnded
from qianma.server.events import PersonSeat
from qianma.server.store import Store
from qianma.server.store.people_schema import HAND_SCORE
from qianma.state import SELF_DRAW


class RulesetStatistics(Struct, frozen=True, kw_only=True):
    """A person's numbers under one ruleset: hands in which something happened, and shares of them.

    A hand is `dealt_in` when somebody has won it off a tile of this person, a robbed kong included.
    `points_per_hand` and the rates (0 to 1) are over all `hands`.
    """

    ruleset: str
    matches: int
    hands: int
    wins: int
    self_drawn: int
    dealt_in: int
    points: int
    win_rate: float
    self_drawn_rate: float
    deal_in_rate: float
    points_per_hand: float


class Statistics:
    """The statistics of a database."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store

    async def note(self, connection: AsyncConnection, ended: HandEnded) -> None:
        """Keep how a hand went for the persons in it: one of `Node.hand_hooks`."""
        result = ended.facts.result
        winners = {win.seat for win in result.wins}
        self_drawn = {win.seat for win in result.wins if win.by == SELF_DRAW}
        sources = {win.source for win in result.wins if win.by != SELF_DRAW}
        rows: list[dict[str, Any]] = [
            {
                "game_id": ended.game_id,
                "hand": ended.facts.number,
                "seat": place,
                "person_id": seat.person,
                "ruleset": ended.spec.ruleset,
                "won": place in winners,
                "self_drawn": place in self_drawn,
                "dealt_in": place in sources,
                "points": result.points[place],
            }
            for place, seat in enumerate(ended.spec.seats)
            if isinstance(seat, PersonSeat)
        ]
        if rows:
            await connection.execute(insert(HAND_SCORE), rows)

    async def of(self, person: str) -> list[RulesetStatistics]:
        """The numbers of a person under each ruleset that it has played."""
        column = HAND_SCORE.c
        counts = [func.sum(cast(one, Integer)) for one in (column.won, column.self_drawn)]
        sums = (
            select(
                column.ruleset,
                func.count(column.game_id.distinct()),
                func.count(),
                *counts,
                func.sum(cast(column.dealt_in, Integer)),
                func.sum(column.points),
            )
            .where(column.person_id == person)
            .group_by(column.ruleset)
            .order_by(column.ruleset)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(sums)).all()
        return [_statistics(*row) for row in rows]


def _statistics(ruleset: str, *numbers: int) -> RulesetStatistics:
    matches, hands, wins, self_drawn, dealt_in, points = (int(one) for one in numbers)
    return RulesetStatistics(
        ruleset=ruleset,
        matches=matches,
        hands=hands,
        wins=wins,
        self_drawn=self_drawn,
        dealt_in=dealt_in,
        points=points,
        win_rate=wins / hands,
        self_drawn_rate=self_drawn / hands,
        deal_in_rate=dealt_in / hands,
        points_per_hand=points / hands,
    )
