"""Ready distance, one call for each hand of thirteen or fourteen tiles."""

from benchmarks import inputs, ours
from benchmarks.measuring import calls
from benchmarks.peers import RIICHIENV
from benchmarks.peers import riichienv as peer
from benchmarks.rows import Agreement, Opponent, Row, agreement, contest
from benchmarks.sizes import Size


def measure(size: Size) -> list[Row]:
    """Rows for thirteen tiles and for fourteen, and for each form in which we take a hand."""
    return [row for tiles in (13, 14) for row in _rows(size, tiles)]


def _rows(size: Size, tiles: int) -> list[Row]:
    hands = inputs.of_all_distances(size.hands, tiles)

    def prepare() -> Opponent:
        shanten = peer.shanten()
        ids = [peer.tile_ids(hand) for hand in hands]
        return Opponent(calls(shanten, ids), compared(hands, [shanten(hand) for hand in ids]))

    return [
        contest(ours.distance(ours.given(hands, own)), RIICHIENV, prepare, size).faster(
            f"ready distance per call, {tiles} tiles{form}", 1.3
        )
        for form, own in ours.FORMS.items()
    ]


def compared(hands: list[bytes], answers: list[int]) -> Agreement:
    """How a riichi library's answers compare with ours.

    For four sets and a pair both count the same exchanges, with four tiles of a kind and no more.
    Riichi's seven pairs must be of seven kinds, so they are never nearer than ours: the smaller one
    of its answer and our distance from seven pairs is our answer. Thirteen orphans are never the
    nearest in three suits: they have six of the thirteen kinds, which leaves a distance of six at
    least, and that only with a pair, from which seven pairs are nearer.
    """
    amended = [
        min(answer, ours.seven_pairs_distance(hand))
        for hand, answer in zip(hands, answers, strict=True)
    ]
    return agreement(ours.distance_answers(hands), answers, amended)
