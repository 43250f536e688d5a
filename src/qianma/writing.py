"""Whole hands as the bytes of their lines, quickly: what `recording` makes of them, encoded.

Most of a record comes again in every hand: what does is encoded once, and a hand is put together
from it.
"""

from typing import Any, Final

import msgspec
from librt.strings import BytesWriter
from mypy_extensions import i64

from qianma.ledger import Ledger
from qianma.packed import EVENT_PAYMENT, event_type, unpack
from qianma.record import encode_line
from qianma.recording import (
    OUTCOME_NAMES,
    chickens_object,
    closing,
    entry_object,
    event_line,
    opening,
    winner_object,
)
from qianma.rules.chickens import FlippedTile, flipped_tile
from qianma.rules.dealer import next_dealer
from qianma.settle import Settlement
from qianma.state import SEATS, State
from qianma.tiles import CODES, KINDS

_GAP: Final = msgspec.Raw(b"\0")
"""Where a line takes a value of its hand; no line holds such a byte otherwise."""
_BEFORE: Final = 91
_BETWEEN: Final = 44
_AFTER: Final = 93
"""The signs around and between the members of a list."""

_SINGLES: Final = [f'"{code}"'.encode() for code in CODES]
_PAIRS: Final = [f'"{first}","{second}"'.encode() for first in CODES for second in CODES]
_NUMBERS: Final = [str(number).encode() for number in range(256)]
_OUTCOMES: Final = [msgspec.json.encode(name) for name in OUTCOME_NAMES]
_EVENTS: Final = 1 << 17
"""More than the largest number of an event."""

_lines: Final[list[bytes]] = []
"""The line of every event that does not depend on its hand, at its number; empty until needed."""
_entries: Final[dict[tuple[int, int, str, str], bytes]] = {}
"""The JSON of every entry that was ever in a ledger."""
_chickens: Final[dict[FlippedTile, bytes]] = {}
"""The JSON of every tile that was ever turned over, with what it makes of others."""


class HandWriter:
    """Writes the finished hands of a match; `more` goes into the first line of each."""

    def __init__(self, out: BytesWriter, **more: Any) -> None:
        self.out: BytesWriter = out
        self._opening: list[bytes] = _parts(opening(*[_GAP] * 6, **more))
        self._closing: list[bytes] = _parts(closing(*[_GAP] * 8, hands=_GAP))

    def write(self, settlement: Settlement, number: int) -> None:
        """Write all lines of a hand, `number` in its match."""
        hand = settlement.state
        self._write_opening(hand, number)
        _write_events(hand, self.out)
        self._write_closing(settlement)

    def _write_opening(self, hand: State, number: i64) -> None:
        out, parts = self.out, self._opening
        out.write(parts[0])
        _write_number(number, out)
        out.write(parts[1])
        _write_number(hand.dealer, out)
        out.write(parts[2])
        _write_number(hand.repeats, out)
        out.write(parts[3])
        _write_numbers(list(hand.dice), out)
        out.write(parts[4])
        seat: i64
        for seat in range(SEATS):
            out.append(_BETWEEN if seat else _BEFORE)
            _write_tiles(hand.deal[seat], out)
        out.append(_AFTER)
        out.write(parts[5])
        _write_tiles(hand.wall, out)
        out.write(parts[6])

    def _write_closing(self, settlement: Settlement) -> None:
        out, parts, hand = self.out, self._closing, settlement.state
        out.write(parts[0])
        out.write(_OUTCOMES[hand.outcome])
        out.write(parts[1])
        out.write(msgspec.json.encode([winner_object(win) for win in settlement.won()]))
        out.write(parts[2])
        out.write(_chickens_of(hand))
        out.write(parts[3])
        _write_numbers(settlement.ready, out)
        out.write(parts[4])
        _write_ledger(settlement.ledger, out)
        out.write(parts[5])
        _write_numbers([int(points) for points in settlement.points], out)
        out.write(parts[6])
        deals = next_dealer(hand)
        if deals is None:
            out.write(b"null")
            out.write(parts[7])
            out.write(b"null")
        else:
            _write_number(deals[0], out)
            out.write(parts[7])
            _write_number(deals[1], out)
        out.write(parts[8])
        _write_open_hands(hand, out)
        out.write(parts[9])


def _parts(content: dict[str, Any]) -> list[bytes]:
    """What stands before, between and after the gaps of a line."""
    return encode_line(content).split(b"\0")


def _write_number(number: i64, out: BytesWriter) -> None:
    if 0 <= number < 256:
        out.write(_NUMBERS[number])
    else:
        out.write(str(number).encode())


def _write_numbers(numbers: list[int], out: BytesWriter) -> None:
    out.append(_BEFORE)
    place: i64
    for place in range(len(numbers)):
        if place:
            out.append(_BETWEEN)
        _write_number(numbers[place], out)
    out.append(_AFTER)


def _write_tiles(kinds: bytes, out: BytesWriter) -> None:
    """A list of tiles; two at a time, since that is quicker."""
    out.append(_BEFORE)
    place: i64 = 0
    pairs: i64 = len(kinds) >> 1
    while pairs > 0:
        if place:
            out.append(_BETWEEN)
        out.write(_PAIRS[i64(kinds[place]) * KINDS + i64(kinds[place + 1])])
        place += 2
        pairs -= 1
    if place < len(kinds):
        if place:
            out.append(_BETWEEN)
        out.write(_SINGLES[kinds[place]])
    out.append(_AFTER)


def _write_events(hand: State, out: BytesWriter) -> None:
    if not _lines:
        _lines.extend([b""] * _EVENTS)
    for event in hand.log:
        line = _lines[event]
        if len(line) == 0:
            line = encode_line(event_line(hand, unpack(event)))
            if event_type(event) != EVENT_PAYMENT:
                _lines[event] = line
        out.write(line)


def _write_ledger(ledger: Ledger, out: BytesWriter) -> None:
    """The entries of a ledger; those of other hands come again in most."""
    out.append(_BEFORE)
    place: i64
    for place in range(len(ledger)):
        key = ledger.key(place)
        entry = _entries.get(key)
        if entry is None:
            entry = _entries[key] = msgspec.json.encode(entry_object(ledger.entry(place)))
        if place:
            out.append(_BETWEEN)
        out.write(entry)
    out.append(_AFTER)


def _chickens_of(hand: State) -> bytes:
    flipped = flipped_tile(hand)
    chickens = _chickens.get(flipped)
    if chickens is None:
        chickens = _chickens[flipped] = msgspec.json.encode(chickens_object(flipped))
    return chickens


def _write_open_hands(hand: State, out: BytesWriter) -> None:
    """The concealed tiles of all four seats, as `recording.open_hands` lists them."""
    seat: i64
    for seat in range(SEATS):
        out.append(_BETWEEN if seat else _BEFORE)
        out.append(_BEFORE)
        first = True
        kind: i64
        for kind in range(KINDS):
            held = hand.counts[seat * KINDS + kind]
            while held != 0:
                if not first:
                    out.append(_BETWEEN)
                first = False
                out.write(_SINGLES[kind])
                held -= 1
        out.append(_AFTER)
    out.append(_AFTER)
