"""Calling the command line: in this process, or as the program that is installed."""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from qianma.cli import main

EXAMPLES = Path(__file__).parent / "examples"


class Outcome(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return msgspec.json.decode(self.out)

    @property
    def complaint(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert self.err == lines[0] + "\n"
        assert "Traceback" not in self.err
        return lines[0]


def call(*words: object, given: bytes = b"", locale: str = "C") -> Outcome:
    """Run a command line in this process, `given` on standard input."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    with (
        patch.dict(os.environ, {"LC_ALL": locale}),
        patch.object(sys, "stdin", stdin),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main([str(word) for word in words])
    return Outcome(code, _written(out), _written(err))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


def command(*words: object) -> list[str]:
    """The words that start the program as a process of its own."""
    return [sys.executable, "-m", "qianma", *(str(word) for word in words)]


def program(
    *words: object, given: bytes = b"", environment: Mapping[str, str] | None = None
) -> Outcome:
    """Run the program as a process of its own, in English unless `environment` says otherwise."""
    done = subprocess.run(
        command(*words),
        input=given,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})},
    )
    return Outcome(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def refused(outcome: Outcome, name: str) -> str:
    """The reason why a command refused its arguments: exit 2, one line, nothing else printed."""
    start = f"qianma {name}: error: " if name else "qianma: error: "
    line = outcome.complaint
    assert outcome.code == 2
    assert outcome.out == ""
    assert line.startswith(start), line
    return line.removeprefix(start)
