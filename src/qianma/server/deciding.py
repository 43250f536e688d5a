"""What a command of a seat does at its table: what happens, or why it is refused."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from qianma.messages import catalogue
from qianma.rules.last_four import in_stage
from qianma.rules.refusals import Refusal
from qianma.server import commands, events
from qianma.server.commands import TableCommand
from qianma.server.stepping import NewKey, Step, voters
from qianma.server.table import OVER, PLAYING, WAITING, Table

Facts = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Refused:
    """A command that changes nothing, and why: a key of the message catalogue with its facts.

    `clause` is the clause of the rules it rests on, if it rests on one.
    """

    key: str
    facts: Facts = field(default_factory=dict)
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Repeated:
    """A command that has been carried out before: it changes nothing again."""


def decide(
    table: Table, seat: int, command: TableCommand, now: int, new_key: NewKey
) -> Step | Refused | Repeated:
    """Carry out a command of a seat, or refuse it.

    A command with an id that the seat has used before is not carried out again.
    """
    if table.knows_command(seat, command.id):
        return Repeated()
    if table.phase == OVER:
        return Refused("live.over")
    step = Step(table, now, new_key)
    refused = _DECIDERS[type(command)](step, seat, command)
    return refused or step


def _act(step: Step, seat: int, command: commands.Act) -> Refused | None:
    table = step.table
    if seat in table.absent:
        return Refused("live.absent")
    codes = table.codes(seat)
    if not codes or command.prompt != table.prompt_id:
        return Refused("live.stale")
    if command.code not in codes:
        return _illegal(table, seat, command.code)
    if seat in table.auto:
        step.apply(events.AutoSet(at=step.now, seat=seat, on=False))
    kind = events.Answered if table.window else events.Acted
    step.happen(kind(at=step.now, command=command.id, seat=seat, code=command.code))
    return None


def why_not(table: Table, seat: int, code: int) -> Refused | None:
    """Why a seat cannot carry out an action now; None when it can."""
    codes = table.codes(seat)
    if not codes:
        return Refused("live.stale")
    return None if code in codes else _illegal(table, seat, code)


def _illegal(table: Table, seat: int, code: int) -> Refused:
    assert table.hand is not None, "a seat is asked in a hand"
    refusal = table.hand.why_not(seat, code)
    if refusal is None:
        return Refused("refusal.somebody_left", clause="C-18")
    return refused_by_rules(refusal)


def refused_by_rules(refusal: Refusal) -> Refused:
    """A refusal of the engine with the facts that its text names, and no others.

    The engine adds all it has at hand, such as the tile that somebody else has just drawn.
    """
    key = f"refusal.{refusal.code}"
    text = catalogue("en")[key]
    facts = {name: value for name, value in refusal.facts if f"{{{name}}}" in text}
    return Refused(key, facts, refusal.clause)


def _next(step: Step, seat: int, command: commands.Next) -> Refused | None:
    table = step.table
    if table.phase != WAITING or command.number != table.number or seat in table.confirmed:
        return Refused("live.stale")
    if seat in table.auto:
        step.apply(events.AutoSet(at=step.now, seat=seat, on=False))
    given = command.contribution
    step.happen(events.Confirmed(at=step.now, command=command.id, seat=seat, contribution=given))
    return None


def _auto(step: Step, seat: int, command: commands.Auto) -> Refused | None:
    table = step.table
    if seat in table.absent:
        return Refused("live.absent")
    if command.on == (seat in table.auto):
        return Refused("live.stale")
    step.happen(events.AutoSet(at=step.now, command=command.id, seat=seat, on=command.on))
    return None


def _leave(step: Step, seat: int, command: commands.Leave) -> Refused | None:
    table = step.table
    if seat in table.absent:
        return Refused("live.absent")
    if _somebody_ends_the_game(table):
        return Refused("refusal.somebody_left", clause="C-18")
    if not command.confirmed:
        return cost_of_leaving(table)
    step.happen(events.Left(at=step.now, command=command.id, seat=seat))
    return None


def _somebody_ends_the_game(table: Table) -> bool:
    return table.phase == PLAYING and bool(table.absent) and table.ruleset.leaving == "ends_game"


def cost_of_leaving(table: Table) -> Refused:
    """What leaving now would cost a player, as the answer to one who has not yet confirmed it.

    In the last stage of the wall the ready check may cost more (D-17). How much, the player must
    not learn from the warning, since that depends on what the others hold. Coins are named where
    the table plays for them (D-19).
    """
    if table.phase != PLAYING or table.hand is None:
        return Refused("live.leave_between", clause="C-18")
    if table.ruleset.leaving != "ends_game":
        return Refused("live.leave_free", clause="G-23")
    each = table.ruleset.penalty_fan * table.ruleset.base
    key = "live.leave_costs_more" if in_stage(table.hand) else "live.leave_costs"
    facts: Facts = {"each": each, "points": 3 * each}
    if not table.spec.coins_per_point:
        return Refused(key, facts, "D-17")
    coins = 3 * each * table.spec.coins_per_point
    return Refused(f"{key}_coins", {**facts, "coins": coins}, "D-17")


def _back(step: Step, seat: int, command: commands.Back) -> Refused | None:
    if seat not in step.table.absent:
        return Refused("live.stale")
    if _somebody_ends_the_game(step.table):
        return Refused("refusal.somebody_left", clause="C-18")
    step.happen(events.Returned(at=step.now, command=command.id, seat=seat))
    return None


def _vote(step: Step, seat: int, command: commands.Vote) -> Refused | None:
    table = step.table
    if seat in table.absent:
        return Refused("live.absent")
    if not table.votes and (not command.yes or seat in table.vote_callers):
        return Refused("live.no_vote")
    if seat in table.votes and command.yes:
        return Refused("live.stale")
    is_alone = set(voters(table)) <= {seat}
    if is_alone and table.phase == PLAYING and table.ruleset.leaving == "ends_game":
        # To agree with oneself would be to leave without what that costs.
        return Refused("live.vote_alone", clause="D-17")
    if seat in table.auto:
        step.apply(events.AutoSet(at=step.now, seat=seat, on=False))
    step.happen(events.Voted(at=step.now, command=command.id, seat=seat, yes=command.yes))
    return None


def close(table: Table, now: int, new_key: NewKey) -> Step | Refused:
    """End the match for everybody; a hand in play is played to its end first.

    Nobody gets out of what a hand costs by closing the room; where all have left, nobody minds.
    """
    if table.phase == OVER:
        return Refused("live.over")
    if table.closing:
        return Refused("live.stale")
    step = Step(table, now, new_key)
    if table.phase == PLAYING and table.present():
        step.happen(events.Closing(at=step.now))
    else:
        step.happen(events.Ended(at=step.now, reason="closed"))
    return step


def extend(table: Table, now: int, new_key: NewKey) -> Step:
    """Start every clock that runs anew, since the server was away."""
    step = Step(table, now, new_key)
    step.apply(events.Extended(at=step.now))
    return step


_DECIDERS: Final[dict[type, Callable[[Step, int, Any], Refused | None]]] = {
    commands.Act: _act,
    commands.Next: _next,
    commands.Auto: _auto,
    commands.Leave: _leave,
    commands.Back: _back,
    commands.Vote: _vote,
}
