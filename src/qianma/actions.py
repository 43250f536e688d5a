"""What a seat can do, as objects and as stable small integers.

The integers never change their meaning: players, learners and stored data rely on them.

>>> Action("kong", "added", 3).code, decode(108)
(84, Action(name='pong', kong=None, tile=None))
>>> [str(decode(code)) for code in (4, 31, 58, 109, 110, 111)]
['discard 5m', 'discard 5m and declare ready', 'concealed kong 5m', 'discard kong', 'win', 'pass']
"""

from typing import Final, NamedTuple

from qianma.tiles import CODES, KINDS

DISCARD: Final = 0
"""`DISCARD + kind` discards a tile of that kind."""
DECLARE: Final = KINDS
"""`DECLARE + kind` discards it and declares ready (報聽)."""
CONCEALED_KONG: Final = 2 * KINDS
ADDED_KONG: Final = 3 * KINDS
PONG: Final = 4 * KINDS
DISCARD_KONG: Final = PONG + 1
WIN: Final = PONG + 2
PASS: Final = PONG + 3
ACTION_COUNT: Final = PONG + 4
"""All codes are from 0 to `ACTION_COUNT - 1`."""


class Action(NamedTuple):
    """One thing a seat can do.

    `name` is `discard`, `declare` (discard and declare ready), `kong`, `pong`, `win` or `pass`;
    `kong` is `concealed`, `added` or `discard` for a kong and None otherwise; `tile` is the kind
    for `discard`, `declare` and one's own kongs, None where the tile is the one that is open.
    """

    name: str
    kong: str | None = None
    tile: int | None = None

    @property
    def code(self) -> int:
        """The stable integer of this action. Raises `ValueError` for one that cannot be."""
        code = _CODES.get(self)
        if code is None:
            raise ValueError(f"{self!r} is no action")
        return code

    def __str__(self) -> str:
        tile = "" if self.tile is None else f" {CODES[self.tile]}"
        if self.name == "declare":
            return f"discard{tile} and declare ready"
        return (f"{self.kong} kong" if self.name == "kong" else self.name) + tile


def code_of(action: Action | int) -> int:
    """The code of an action given either way. Raises `ValueError` when there is no such action."""
    return action.code if isinstance(action, Action) else decode(action).code


def decode(code: int) -> Action:
    """The action of a stable integer. Raises `ValueError` when there is none."""
    if not 0 <= code < ACTION_COUNT:
        raise ValueError(f"{code} is no action: only 0 to {ACTION_COUNT - 1}")
    return ACTIONS[code]


ACTIONS: Final = (
    *(Action("discard", None, kind) for kind in range(KINDS)),
    *(Action("declare", None, kind) for kind in range(KINDS)),
    *(Action("kong", "concealed", kind) for kind in range(KINDS)),
    *(Action("kong", "added", kind) for kind in range(KINDS)),
    Action("pong"),
    Action("kong", "discard"),
    Action("win"),
    Action("pass"),
)
"""Every action; its place is its code."""

_CODES: Final = {action: code for code, action in enumerate(ACTIONS)}
