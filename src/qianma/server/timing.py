"""What is due at a table, and when: pauses, clocks, built-in players, votes.

Times depend on what all can see, except where somebody with a claim still thinks; with strict
windows on that alone.
"""

from qianma.server import events
from qianma.server.events import Event
from qianma.server.stepping import (
    NewKey,
    Step,
    default_code,
    looked_at_until,
    pause_end,
    pilot_code,
    pilot_seconds,
    waited_for,
)
from qianma.server.table import PLAYING, WAITING, Table


def due(table: Table) -> int | None:
    """When the table has to be looked at next, in milliseconds since 1970; None once it is over."""
    moment = _play_due(table)
    if moment is not None and table.votes:
        return min(moment, _vote_due(table))
    return moment


def tick(table: Table, now: int, new_key: NewKey) -> Step:
    """Let everything happen that is due by `now`."""
    step = Step(table, now, new_key)
    while (moment := due(table)) is not None and moment <= step.now:
        step.happen(_due_event(step))
    return step


def decision_end(table: Table, seat: int) -> int:
    """When the time of a person who is asked is over, the reserve included."""
    limits = table.spec.limits
    if table.window and limits.strict_window is not None:
        return pause_end(table)
    return table.asked_at + round(limits.decision * 1000) + table.reserve[seat]


def next_hand_at(table: Table) -> int:
    """When the next hand begins at the latest."""
    limits = table.spec.limits
    if not waited_for(table):
        return max(table.asked_at + round(limits.pause * 1000), looked_at_until(table))
    wait = limits.first_hand if table.hand_number == 0 else limits.between_hands
    return table.asked_at + round(wait * 1000)


def _play_due(table: Table) -> int | None:
    if table.phase == WAITING:
        return next_hand_at(table)
    if table.phase != PLAYING:
        return None
    if table.window:
        return max(pause_end(table), _first_end(table))
    seat = table.in_turn()
    assert seat is not None, "a hand in play waits for somebody"
    if table.is_piloted(seat):
        return table.asked_at + round(pilot_seconds(table, seat) * 1000)
    return decision_end(table, seat)


def _first_end(table: Table) -> int:
    """When the first claimer's time is over; 0 when no person is waited for."""
    ends = [decision_end(table, seat) for seat in table.awaited() if not table.is_piloted(seat)]
    return min(ends, default=0)


def _vote_due(table: Table) -> int:
    return table.vote_at + round(table.spec.limits.vote * 1000)


def _due_event(step: Step) -> Event:
    table, now = step.table, step.now
    if table.votes and _vote_due(table) <= now:
        return events.VoteLapsed(at=now)
    if table.phase == WAITING:
        return events.Dealt(at=now)
    if table.window:
        for claimer in table.awaited():
            if not table.is_piloted(claimer) and decision_end(table, claimer) <= now:
                code = default_code(table, claimer)
                return events.Answered(at=now, seat=claimer, code=code, cause="time")
        return step.close()
    seat = table.in_turn()
    assert seat is not None, "a hand in play waits for somebody"
    if table.is_piloted(seat):
        return events.Acted(at=now, seat=seat, code=pilot_code(table, seat), cause="auto")
    return events.Acted(at=now, seat=seat, code=default_code(table, seat), cause="time")
