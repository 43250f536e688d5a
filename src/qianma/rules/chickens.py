"""Chickens (雞): tile kinds that are paid for when somebody wins."""

from typing import NamedTuple

from qianma.ledger import Entry, payment
from qianma.packed import EVENT_DISCARD, EVENT_DISCARD_KONG, EVENT_LEAVE, EVENT_PONG, EVENT_WIN
from qianma.state import NO_TILE, NOBODY, SEATS, SELF_DRAW, WON, State
from qianma.tiles import YAOJI


class FlippedTile(NamedTuple):
    """The turned-over tile, the kind it makes a chicken, and whether yaoji are golden.

    The kinds are `NO_TILE` when nothing is turned over.
    """

    tile: int
    kind: int
    golden: bool


class FirstYaoji(NamedTuple):
    """The first yaoji discarded in the hand: by whom, who claimed it, whether it was won on."""

    discarder: int
    claimer: int
    won: bool


def flipped_tile(state: State) -> FlippedTile:
    """The first undrawn tile is turned over, and the next rank is a chicken [G-12]."""
    turned_over = state.outcome == WON and state.ruleset.chickens.flipped and state.wall_left > 0
    if not turned_over:
        return FlippedTile(NO_TILE, NO_TILE, False)
    tile = state.wall[state.head]
    kind = tile - 8 if tile % 9 == 8 else tile + 1
    return FlippedTile(tile, kind, is_golden(state, kind))


def is_golden(state: State, kind: int) -> bool:
    """Whether the turned-over tile makes yaoji golden (金雞) [G-14]."""
    return kind == YAOJI and state.ruleset.chickens.golden


def chicken_fan(state: State, flipped: FlippedTile) -> dict[int, int]:
    """The fan of one tile of each chicken kind."""
    worth: dict[int, int] = {}
    if flipped.kind != NO_TILE:
        worth[flipped.kind] = 1
    if state.ruleset.chickens.yaoji:
        worth[YAOJI] = 2 if flipped.golden else 1
    return worth


def chicken_count(state: State, seat: int, kind: int) -> int:
    """How many tiles of a kind the seat has in hand, melds and own discards [G-13] [G-S4].

    A discard that was claimed is the claimer's; the tile won on belongs to each winner.
    """
    number = state.hand_counts(seat)[kind] + state.melded_counts(seat)[kind]
    number += state.discards(seat).count(kind)
    if state.winners >> seat & 1 and _won_on(state) == kind:
        number += 1
    return number


def chicken_entries(state: State, receivers: list[int]) -> list[Entry]:
    """Each chicken is paid by each of the other three, everybody separately [G-13 pay]."""
    entries: list[Entry] = []
    for kind, worth in chicken_fan(state, flipped_tile(state)).items():
        for seat in receivers:
            fan = worth * chicken_count(state, seat, kind)
            entries += _from_everybody(state, seat, fan, "chicken", "G-13")
    return entries


def first_yaoji(state: State) -> FirstYaoji:
    """What became of the first yaoji that anybody discarded."""
    discarder = NOBODY
    for event in state.events():
        if discarder == NOBODY:
            if event.type == EVENT_DISCARD and event.kind == YAOJI:
                discarder = event.seat
        elif event.type in (EVENT_PONG, EVENT_DISCARD_KONG):
            return FirstYaoji(discarder, event.seat, False)
        elif event.type == EVENT_WIN and event.detail != SELF_DRAW:
            return FirstYaoji(discarder, NOBODY, True)
        elif event.type != EVENT_LEAVE:
            break
    return FirstYaoji(discarder, NOBODY, False)


def first_yaoji_entries(state: State, receivers: list[int]) -> list[Entry]:
    """What charge chicken (衝鋒雞) and responsible chicken (責任雞) add [G-15]."""
    rules = state.ruleset.chickens
    discarder, claimer, won = first_yaoji(state)
    if discarder == NOBODY or won:
        return []
    if claimer != NOBODY:
        if not rules.responsible or claimer not in receivers:
            return []
        return payment(state.ruleset.base, discarder, claimer, 1, "responsible_chicken", "G-15")
    if not rules.charge or discarder not in receivers:
        return []
    fan = chicken_fan(state, flipped_tile(state))[YAOJI]
    return _from_everybody(state, discarder, fan, "charge_chicken", "G-15")


def _from_everybody(state: State, seat: int, fan: int, reason: str, clause: str) -> list[Entry]:
    entries: list[Entry] = []
    for step in range(1, SEATS):
        payer = (seat + step) % SEATS
        entries += payment(state.ruleset.base, payer, seat, fan, reason, clause)
    return entries


def _won_on(state: State) -> int:
    """The discard or added tile that was won on, `NO_TILE` after a self-draw."""
    last = state.events_of(EVENT_WIN)[-1]
    return NO_TILE if last.detail == SELF_DRAW else last.kind
