"""The two screens with a table on them: the one of play, and the one of the replay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text

from qianma.tabletop import SEATS, Table
from qianma.terminal.blocks import (
    fit,
    hand_box,
    hand_line,
    header,
    river_lines,
    rule,
    seat_line,
    wrap,
)
from qianma.terminal.words import Words

WIDTH: Final = 80
HEIGHT: Final = 24
"""The least size of a terminal that the screens are drawn for."""

_ROOMY: Final = 30
_TICKER: Final = 2


@dataclass(slots=True)
class Scene:
    """Who looks at which table: what the seats are called, in short and in full, and the game."""

    table: Table
    words: Words
    viewer: int
    labels: Sequence[str]
    names: Sequence[str]
    title: str


@dataclass(slots=True)
class Prompt:
    """What the person is asked: the tiles of the hand with their keys, and lines below it.

    `keys` are (key, tile) in the order shown, `highlight` the tiles that stand out, `notices` what
    has to be said now, `choices` the lines that tell the keys.
    """

    keys: list[tuple[str, str]] = field(default_factory=list)
    highlight: set[str] = field(default_factory=set)
    notices: list[str] = field(default_factory=list)
    choices: list[Text] = field(default_factory=list)
    clock: Callable[[], str] | None = None


def play_screen(
    scene: Scene, events: Sequence[str], prompt: Prompt, size: tuple[int, int] = (WIDTH, HEIGHT)
) -> list[Text]:
    """The screen of play, at most `size` (width, height): others, own place, events, hand, prompt.

    `events` are all sentences of the hand so far; the latest are shown where room is left.
    """
    width, height = size
    table, words = scene.table, scene.words
    lines = _top(scene, width)
    for seat in _order(scene):
        lines.append(seat_line(table, words, seat, scene.names[seat], width))
        lines += river_lines(table, words, seat, width)
        lines += [Text()] if height >= _ROOMY else []
    lines.append(rule(words, width))
    box = hand_box(table.places[scene.viewer], words, prompt.keys, prompt.highlight)
    asked = [choice.copy() for choice in prompt.choices]
    if asked and prompt.clock is not None:
        asked[0].append(prompt.clock(), style="bold")
    choices = [part for choice in asked for part in wrap(choice, width)]
    room = max(0, height - len(lines) - len(box) - len(choices))
    notices = _notice_lines(prompt.notices, width, max(0, room - 1))
    ticker = ticker_lines(words, events, width, max(1, min(_TICKER, room - len(notices))))
    lines += [*ticker, *box, *notices, *choices]
    return [fit(line, width) for line in lines[max(0, len(lines) - height) :]]


def replay_screen(
    scene: Scene, event: str, below: Sequence[Text], size: tuple[int, int] = (WIDTH, HEIGHT)
) -> list[Text]:
    """The screen of a replay: every seat with its hand as the viewer knows it, and the event."""
    width, height = size
    table, words = scene.table, scene.words
    lines = _top(scene, width)
    for seat in _order(scene):
        lines.append(seat_line(table, words, seat, scene.names[seat], width))
        lines.append(fit(hand_line(table.places[seat], words), width))
        lines += river_lines(table, words, seat, width)
    lines.append(rule(words, width))
    lines += wrap(Text(f" {event}", style="bold"), width)[:2]
    room = height - len(lines)
    lines += [part for line in below for part in wrap(line, width)][: max(0, room)]
    return [fit(line, width) for line in lines[:height]]


def _top(scene: Scene, width: int) -> list[Text]:
    words = scene.words
    return [header(scene.table, words, scene.labels, scene.title, width), rule(words, width)]


def _order(scene: Scene) -> list[int]:
    """The seats from the viewer's right on, the viewer last."""
    return [(scene.viewer + step) % SEATS for step in range(1, SEATS + 1)]


def _notice_lines(notices: Sequence[str], width: int, rows: int) -> list[Text]:
    """The latest notices, in at most `rows` lines; of one that is too long the beginning."""
    lines: list[Text] = []
    for notice in reversed(notices):
        part = wrap(Text(f" ! {notice}", style="bold yellow"), width)
        if lines and len(lines) + len(part) > rows:
            break
        lines = part + lines
    return lines[:rows]


def ticker_lines(words: Words, events: Sequence[str], width: int, rows: int) -> list[Text]:
    """The latest events in exactly `rows` lines, the newest last and brightest."""
    separator = " · " if words.boxes else " | "
    lines: list[Text] = []
    rest = [event for event in events if event]
    while len(lines) < rows:
        line = Text()
        while rest:
            newest = not lines and not line
            piece = Text(rest[-1], style="bold" if newest else "")
            joined = piece if not line else piece.append(separator, style="dim").append_text(line)
            if joined.cell_len + 1 > width and line:
                break
            line = joined
            rest.pop()
        lines.append(fit(Text(" ").append_text(line), width))
    return lines[::-1]
