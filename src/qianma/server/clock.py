"""The time and the secrets that a node uses; tests put others in their place, servers never do."""

import secrets
import time
from collections.abc import Callable

from qianma import walls

Clock = Callable[[], int]
"""Milliseconds since 1970 UTC."""

KeySource = Callable[[str, int], bytes]
"""The secret key of a hand, by table and number of the hand."""


def system_clock() -> int:
    """The time of this machine."""
    return time.time_ns() // 1_000_000


def fresh_key(_game_id: str, _number: int) -> bytes:
    """A key that nobody has seen before (of the operating system's random source)."""
    return secrets.token_bytes(walls.KEY_BYTES)


def new_game_id() -> str:
    """A name for a table that cannot be guessed."""
    return secrets.token_hex(12)
