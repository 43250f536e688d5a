"""What each thing that a seat may do besides discarding would bring, and what declining does.

Everything follows from the rules, from the seat's own hand and from what lies open.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from qianma.actions import (
    ADDED_KONG,
    CONCEALED_KONG,
    DECLARE,
    DISCARD_KONG,
    PASS,
    PONG,
    WIN,
)
from qianma.hand import Hand
from qianma.ledger import Ledger
from qianma.packed import ADDED, CONCEALED, DISCARD, Meld
from qianma.record import EntryObject
from qianma.recording import entry_object
from qianma.rules.beans import bean_clause, bean_fan, late_kong_unpaid
from qianma.rules.payments import settle_win
from qianma.rules.valuation import circumstances, value_hand
from qianma.state import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    CLAIM,
    NO_TILE,
    SELF_DRAW,
    TURN,
    WIN_NAMES,
)
from qianma.tiles import CODES, KINDS

_PAIRS: Final = 7
"""A hand that has all but one or two of seven pairs gives them up with its first meld."""


class WinOffer(Struct, frozen=True, kw_only=True):
    """What a win that is offered would be worth.

    `fan` is that of the pattern and `extras` together; `dealer_bonus` the fan that payments of or
    to the dealer have beside it. `entries` is who would pay how much, `points` all of it together;
    what beans and chickens bring is not among it.
    """

    by: str
    tile: str
    pattern: str
    fan: int
    extras: dict[str, int]
    dealer_bonus: int
    entries: list[EntryObject]
    points: int


class Offer(Struct, frozen=True, kw_only=True):
    """What follows if a seat takes what it is offered, in words.

    `code` is one of the prompt's that is neither a discard nor a win; of those that declare ready
    only the first. 111 stands for declining all of it, in one's own turn too, where that is no
    answer but simply a discard. `key` (of the message catalogue, with `facts`) says it in a few
    words, `clause` is what it rests on, if it rests on one.
    """

    code: int
    key: str
    facts: dict[str, int]
    clause: str | None


def win_offer(hand: Hand, seat: int) -> WinOffer:
    """What the win that a seat may take now would be worth."""
    by = {TURN: SELF_DRAW, CLAIM: BY_DISCARD}.get(int(hand.phase), BY_ROBBED_KONG)
    tile = hand.drawn if by == SELF_DRAW else hand.open_tile
    tiles = hand.holding(seat, NO_TILE if by == SELF_DRAW else tile)
    value = value_hand(hand.ruleset, tiles, circumstances(hand, seat, by))
    assert value is not None, "only a complete hand may win"
    ledger = Ledger(hand.ruleset.base)
    settle_win(ledger, hand, seat, by, value)
    entries = ledger.entries()
    bonuses = [entry.fan for entry in entries if entry.reason == "dealer_bonus"]
    return WinOffer(
        by=WIN_NAMES[by],
        tile=CODES[tile],
        pattern=value.name,
        fan=int(value.fan),
        extras=value.extras,
        dealer_bonus=max(bonuses, default=0),
        entries=msgspec.convert([entry_object(entry) for entry in entries], list[EntryObject]),
        points=sum(entry.points for entry in entries),
    )


def offers(hand: Hand, seat: int, codes: Sequence[int]) -> list[Offer]:
    """What follows of each of the codes that says more than which tile is discarded."""
    return list(_offers(hand, seat, codes))


def _offers(hand: Hand, seat: int, codes: Sequence[int]) -> Iterator[Offer]:
    declares = [code for code in codes if DECLARE <= code < CONCEALED_KONG]
    taken = [code for code in codes if CONCEALED_KONG <= code < WIN]
    if declares:
        yield _declaration(hand, declares[0])
    for code in taken:
        yield _pong(hand, seat, codes) if code == PONG else _kong(hand, seat, code)
    is_forced = WIN in codes and len(codes) == 1
    if PASS in codes or (hand.phase == TURN and not is_forced and (taken or WIN in codes)):
        yield _declined(hand, codes)


def _declined(hand: Hand, codes: Sequence[int]) -> Offer:
    """What declining everything does."""
    if hand.phase == TURN:
        if WIN in codes:
            return _offer(PASS, "offer.decline_self_draw", "C-17")
        if any(late_kong_unpaid(hand.ruleset, late) for late in _later(hand, codes)):
            return _offer(PASS, "offer.decline_unpaid", "C-15")
        return _offer(PASS, "offer.decline_kong")
    if WIN not in codes:
        return _offer(PASS, "offer.decline_pong" if PONG in codes else "offer.decline_kong")
    clause = "D-18" if hand.ruleset.family == "duyun" else "G-18"
    if hand.phase != CLAIM:
        return _offer(PASS, "offer.decline_robbing", clause)
    if hand.ruleset.passed_win_blocks:
        return _offer(PASS, "offer.decline_blocks", "G-18")
    return _offer(PASS, "offer.decline_win", clause)


def _later(hand: Hand, codes: Sequence[int]) -> Iterator[Meld]:
    """The added kongs that are offered, as they would be after a later draw."""
    for code in codes:
        if ADDED_KONG <= code < PONG and code - ADDED_KONG == hand.drawn:
            yield Meld(int(hand.turn), ADDED, code - ADDED_KONG, int(hand.turn), late=True)


def _pong(hand: Hand, seat: int, codes: Sequence[int]) -> Offer:
    """A pong is a passed win where one could have been taken, and it is a first meld once."""
    if WIN in codes and hand.ruleset.passed_win_blocks:
        return _offer(PONG, "offer.pong_blocks", "G-18")
    if not hand.meld_count[seat]:
        if hand.draws[seat] == 0:
            undeclared = "D-13" if hand.ruleset.family == "duyun" else "G-17"
            return _offer(PONG, "offer.pong_no_declaration", undeclared)
        counts = hand.hand_counts(seat)
        if sum(count // 2 for count in counts) >= _PAIRS - 2:
            return _offer(PONG, "offer.pong_no_pairs", "C-10")
    return _offer(PONG, "offer.pong", tile=int(hand.open_tile))


def _kong(hand: Hand, seat: int, code: int) -> Offer:
    """What a kong is paid, by whom and when."""
    rules = hand.ruleset
    meld = _meld_of(hand, seat, code)
    fan = bean_fan(rules, meld)
    if not fan:
        late = late_kong_unpaid(rules, meld)
        return _offer(code, "offer.kong_unpaid", "C-15" if late else bean_clause(rules))
    who = "one" if meld.type == DISCARD else "each"
    if rules.beans_at_once:
        return _offer(code, f"offer.kong_now_{who}", bean_clause(rules), points=fan * rules.base)
    when = "ready" if rules.settle_only_ready else "win"
    return _offer(code, f"offer.kong_{when}_{who}", bean_clause(rules), fan=fan)


def _meld_of(hand: Hand, seat: int, code: int) -> Meld:
    if code == DISCARD_KONG:
        return Meld(seat, DISCARD, int(hand.open_tile), int(hand.open_seat), late=False)
    kind = code % KINDS
    if code >= ADDED_KONG:
        return Meld(seat, ADDED, kind, seat, late=kind != hand.drawn)
    return Meld(seat, CONCEALED, kind, seat, late=False)


def _declaration(hand: Hand, code: int) -> Offer:
    """What declaring ready is worth; that it freezes the hand is said with it."""
    rules = hand.ruleset
    clause = "D-13" if rules.family == "duyun" else "G-17"
    if rules.declared_ready == "as_flush":
        return _offer(code, "offer.declare_as_flush", clause)
    key = "offer.declare_floor" if rules.declared_ready == "floor" else "offer.declare_adds"
    return _offer(code, key, clause, fan=rules.declared_ready_fan)


def _offer(code: int, key: str, clause: str | None = None, **facts: int) -> Offer:
    return Offer(code=code, key=key, facts=facts, clause=clause)
