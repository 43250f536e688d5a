"""complete? and ready distance for a whole batch in one call, fourteen tiles each."""

from types import ModuleType
from typing import Any

from benchmarks import inputs, ours
from benchmarks.comparisons import complete, distance
from benchmarks.measuring import Work
from benchmarks.peers import MAHJAX
from benchmarks.peers.mahjax import Batch
from benchmarks.rows import Opponent, Row, contest
from benchmarks.sizes import Size

BATCH = 16_384
COMPLETE = (f"complete? in batches of {BATCH:,}", 3.0)
DISTANCE = (f"ready distance in batches of {BATCH:,}", 15.0)
"""Title and goal of each row."""


def measure(size: Size) -> list[Row]:
    """Two rows; without our batch module they say so."""
    module = ours.batch_module()
    if module is None:
        return [
            Row(what, "/s", None, MAHJAX.title, goal=f"{goal:g}x", note=ours.NO_BATCHES)
            for what, goal in (COMPLETE, DISTANCE)
        ]
    return [_complete(size, module), _distance(size, module)]


def _complete(size: Size, module: ModuleType) -> Row:
    hands = inputs.half_complete(BATCH)
    counts = as_array(hands)
    mine = [bool(answer) for answer in module.is_complete(counts)]
    assert mine == ours.complete_answers(hands), "in batches and one by one must be the same"

    def prepare() -> Opponent:
        batch = Batch(hands)
        answers = [bool(answer) for answer in batch.answers(batch.complete)]
        return Opponent(batch.work(batch.complete), complete.compared(hands, answers))

    return contest(_work(module.is_complete, counts), MAHJAX, prepare, size).faster(*COMPLETE)


def _distance(size: Size, module: ModuleType) -> Row:
    hands = inputs.of_all_distances(BATCH, 14)
    counts = as_array(hands)
    mine = [int(answer) for answer in module.ready_distance(counts)]
    assert mine == ours.distance_answers(hands), "in batches and one by one must be the same"

    def prepare() -> Opponent:
        batch = Batch(hands)
        answers = batch.answers(batch.distance)
        return Opponent(batch.work(batch.distance), distance.compared(hands, answers))

    return contest(_work(module.ready_distance, counts), MAHJAX, prepare, size).faster(*DISTANCE)


def as_array(hands: list[bytes]) -> Any:
    """The batch as our module wants it: unsigned bytes, one row a hand."""
    import importlib

    numpy = importlib.import_module("numpy")
    return numpy.frombuffer(b"".join(hands), numpy.uint8).reshape(len(hands), 27).copy()


def _work(function: Any, counts: Any) -> Work:
    def ask(loops: int) -> int:
        for _ in range(loops):
            function(counts)
        return loops * len(counts)

    return ask
