"""The terminal itself: what it can show, its keys, and leaving it as it was found.

A `Device` either redraws a whole screen and reads single keys, or, where the terminal cannot do
that or is none, prints line after line and reads lines.
"""

import codecs
import io
import os
import select
import signal
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from errno import EIO
from pathlib import Path
from types import FrameType
from typing import IO, Any, Final, TextIO

from rich.console import Console
from rich.text import Text

from qianma.terminal.blocks import wrap
from qianma.terminal.screens import HEIGHT, WIDTH

try:
    import termios
    import tty
except ImportError:  # a system without POSIX terminals reads lines
    CAN_READ_KEYS = False
else:
    CAN_READ_KEYS = True

_ENTER_SCREEN: Final = "\x1b[?1049h\x1b[?25l\x1b[H\x1b[2J"
_LEAVE_SCREEN: Final = "\x1b[?25h\x1b[?1049l"
_WAIT: Final = 0.25
"""Seconds between two looks at the size of the terminal, and at signals, while waiting."""
_AFTER_ESCAPE: Final = 0.05
_SEQUENCES: Final = {
    "[A": "up", "[B": "down", "[C": "right", "[D": "left", "OA": "up", "OB": "down",
    "OC": "right", "OD": "left", "[5~": "pageup", "[6~": "pagedown", "[H": "home", "[F": "end",
    "[1~": "home", "[4~": "end", "OH": "home", "OF": "end",
}  # fmt: skip
_NAMED: Final = {
    "\r": "enter", "\n": "enter", " ": "space", "\x7f": "back", "\b": "back",
    "\x04": "q",  # Ctrl-D, the end of input
}  # fmt: skip


class EndOfInputError(Exception):
    """There are no more keys to come."""


class StoppedError(BaseException):
    """A signal that ends the program; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Console(Console):
    """A console that leaves a closed pipe to its caller."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704, called while the error is handled


class Device:
    """Standard input and output as a place to play; use it as `with device.opened():`."""

    def __init__(
        self,
        *,
        colour: bool = True,
        environment: Mapping[str, str] | None = None,
        source: TextIO | None = None,
        target: TextIO | None = None,
    ) -> None:
        """A terminal as found; `colour` False shows none, as the variable NO_COLOR does.

        A closed standard input is taken for an empty one.
        """
        environment = os.environ if environment is None else environment
        self._source = source or sys.stdin or io.TextIOWrapper(io.BytesIO())
        target = target or sys.stdout
        self._console = _Console(
            file=target,
            no_color=True if not colour or environment.get("NO_COLOR") else None,
            highlight=False,
            emoji=False,
            markup=False,
            legacy_windows=False,
        )
        dumb = environment.get("TERM", "dumb") in ("dumb", "unknown", "")
        self.has_screen = (
            CAN_READ_KEYS and not dumb and _is_terminal(self._source) and _is_terminal(target)
        )
        if self.has_screen:
            width, height = self.size
            self.has_screen = width >= WIDTH and height >= HEIGHT
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._pending: list[str] = []
        self._unread = b""
        self._attributes: list[Any] | None = None
        self._redraw: Callable[[], Sequence[Text]] | None = None
        self._drawn_size = (0, 0)
        self._shall_stop = False
        self._news: tuple[int, Callable[[], None]] | None = None
        self._drawn_at = 0.0

    def watch_news(self, number: int, take: Callable[[], None]) -> None:
        """While a key is waited for, call `take` whenever there is something to read at `number`.

        `take` reads it; what it raises ends the waiting. The screen is drawn anew each second.
        """
        self._news = (number, take)

    def forget_news(self) -> None:
        """Watch nothing but the keys again."""
        self._news = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the screen now; where there is none, the least one."""
        if not _is_terminal(self._console.file):
            return WIDTH, HEIGHT
        width, height = os.get_terminal_size(self._console.file.fileno())
        return width or WIDTH, height or HEIGHT

    @contextmanager
    def opened(self) -> Iterator["Device"]:
        """Take the terminal over and give it back, whatever happens.

        Meanwhile the signals that end programs raise `StoppedError`.
        """
        old = {number: signal.getsignal(number) for number in _ending_signals()}
        suspend = signal.getsignal(signal.SIGTSTP) if self.has_screen else None
        try:
            for number in old:
                signal.signal(number, _stop)
            if self.has_screen:
                signal.signal(signal.SIGTSTP, self._note_suspension)
                self._enter()
            yield self
        finally:
            interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)
            for number in old:
                signal.signal(number, signal.SIG_IGN)
            with suppress(OSError, ValueError):
                self._leave()
            if self.has_screen:
                signal.signal(signal.SIGTSTP, suspend)
            for number, handler in (*old.items(), (signal.SIGINT, interrupt)):
                signal.signal(number, handler)

    def show(self, draw: Callable[[], Sequence[Text]]) -> None:
        """Draw a whole screen; `draw` is called again when the size of the terminal changes.

        Without a screen the lines are printed.
        """
        if not self.has_screen:
            for line in draw():
                self.print(line)
            return
        self._redraw = draw
        self._drawn_size, self._drawn_at = self.size, time.monotonic()
        lines = list(draw())[: self._drawn_size[1]]
        shown = "\n".join(f"{self._coded(line)}\x1b[K" for line in lines)
        self._write(f"\x1b[H{shown}\x1b[J")

    def print(self, line: Text | str, *, whole: bool = False) -> None:
        """Print one line; on a terminal a long one is broken between words unless `whole`."""
        text = Text(line) if isinstance(line, str) else line
        broken = not whole and _is_terminal(self._console.file)
        for part in wrap(text, self.size[0]) if broken else [text]:
            self._console.print(part, soft_wrap=True)

    def drop_output(self) -> None:
        """Let what is still to be written go nowhere, since nobody is there to read it."""
        with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), self._console.file.fileno())

    def key(self, hint: str = "") -> str:
        """The next key: a character in lower case, or a name such as `enter` or `left`.

        Without a screen it is a whole line, an empty one being `enter`; `hint` is printed before.
        Raises `EndOfInputError`.
        """
        if not self.has_screen:
            return self._line(hint)
        while not self._pending:
            if self._ready(_WAIT):
                self._read()
        return self._pending.pop(0)

    def spare_key(self) -> str:
        """The next key while nothing is asked, or empty when news come instead.

        What is fed from a file is kept for the questions.
        """
        if _is_terminal(self._source) or self._news is None:
            return self.key()
        number, take = self._news
        select.select([number], [], [])
        take()
        return ""

    def forget_keys(self) -> None:
        """Drop keys that were pressed before there was anything to answer."""
        while self.has_screen and self._ready(0):
            self._read()  # not flushed: that could drop a Ctrl-C on its way
        self._pending.clear()

    def pause(self, seconds: float) -> bool:
        """Let the screen be looked at, if there is one; returns whether a key ended the pause."""
        if not self.has_screen or seconds <= 0:
            return False
        return bool(self._pending) or self._ready(seconds)

    def _line(self, hint: str) -> str:
        if hint:
            self._write(hint)
        data = self._line_bytes()
        if not data:
            if hint:
                self._write("\n")
            raise EndOfInputError
        line = _plain(data.decode("utf-8", "replace")).strip()
        return line or "enter"

    def _line_bytes(self) -> bytes:
        """The next line of the input; an empty one at its end."""
        if self._news is None:
            return self._source.buffer.readline()
        number = self._source.fileno()
        while b"\n" not in self._unread:
            self._select(None)
            data = os.read(number, 4096)
            if not data:
                break
            self._unread += data
        line, newline, self._unread = self._unread.partition(b"\n")
        return line + newline

    def _select(self, seconds: float | None) -> bool:
        """Wait for input, which is then there unless the time is over; take news meanwhile."""
        watched: list[Any] = [self._source]
        if self._news is not None:
            watched.append(self._news[0])
        while True:
            ready = select.select(watched, [], [], seconds)[0]
            if self._source in ready:
                return True
            if self._news is None or self._news[0] not in ready:
                return False
            self._news[1]()
            if seconds is not None:
                return False

    def _ready(self, seconds: float) -> bool:
        """Wait for a key; meanwhile obey a change of size, and the wish to stop."""
        end = time.monotonic() + seconds
        while True:
            rest = max(0.0, end - time.monotonic())
            if self._select(min(rest, _WAIT)):
                return True
            if self._shall_stop:
                self._suspend()
            elif self._redraw and (self.size != self._drawn_size or self._is_old()):
                self.show(self._redraw)
            if end <= time.monotonic():
                return False

    def _is_old(self) -> bool:
        return self._news is not None and time.monotonic() - self._drawn_at >= 1.0

    def _read(self) -> None:
        """Take in the bytes that are there and make keys of them."""
        number = self._source.fileno()
        try:
            data = os.read(number, 1024)
        except OSError:
            data = b""
        if not data:
            raise EndOfInputError
        if data == b"\x1b" and self._ready(_AFTER_ESCAPE):
            data += os.read(number, 1024)
        self._pending += split_keys(self._decoder.decode(data))

    def _coded(self, line: Text) -> str:
        with self._console.capture() as captured:
            self._console.print(line, end="", no_wrap=True, overflow="crop", crop=False)
        return captured.get()

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()

    def _enter(self) -> None:
        self._attributes = termios.tcgetattr(self._source)
        tty.setcbreak(self._source, termios.TCSADRAIN)
        self._write(_ENTER_SCREEN)

    def _leave(self) -> None:
        if self._attributes is not None:
            attributes, self._attributes = self._attributes, None
            try:
                termios.tcsetattr(self._source, termios.TCSADRAIN, attributes)
            finally:
                self._write(_LEAVE_SCREEN)

    def _note_suspension(self, _number: int, _frame: FrameType | None) -> None:
        """Ctrl-Z: to be obeyed when nothing is being written, which a handler cannot know."""
        self._shall_stop = True

    def _suspend(self) -> None:
        """Give the terminal back while the program is stopped, and take it over again after."""
        self._shall_stop = False
        self._leave()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note_suspension)
        self._enter()
        if self._redraw:
            self.show(self._redraw)


def run_until_stopped(device: Device, program: Callable[[], None]) -> int:
    """Run a program on a device; the exit code is 0, or 128 and the signal that ended it.

    A terminal that has gone away counts as a hang-up, which its signal may be late to tell.
    """
    try:
        with device.opened():
            program()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except StoppedError as stopped:
        return 128 + stopped.number
    except OSError as error:
        if error.errno != EIO or error.filename is not None:
            raise
        return 128 + signal.SIGHUP
    return 0


def split_keys(text: str) -> list[str]:
    r"""The keys that the characters read from a terminal stand for.

    >>> split_keys("aＢ \x1b[D\r")
    ['a', 'b', 'space', 'left', 'enter']
    """
    keys: list[str] = []
    place = 0
    while place < len(text):
        character = text[place]
        place += 1
        if character != "\x1b":
            plain = _plain(character)
            keys.append(_NAMED.get(plain, plain))
            continue
        end = place
        if text[place : place + 1] in ("[", "O"):
            end = place + 1
            while end < len(text) and not text[end].isalpha() and text[end] != "~":
                end += 1
            end = min(len(text), end + 1)
        keys.append(_SEQUENCES.get(text[place:end], "escape"))
        place = end
    return [key for key in keys if key]


def _plain(text: str) -> str:
    """Full-width letters as typed with a Chinese input method become plain, in lower case."""
    return unicodedata.normalize("NFKC", text).lower()


def _is_terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False


def _ending_signals() -> list[signal.Signals]:
    names = ("SIGTERM", "SIGHUP", "SIGQUIT")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _stop(number: int, _frame: FrameType | None) -> None:
    raise StoppedError(number)
