"""What a terminal asks of a server over HTTP: who one is, rooms, records."""

import json
import os
import secrets
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from qianma.messages import catalogue, text

_SECONDS: Final = 15.0
_MOST_BYTES: Final = 64 * 1024 * 1024
_UNAUTHORIZED: Final = 401


class ServerError(Exception):
    """What the server refuses, or why it cannot be asked; the text is for people.

    `key` is that of the message catalogue where the server has refused.
    """

    def __init__(self, reason: str, key: str | None = None) -> None:
        super().__init__(reason)
        self.key = key


def server_address(typed: str) -> str:
    """The address of a server as typed, without what needs not be. Raises `ValueError`.

    >>> server_address("localhost:8765/"), server_address("https://example.org/mahjong/")
    ('http://localhost:8765', 'https://example.org/mahjong')
    """
    address = typed if "://" in typed else f"http://{typed}"
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"{typed!r} is not the address of a server: {error}") from None
    named = parts.scheme in ("http", "https") and parts.hostname and port != 0
    if not named or not address.isprintable() or " " in address:
        raise ValueError(f"{typed!r} is not the address of a server, as http://HOST:PORT")
    if parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"{typed!r} holds more than the address of a server")
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


class ServerApi:
    """The HTTP side of a server, asked by one person. All methods raise `ServerError`."""

    def __init__(self, address: str, language: str) -> None:
        """A server by its `server_address`; what it refuses is told in `language`."""
        self._address = address
        self._language = language
        self.token: str | None = None

    @property
    def socket(self) -> str:
        """The address of its WebSocket."""
        return "ws" + self._address.removeprefix("http") + "/socket"

    def become(self, name: str, guests: "Guests") -> None:
        """Be the guest of this name that one was before on this server, or a new one."""
        self.token = guests.token(self._address, name)
        if self.token is not None:
            try:
                self.ask("GET", "/api/people/me")
            except ServerError as error:
                if error.key not in ("people.no_token", "people.unknown_token"):
                    raise
                self.token = None
        if self.token is None:
            made = self.ask("POST", "/api/people", {"name": name})
            self.token = str(made["token"])
            guests.keep(self._address, name, {key: made[key] for key in ("token", "recovery")})

    def room(self, action: str, code: str, **body: Any) -> dict[str, Any]:
        """Do something with a room: `look`, `join`, `leave`, `agree`, `start` or `rematch`."""
        return self.ask("POST", f"/api/rooms/{action}", {"code": code, **body})

    def record(self, game: str) -> bytes:
        """The record of a match, as far as one may know it."""
        return self._answer("GET", f"/api/matches/{game}/record", None)

    def ask(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """The answer to a request."""
        answer = self._answer(method, path, body)
        try:
            document = json.loads(answer)
        except ValueError:
            document = None
        if not isinstance(document, dict):
            raise ServerError(text("remote.no_server", self._language, address=self._address))
        return document

    def _answer(self, method: str, path: str, body: Any) -> bytes:
        headers = {"Accept-Language": self._language}
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self._address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                found: bytes = answer.read(_MOST_BYTES)
                return found
        except urllib.error.HTTPError as refused:
            with refused:
                raise self._refusal(refused) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = str(getattr(error, "reason", error)) or type(error).__name__
            raise ServerError(
                text("remote.not_reached", self._language, address=self._address, reason=reason)
            ) from None

    def _refusal(self, refused: urllib.error.HTTPError) -> ServerError:
        try:
            problem = json.loads(refused.read(_MOST_BYTES))
            key, facts = problem["key"], problem["facts"]
            if key in catalogue(self._language):
                return ServerError(text(key, self._language, **facts), key)
            return ServerError(str(problem["message"]), key)
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            reason = text("remote.no_server", self._language, address=self._address)
            return ServerError(reason)


class Guests:
    """The guests that one has been on servers: a file with their tokens, for its owner only."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @classmethod
    def of_user(cls, environment: Mapping[str, str]) -> "Guests":
        """Those of the user's data folder. Raises `RuntimeError` when there is no home."""
        base = Path(environment.get("XDG_DATA_HOME", ""))
        if not base.is_absolute():
            base = Path.home() / ".local" / "share"
        return cls(base / "qianma" / "guests.json")

    def token(self, address: str, name: str) -> str | None:
        """The token of a guest, None for one that is not known. Raises `ServerError`."""
        guest = self._read().get(f"{address} {name}")
        return guest.get("token") if isinstance(guest, dict) else None

    def keep(self, address: str, name: str, guest: dict[str, Any]) -> None:
        """Keep what a new guest will need. Raises `ServerError`."""
        guests = {**self._read(), f"{address} {name}": guest}
        part = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            number = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                json.dump(guests, file, ensure_ascii=False, indent=1)
            part.replace(self._path)
        except OSError as error:
            raise ServerError(f"{self._path}: {error.strerror or error}") from None

    def _read(self) -> dict[str, Any]:
        try:
            guests = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise ServerError(f"{self._path}: {error.strerror or error}") from None
        except ValueError as error:
            raise ServerError(f"{self._path}: {error}") from None
        if not isinstance(guests, dict):
            raise ServerError(f"{self._path}: not a JSON object")
        return guests
