"""What each viewer gets to know of a table: the one way out for everything that happens at it.

A viewer is a seat 0 to 3, or `SPECTATORS` for all spectators alike. Lines of a record go through
`qianma.view`; the table's own lines through the whitelist below. Viewers have numbers of their
own, so that what is hidden from them leaves no gap.
"""

from collections.abc import Iterable, Sequence
from typing import Final, cast

import msgspec
from msgspec import Struct

from qianma.actions import WIN
from qianma.offers import Offer, WinOffer, offers, win_offer
from qianma.record import MatchLine
from qianma.rules.chickens import charge_seat, first_yaoji
from qianma.rules.refusals import PASSED_WIN, PLAIN_NEEDS_BEAN, THREE_SUITS, WIN_AFTER_PONG
from qianma.rules.winning import completes
from qianma.server.board import Board, board, wall_break
from qianma.server.deciding import refused_by_rules
from qianma.server.lines import Line
from qianma.server.stepping import pause_end
from qianma.server.table import PLAYING, SPECTATORS, VIEWERS, WAITING, Table
from qianma.server.table_lines import TableLine
from qianma.server.timing import decision_end, next_hand_at
from qianma.state import (
    CAN_WIN,
    NO_TILE,
    NOBODY,
    SEATS,
)
from qianma.view import SPECTATOR, view

_OPEN_KEYS: Final = {
    "committed": ("type", "number", "commitment"),
    "confirmed": ("type", "seat", "number"),
    "left": ("type", "seat"),
    "returned": ("type", "seat"),
    "auto": ("type", "seat", "on"),
    "vote": ("type", "seat", "yes"),
    "vote_lapsed": ("type",),
    "closing": ("type",),
    "ended": ("type", "reason", "points"),
}
_BESIDE_RECORD: Final = {"result": ("sheet",)}
"""What lines of a record hold beside what records do, open to all."""
_ALL_ALIKE: Final = frozenset(
    {"match", "discard", "pong", "kong", "win", "payment", "exhausted", "leave", "result", "reveal"}
) | frozenset(_OPEN_KEYS)
"""The types of lines that are the same for all viewers, so that they are encoded once."""

_COMPLETE_BUT: Final = (PLAIN_NEEDS_BEAN, PASSED_WIN, THREE_SUITS)
_ENCODER: Final = msgspec.json.Encoder()


Yaoji = tuple[int | None, tuple[int, int] | None]
"""`charge` and `responsible` of `Now`."""


class Now(Struct, frozen=True, kw_only=True):
    """What the table waits for, as everybody may know.

    `turn` is the seat whose turn it is, None while a tile lies open and between hands. `left` is
    for how many milliseconds at most: of a turn with the reserve; of an open tile for its pause,
    and 0 as long as anybody thinks beyond that, or nobody; between hands until the next begins.
    It is None for a built-in player's turn and once the match is over. `reserve` is what is left
    of the reserves: one's own exactly, others' without what they have used for claims. `points` are
    the sums so far, what has been paid in the hand in play included.

    `charge` is the seat that has the charge chicken as long as nobody claims it; `responsible` are
    the discarder and the claimer of the first yaoji (G-15).
    """

    turn: int | None
    left: int | None
    reserve: tuple[int, int, int, int]
    points: tuple[int, int, int, int]
    charge: int | None = None
    responsible: tuple[int, int] | None = None


class WinRefused(Struct, frozen=True):
    """Why a seat's complete hand may not win on the open or drawn tile."""

    key: str
    facts: dict[str, str | int]
    clause: str | None


class Prompt(Struct, frozen=True, kw_only=True):
    """What a seat is asked; only that seat gets to know of it.

    `codes` are stable action integers. The decision is due in `left` milliseconds, the part of
    them that would come from the reserve is `reserve`. With one of the seat's own answers given
    already and not yet settled, it stands in `answered`. `id` goes back with the answer. `win`
    is there when a win is among the codes, `offers` say what follows of the others that are no
    discards, and of declining them.
    """

    id: int
    codes: list[int]
    left: int
    reserve: int
    answered: int | None = None
    win: WinOffer | None = None
    offers: list[Offer] = []


class SeatState(Struct, frozen=True, kw_only=True):
    """Whether a seat is played on for a player who has left, or on auto-play."""

    absent: bool
    auto: bool
    confirmed: bool


class Snapshot(Struct, frozen=True, tag_field="type", tag="snapshot", kw_only=True):
    """All that a viewer may know of a table. `seq` counts the lines it stands for.

    `lines` are those of the hand in play, or of the last one, from its beginning; `match` is the
    record's first line, `board` what the lines have laid on the table. `phase` is `waiting`,
    `playing` or `over`; when waiting, `number` is the next hand's and `commitment` stands for its
    key. `closing` says that the hand in play is the last one. `base` are the points of a fan,
    `room` is the code of the room, for those who play.
    """

    seq: int
    seat: int | None
    match: MatchLine
    phase: str
    number: int
    commitment: str | None
    points: tuple[int, int, int, int]
    seats: list[SeatState]
    votes: list[int]
    closing: bool
    end_reason: str | None
    lines: list[TableLine]
    board: Board | None
    now: Now
    base: int
    coins_per_point: int
    room: str | None
    prompt: Prompt | None
    refused_win: WinRefused | None


def project(line: Line, viewer: int) -> Line | None:
    """A line as a viewer may see it; None when it must not know of it."""
    kind = line["type"]
    allowed = _OPEN_KEYS.get(kind)
    if allowed is not None:
        return {key: line[key] for key in allowed}
    seen = seen_line(line, viewer)
    if seen is not None and kind == "hand":
        broken = wall_break((line["dice"][0], line["dice"][1]), line["dealer"])
        seen["wall_break"] = msgspec.to_builtins(broken)
    elif seen is not None:
        seen |= {key: line[key] for key in _BESIDE_RECORD.get(kind, ())}
    return seen


def seen_line(line: Line, viewer: int) -> Line | None:
    """A line of a record as a record for the viewer has it; None when it must not know of it."""
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
        win=win_offer(table.hand, viewer) if table.hand and WIN in codes else None,
        offers=offers(table.hand, viewer, codes) if table.hand else [],
    )


def now_for(table: Table, viewer: int, now: int, yaoji: Yaoji | None = None) -> Now:
    """What the table waits for, as the viewer may know; `yaoji` is `first_yaoji_of` it."""
    reserve = list(table.open_reserve)
    if viewer != SPECTATORS:
        reserve[viewer] = table.reserve[viewer]
    first, second, third, fourth = reserve
    turn = table.in_turn()
    charge, responsible = first_yaoji_of(table) if yaoji is None else yaoji
    return Now(
        turn=turn,
        left=_left(table, turn, reserve, now),
        reserve=(first, second, third, fourth),
        points=table.scores,
        charge=charge,
        responsible=responsible,
    )


def _left(table: Table, turn: int | None, reserve: Sequence[int], now: int) -> int | None:
    if table.phase == WAITING:
        end = next_hand_at(table)
    elif table.phase != PLAYING:
        return None
    elif turn is None:
        end = pause_end(table)
    elif table.is_piloted(turn):
        return None
    else:
        end = table.asked_at + round(table.spec.limits.decision * 1000) + reserve[turn]
    return max(0, end - now)


def first_yaoji_of(table: Table) -> Yaoji:
    """Who has the charge chicken, or who is responsible to whom for the first yaoji."""
    hand, rules = table.hand, table.ruleset.chickens
    if hand is None or not (rules.charge or rules.responsible):
        return None, None
    first = first_yaoji(hand)
    if first.discarder == NOBODY or first.won:
        return None, None
    if first.claimer == NOBODY:
        return (int(charge_seat(hand)) if rules.charge else None), None
    return None, (int(first.discarder), int(first.claimer)) if rules.responsible else None


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
    projected = (project(line, viewer) for line in table.shown_lines())
    lines = [line for line in projected if line is not None]
    seen_match = project(table.match_line, viewer)
    assert seen_match is not None, "everybody may see who plays what"
    waiting = table.phase == WAITING
    return Snapshot(
        seq=table.sent[viewer],
        seat=None if viewer == SPECTATORS else viewer,
        match=cast("MatchLine", seen_match),
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
        closing=table.closing,
        end_reason=table.end_reason,
        lines=cast("list[TableLine]", lines),
        board=board(lines, table.points, counted=table.phase != PLAYING),
        now=now_for(table, viewer, now),
        base=table.ruleset.base,
        coins_per_point=table.spec.coins_per_point,
        room=None if viewer == SPECTATORS else table.spec.room,
        prompt=prompt_for(table, viewer, now),
        refused_win=refused_win(table, viewer),
    )


def record_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines of a match as a record has them, everything open."""
    return [
        {
            key: value
            for key, value in line.items()
            if key not in _BESIDE_RECORD.get(line["type"], ())
        }
        for line in lines
        if line["type"] not in _OPEN_KEYS
    ]
