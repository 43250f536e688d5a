"""Which clause an action that is not offered breaks.

The clauses are named in the order of their reach: whose turn it is, a forced win, the frozen hand
of a declared player, the wall, the tiles, the value of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference import claims

if TYPE_CHECKING:
    from tests.reference.table import Action, Offer, Table

Refusal = tuple[str, str]


def frozen_clause(table: Table) -> str:
    """The clause of the declaration in this game."""
    return "G-17" if table.rules["game"] == "G" else "D-13"


def forced_clause(table: Table, seat: int) -> str:
    """The clause that forces the win which is, or was, a seat's only option."""
    offer = table.offer
    last_four = table.drawn_last_four if offer is None else offer.last_four
    clause = claims.forced_by(table, seat, last_four)
    assert clause is not None
    return clause


def refusal(table: Table, seat: int, action: Action) -> Refusal:
    """The clause and the reason why ``action`` is not among the options of ``seat``."""
    if table.over:
        return "records", "the hand is over"
    if table.options(seat) == {("win",)}:
        return forced_clause(table, seat), f"seat {seat} must win"
    if table.phase in ("claims", "robbing"):
        assert table.offer is not None
        return _claim_refusal(table, seat, action, table.offer)
    if table.phase == "draw":
        if action[0] in ("win", "pong", "kong") and table.last_offer is not None:
            return _claim_refusal(table, seat, action, table.last_offer)
        if action == ("win",) and table.events and table.events[-1]["type"] in ("kong", "payment"):
            return "C-9", "such a kong cannot be robbed"
        return "C-1", "a tile is to be drawn first"
    if seat != table.turn:
        return "C-1", f"it is the turn of seat {table.turn}"
    return _turn_refusal(table, seat, action)


def _turn_refusal(table: Table, seat: int, action: Action) -> Refusal:
    counts = table.counts[seat]
    if action[0] == "pong" or action[:2] == ("kong", "discard"):
        return "C-8", "no discard lies open"
    if action[0] == "win":
        if table.phase == "pong":
            return "C-13", "after a pong only a discard"
        return claims.self_draw_value(table)["clause"] or "C-10", "the hand may not win"
    kind = int(action[-1])
    if action[0] == "kong":
        if table.phase == "pong":
            return "C-7", "after a pong only a discard"
        if table.declared[seat]:
            return frozen_clause(table), "a declared hand is frozen"
        if not table.wall:
            return "C-6", "no tile is left to replace it"
        return "C-5", "the tiles for this kong are not there"
    if not counts[kind]:
        return "C-5", "the tile is not in hand"
    if table.declared[seat]:
        return frozen_clause(table), "a declared hand discards what it drew"
    if not claims.may_declare(table, seat):
        return frozen_clause(table), "declared only at the first own turn, without melds"
    return frozen_clause(table), "not ready after this discard"


def _claim_refusal(table: Table, seat: int, action: Action, offer: Offer) -> Refusal:
    if seat == offer.seat or action[0] in ("discard", "ready"):
        return "C-8", "a claim is open"
    if action[:2] in (("kong", "concealed"), ("kong", "added")):
        return "C-7", "only after an own draw"
    if action[0] == "win":
        value = claims.claim_value(table, seat, offer)
        if not value["allowed"]:
            return value["clause"] or "C-10", "the hand may not win on this tile"
        return "G-18", "passed a win and has not drawn since"
    if action[0] in ("pong", "kong"):
        if offer.robbing:
            return "C-9", "an added kong can only be robbed"
        if table.declared[seat]:
            return frozen_clause(table), "a declared hand is frozen"
        if not table.wall:
            return "C-6", "the last discard can only be won on"
        return "C-5", "the tiles for this claim are not in hand"
    return "C-5", "nothing to decline"
