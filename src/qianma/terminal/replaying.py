"""The program `qianma replay`: a record step by step, seen as any seat or with all open."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from qianma.film import VIEWERS, Film, Projector, Step
from qianma.ruleset import load as load_ruleset
from qianma.settings import RulesetError
from qianma.tabletop import SEATS, Table
from qianma.terminal import pages
from qianma.terminal.blocks import hand_line
from qianma.terminal.device import Device
from qianma.terminal.screens import Scene, replay_screen
from qianma.terminal.words import Words

_NEXT: Final = ("n", "enter", "space", "right", "down", "pagedown")
_PREVIOUS: Final = ("p", "b", "back", "left", "up", "pageup")
_MOST_DIGITS: Final = 9


class Replaying:
    """A film in a terminal; `pause` is the time between two steps, in seconds, when it runs."""

    def __init__(
        self, film: Film, device: Device, words: Words, viewer: int | str, pause: float
    ) -> None:
        self._film = film
        self._device = device
        self._words = words
        self._viewer = viewer
        self._pause = pause
        self._projector = Projector(film, viewer)
        self._place = 0
        self._page = 0
        self._table = Table()
        self._digits: str | None = None
        self._labels = [words.say("viewer_seat", seat=seat) for seat in range(SEATS)]

    def run(self) -> None:
        """Show the film until the person leaves, or without a screen print all of it.

        Raises `EndOfInputError` when there are no more keys.
        """
        if not self._device.has_screen or not self._projector.steps:
            self._print_all()
            return
        first = self._projector.steps[0]
        self._go(self._projector.next_hand(0) if first.type == "match" else 0)
        while True:
            self._device.show(self._draw)
            key = self._device.key()
            if key in ("q", "escape"):
                return
            self._obey(key)

    def _obey(self, key: str) -> None:
        if key in _NEXT:
            self._forward()
        elif key in _PREVIOUS:
            self._backward()
        elif key in ("]", "["):
            jump = self._projector.next_hand if key == "]" else self._projector.previous_hand
            self._go(jump(self._place))
        elif key in ("home", "end"):
            self._go(0 if key == "home" else len(self._projector.steps) - 1)
        elif key == "g":
            self._go_to_line()
        elif key == "v":
            number = self._step().number
            self._viewer = VIEWERS[(VIEWERS.index(self._viewer) + 1) % len(VIEWERS)]
            self._projector = Projector(self._film, self._viewer)
            self._go(self._projector.place_of_line(number))
        elif key == "a":
            self._run_on()
        elif key in ("?", "h"):
            self._help()

    def _go(self, place: int) -> None:
        self._place = place
        self._page = 0
        self._table = self._projector.table(place)

    def _forward(self) -> None:
        if self._step().type == "result" and self._page + 1 < len(self._sheets()):
            self._page += 1
        elif self._place + 1 < len(self._projector.steps):
            self._go(self._place + 1)

    def _backward(self) -> None:
        if self._page:
            self._page -= 1
        elif self._place:
            self._go(self._place - 1)

    def _run_on(self) -> None:
        """Go on by itself until a key is pressed or a hand has been settled."""
        while self._place + 1 < len(self._projector.steps):
            self._go(self._place + 1)
            self._device.show(self._draw)
            if self._step().type == "result" or self._device.pause(self._pause):
                break
        self._device.forget_keys()

    def _go_to_line(self) -> None:
        """Read a line number and go there."""
        self._digits = ""
        key = ""
        while key not in ("enter", "escape"):
            self._device.show(self._draw)
            key = self._device.key()
            if key.isdecimal() and len(self._digits) < _MOST_DIGITS:
                self._digits += key
            elif key == "back":
                self._digits = self._digits[:-1]
        if key == "enter" and self._digits:
            self._go(self._projector.place_of_line(int(self._digits)))
        self._digits = None

    def _help(self) -> None:
        """Show what the keys do, until one is pressed."""
        lines = [Text(line) for line in self._words.say("replay_help").splitlines()]
        self._device.show(lambda: lines)
        self._device.key()

    def _step(self) -> Step:
        return self._projector.steps[self._place]

    # What is shown.

    def _draw(self) -> Sequence[Text]:
        size = self._device.size
        if self._step().type == "result":
            sheets = self._sheets()
            self._page = min(self._page, len(sheets) - 1)
            page = self._words.say("replay_page", page=self._page + 1, pages=len(sheets))
            position = Text(f" {self._position()}{page}", style="bold")
            return [*sheets[self._page], Text(), position, *self._below()]
        event = self._position() + self._sentence(self._place)
        return replay_screen(self._scene(), event, self._below(), size)

    def _position(self) -> str:
        number = self._step().number
        return f"{self._words.say('replay_line', line=number, lines=self._film.lines)}  "

    def _sheets(self) -> list[list[Text]]:
        width, height = self._device.size
        return pages.paged(self._settlement(self._step(), self._table), width, height - 6)

    def _below(self) -> list[Text]:
        """Notices, and what the keys do."""
        words, lines = self._words, []
        if self._place + 1 == len(self._projector.steps):
            lines += [Text(f" {notice}", style="bold yellow") for notice in self._ending()]
        if self._film.is_masked:
            lines.append(Text(" " + words.say("replay_unchecked"), style="yellow"))
        if self._digits is not None:
            lines.append(Text(" " + words.say("replay_goto", digits=self._digits), style="bold"))
        else:
            viewer = self._viewer_name()
            keys = words.say("replay_keys", viewer=viewer)
            lines.append(Text(f" {keys}", style="cyan"))
        return lines

    def _viewer_name(self) -> str:
        if isinstance(self._viewer, int):
            return self._words.say("viewer_seat", seat=self._viewer)
        return self._words.say("viewer_all")

    def _ending(self) -> list[str]:
        """What there is to say after the last step."""
        if self._film.fault is not None:
            reason = self._film.fault.reason_in(self._words.language)
            facts = {"clause": self._film.fault.clause, "reason": reason}
            fault = self._words.say("replay_fault", line=self._film.fault.line, **facts)
            return [self._words.printable(fault)]
        return [self._words.say("replay_unfinished" if self._film.unfinished else "replay_end")]

    def _scene(self) -> Scene:
        viewer = self._viewer if isinstance(self._viewer, int) else self._film.owner
        names = self._full_names(self._table)
        title = _ruleset_title(self._table.ruleset, self._words)
        return Scene(self._table, self._words, viewer, self._labels, names, title)

    def _full_names(self, table: Table) -> list[str]:
        return [
            self._words.say("seat_name", seat=str(seat), name=self._words.player(name)[:40])
            for seat, name in enumerate(table.names)
        ]

    def _sentence(self, place: int) -> str:
        step = self._projector.steps[place]
        if step.type in ("match", "reveal"):
            return self._words.say(f"replay_{step.type}")
        return self._words.event(self._projector.seen(place), self._labels)

    def _settlement(self, step: Step, table: Table) -> list[Text]:
        result = pages.result_of(step.content)
        if result is None:
            return [Text(self._words.say("settled", number=table.number), style="bold")]
        lines = pages.settlement(table, self._words, self._labels, result, step.hand)
        lines += pages.scores(table, self._words, self._labels)
        if step.is_derived:
            lines.append(Text(f" {self._words.say('replay_derived')}"))
        return lines

    def _print_all(self) -> None:
        """Print every step in words."""
        words, table = self._words, self._table
        for place, step in enumerate(self._projector.steps):
            table.apply(self._projector.seen(place))
            if step.type == "result":
                for line in self._settlement(step, table):
                    self._device.print(line)
                continue
            self._device.print(f"{step.number:>5}  {self._sentence(place)}")
            if step.type == "hand":
                for seat, name in enumerate(self._full_names(table)):
                    hand = hand_line(table.places[seat], words)
                    self._device.print(Text(f"       {name}:").append_text(hand))
        if self._film.is_masked:
            self._device.print(words.say("replay_unchecked"))
        if self._film.fault is None:
            for notice in self._ending():
                self._device.print(notice)


def _ruleset_title(name: str, words: Words) -> str:
    """What a ruleset is called; a name that is not known stands for itself."""
    try:
        return load_ruleset(name).title(words.language)
    except RulesetError:
        return words.printable(name)
