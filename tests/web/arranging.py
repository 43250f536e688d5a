"""A site whose next table has the walls that a test lays, so that what happens there is certain."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from qianma.hand import Hand
from tests.scenes import scene
from tests.server.other_worlds import physical
from tests.web.arranged_server import FOLDER, NEXT
from tests.web.site import Site


def dealt(hands: Sequence[str], draws: str, *, dealer: int = 0, tail: str = "") -> Hand:
    """A hand with these thirteen tiles for the dealer and each seat after it in turn.

    `draws` are the first tiles from the head of the wall, `tail` those from its end. The one after
    the last tile drawn is turned over when somebody wins (G-12).
    """
    by_seat = {(dealer + place) % 4: tiles for place, tiles in enumerate(hands)}
    return scene("guiyang", by_seat, draws, dealer=dealer, tail=tail)


class ArrangedSite(Site):
    """A running server whose walls can be laid; see `Site`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        super().__init__(folder)

    def _flags(self, port: int) -> dict[str, Any]:
        return {
            **super()._flags(port),
            "module": "tests.web.arranged_server",
            "environment": {FOLDER: str(self._folder)},
        }

    def arrange(self, *hands: Hand) -> None:
        """Let the next table that is made have the walls of these hands, one after the other."""
        laid = [[hand.dealer, list(hand.dice), physical(hand).hex()] for hand in hands]
        part = self._folder / "part"
        part.write_text(json.dumps(laid))
        part.rename(self._folder / NEXT)
