"""mahjax (JAX): questions about a batch of hands, compiled for the whole batch.

Hands are 34 counts each, as unsigned bytes, which is the fastest form; the batch is on the device
before anything is timed.
"""

from collections.abc import Sequence
from typing import Any

from benchmarks.measuring import Work
from benchmarks.peers import MAHJAX

_HONOURS = bytes(7)


class Batch:
    """One batch of hands on the device, and the two questions about it."""

    def __init__(self, hands: Sequence[bytes]) -> None:
        jax = MAHJAX.load("jax")
        numpy = MAHJAX.load("numpy")
        shapes = MAHJAX.load("mahjax.no_red_mahjong.hand").Hand
        distances = MAHJAX.load("mahjax.no_red_mahjong.shanten").Shanten
        counts = numpy.frombuffer(b"".join(hand + _HONOURS for hand in hands), numpy.uint8)
        self._batch = jax.device_put(counts.reshape(len(hands), 34))
        self._number = len(hands)
        self.complete = jax.jit(jax.vmap(shapes.can_tsumo))
        self.distance = jax.jit(jax.vmap(distances.number))

    def work(self, function: Any) -> Work:
        """Ask about the whole batch and wait for the answer."""
        batch, number = self._batch, self._number

        def ask(loops: int) -> int:
            for _ in range(loops):
                function(batch).block_until_ready()
            return loops * number

        return ask

    def answers(self, function: Any) -> list[int]:
        """The answers as plain numbers."""
        return [int(answer) for answer in function(self._batch).tolist()]
