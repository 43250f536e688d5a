"""Built-in players decide by what their seat may see, and by their stream alone."""

import pytest

from qianma import redraw, ruleset_names
from qianma.chance import Chance
from qianma.players import PLAYERS, make_player
from qianma.state import OVER
from qianma.walls import Stream
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
