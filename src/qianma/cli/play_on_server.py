"""`qianma play --server`: a match on a server, in the terminal."""

import getpass
import json
import os
import sys
from argparse import Namespace
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from qianma.cli.display import display
from qianma.cli.errors import CommandError, print_error
from qianma.messages import text
from qianma.recording import ruleset_keys
from qianma.terminal.server_api import Guests, ServerApi, ServerError, server_address

if TYPE_CHECKING:
    from qianma.terminal.device import Device
    from qianma.terminal.journal import Journal
    from qianma.terminal.words import Words

NEW: Final = "new"
"""In place of a code: a room of one's own."""
_HANDS: Final = (4, 8, 16)
_UNHURRIED: Final = {"decision": 120.0, "reserve": 600.0, "between_hands": 600.0}
"""The clocks of a table at which nobody else waits, in seconds."""
_SLOWLY: Final = 1.0
_FAST: Final = 0.5


def check_arguments(arguments: Namespace) -> None:
    """Raise `CommandError` for arguments that do not go together."""
    if arguments.server is None:
        for name in ("room", "name"):
            if getattr(arguments, name) is not None:
                raise CommandError(f"argument --{name}: only with --server")
        return
    for name in ("seed", "seat"):
        if getattr(arguments, name) is not None:
            raise CommandError(f"argument --{name}: not with --server, which deals and seats")
    if len(set(arguments.players)) > 1:
        raise CommandError("argument --players: with --server one name stands for all")
    if arguments.hands and arguments.hands not in _HANDS:
        raise CommandError("argument --hands: with --server 4, 8, 16 or 0")


def run(arguments: Namespace) -> int:
    """Play on a server. Exit code 0, 2 when the server ends it, or 128 and a signal's number."""
    try:
        address = server_address(arguments.server)
    except ValueError as error:
        raise CommandError(f"argument --server: {error}") from None
    words, device = display(arguments)
    name = arguments.name or _user()
    api = ServerApi(address, words.language)
    try:
        api.become(name, Guests.of_user(os.environ))
        room = _room(api, arguments)
    except (ServerError, RuntimeError) as error:
        raise CommandError(str(error)) from None
    command = ["qianma play", f"--server {address}", f"--room {room['code']}"]
    if arguments.name:
        command.append(f"--name {name}")
    journal = _journal(arguments)
    return _Visit(api, room, device, words, journal, " ".join(command)).run()


class _Visit:
    """One's time in a room, from coming to going."""

    def __init__(
        self,
        api: ServerApi,
        room: dict[str, Any],
        device: "Device",
        words: "Words",
        journal: "Journal | None",
        command: str,
    ) -> None:
        self._api = api
        self._room = room
        self._device = device
        self._words = words
        self._journal = journal
        self._command = command
        self._table: str | None = None
        self._last_lines: list[Any] = []
        self._error = ""

    def run(self) -> int:
        from qianma.terminal.device import run_until_stopped

        code = run_until_stopped(self._device, self._play)
        self._save()
        try:
            for line in self._last_lines:
                self._device.print(line, whole=isinstance(line, str))
            sys.stdout.flush()
        except OSError:
            self._device.drop_output()
        if self._error:
            print_error("qianma play", self._error)
            return 2
        return code

    def _play(self) -> None:
        from qianma.terminal.deciding import LeftError
        from qianma.terminal.device import EndOfInputError
        from qianma.terminal.lobby import Lobby
        from qianma.terminal.remote import RemotePlaying

        device, words = self._device, self._words
        with suppress(LeftError, EndOfInputError):
            try:
                self._table = Lobby(self._api, self._room, device, words).run()
            except ServerError as error:
                self._error = str(error)
                return
            playing = RemotePlaying(self._api.socket, self._table, self._api.token, device, words)
            try:
                playing.run()
            except ServerError as error:
                self._error = str(error)
            finally:
                self._last_lines += [*playing.ending(), *playing.standings()]
                if not playing.has_ended and not self._error:
                    self._last_lines.append(self._say("come_back", command=self._command))

    def _save(self) -> None:
        """Write the record of the match, as far as one may know it, or leave no file."""
        journal = self._journal
        if journal is None:
            return
        with journal:
            if self._table is not None:
                try:
                    lines = self._api.record(self._table).splitlines()
                    journal.write(json.loads(line) for line in lines)
                except (ServerError, ValueError, OSError) as error:
                    path = str(journal.path)
                    self._error = self._say("no_record", path=path, reason=str(error))
                else:
                    saved = self._words.say("record_saved", path=str(journal.path))
                    self._last_lines.append(saved)
                    return
            journal.path.unlink(missing_ok=True)

    def _say(self, key: str, **facts: str | int) -> str:
        return text(f"remote.{key}", self._words.language, **facts)


def _room(api: ServerApi, arguments: Namespace) -> dict[str, Any]:
    """The room that is asked for: one by its code, a new one, or one that plays at once."""
    if arguments.room is None:
        return api.ask("POST", "/api/quick-play", _settings(arguments, _UNHURRIED))
    if arguments.room == NEW:
        return api.ask("POST", "/api/rooms", _settings(arguments, {}))
    try:
        return api.room("join", arguments.room)
    except ServerError as error:
        if error.key is None:
            raise
        if error.key == "room.closed" and (room := _last_hand(api, arguments.room)) is not None:
            return room
        raise ServerError(f"room {arguments.room}: {error}", error.key) from None


def _last_hand(api: ServerApi, code: str) -> dict[str, Any] | None:
    """A closed room in which one still plays a hand to its end."""
    room = api.room("look", code)
    if room["game"] is None:
        return None
    try:
        match = api.ask("GET", f"/api/matches/{room['game']}")
    except ServerError:
        return None
    is_played = match["seat"] is not None and match.get("reason") is None
    return {**room, "status": "playing"} if is_played else None


def _settings(arguments: Namespace, limits: dict[str, float]) -> dict[str, Any]:
    speed = arguments.speed
    pace = "slow" if speed > _SLOWLY else "normal" if speed >= _FAST else "fast"
    return {
        **ruleset_keys(arguments.rules),
        "hands": arguments.hands or None,
        "fill": arguments.players[0],
        "fill_pace": pace,
        "limits": {**limits, "pause": max(0.01, speed)},
    }


def _journal(arguments: Namespace) -> "Journal | None":
    from qianma.terminal.journal import Journal

    if arguments.record is None:
        return None
    try:
        return Journal(arguments.record)
    except OSError as error:
        place = error.filename or arguments.record
        raise CommandError(f"record {place}: {error.strerror or error}") from None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "guest"
