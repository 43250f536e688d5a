"""Logs: one line an entry, as text or JSON, without secrets and without anything of a wall.

An entry is a fixed message with `facts` that the server's own code chose to tell. Of an exception
the kind and the place are told, not what it says: that may hold tiles, keys or tokens. The
libraries below are kept from telling what they send and store.
"""

import json
import logging
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, TextIO

from sqlalchemy.exc import DBAPIError

from qianma.server.store import StoreError

_QUIET: Final = (
    "aiosqlite",
    "asyncio",
    "concurrent",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
"""Libraries that log what they are given once they are told to log everything."""

LOG: Final = logging.getLogger("qianma.server")
_FACTS: Final = "qianma_facts"


def told(
    message: str,
    level: int = logging.INFO,
    error: Exception | None = None,
    **facts: str | float | None,
) -> None:
    """Log a fixed message with facts; those that are None are left out."""
    known = {name: fact for name, fact in facts.items() if fact is not None}
    LOG.log(level, message, exc_info=error, extra={_FACTS: known})


def set_up(form: str, level: str, stream: TextIO | None = None) -> None:
    """Send all that is logged to a stream, standard error by default.

    Handlers that libraries have of their own are removed: all goes one way, which keeps secrets.
    """
    stream = sys.stderr if stream is None else stream
    handler: logging.Handler = (
        logging.NullHandler() if stream is None else logging.StreamHandler(stream)
    )
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    root = logging.getLogger()
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    # It warns whenever another node was first, with the address of the database.
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    for name in list(root.manager.loggerDict):
        if name.partition(".")[0] in _QUIET:
            logger = logging.getLogger(name)
            _without_handlers(logger)
            logger.propagate = True
    _without_handlers(root)
    root.addHandler(handler)
    root.setLevel(level.upper())


def _without_handlers(logger: logging.Logger) -> None:
    for before in list(logger.handlers):
        logger.removeHandler(before)


class _Formatter(logging.Formatter, ABC):
    """Puts an entry together."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry as one line."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            **getattr(record, _FACTS, {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry["error"], entry["at"] = described(record.exc_info[1])
        return self.line(entry)

    @abstractmethod
    def line(self, entry: Mapping[str, Any]) -> str:
        """An entry in words."""


def _message(record: logging.LogRecord) -> str:
    """The first line of a message."""
    text = record.getMessage()
    return text.splitlines()[0][:300] if text else ""


def described(error: BaseException) -> tuple[str, list[str]]:
    """The kind of an error, with its reason where that cannot hold a secret, and its place."""
    kind = type(error).__name__
    if isinstance(error, DBAPIError):
        # The database's own first line; parameters and the row stand in those that follow.
        lines = str(error.orig).strip().splitlines()
        kind += f": {lines[0]}" if lines else ""
    elif isinstance(error, OSError) and error.strerror:
        kind += f": {error.strerror}"
    elif isinstance(error, StoreError):
        kind += f": {error}"
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None:
        deeper, deeper_places = described(cause)
        return f"{kind} from {deeper}", deeper_places + places
    return kind, places


class JsonFormatter(_Formatter):
    """One JSON object a line."""

    def line(self, entry: Mapping[str, Any]) -> str:
        """An entry as JSON."""
        return json.dumps(entry, ensure_ascii=False, default=str)


class TextFormatter(_Formatter):
    """One line of text, for reading."""

    def line(self, entry: Mapping[str, Any]) -> str:
        """Time, level and message, then the facts."""
        first = f"{entry['time']} {entry['level']:<7} {entry['message']}"
        rest = [
            f"{name}={_plain(value)}"
            for name, value in entry.items()
            if name not in ("time", "level", "logger", "message")
        ]
        return " ".join([first, *rest])


def _plain(value: object) -> str:
    text = " < ".join(reversed(value)) if isinstance(value, list) else str(value)
    return json.dumps(text, ensure_ascii=False) if " " in text or "\n" in text else text
