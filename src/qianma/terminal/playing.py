"""The program `qianma play`: a match from the first deal to the standings."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rich.text import Text

from qianma.record import UNKNOWN_TILE
from qianma.terminal import pages
from qianma.terminal.deciding import Deciding, LeftError
from qianma.terminal.device import Device, EndOfInputError
from qianma.terminal.game import Game
from qianma.terminal.screens import HEIGHT, WIDTH
from qianma.terminal.stage import Stage
from qianma.terminal.words import Words


class Playing:
    """A game in a terminal."""

    def __init__(
        self, game: Game, device: Device, words: Words, opponents: tuple[str, ...], pause: float
    ) -> None:
        """`pause` is how long, in seconds, everything that others do is shown."""
        title = words.printable(game.ruleset.title(words.language))
        self._game = game
        self._stage = Stage(device, words, game.seat, opponents, title)
        self._deciding = Deciding(game, self._stage)
        self._pause = pause

    def run(self) -> None:
        """Play the match to its end, or until the person ends it or has no more input."""
        stage = self._stage
        stage.tell(stage.words.say("line_mode", width=WIDTH, height=HEIGHT))
        with suppress(LeftError, EndOfInputError):
            while not self._game.is_over:
                self._game.deal()
                self._play_hand()
                self._settle()

    def standings(self) -> list[Text]:
        """The scores of the finished hands, the most points first; none before the first."""
        played = len(self._game.match.results)
        stage = self._stage
        return pages.standings(stage.table, stage.words, stage.labels, played) if played else []

    def _play_hand(self) -> None:
        self._stage.events.clear()
        self._stage.notices.clear()
        self._absorb()
        while self._game.in_hand:
            codes = self._game.codes()
            if not codes:
                self._game.advance()
            elif len(codes) == 1:
                self._force(codes[0])
                continue
            else:
                code = self._deciding.decide(codes)
                self._stage.notices.clear()
                self._game.choose(code)
            self._absorb()

    def _force(self, code: int) -> None:
        """Do the one thing that can be done, and say so while it is shown."""
        stage = self._stage
        stage.notices.clear()
        stage.notice(stage.words.say("forced", action=self._deciding.action_name(code)))
        self._game.choose(code)
        self._absorb()
        stage.notices.clear()

    def _absorb(self) -> None:
        """Take in what has happened, show it, and say why a complete hand may not win."""
        stage = self._stage
        something_done = False
        for line in self._game.take():
            stage.table.apply(line)
            event = stage.words.event(line, stage.labels)
            if event and not is_plain_draw(line):
                stage.events.append(event)
                stage.tell(event)
                something_done = something_done or line["type"] != "draw"
        refused = self._game.complete_but_refused()
        if refused is not None:
            stage.notice(refused.text(stage.words.language))
        if something_done:
            stage.watch(self._pause)

    def _settle(self) -> None:
        stage, result = self._stage, self._game.result
        assert result is not None, "a hand that is over has a result"
        lines = pages.settlement(stage.table, stage.words, stage.labels, result, self._game.hand)
        if not self._game.is_over:
            lines += pages.scores(stage.table, stage.words, stage.labels)
        elif stage.device.has_screen:  # elsewhere they are the last thing printed
            lines += [Text(), *self.standings()]
        while stage.read(lines, footer="page_leave") == "q":
            self._deciding.confirm_leaving()


def is_plain_draw(line: Mapping[str, Any]) -> bool:
    """Whether somebody else takes the next tile, which goes without saying."""
    hidden_draw = {"type": "draw", "tile": UNKNOWN_TILE, "end": "head"}
    return hidden_draw.items() <= line.items()
