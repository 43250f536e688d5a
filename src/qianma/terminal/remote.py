"""A match on a server, played in the terminal: the program of `qianma play --server`."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

import msgspec
from rich.text import Text

from qianma.hand import Hand
from qianma.messages import text
from qianma.outlook import Outlook
from qianma.rules.refusals import Refusal
from qianma.ruleset import Ruleset
from qianma.settings import RulesetError
from qianma.state import SEATS
from qianma.terminal import pages
from qianma.terminal.deciding import Deciding, LeftError
from qianma.terminal.device import Device, EndOfInputError
from qianma.terminal.mailbox import Mailbox
from qianma.terminal.opened_hand import DealError
from qianma.terminal.playing import is_plain_draw
from qianma.terminal.remote_deciding import RemoteDeciding
from qianma.terminal.remote_game import RemoteGame, refusal_told
from qianma.terminal.screens import HEIGHT, WIDTH, Prompt
from qianma.terminal.server_api import ServerError
from qianma.terminal.stage import Stage, add_choice
from qianma.terminal.table_menu import KEY, NewsError, TableMenu
from qianma.terminal.wire import Wire, why_closed
from qianma.terminal.words import Words

_PATIENCE: Final = 10.0
"""Seconds for which an answer is waited for before the person can do something else."""
_INFORMATION: Final = {"t": "key_waits", "l": "key_log", "h": "key_help", "q": "key_quit"}
_COSTS_OF_LEAVING: Final = (
    "live.leave_between",
    "live.leave_free",
    "live.leave_costs",
    "live.leave_costs_coins",
    "live.leave_costs_more",
    "live.leave_costs_more_coins",
)
"""How a server answers who wants to leave and has not confirmed it yet."""


class RemotePlaying:
    """A seat of a table on a server, in a terminal."""

    def __init__(
        self, address: str, table: str, token: str | None, device: Device, words: Words
    ) -> None:
        """`address` is that of the server's WebSocket, `table` the match, `token` the person's."""
        self._mailbox = Mailbox()
        join = {"type": "join", "table": table, "token": token}
        self._wire = Wire(address, join, self._mailbox)
        self._game = RemoteGame(self._wire.send)
        self._device = device
        self._words = words
        self._stage: Stage | None = None
        self._deciding: Deciding | None = None
        self._gives_way: Callable[[], bool] = lambda: True
        self._has_left = False

    def run(self) -> None:
        """Play until the match ends, or the person leaves or has no more input.

        Raises `ServerError` when the connection ends for good.
        """
        self._device.watch_news(self._mailbox.number, self._take_news)
        self._wire.open()
        try:
            with suppress(LeftError, EndOfInputError):
                self._connect()
                self._play()
        finally:
            self._device.forget_news()
            self._wire.close()
            self._mailbox.close()

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing to come back to: the match is over, or the person has left."""
        return self._game.is_over or self._has_left

    def standings(self) -> list[Text]:
        """The scores of the finished hands, the most points first; none before the first."""
        stage, game = self._stage, self._game
        if stage is None:
            return []
        table = stage.table
        finished = table.number if table.result else table.number - 1
        if finished < 1:
            return []
        if game.is_over:
            table.points, table.paid = list(game.points), [0] * SEATS
        return pages.standings(table, stage.words, stage.labels, finished)

    def ending(self) -> list[str]:
        """How the match has ended, where that is not by its last hand."""
        reason = self._game.end_reason
        if reason in (None, "played"):
            return []
        return [text(f"remote.ended_{reason}", self._words.language)]

    # From the first message to the last.

    def _connect(self) -> None:
        line = self._say("connecting", address=self._wire.address)
        if self._device.has_screen:
            self._device.show(lambda: [Text(f" {line}")])
        else:
            self._device.print(self._words.say("line_mode", width=WIDTH, height=HEIGHT))
            self._device.print(line)
        while not self._game.phase:
            with suppress(NewsError):
                if self._device.spare_key() == "q":
                    raise LeftError
        self._begin_stage()
        if self._game.is_absent:
            self._game.come_back()

    def _begin_stage(self) -> None:
        game = self._game
        try:
            ruleset = game.ruleset
        except RulesetError as error:
            why = error.text_in(self._words.language)
            raise ServerError(self._say("unknown_rules", reason=why)) from None
        names = [player["name"] for player in game.match["players"]]
        others = [names[(game.seat + step) % SEATS] for step in range(1, SEATS)]
        title = self._words.printable(ruleset.title(self._words.language))
        self._stage = Stage(self._device, self._words, game.seat, others, title)
        menu = TableMenu(game, self._stage, self._refused)
        self._deciding = RemoteDeciding(self, self._stage, menu)

    def _play(self) -> None:
        game = self._game
        while True:
            with suppress(NewsError):
                if self._absorb():
                    self._settle()
                elif game.is_over:
                    return
                elif game.phase == "waiting":
                    game.begin_hand()
                    self._wait()
                elif codes := game.codes():
                    self._decide(codes)
                else:
                    self._wait()

    def _decide(self, codes: list[int]) -> None:
        game, (stage, deciding) = self._game, self._shown()
        prompt = game.prompt
        assert prompt is not None, "there are codes in a prompt only"
        if len(codes) == 1:
            stage.notices.clear()
            stage.notice(stage.words.say("forced", action=deciding.action_name(codes[0])))
            game.act(codes[0])
            return
        before = set(game.votes), game.is_closing

        def is_over_or_has_news() -> bool:
            asked = game.codes() == codes and game.prompt_id == prompt["id"]
            return not asked or (game.votes, game.is_closing) != before

        with self._giving_way(is_over_or_has_news):
            code = deciding.decide(codes)
        stage.notices.clear()
        game.act(code)

    def _wait(self) -> None:
        """Show the table until something happens; information and leaving are for the asking."""
        _, deciding = self._shown()
        with self._giving_way(lambda: True):
            key = self._spare_key()
        if key in (*_INFORMATION, "v", KEY):
            with self._giving_way(lambda: bool(self._game.codes())):
                deciding.shows_page(key)

    def _spare_key(self) -> str:
        """A key while nothing is asked, with the table in sight."""
        stage, _ = self._shown()
        if not self._device.has_screen:
            return self._device.spare_key()
        choices = [Text(f" {self._waiting()}"), Text(" ")]
        for key, name in _INFORMATION.items():
            add_choice(choices[1], key, self._words.say(name), "")
        if not stage.table.number:  # no tile is dealt yet
            self._device.show(lambda: [*choices])
            return self._device.key()
        add_choice(choices[1], KEY, self._say("key_more"), "")
        notices = list(stage.notices)
        prompt = Prompt(stage.hand_keys(False), notices=notices, choices=choices, clock=self.clock)
        return stage.ask(prompt)

    def _waiting(self) -> str:
        """What is waited for."""
        game, (stage, _) = self._game, self._shown()
        if not game.is_connected:
            return self._say("lost")
        if game.phase == "waiting":
            return self._say("waiting_hand")
        table = stage.table
        if table.open is None and table.turn not in (None, stage.seat):
            return self._say("waiting_for", who=stage.labels[table.turn or 0])
        return self._say("waiting")

    def clock(self) -> str:
        """The seconds that are left to whoever is waited for."""
        left = self._game.seconds_left()
        return self._say("seconds", seconds=left) if left else ""

    def _absorb(self) -> bool:
        """Take in what has happened and show it, up to a settlement: then True."""
        game, (stage, _) = self._game, self._shown()
        if game.starts_over:
            game.starts_over = False
            stage.start_over()
            stage.table.apply(game.match)
            stage.table.points = game.points_before()
        while (line := game.take()) is not None:
            if line["type"] == "hand":
                stage.events.clear()
                stage.notices.clear()
            stage.table.apply(line)
            event = self._event(line)
            if event and not is_plain_draw(line):
                stage.events.append(event)
                stage.tell(event)
            if line["type"] == "result":
                return True
        self._notices()
        return False

    def _event(self, line: dict[str, Any]) -> str:
        stage, _ = self._shown()
        kind = line["type"]
        if kind in ("left", "returned", "vote"):
            key = "vote_no" if kind == "vote" and not line["yes"] else kind
            return self._say(key, who=stage.labels[line["seat"]])
        if kind == "vote_lapsed":
            return self._say(kind)
        return "" if kind in ("pass", "closing") else stage.words.event(line, stage.labels)

    def _notices(self) -> None:
        """Say what has to be said beside the events."""
        game, (stage, _) = self._game, self._shown()
        language = self._words.language
        for key, facts in game.notices:
            named: dict[str, str | int] = {}
            if "seat" in facts:
                named["who"] = stage.labels[facts["seat"]]
                named["phrase"] = text(facts["key"], language) if "key" in facts else ""
            stage.notice(text(key, language, **(named or facts)))
        game.notices.clear()
        self._stands("auto", game.is_auto)
        self._stands("closing", game.is_closing)
        self._stands("vote_open", bool(game.votes) and game.seat not in game.votes)
        if game.refused_win is not None:
            refused = game.refused_win
            stage.notice(refusal_told(refused).text(language))

    def _stands(self, key: str, holds: bool) -> None:
        """Show a notice as long as something holds."""
        stage, _ = self._shown()
        notice = self._say(key)
        if holds:
            stage.notice(notice)
        elif notice in stage.notices:
            stage.notices.remove(notice)

    def _settle(self) -> None:
        game, (stage, _) = self._game, self._shown()
        table = stage.table
        assert table.result is not None, "a settlement has a result"
        hand, checked = self._checked_hand()
        result = pages.result_of(table.result)
        assert result is not None, "the server's results are of this version"
        lines = pages.settlement(table, stage.words, stage.labels, result, hand) + checked
        lines += pages.scores(table, stage.words, stage.labels)
        with self._giving_way(lambda: bool(game.codes())):
            while stage.read(lines, footer="page_leave") == "q":
                self.confirm_leaving()

    def _checked_hand(self) -> tuple[Hand | None, list[Text]]:
        """The hand that is over, opened if its key has come, and whether its deal was fair."""
        try:
            hand = self._game.opened()
        except DealError as error:
            reason = self._say("deal_not_fair", reason=str(error))
            return None, [Text(), Text(f" {reason}", "bold red")]
        if hand is None:
            return None, []
        key = "deal_fair" if self._game.has_contributed() else "deal_without_yours"
        return hand, [Text(), Text(f" {self._say(key)}")]

    def confirm_leaving(self) -> None:
        """Leave, after telling what that costs.

        Raises `LeftError`, or `NewsError` when that ends the match, which is settled then.
        """
        game, (stage, _) = self._game, self._shown()
        if game.is_over:
            raise LeftError
        sure = self._words.say("leave_sure")
        if not game.is_connected:
            if stage.confirm([self._say("leave_offline"), sure]):
                raise LeftError
            return
        cost = self._refused(game.leave(confirmed=False))
        if cost is None or cost[0] not in _COSTS_OF_LEAVING:
            return
        question = text(cost[0], self._words.language, **cost[1])
        if stage.confirm([question, sure]):
            self._has_left = self._refused(game.leave(confirmed=True)) is None
            raise LeftError if game.end_reason is None else NewsError

    # What only the server knows.

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self._game.ruleset

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self._game.in_hand

    def outlook(self, _seen: Sequence[int]) -> Outlook:
        """What the person's hand waits for."""
        return msgspec.convert(self._look(()), Outlook)

    def why_nots(self, codes: Sequence[int]) -> list[Refusal | None]:
        """For each action why the person cannot carry it out now; None when it can."""
        refused = {one["code"]: one for one in self._look(codes)["refused"]}
        if any(not one["key"].startswith("refusal.") for one in refused.values()):
            raise NewsError  # it is nobody's or another one's turn by now
        return [refusal_told(refused[code]) if code in refused else None for code in codes]

    def _look(self, codes: Sequence[int]) -> dict[str, Any]:
        name = self._game.look(codes)
        self._await(name)
        sight = self._game.sight(name)
        if sight is None:
            raise NewsError
        return sight

    def _refused(self, name: str) -> tuple[str, dict[str, Any]] | None:
        """Key and facts with which what was said is refused, None when it is not."""
        self._await(name)
        for notice in self._game.notices:
            if notice[1].get("id") == name:
                self._game.notices.remove(notice)
                return notice
        return None

    def _await(self, name: str) -> None:
        """Wait for the answer to what was said, or until there cannot be one soon."""
        end = time.monotonic() + _PATIENCE
        game = self._game
        while game.is_pending(name) and game.is_connected and time.monotonic() < end:
            self._mailbox.wait(0.25)
            self._read_mail()
        self._game.drop(name)

    # News.

    @contextmanager
    def _giving_way(self, gives_way: Callable[[], bool]) -> Iterator[None]:
        """While this lasts, news end it by `NewsError` if `gives_way` says so."""
        before, self._gives_way = self._gives_way, gives_way
        try:
            yield
        finally:
            self._gives_way = before

    def _take_news(self) -> None:
        if self._read_mail() and self._gives_way():
            raise NewsError

    def _read_mail(self) -> bool:
        """Take in what the server has said; returns whether anything that is shown changes."""
        changed = False
        for message in self._mailbox.take():
            if message["type"] == "closed":
                raise ServerError(why_closed(message, self._words.language))
            changed = self._game.take_in(message) or changed
        return changed

    def _shown(self) -> tuple[Stage, Deciding]:
        assert self._stage is not None, "the first message has come"
        assert self._deciding is not None, "the first message has come"
        return self._stage, self._deciding

    def _say(self, key: str, **facts: str | int) -> str:
        return text(f"remote.{key}", self._words.language, **facts)
