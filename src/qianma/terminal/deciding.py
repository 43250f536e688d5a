"""A person's decisions: which keys there are, what each means, and what is asked twice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from rich.text import Text

from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD_KONG, PASS, PONG, WIN
from qianma.outlook import Outlook
from qianma.ruleset import Ruleset
from qianma.tabletop import Place
from qianma.terminal import pages
from qianma.terminal.pages import Source
from qianma.terminal.screens import Prompt
from qianma.terminal.stage import Stage, add_choice
from qianma.tiles import CODES, KIND_OF_CODE, KINDS


class LeftError(Exception):
    """The person has ended the game."""


class Played(Source, Protocol):
    """The game that is played, here or on a server."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""


class Deciding:
    """Asks the person what to do, until the answer is one of the legal actions."""

    def __init__(self, game: Played, stage: Stage) -> None:
        self._game = game
        self._stage = stage
        self._words = stage.words
        self._in_turn = False

    def decide(self, codes: Sequence[int]) -> int:
        """One of `codes`. Raises `LeftError` when the person ends the game."""
        stage = self._stage
        stage.device.forget_keys()
        in_turn = self._in_turn = PASS not in codes
        keys = stage.hand_keys(in_turn)
        tiles = {key: KIND_OF_CODE[tile] for key, tile in keys}
        if self._place.drawn is not None:
            tiles["enter"] = KIND_OF_CODE[self._place.drawn]
        while True:
            key = stage.ask(self._prompt(codes, keys))
            code = tiles[key] if in_turn and key in tiles else self._command(key, codes)
            if code in codes and not self._takes_back(codes, code):
                return code

    def _command(self, key: str, codes: Sequence[int]) -> int:
        """What a key other than a tile's means; -1 when nothing is chosen by it."""
        passing = ("x", "space") if self._stage.device.has_screen else ("x", "enter")
        if key in passing and PASS in codes:
            return PASS
        single = {"w": WIN, "p": PONG}.get(key, -1)
        if single in codes:
            return single
        kongs = [code for code in codes if is_kong(code)]
        if key == "k" and kongs:
            return kongs[0] if len(kongs) == 1 else self._choose_kong(kongs)
        declares = [code for code in codes if DECLARE <= code < CONCEALED_KONG]
        if key == "r" and declares:
            return self._choose_declaration(declares)
        if not self.shows_page(key) and key not in ("escape", "enter", "space"):
            self._hint(key)
        return -1

    def shows_page(self, key: str) -> bool:
        """Show what a key asks to see, if it does. Raises `LeftError` when the person leaves."""
        page = self._information().get(key)
        if page is not None:
            page()
        return page is not None

    def _information(self) -> Mapping[str, Callable[[], object]]:
        stage, words, game, place = self._stage, self._words, self._game, self._place

        def read(lines: Sequence[Text], from_end: bool = False) -> None:
            stage.read(lines, footer="page_back", from_end=from_end)

        def view_table() -> None:
            if not stage.device.has_screen:
                for line in stage.draw(Prompt(stage.hand_keys(False))):
                    stage.device.print(line)

        return {
            "?": lambda: read(pages.why_nots(game, words, place, self._in_turn)),
            "t": lambda: read(pages.waits_page(self._outlook(), words, place)),
            "l": lambda: read([Text(f" {event}") for event in stage.events], from_end=True),
            "h": lambda: read([Text(line) for line in self._help().splitlines()]),
            "v": view_table,
            "q": self.confirm_leaving,
        }

    def _help(self) -> str:
        return self._words.say("help") + self._words.say("help_here")

    def _hint(self, key: str) -> None:
        """Say why what a key stands for is not possible, or that it stands for nothing."""
        claims = pages.expected_claims(self._place, self._in_turn)
        codes = claims.get(_CLAIM_KEYS.get(key, ""), [])
        reasons = pages.refusals(self._game, self._words, codes)
        self._stage.notices.clear()
        self._stage.notice(reasons[0] if reasons else self._words.say("no_such_key"))

    def _choose_kong(self, kongs: Sequence[int]) -> int:
        choices = Text(" ")
        for number, code in enumerate(kongs, 1):
            add_choice(choices, str(number), self.action_name(code))
        choices.append(self._words.say("key_back"))
        key = self._stage.ask(Prompt(self._stage.hand_keys(False), choices=[choices]))
        numbers = [str(number) for number in range(1, len(kongs) + 1)]
        return kongs[numbers.index(key)] if key in numbers else -1

    def _choose_declaration(self, declares: Sequence[int]) -> int:
        """Choose the discard that ready is declared with, among those that leave the hand ready."""
        stage, words = self._stage, self._words
        can = {CODES[code - DECLARE] for code in declares}
        keys = [(key if tile in can else "", tile) for key, tile in stage.hand_keys(True)]
        ready = {discard.tile: discard for discard in self._outlook().discards}
        first_keys = {tile: key for key, tile in reversed(keys) if key}
        choices = Text(" ")
        for tile, key in list(first_keys.items())[::-1]:
            kinds = pages.wait_summary(words, ready[tile].waits)
            worth = pages.declared_summary(words, ready[tile])
            add_choice(choices, key, f"{words.tile(tile)} -> {kinds}, {worth}")
        choices.append(words.say("key_back"))
        question = Text(f" {words.say('declare_which')}", style="bold")
        answer = stage.ask(Prompt(keys, highlight=can, choices=[question, choices]))
        chosen = [tile for key, tile in keys if key and key == answer]
        return DECLARE + KIND_OF_CODE[chosen[0]] if chosen else -1

    def _takes_back(self, codes: Sequence[int], code: int) -> bool:
        """Whether the person, asked once more, would rather not decline a win."""
        if WIN not in codes or code == WIN:
            return False
        action = self.action_name(code)
        return not self._stage.confirm([self._words.say("decline_win", action=action)])

    def confirm_leaving(self) -> None:
        """Leave, after asking. Raises `LeftError`."""
        words, ruleset = self._words, self._game.ruleset
        questions = [words.say("leave_saved")]
        if self._game.in_hand and ruleset.leaving == "ends_game":
            fan = ruleset.penalty_fan
            questions.append(words.say("leave_costs", fan=fan, points=3 * fan * ruleset.base))
        if self._stage.confirm([*questions, words.say("leave_sure")]):
            raise LeftError

    def _prompt(self, codes: Sequence[int], keys: Sequence[tuple[str, str]]) -> Prompt:
        words, table = self._words, self._stage.table
        notices = list(self._stage.notices)
        highlight: set[str] = set()
        first = Text(" ")
        if PASS in codes:
            tile = table.open_tile
            highlight = {tile}
            asked = words.say("asked_rob" if table.open_kong else "asked", tile=words.tile(tile))
            first.append(f"{asked}  ", style="bold")
            blocks = not table.open_kong and self._game.ruleset.passed_win_blocks
            if WIN in codes and blocks:
                notices.append(words.say("passing_blocks"))
        if WIN in codes:
            add_choice(first, "w", words.say("claim_win"), "bold reverse")
        if PONG in codes:
            add_choice(first, "p", words.say("claim_pong"))
        kongs = [code for code in codes if is_kong(code)]
        if kongs:
            only = self.action_name(kongs[0]) if len(kongs) == 1 else words.say("claim_kong")
            add_choice(first, "k", only)
        if any(DECLARE <= code < CONCEALED_KONG for code in codes):
            add_choice(first, "r", words.say("claim_ready"), "bold magenta")
        if PASS in codes:
            passing = "key_space" if self._stage.device.has_screen else "key_enter"
            add_choice(first, words.say(passing), words.say("pass"))
        else:
            first.append(words.say("discard_by_letter"))
            if self._place.drawn is not None:
                first.append(words.say("discard_by_enter"))
        second = Text(" ")
        for key, name in _INFORMATION_NAMES.items():
            add_choice(second, key, words.say(name), "")
        return Prompt(list(keys), highlight, notices, [first, second])

    def action_name(self, code: int) -> str:
        """What the action of a code is called."""
        if code in _PLAIN_ACTIONS:
            return self._words.say(_PLAIN_ACTIONS[code])
        tile = self._words.tile(CODES[code % KINDS])
        start = max(start for start in _TILE_ACTIONS if start <= code)
        return self._words.say(_TILE_ACTIONS[start], tile=tile)

    def _outlook(self) -> Outlook:
        return self._game.outlook(self._stage.table.seen(self._stage.seat))

    @property
    def _place(self) -> Place:
        return self._stage.table.places[self._stage.seat]


_INFORMATION_NAMES: Final = {
    "?": "key_why",
    "t": "key_waits",
    "l": "key_log",
    "h": "key_help",
    "q": "key_quit",
}
_CLAIM_KEYS: Final = {"w": "win", "p": "pong", "k": "kong", "r": "ready"}
_PLAIN_ACTIONS: Final = {
    WIN: "claim_win",
    PONG: "claim_pong",
    DISCARD_KONG: "claim_kong",
    PASS: "pass",
}
_TILE_ACTIONS: Final = {
    0: "do_discard",
    DECLARE: "do_declare",
    CONCEALED_KONG: "do_concealed_kong",
    ADDED_KONG: "do_added_kong",
}


def is_kong(code: int) -> bool:
    """Whether an action is a kong of any kind."""
    return CONCEALED_KONG <= code < PONG or code == DISCARD_KONG
