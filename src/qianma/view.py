"""What a seat may see: the one way out for every event of a hand (C-16).

`view` passes a line through a whitelist of keys. What is not on it stays inside: the wall, others'
deals and draws, what others could have claimed, seeds, and keys that nobody has thought of yet.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from qianma.record import UNKNOWN_TILE

SPECTATOR: Final = "spectator"
"""Sees what is open to all."""
OMNISCIENT: Final = "omniscient"
"""Sees everything."""

_OPEN_KEYS: Final = {
    "match": ("version", "ruleset", "settings", "players", "hands", "rules_revision"),
    "hand": (
        "ruleset",
        "settings",
        "number",
        "dealer",
        "repeats",
        "dice",
        "deal",
        "wall",
        "generator",
        "commitment",
        "contributions",
    ),
    "draw": ("seat", "tile", "end"),
    "discard": ("seat", "tile", "ready"),
    "pong": ("seat", "source", "tile"),
    "kong": ("seat", "kind", "tile", "source"),
    "win": ("seat", "by", "tile", "source"),
    "payment": ("entries",),
    "exhausted": (),
    "leave": ("seat",),
    "result": (
        "outcome",
        "winners",
        "chickens",
        "ready",
        "ledger",
        "points",
        "next_dealer",
        "repeats",
        "hands",
    ),
    "reveal": ("key",),
    "pass": ("seat", "declined"),
}
_FOR_ALL_LINES: Final = ("type", "at")


def view(event: dict[str, Any], viewer: int | str) -> dict[str, Any] | None:
    """The line of an event as `viewer` may see it; None when it must not know of it [C-16].

    `viewer` is a seat 0-3, `SPECTATOR` or `OMNISCIENT`. Hidden tiles are `"?"`. Raises
    `ValueError` for any other viewer and for a line of an unknown type.

    >>> view({"type": "draw", "seat": 0, "tile": "5m", "end": "head"}, 1)
    {'type': 'draw', 'seat': 0, 'tile': '?', 'end': 'head'}
    >>> view({"type": "pass", "seat": 0, "declined": ["win"]}, SPECTATOR) is None
    True
    """
    if viewer == OMNISCIENT:
        return dict(event)
    if viewer != SPECTATOR and (type(viewer) is not int or not 0 <= viewer <= 3):
        raise ValueError(f"{viewer!r} is no viewer: a seat 0-3, {SPECTATOR} or {OMNISCIENT}")
    kind = event["type"]
    if kind not in _OPEN_KEYS:
        raise ValueError(f"{kind!r} is no type of line")
    allowed = (*_FOR_ALL_LINES, *_OPEN_KEYS[kind])
    seen = {key: value for key, value in event.items() if key in allowed}
    if kind == "hand":
        seen["deal"] = [
            tiles if seat == viewer else [UNKNOWN_TILE] * len(tiles)
            for seat, tiles in enumerate(event["deal"])
        ]
        seen["wall"] = [UNKNOWN_TILE] * len(event["wall"])
    elif kind == "draw" and event["seat"] != viewer:
        seen["tile"] = UNKNOWN_TILE
    elif kind == "pass" and event["seat"] != viewer:
        return None
    return seen


def views(events: Iterable[dict[str, Any]], viewer: int | str) -> Iterator[dict[str, Any]]:
    """What `viewer` sees of a history, numbered from 0 by `seq`.

    The numbers are the viewer's own: an event that is not shown leaves no gap.
    """
    sequence = 0
    for event in events:
        seen = view(event, viewer)
        if seen is not None:
            yield {"seq": sequence, **seen}
            sequence += 1
