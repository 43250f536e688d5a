"""What a person has played, by ruleset; kept in the transaction that ends a hand."""

from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Integer, case, cast, func, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server.endings import HandEnded
from qianma.server.events import PersonSeat
from qianma.server.store import Store
from qianma.server.store.people_schema import HAND_SCORE
from qianma.state import SELF_DRAW


class RulesetStatistics(Struct, frozen=True, kw_only=True):
    """A person's numbers under one ruleset: hands in which something happened, and shares of them.

    A hand is `dealt_in` when somebody has won it off a tile of this person, a robbed kong included.
    `points_per_hand` and the rates (0 to 1) are over all `hands`. Hands in which a built-in player
    has acted in this person's stead, on auto-play or while the person was away, count in `matches`
    and `played_for` and in nothing else.
    """

    ruleset: str
    matches: int
    hands: int
    played_for: int
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
                "played_for": place in ended.facts.played_for,
            }
            for place, seat in enumerate(ended.spec.seats)
            if isinstance(seat, PersonSeat)
        ]
        if rows:
            await connection.execute(insert(HAND_SCORE), rows)

    async def of(self, person: str) -> list[RulesetStatistics]:
        """The numbers of a person under each ruleset that it has played."""
        column = HAND_SCORE.c
        own = [cast(one, Integer) for one in (column.won, column.self_drawn, column.dealt_in)]
        own_hands = [
            func.sum(case((column.played_for, 0), else_=one))
            for one in (literal(1), *own, column.points)
        ]
        sums = (
            select(
                column.ruleset,
                func.count(column.game_id.distinct()),
                func.sum(cast(column.played_for, Integer)),
                *own_hands,
            )
            .where(column.person_id == person)
            .group_by(column.ruleset)
            .order_by(column.ruleset)
        )
        async with self._store.reading() as connection:
            rows = (await connection.execute(sums)).all()
        return [_statistics(*row) for row in rows]


def _statistics(ruleset: str, *numbers: int) -> RulesetStatistics:
    matches, played_for, hands, *own = (int(one) for one in numbers)
    wins, self_drawn, dealt_in, points = own
    return RulesetStatistics(
        ruleset=ruleset,
        matches=matches,
        hands=hands,
        played_for=played_for,
        wins=wins,
        self_drawn=self_drawn,
        dealt_in=dealt_in,
        points=points,
        win_rate=wins / max(hands, 1),
        self_drawn_rate=self_drawn / max(hands, 1),
        deal_in_rate=dealt_in / max(hands, 1),
        points_per_hand=points / max(hands, 1),
    )
