"""No byte depends on what its receiver may not see: the same bytes in another world.

For a viewer, all tiles that it cannot see are drawn anew; then everything it is sent live, on
resuming, as a snapshot, as history and as refusals is compared byte for byte.
"""

import hashlib
import random

import pytest

from qianma.server import commands, deciding, events, stepping, timing
from qianma.server.events import BuiltInSeat, Event, PersonSeat, SeatSpec, TableSpec, TimeLimits
from qianma.server.live import LiveTable
from qianma.server.records import match_record
from qianma.server.stepping import Step
from qianma.server.table import OVER, PLAYING, SPECTATORS, VIEWERS, Line, Table
from tests.server.other_worlds import World, another, physical

START = 1_750_000_000_000


class Listener:
    """A viewer that keeps all it is sent."""

    def __init__(self, place: int, seq: int = -1) -> None:
        self.place = place
        self.seq = seq
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, code: int, reason: str) -> None:
        self.sent.append(f"{code} {reason}".encode())


def played(ruleset: str, chance: random.Random, built_in: bool, strict: bool) -> list[Event]:
    """The log of a match of two hands between people who choose at random, some too slowly."""
    people: list[SeatSpec] = [PersonSeat(name, name) for name in ("ann", "bob", "cat", "dan")]
    if built_in:
        people[2] = BuiltInSeat("greedy", "fast")
    first, second, third, fourth = people
    limits = TimeLimits(strict_window=3.0 if strict else None)
    spec = TableSpec(
        ruleset=ruleset, hands=2, seats=(first, second, third, fourth), limits=limits, auto_after=3
    )
    table = Table()

    def key(number: int) -> bytes:
        return hashlib.sha256(b"%d %d" % (number, seed)).digest()

    seed = chance.getrandbits(60)
    step = stepping.begin(table, spec, START, key)
    log = list(step.events)
    now = START
    while table.phase != OVER:
        moment = timing.due(table)
        assert moment is not None
        asked = [seat for seat in range(4) if table.codes(seat) and not table.is_piloted(seat)]
        if asked and chance.random() < 0.95:
            seat = chance.choice(asked)
            now = min(moment, now + chance.randrange(3000))
            code = chance.choice(table.codes(seat))
            command = commands.Act(id=f"{len(log)}", prompt=table.prompt_id, code=code)
            outcome = deciding.decide(table, seat, command, now, key)
            assert isinstance(outcome, Step)
            step = outcome
        else:
            now = moment
            step = timing.tick(table, now, key)
        log += step.events
    return log


def cuts(log: list[Event], chance: random.Random) -> list[tuple[list[Event], int]]:
    """Beginnings of the log that end within a hand, with the number of that hand."""
    table = Table()
    found: list[tuple[list[Event], int]] = []
    for place, event in enumerate(log, 1):
        table.apply(event)
        if table.phase == PLAYING:
            found.append((log[:place], table.number))
    return [chance.choice([cut for cut in found if cut[1] == number]) for number in (1, 2)]


def everything(world: World, viewer: int) -> list[bytes]:
    """All that the viewer can get to know: live, resumed, as a snapshot, as history, refused."""
    live = LiveTable("game", world.table())
    listener = Listener(viewer, 0)
    live.viewers.append(listener)
    lines: list[Line] = []
    for event in world.log:
        new = live.table.apply(event)
        live.tell(live.remember(new), event.at)
        lines += new
    now = world.log[-1].at
    again = LiveTable("game", world.table())
    again.begin_anew(live.table, lines)
    for seq in (-1, 0, *(max(0, listener.seq - missed) for missed in range(0, 120, 8))):
        for table in (live, again):
            late = Listener(viewer, seq)
            table.catch_up(late, now, always=True)
            listener.sent += late.sent
    log = [events.encode(event) for event in world.log]
    listener.sent.append(match_record(log, viewer, world.shuffler))
    if viewer != SPECTATORS:
        listener.sent += refusals(live.table, viewer, now)
    return listener.sent


def refusals(table: Table, seat: int, now: int) -> list[bytes]:
    """What the seat is told when it tries what it may not."""
    told: list[bytes] = []
    wrong = [code for code in range(112) if code not in table.codes(seat)]
    for number, code in enumerate(wrong):
        command = commands.Act(id=f"wrong {number}", prompt=table.prompt_id, code=code)
        outcome = deciding.decide(table, seat, command, now, lambda _: b"")
        assert isinstance(outcome, deciding.Refused)
        told.append(repr(outcome).encode())
    leave = commands.Leave(id="leave")
    told.append(repr(deciding.decide(table, seat, leave, now, lambda _: b"")).encode())
    return told


def compare(ruleset: str, matches: int, seed: int) -> int:
    """Compare worlds of so many matches; returns how many there were."""
    chance = random.Random(seed)
    compared = 0
    for match in range(matches):
        log = played(ruleset, chance, built_in=match % 4 == 3, strict=match % 3 == 2)
        for cut, number in cuts(log, chance):
            for viewer in range(VIEWERS):
                world = World(cut, number)
                other = another(world, viewer, chance)
                if other is None:
                    continue
                compared += 1
                here, there = everything(world, viewer), everything(other, viewer)
                assert here == there, (match, number, viewer)
    return compared


def test_the_physical_wall_is_dealt_again_as_it_was() -> None:
    log = played("duyun", random.Random(1), built_in=False, strict=False)
    table = Table()
    for event in log:
        table.apply(event)
        if isinstance(event, events.Dealt) and table.hand is not None:
            given = [bytes.fromhex(part) for part in table.contributions]
            assert physical(table.hand) == _real(table, given)


def _real(table: Table, given: list[bytes]) -> bytes:
    from qianma import walls

    return walls.shuffle(table.key, table.number, given).tiles


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_nothing_sent_depends_on_unseen_tiles(ruleset: str) -> None:
    assert compare(ruleset, matches=6, seed=4) > 40


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_nothing_sent_in_many_hands_depends_on_unseen_tiles(ruleset: str) -> None:
    assert compare(ruleset, matches=130, seed=5) > 1000


def test_a_leak_would_be_found() -> None:
    """The comparison sees another tile: the omniscient record differs between the worlds."""
    chance = random.Random(6)
    log = played("guiyang", chance, built_in=False, strict=False)
    cut, number = cuts(log, chance)[0]
    world = World(cut, number)
    other = another(world, 0, chance)
    assert other is not None
    assert everything(world, 1) != everything(other, 1)
