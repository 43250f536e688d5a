"""What a person sees of a game and is asked: the screen with the table, pages, questions.

Where there is no screen the same is printed line by line.
"""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from qianma.tabletop import SEATS, Table
from qianma.terminal.device import Device
from qianma.terminal.pages import paged
from qianma.terminal.screens import HEIGHT, Prompt, Scene, play_screen
from qianma.terminal.words import Words

TILE_KEYS: Final = "abcdefgijmnosu"
"""The keys of the tiles in hand: letters that no command uses, so none is discarded by mistake."""

_NEXT: Final = ("enter", "space", "n", "right", "down", "pagedown")
_BACK: Final = ("b", "back", "left", "up", "pageup")
_CLOSE: Final = ("q", "escape")


class Stage:
    """The table as `seat` sees it, on a device; `events` and `notices` are of the hand in play."""

    def __init__(
        self, device: Device, words: Words, seat: int, opponents: Sequence[str], title: str
    ) -> None:
        """`opponents` are the names of the others, from the right on; `title` is the game's."""
        self.device = device
        self.words = words
        self.seat = seat
        self.table = Table()
        self.events: list[str] = []
        self.notices: list[str] = []
        places = [words.say(key) for key in ("right", "across", "left")]
        self.labels = self._by_seat(words.say("you"), places)
        """What the seats are called in events and in the settlement."""
        full = [
            words.say("seat_name", seat=place, name=words.player(name))
            for place, name in zip(places, opponents, strict=True)
        ]
        full_names = self._by_seat(words.say("you"), full)
        self._scene = Scene(self.table, words, seat, self.labels, full_names, title)

    def _by_seat(self, own: str, others: Sequence[str]) -> list[str]:
        names = [own, *others]
        return [names[(other - self.seat) % SEATS] for other in range(SEATS)]

    def start_over(self) -> None:
        """Clear the table, for one who comes anew."""
        self.table = self._scene.table = Table()
        self.events.clear()
        self.notices.clear()

    def tell(self, sentence: str) -> None:
        """Print a sentence, unless there is a screen that will show it."""
        if not self.device.has_screen:
            self.device.print(sentence)

    def notice(self, sentence: str) -> None:
        """Show a sentence above the choices until the next decision."""
        if sentence not in self.notices:
            self.notices.append(sentence)
            self.tell(f"! {sentence}")

    def hand_keys(self, with_keys: bool) -> list[tuple[str, str]]:
        """The own tiles in the order shown, the drawn one last, each with its key or none."""
        place = self.table.places[self.seat]
        tiles = list(place.hand)
        if place.drawn in tiles:
            tiles.remove(place.drawn)
            tiles.append(place.drawn)
        return [(TILE_KEYS[number] if with_keys else "", tile) for number, tile in enumerate(tiles)]

    def watch(self, seconds: float) -> None:
        """Let the person see what others have done."""
        if self.device.has_screen:
            self._show(Prompt(self.hand_keys(False), notices=list(self.notices)))
            self.device.pause(seconds)

    def ask(self, prompt: Prompt) -> str:
        """The key that answers the prompt."""
        if self.device.has_screen:
            self._show(prompt)
            return self.device.key()
        tiles = [(key, self.words.tile(tile)) for key, tile in prompt.keys]
        self.device.print(" ".join(f"{key}:{tile}" if key else tile for key, tile in tiles))
        for choice in prompt.choices:
            self.device.print(choice)
        return self.device.key("> ")

    def confirm(self, questions: Sequence[str]) -> bool:
        """Whether the person says yes."""
        for question in questions:
            self.tell(f"! {question}")
        choices = Text(" ")
        add_choice(choices, "y", self.words.say("yes"))
        add_choice(choices, "n", self.words.say("no"))
        prompt = Prompt(self.hand_keys(False), notices=list(questions), choices=[choices])
        while True:
            key = self.ask(prompt)
            if key in ("y", "n", "escape"):
                return key == "y"

    def read(self, lines: Sequence[Text], *, footer: str, from_end: bool = False) -> str:
        """Let the person read some lines page by page, and return the key that ended it.

        `footer` is the text that tells the keys, `from_end` starts with the last page.
        """
        if not self.device.has_screen:
            for line in lines:
                self.device.print(line)
            return "enter"
        page = -1 if from_end else 0
        while True:
            width, height = self.device.size
            sheets = paged(lines, width, height - 2)
            page = len(sheets) - 1 if page < 0 else min(page, len(sheets) - 1)
            keys = self.words.say(footer, page=page + 1, pages=len(sheets))
            self._show_lines([*sheets[page], Text(), Text(keys, style="bold cyan")])
            key = self.device.key()
            if key in _BACK:
                page = max(0, page - 1)
            elif key in _NEXT and page + 1 < len(sheets):
                page += 1
            elif key in (*_NEXT, *_CLOSE):
                self.device.forget_keys()
                return key

    def draw(self, prompt: Prompt) -> list[Text]:
        """The screen with the table."""
        width, height = self.device.size
        if not self.device.has_screen:
            height = max(height, HEIGHT)
        return play_screen(self._scene, self.events, prompt, (width, height))

    def _show(self, prompt: Prompt) -> None:
        self.device.show(lambda: self.draw(prompt))

    def _show_lines(self, lines: Sequence[Text]) -> None:
        self.device.show(lambda: lines)


def add_choice(line: Text, key: str, name: str, style: str = "bold") -> None:
    """Append a key and what it does to a line of choices."""
    line.append(f"[{key}]", style="bold cyan").append(name, style=style).append("  ")
