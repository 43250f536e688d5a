"""Pattern and fan, one call for each winning hand: concealed, self-drawn, every pattern mixed.

The games value hands differently, so the only answer in common is that each hand is a win.
"""

from benchmarks import inputs, ours
from benchmarks.peers import PYMAHJONGGB, RIICHIENV
from benchmarks.peers.pymahjonggb import Fans
from benchmarks.peers.riichienv import Evaluations
from benchmarks.rows import Agreement, Opponent, Row, agreement, contest
from benchmarks.sizes import Size


def measure(size: Size) -> list[Row]:
    """The goal is five times the better peer; each row has it, and the smallest ratio decides."""
    hands, winning = inputs.complete_hands(size.hands)
    mine = ours.values(ours.given(hands, True))
    plain = ours.values(hands)

    def prepared() -> Opponent:
        evaluations = Evaluations(hands, winning)
        note = "its evaluators made beforehand, as our counts are"
        return Opponent(evaluations.prepared(), compared(hands, evaluations.wins()), note)

    def from_tiles() -> Opponent:
        evaluations = Evaluations(hands, winning)
        return Opponent(evaluations.from_tiles(), note="its evaluators made in each call")

    def fans() -> Opponent:
        peer = Fans(hands, winning)
        return Opponent(peer.work(), compared(hands, peer.wins()))

    what = "pattern and fan of a winning hand per call"
    return [
        contest(mine, RIICHIENV, prepared, size).faster(what, 5),
        contest(mine, PYMAHJONGGB, fans, size).faster(what, 5),
        contest(plain, RIICHIENV, from_tiles, size).faster(f"{what}, from tiles and counts", 5),
    ]


def compared(hands: list[bytes], wins: list[bool]) -> Agreement:
    """Whether both sides take all the hands for won."""
    won = [True] * len(hands)
    lost_here = agreement(ours.wins(hands), won, won).differing
    return Agreement(len(hands), lost_here + agreement(wins, won, won).differing)
