"""Redrawing what a seat cannot see: another hand that the seat could equally be in.

Players that look ahead and learners need it. The redrawn hand has the same open history; its other
hands, past draws and wall are new. It is a whole hand with a legal history of its own, so that its
record passes `check`.
"""

from collections.abc import Callable, Sequence
from typing import Final

from qianma.actions import DISCARD_KONG, PASS, PONG, WIN
from qianma.counts import FULL_HAND
from qianma.follow import ContradictionError, follow
from qianma.hand import Hand
from qianma.packed import (
    EVENT_ADDED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_DRAW,
    EVENT_PONG,
    Event,
)
from qianma.shapes import waits
from qianma.state import CAN_KONG, CAN_PONG, CAN_WIN, NOBODY, SEATS
from qianma.tiles import KINDS, count_tiles

Below = Callable[[int], int]
"""A source of chance: `below(m)` is a number from 0 to m - 1, m at most 256."""

ATTEMPTS: Final = 200
"""How many redraws are tried before the hidden tiles are left where they are."""

_FROM_HAND: Final = {
    EVENT_DISCARD: 1,
    EVENT_PONG: 2,
    EVENT_CONCEALED_KONG: 4,
    EVENT_ADDED_KONG: 1,
    EVENT_DISCARD_KONG: 3,
}
_DEAL: Final = -1
"""In place of a draw's place in the log: the tile was dealt."""


def redraw(hand: Hand, seat: int, below: Below) -> Hand:
    """A copy of `hand` in which the tiles that `seat` cannot see are drawn anew.

    Everything that `view` shows the seat stays as it is, and so does all that follows from it: the
    history is legal, a player who declared ready is ready, and nobody has let a forced win go.
    Answers to an open tile are known only if they are the seat's own, so others answer it anew.

    In the rare case that no other hand fits, the copy is the hand itself.
    """
    events = list(hand.events())
    for _ in range(ATTEMPTS):
        tiles = _Redrawing(hand, seat, events, below).deal_and_wall()
        if tiles is None:
            continue
        other = Hand(hand.ruleset, tiles[0], tiles[1], hand.dealer, hand.repeats, hand.dice)
        try:
            follow(other, _with_tiles(events, other))
        except ContradictionError:
            continue
        if _answer_again(hand, other, seat):
            return other
    return hand.copy()


def _with_tiles(events: Sequence[Event], other: Hand) -> list[Event]:
    """The history with each draw's tile as it lies in the other wall."""
    head, tail = 0, len(other.wall)
    changed: list[Event] = []
    for event in events:
        if event.type == EVENT_DRAW:
            if event.detail:
                tail -= 1
            kind = other.wall[tail] if event.detail else other.wall[head]
            head += 1 - event.detail
            changed.append(event._replace(kind=kind))
        else:
            changed.append(event)
    return changed


def _answer_again(hand: Hand, other: Hand, seat: int) -> bool:
    """Bring the seat's own part in an open tile to where it is; False when it is asked otherwise.

    What the seat is offered it knows, and whether a win is forced.
    """
    was_asked = hand.window != NOBODY and hand.options[seat]
    is_asked = other.options[seat] if other.pending >> seat & 1 else 0
    if not was_asked:
        return not is_asked
    if is_asked != hand.options[seat]:
        return False
    if not hand.pending >> seat & 1:
        codes = {CAN_WIN: WIN, CAN_PONG: PONG, CAN_KONG: DISCARD_KONG}
        other.play(seat, codes.get(hand.answer(seat), PASS))
    return True


class _Redrawing:
    """One attempt: new tiles for the places in deal and wall that a seat does not know."""

    def __init__(self, hand: Hand, seat: int, events: Sequence[Event], below: Below) -> None:
        self.hand = hand
        self.seat = seat
        self.events = events
        self.below = below
        self.others = [other for other in range(SEATS) if other != seat]

    def deal_and_wall(self) -> tuple[list[Sequence[int]], list[int]] | None:
        """Four deals and a wall; None when this attempt led nowhere."""
        hand = self.hand
        pool = [
            kind
            for other in self.others
            for kind in range(KINDS)
            for _ in range(hand.hand_counts(other)[kind])
        ]
        pool += hand.wall[hand.head : hand.tail]
        self._shuffle(pool)
        held: dict[int, list[int]] = {}
        declared = [other for other in self.others if hand.has_declared(other)]
        for other in sorted(self.others, key=lambda one: one not in declared):
            size = sum(hand.hand_counts(other))
            drawn = self._drawn_tile(other, size)
            if other in declared:
                ready = self._ready_hand(pool, size - len(drawn), hand.melded_counts(other))
                if ready is None:
                    return None
                held[other] = ready
            else:
                held[other] = [pool.pop() for _ in range(size - len(drawn))]
            held[other] += [pool.pop() for _ in drawn]
        deals: list[Sequence[int]] = [hand.deal[self.seat]] * SEATS
        draws = dict(self._own_draws(self.seat))
        for other in self.others:
            slots = self._slots(other, held[other])
            if slots is None:
                return None
            deals[other] = slots.pop(_DEAL)
            draws.update({place: tiles[0] for place, tiles in slots.items()})
        return deals, self._wall(draws, pool)

    def _shuffle(self, tiles: list[int]) -> None:
        for place in range(len(tiles) - 1, 0, -1):
            other = self.below(place + 1)
            tiles[place], tiles[other] = tiles[other], tiles[place]

    def _drawn_tile(self, other: int, size: int) -> list[int]:
        """The tile that a declared seat has just drawn, which is not part of its ready hand."""
        declared_turn = self.hand.has_declared(other) and size % 3 == 2
        return [self.hand.drawn] if declared_turn else []

    def _own_draws(self, seat: int) -> list[tuple[int, int]]:
        return [
            (place, event.kind)
            for place, event in enumerate(self.events)
            if event.type == EVENT_DRAW and event.seat == seat
        ]

    def _ready_hand(self, pool: list[int], size: int, melded: Sequence[int]) -> list[int] | None:
        """Take a ready hand of `size` tiles out of the pool: a complete one less a tile."""
        for _ in range(50):
            taken = self._complete_hand(pool, size + 1)
            if taken is None:
                continue
            taken.pop(self.below(len(taken)))
            if waits(count_tiles(taken), melded):
                for kind in taken:
                    pool.remove(kind)
                return taken
        return None

    def _complete_hand(self, pool: list[int], size: int) -> list[int] | None:
        """A random complete hand that could be made of the pool: sets and a pair, or pairs."""
        left = [0] * KINDS
        for kind in pool:
            left[kind] += 1
        taken: list[int] = []
        seven_pairs = size == FULL_HAND and self.below(8) == 0
        groups = ["pair"] * (7 if seven_pairs else 1)
        while 3 * len(groups) - 1 < size and not seven_pairs:
            groups.append("triplet" if self.below(4) == 0 else "run")
        for group in groups:
            kind = self.below(KINDS)
            tiles = {
                "pair": [kind] * 2,
                "triplet": [kind] * 3,
                "run": [kind, kind + 1, kind + 2],
            }[group]
            if group == "run" and kind % 9 > 6:
                return None
            for tile in tiles:
                left[tile] -= 1
                if left[tile] < 0:
                    return None
            taken += tiles
        return taken

    def _slots(self, other: int, held: list[int]) -> dict[int, list[int]] | None:
        """What `other` was dealt (`_DEAL`) and drew (by place in the log).

        A tile that went out of the hand has been dealt or drawn before. Since a later tile may lie
        in any place an earlier one may, the earliest choose first.
        """
        deal_size = len(self.hand.deal[other])
        free = [_DEAL] * deal_size + [place for place, _ in self._own_draws(other)]
        slots: dict[int, list[int]] = {_DEAL: []}
        goes_out: list[tuple[int, int]] = []
        declared = False
        for place, event in enumerate(self.events):
            if event.seat != other or event.type not in _FROM_HAND:
                continue
            number = _FROM_HAND[event.type]
            last_draw = max((slot for slot in free if slot < place), default=_DEAL)
            fixed = (declared and event.type == EVENT_DISCARD) or (
                event.type == EVENT_ADDED_KONG and not event.detail
            )
            if declared and event.type == EVENT_CONCEALED_KONG:
                fixed = True
            if fixed:
                if last_draw == _DEAL:
                    return None
                free.remove(last_draw)
                slots[last_draw] = [event.kind]
                number -= 1
            declared = declared or (event.type == EVENT_DISCARD and event.detail == 1)
            goes_out += [(place, event.kind)] * number
        for place, kind in goes_out:
            usable = [slot for slot in free if slot < place]
            if not usable:
                return None
            slot = usable[self.below(len(usable))]
            free.remove(slot)
            slots.setdefault(slot, []).append(kind)
        drawn = held[-1:] if self._drawn_tile(other, len(held)) else []
        rest = held[: len(held) - len(drawn)]
        if drawn:
            slots[free.pop()] = drawn
        self._shuffle(rest)
        for slot, kind in zip(free, rest, strict=True):
            slots.setdefault(slot, []).append(kind)
        return slots

    def _wall(self, draws: dict[int, int], undrawn: list[int]) -> list[int]:
        """The wall from which the draws come, with the undrawn tiles in the middle."""
        heads: list[int] = []
        tails: list[int] = []
        for place, event in enumerate(self.events):
            if event.type == EVENT_DRAW:
                (tails if event.detail else heads).append(draws[place])
        return [*heads, *undrawn, *reversed(tails)]
