"""What one does at a table of others beside playing: votes, auto-play, phrases."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase
from typing import Any, Final

from rich.text import Text

from qianma.messages import catalogue, text
from qianma.terminal.remote_game import RemoteGame
from qianma.terminal.screens import Prompt
from qianma.terminal.stage import Stage, add_choice

KEY: Final = "z"
"""The key that opens the menu."""
_PHRASE: Final = "phrase."

Refused = Callable[[str], tuple[str, dict[str, Any]] | None]
"""Waits for the answer to what was said: why it is refused, None when it is not."""


class NewsError(Exception):
    """Something has happened that what is being shown has to give way to."""


class TableMenu:
    """The menu of a table; `refused` is told the id of what is said."""

    def __init__(self, game: RemoteGame, stage: Stage, refused: Refused) -> None:
        self._game = game
        self._stage = stage
        self._refused = refused

    def show(self) -> None:
        """Let the person choose something; any other key does nothing.

        Raises `NewsError` when something has been said to the server.
        """
        if not self._stage.table.number:
            return  # nothing lies on the table yet
        offers = self._offers()
        names = [self._say(name) for name, _ in offers]
        place = self._choose([str(number) for number in range(1, len(names) + 1)], names)
        if place is not None:
            offers[place][1]()

    def _offers(self) -> list[tuple[str, Callable[[], None]]]:
        """What can be chosen now: the name of each in the catalogue, and what it does."""
        game = self._game
        if game.seat in game.votes:
            offers = [("menu_take_back", lambda: self._vote(False))]
        elif game.votes:
            offers = [
                ("menu_agree", lambda: self._vote(True)),
                ("menu_refuse", lambda: self._vote(False)),
            ]
        else:
            offers = [("menu_propose", self._propose)]
        auto = "menu_own" if game.is_auto else "menu_auto"
        offers.append((auto, lambda: self._tell(game.set_auto(not game.is_auto))))
        offers.append(("menu_say", self._speak))
        offers.append(("menu_mute" if game.hears_others else "menu_hear", self._mute))
        return offers

    def _propose(self) -> None:
        if self._stage.confirm([self._say("vote_sure")]):
            self._vote(True)

    def _vote(self, yes: bool) -> None:
        self._tell(self._game.vote(yes))

    def _speak(self) -> None:
        phrases = [key for key in catalogue("en") if key.startswith(_PHRASE)]
        language = self._stage.words.language
        words = [text(key, language) for key in phrases]
        place = self._choose(ascii_lowercase, words)
        if place is not None:
            said = self._game.speak(phrases[place].removeprefix(_PHRASE))
            who = self._stage.labels[self._game.seat]
            self._tell(said, self._say("said", who=who, phrase=words[place]))

    def _mute(self) -> None:
        self._game.hears_others = not self._game.hears_others

    def _choose(self, keys: Sequence[str], names: Sequence[str]) -> int | None:
        """Which of these names the person chooses, None for none."""
        stage, choices = self._stage, Text(" ")
        keys = list(keys[: len(names)])
        for key, name in zip(keys, names, strict=True):
            add_choice(choices, key, name)
        choices.append(stage.words.say("key_back"))
        prompt = Prompt(stage.hand_keys(False), notices=list(stage.notices), choices=[choices])
        key = stage.ask(prompt)
        return keys.index(key) if key in keys else None

    def _tell(self, name: str, done: str = "") -> None:
        """Say why what was said is refused, or that it is done; then the table is drawn anew."""
        refused = self._refused(name)
        if refused is not None:
            self._stage.notice(text(refused[0], self._stage.words.language, **refused[1]))
        elif done:
            self._stage.notice(done)
        raise NewsError

    def _say(self, key: str, **facts: str | int) -> str:
        return text(f"remote.{key}", self._stage.words.language, **facts)
