"""qianma (黔麻): Guiyang and Duyun mahjong, every point with the clause it rests on.

>>> import qianma
>>> hand = qianma.Hand.from_key("guiyang", qianma.walls.seed_key(seed=1, match=1))
>>> while not hand.is_over:
...     if hand.acting_seats():
...         seat = hand.acting_seats()[0]
...         hand.play(seat, hand.legal_codes(seat)[-1])
...     else:
...         hand.draw()
>>> sum(hand.result().points)
0

Tiles are kinds 0-26 (`qianma.tiles`), seats are 0-3, fan and points whole numbers.
"""

from qianma import walls
from qianma._form import is_compiled
from qianma._version import __version__
from qianma.actions import Action, decode
from qianma.hand import Hand, IllegalActionError
from qianma.ledger import Entry
from qianma.match import Match
from qianma.redrawing import redraw
from qianma.rules.refusals import Refusal
from qianma.ruleset import Ruleset
from qianma.ruleset import load as load_ruleset
from qianma.ruleset import load_file as load_ruleset_file
from qianma.ruleset import names as ruleset_names
from qianma.settings import RulesetError
from qianma.settle import Result, Win
from qianma.shapes import is_complete, readings, ready_distance, waits
from qianma.tiles import (
    TileError,
    count_tiles,
    format_tiles,
    parse_tile,
    parse_tiles,
    tile_name,
    tiles_of,
)

__all__ = [
    "Action",
    "Entry",
    "Hand",
    "IllegalActionError",
    "Match",
    "Refusal",
    "Result",
    "Ruleset",
    "RulesetError",
    "TileError",
    "Win",
    "__version__",
    "count_tiles",
    "decode",
    "format_tiles",
    "is_compiled",
    "is_complete",
    "load_ruleset",
    "load_ruleset_file",
    "parse_tile",
    "parse_tiles",
    "readings",
    "ready_distance",
    "redraw",
    "ruleset_names",
    "tile_name",
    "tiles_of",
    "waits",
    "walls",
]
