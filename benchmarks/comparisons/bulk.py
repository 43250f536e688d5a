"""Whole hands in bulk by built-in players, against the peer's random play, which has no bulk.

Every hand that is counted obeys the rules: the same hands are simulated once more with their
records, which must pass `qianma check`, and the sums must be the same.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ours
from benchmarks.measuring import Work
from benchmarks.peers import RIICHIENV
from benchmarks.peers import riichienv as peer
from benchmarks.rows import Agreement, Opponent, Row, contest
from benchmarks.sizes import Size

GOALS = {"random": 100.0, "greedy": 20.0}


def measure(size: Size) -> list[Row]:
    """One row a player, in decisions per second."""
    return [_row(size, player, goal) for player, goal in GOALS.items()]


def _row(size: Size, player: str, goal: float) -> Row:
    hands = _HandCount(ours.bulk(player))

    def prepare() -> Opponent:
        return Opponent(peer.RandomPlay().work)

    rates = contest(hands.work, RIICHIENV, prepare, size)
    checked = min(hands.most, size.many_hands)
    records = check_records(player, checked)
    what = {
        "random": "random play, whole hands in bulk",
        "greedy": "greedy against greedy, whole hands in bulk, against random play",
    }[player]
    per_hand = hands.decisions / hands.most
    also = (
        f"{rates.ours / per_hand:,.0f} hands/s of {per_hand:.0f} decisions each; "
        f"{checked:,} of these hands with records: {records}"
    )
    row = rates.faster(what, goal, " decisions/s", also)
    return Row(**{**row.as_object(), "differing": row.differing + records.differing})


class _HandCount:
    """Notes the largest number of hands that was played at once, and its decisions."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.most = 0
        self.decisions = 0

    def work(self, hands: int) -> int:
        decisions = self._work(hands)
        if hands > self.most:
            self.most, self.decisions = hands, decisions
        return decisions


def check_records(player: str, hands: int) -> Agreement:
    """Simulate hands with their records and check these: every hand settled as it was."""
    from qianma.check import check

    with TemporaryDirectory() as folder:
        recorded = ours.simulated(player, hands, records=folder)
        reports = [check(path.read_bytes()) for path in sorted(Path(folder).iterdir())]
    faults = sum(report.fault is not None or report.unfinished for report in reports)
    settled = sum(len(report.results) for report in reports)
    same = recorded == ours.simulated(player, hands) and settled == hands
    return Agreement(hands, faults + (not same))
