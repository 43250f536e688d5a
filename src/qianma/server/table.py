"""The state of a table, computed from its events and nothing else.

`Table.apply` takes one event after the other; live play, taking up a table after a restart,
history and spectators all use it. It has no clock and does no input or output. What may happen
next is decided elsewhere: `deciding` for commands, `timing` for what is due.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from qianma import walls
from qianma.actions import ADDED_KONG, CONCEALED_KONG, PASS, PONG, WIN
from qianma.hand import Hand
from qianma.match import Match
from qianma.server import events
from qianma.server.commands import LastCommands
from qianma.server.endings import HandFacts
from qianma.server.events import Event, PersonSeat
from qianma.server.lines import HandLines, Line, hand_of, match_of, pass_of, settled, timed
from qianma.server.pinning import shared
from qianma.state import DRAW, NOBODY, SEATS, TURN

SPECTATORS: Final = 4
"""The place of spectators among the five kinds of viewers; seats are 0 to 3."""
VIEWERS: Final = 5

# What a table waits for.
NEW: Final = "new"
WAITING: Final = "waiting"
"""A key is committed to; the hand begins when all want it, or in time."""
PLAYING: Final = "playing"
SETTLED: Final = "settled"
"""A hand has just ended: the next key or the end of the match follows at once."""
OVER: Final = "over"

Shuffler = Callable[[bytes, int, Sequence[bytes]], walls.Shuffle]


class Table:
    """A table as far as its events go; `seq` is the place of the next one."""

    def __init__(self, shuffler: Shuffler = walls.shuffle) -> None:
        self._shuffler = shuffler
        self.seq = 0
        self.phase = NEW
        self.last_at = 0
        self.absent: set[int] = set()
        """Seats whose players have left and are played on."""
        self.auto: set[int] = set()
        self.timeouts = [0] * SEATS
        """How often in a row each seat has let its own turn time out."""
        self.reserve = [0] * SEATS
        """What is left of each seat's reserve in this hand, in milliseconds."""
        self.open_reserve = [0] * SEATS
        """The same as far as others may know: what was used for claims would tell of them."""
        self.hand: Hand | None = None
        """The hand in play, or the last one."""
        self.hand_number = 0
        self.key = b""
        self.commitment = ""
        """What the key of the hand in play or, between hands, of the next one is bound to."""
        self.contributions = ("", "", "", "")
        self.confirmed: dict[int, str] = {}
        self.asked_at = 0
        """Since when the seat in turn, the claimers or those who confirm have been waited for."""
        self.prompt_id = 0
        self.played_for: set[int] = set()
        """The seats of persons for whom a built-in player has acted in this hand."""
        self.window = False
        """Whether a tile lies open and the pause after it lasts."""
        self.answers: dict[int, int] = {}
        self.votes: set[int] = set()
        """The seats that want to break off the match."""
        self.vote_at = 0
        self.vote_callers: set[int] = set()
        """Who has opened a vote in this hand already."""
        self.closing = False
        """Whether the match ends with the hand in play, since its room has been closed."""
        self.end_reason: events.EndReason | None = None
        self.sent = [0] * VIEWERS
        """How many lines each kind of viewer has been sent."""
        self.unattended = 0
        """How many hands in a row have begun while no person played for themselves."""
        self.ended_hand: HandFacts | None = None
        """The hand that the last event has ended, if it has."""
        self._leaving: list[int] = []
        self._commands: Final = LastCommands()

    def apply(self, event: Event) -> list[Line]:
        """Let an event happen. Returns what has come of it, in order."""
        self.ended_hand = None
        lines = _APPLY[type(event)](self, event)
        self.seq += 1
        self.last_at = event.at
        command = event.command
        if command is not None:
            seat: int = event.seat  # type: ignore[union-attr]
            self._commands.note(seat, command)
        for line in lines:
            for viewer in range(VIEWERS):
                if line["type"] != "pass" or line["seat"] == viewer:
                    self.sent[viewer] += 1
        return lines

    # What can be asked.

    @property
    def number(self) -> int:
        """The number of the hand in play or, between hands, of the next one."""
        return self.match.number

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The sums over all finished hands."""
        first, second, third, fourth = self.match.points
        return first, second, third, fourth

    @property
    def scores(self) -> tuple[int, int, int, int]:
        """The sums so far, the payments of the hand in play that have been told included."""
        if self.phase != PLAYING:
            return self.points
        paid = self._hand_lines.paid
        sums = [points + more for points, more in zip(self.points, paid, strict=True)]
        first, second, third, fourth = sums
        return first, second, third, fourth

    @property
    def finished_hands(self) -> int:
        """How many hands have been settled."""
        return self.match.number - 1

    def is_person(self, seat: int) -> bool:
        """Whether a person has taken this seat, present or not."""
        return isinstance(self.spec.seats[seat], PersonSeat)

    def is_piloted(self, seat: int) -> bool:
        """Whether a built-in player decides for this seat now."""
        return not self.is_person(seat) or seat in self.absent or seat in self.auto

    def present(self) -> list[int]:
        """The seats of persons who have not left."""
        return [seat for seat in range(SEATS) if self.is_person(seat) and seat not in self.absent]

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        for seat, spec in enumerate(self.spec.seats):
            if isinstance(spec, PersonSeat) and spec.person == person:
                return seat
        return None

    def knows_command(self, seat: int, command: str) -> bool:
        """Whether this command of the seat has been carried out, among its last ones."""
        return self._commands.knows(seat, command)

    def in_turn(self) -> int | None:
        """The seat whose turn it is, None while nobody's is."""
        if self.phase != PLAYING or self.window or self.hand is None or self.hand.phase != TURN:
            return None
        return self.hand.turn

    def awaited(self) -> list[int]:
        """The seats that are asked about the open tile and have not answered."""
        if not self.window or self.hand is None:
            return []
        return [
            seat
            for seat in self.hand.acting_seats()
            if seat not in self.answers and seat not in self._leaving and self._may_claim(seat)
        ]

    def _may_claim(self, seat: int) -> bool:
        """Whether anything is left to claim: but for a win, leaving has ended the game (C-18)."""
        assert self.hand is not None, "a tile lies open in a hand"
        return not self._game_ends_by_leaving() or WIN in self.hand.legal_codes(seat)

    def codes(self, seat: int) -> list[int]:
        """The actions a seat may choose from now; none when it is not asked, or has answered."""
        if self.hand is None or not (self.in_turn() == seat or seat in self.awaited()):
            return []
        codes = self.hand.legal_codes(seat)
        if self.window and self._game_ends_by_leaving():
            return [code for code in codes if code in (WIN, PASS)]
        return codes

    def _game_ends_by_leaving(self) -> bool:
        return bool(self._leaving) and self.ruleset.leaving == "ends_game"

    # The events, one by one.

    def _created(self, event: events.Created) -> list[Line]:
        self.spec, self.ruleset = shared(event.spec)
        self.match = Match(self.ruleset, event.spec.hands)
        self.match_line = match_of(event)
        return [self.match_line]

    def _committed(self, event: events.Committed) -> list[Line]:
        match = self.match
        match.number, match.dealer, match.repeats = event.number, event.dealer, event.repeats
        match.points = list(event.points)
        self.sent = list(event.sent)
        self.absent, self.auto = set(event.absent), set(event.auto)
        self.unattended = event.unattended
        self.key = bytes.fromhex(event.key)
        self.phase = WAITING
        self.confirmed = {}
        self.asked_at = event.at
        self.commitment = walls.commitment(self.key)
        line = {"type": "committed", "number": event.number, "commitment": self.commitment}
        return [line]

    def _confirmed(self, event: events.Confirmed) -> list[Line]:
        self.confirmed[event.seat] = event.contribution
        return [{"type": "confirmed", "seat": event.seat, "number": self.number}]

    def _dealt(self, event: events.Dealt) -> list[Line]:
        first, second, third, fourth = (self.confirmed.get(seat, "") for seat in range(SEATS))
        self.contributions = (first, second, third, fourth)
        given = [bytes.fromhex(part) for part in self.contributions]
        hand = self.match.start(self._shuffler(self.key, self.number, given))
        self.hand = hand
        self.hand_number = self.number
        self.phase = PLAYING
        self.reserve = [round(self.spec.limits.reserve * 1000)] * SEATS
        self.open_reserve = list(self.reserve)
        self.vote_callers = set()
        self.played_for = set()
        opening = timed(
            hand_of(hand, self.number, self.commitment, list(self.contributions)), event.at
        )
        self._hand_lines = HandLines(hand, opening)
        return [opening, *self._go_on(event.at)]

    def _acted(self, event: events.Acted) -> list[Line]:
        hand = self._in_play()
        seat, code = event.seat, event.code
        self._note_decision(event)
        lines: list[Line] = []
        if code != WIN and WIN in hand.legal_codes(seat):
            lines.append({"type": "pass", "seat": seat, "declined": ["win"]})
        hand.play(seat, code)
        if code >= CONCEALED_KONG and not ADDED_KONG <= code < PONG:
            return [*lines, *self._go_on(event.at)]
        lines += self._hand_lines.tell(event.at, most=1)
        self.window = True
        self.answers = {}
        self._ask(event.at)
        return lines

    def _answered(self, event: events.Answered) -> list[Line]:
        self._note_decision(event)
        self.answers[event.seat] = event.code
        return []

    def _closed(self, event: events.Closed) -> list[Line]:
        hand = self._in_play()
        self.window = False
        for seat in self._leaving:
            hand.leave(seat)
        lines = self._hand_lines.tell(event.at) if self._leaving else []
        self._leaving = []
        for seat in hand.acting_seats():
            if self._settled_answer(hand, seat) == PASS:
                lines.append(pass_of(hand, seat))
        for seat in hand.acting_seats():
            hand.play(seat, self._settled_answer(hand, seat))
        self.answers = {}
        return [*lines, *self._go_on(event.at)]

    def _settled_answer(self, hand: Hand, seat: int) -> int:
        """What a seat has answered, as far as it still may; nothing is a pass."""
        codes = hand.legal_codes(seat)
        answer = self.answers.get(seat, PASS)
        return answer if answer in codes else codes[-1]

    def _left(self, event: events.Left) -> list[Line]:
        seat = event.seat
        lines: list[Line] = [{"type": "left", "seat": seat}]
        lines += self._end_vote() if self.votes == {seat} else []
        self.absent.add(seat)
        self.votes.discard(seat)
        if self.phase == WAITING:
            self.match.leave(seat)
            self.phase = SETTLED
            return [*lines, timed({"type": "leave", "seat": seat}, event.at)]
        if self.window:
            self._leaving.append(seat)
            return lines
        hand = self._in_play()
        hand.leave(seat)
        return [*lines, *self._go_on(event.at, asks=False)]

    def _returned(self, event: events.Returned) -> list[Line]:
        self.absent.discard(event.seat)
        if event.seat in self._leaving:
            self._leaving.remove(event.seat)
        self.unattended = 0
        self.auto.discard(event.seat)
        self.timeouts[event.seat] = 0
        return [{"type": "returned", "seat": event.seat}]

    def _auto_set(self, event: events.AutoSet) -> list[Line]:
        if event.on:
            self.auto.add(event.seat)
        else:
            self.auto.discard(event.seat)
            self.unattended = 0
        self.timeouts[event.seat] = 0
        return [{"type": "auto", "seat": event.seat, "on": event.on}]

    def _voted(self, event: events.Voted) -> list[Line]:
        if not self.votes:
            self.vote_at = event.at
            self.vote_callers.add(event.seat)
        if event.yes:
            self.votes.add(event.seat)
        else:
            self.votes = set()
        return [{"type": "vote", "seat": event.seat, "yes": event.yes}]

    def _end_vote(self, _event: events.VoteLapsed | None = None) -> list[Line]:
        """Let a vote come to nothing, if one is open."""
        if not self.votes:
            return []
        self.votes = set()
        return [{"type": "vote_lapsed"}]

    def _close_after_hand(self, _event: events.Closing) -> list[Line]:
        self.closing = True
        return [{"type": "closing"}]

    def _extended(self, event: events.Extended) -> list[Line]:
        self.asked_at = event.at
        self.vote_at = event.at
        return []

    def _ended(self, event: events.Ended) -> list[Line]:
        # A hand that is broken off can be verified as well as one that is played to its end.
        revealed = self.phase == PLAYING
        lines: list[Line] = [{"type": "reveal", "key": self.key.hex()}] if revealed else []
        self.phase = OVER
        self.window = False
        self.votes = set()
        self.closing = False
        self.end_reason = event.reason
        return [*lines, {"type": "ended", "reason": event.reason, "points": list(self.points)}]

    # What follows from them.

    def _in_play(self) -> Hand:
        assert self.hand is not None, "an event of a hand needs one"
        return self.hand

    def _go_on(self, at: int, asks: bool = True) -> list[Line]:
        """Draw on until somebody has to decide or the hand is over; say all that has happened."""
        hand = self._in_play()
        while hand.phase == DRAW:
            hand.draw()
        lines = self._hand_lines.tell(at)
        if not hand.is_over:
            if asks:
                self._ask(at)
            return lines
        lines.append(timed(settled(hand), at))
        lines.append({"type": "reveal", "key": self.key.hex()})
        number = self.match.number
        result = self.match.finish()
        # Sums are kept, results are not: a table in memory shall stay small.
        self.match.results.clear()
        self.ended_hand = HandFacts(number, hand, result, frozenset(self.played_for))
        self.phase = SETTLED
        return [*lines, *self._end_vote()]

    def _ask(self, at: int) -> None:
        """Whoever has to decide now is asked from here on."""
        self.asked_at = at
        self.prompt_id = self.hand_number * 1000 + len(self._in_play().log)

    def shown_lines(self) -> list[Line]:
        """The lines of the hand in play, or of the last one, as far as they have been told."""
        if self.hand is None:
            return []
        return self._hand_lines.told(whole=self.hand.is_over and not self.window)

    def _note_decision(self, event: events.Acted | events.Answered) -> None:
        """Keep who has decided for the seat, and what of its reserve that has used up."""
        seat = event.seat
        if event.cause == "player":
            self.timeouts[seat] = 0
        # A win that is forced as somebody leaves is nobody's choice.
        if event.cause == "auto" and self.is_person(seat) and self._in_play().left == NOBODY:
            self.played_for.add(seat)
        if event.cause == "auto" or (self.window and self.spec.limits.strict_window):
            return
        over = max(0, event.at - self.asked_at - round(self.spec.limits.decision * 1000))
        self.reserve[seat] = max(0, self.reserve[seat] - over)
        if isinstance(event, events.Acted):
            self.open_reserve[seat] = max(0, self.open_reserve[seat] - over)
        # Only the own turn counts: that a claim timed out is nobody's business.
        if event.cause == "time" and isinstance(event, events.Acted):
            self.timeouts[seat] += 1


_APPLY: Final[dict[type, Callable[[Table, Any], list[Line]]]] = {
    events.Created: Table._created,
    events.Committed: Table._committed,
    events.Confirmed: Table._confirmed,
    events.Dealt: Table._dealt,
    events.Acted: Table._acted,
    events.Answered: Table._answered,
    events.Closed: Table._closed,
    events.Left: Table._left,
    events.Returned: Table._returned,
    events.AutoSet: Table._auto_set,
    events.Voted: Table._voted,
    events.VoteLapsed: Table._end_vote,
    events.Closing: Table._close_after_hand,
    events.Extended: Table._extended,
    events.Ended: Table._ended,
}
