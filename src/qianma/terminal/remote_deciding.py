"""Decisions at a table of others: there is a clock, and leaving is told to the server."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from qianma.messages import text
from qianma.terminal.deciding import Deciding, Played
from qianma.terminal.screens import Prompt
from qianma.terminal.stage import Stage, add_choice
from qianma.terminal.table_menu import KEY, TableMenu


class PlayedElsewhere(Played, Protocol):
    """A game that is played on a server."""

    def clock(self) -> str:
        """The seconds that are left to whoever is waited for."""

    def confirm_leaving(self) -> None:
        """Leave, after telling what that costs. Raises `LeftError`."""


class RemoteDeciding(Deciding):
    """Asks the person what to do while the server's clock runs."""

    def __init__(self, playing: PlayedElsewhere, stage: Stage, menu: TableMenu) -> None:
        super().__init__(playing, stage)
        self._playing = playing
        self._menu = menu

    def confirm_leaving(self) -> None:
        """Leave, after asking. Raises `LeftError`."""
        self._playing.confirm_leaving()

    def _information(self) -> Mapping[str, Callable[[], object]]:
        return {**super()._information(), KEY: self._menu.show}

    def _help(self) -> str:
        return self._words.say("help") + self._words.say("help_there")

    def _prompt(self, codes: Sequence[int], keys: Sequence[tuple[str, str]]) -> Prompt:
        prompt = super()._prompt(codes, keys)
        prompt.clock = self._playing.clock
        add_choice(prompt.choices[-1], KEY, text("remote.key_more", self._words.language), "")
        return prompt
