"""Random positions of all four rulesets, as starting points for properties."""

from collections.abc import Iterator

from qianma import flow, walls
from qianma.chance import Chance
from qianma.hand import Hand
from qianma.players import make_player
from qianma.state import DRAW, OVER, SEATS, TURN

PLAYERS = ("random", "greedy", "tsumogiri")


def walk(ruleset: str, seed: int, *, leaving: bool = False) -> Iterator[Hand]:
    """One hand from its start to its end, the same object before every step.

    Who plays like what depends on the seed. With `leaving` somebody may leave on the way.
    """
    chance = Chance(seed)
    stream = walls.Stream(f"positions {ruleset} {seed}".encode())
    key = walls.seed_key(seed, 1)
    hand = Hand.from_key(ruleset, key, number=2 + seed % 3, dealer=seed % 4, repeats=seed % 3)
    names = [PLAYERS[(seed // 4 ** (seat + 1)) % 3] for seat in range(SEATS)]
    players = [make_player(name) for name in names]
    while hand.phase != OVER:
        yield hand
        if leaving and stream.below(200) == 0:
            hand.leave(stream.below(SEATS))
        elif hand.phase == DRAW:
            flow.draw(hand)
        else:
            seat = hand.acting_seats()[0]
            codes = hand.legal_codes(seat)
            player = players[seat]
            declares = [code for code in codes if 27 <= code < 54]
            code = declares[0] if declares else player.choose(hand, seat, codes, chance)
            hand.play(seat, code)
    assert hand.phase != TURN
    yield hand
