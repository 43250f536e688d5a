"""The settings of a server: one table for the file, the environment and the command line.

A flag counts before the environment, the environment before the file, the file before the default.
"""

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

ENVIRONMENT_PREFIX: Final = "QIANMA_"
_MOST_OF_FILE: Final = 2**20
_LOG_FORMATS: Final = ("text", "json")
_LOG_LEVELS: Final = ("debug", "info", "warning", "error")
_METRICS: Final = ("local", "everybody", "nobody")
_TRUTH: Final = {"true": True, "false": False}


class ConfigError(ValueError):
    """A setting that cannot be used; the text says where it stands, and what is allowed."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a server runs with; `SETTINGS` describes each."""

    host: str
    port: int
    database: str
    public_url: str
    allowed_origins: tuple[str, ...]
    proxy_hops: int
    log_format: str
    log_level: str
    log_addresses: bool
    metrics: str
    body_bytes: int
    record_bytes: int
    requests_per_second: float
    guests_per_hour: int
    connections_per_address: int
    rooms_per_person: int
    idle_room_hours: int
    idle_guest_days: int
    shutdown_seconds: int
    qr: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its name, what its value is called, how it is read, its default, its meaning."""

    name: str
    metavar: str
    read: Callable[[str], Any]
    default: str
    meaning: str

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return ENVIRONMENT_PREFIX + self.name.upper()

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.name.replace("_", "-")


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder of qianma among the user's data."""
    base = Path(environment.get("XDG_DATA_HOME", ""))
    if not base.is_absolute():
        base = Path.home() / ".local" / "share"
    return base / "qianma"


def default_database(environment: Mapping[str, str]) -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite:///{data_folder(environment) / 'server.sqlite'}"


def _words(text: str) -> str:
    if not text.strip() or not text.isprintable():
        raise ValueError("a text that is not empty")
    return text.strip()


def _any_words(text: str) -> str:
    return _words(text) if text.strip() else ""


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        good = text.isascii() and text.isdigit() and len(text) < 15
        if not good or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def _number(least: float, most: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise ValueError(f"a number from {least:g} to {most:g}")
        return value

    return read


def _one_of(values: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"one of {', '.join(values)}")
        return text

    return read


def _truth(text: str) -> bool:
    if text not in _TRUTH:
        raise ValueError("true or false")
    return _TRUTH[text]


def _address(text: str) -> str:
    """An `http` or `https` address without path, or nothing."""
    if not text:
        return ""
    return _origin(text)


def _origin(text: str) -> str:
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname)
        good = good and parts.path in ("", "/") and not (parts.query or parts.fragment)
        good = good and parts.username is None and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
    if not good:
        raise ValueError("an address such as https://mahjong.example")
    return text.rstrip("/").lower()


def _origins(text: str) -> tuple[str, ...]:
    return tuple(_origin(part.strip()) for part in text.split(",") if part.strip())


SETTINGS: Final = (
    Setting(
        "host",
        "HOST",
        _words,
        "0.0.0.0",
        "the address to listen at; 127.0.0.1 for this machine only",
    ),
    Setting("port", "PORT", _whole(0, 65535), "8765", "the port to listen at; 0 takes a free one"),
    Setting(
        "database",
        "URL",
        _words,
        "",
        "sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME; without it, a file in the "
        "user's data folder",
    ),
    Setting(
        "public_url",
        "URL",
        _address,
        "",
        "the address that people reach the server at, for links; without it, that of the request",
    ),
    Setting(
        "allowed_origins",
        "URL,URL",
        _origins,
        "",
        "other origins whose pages may use the server, separated by commas",
    ),
    Setting(
        "proxy_hops",
        "N",
        _whole(0, 10),
        "0",
        "how many proxies of one's own stand before the server; so many entries of "
        "X-Forwarded-For are believed",
    ),
    Setting(
        "log_format", "FORMAT", _one_of(_LOG_FORMATS), "text", "text, or json for one object a line"
    ),
    Setting("log_level", "LEVEL", _one_of(_LOG_LEVELS), "info", "one of " + ", ".join(_LOG_LEVELS)),
    Setting(
        "log_addresses",
        "true|false",
        _truth,
        "false",
        "whether the addresses of clients are logged",
    ),
    Setting(
        "metrics",
        "WHO",
        _one_of(_METRICS),
        "local",
        "who may read /metrics: local, everybody or nobody; "
        "on a quiet server its counts tell who could claim",
    ),
    Setting("body_bytes", "N", _whole(1024, 2**24), "65536", "the most bytes of a request's body"),
    Setting(
        "record_bytes",
        "N",
        _whole(1024, 2**24),
        "1048576",
        "the most bytes of a record that is sent in to be replayed",
    ),
    Setting(
        "requests_per_second",
        "N",
        _number(0.1, 1e6),
        "30",
        "how many requests a second one address may send; four seconds' worth at once",
    ),
    Setting(
        "guests_per_hour", "N", _whole(1, 10**9), "120", "how many guests may come from one address"
    ),
    Setting(
        "connections_per_address",
        "N",
        _whole(1, 10**6),
        "200",
        "how many WebSockets, and how many waiting requests, one address may hold open",
    ),
    Setting(
        "rooms_per_person", "N", _whole(1, 1000), "5", "how many open rooms one person may own"
    ),
    Setting(
        "idle_room_hours", "N", _whole(1, 10**5), "24", "after how long an untouched room is closed"
    ),
    Setting(
        "idle_guest_days",
        "N",
        _whole(1, 10**5),
        "30",
        "after how long away a guest without account, match and room is forgotten",
    ),
    Setting(
        "shutdown_seconds", "N", _whole(1, 600), "10", "how long clients are waited for at the end"
    ),
    Setting(
        "qr", "true|false", _truth, "true", "whether a QR code of the address is shown at the start"
    ),
)
"""All settings, in the order in which they are shown."""

_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}
assert list(_BY_NAME) == [each.name for each in fields(Config)]


def load_config(
    flags: Mapping[str, str | None],
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Config:
    """The settings of a server. `flags` are texts by the name of the setting.

    `file` is a TOML file; without it the one that QIANMA_CONFIG names, if it names one. Raises
    `ConfigError`.
    """
    environment = os.environ if environment is None else environment
    if file is None and environment.get(ENVIRONMENT_PREFIX + "CONFIG"):
        file = Path(environment[ENVIRONMENT_PREFIX + "CONFIG"])
    texts = {} if file is None else _file_texts(file)
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        place, text = "default", setting.default
        if setting.name in texts:
            place, text = f"{file}: {setting.name}", texts[setting.name]
        if setting.variable in environment:
            place, text = f"environment {setting.variable}", environment[setting.variable]
        flag = flags.get(setting.name)
        if flag is not None:
            place, text = f"argument {setting.flag}", flag
        values[setting.name] = _read(setting, place, text)
    values["database"] = values["database"] or default_database(environment)
    return Config(**values)


def _read(setting: Setting, place: str, text: str) -> Any:
    if not text and not setting.default:
        return setting.read("") if setting.name != "database" else ""
    try:
        return setting.read(text)
    except ValueError as error:
        # An address of a database may hold a password.
        shown = "" if setting.name == "database" else f"{text!r} is not allowed, only "
        raise ConfigError(f"{place}: {shown}{error}") from None


def _file_texts(file: Path) -> dict[str, str]:
    try:
        if not file.is_file():
            raise ConfigError(f"{file}: there is no such file")
        if file.stat().st_size > _MOST_OF_FILE:
            raise ConfigError(f"{file}: larger than 1 MB")
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror or error}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{file}: not TOML: {error}") from None
    return {name: _text(file, name, value) for name, value in table.items()}


def _text(file: Path, name: str, value: object) -> str:
    """A value of the file as the text that a flag would have."""
    if name not in _BY_NAME:
        raise ConfigError(f"{file}: {name} is no setting, only {', '.join(_BY_NAME)}")
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ",".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        return str(value)
    raise ConfigError(f"{file}: {name}: a text, a number or true or false is needed")
