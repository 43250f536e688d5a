"""One hand of mahjong: what each seat may do, what follows, and what it is worth in the end.

`Hand` is a deterministic state machine. Wall and dice are given; it has no clock, no input or
output and no random source of its own.

>>> from qianma import walls
>>> key = walls.seed_key(seed=1, match=1)
>>> hand = Hand.from_key("duyun", key)
>>> hand.draw()
>>> hand.acting_seats() == [hand.dealer]
True
>>> hand.play(hand.dealer, hand.legal_actions(hand.dealer)[0])
"""

from typing import Any, Final

from qianma import flow, walls
from qianma.actions import ACTIONS, Action
from qianma.rules.legality import refusal
from qianma.rules.readiness import waits_by_discard, waits_of
from qianma.rules.refusals import DRAW_FIRST, HAND_OVER, Refusal, clause_of
from qianma.ruleset import Ruleset, load
from qianma.settle import Result, settle
from qianma.state import DRAW, OVER, SEATS, TURN, State

_PROGRESS: Final = (
    "head",
    "tail",
    "phase",
    "turn",
    "counts",
    "indices",
    "melds",
    "meld_count",
    "bean_count",
    "drawn",
    "open_tile",
    "open_seat",
    "open_is_last_four",
    "window",
    "options",
    "answers",
    "pending",
    "draws",
    "declared",
    "passed_at",
    "last_four",
    "fresh_kong",
    "left",
    "outcome",
    "winners",
    "log",
)
"""What a state holds besides what it was made from."""


class IllegalActionError(ValueError):
    """An action that the rules do not allow; `refusal` says which clause, in any language."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.text())
        self.refusal = reason


class Hand(State):
    """A hand in play. See `State` for what can be read of it.

    The loop of a game: while `phase` is `DRAW`, call `draw()`; otherwise every seat of
    `acting_seats()` plays one of its legal actions, in any order. Two hands are equal when they
    have the same rules, wall and history.
    """

    __slots__ = ()

    @classmethod
    def from_key(
        cls,
        ruleset: Ruleset | str,
        key: bytes,
        number: int = 1,
        dealer: int | None = None,
        repeats: int = 0,
    ) -> "Hand":
        """Hand `number` of a match with the wall of a key.

        `dealer` is needed except for hand 1, whose dealer the key chooses.
        """
        shuffle = walls.shuffle(key, number)
        if dealer is None:
            dealer = shuffle.first_dealer
        if dealer is None:
            raise ValueError("only the first hand of a match chooses its own dealer")
        deal = walls.deal(shuffle.tiles, shuffle.dice, dealer)
        rules = load(ruleset) if isinstance(ruleset, str) else ruleset
        return cls(rules, deal.deal, deal.wall, dealer, repeats, shuffle.dice)

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == OVER

    def acting_seats(self) -> list[int]:
        """The seats that have something to decide now, in seat order."""
        if self.phase == TURN:
            return [self.turn]
        return [seat for seat in range(SEATS) if self.pending >> seat & 1]

    def legal_codes(self, seat: int) -> list[int]:
        """The stable integers of all actions of a seat; none when it has nothing to decide."""
        return flow.legal_codes(self, seat)

    def legal_actions(self, seat: int) -> list[Action]:
        """All actions of a seat; none when it has nothing to decide."""
        return [ACTIONS[code] for code in flow.legal_codes(self, seat)]

    def why_not(self, seat: int, action: Action | int) -> Refusal | None:
        """Why a seat cannot carry out an action now; None when it can."""
        return refusal(self, seat, action if isinstance(action, int) else action.code)

    def draw(self) -> None:
        """Take the step that nobody decides: the next draw, or the end of an exhausted wall.

        Raises `IllegalActionError` when somebody has to act first or the hand is over.
        """
        if self.phase != DRAW:
            reason = HAND_OVER if self.phase == OVER else DRAW_FIRST
            facts = (("turn", self.turn),)
            raise IllegalActionError(Refusal(reason, clause_of(reason, self.ruleset.family), facts))
        flow.draw(self)

    def play(self, seat: int, action: Action | int) -> None:
        """Carry out an action of a seat. Raises `IllegalActionError` when the rules forbid it."""
        code = action if isinstance(action, int) else action.code
        reason = refusal(self, seat, code)
        if reason is not None:
            raise IllegalActionError(reason)
        flow.play(self, seat, code)

    def leave(self, seat: int) -> None:
        """The player of a seat leaves the table (C-18, D-17, G-23). Nothing after the hand."""
        if not self.is_over:
            flow.leave(self, seat)

    def waits(self, seat: int) -> list[int]:
        """The kinds that would complete the seat's hand (C-12); none while it has to discard."""
        return [] if sum(self.hand_counts(seat)) % 3 == 2 else waits_of(self, seat)

    def waits_by_discard(self, seat: int) -> dict[int, list[int]]:
        """For a seat that has to discard: the waits of each discard that leaves it ready."""
        return waits_by_discard(self, seat) if sum(self.hand_counts(seat)) % 3 == 2 else {}

    def result(self) -> Result:
        """The settlement. Raises `ValueError` while the hand is not over."""
        return settle(self)

    def copy(self) -> "Hand":
        """An independent equal of this hand, cheap to make."""
        other = Hand(self.ruleset, self.deal, self.wall, self.dealer, self.repeats, self.dice)
        self.copy_to(other)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        start = (self.ruleset, self.deal, self.wall, self.dealer, self.repeats, self.dice)
        return Hand, start, {name: getattr(self, name) for name in _PROGRESS}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            setattr(self, name, value)

    def _identity(self) -> tuple[Any, ...]:
        return (
            self.ruleset,
            self.dealer,
            self.repeats,
            self.dice,
            self.deal,
            self.wall,
            tuple(self.log),
            self.pending,
            tuple(self.answers) if self.pending else (),
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __repr__(self) -> str:
        return (
            f"<Hand {self.ruleset.name}, dealer {self.dealer}, {len(self.log)} events, "
            f"{self.wall_left} tiles in the wall>"
        )
