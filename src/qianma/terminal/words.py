"""What things are called on the screen: tiles, groups of tiles, events, in one style."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from qianma.messages import player_name, text
from qianma.record import UNKNOWN_TILE
from qianma.tabletop import TableMeld
from qianma.tiles import CODES, KIND_OF_CODE, SUITS, tile_name

SUIT_STYLES: Final = {"m": "red", "p": "cyan", "s": "green"}
_MELD_MARKS: Final = {"pong": "", "concealed": "(c)", "added": "(a)", "discard": ""}


@dataclass(frozen=True, slots=True)
class Words:
    """A language and what the terminal can show.

    With `chinese` tiles are written as `五万`, otherwise as `5m`; without `boxes` only ASCII is
    used.
    """

    language: str
    boxes: bool = True

    @property
    def chinese(self) -> bool:
        """Whether tiles are written in Chinese."""
        return self.language != "en"

    @property
    def tile_width(self) -> int:
        """Cells that a tile takes in a line."""
        return 4 if self.chinese else 2

    def printable(self, text: str) -> str:
        """A text from a file with `?` for what the terminal might do rather than show."""
        ascii_only = not self.boxes and not self.chinese
        return "".join(
            one if one.isprintable() and (one.isascii() or not ascii_only) else "?" for one in text
        )

    def player(self, name: str) -> str:
        """What a player is called; a name from a file is made printable."""
        return self.printable(player_name(name, self.language))

    def say(self, key: str, /, **parameters: str | int) -> str:
        """A text of this package's table of the catalogue."""
        return text(f"terminal.{key}", self.language, **parameters)

    def tile(self, code: str) -> str:
        """A tile in a line, `tile_width` cells wide."""
        if code == UNKNOWN_TILE:
            return "？？" if self.chinese else "??"
        return tile_name(KIND_OF_CODE[code], self.language) if self.chinese else code

    def coloured(self, code: str, style: str = "") -> Text:
        """A tile in the colour of its suit."""
        return Text().append(self.tile(code), style=f"{tile_style(code)} {style}".strip())

    def group(self, tiles: Iterable[str]) -> Text:
        """Sorted tiles in few cells: the ranks of a suit and then the suit; unknown ones last."""
        tiles = list(tiles)
        found = Text()
        for suit in SUITS:
            codes = [code for code in CODES if code[1] == suit for _ in range(tiles.count(code))]
            if codes:
                ranks = "".join(self.tile(f"{code[0]}m")[0] for code in codes)
                name = self.tile(f"2{suit}")[-1]
                found.append(ranks + name, style=SUIT_STYLES[suit])
        unknown = tiles.count(UNKNOWN_TILE)
        if unknown:
            found.append(" " * bool(found) + self.say("tiles", count=unknown), style="dim")
        return found

    def meld(self, meld: TableMeld) -> Text:
        """A meld with its kind: `碰五万`, `暗杠五万`, or `555m`, `5555m(c)`."""
        style = tile_style(meld.tile)
        if self.chinese:
            return Text(self.say(f"meld_{meld.kind}") + self.tile(meld.tile), style=style)
        ranks = meld.tile[0] * meld.size + meld.tile[1]
        return Text(ranks + _MELD_MARKS[meld.kind], style=style)

    def event(self, line: Mapping[str, Any], labels: Sequence[str]) -> str:
        """A line of a record in one sentence; empty for lines that tell a player nothing."""
        key = _event_key(line)
        if key is None:
            return ""
        facts: dict[str, str | int] = {}
        if "seat" in line:
            facts["who"] = labels[line["seat"]]
        if "tile" in line:
            facts["tile"] = self.tile(line["tile"])
        if line.get("source") is not None:
            facts["source"] = labels[line["source"]]
        if key == "event_hand":
            facts |= {"number": line["number"], "dealer": labels[line["dealer"]]}
            facts["repeats"] = line["repeats"]
        elif key == "event_payment":
            facts["payments"] = self._payments(line["entries"], labels)
        elif key == "event_pass":
            declined = [self.say(f"claim_{claim}") for claim in line["declined"]]
            facts["declined"] = self.say("separator").join(declined)
        return self.say(key, **facts)

    def _payments(self, entries: Iterable[Mapping[str, Any]], labels: Sequence[str]) -> str:
        sums: dict[int, int] = {}
        for entry in entries:
            sums[entry["from"]] = sums.get(entry["from"], 0) - entry["points"]
            sums[entry["to"]] = sums.get(entry["to"], 0) + entry["points"]
        return self.say("separator").join(
            f"{labels[seat]} {points:+}" for seat, points in sorted(sums.items())
        )


def tile_style(code: str) -> str:
    """The colour of a tile's suit; unknown tiles are dim."""
    return SUIT_STYLES.get(code[-1], "dim")


def _event_key(line: Mapping[str, Any]) -> str | None:
    kind = line["type"]
    if kind == "draw":
        hidden = line["tile"] == UNKNOWN_TILE
        end = "replacement" if line["end"] == "tail" else "draw"
        return f"event_{end}_hidden" if hidden else f"event_{end}"
    if kind == "discard":
        return "event_declare" if line.get("ready") else "event_discard"
    if kind == "kong":
        return f"event_kong_{line['kind']}"
    if kind == "win":
        return f"event_win_{line['by']}"
    if kind in ("hand", "pong", "pass", "payment", "exhausted", "leave"):
        return f"event_{kind}"
    return None
