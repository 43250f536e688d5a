"""Waiting in a room of a server until its match starts."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from rich.text import Text

from qianma.messages import text
from qianma.ruleset import load
from qianma.settings import RulesetError
from qianma.state import SEATS
from qianma.terminal.deciding import LeftError
from qianma.terminal.device import Device
from qianma.terminal.mailbox import Mailbox
from qianma.terminal.server_api import ServerApi, ServerError
from qianma.terminal.stage import add_choice
from qianma.terminal.wire import Wire, why_closed
from qianma.terminal.words import Words


class _NewsError(Exception):
    """The room has changed."""


class Lobby:
    """A room in which one sits, in a terminal."""

    def __init__(self, api: ServerApi, room: dict[str, Any], device: Device, words: Words) -> None:
        self._api = api
        self._room = room
        self._device = device
        self._words = words
        self._trouble = ""

    def run(self) -> str:
        """Wait for the match, and return its table.

        Raises `LeftError` when the person gets up, `EndOfInputError`, and `ServerError` when the
        room is closed or the seat lost.
        """
        if self._room["status"] != "playing":
            self._wait()
        return str(self._room["game"])

    def _wait(self) -> None:
        mailbox = Mailbox()
        enter = {"type": "enter", "room": self._room["code"], "token": self._api.token}
        wire = Wire(self._api.socket, enter, mailbox)
        self._device.watch_news(mailbox.number, lambda: self._take_in(mailbox.take()))
        wire.open()
        try:
            while self._room["status"] != "playing":
                self._check()
                self._show()
                with suppress(_NewsError):
                    self._obey(self._device.spare_key())
        finally:
            self._device.forget_news()
            wire.close()
            mailbox.close()

    def _take_in(self, messages: Iterable[dict[str, Any]]) -> None:
        """Take in what the server has said. Raises `_NewsError` when that changes anything."""
        before = (self._room, self._trouble)
        for message in messages:
            if message["type"] == "room":
                self._trouble = ""
                self._keep(message["room"])
            elif message["type"] == "lost":
                self._trouble = self._say("lost")
            elif message["type"] == "closed":
                raise ServerError(why_closed(message, self._words.language))
        if (self._room, self._trouble) != before:
            raise _NewsError

    def _keep(self, room: dict[str, Any]) -> None:
        """Take in a room, unless what is known is newer."""
        if room["version"] >= self._room["version"]:
            self._room = room

    def _check(self) -> None:
        code = self._room["code"]
        if self._room["status"] == "closed":
            raise ServerError(self._say("room_closed", code=code))
        if self._room["seat"] is None:
            raise ServerError(self._say("room_removed", code=code))

    def _obey(self, key: str) -> None:
        if key == "q":
            with suppress(ServerError):
                self._api.room("leave", self._room["code"])
            raise LeftError
        action = self._action()
        if key == "s" and action is not None:
            self._trouble = ""
            seen = {"settings": self._room["settings"]} if action == "agree" else {}
            try:
                self._keep(self._api.room(action, self._room["code"], **seen))
            except ServerError as error:
                self._trouble = str(error)

    def _action(self) -> str | None:
        """What `s` does: agree to what has been changed, start the match, or want another one."""
        if any(one["you"] and one["asked"] for one in self._seats()):
            return "agree"
        wants_another = any(one["you"] and one["again"] for one in self._seats())
        if self._room["status"] == "over" and not wants_another:
            return "rematch"
        return "start" if self._room["owner"] else None

    def _seats(self) -> list[dict[str, Any]]:
        seats: list[dict[str, Any]] = self._room["seats"]
        return seats

    def _show(self) -> None:
        lines = self._lines()
        if self._device.has_screen:
            self._device.show(lambda: lines)
        else:
            for line in lines:
                self._device.print(line)

    def _lines(self) -> list[Text]:
        room = self._room
        title = room["settings"]["ruleset"]
        with suppress(RulesetError):
            title = load(title).title(self._words.language)
        hands = room["settings"]["hands"]
        key = "room_open" if hands is None else "room"
        facts = {"code": room["code"], "title": title, "hands": hands or 0}
        lines = [Text(f" {self._say(key, **facts)}", style="bold"), Text()]
        taken = {one["seat"]: self._name(one) for one in self._seats()}
        for seat in range(SEATS):
            name = taken.get(seat, self._say("room_free"))
            lines.append(Text(f"  {self._say('room_seat', seat=seat, name=name)}"))
        for seats in room["same_address"]:
            numbers = ", ".join(map(str, seats))
            lines.append(Text(f"  {self._say('room_same_address', seats=numbers)}"))
        for key, facts in self._otherwise():
            lines.append(Text(f"  {self._say(key, **facts)}"))
        lines.append(Text())
        if self._trouble:
            lines.append(Text(f" ! {self._trouble}", style="bold yellow"))
        choices = Text(" ")
        action = self._action()
        if action is None:
            choices.append(f"{self._say('room_waits')}  ")
        else:
            add_choice(choices, "s", self._say(f"room_{action}"))
        add_choice(choices, "q", self._words.say("key_quit"), "")
        return [*lines, choices]

    def _otherwise(self) -> Iterator[tuple[str, dict[str, str | int]]]:
        """What one agrees to: the clocks, the coins, and what differs from the ruleset."""
        settings = self._room["settings"]
        limits = settings["limits"]
        clock = {"decision": f"{limits['decision']:g}", "reserve": f"{limits['reserve']:g}"}
        yield "room_clock", {**clock}
        if limits["strict_window"] is not None:
            yield "room_strict", {"seconds": f"{limits['strict_window']:g}"}
        if settings["coins_per_point"]:
            yield "room_coins", {"coins": settings["coins_per_point"]}
        for name, value in settings["settings"].items():
            changes = value.items() if isinstance(value, dict) else [("", value)]
            for part, changed in changes:
                facts: dict[str, str | int] = {
                    "setting": ".".join(filter(None, (name, part))),
                    "value": str(changed),
                }
                yield "room_changed", facts

    def _name(self, taken: dict[str, Any]) -> str:
        name = self._words.player(taken["name"])
        for mark in ("you", "owner", "again", "asked"):
            if taken[mark]:
                name = self._say(f"room_{mark}", name=name)
        return name

    def _say(self, key: str, **facts: str | int) -> str:
        return text(f"remote.{key}", self._words.language, **facts)
