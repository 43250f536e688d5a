"""What each viewer gets to know of a table: the one way out for everything that happens at it.

A viewer is a seat 0 to 3, or `SPECTATORS` for all spectators alike. Lines of a record go through
`qianma.view`; the table's own lines through the whitelist below. Viewers have numbers of their
own, so that what is hidden from them leaves no gap.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

from qianma.actions import WIN
from qianma.rules.refusals import PASSED_WIN, PLAIN_NEEDS_BEAN, THREE_SUITS, WIN_AFTER_PONG
from qianma.rules.winning import completes
from qianma.server.deciding import refused_by_rules
from qianma.server.lines import Line
from qianma.server.table import PLAYING, SPECTATORS, VIEWERS, WAITING, Table
from qianma.server.timing import decision_end
from qianma.state import CAN_WIN, NO_TILE, SEATS
from qianma.view import SPECTATOR, view

_OPEN_KEYS: Final = {
    "committed": ("type", "number", "commitment"),
    "confirmed": ("type", "seat", "number"),
    "left": ("type", "seat"),
    "returned": ("type", "seat"),
    "auto": ("type", "seat", "on"),
    "vote": ("type", "seat", "yes"),
    "vote_lapsed": ("type",),
    "ended": ("type", "reason", "points"),
}
_ALL_ALIKE: Final = frozenset(
    {"match", "discard", "pong", "kong", "win", "payment", "exhausted", "leave", "result", "reveal"}
) | frozenset(_OPEN_KEYS)
"""The types of lines that are the same for all viewers, so that they are encoded once."""

_COMPLETE_BUT: Final = (PLAIN_NEEDS_BEAN, PASSED_WIN, THREE_SUITS)
_ENCODER: Final = msgspec.json.Encoder()


class WinRefused(Struct, frozen=True):
    """Why a seat's complete hand may not win on the open or drawn tile."""

    key: str
    facts: dict[str, str | int]
    clause: str | None


class Prompt(Struct, frozen=True, kw_only=True):
    """What a seat is asked; only that seat gets to know of it.

    `codes` are stable action integers. The decision is due in `left` milliseconds, the part of
    them that would come from the reserve is `reserve`. With one of the seat's own answers given
    already and not yet settled, it stands in `answered`. `id` goes back with the answer.
    """

    id: int
    codes: list[int]
    left: int
    reserve: int
    answered: int | None = None


class SeatState(Struct, frozen=True, kw_only=True):
    """Whether a seat is played on for a player who has left, or on auto-play."""

    absent: bool
    auto: bool
    confirmed: bool


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """All that a viewer may know of a table. `seq` counts the lines it stands for.

    `lines` are those of the hand in play, or of the last one, from its beginning; `match` is the
    record's first line. `phase` is `waiting`, `playing` or `over`; when waiting, `number` is the
    next hand's and `commitment` stands for its key.
    """

    seq: int
    seat: int | None
    match: dict[str, Any]
    phase: str
    number: int
    commitment: str | None
    points: tuple[int, int, int, int]
    seats: list[SeatState]
    votes: list[int]
    end_reason: str | None
    lines: list[dict[str, Any]]
    coins_per_point: int
    prompt: Prompt | None
    refused_win: WinRefused | None


def project(line: Line, viewer: int) -> Line | None:
    """A line as a viewer may see it; None when it must not know of it."""
    allowed = _OPEN_KEYS.get(line["type"])
    if allowed is not None:
        return {key: line[key] for key in allowed}
    return view(line, SPECTATOR if viewer == SPECTATORS else viewer)


def encoded(line: Line) -> tuple[bytes | None, ...]:
    """The line as JSON for each of the five kinds of viewers; one object where it is the same."""
    if line["type"] in _ALL_ALIKE:
        return (_ENCODER.encode(project(line, SPECTATORS)),) * VIEWERS
    if line["type"] == "draw":
        hidden = _ENCODER.encode(project(line, SPECTATORS))
        own = _ENCODER.encode(project(line, line["seat"]))
        return tuple(own if viewer == line["seat"] else hidden for viewer in range(VIEWERS))
    seen = [project(line, viewer) for viewer in range(VIEWERS)]
    return tuple(None if part is None else _ENCODER.encode(part) for part in seen)


def prompt_for(table: Table, viewer: int, now: int) -> Prompt | None:
    """What a viewer is asked now, or has answered without its being settled yet."""
    if viewer == SPECTATORS or table.phase != PLAYING or viewer in table.absent:
        return None
    answered = table.answers.get(viewer) if table.window else None
    codes = table.codes(viewer)
    if not codes and answered is None:
        return None
    end = decision_end(table, viewer)
    strict = table.window and table.spec.limits.strict_window is not None
    return Prompt(
        id=table.prompt_id,
        codes=codes,
        left=max(0, end - now),
        reserve=0 if strict else table.reserve[viewer],
        answered=answered,
    )


def refused_win(table: Table, viewer: int) -> WinRefused | None:
    """Why the viewer's own hand, complete with the tile drawn or open, may not win on it."""
    hand = table.hand
    if viewer == SPECTATORS or hand is None or table.phase != PLAYING or hand.is_over:
        return None
    if not table.window and table.in_turn() != viewer:
        return None
    if table.window and hand.open_seat == viewer:
        return None
    refusal = hand.why_not(viewer, WIN)
    if refusal is None:
        return None
    if refusal.code == WIN_AFTER_PONG:
        complete = completes(hand, viewer, NO_TILE)
    elif refusal.code == PASSED_WIN:
        complete = not hand.options[viewer] & CAN_WIN
    else:
        complete = refusal.code in _COMPLETE_BUT
    if not complete:
        return None
    refused = refused_by_rules(refusal)
    return WinRefused(refused.key, refused.facts, refused.clause)


def snapshot(table: Table, viewer: int, now: int) -> Snapshot:
    """Everything that a viewer may know of the table as it is."""
    lines = [project(line, viewer) for line in table.shown_lines()]
    seen_match = project(table.match_line, viewer)
    assert seen_match is not None, "everybody may see who plays what"
    waiting = table.phase == WAITING
    return Snapshot(
        seq=table.sent[viewer],
        seat=None if viewer == SPECTATORS else viewer,
        match=seen_match,
        phase=table.phase,
        number=table.number if waiting else table.hand_number,
        commitment=table.commitment if waiting else None,
        points=table.points,
        seats=[
            SeatState(
                absent=seat in table.absent,
                auto=seat in table.auto,
                confirmed=waiting and seat in table.confirmed,
            )
            for seat in range(SEATS)
        ],
        votes=sorted(table.votes),
        end_reason=table.end_reason,
        lines=[line for line in lines if line is not None],
        coins_per_point=table.spec.coins_per_point,
        prompt=prompt_for(table, viewer, now),
        refused_win=refused_win(table, viewer),
    )


def record_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of a match as a record has them, everything open."""
    return [line for line in lines if line["type"] not in _OPEN_KEYS]
