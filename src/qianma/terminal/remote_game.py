"""A match on a server, as far as one seat is told of it, without a terminal."""

import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

from qianma.hand import Hand
from qianma.rules.refusals import Refusal
from qianma.ruleset import Ruleset, load
from qianma.terminal.opened_hand import opened_hand

_OF_RECORDS: Final = frozenset(
    {"hand", "draw", "discard", "pong", "kong", "win", "pass", "payment", "exhausted", "leave"}
    | {"result", "reveal"}
)
_CONTRIBUTED: Final = 16
"""How many random bytes of one's own go into each wall."""

Say = Callable[[dict[str, Any]], bool]


class RemoteGame:
    """What a seat knows of its match.

    `take_in` is told every message of the server in order. What is asked or chosen goes to `say`,
    and is said again with the same id after the connection has come back, until it is answered.
    """

    def __init__(self, say: Say) -> None:
        self._say = say
        self.is_connected = False
        self.seat = 0
        self.match: dict[str, Any] = {}
        self.phase = ""
        """`waiting`, `playing` or `over`; empty before anything has come."""
        self.number = 0
        """The number of the hand in play or, between hands, of the next one."""
        self.points: list[int] = [0] * 4
        """The sums of the finished hands, once a snapshot or the end of the match has told them."""
        self.is_absent = False
        self.is_auto = False
        self.hears_others = True
        """Whether phrases of the others become notices; that is nobody else's business."""
        self.votes: set[int] = set()
        self.is_closing = False
        """Whether the hand in play is the last one, since the room is closed."""
        """The seats that want to break off the match, while a vote on that is open."""
        self.prompt: dict[str, Any] | None = None
        self.refused_win: dict[str, Any] | None = None
        self.left: int | None = None
        """Milliseconds that whoever is waited for has, at `told_at` by the monotonic clock."""
        self.told_at = 0.0
        self.end_reason: str | None = None
        self.starts_over = False
        """Whether the lines to be taken are to be laid on an empty table."""
        self.notices: list[tuple[str, dict[str, Any]]] = []
        """Keys of the message catalogue that have to be said, with their facts."""
        self._lines: deque[dict[str, Any]] = deque()
        self._hand: list[dict[str, Any]] = []
        self._pending: dict[str, dict[str, Any]] = {}
        self._sights: dict[str, dict[str, Any]] = {}
        self._begun = 0
        self._contributed: dict[int, str] = {}

    # What the screens ask.

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by. Raises `RulesetError` for one that is not known here."""
        return load(self.match["ruleset"], self.match.get("settings") or {})

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play."""
        return self.phase == "playing"

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == "over"

    def codes(self) -> list[int]:
        """What may be chosen now; nothing while something that was chosen is on its way."""
        if self.prompt is None or not self.is_connected or self._has_pending("act"):
            return []
        codes: list[int] = self.prompt["codes"]
        return codes

    @property
    def prompt_id(self) -> int | None:
        """The number of the prompt, None without one."""
        return None if self.prompt is None else self.prompt["id"]

    def seconds_left(self) -> int:
        """The seconds that are left to whoever is waited for, 0 when that is not known."""
        if self.left is None or not self.is_connected:
            return 0
        return max(0, round(self.left / 1000 - (time.monotonic() - self.told_at)))

    def points_before(self) -> list[int]:
        """The scores before the hand whose lines are to be laid on an empty table."""
        result = next((line for line in self._lines if line["type"] == "result"), None)
        gained = result["points"] if result else [0] * 4
        return [total - more for total, more in zip(self.points, gained, strict=True)]

    def take(self) -> dict[str, Any] | None:
        """The next line that has come, None when there is none."""
        if not self._lines:
            return None
        line = self._lines.popleft()
        if line["type"] == "hand":
            self._hand = []
        if line["type"] in _OF_RECORDS:
            self._hand.append(line)
        return line

    def opened(self) -> Hand | None:
        """The hand whose result has been taken, with all its tiles; None without its key.

        Raises `DealError` when something about it is not as it should be.
        """
        while self._lines and self._lines[0]["type"] == "reveal":
            self._hand.append(self._lines.popleft())
        if not self._hand or self._hand[-1]["type"] != "reveal":
            return None
        return opened_hand(self.ruleset, self._hand, self.seat)

    def has_contributed(self) -> bool:
        """Whether the wall of that hand holds the bytes that the server took for it, if any."""
        sent = self._contributed.get(self._hand[0]["number"])
        return sent is None or self._hand[0]["contributions"][self.seat] == sent

    # What is said to the server.

    def act(self, code: int) -> None:
        """Answer the prompt."""
        assert self.prompt is not None, "an answer needs a prompt"
        self._command({"type": "act", "prompt": self.prompt["id"], "code": code})

    def begin_hand(self) -> None:
        """Want the next hand to begin, once."""
        if self.phase != "waiting" or self._begun == self.number:
            return
        self._begun = self.number
        given = secrets.token_hex(_CONTRIBUTED)
        self._command({"type": "next", "number": self.number, "contribution": given})

    def come_back(self) -> None:
        """Take the seat again after having left."""
        self._command({"type": "back"})

    def leave(self, confirmed: bool) -> str:
        """Leave, or ask what that would cost; returns the id of what is said."""
        return self._command({"type": "leave", "confirmed": confirmed})

    def vote(self, yes: bool) -> str:
        """Want to break off the match, or not; returns the id of what is said."""
        return self._command({"type": "vote", "yes": yes})

    def set_auto(self, on: bool) -> str:
        """Have the own tiles played by the server, or no more; returns the id of what is said."""
        return self._command({"type": "auto", "on": on})

    def speak(self, phrase: str) -> str:
        """Say a phrase to all at the table; returns the id of what is said."""
        return self._command({"type": "say", "phrase": phrase})

    def look(self, codes: Sequence[int]) -> str:
        """Ask for the outlook, and why codes are not possible; returns the id of the question."""
        return self._command({"type": "look", "codes": list(codes)})

    def _command(self, message: dict[str, Any]) -> str:
        name = secrets.token_hex(8)
        message["id"] = name
        self._pending[name] = message
        if self.is_connected:
            self._say(message)
        return name

    def _has_pending(self, kind: str) -> bool:
        return any(message["type"] == kind for message in self._pending.values())

    def is_pending(self, name: str) -> bool:
        """Whether what was said with this id is still to be answered."""
        return name in self._pending

    def drop(self, name: str) -> None:
        """Do not wait for this answer any more."""
        self._pending.pop(name, None)

    def sight(self, name: str) -> dict[str, Any] | None:
        """The answer to a question of `look`, None when there was none."""
        return self._sights.pop(name, None)

    # What the server says.

    def take_in(self, message: dict[str, Any]) -> bool:
        """Take in a message; returns whether it has changed anything that is shown."""
        kind = message["type"]
        if kind == "snapshot":
            self._snapshot(message)
        elif kind == "update":
            self._update(message)
        elif kind == "lost":
            changed, self.is_connected = self.is_connected, False
            return changed
        elif kind in ("done", "refused", "sight"):
            return self._answered(message)
        elif kind == "said" and self.hears_others and message["seat"] != self.seat:
            phrase = {"seat": message["seat"], "key": f"phrase.{message['phrase']}"}
            self.notices.append(("remote.said", phrase))
        elif kind == "presence" and not message["connected"]:
            self.notices.append(("remote.gone", {"seat": message["seat"]}))
        else:
            return False
        return True

    def _snapshot(self, message: dict[str, Any]) -> None:
        self.seat = message["seat"]
        self.match = message["match"]
        self.phase, self.number = message["phase"], message["number"]
        self.points = message["points"]
        own = message["seats"][self.seat]
        self.is_absent, self.is_auto = own["absent"], own["auto"]
        self.votes = set(message["votes"])
        self.is_closing = message["closing"]
        self.end_reason = message["end_reason"]
        self.starts_over = True
        self._lines = deque(message["lines"])
        self._asked(message)
        self._connected()

    def _update(self, message: dict[str, Any]) -> None:
        for line in message["lines"]:
            self._line(line)
        self._asked(message)
        self._connected()

    def _asked(self, message: dict[str, Any]) -> None:
        self.prompt = message.get("prompt")
        self.refused_win = message.get("refused_win")
        self.told_at = time.monotonic()
        self.left = message["now"]["left"] if self.prompt is None else self.prompt["left"]

    def _line(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        self._lines.append(line)
        if kind == "hand":
            self.phase, self.number = "playing", line["number"]
        elif kind == "committed":
            self.phase, self.number = "waiting", line["number"]
        elif kind == "ended":
            self.phase, self.end_reason, self.points = "over", line["reason"], line["points"]
        elif kind in ("left", "returned"):
            self.votes.discard(line["seat"])
            if line["seat"] == self.seat:
                self.is_absent = kind == "left"
        elif kind == "vote" and line["yes"]:
            self.votes.add(line["seat"])
        elif kind in ("vote", "vote_lapsed"):
            self.votes.clear()
        elif kind == "closing":
            self.is_closing = True
        elif kind == "auto" and line["seat"] == self.seat:
            self.is_auto = line["on"]

    def _connected(self) -> None:
        """Say again what has not been answered; what was done already is not done twice."""
        if self.is_connected:
            return
        self.is_connected = True
        for message in list(self._pending.values()):
            self._say(message)

    def _answered(self, message: dict[str, Any]) -> bool:
        name = message["id"]
        asked = self._pending.pop(name, None) if name is not None else None
        if message["type"] == "sight":
            self._sights[name] = message
            return False
        if message["type"] == "refused":
            silent = asked is not None and asked["type"] == "next"
            if not silent:
                self.notices.append((message["key"], {**message["facts"], "id": name}))
            return not silent
        if asked is not None and asked["type"] == "next":
            self._contributed[asked["number"]] = asked["contribution"]
        if asked is None or asked["type"] != "act":
            return False
        prompt = self.prompt
        if prompt is not None and prompt["id"] == asked["prompt"]:
            self.prompt = {**prompt, "codes": []}
        return True


def refusal_told(told: dict[str, Any]) -> Refusal:
    """A refusal of the engine that came over the wire."""
    code = told["key"].removeprefix("refusal.")
    return Refusal(code, told["clause"] or "", tuple(told["facts"].items()))
