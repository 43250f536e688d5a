"""Following a history: the events of a hand, one after the other, through the same rules as play.

A history names what happened, not what was declined. Whoever could have claimed a tile and has no
claim in the history has passed.
"""

from collections.abc import Iterable, Iterator, Sequence

from qianma.actions import (
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.hand import Hand
from qianma.messages import text
from qianma.packed import (
    EVENT_ADDED_KONG,
    EVENT_CONCEALED_KONG,
    EVENT_DISCARD,
    EVENT_DISCARD_KONG,
    EVENT_DRAW,
    EVENT_EXHAUSTED,
    EVENT_LEAVE,
    EVENT_PAYMENT,
    EVENT_PONG,
    EVENT_WIN,
    Event,
    unpack,
)
from qianma.state import BY_DISCARD, BY_ROBBED_KONG, CLAIM, DRAW, OVER, ROB, SEATS, SELF_DRAW, TURN
from qianma.tiles import CODES


class ContradictionError(ValueError):
    """An event that cannot have happened, because `clause` forbids it.

    `key` and `facts` are its message; `seat` is the seat whose action is refused, if it is one.
    Its parameter has another name, since a compiled function would take a fact `seat` for it.
    """

    def __init__(
        self, clause: str, key: str, whose: int | None = None, /, **facts: str | int
    ) -> None:
        self.clause = clause
        self.key = key
        self.seat = whose
        self.facts = facts
        super().__init__(self.text())

    def text(self, language: str = "en") -> str:
        """The reason in words."""
        reason = text(self.key, language, **self.facts)
        if self.seat is None:
            return reason
        return text("record.seat", language, seat=self.seat, reason=reason)


def follow(hand: Hand, events: Iterable[Event]) -> None:
    """Let the events happen to `hand`. Raises `ContradictionError` at the first that cannot."""
    for group in group_wins(events):
        follow_one(hand, group)


def group_wins(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events one by one, except that wins in a row come together."""
    wins: list[Event] = []
    for event in events:
        if event.type == EVENT_WIN:
            wins.append(event)
            continue
        if wins:
            yield wins
            wins = []
        yield [event]
    if wins:
        yield wins


def follow_one(hand: Hand, group: Sequence[Event]) -> None:
    """Let one event happen to `hand`, or all wins of one tile together.

    Payments follow from kongs, so here they are passed over.
    """
    event = group[0]
    if event.type == EVENT_PAYMENT:
        return
    if hand.phase == OVER:
        raise ContradictionError("C-8", "refusal.hand_over")
    if event.type == EVENT_LEAVE:
        hand.leave(event.seat)
    elif event.type == EVENT_WIN:
        for place, win in enumerate(group):
            check_win(hand, win, group[:place])
        take_wins(hand, group)
    elif event.type in (EVENT_PONG, EVENT_DISCARD_KONG):
        _follow_claim(hand, event)
    else:
        pass_all(hand)
        if hand.is_over:
            raise ContradictionError("C-8", "refusal.hand_over")
        if event.type == EVENT_DRAW:
            _follow_draw(hand, event)
        elif event.type == EVENT_EXHAUSTED:
            _follow_exhausted(hand)
        else:
            _require(hand, event.seat, _turn_code(event))
            hand.play(event.seat, _turn_code(event))


def pass_all(hand: Hand, besides: Sequence[int] = ()) -> None:
    """Every seat that still has to answer passes, except those `besides`."""
    for seat in range(SEATS):
        if hand.pending >> seat & 1 and seat not in besides:
            follow_pass(hand, seat)


def follow_pass(hand: Hand, seat: int) -> None:
    """A seat declines what is open to it."""
    _require(hand, seat, PASS)
    hand.play(seat, PASS)


def _follow_draw(hand: Hand, event: Event) -> None:
    if hand.phase == TURN:
        raise ContradictionError("C-13", "record.discard_first", turn=hand.turn)
    if not hand.wall_left:
        raise ContradictionError("C-6", "record.wall_empty")
    if event.seat != hand.turn:
        raise ContradictionError("C-1", "record.other_draws", turn=hand.turn, seat=event.seat)
    hand.draw()
    drawn = unpack(hand.log[-1])
    if drawn.detail != event.detail:
        end = "tail" if drawn.detail else "head"
        raise ContradictionError("C-6", "record.other_end", end=end)
    if drawn.kind != event.kind:
        there = {"tile": event.kind, "wall_tile": drawn.kind}
        raise ContradictionError("C-6", "record.other_tile", **there)


def _follow_exhausted(hand: Hand) -> None:
    if hand.phase != DRAW or hand.wall_left:
        clause = "D-1" if hand.ruleset.family == "duyun" else "G-5"
        raise ContradictionError(clause, "record.not_exhausted", left=hand.wall_left)
    hand.draw()


def _follow_claim(hand: Hand, event: Event) -> None:
    code = PONG if event.type == EVENT_PONG else DISCARD_KONG
    _require_open(hand, event.kind, event.detail)
    _require(hand, event.seat, code)
    pass_all(hand, besides=[event.seat])
    hand.play(event.seat, code)


def check_win(hand: Hand, win: Event, earlier: Sequence[Event]) -> None:
    """Raise `ContradictionError` unless this win can follow `earlier` wins on the same tile.

    Winners stand in turn order, so a forced win that should stand before this one is missing.
    """
    if win.detail == SELF_DRAW:
        if hand.phase != TURN or earlier:
            raise ContradictionError("C-8", "record.no_self_draw")
        _require(hand, win.seat, WIN)
        if win.kind != hand.drawn:
            there = {"tile": win.kind, "wall_tile": hand.drawn}
            raise ContradictionError("C-8", "record.other_tile", **there)
        return
    _require_open(hand, win.kind, win.source)
    if win.detail != {CLAIM: BY_DISCARD, ROB: BY_ROBBED_KONG}[hand.window]:
        raise ContradictionError("C-9", "record.other_way")
    _require(hand, win.seat, WIN)
    place = _turn_order(hand, win.seat)
    if any(_turn_order(hand, other.seat) >= place for other in earlier):
        raise ContradictionError("records", "record.win_order")
    winners = [other.seat for other in earlier]
    for seat in range(SEATS):
        if hand.pending >> seat & 1 and seat not in winners and _turn_order(hand, seat) < place:
            _require(hand, seat, PASS)


def take_wins(hand: Hand, wins: Sequence[Event]) -> None:
    """Let the wins of one tile happen; raise `ContradictionError` when a forced one is missing."""
    seats = [win.seat for win in wins]
    pass_all(hand, besides=seats)
    for seat in seats:
        hand.play(seat, WIN)


def _turn_order(hand: Hand, seat: int) -> int:
    return (seat - hand.open_seat) % SEATS


def _require_open(hand: Hand, kind: int, source: int) -> None:
    """The tile that is claimed is the one that lies open, from the seat it is said to be from."""
    if hand.window not in (CLAIM, ROB):
        refused = hand.why_not((source + 1) % SEATS, WIN)
        clause = refused.clause if refused else "C-8"
        raise ContradictionError(clause, "refusal.nothing_open")
    if (kind, source) != (hand.open_tile, hand.open_seat):
        facts = {"seat": hand.open_seat, "tile": hand.open_tile}
        raise ContradictionError("C-8", "record.other_open", **facts)


def _require(hand: Hand, seat: int, code: int) -> None:
    refused = hand.why_not(seat, code)
    if refused is not None:
        key = f"refusal.{refused.code}"
        raise ContradictionError(refused.clause, key, seat, **dict(refused.facts))


def _turn_code(event: Event) -> int:
    if event.type == EVENT_DISCARD:
        return event.kind + (DECLARE if event.detail else DISCARD)
    if event.type == EVENT_CONCEALED_KONG:
        return CONCEALED_KONG + event.kind
    assert event.type == EVENT_ADDED_KONG, CODES[event.kind]
    return ADDED_KONG + event.kind
