"""Random play with one Python call for each decision, whole hands with their settlement."""

from benchmarks import ours
from benchmarks.peers import RIICHIENV
from benchmarks.peers import riichienv as peer
from benchmarks.rows import Opponent, Row, contest
from benchmarks.sizes import Size


def measure(size: Size) -> list[Row]:
    """One row, in decisions per second."""

    def prepare() -> Opponent:
        return Opponent(peer.RandomPlay().work)

    rates = contest(ours.RandomPlay().work, RIICHIENV, prepare, size)
    return [rates.faster("random play, one Python call per decision", 15, " decisions/s")]
