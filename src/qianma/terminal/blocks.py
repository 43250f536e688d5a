"""The parts that screens are made of: a seat's lines, the box of tiles, lines of a given width."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from qianma.messages import LANGUAGES
from qianma.record import UNKNOWN_TILE
from qianma.tabletop import Place, Table
from qianma.terminal.words import Words, tile_style
from qianma.tiles import KINDS, tile_name

NAME_WIDTH: Final = 15
_MELDS_AT: Final = 45
_RIVER_INDENT: Final = 2
_CLOSING: Final = frozenset("，。：；、）！？")
_TILE_NAMES: Final = [
    tile_name(kind, language) for language in LANGUAGES[:2] for kind in range(KINDS)
]
_RANKS: Final = frozenset(name[0] for name in _TILE_NAMES)
_RANKS_AND_SUITS: Final = _RANKS | {name[-1] for name in _TILE_NAMES}
_BOXES: Final = (tuple("┌─┬┐│└┴┘"), tuple("+-++|+++"))


def fit(line: Text, width: int) -> Text:
    """The line cut to `width` cells."""
    if line.cell_len <= width:
        return line
    short = line.copy()
    short.truncate(width, overflow="crop")
    return short


def shortened(text: str, width: int, words: Words) -> str:
    """The text in at most `width` cells: what is too long ends with an ellipsis."""
    if cell_len(text) <= width:
        return text
    ellipsis = "…" if words.boxes else "..."
    return set_cell_size(text, max(0, width - len(ellipsis))).rstrip() + ellipsis[: max(0, width)]


def wrap(line: Text, width: int) -> list[Text]:
    """The line broken into lines of at most `width` cells; further ones are set in by two.

    It breaks at spaces and between Chinese characters, within a word or tile only where it must.
    """
    indent = len(line.plain) - len(line.plain.lstrip()) + 2
    lines: list[Text] = []
    rest = line
    while rest.cell_len > width:
        place = _break_place(rest.plain, width)
        lines.append(rest[:place])
        following = rest[place:]
        following = following[len(following.plain) - len(following.plain.lstrip()) :]
        rest = Text(" " * indent).append_text(following)
    return [*lines, rest]


def _break_place(plain: str, width: int) -> int:
    """Where to break a line that is too long."""
    most = len(plain)
    while cell_len(plain[:most]) > width:
        most -= 1
    least = len(plain) - len(plain.lstrip()) + 1
    for place in range(most, least, -1):
        if _can_break(plain[place - 1], plain[place]):
            return place
    return most


def _can_break(before: str, after: str) -> bool:
    """Whether a line may end between two characters: not within a word, number or tile."""
    if " " in (before, after):
        return True
    if after in _CLOSING or (before in _RANKS and after in _RANKS_AND_SUITS):
        return False
    return before in _CLOSING or cell_len(before) == cell_len(after) == 2


def signed(points: int) -> str:
    """Points with their sign; 0 has none."""
    return f"{points:+d}" if points else "0"


def cells(text: str, width: int) -> str:
    """The text cut or filled up to exactly `width` cells."""
    return set_cell_size(text, width)


def rule(words: Words, width: int) -> Text:
    """A line across the screen."""
    return Text(("─" if words.boxes else "-") * width, style="dim")


def header(table: Table, words: Words, labels: Sequence[str], game: str, width: int) -> Text:
    """The first line: game, hand, dealer, dice, and at the right end the wall.

    Where they have not all room, the name of the game is shortened.
    """
    if table.hands is None:
        number = words.say("hand_number", number=table.number)
    else:
        number = words.say("hand_of", number=table.number, hands=table.hands)
    dealer = words.say("dealer", dealer=labels[table.dealer], repeats=table.repeats)
    dice = words.say("dice", first=table.dice[0], second=table.dice[1])
    wall = words.say("wall", count=table.wall)
    facts = f"  {number}  {dealer}  {dice}"
    space = max(1, width - 1 - cell_len(wall))
    game = shortened(game, space - 2 - cell_len(facts), words)
    line = Text().append(cells(f" {game}{facts}", space), style="bold")
    return fit(line.append(wall, style="bold yellow" if table.wall <= 4 else "bold"), width)


def seat_line(table: Table, words: Words, seat: int, label: str, width: int) -> Text:
    """A seat's name, whether it deals, score, number of tiles, declaration and melds."""
    place = table.places[seat]
    acting = table.turn == seat and not table.is_over
    marker = ("→" if words.boxes else ">") if acting else " "
    line = Text().append(marker, style="bold yellow")
    line.append(cells(label, NAME_WIDTH), style="bold")
    line.append(cells(_dealing(table, words, seat), 10), style="yellow")
    line.append(signed(table.score(seat)).rjust(7) + "  ")
    line.append(cells(words.say("tiles_short", count=len(place.hand)), 5))
    if place.declared:
        line.append(words.say("declared"), style="bold magenta")
    melds = Text(" ").join(words.meld(meld) for meld in place.melds)
    if melds:
        start = min(_MELDS_AT, max(line.cell_len + 1, width - melds.cell_len))
        line.pad_right(max(0, start - line.cell_len))
        line.append_text(melds)
    return fit(line, width)


def _dealing(table: Table, words: Words, seat: int) -> str:
    if seat != table.dealer:
        return ""
    if table.repeats:
        return words.say("dealing_again", repeats=table.repeats)
    return words.say("dealing")


def river_lines(table: Table, words: Words, seat: int, width: int, rows: int = 2) -> list[Text]:
    """The tiles lying before a seat in exactly `rows` lines; the oldest go when they are many.

    The latest discard of all is marked `*`, one that declared ready `!`.
    """
    tokens: list[Text] = []
    river = table.places[seat].river
    for place, discard in enumerate(river):
        is_latest = table.latest == seat and place == len(river) - 1
        mark = "*" if is_latest else "! " if discard.ready else " "
        token = words.coloured(discard.tile, "reverse bold" if is_latest else "")
        tokens.append(token.append(mark, style="bold" if mark != " " else ""))
    in_row = (width - _RIVER_INDENT - 1) // (words.tile_width + 1)
    if len(tokens) > rows * in_row:
        older = cells("…" if words.boxes else "..", words.tile_width + 1)
        tokens = [Text(older, style="dim"), *tokens[len(tokens) - rows * in_row + 1 :]]
    lines: list[Text] = []
    for row in range(rows):
        line = Text(" " * _RIVER_INDENT)
        for token in tokens[row * in_row : (row + 1) * in_row]:
            line.append_text(token)
        lines.append(line)
    return lines


def hand_line(place: Place, words: Words) -> Text:
    """A hand in one line: its tiles grouped, or how many there are; a tile won by claim apart."""
    tiles = list(place.hand)
    line = Text("  ")
    drawn = place.drawn if place.drawn in tiles and place.drawn != UNKNOWN_TILE else None
    if drawn:
        tiles.remove(drawn)
    line.append_text(words.group(tiles))
    if drawn:
        line.append(" + ").append_text(words.coloured(drawn, "bold"))
    if place.won:
        line.append(" + ").append_text(words.coloured(place.won, "reverse bold"))
    return line


def hand_box(
    place: Place, words: Words, keys: Sequence[tuple[str, str]], highlight: set[str]
) -> list[Text]:
    """The own hand, tile by tile in a box, the tile just drawn apart, keys below.

    `keys` are (key, tile) in the order shown, of which a key may be empty; tiles in `highlight`
    stand out.
    """
    groups = [list(keys)]
    if place.drawn and len(keys) > 1:
        groups = [list(keys[:-1]), list(keys[-1:])]
    corners = _BOXES[0 if words.boxes else 1]
    parts = [_box(group, words, corners, highlight) for group in groups]
    return [Text("  ").join([Text(), *row]) for row in zip(*parts, strict=True)]


def _box(
    group: Sequence[tuple[str, str]], words: Words, corners: Sequence[str], highlight: set[str]
) -> list[Text]:
    left, across, tee, right, down, low_left, low_tee, low_right = corners
    count = len(group)
    faces = [_face(tile, words) for _, tile in group]
    lines = [Text().append(left + tee.join([across * 2] * count) + right, style="dim")]
    for row in range(len(faces[0])):
        line = Text().append(down, style="dim")
        for (_, tile), face in zip(group, faces, strict=True):
            style = tile_style(tile) + (" reverse" if tile in highlight else " bold")
            line.append(face[row], style=style).append(down, style="dim")
        lines.append(line)
    lines.append(Text(low_left + low_tee.join([across * 2] * count) + low_right, style="dim"))
    lines.append(Text(" " + " ".join(cells(key, 2) for key, _ in group) + " ", style="bold"))
    return lines


def _face(tile: str, words: Words) -> list[str]:
    """What stands on a tile: in Chinese rank over suit, otherwise one line."""
    name = words.tile(tile)
    return [name[0], name[1]] if words.chinese else [name]
