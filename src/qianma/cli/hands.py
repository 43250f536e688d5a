"""Hands as they are given on a command line: tiles, melds, and whether there can be such a hand."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from typing import Final, NamedTuple

from qianma.cli.arguments import tile
from qianma.cli.errors import CommandError
from qianma.holding import Holding
from qianma.tiles import CODES, COPIES, KINDS

_TILES_OF: Final = {"pong": 3, "concealed": 4, "added": 4, "exposed": 4}
_MOST_MELDS: Final = 4


class GivenMeld(NamedTuple):
    """A meld as it is given: `type` is `pong`, `concealed`, `added` or `exposed`."""

    type: str
    kind: int

    @property
    def tiles(self) -> int:
        """How many tiles it holds."""
        return _TILES_OF[self.type]


class GivenHand(NamedTuple):
    """A hand that there can be: 27 counts of the concealed tiles, and the melds."""

    counts: list[int]
    melds: list[GivenMeld]

    @property
    def holding(self) -> Holding:
        """The tiles of the hand, made anew each time."""
        return Holding.of(self.counts, melded=self.melded_counts)

    @property
    def melded_counts(self) -> list[int]:
        """The 27 counts of the tiles in melds."""
        counts = [0] * KINDS
        for meld in self.melds:
            counts[meld.kind] += meld.tiles
        return counts

    @property
    def beans(self) -> int:
        """How many of the melds are kongs."""
        return sum(meld.tiles == COPIES for meld in self.melds)


def meld(text: str) -> GivenMeld:
    """A type for arguments: a meld such as `pong:1s`."""
    name, colon, tile_text = text.partition(":")
    if not colon or name not in _TILES_OF:
        known = ", ".join(f"{name}:TILE" for name in _TILES_OF)
        raise ArgumentTypeError(f"{text!r} is no meld, only {known}")
    return GivenMeld(name, tile(tile_text))


def add_melds(parser: ArgumentParser) -> None:
    """Add `--meld`."""
    parser.add_argument(
        "--meld",
        metavar="KIND:TILE",
        type=meld,
        action="append",
        default=[],
        dest="melds",
        help="a meld: pong:1s, concealed:2p, added:3p or exposed:4m (a discard kong); repeatable",
    )


def given_hand(kinds: Sequence[int], melds: list[GivenMeld], tiles: int) -> GivenHand:
    """The hand of these concealed tiles, of which there are `tiles` less three for each meld.

    Raises `CommandError` for a wrong number of tiles and for a fifth tile of a kind.
    """
    if len(melds) > _MOST_MELDS:
        raise CommandError(f"argument --meld: {len(melds)} melds are more than {_MOST_MELDS}")
    expected = tiles - 3 * len(melds)
    if len(kinds) != expected:
        raise CommandError(
            f"argument HAND: {len(kinds)} tiles, not {expected} ({tiles} less 3 for each meld)"
        )
    hand = GivenHand([list(kinds).count(kind) for kind in range(KINDS)], melds)
    for kind, (held, melded) in enumerate(zip(hand.counts, hand.melded_counts, strict=True)):
        if held + melded > COPIES:
            raise CommandError(
                f"argument HAND: {held + melded} of {CODES[kind]} with the melds, there are only 4"
            )
    return hand
