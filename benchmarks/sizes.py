"""How much is measured: a quick look, the usual run, or the full one."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Size:
    """How long and how often.

    `seconds` is how long one pass of one side takes at least, `repeats` how many passes each side
    makes. `hands` is how many different hands a question is put about, `many_hands` how many are
    simulated where memory or workers are looked at.
    """

    name: str
    repeats: int
    seconds: float
    hands: int
    many_hands: int


QUICK: Final = Size("quick", repeats=5, seconds=0.02, hands=2_048, many_hands=160)
USUAL: Final = Size("usual", repeats=7, seconds=0.3, hands=16_384, many_hands=3_200)
FULL: Final = Size("full", repeats=11, seconds=1.0, hands=16_384, many_hands=100_000)
"""Ten times its `many_hands` make a million."""

SIZES: Final = {size.name: size for size in (QUICK, USUAL, FULL)}
