"""Chickens (雞): tile kinds that are paid for when somebody wins."""

from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.packed import (
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_LEAVE,
    EVENT_PONG,
    EVENT_WIN,
    PONG,
    event_detail,
    event_kind,
    event_seat,
    event_type,
    meld_kind,
    meld_seat,
    meld_type,
)
from qianma.state import NO_TILE, NOBODY, SEATS, SELF_DRAW, WON, State
from qianma.tiles import KINDS, YAOJI


class FlippedTile(NamedTuple):
    """The turned-over tile, the kind it makes a chicken, and whether yaoji are golden.

    The kinds are `NO_TILE` when nothing is turned over.
    """

    tile: int
    kind: int
    golden: bool


class FirstYaoji:
    """The first yaoji discarded in the hand: by whom, who claimed it, whether it was won on."""

    __slots__ = ("claimer", "discarder", "won")

    def __init__(self, discarder: i64, claimer: i64, won: bool) -> None:
        self.discarder: i64 = discarder
        self.claimer: i64 = claimer
        self.won: bool = won


def flipped_tile(state: State) -> FlippedTile:
    """The tile turned over and what it makes of others."""
    tile = turned_over(state)
    if tile == NO_TILE:
        return FlippedTile(NO_TILE, NO_TILE, False)
    kind = chicken_of(tile)
    return FlippedTile(tile, kind, is_golden(state, kind))


def turned_over(state: State) -> i64:
    """The first undrawn tile is turned over when somebody wins, else `NO_TILE` [G-12]."""
    turned = state.outcome == WON and state.wall_left > 0 and state.ruleset.chickens.flipped
    return i64(state.wall[state.head]) if turned else NO_TILE


def chicken_of(tile: i64) -> i64:
    """The kind of the next rank, after 9 of 1, which a tile turned over makes a chicken."""
    return tile - 8 if tile % 9 == 8 else tile + 1


def is_golden(state: State, kind: i64) -> bool:
    """Whether the turned-over tile makes yaoji golden (金雞) [G-14]."""
    return kind == YAOJI and state.ruleset.chickens.golden


def chicken_kinds(state: State) -> list[int]:
    """The kinds that are chickens, each once."""
    tile = turned_over(state)
    kinds = [] if tile == NO_TILE else [int(chicken_of(tile))]
    if state.ruleset.chickens.yaoji and YAOJI not in kinds:
        kinds.append(YAOJI)
    return kinds


def chicken_fan(state: State, kind: i64) -> i64:
    """The fan of one tile of a chicken kind."""
    if kind != YAOJI or not state.ruleset.chickens.yaoji:
        return 1
    tile = turned_over(state)
    return 2 if tile != NO_TILE and is_golden(state, chicken_of(tile)) else 1


def chicken_counts(state: State, kind: i64) -> vec[i64]:
    """How many tiles of a kind each seat has in hand, melds and own discards [G-13] [G-S4].

    A discard that was claimed is the claimer's; the tile won on belongs to each winner.
    """
    numbers = state.lying(kind)
    won_on = _won_on(state)
    seat: i64
    for seat in range(SEATS):
        numbers[seat] += i64(state.counts[seat * KINDS + kind])
        if state.winners >> seat & 1 and won_on == kind:
            numbers[seat] += 1
    for meld in state.melds:
        if meld_kind(meld) == kind:
            numbers[meld_seat(meld)] += 3 if meld_type(meld) == PONG else 4
    return numbers


def settle_chickens(ledger: Ledger, state: State, receivers: i64) -> None:
    """Each chicken is paid by each of the other three, everybody separately [G-13 pay]."""
    for kind in chicken_kinds(state):
        worth = chicken_fan(state, kind)
        numbers = chicken_counts(state, kind)
        seat: i64
        for seat in range(SEATS):
            if receivers >> seat & 1 == 1:
                _from_everybody(ledger, seat, worth * numbers[seat], "chicken", "G-13")


def first_yaoji(state: State) -> FirstYaoji:
    """What became of the first yaoji that anybody discarded."""
    discarder: i64 = NOBODY
    for event in state.log:
        type_ = event_type(event)
        if discarder == NOBODY:
            if type_ == EVENT_DISCARD and event_kind(event) == YAOJI:
                discarder = event_seat(event)
        elif type_ in (EVENT_PONG, EVENT_DISCARD_KONG):
            return FirstYaoji(discarder, event_seat(event), False)
        elif type_ == EVENT_WIN and event_detail(event) != SELF_DRAW:
            return FirstYaoji(discarder, NOBODY, True)
        elif type_ != EVENT_LEAVE:
            break
    return FirstYaoji(discarder, NOBODY, False)


def charge_seat(state: State) -> i64:
    """Who has the charge chicken (衝鋒雞) as long as nobody claims it, or `NOBODY`."""
    first = first_yaoji(state)
    if first.won or first.claimer != NOBODY or not state.ruleset.chickens.charge:
        return NOBODY
    return first.discarder


def settle_first_yaoji(ledger: Ledger, state: State, receivers: i64) -> None:
    """What charge chicken (衝鋒雞) and responsible chicken (責任雞) add [G-15]."""
    rules = state.ruleset.chickens
    if not (rules.charge or rules.responsible):
        return
    first = first_yaoji(state)
    discarder, claimer = first.discarder, first.claimer
    if discarder == NOBODY or first.won:
        return
    if claimer != NOBODY:
        if rules.responsible and receivers >> claimer & 1 == 1:
            ledger.pay(discarder, claimer, 1, "responsible_chicken", "G-15")
    elif rules.charge and receivers >> discarder & 1 == 1:
        _from_everybody(ledger, discarder, chicken_fan(state, YAOJI), "charge_chicken", "G-15")


def _from_everybody(ledger: Ledger, seat: i64, fan: i64, reason: str, clause: str) -> None:
    step: i64
    for step in range(1, SEATS):
        ledger.pay((seat + step) % SEATS, seat, fan, reason, clause)


def _won_on(state: State) -> i64:
    """The discard or added tile that was won on, `NO_TILE` after a self-draw."""
    last = state.log[len(state.log) - 1]
    is_claimed = event_type(last) == EVENT_WIN and event_detail(last) != SELF_DRAW
    return event_kind(last) if is_claimed else NO_TILE
