"""What the tests of the terminal share: games with a scripted person, a process in a terminal."""

import fcntl
import os
import pty
import random
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from qianma import load_ruleset
from qianma.record import encode_line
from qianma.terminal.game import Game

SOURCE = Path(__file__).parent.parent / "src"
_TAKE_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal the controlling one, so that its Ctrl-C reaches the process."""
PATIENCE = 30.0
"""Seconds after which a process that shows nothing has failed."""


def play_at_random(
    game: Game, seed: int, after: Callable[[Game], None] | None = None, hands: int = 1000
) -> None:
    """Play a match, or its first hands, with a person who does anything that is allowed.

    `after` is called after every step.
    """
    chance = random.Random(seed)
    while not game.is_over and hands:
        hands -= 1
        game.deal()
        while game.in_hand:
            codes = game.codes()
            if codes:
                game.choose(chance.choice(codes))
            else:
                game.advance()
            if after:
                after(game)


def drop(_lines: list[dict[str, Any]]) -> None:
    """Where a record goes that nobody needs."""


def random_record(rules: str, seed: int, hands: int = 2) -> list[dict[str, Any]]:
    """The lines of a match with a person who plays at random."""
    lines: list[dict[str, Any]] = []
    opponents = ("greedy", "random", "greedy")
    play_at_random(Game(load_ruleset(rules), seed % 4, opponents, lines.extend, hands, seed), seed)
    return lines


def encode(lines: list[dict[str, Any]]) -> bytes:
    """The bytes of a record."""
    return b"".join(encode_line(line) for line in lines)


def environment(**changes: str | None) -> dict[str, str]:
    """The environment of a process of qianma: a colour terminal that shows Chinese, or changed."""
    variables: dict[str, str | None] = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/"),
        "PYTHONPATH": str(SOURCE),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        **changes,
    }
    return {name: value for name, value in variables.items() if value is not None}


def command(*words: str) -> list[str]:
    """The command line of qianma."""
    return [sys.executable, "-m", "qianma", *words]


class InTerminal:
    """A process of qianma in a terminal of its own; `shown` is all that it has written."""

    def __init__(
        self,
        *words: str,
        size: tuple[int, int] = (80, 24),
        variables: dict[str, str | None] | None = None,
        shell: str | None = None,
    ) -> None:
        """`shell` is a script that runs the command as "$@"."""
        self._number, other = pty.openpty()
        self.other = other
        self.resize(*size)
        self.before = termios.tcgetattr(other)
        self.shown = ""
        under = ["/bin/bash", "-c", shell, "bash"] if shell else []
        self.process = subprocess.Popen(
            [sys.executable, "-c", _TAKE_TERMINAL, *under, *command(*words)],
            stdin=other,
            stdout=other,
            stderr=other,
            env=environment(**(variables or {})),
            start_new_session=True,
        )

    def wait_for(self, text: str) -> str:
        """Read until `text` is shown, and return what has been shown since the call."""
        start = len(self.shown)
        shown = ""
        deadline = time.monotonic() + PATIENCE
        while text not in shown:
            assert time.monotonic() < deadline, f"no {text!r} in {shown[-3000:]!r}"
            self._read(0.2)
            shown = re.sub(r"\x1b\[[0-9;]*m", "", self.shown[start:])
        return shown

    def wait_for_screen(self, *texts: str) -> str:
        """Read until the last screen shown is whole and has one of the texts, and return it."""
        deadline = time.monotonic() + PATIENCE
        while True:
            last = re.sub(r"\x1b\[[0-9;]*m", "", self.shown.rpartition("\x1b[H")[2])
            if last.endswith("\x1b[J") and any(text in last for text in texts):
                return last
            assert time.monotonic() < deadline, f"none of {texts} in {last!r}"
            self._read(0.2)

    def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal."""
        fcntl.ioctl(self.other, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._number, keys.encode())

    def end(self) -> int:
        """Wait for the process to end, and return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"does not end after {self.shown[-500:]!r}"
            self._read(0.1)
        while self._read(0.1):
            pass
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal, as closing its window does."""
        os.close(self.other)
        self.other = -1
        os.close(self._number)
        self._number = -1

    def close(self) -> None:
        """Clean up."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for number in (self._number, self.other):
            if number >= 0:
                os.close(number)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._number], [], [], seconds)[0]:
            return False
        self.shown += os.read(self._number, 65536).decode("utf-8", "replace")
        return True


@contextmanager
def in_terminal(
    *words: str,
    size: tuple[int, int] = (80, 24),
    variables: dict[str, str | None] | None = None,
    shell: str | None = None,
) -> Iterator[InTerminal]:
    """A process of qianma in a terminal, cleaned up in the end."""
    terminal = InTerminal(*words, size=size, variables=variables, shell=shell)
    try:
        yield terminal
    finally:
        terminal.close()
