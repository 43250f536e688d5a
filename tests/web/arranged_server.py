"""`qianma serve` with walls that a test has laid; all the rest is the server as people run it.

The walls of the next table are laid into a folder as the file `next`, one a hand. They stay that
table's, so that it goes on after a restart; its further hands, and all other tables, have walls by
chance.
"""

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from qianma import walls
from qianma.server import clock

FOLDER = "ARRANGED_WALLS"
"""The environment variable that names the folder."""
NEXT = "next"
_ID_BYTES = 12


class Arrangement:
    """Takes the walls out of a folder; the key of a hand begins with the name of its table."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._new_game_id = clock.new_game_id
        self._shuffle = walls.shuffle

    def new_game_id(self) -> str:
        game = self._new_game_id()
        with suppress(FileNotFoundError):
            (self._folder / NEXT).rename(self._folder / game)
        return game

    def key(self, game_id: str, number: int) -> bytes:
        return bytes.fromhex(game_id) + number.to_bytes(walls.KEY_BYTES - _ID_BYTES, "big")

    def shuffle(
        self, key: bytes, hand: int, contributions: Sequence[bytes] = walls.NO_CONTRIBUTIONS
    ) -> walls.Shuffle:
        laid = []
        with suppress(FileNotFoundError):
            laid = json.loads((self._folder / key[:_ID_BYTES].hex()).read_bytes())
        if hand > len(laid):
            return self._shuffle(key, hand, contributions)
        dealer, (first, second), tiles = laid[hand - 1]
        return walls.Shuffle(dealer if hand == 1 else None, (first, second), bytes.fromhex(tiles))


def main() -> int:
    """The command `qianma`."""
    arranged = Arrangement(Path(os.environ[FOLDER]))
    # Before the server is imported: its parts keep what they find here then.
    with (
        patch.object(walls, "shuffle", arranged.shuffle),
        patch.object(clock, "fresh_key", arranged.key),
        patch.object(clock, "new_game_id", arranged.new_game_id),
    ):
        from qianma.cli import main as command

        return command()


if __name__ == "__main__":
    raise SystemExit(main())
