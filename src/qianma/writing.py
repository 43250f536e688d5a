"""Whole hands as the bytes of their lines, quickly: what `recording` makes of them, encoded.

Most lines of play are among a few thousand that come again in every hand. Each is encoded once;
lists of tiles are put together from their encoded tiles.
"""

from typing import Any, Final

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.packed import EVENT_PAYMENT, event_type, unpack
from qianma.record import encode_line
from qianma.recording import entry_object, event_line, opening, result_object
from qianma.settle import Settlement
from qianma.state import SEATS, State
from qianma.tiles import CODES, KINDS

_QUOTED: Final = [f'"{code}"'.encode() for code in CODES]
_EVENTS: Final = 1 << 17
"""More than the largest number of an event."""

_lines: Final[list[bytes]] = []
"""The line of every event that does not depend on its hand, at its number; empty until needed."""
_entries: Final[dict[tuple[int, int, str, str], bytes]] = {}
"""The JSON of every entry that was ever in a ledger."""


def write_hand(out: BytesWriter, settlement: Settlement, number: int, **more: Any) -> None:
    """Write all lines of a finished hand, `number` in its match; `more` goes into the first."""
    hand = settlement.state
    deal = b"[" + b",".join([_tiles(tiles) for tiles in hand.deal]) + b"]"
    raw = msgspec.Raw
    out.write(encode_line(opening(hand, number, raw(deal), raw(_tiles(hand.wall)), **more)))
    _write_events(hand, out)
    closing = result_object(settlement.summary())
    closing["ledger"] = raw(_ledger(settlement.ledger))
    closing["hands"] = raw(_open_hands(hand))
    out.write(encode_line(closing))


def _ledger(ledger: Ledger) -> bytes:
    """The entries of a ledger as JSON; those of other hands come again in most."""
    entries: list[bytes] = []
    for place in range(len(ledger)):
        key = ledger.key(place)
        entry = _entries.get(key)
        if entry is None:
            entry = _entries[key] = msgspec.json.encode(entry_object(ledger.entry(place)))
        entries.append(entry)
    return b"[" + b",".join(entries) + b"]"


def _write_events(hand: State, out: BytesWriter) -> None:
    if not _lines:
        _lines.extend([b""] * _EVENTS)
    for event in hand.log:
        line = _lines[event]
        if not line:
            line = encode_line(event_line(hand, unpack(event)))
            if event_type(event) != EVENT_PAYMENT:
                _lines[event] = line
        out.write(line)


def _tiles(kinds: bytes) -> bytes:
    """A list of tiles as JSON."""
    out = BytesWriter()
    place: i64
    for place in range(len(kinds)):
        out.append(44 if place else 91)
        out.write(_QUOTED[kinds[place]])
    out.append(93)
    return out.getvalue()


def _open_hands(hand: State) -> bytes:
    """The concealed tiles of all four seats, as `recording.open_hands` lists them."""
    out = BytesWriter()
    seat: i64
    for seat in range(SEATS):
        out.append(44 if seat else 91)
        tiles = BytesWriter()
        kind: i64
        for kind in range(KINDS):
            held = hand.counts[seat * KINDS + kind]
            while held != 0:
                tiles.append(int(kind))
                held -= 1
        out.write(_tiles(tiles.getvalue()))
    out.append(93)
    return out.getvalue()
