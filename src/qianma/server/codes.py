"""Random codes that people read aloud and copy by hand.

>>> plain(" 7kq-9ma ", 6)
'7KQ9MA'
>>> plain("7KQ9M0", 6) is None
True
"""

import hashlib
import secrets
from typing import Final

ALPHABET: Final = "34679ACDEFGHJKMNPQRTUWXY"
"""Letters and digits without those that look alike: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""
ROOM_LENGTH: Final = 6
SECRET_LENGTH: Final = 20
"""24 to the power of 20 is more than 2 to the power of 91."""
GROUP: Final = 5


def new_code(length: int) -> str:
    """A code that cannot be foreseen."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def plain(typed: str, length: int) -> str | None:
    """A code as it was made, however it was typed; None when it cannot be one."""
    code = "".join(typed.upper().replace("-", " ").split()) if len(typed) <= 64 else ""
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def grouped(code: str) -> str:
    """A long code in groups, for reading.

    >>> grouped("ACDEFGHJKM")
    'ACDEF-GHJKM'
    """
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def digest(secret: str) -> str:
    """What is kept of a secret that is random and long: its SHA-256 in hex."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
