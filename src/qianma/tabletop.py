"""The table as a viewer knows it: lines of a record, one after the other, and what lies there.

The lines are those of `qianma.view`, so that nothing hidden can reach a viewer; they may hold
`"?"`. The model follows what a line says and does not judge it: that is for `qianma.check`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from qianma.record import UNKNOWN_TILE
from qianma.tiles import CODES, COPIES, KINDS

SEATS: Final = 4
WALL: Final = 56

_ORDER: Final = {code: place for place, code in enumerate((*CODES, UNKNOWN_TILE))}


@dataclass(slots=True)
class TableMeld:
    """A meld: `kind` is `pong`, `concealed`, `added` or `discard` (the three kongs).

    `source` is the seat that its claimed tile came from, None when it is drawn by oneself.
    """

    kind: str
    tile: str
    source: int | None = field(default=None, compare=False)

    @property
    def size(self) -> int:
        """How many tiles it holds."""
        return 3 if self.kind == "pong" else 4


@dataclass(slots=True)
class Discard:
    """A discard; `ready` when ready was declared with it.

    `claimed_by` is the seat that has melded it or, the first of several, won on it.
    """

    tile: str
    ready: bool = False
    claimed_by: int | None = None


@dataclass(slots=True)
class Place:
    """What one seat has: `hand` sorted (`"?"` last), melds, river, declaration.

    `thrown` are all its discards, of which those that nobody has claimed lie in `river`. `drawn` is
    the tile just drawn, which is in `hand` too, or None. `won` is a tile won by claim.
    """

    hand: list[str] = field(default_factory=list)
    melds: list[TableMeld] = field(default_factory=list)
    river: list[Discard] = field(default_factory=list)
    declared: bool = False
    drawn: str | None = None
    won: str | None = None
    thrown: list[Discard] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether the viewer knows the whole hand."""
        return UNKNOWN_TILE not in self.hand


@dataclass(slots=True)
class Table:
    """What the lines so far have laid on the table.

    `points` are the sums of the finished hands, `paid` what has been paid within this one. `turn`
    is the seat that drew or claimed last; `open` the seat whose discard or added kong can still be
    claimed, `latest` the one whose discard, still lying there, came last: None when there is none.
    `open_tile` is the tile of `open`, with `open_kong` when it was added to a pong. `result` is the
    result line of the hand once it is there.
    """

    ruleset: str = ""
    hands: int | None = None
    names: list[str] = field(default_factory=lambda: [""] * SEATS)
    number: int = 0
    dealer: int = 0
    repeats: int = 0
    dice: tuple[int, int] = (0, 0)
    wall: int = 0
    places: list[Place] = field(default_factory=lambda: [Place() for _ in range(SEATS)])
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    paid: list[int] = field(default_factory=lambda: [0] * SEATS)
    turn: int | None = None
    open: int | None = None
    open_tile: str = ""
    open_kong: bool = False
    latest: int | None = None
    is_over: bool = False
    result: dict[str, Any] | None = None

    def apply(self, line: Mapping[str, Any]) -> None:
        """Let one line of a record happen."""
        action = _ACTIONS.get(line["type"])
        if action is not None:
            action(self, line)

    def score(self, seat: int) -> int:
        """Points of a seat, what was paid within the hand in play included."""
        return self.points[seat] + self.paid[seat]

    def seen(self, seat: int | None) -> list[int]:
        """How many of each kind lie open or in the hand of `seat`, if it is one, by kind."""
        counts = dict.fromkeys(CODES, 0)
        for place in self.places:
            for tile in (*(one.tile for one in place.river), *filter(None, (place.won,))):
                counts[tile] = counts.get(tile, 0) + 1
            for meld in place.melds:
                counts[meld.tile] = counts.get(meld.tile, 0) + meld.size
        for tile in () if seat is None else self.places[seat].hand:
            counts[tile] = counts.get(tile, 0) + 1
        return [min(counts[CODES[kind]], COPIES) for kind in range(KINDS)]

    def _match(self, line: Mapping[str, Any]) -> None:
        self.ruleset = line["ruleset"]
        self.hands = line.get("hands")
        self.names = [player["name"] for player in line["players"]]

    def _hand(self, line: Mapping[str, Any]) -> None:
        self.ruleset = line.get("ruleset") or self.ruleset
        self.number, self.dealer = line["number"], line["dealer"]
        self.repeats, self.dice = line["repeats"], (line["dice"][0], line["dice"][1])
        self.wall = len(line["wall"])
        self.places = [Place(hand=_sorted(tiles)) for tiles in line["deal"]]
        self.points = [self.score(seat) for seat in range(SEATS)]
        self.paid = [0] * SEATS
        self.turn = self.open = self.latest = self.result = None
        self.is_over = False

    def _draw(self, line: Mapping[str, Any]) -> None:
        place = self.places[line["seat"]]
        place.hand = _sorted([*place.hand, line["tile"]])
        place.drawn = line["tile"]
        self.wall = max(0, self.wall - 1)
        self.turn, self.open = line["seat"], None

    def _discard(self, line: Mapping[str, Any]) -> None:
        place = self.places[line["seat"]]
        ready = bool(line.get("ready"))
        self._take(place, line["tile"], 1)
        discard = Discard(line["tile"], ready)
        place.river.append(discard)
        place.thrown.append(discard)
        place.declared = place.declared or ready
        self.open = self.latest = line["seat"]
        self.open_tile, self.open_kong = line["tile"], False

    def _pong(self, line: Mapping[str, Any]) -> None:
        self._claim(line, TableMeld("pong", line["tile"], line["source"]))

    def _kong(self, line: Mapping[str, Any]) -> None:
        place = self.places[line["seat"]]
        if line["kind"] == "discard":
            self._claim(line, TableMeld("discard", line["tile"], line["source"]))
            return
        self.open = None
        if line["kind"] == "concealed":
            self._take(place, line["tile"], COPIES)
            place.melds.append(TableMeld("concealed", line["tile"]))
            return
        self._take(place, line["tile"], 1)
        self.open = line["seat"]
        self.open_tile, self.open_kong = line["tile"], True
        for meld in place.melds:
            if meld == TableMeld("pong", line["tile"]):
                meld.kind = "added"

    def _claim(self, line: Mapping[str, Any], meld: TableMeld) -> None:
        place = self.places[line["seat"]]
        self._take(place, line["tile"], meld.size - 1)
        place.melds.append(meld)
        _claimed(self.places[line["source"]], line["seat"])
        self.turn, self.open, self.latest = line["seat"], None, None

    def _win(self, line: Mapping[str, Any]) -> None:
        self.is_over = True
        self.turn = line["seat"]
        if line["by"] == "self_draw":
            self._show_drawn(self.places[line["seat"]], line["tile"])
            return
        self.places[line["seat"]].won = line["tile"]
        if self.open is None:
            return
        source = self.places[self.open]
        if line["by"] == "discard":
            _claimed(source, line["seat"])
        for meld in source.melds:
            if line["by"] == "robbed_kong" and meld == TableMeld("added", line["tile"]):
                meld.kind = "pong"
        self.open = self.latest = None

    def _show_drawn(self, place: Place, tile: str) -> None:
        """The tile that a self-draw wins on is open to all."""
        if tile not in place.hand and UNKNOWN_TILE in place.hand:
            place.hand.remove(UNKNOWN_TILE)
            place.hand = _sorted([*place.hand, tile])
        place.drawn = tile

    def _payment(self, line: Mapping[str, Any]) -> None:
        for entry in line["entries"]:
            self.paid[entry["from"]] -= entry["points"]
            self.paid[entry["to"]] += entry["points"]

    def _exhausted(self, _line: Mapping[str, Any]) -> None:
        self.is_over = True
        self.turn = self.open = None

    def _result(self, line: Mapping[str, Any]) -> None:
        self.is_over = True
        self.result = dict(line)
        self.paid = list(line["points"])
        hands = line.get("hands")
        if isinstance(hands, list) and len(hands) == SEATS:
            for place, tiles in zip(self.places, hands, strict=True):
                if isinstance(tiles, list) and all(tile in _ORDER for tile in tiles):
                    place.hand = _sorted(tiles)

    def _take(self, place: Place, tile: str, number: int) -> None:
        """Take tiles out of a hand, unknown ones where the hand does not show them."""
        for _ in range(number):
            if tile in place.hand:
                place.hand.remove(tile)
            elif UNKNOWN_TILE in place.hand:
                place.hand.remove(UNKNOWN_TILE)
        place.drawn = None


def _claimed(source: Place, claimer: int) -> None:
    """The last tile of a river goes to whoever claims it."""
    if source.river:
        source.river.pop().claimed_by = claimer


def _sorted(tiles: list[str]) -> list[str]:
    return sorted(tiles, key=_ORDER.__getitem__)


_ACTIONS: Final = {
    "match": Table._match,
    "hand": Table._hand,
    "draw": Table._draw,
    "discard": Table._discard,
    "pong": Table._pong,
    "kong": Table._kong,
    "win": Table._win,
    "payment": Table._payment,
    "exhausted": Table._exhausted,
    "result": Table._result,
}
