"""A match: hand after hand, who deals, the repeats, the scores.

>>> from qianma import walls
>>> match = Match("guiyang", hands=4)
>>> hand = match.start(walls.shuffle(walls.seed_key(seed=7, match=1), match.number))
>>> hand.dealer == match.dealer, match.points
(True, [0, 0, 0, 0])
"""

from qianma import walls
from qianma.hand import Hand
from qianma.rules.dealer import next_dealer_seat, repeats_of
from qianma.ruleset import Ruleset, load
from qianma.settle import Result, Settlement
from qianma.state import LEFT


class Match:
    """A match of a planned number of hands, or with an open end.

    `number` is that of the next hand or the one in play, from 1; `dealer` its dealer, None before
    the first wall has chosen one; `repeats` its repeats; `points` the seats' sums; `results` those
    of the finished hands.
    """

    def __init__(self, ruleset: Ruleset | str, hands: int | None = None) -> None:
        """A match before its first hand; `hands` is None for an open end.

        Raises `ValueError` for a number of hands below 1.
        """
        if hands is not None and hands < 1:
            raise ValueError(f"a match has at least 1 hand, not {hands}")
        self.ruleset = load(ruleset) if isinstance(ruleset, str) else ruleset
        self.hands = hands
        self.number = 1
        self.dealer: int | None = None
        self.repeats = 0
        self.points = [0, 0, 0, 0]
        self.results: list[Result] = []
        self.hand: Hand | None = None
        self.somebody_left = False

    @property
    def is_over(self) -> bool:
        """Whether no further hand is played: all are, or somebody's leaving ended the match."""
        return self.somebody_left or (self.hands is not None and self.number > self.hands)

    def start(self, shuffle: walls.Shuffle) -> Hand:
        """Deal the next hand from a wall of the generator [G-1].

        Raises `ValueError` when the match is over, a hand is in play, or nobody is chosen to deal.
        """
        if self.is_over or self.hand is not None:
            raise ValueError("the match is over" if self.is_over else "a hand is in play")
        dealer = shuffle.first_dealer if self.dealer is None else self.dealer
        if dealer is None:
            raise ValueError("the wall of the first hand chooses the dealer")
        self.dealer = dealer
        dealt = walls.deal(shuffle.tiles, shuffle.dice, dealer)
        self.hand = Hand(self.ruleset, dealt.deal, dealt.wall, dealer, self.repeats, shuffle.dice)
        return self.hand

    def finish(self) -> Result:
        """Settle the hand in play and go on to the next.

        Raises `ValueError` when no hand is in play or it is not over.
        """
        result = self.conclude().result()
        self.results.append(result)
        return result

    def conclude(self) -> Settlement:
        """As `finish`, but without putting the result in full or keeping it."""
        hand = self.hand
        if hand is None:
            raise ValueError("no hand is in play")
        settlement = Settlement(hand)
        for seat in range(4):
            self.points[seat] += settlement.points[seat]
        self.somebody_left = self.somebody_left or hand.left >= 0
        if hand.outcome != LEFT:
            self.dealer = next_dealer_seat(hand)
            self.repeats = repeats_of(hand, self.dealer)
        self.number += 1
        self.hand = None
        return settlement

    def __repr__(self) -> str:
        return f"<Match {self.ruleset.name}, hand {self.number}, points {self.points}>"

    def leave(self, seat: int) -> None:
        """A player leaves; between two hands this is free and ends the match [C-18 between]."""
        if self.hand is None or self.hand.is_over:
            self.somebody_left = True
        else:
            self.hand.leave(seat)
