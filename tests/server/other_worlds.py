"""Other worlds: logs that a viewer cannot tell from the real one, since only hidden tiles differ.

A world is a log with the wall of its last hand. Another one has what the viewer cannot see drawn
anew; whoever could claim something in one of them and not in the other has passed there.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from qianma import walls
from qianma.actions import DISCARD_KONG, PASS, PONG
from qianma.hand import Hand
from qianma.packed import EVENT_DISCARD_KONG, EVENT_PONG, unpack
from qianma.redrawing import redraw
from qianma.server import events
from qianma.server.events import Event
from qianma.server.table import SPECTATORS, Table


@dataclass(frozen=True)
class World:
    log: list[Event]
    number: int
    shuffle: walls.Shuffle | None = None

    def shuffler(self, key: bytes, number: int, given: Sequence[bytes]) -> walls.Shuffle:
        if self.shuffle is not None and number == self.number:
            return self.shuffle
        return walls.shuffle(key, number, given)

    def table(self) -> Table:
        return Table(self.shuffler)


def physical(hand: Hand) -> bytes:
    """The physical wall that is dealt as this hand: C-3 and C-4 backwards."""
    order = bytearray(52) + bytearray(hand.wall)
    for turn in range(4):
        dealt = hand.deal[(hand.dealer + turn) % 4]
        for place in range(3):
            start = 16 * place + 4 * turn
            order[start : start + 4] = dealt[4 * place : 4 * place + 4]
        order[48 + turn] = dealt[12]
    start = 2 * walls.break_stack(hand.dice)
    return bytes(order[len(order) - start :] + order[: len(order) - start])


def another(world: World, viewer: int, chance: random.Random) -> World | None:
    """A world that looks the same to the viewer; None when there is no other."""
    table = world.table()
    for event in world.log:
        table.apply(event)
    hand = table.hand
    assert hand is not None
    redrawn = hand
    for seat in range(4) if viewer == SPECTATORS else [viewer]:
        redrawn = redraw(redrawn, seat, chance.randrange)
    if redrawn.deal == hand.deal and redrawn.wall == hand.wall:
        return None
    first_dealer = hand.dealer if world.number == 1 else None
    shuffle = walls.Shuffle(first_dealer, hand.dice, physical(redrawn))
    other = World([], world.number, shuffle)
    return World(_follow(world, other, viewer), world.number, shuffle)


def _follow(world: World, other: World, viewer: int) -> list[Event]:
    """The log of the other world: the same but for the others' hidden answers."""
    real, table = world.table(), other.table()
    log: list[Event] = []

    def happen(event: Event) -> None:
        table.apply(event)
        log.append(event)

    for event in world.log:
        if isinstance(event, events.Answered) and real.number == world.number:
            real.apply(event)
            if event.seat == viewer:
                happen(event)
            continue
        before = len(real.hand.log) if real.hand else 0
        real.apply(event)
        if isinstance(event, events.Closed) and real.number == world.number:
            taken = _taken(real, before)
            for seat in table.awaited():
                code = taken.get(seat, PASS)
                happen(events.Answered(at=event.at, seat=seat, code=code))
        happen(event)
    return log


def _taken(real: Table, before: int) -> dict[int, int]:
    """Who has claimed the tile in the real world."""
    assert real.hand is not None
    codes = {EVENT_PONG: PONG, EVENT_DISCARD_KONG: DISCARD_KONG}
    happened = [unpack(number) for number in real.hand.log[before:]]
    return {event.seat: codes[event.type] for event in happened if event.type in codes}
