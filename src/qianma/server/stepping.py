"""Moving a table on: one event at a time, each with all that follows from it at once.

`Step` collects what happens together and is stored together.
"""

from collections.abc import Callable
from typing import Final

from qianma.actions import WIN
from qianma.chance import Chance, chance_of
from qianma.hand import Hand
from qianma.options import legal_codes
from qianma.players import Player, make_player
from qianma.server import events
from qianma.server.endings import HandFacts
from qianma.server.events import PACE_SECONDS, BuiltInSeat, EndReason, Event
from qianma.server.lines import Line
from qianma.server.table import OVER, PLAYING, SETTLED, WAITING, Table
from qianma.state import NOBODY, SEATS

NewKey = Callable[[int], bytes]
"""The secret key of a hand, by its number."""

UNATTENDED_HANDS: Final = 3
"""After so many hands in a row without anybody an open-ended match is over."""

LOOK_SECONDS: Final = 6.0
"""How long a person on auto-play sees a settlement before the next hand begins."""

_PLAYERS: Final[dict[str, Player]] = {}


class Step:
    """What happens to a table at one moment: the table has moved on already.

    When `events` cannot be stored, the table has to be thrown away and read anew.
    """

    def __init__(self, table: Table, now: int, new_key: NewKey) -> None:
        """A step at `now`, which is never before what has happened already."""
        self.table = table
        self.now = max(now, table.last_at)
        self.first_seq = table.seq
        self.events: list[Event] = []
        self.lines: list[Line] = []
        self.hands: list[tuple[int, int]] = []
        """Numbers of hands that begin in this step, with their places in the log."""
        self.ended_hands: list[HandFacts] = []
        self._new_key = new_key

    def happen(self, event: Event) -> None:
        """Let an event happen, and what follows from it."""
        self.apply(event)
        while (following := self._following()) is not None:
            self.apply(following)

    def apply(self, event: Event) -> None:
        """Let one event happen, and nothing else."""
        if isinstance(event, events.Committed):
            self.hands.append((event.number, self.table.seq))
        self.lines += self.table.apply(event)
        self.events.append(event)
        if self.table.ended_hand is not None:
            self.ended_hands.append(self.table.ended_hand)

    def _following(self) -> Event | None:
        """What has to happen at once, without anybody's deciding."""
        table, at = self.table, self.now
        if table.phase == SETTLED:
            reason = self._reason_to_end()
            return events.Ended(at=at, reason=reason) if reason else self.commit()
        if table.phase == WAITING and not waited_for(table) and table.confirmed:
            return events.Dealt(at=at) if at >= looked_at_until(table) else None
        if table.phase == OVER:
            return None
        if table.votes and table.votes.issuperset(voters(table)):
            return events.Ended(at=at, reason="broken_off")
        if table.phase != PLAYING or table.hand is None:
            return None
        for seat in range(SEATS):
            if table.timeouts[seat] >= table.spec.auto_after:
                return events.AutoSet(at=at, seat=seat, on=True, cause="time")
        if table.window:
            waits = any(not table.is_piloted(seat) for seat in table.awaited())
            return None if waits or at < pause_end(table) else self.close()
        if table.hand.left != NOBODY:
            # A forced win that is due happens even as somebody's leaving ends the game (C-18).
            return events.Acted(at=at, seat=table.hand.turn, code=WIN, cause="auto")
        return None

    def _reason_to_end(self) -> EndReason | None:
        table = self.table
        if table.match.somebody_left:
            return "left"
        if table.match.is_over:
            return "played"
        if table.closing:
            return "closed"
        # Nobody who is there would ever end it: a person who has gone may be on auto-play for ever.
        if table.spec.hands is None and (
            not table.present() or table.unattended >= UNATTENDED_HANDS
        ):
            return "deserted"
        return None

    def close(self) -> Event:
        """The next answer of a built-in player, or the end of the window when all have answered."""
        for seat in self.table.awaited():
            return events.Answered(
                at=self.now, seat=seat, code=pilot_code(self.table, seat), cause="auto"
            )
        return events.Closed(at=self.now)

    def commit(self) -> events.Committed:
        """A fresh key for the next hand."""
        match = self.table.match
        first, second, third, fourth, spectators = self.table.sent
        return events.Committed(
            at=self.now,
            number=match.number,
            key=self._new_key(match.number).hex(),
            dealer=match.dealer,
            repeats=match.repeats,
            points=self.table.points,
            sent=(first, second, third, fourth, spectators),
            absent=tuple(sorted(self.table.absent)),
            auto=tuple(sorted(self.table.auto)),
            unattended=0 if voters(self.table) else self.table.unattended + 1,
        )


def waited_for(table: Table) -> list[int]:
    """The seats whose word to begin the next hand is still missing."""
    return [
        seat for seat in range(SEATS) if not table.is_piloted(seat) and seat not in table.confirmed
    ]


def looked_at_until(table: Table) -> int:
    """Until when the last settlement stays for persons on auto-play, who do not say a word."""
    silent = [
        seat for seat in table.present() if seat in table.auto and seat not in table.confirmed
    ]
    if not silent or table.hand_number == 0:
        return table.asked_at
    return table.asked_at + round(1000 * min(LOOK_SECONDS, table.spec.limits.between_hands))


def voters(table: Table) -> list[int]:
    """Who has to agree to break off the match: the persons who are there and play themselves."""
    return [seat for seat in table.present() if seat not in table.auto]


def pause_end(table: Table) -> int:
    """The earliest moment at which the open tile may be settled."""
    limits = table.spec.limits
    return table.asked_at + round(1000 * (limits.strict_window or limits.pause))


def pilot_seconds(table: Table, seat: int) -> float:
    """How long the built-in player that decides for a seat takes for its own turn."""
    spec = table.spec.seats[seat]
    return PACE_SECONDS[spec.pace if isinstance(spec, BuiltInSeat) else table.spec.stand_in_pace]


def pilot_code(table: Table, seat: int) -> int:
    """What the built-in player that decides for a seat does now.

    Its chance comes from the hand's key, so that it does the same wherever the table is taken up.
    """
    spec = table.spec.seats[seat]
    if isinstance(spec, BuiltInSeat):
        name = spec.player
    else:
        name = table.spec.stand_in if seat in table.absent else table.spec.auto_player
    hand, codes = _asked(table, seat)
    label = b"qianma live player 1\0" + table.key + bytes([seat]) + b"%d" % len(hand.log)
    return _player(name).choose(hand, seat, codes, chance_of(label))


def default_code(table: Table, seat: int) -> int:
    """What happens for a seat whose time is over.

    A forced win, else a pass, else the discard of the drawn tile; after a pong that of the last
    tile in hand.
    """
    hand, codes = _asked(table, seat)
    return _player("tsumogiri").choose(hand, seat, codes, Chance(0))


def _asked(table: Table, seat: int) -> tuple[Hand, list[int]]:
    assert table.hand is not None, "a seat is asked in a hand"
    return table.hand, table.codes(seat) or legal_codes(table.hand, seat)


def _player(name: str) -> Player:
    """A built-in player; it keeps nothing between decisions, so one does for all tables."""
    if name not in _PLAYERS:
        _PLAYERS[name] = make_player(name)
    return _PLAYERS[name]


def begin(table: Table, spec: events.TableSpec, now: int, new_key: NewKey) -> Step:
    """The first step of a new table: it is there, and committed to its first key."""
    step = Step(table, now, new_key)
    step.apply(events.Created(at=step.now, spec=spec))
    step.happen(step.commit())
    return step
