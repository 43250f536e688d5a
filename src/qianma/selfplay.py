"""Playing hands and matches between built-in players, with nothing made anew for a decision."""

from mypy_extensions import i64

from qianma import flow, options, walls
from qianma.actions import CONCEALED_KONG
from qianma.chance import Chance, player_chances
from qianma.match import Match
from qianma.players.base import Player
from qianma.settle import Settlement
from qianma.state import DRAW, EXHAUSTED, OVER, SEATS, TURN, State


class Course:
    """What became of a match that was played, and how far it has got."""

    def __init__(self, match: Match, key: bytes, players: list[Player]) -> None:
        """The match before its first hand; the walls follow from the key."""
        self.match = match
        self.key = key
        self.players = players
        self.hands = 0
        self.exhausted = 0
        self.decisions = 0
        """Points where a seat had more than one legal action or had to discard."""
        self.wins = [0] * SEATS
        """How often each seat has won."""

    def play_next(self) -> Settlement:
        """Play and settle the next hand; the settlement knows its last state."""
        number = self.match.number
        hand = self.match.start(walls.shuffle(self.key, number))
        self.decisions += play_hand(hand, self.players, player_chances(self.key, number))
        settlement = self.match.conclude()
        self.hands += 1
        if hand.outcome == EXHAUSTED:
            self.exhausted += 1
        for seat in range(SEATS):
            self.wins[seat] += int(hand.winners >> seat & 1)
        return settlement

    def play_out(self) -> None:
        """Play all hands that are left."""
        while not self.match.is_over:
            self.play_next()


def play_hand(state: State, players: list[Player], chances: list[Chance]) -> i64:
    """Play a hand to its end and return the number of decisions."""
    decisions: i64 = 0
    while state.phase != OVER:
        if state.phase == DRAW:
            flow.draw(state)
        elif state.phase == TURN:
            seat = state.turn
            number = options.list_codes(state, seat)
            if number > 1 or state.codes[0] < CONCEALED_KONG:
                decisions += 1
            flow.play(state, seat, players[seat].pick(state, seat, chances[seat]))
        else:
            decisions += _answer_claims(state, players, chances)
    return decisions


def _answer_claims(state: State, players: list[Player], chances: list[Chance]) -> i64:
    """Let every seat that is asked answer, without knowing the others' answers."""
    asked = state.pending
    decisions: i64 = 0
    answers: i64 = 0
    seat: i64
    for seat in range(SEATS):
        if asked >> seat & 1 == 1:
            if options.list_codes(state, seat) > 1:
                decisions += 1
            answers |= players[seat].pick(state, seat, chances[seat]) << (8 * seat)
    for seat in range(SEATS):
        if asked >> seat & 1 == 1:
            flow.play(state, seat, answers >> (8 * seat) & 255)
    return decisions
