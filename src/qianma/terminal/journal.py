"""The file that a game is written to, line by line as it goes.

The lines of one step are one write, so that whatever ends the program leaves a record that ends
between two lines.
"""

import os
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from errno import ENOSPC
from pathlib import Path
from types import TracebackType
from typing import Any

from qianma.record import encode_line


class Journal:
    """A new record file; a file that exists is never touched."""

    def __init__(self, path: Path) -> None:
        """Make the file and, where they are missing, its folders.

        Raises `OSError`: `FileExistsError` when there is something at `path`.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = path.open("xb", buffering=0)

    @classmethod
    def in_folder(cls, folder: Path, moment: datetime | None = None) -> "Journal":
        """A new file in `folder` named after the time (UTC), with a number where that is taken."""
        name = (moment or datetime.now(UTC)).strftime("%Y-%m-%dT%H-%M-%SZ")
        number = 1
        while True:
            suffix = "" if number == 1 else f"-{number}"
            try:
                return cls(folder / f"{name}{suffix}.jsonl")
            except FileExistsError:
                number += 1

    def write(self, lines: Iterable[dict[str, Any]]) -> None:
        """Append lines. Raises `OSError` when they cannot be written whole; then none is."""
        data = b"".join(encode_line(line) for line in lines)
        try:
            written = self._file.write(data)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        if written != len(data):
            self._file.truncate(self._file.tell() - (written or 0))
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(self.path))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def records_folder(environment: Mapping[str, str]) -> Path:
    """Where records go by default: `qianma/records` in the user's data folder."""
    base = Path(environment.get("XDG_DATA_HOME", ""))
    if not base.is_absolute():
        base = Path.home() / ".local" / "share"
    return base / "qianma" / "records"
