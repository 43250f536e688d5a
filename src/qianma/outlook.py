"""What a seat's own hand waits for, what each wait is worth, and what it may win on.

Everything follows from what the seat itself can see.

>>> from qianma import walls
>>> from qianma.hand import Hand
>>> hand = Hand.from_key("guiyang", walls.seed_key(seed=1, match=1))
>>> outlook(hand, 0, [0] * KINDS)
Outlook(waits=[], discards=[])
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from qianma.actions import DECLARE
from qianma.hand import Hand
from qianma.holding import Holding
from qianma.rules.readiness import could_be_ready_without
from qianma.rules.refusals import clause_of
from qianma.rules.valuation import Circumstances, value_hand
from qianma.rules.winning import complete_hand_refusal, passed_win_refusal
from qianma.state import BY_DISCARD
from qianma.tiles import CODES, COPIES, KINDS


class Wait(Struct, frozen=True, kw_only=True):
    """A tile that would complete the hand, and how many copies of it the seat has not seen.

    `fan` is that of the pattern and of the seat's own declaration, without dealer bonus and kongs.
    With `on_discard` the tile may be won on when somebody who has not declared ready discards it;
    otherwise `key` (of the message catalogue) and `clause` say why it can only be drawn.
    """

    tile: str
    unseen: int
    pattern: str
    fan: int
    on_discard: bool
    key: str | None = None
    clause: str | None = None


class ReadyDiscard(Struct, frozen=True, kw_only=True):
    """A discard that leaves the hand ready, and for what.

    `declared` are the waits as they would be with ready declared on it; none when that may not be.
    """

    tile: str
    waits: list[Wait]
    declared: list[Wait] = []


class Outlook(Struct, frozen=True, kw_only=True):
    """The waits of a hand, or those that each discard of it would leave."""

    waits: list[Wait] = []
    discards: list[ReadyDiscard] = []


def outlook(hand: Hand, seat: int, seen: Sequence[int]) -> Outlook:
    """The outlook of a seat that has seen so many of each kind, its own tiles included."""
    if hand.is_over:
        return Outlook()
    tiles = hand.holding(seat)
    declared = hand.has_declared(seat)
    if tiles.total % 3 == 1:
        return Outlook(waits=_waits(hand, seat, tiles, hand.waits(seat), seen, declared))
    discards: list[ReadyDiscard] = []
    if any(could_be_ready_without(hand, seat, kind) for kind in range(KINDS) if tiles.counts[kind]):
        for discard, kinds in hand.waits_by_discard(seat).items():
            tiles.remove(discard)
            may_declare = hand.why_not(seat, DECLARE + discard) is None
            discards.append(
                ReadyDiscard(
                    tile=CODES[discard],
                    waits=_waits(hand, seat, tiles, kinds, seen, declared),
                    declared=_waits(hand, seat, tiles, kinds if may_declare else (), seen, True),
                )
            )
            tiles.add(discard)
    return Outlook(discards=discards)


def _waits(
    hand: Hand,
    seat: int,
    tiles: Holding,
    kinds: Iterable[int],
    seen: Sequence[int],
    declared: bool,
) -> list[Wait]:
    found: list[Wait] = []
    how = Circumstances(BY_DISCARD, winner_declared=declared)
    for kind in kinds:
        tiles.add(kind)
        value = value_hand(hand.ruleset, tiles, how)
        assert value is not None, "a wait completes the hand"
        refusal = complete_hand_refusal(hand.ruleset, tiles, int(hand.bean_count[seat]), how)
        refusal = refusal or passed_win_refusal(hand, seat)
        tiles.remove(kind)
        found.append(
            Wait(
                tile=CODES[kind],
                unseen=COPIES - seen[kind],
                pattern=value.name,
                fan=int(value.fan),
                on_discard=not refusal,
                key=f"refusal.{refusal}" if refusal else None,
                clause=clause_of(refusal, hand.ruleset.family) if refusal else None,
            )
        )
    return found
