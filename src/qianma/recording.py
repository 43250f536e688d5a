"""Between play and records: events, hands and results as lines of the format, and back."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from qianma.hand import Hand
from qianma.ledger import Entry
from qianma.packed import (
    EVENT_ADDED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_DRAW,
    EVENT_EXHAUSTED,
    EVENT_LEAVE,
    EVENT_PAYMENT,
    EVENT_PONG,
    EVENT_WIN,
    Event,
    unpack_meld,
)
from qianma.record import (
    RULES_REVISION,
    VERSION,
    DiscardLine,
    DrawLine,
    ExhaustedLine,
    KongLine,
    LeaveLine,
    PongLine,
    WinLine,
)
from qianma.rules.beans import bean_entries
from qianma.rules.chickens import FlippedTile
from qianma.ruleset import Ruleset, names
from qianma.settle import Result, Win
from qianma.state import NO_TILE, SEATS, SELF_DRAW, WIN_NAMES, State
from qianma.tiles import CODES, KIND_OF_CODE, tiles_of

OUTCOME_NAMES: Final = ("", "win", "exhausted", "left")


def ruleset_keys(ruleset: Ruleset) -> dict[str, Any]:
    """The keys that name a ruleset in a line: a shipped ruleset and what differs from it."""
    shipped = ruleset.name if ruleset.name in names() else ruleset.family
    keys: dict[str, Any] = {"ruleset": shipped}
    settings = ruleset.settings_from(shipped)
    if settings:
        keys["settings"] = settings
    return keys


def match_line(
    ruleset: Ruleset,
    players: Sequence[tuple[str, str]],
    hands: int | None,
    **more: Any,
) -> dict[str, Any]:
    """The line that opens a match. `players` are names and kinds by seat."""
    return {
        "type": "match",
        "version": VERSION,
        **ruleset_keys(ruleset),
        "players": [{"name": name, "kind": kind} for name, kind in players],
        "hands": hands,
        "rules_revision": RULES_REVISION,
        **more,
    }


def hand_line(hand: Hand, number: int, **more: Any) -> dict[str, Any]:
    """The line that opens a hand, with its whole deal and wall."""
    deal = [[CODES[kind] for kind in tiles] for tiles in hand.deal]
    wall = [CODES[kind] for kind in hand.wall]
    return opening(number, hand.dealer, hand.repeats, list(hand.dice), deal, wall, **more)


def opening(
    number: Any, dealer: Any, repeats: Any, dice: Any, deal: Any, wall: Any, **more: Any
) -> dict[str, Any]:
    """The same from its values, in whatever form the caller encodes them."""
    return {
        "type": "hand",
        "number": number,
        "dealer": dealer,
        "repeats": repeats,
        "dice": dice,
        "deal": deal,
        "wall": wall,
        **more,
    }


def event_lines(hand: Hand, start: int = 0) -> Iterator[dict[str, Any]]:
    """The lines of the hand's events, from place `start` of its log."""
    for event in list(hand.events())[start:]:
        yield event_line(hand, event)


def event_line(hand: State, event: Event) -> dict[str, Any]:
    """The line of one event of a hand."""
    seat, tile = event.seat, CODES[event.kind]
    if event.type == EVENT_DRAW:
        end = "tail" if event.detail else "head"
        return {"type": "draw", "seat": seat, "tile": tile, "end": end}
    if event.type == EVENT_DISCARD:
        ready = {"ready": True} if event.detail else {}
        return {"type": "discard", "seat": seat, "tile": tile, **ready}
    if event.type == EVENT_PONG:
        return {"type": "pong", "seat": seat, "source": event.detail, "tile": tile}
    if event.type in (EVENT_CONCEALED_KONG, EVENT_ADDED_KONG):
        kind = "concealed" if event.type == EVENT_CONCEALED_KONG else "added"
        return {"type": "kong", "seat": seat, "kind": kind, "tile": tile}
    if event.type == EVENT_DISCARD_KONG:
        from_whom = {"source": event.detail}
        return {"type": "kong", "seat": seat, "kind": "discard", "tile": tile, **from_whom}
    if event.type == EVENT_EXHAUSTED:
        return {"type": "exhausted"}
    if event.type == EVENT_LEAVE:
        return {"type": "leave", "seat": seat}
    if event.type == EVENT_PAYMENT:
        entries = bean_entries(hand.ruleset, unpack_meld(hand.melds[event.detail]))
        return {"type": "payment", "entries": [entry_object(entry) for entry in entries]}
    source = {} if event.detail == SELF_DRAW else {"source": event.source}
    return {"type": "win", "seat": seat, "by": WIN_NAMES[event.detail], "tile": tile, **source}


def entry_object(entry: Entry) -> dict[str, Any]:
    """A ledger entry as it stands in a record."""
    return {
        "from": entry.payer,
        "to": entry.payee,
        "fan": entry.fan,
        "points": entry.points,
        "reason": entry.reason,
        "clause": entry.clause,
    }


def result_object(result: Result) -> dict[str, Any]:
    """A result with the keys of the record format."""
    dealer, repeats = result.next_dealer or (None, None)
    return closing(
        OUTCOME_NAMES[result.outcome],
        [winner_object(win) for win in result.wins],
        chickens_object(result.flipped),
        list(result.ready),
        [entry_object(entry) for entry in result.ledger],
        list(result.points),
        dealer,
        repeats,
    )


def closing(
    outcome: Any,
    winners: Any,
    chickens: Any,
    ready: Any,
    ledger: Any,
    points: Any,
    dealer: Any,
    repeats: Any,
    **more: Any,
) -> dict[str, Any]:
    """The same from its values, in whatever form the caller encodes them."""
    return {
        "type": "result",
        "outcome": outcome,
        "winners": winners,
        "chickens": chickens,
        "ready": ready,
        "ledger": ledger,
        "points": points,
        "next_dealer": dealer,
        "repeats": repeats,
        **more,
    }


def winner_object(win: Win) -> dict[str, Any]:
    """One winner of a result."""
    return {
        "seat": win.seat,
        "by": WIN_NAMES[win.by],
        "source": None if win.by == SELF_DRAW else win.source,
        "tile": CODES[win.tile],
        "pattern": win.value.name,
        "fan": win.value.fan,
        "extras": win.value.extras,
    }


def chickens_object(flipped: FlippedTile) -> dict[str, Any]:
    """The tile turned over and what it makes of others, as a result shows it."""
    return {
        "flipped": _code_or_none(flipped.tile),
        "kind": _code_or_none(flipped.kind),
        "golden": flipped.golden,
    }


def result_line(hand: Hand) -> dict[str, Any]:
    """The line that settles a finished hand; `hands` lays the concealed tiles open (C-16)."""
    return {**result_object(hand.result()), "hands": open_hands(hand)}


def open_hands(hand: Hand) -> list[list[str]]:
    """The concealed tiles of all four seats, sorted; a tile won by claim is not among them."""
    return [[CODES[kind] for kind in tiles_of(hand.hand_counts(seat))] for seat in range(SEATS)]


def _code_or_none(kind: int) -> str | None:
    return None if kind == NO_TILE else CODES[kind]


def event_of(value: object) -> Event:
    """The event that a line of play stands for."""
    if isinstance(value, DrawLine):
        return Event(EVENT_DRAW, value.seat, KIND_OF_CODE[value.tile], value.end == "tail", 0)
    if isinstance(value, DiscardLine):
        return Event(EVENT_DISCARD, value.seat, KIND_OF_CODE[value.tile], value.ready, 0)
    if isinstance(value, PongLine):
        return Event(EVENT_PONG, value.seat, KIND_OF_CODE[value.tile], value.source, 0)
    if isinstance(value, KongLine):
        kind = KIND_OF_CODE[value.tile]
        if value.kind == "discard":
            return Event(EVENT_DISCARD_KONG, value.seat, kind, value.source or 0, 0)
        type_ = EVENT_CONCEALED_KONG if value.kind == "concealed" else EVENT_ADDED_KONG
        return Event(type_, value.seat, kind, 0, 0)
    if isinstance(value, WinLine):
        by = WIN_NAMES.index(value.by)
        source = 0 if by == SELF_DRAW else value.source or 0
        return Event(EVENT_WIN, value.seat, KIND_OF_CODE[value.tile], by, source)
    if isinstance(value, LeaveLine):
        return Event(EVENT_LEAVE, value.seat, 0, 0, 0)
    assert isinstance(value, ExhaustedLine), value
    return Event(EVENT_EXHAUSTED, 0, 0, 0, 0)
