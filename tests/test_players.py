"""Built-in players decide by what their seat may see, and by their stream alone."""

from typing import ClassVar

import pytest

from qianma import Hand, redraw, ruleset_names
from qianma.chance import Chance, player_chances
from qianma.players import PLAYERS, Player, make_player
from qianma.selfplay import play_hand
from qianma.state import OVER, State
from qianma.walls import Stream, seed_key
from tests.positions import walk


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("name", PLAYERS)
def test_hidden_tiles_move_no_decision(name: str, ruleset: str) -> None:
    player = make_player(name)
    decisions = 0
    for seed in range(6):
        for step, hand in enumerate(walk(ruleset, seed)):
            if hand.phase == OVER or step % 3:
                continue
            for seat in hand.acting_seats():
                codes = hand.legal_codes(seat)
                other = redraw(hand, seat, Stream(b"%d %d" % (seed, step)).below)
                here = player.choose(hand, seat, codes, Chance(7))
                there = player.choose(other, seat, codes, Chance(7))
                assert here == there
                assert here in codes
                decisions += len(codes) > 1
    assert decisions > 50


class First(Player):
    """A player of somebody else's, in plain Python: the first action there is."""

    name: ClassVar[str] = "first"

    def pick(self, state: State, seat: int, chance: Chance) -> int:
        return int(state.codes[0])


def test_a_player_from_elsewhere_plays_whole_hands() -> None:
    for ruleset in ruleset_names():
        hand = Hand.from_key(ruleset, seed_key(3, 1))
        decisions = play_hand(hand, [First(), make_player("greedy")] * 2, player_chances(b"", 1))
        assert hand.is_over
        assert decisions > 0
