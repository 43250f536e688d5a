"""The settlement of a hand as a sheet: outcome, four open hands, each seat's account, who is next.

All of it is worked out here; whoever shows it adds up nothing.
"""

from collections.abc import Iterator

from msgspec import Struct

from qianma.explain import Note, flower_pig_notes, late_kong_notes, void_notes
from qianma.hand import Hand
from qianma.packed import MELD_NAMES, Meld
from qianma.recording import OUTCOME_NAMES
from qianma.rules.chickens import chicken_counts, chicken_fan
from qianma.rules.dealer import dealer_clause
from qianma.rules.declared import flush_counterpart
from qianma.rules.readiness import waits_of
from qianma.rules.valuation import Value
from qianma.ruleset import Ruleset
from qianma.settings import PATTERNS
from qianma.settle import Result, Win
from qianma.sheet_accounts import Account, accounts, paying_chickens
from qianma.state import BY_ROBBED_KONG, EXHAUSTED, NO_TILE, SEATS, SELF_DRAW, WIN_NAMES, WON
from qianma.tiles import CODES, tiles_of


class SheetWinner(Struct, frozen=True, kw_only=True):
    """A winner. `fan` is that of one share: `pattern_fan` and `extras`, without dealer bonus.

    `shares` is how many of them `source` pays, where a robbed kong is paid for all. `as_pattern` is
    what a declared hand is valued as (G-17), where that is another pattern than its own.
    """

    seat: int
    by: str
    source: int | None
    tile: str
    pattern: str
    pattern_fan: int
    as_pattern: str | None
    extras: dict[str, int]
    fan: int
    shares: int


class SheetChicken(Struct, frozen=True, kw_only=True):
    """A chicken kind and the fan of one of them."""

    tile: str
    fan: int


class TurnedOver(Struct, frozen=True, kw_only=True):
    """The tile that is turned over, the kind it makes a chicken, and whether that is golden."""

    tile: str
    kind: str
    golden: bool


class SheetMeld(Struct, frozen=True, kw_only=True):
    """A meld: `pong`, or the kind of a kong; `source` is where its claimed tile came from."""

    kind: str
    tile: str
    source: int | None


class OwnChickens(Struct, frozen=True, kw_only=True):
    """How many tiles of a chicken kind a seat has, in hand and melds, and in its river."""

    tile: str
    held: int
    river: int


class SheetSeat(Struct, frozen=True, kw_only=True):
    """A hand laid open. `won` is the tile it has won on, which a self-draw has in `tiles` too.

    `waits` are those of a ready hand at an exhausted wall. `charge` says that it has the charge
    chicken.
    """

    tiles: list[str]
    won: str | None
    melds: list[SheetMeld]
    declared: bool
    ready: bool
    waits: list[str]
    chickens: list[OwnChickens]
    charge: bool
    points: int


class SheetDealer(Struct, frozen=True, kw_only=True):
    """The dealer of the hand, and the fan that its bonus has for dealing and for all repeats."""

    seat: int
    repeats: int
    dealing: int
    repeat: int


class NextHand(Struct, frozen=True, kw_only=True):
    """Who deals next, with how many repeats, and the clause that says so."""

    dealer: int
    repeats: int
    clause: str


class SheetNote(Struct, frozen=True, kw_only=True):
    """What no payment tells: a key of the message catalogue.

    Its text names the players of `seats` (as `name` or `names`), and `tile` if there is one.
    """

    key: str
    seats: list[int]
    tile: int | None


class Sheet(Struct, frozen=True, kw_only=True):
    """A settled hand, complete.

    `base` are the points of a fan, `left` who ended the game by leaving, if anybody has.
    """

    outcome: str
    base: int
    dealer: SheetDealer
    winners: list[SheetWinner]
    turned_over: TurnedOver | None
    chicken_kinds: list[SheetChicken]
    seats: list[SheetSeat]
    accounts: list[Account]
    notes: list[SheetNote]
    left: int | None
    next: NextHand | None


def sheet(hand: Hand) -> Sheet:
    """The sheet of a finished hand. Raises `ValueError` while it is not over."""
    result = hand.result()
    bonus = hand.ruleset.dealer_bonus
    repeats = int(hand.repeats)
    return Sheet(
        outcome=OUTCOME_NAMES[result.outcome],
        base=int(hand.ruleset.base),
        dealer=SheetDealer(
            seat=int(hand.dealer),
            repeats=repeats,
            dealing=int(bonus.dealing),
            repeat=int(bonus.repeat) * repeats,
        ),
        winners=[_winner(hand, win, result) for win in result.wins],
        turned_over=_turned_over(result),
        chicken_kinds=[
            SheetChicken(tile=CODES[kind], fan=int(chicken_fan(hand, kind)))
            for kind in paying_chickens(hand)
        ],
        seats=[_seat(hand, result, seat) for seat in range(SEATS)],
        accounts=accounts(hand, result),
        notes=[_note(note) for note in _notes(hand)],
        left=int(hand.left) if result.next_dealer is None else None,
        next=_next(hand, result),
    )


def _winner(hand: Hand, win: Win, result: Result) -> SheetWinner:
    shares = [one for one in result.ledger if one.reason == "win" and one.payee == win.seat]
    return SheetWinner(
        seat=win.seat,
        by=WIN_NAMES[win.by],
        source=None if win.by == SELF_DRAW else win.source,
        tile=CODES[win.tile],
        pattern=win.value.name,
        pattern_fan=int(win.value.pattern_fan),
        as_pattern=valued_as(hand.ruleset, win.value),
        extras={name: int(fan) for name, fan in win.value.extras.items()},
        fan=int(win.value.fan),
        shares=len(shares) if win.by == BY_ROBBED_KONG else 1,
    )


def valued_as(ruleset: Ruleset, value: Value) -> str | None:
    """The name of the pattern that a declared hand is valued as, None for its own (G-17)."""
    if not value.declared_ready or ruleset.declared_ready != "as_flush":
        return None
    return PATTERNS[flush_counterpart(ruleset, value.pattern)]


def _turned_over(result: Result) -> TurnedOver | None:
    flipped = result.flipped
    if flipped.tile == NO_TILE:
        return None
    return TurnedOver(tile=CODES[flipped.tile], kind=CODES[flipped.kind], golden=flipped.golden)


def _seat(hand: Hand, result: Result, seat: int) -> SheetSeat:
    own = next((win for win in result.wins if win.seat == seat), None)
    ready = seat in result.ready
    return SheetSeat(
        tiles=[CODES[kind] for kind in tiles_of(hand.hand_counts(seat))],
        won=CODES[own.tile] if own else None,
        melds=[sheet_meld(meld) for meld in hand.melds_of(seat)],
        declared=hand.has_declared(seat),
        ready=ready,
        waits=[CODES[kind] for kind in waits_of(hand, seat)] if ready else [],
        chickens=list(_own_chickens(hand, seat)),
        charge=any(one.reason == "charge_chicken" and one.payee == seat for one in result.ledger),
        points=result.points[seat],
    )


def sheet_meld(meld: Meld) -> SheetMeld:
    """A meld as it lies on the table."""
    concealed = MELD_NAMES[meld.type] == "concealed"
    source = None if concealed else int(meld.source)
    return SheetMeld(kind=MELD_NAMES[meld.type], tile=CODES[meld.kind], source=source)


def _own_chickens(hand: Hand, seat: int) -> Iterator[OwnChickens]:
    for kind in paying_chickens(hand):
        number, river = int(chicken_counts(hand, kind)[seat]), int(hand.lying(kind)[seat])
        if number:
            yield OwnChickens(tile=CODES[kind], held=number - river, river=river)


def _notes(hand: Hand) -> Iterator[Note]:
    if hand.outcome == WON:
        yield from void_notes(hand)
        if hand.ruleset.chickens.flipped and not hand.wall_left:
            yield Note("explain.not_turned_over")
    elif hand.outcome == EXHAUSTED:
        yield from flower_pig_notes(hand)
    yield from late_kong_notes(hand)


def _note(note: Note) -> SheetNote:
    return SheetNote(
        key=note.key, seats=list(note.seats), tile=None if note.tile == NO_TILE else int(note.tile)
    )


def _next(hand: Hand, result: Result) -> NextHand | None:
    if result.next_dealer is None:
        return None
    dealer, repeats = result.next_dealer
    return NextHand(dealer=int(dealer), repeats=int(repeats), clause=dealer_clause(hand))
