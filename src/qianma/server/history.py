"""Matches that have been played, for those who may see them: standings and records."""

import asyncio
import re
from typing import Any, Final, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy import Row, Select, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server import events
from qianma.server.endings import MatchEnded
from qianma.server.events import EndReason, PersonSeat
from qianma.server.records import match_record
from qianma.server.refusing import RefusedError
from qianma.server.store import Store
from qianma.server.store.people_schema import MATCH_RESULT
from qianma.server.store.schema import GAME, GAME_EVENT, GAME_SEAT
from qianma.server.table import SPECTATORS

MOST_LISTED: Final = 50
_GAME_ID: Final = re.compile(r"[0-9a-z-]{1,32}")


class Standing(Struct, frozen=True, kw_only=True):
    """How a match has gone for a seat. Equal points share the better place.

    `player` is the built-in player's name, null for a person.
    """

    seat: int
    name: str
    player: str | None
    points: int
    coins: int
    place: int


class MatchSummary(Struct, frozen=True, kw_only=True):
    """A match; `standings`, `reason` and `hands_played` are null as long as it is being played.

    `hands` is null for an open end, `seat` that of who asks, null for spectators.
    """

    game: str
    ruleset: str
    hands: int | None
    coins_per_point: int
    created_ms: int
    ended_ms: int | None
    seat: int | None
    reason: EndReason | None = None
    hands_played: int | None = None
    standings: list[Standing] | None = None


class Watchers(Protocol):
    """Who else may see a table than those who play."""

    async def may_watch(self, game_id: str, key: str | None) -> bool:
        """Whether somebody with this key of a link may."""


class History:
    """The matches of a database."""

    def __init__(self, store: Store, watchers: Watchers) -> None:
        self._store: Final = store
        self._watchers: Final = watchers

    async def note(self, connection: AsyncConnection, ended: MatchEnded) -> None:
        """Keep how a match has ended: one of `Node.match_hooks`."""
        points = {f"points_{seat}": value for seat, value in enumerate(ended.points)}
        row = {"game_id": ended.game_id, "reason": ended.reason, "hands": ended.hands, **points}
        await connection.execute(insert(MATCH_RESULT).values(**row))

    async def matches(self, person: str, before_ms: int | None = None) -> list[MatchSummary]:
        """The last matches of a person that began before a time, the newest first."""
        found = _summaries().where(GAME_SEAT.c.person_id == person)
        if before_ms is not None:
            found = found.where(GAME.c.created_ms < before_ms)
        found = found.order_by(GAME.c.created_ms.desc(), GAME.c.game_id).limit(MOST_LISTED)
        async with self._store.reading() as connection:
            return [_summary(row, row.seat) for row in (await connection.execute(found)).all()]

    async def match(self, person: str | None, game_id: str, key: str | None) -> MatchSummary:
        """One match, for those who play or may watch it."""
        place = await self._place(person, game_id, key)
        found = _summaries().where(GAME.c.game_id == game_id).limit(1)
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).one()
        return _summary(row, None if place == SPECTATORS else place)

    async def record(self, person: str | None, game_id: str, key: str | None) -> bytes:
        """The record of a match, for those who play or may watch it.

        As long as a hand is being played it holds what that seat, or a spectator, may know.
        """
        place = await self._place(person, game_id, key)
        log = await self._store.log(game_id)
        return await asyncio.to_thread(match_record, log, place)

    async def _place(self, person: str | None, game_id: str, key: str | None) -> int:
        """The seat from which a match is seen, or the spectators' place.

        That there is such a match, only those learn who may see it.
        """
        if _GAME_ID.fullmatch(game_id):
            if person is not None:
                own = select(GAME_SEAT.c.seat).where(
                    GAME_SEAT.c.game_id == game_id, GAME_SEAT.c.person_id == person
                )
                async with self._store.reading() as connection:
                    seat: int | None = await connection.scalar(own)
                if seat is not None:
                    return seat
            if await self._watchers.may_watch(game_id, key):
                return SPECTATORS
        raise RefusedError("room.unknown_match", 404)


def _summaries() -> Select[Any]:
    first = (GAME_EVENT.c.game_id == GAME.c.game_id) & (GAME_EVENT.c.seq == 0)
    result = [column for column in MATCH_RESULT.c if column.name != "game_id"]
    return (
        select(*GAME.c, GAME_SEAT.c.seat, GAME_EVENT.c.data, *result)
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.game_id)
        .join(GAME_EVENT, first)
        .outerjoin(MATCH_RESULT, MATCH_RESULT.c.game_id == GAME.c.game_id)
    )


def _summary(row: Row[Any], seat: int | None) -> MatchSummary:
    created = events.decode(row.data)
    assert isinstance(created, events.Created), "the first event of a table creates it"
    spec = created.spec
    summary = MatchSummary(
        game=row.game_id,
        ruleset=spec.ruleset,
        hands=spec.hands,
        coins_per_point=spec.coins_per_point,
        created_ms=row.created_ms,
        ended_ms=row.ended_ms,
        seat=seat,
        reason=row.reason,
        hands_played=None if row.reason is None else row.hands,
    )
    if row.reason is None:
        return summary
    points = [row.points_0, row.points_1, row.points_2, row.points_3]
    return _with_standings(summary, spec, points)


def _with_standings(
    summary: MatchSummary, spec: events.TableSpec, points: list[int]
) -> MatchSummary:
    standings = [
        Standing(
            seat=place,
            name=seat.name if isinstance(seat, PersonSeat) else seat.player,
            player=None if isinstance(seat, PersonSeat) else seat.player,
            points=points[place],
            coins=points[place] * spec.coins_per_point,
            place=1 + sum(other > points[place] for other in points),
        )
        for place, seat in enumerate(spec.seats)
    ]
    return msgspec.structs.replace(summary, standings=standings)
