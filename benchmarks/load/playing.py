"""Tables of four clients in this process, who play at random, at a given pace or flat out."""

import asyncio
import math
import time
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.load.figures import Traffic
from benchmarks.load.wire import Wire, opened
from qianma.actions import WIN

SEATS: Final = 4
JOINING_SECONDS: Final = 60.0


class Line(Struct):
    """As much of a line as a client here needs."""

    type: str
    number: int = 0


class Prompt(Struct):
    """What a seat is asked."""

    id: int
    codes: list[int]
    answered: int | None = None


class Message(Struct):
    """Any message of the server, as far as it matters here."""

    type: str
    id: str | None = None
    seq: int = 0
    lines: list[Line] = []
    prompt: Prompt | None = None
    phase: str = ""
    number: int = 0
    key: str = ""


_DECODER: Final = msgspec.json.Decoder(Message)


class LoadError(Exception):
    """Something that must not happen, under whatever load."""


class Pace:
    """How quickly is played. `seconds` lie between two decisions of a table, 0 for flat out.

    All clients stop together: those who are asked after `end` say nothing more.
    """

    def __init__(self, seconds: float, pause: float, seed: int = 1) -> None:
        self.seconds: Final = seconds
        self.pause: Final = pause
        self.chance: Final = Random(seed)
        self.traffic = Traffic()
        self.faults: list[str] = []
        self.begun = False
        """Whether hands may begin: coming and playing at once would each slow the other."""
        self.ended = False

    def begin(self) -> None:
        """Count from now on."""
        self.traffic = Traffic()


class Play:
    """One table: its four clients, and the decision that is on its way."""

    def __init__(self, name: str, pace: Pace, most: int | None = None) -> None:
        """With `most`, so many decisions are made and no more."""
        self.name: Final = name
        self.pace: Final = pace
        self.left = most
        self.waiting = 0
        """Decisions that have not been answered yet."""
        self.seats: list[Seat] = []
        self.sent_at = 0.0
        self.actor = 0
        self.expecting: set[int] = set()
        """The seats that have not yet been told what the last decision has done."""
        self.window_until = 0.0
        self._next_at = 0.0

    def begin(self) -> None:
        """Begin the first hand. Tables decide at moments of their own, not all at once."""
        self._next_at = time.perf_counter() + self.pace.seconds * self.pace.chance.random()
        for seat in self.seats:
            seat.begin()

    def asked(self) -> int:
        """How many seats have been asked and have not answered."""
        return sum(seat.prompt is not None for seat in self.seats)

    def due(self) -> float:
        """When the table's next decision is to be made.

        A table keeps to moments of its own, also after it was asked late: else those that the
        server has once answered together would decide together ever after.
        """
        now, seconds = time.perf_counter(), self.pace.seconds
        if not seconds:
            return now
        missed = max(0, math.ceil((now - self._next_at) / seconds))
        at = self._next_at + missed * seconds
        self._next_at = at + seconds
        return at

    def missing(self) -> int:
        """How many decisions have not been answered, or not been told to everybody."""
        return self.waiting + bool(self.expecting)

    def take(self) -> bool:
        """Whether one more decision is to be made."""
        if self.pace.ended or self.left == 0:
            return False
        if self.left is not None:
            self.left -= 1
        return True


class Seat:
    """The client at one seat."""

    def __init__(self, play: Play, seat: int) -> None:
        self.prompt: Prompt | None = None
        self._play: Final = play
        self._pace: Final = play.pace
        self._seat: Final = seat
        self._wire: Wire | None = None
        self._here: Final = asyncio.Event()
        """Is set when the server has let it in, or has not."""
        self._sent: dict[str, float] = {}
        self._seq = 0
        """How many lines there were up to now."""
        self._last = 0
        self._number = 0
        self._waiting = 0
        """The hand that is to begin next, and the last one that may have begun."""

    async def come(self, port: int, token: str) -> None:
        """Come to the table."""
        self._wire = await opened("127.0.0.1", port, self.take, self._fault)
        self._send({"type": "join", "table": self._play.name, "token": token, "seq": -1})
        async with asyncio.timeout(JOINING_SECONDS):
            await self._here.wait()

    def close(self) -> None:
        """Go away."""
        if self._wire is not None:
            self._wire.close()

    def _send(self, message: dict[str, str | int]) -> None:
        assert self._wire is not None
        self._wire.send(msgspec.json.encode(message))

    def _fault(self, reason: str) -> None:
        self._here.set()
        self._pace.faults.append(f"table {self._play.name}, seat {self._seat}: {reason}")

    def take(self, text: bytes) -> None:
        """Take a message in."""
        now = time.perf_counter()
        traffic = self._pace.traffic
        traffic.messages += 1
        traffic.bytes += len(text)
        message = _DECODER.decode(text)
        if message.type == "update":
            self._told(message, now)
        elif message.type == "done":
            sent = self._sent.pop(message.id or "", None)
            if sent is not None:
                self._play.waiting -= 1
                traffic.decisions += 1
                traffic.stored.add(now - sent)
        elif message.type == "snapshot":
            self._here.set()
            self._seq = message.seq
            if message.phase == "waiting":
                self._agree(message.number)
            self._ask(message.prompt)
        elif message.type in ("refused", "notice"):
            self._fault(f"{message.type}: {message.key}")

    def _told(self, message: Message, now: float) -> None:
        play = self._play
        if message.seq != self._seq:
            self._fault(f"lines from {message.seq} on instead of {self._seq}")
        self._seq = message.seq + len(message.lines)
        if self._seat in play.expecting:
            play.expecting.discard(self._seat)
            times = self._pace.traffic
            (times.own if self._seat == play.actor else times.others).add(now - play.sent_at)
        for line in message.lines:
            if line.type in ("discard", "kong"):
                play.window_until = now + self._pace.pause
            elif line.type == "committed":
                self._agree(line.number)
        self._ask(message.prompt)

    def _agree(self, number: int) -> None:
        """Let the next hand begin: that is no decision, and waits for nobody's pace."""
        if number > self._number and not self._pace.ended:
            self._waiting = number
            if self._pace.begun:
                self.begin()

    def begin(self) -> None:
        """Say the word to begin the hand that is waited for."""
        number = self._number = self._waiting
        self._send({"type": "next", "id": f"next {number}", "number": number})

    def _ask(self, prompt: Prompt | None) -> None:
        if prompt is None or prompt.answered is not None or not prompt.codes:
            self.prompt = None
        elif prompt.id != self._last:
            self.prompt, self._last = prompt, prompt.id
            wait = self._play.due() - time.perf_counter()
            asyncio.get_running_loop().call_later(wait, self._decide, prompt)

    def _decide(self, prompt: Prompt) -> None:
        play = self._play
        if self.prompt is not prompt or not play.take():
            return
        self.prompt = None
        codes = prompt.codes
        code = WIN if WIN in codes else self._pace.chance.choice(codes)
        name = str(prompt.id)
        now = time.perf_counter()
        self._sent[name] = now
        play.waiting += 1
        # An answer to an open tile is told when all have answered, and not within the pause; and
        # flat out the next decision may be made before the last has reached everybody here.
        if not play.asked() and now > play.window_until and not play.expecting:
            play.sent_at, play.actor, play.expecting = now, self._seat, set(range(SEATS))
        self._send({"type": "act", "id": name, "prompt": prompt.id, "code": code})


async def seated(play: Play, port: int, tokens: list[str]) -> None:
    """Let four clients come to a table. They begin when all are there."""
    play.seats = [Seat(play, seat) for seat in range(SEATS)]
    for seat, token in zip(play.seats, tokens, strict=True):
        await seat.come(port, token)
