"""Reading the files that are named on a command line: regular ones of a size that fits."""

import sys
from pathlib import Path
from typing import Final

from qianma.cli.errors import CommandError

STANDARD_INPUT: Final = "-"
MOST_OF_RECORD: Final = 256
MOST_OF_RULESET: Final = 1
"""The sizes of a record and of a ruleset file that are read at most, in MB of 2**20 bytes."""

_MEGABYTE: Final = 2**20


def read_record(name: str) -> bytes:
    """The bytes of a record; raises `CommandError` when it cannot be read or is no plain file."""
    try:
        if name == STANDARD_INPUT:
            data = b"" if sys.stdin is None else _standard_input(MOST_OF_RECORD * _MEGABYTE + 1)
            require_size(name, len(data), MOST_OF_RECORD)
            return data
        require_plain_file(Path(name), MOST_OF_RECORD)
        return Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror or error}") from None
    except ValueError as error:
        raise CommandError(f"{name!r}: {error}") from None


def require_plain_file(path: Path, most: int) -> None:
    """Refuse a device or a pipe, which may have no end, and a file of more than `most` MB.

    Raises `CommandError`; `OSError` when there is nothing at `path`. A folder is left to whoever
    opens it.
    """
    status = path.stat()
    if path.is_dir():
        return
    if not path.is_file():
        raise CommandError(f"{path}: not a regular file")
    require_size(str(path), status.st_size, most)


def require_size(name: str, size: int, most: int) -> None:
    """Refuse more than `most` MB."""
    if size > most * _MEGABYTE:
        raise CommandError(f"{name}: larger than {most} MB")


def _standard_input(most: int) -> bytes:
    return sys.stdin.buffer.read(most)
