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

from typing import Any

from qianma import flow, options, walls
from qianma.actions import ACTIONS, Action, code_of
from qianma.numbers import numbers_of, take_numbers
from qianma.rules.legality import refusal
from qianma.rules.readiness import waits_by_discard, waits_of
from qianma.rules.refusals import DRAW_FIRST, HAND_OVER, Refusal, clause_of
from qianma.ruleset import Ruleset, load
from qianma.settle import Result, settle
from qianma.state import DRAW, OVER, SEATS, TURN, State, checked_seat


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

        `dealer` is needed except for hand 1, whose dealer the key chooses. Raises `ValueError`
        without one, and for a key that is not of 32 bytes.
        """
        if len(key) != walls.KEY_BYTES:
            raise ValueError(f"a key has {walls.KEY_BYTES} bytes, not {len(key)}")
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
        return options.legal_codes(self, checked_seat(seat))

    def legal_actions(self, seat: int) -> list[Action]:
        """All actions of a seat; none when it has nothing to decide."""
        return [ACTIONS[code] for code in self.legal_codes(seat)]

    def why_not(self, seat: int, action: Action | int) -> Refusal | None:
        """Why a seat cannot carry out an action now; None when it can."""
        return refusal(self, checked_seat(seat), code_of(action))

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
        code = code_of(action)
        reason = refusal(self, checked_seat(seat), code)
        if reason is not None:
            raise IllegalActionError(reason)
        flow.play(self, seat, code)

    @property
    def seat(self) -> int:
        """The seat that acts next, of several that are asked the lowest; -1 while nobody acts."""
        return options.acting_seat(self)

    def advance(self) -> list[int]:
        """Draw on until somebody has to decide.

        Returns the stable integers of the actions of `seat`; none when the hand is over.
        """
        while self.phase == DRAW:
            flow.draw(self)
        return options.legal_codes(self, options.acting_seat(self)) if self.phase != OVER else []

    def step(self, code: int) -> list[int]:
        """Carry out an action of `seat`, then `advance`: one call a decision.

        Raises `IllegalActionError` when the rules forbid it.

        >>> hand = Hand.from_key("guiyang", walls.seed_key(seed=1, match=1))
        >>> codes = hand.advance()
        >>> while codes:
        ...     codes = hand.step(codes[-1])
        >>> hand.is_over
        True
        """
        seat = options.acting_seat(self)
        if not options.is_listed(self, seat, code):
            reason = refusal(self, max(seat, 0), code_of(code))
            assert reason is not None, "what is not listed is refused"
            raise IllegalActionError(reason)
        flow.play(self, seat, code)
        return self.advance()

    def leave(self, seat: int) -> None:
        """The player of a seat leaves the table (C-18, D-17, G-23). Nothing after the hand."""
        if not self.is_over:
            flow.leave(self, checked_seat(seat))

    def waits(self, seat: int) -> list[int]:
        """The kinds that would complete the seat's hand (C-12); none while it has to discard."""
        return [] if sum(self.hand_counts(seat)) % 3 == 2 else waits_of(self, seat)

    def waits_by_discard(self, seat: int) -> dict[int, list[int]]:
        """For a seat that has to discard: the waits of each discard that leaves it ready."""
        return waits_by_discard(self, seat) if sum(self.hand_counts(seat)) % 3 == 2 else {}

    def result(self) -> Result:
        """The settlement. Raises `ValueError` while the hand is not over."""
        return settle(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the hand as plain numbers and lists."""
        return _restored, (
            (self.ruleset, self.deal, self.wall, self.dealer, self.repeats, self.dice),
            numbers_of(self),
        )

    def copy(self) -> "Hand":
        """An independent equal of this hand, cheap to make."""
        return Hand(self.ruleset, self.deal, self.wall, self.dealer, self.repeats, self.dice, self)

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
            self.answers if self.pending else 0,
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


def _restored(origin: tuple[Any, ...], numbers: tuple[list[int], ...]) -> Hand:
    """The hand that was pickled."""
    hand = Hand(*origin)
    take_numbers(hand, numbers)
    return hand
