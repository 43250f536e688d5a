"""No byte depends on what its receiver may not see: the same bytes in another world.

For a viewer, all tiles that it cannot see are drawn anew; then everything it is sent live, on
resuming, as a snapshot, as history and as refusals is compared byte for byte.
"""

import hashlib
import random
from functools import cache
from itertools import count
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from qianma import walls
from qianma.actions import ACTION_COUNT, DECLARE, PASS
from qianma.chance import Chance
from qianma.players.greedy import Greedy
from qianma.server import commands, deciding, events, looking, protocol, stepping, timing
from qianma.server.events import BuiltInSeat, Event, PersonSeat, SeatSpec, TableSpec, TimeLimits
from qianma.server.lines import Line
from qianma.server.live import LiveTable
from qianma.server.records import match_record
from qianma.server.schemas import websocket_schema
from qianma.server.stepping import Step
from qianma.server.table import OVER, PLAYING, SPECTATORS, VIEWERS, Table
from qianma.shapes import is_ready
from qianma.tiles import count_tiles
from tests.server.other_worlds import World, another, physical

START = 1_750_000_000_000


class Listener:
    """A viewer that keeps all it is sent."""

    def __init__(self, place: int, seq: int = -1) -> None:
        self.place = place
        self.seq = seq
        self.muted: set[int] = set()
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, code: int, reason: str) -> None:
        self.sent.append(f"{code} {reason}".encode())


def played(ruleset: str, chance: random.Random, built_in: bool, strict: bool) -> list[Event]:
    """The log of a match of two hands between people who choose at random, some too slowly.

    They like to claim, to declare ready and to win; now and then one votes or leaves. In every
    other match somebody is dealt a ready hand, which chance alone hardly ever does.
    """
    people: list[SeatSpec] = [PersonSeat(name, name) for name in ("ann", "bob", "cat", "dan")]
    if built_in:
        people[2] = BuiltInSeat("greedy", "fast")
    first, second, third, fourth = people
    limits = TimeLimits(strict_window=3.0 if strict else None)
    spec = TableSpec(
        ruleset=ruleset, hands=2, seats=(first, second, third, fourth), limits=limits, auto_after=3
    )
    table = Table()

    seed = chance.getrandbits(60)
    lucky = chance.random() < 0.5

    @cache
    def key(number: int) -> bytes:
        tried = (hashlib.sha256(b"%d %d %d" % (number, seed, n)).digest() for n in count())
        return next(key for key in tried if not lucky or deals_ready_hand(key, number))

    step = stepping.begin(table, spec, START, key)
    log = list(step.events)
    now = START
    while table.phase != OVER:
        moment = timing.due(table)
        assert moment is not None
        asked = [seat for seat in range(4) if table.codes(seat) and not table.is_piloted(seat)]
        if asked and chance.random() < 0.95:
            seat = chance.choice(asked)
            # Some think until their reserve is in use: for claims nobody else may see that.
            now = min(moment, now + chance.randrange(40_000 if chance.random() < 0.1 else 3000))
            command = wanted(table, seat, f"{len(log)}", chance)
            outcome = deciding.decide(table, seat, command, now, key)
            if not isinstance(outcome, Step):
                assert not isinstance(command, commands.Act)
                continue
            step = outcome
        else:
            now = moment
            step = timing.tick(table, now, key)
        log += step.events
    return log


def deals_ready_hand(key: bytes, number: int) -> bool:
    """Whether a seat waits for a tile from the start, whoever the dealer is."""
    shuffle = walls.shuffle(key, number)
    hands = walls.deal(shuffle.tiles, shuffle.dice, 0).deal
    return any(is_ready(count_tiles(hand)) for hand in hands)


def wanted(table: Table, seat: int, name: str, chance: random.Random) -> commands.TableCommand:
    """What a person of the table may want to do next."""
    fate = chance.random()
    if fate < 0.01:
        return commands.Vote(id=name, yes=True)
    if fate < 0.012:
        return commands.Leave(id=name, confirmed=True)
    codes = table.codes(seat)
    special = [code for code in codes if DECLARE <= code != PASS]
    if fate < 0.6 and table.hand is not None:
        code = Greedy().choose(table.hand, seat, codes, Chance(0))
    else:
        code = chance.choice(special if special and fate < 0.8 else codes)
    return commands.Act(id=name, prompt=table.prompt_id, code=code)


def cuts(log: list[Event], chance: random.Random) -> list[tuple[list[Event], int]]:
    """Beginnings of the log that end within a hand, with the number of that hand."""
    table = Table()
    found: list[tuple[list[Event], int]] = []
    for place, event in enumerate(log, 1):
        table.apply(event)
        if table.phase == PLAYING:
            found.append((log[:place], table.number))
    hands = [[cut for cut in found if cut[1] == number] for number in (1, 2)]
    return [chance.choice(hand) for hand in hands if hand]


def everything(world: World, viewer: int, now: int) -> list[bytes]:
    """All that the viewer can get to know: live, resumed, in a snapshot, asked for, refused."""
    live = LiveTable("game", world.table())
    listener = Listener(viewer, 0)
    live.viewers.append(listener)
    lines: list[Line] = []
    for event in world.log:
        new = live.table.apply(event)
        live.tell(live.remember(new), event.at)
        lines += new
    again = LiveTable("game", world.table())
    again.begin_anew(live.table, lines)
    for seq in (-1, 0, *(max(0, listener.seq - missed) for missed in range(0, 120, 8))):
        for table in (live, again):
            late = Listener(viewer, seq)
            table.catch_up(late, now, always=True)
            listener.sent += late.sent
    log = [events.encode(event) for event in world.log]
    listener.sent.append(match_record(log, viewer, world.shuffler))
    look = protocol.Look(id="look", codes=tuple(range(ACTION_COUNT)))
    listener.sent.append(protocol.encode(looking.sight(live.table, viewer, look)))
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
                now = cut[-1].at + chance.randrange(3000)
                here, there = everything(world, viewer, now), everything(other, viewer, now)
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
    return walls.shuffle(table.key, table.number, given).tiles


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_nothing_sent_depends_on_unseen_tiles(ruleset: str) -> None:
    assert compare(ruleset, matches=6, seed=4) > 40


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun", "duyun-huazhu"])
def test_nothing_sent_in_many_hands_depends_on_unseen_tiles(ruleset: str) -> None:
    assert compare(ruleset, matches=130, seed=5) > 1000


def test_the_worlds_hold_what_might_leak() -> None:
    chance = random.Random(8)
    declared = votes = wins = absent = asked_after_answers = 0
    for _ in range(30):
        log = played("guiyang", chance, built_in=False, strict=False)
        for cut, number in cuts(log, chance):
            table = World(cut, number).table()
            for event in cut:
                table.apply(event)
            assert table.hand is not None
            declared += table.hand.declared != 0
            votes += bool(table.votes)
            absent += bool(table.absent)
            wins += any(table.points)
            asked_after_answers += isinstance(cut[-1], events.Answered)
    assert min(declared, votes, wins, absent, asked_after_answers) > 0


def test_a_leak_would_be_found() -> None:
    """The comparison sees another tile: the omniscient record differs between the worlds."""
    chance = random.Random(6)
    log = played("guiyang", chance, built_in=False, strict=False)
    cut, number = cuts(log, chance)[0]
    world = World(cut, number)
    other = another(world, 0, chance)
    assert other is not None
    assert everything(world, 1, cut[-1].at) != everything(other, 1, cut[-1].at)


def test_what_is_sent_has_the_keys_of_its_type_and_no_others() -> None:
    """All messages of a match pass their own schema with unknown keys forbidden."""
    chance = random.Random(7)
    seen: set[str] = set()
    for ruleset in ("guiyang", "duyun"):
        log = played(ruleset, chance, built_in=False, strict=False)
        for cut, number in [*cuts(log, chance), (log, 2)]:
            for viewer in range(VIEWERS):
                for data in everything(World(cut, number), viewer, cut[-1].at):
                    if data.startswith(b'{"type":') and b"\n" not in data:
                        seen |= _check_keys(data)
    assert {"snapshot", "update", "sight", "sheet", "win", "wall_break", "now", "board"} <= seen


def _check_keys(data: bytes) -> set[str]:
    """All keys of a message, each of which has to be one of its types'."""
    message = msgspec.json.decode(data)
    assert STRICT.is_valid(message), next(STRICT.iter_errors(message))
    return _keys(message)


def _keys(value: Any) -> set[str]:
    if isinstance(value, list):
        return set().union(*map(_keys, value))
    if not isinstance(value, dict):
        return set()
    return set(value) | {str(value.get("type"))} | set().union(*map(_keys, value.values()))


def strict_schema() -> dict[str, Any]:
    """The schema of what the server sends, with no keys beside those of the types."""
    schema = websocket_schema()
    for one in schema["$defs"].values():
        if "properties" in one:
            one["additionalProperties"] = False
    return {"$ref": "#/$defs/ServerMessage", **schema}


STRICT = jsonschema_rs.validator_for(strict_schema())
