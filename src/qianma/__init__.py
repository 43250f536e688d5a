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

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from qianma._version import __version__

if TYPE_CHECKING:
    from qianma import walls
    from qianma._form import is_compiled
    from qianma.actions import Action, decode
    from qianma.hand import Hand, IllegalActionError
    from qianma.holding import Holding
    from qianma.ledger import Entry
    from qianma.match import Match
    from qianma.redrawing import redraw
    from qianma.rules.refusals import Refusal
    from qianma.rules.valuation import Circumstances, Value
    from qianma.rules.valuation import value_hand as score
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
    "Circumstances",
    "Entry",
    "Hand",
    "Holding",
    "IllegalActionError",
    "Match",
    "Refusal",
    "Result",
    "Ruleset",
    "RulesetError",
    "TileError",
    "Value",
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
    "score",
    "tile_name",
    "tiles_of",
    "waits",
    "walls",
]

_HOMES: Final = {
    "is_compiled": ("qianma._form", "is_compiled"),
    "Action": ("qianma.actions", "Action"),
    "decode": ("qianma.actions", "decode"),
    "Hand": ("qianma.hand", "Hand"),
    "Holding": ("qianma.holding", "Holding"),
    "IllegalActionError": ("qianma.hand", "IllegalActionError"),
    "Entry": ("qianma.ledger", "Entry"),
    "Match": ("qianma.match", "Match"),
    "redraw": ("qianma.redrawing", "redraw"),
    "Refusal": ("qianma.rules.refusals", "Refusal"),
    "Circumstances": ("qianma.rules.valuation", "Circumstances"),
    "Value": ("qianma.rules.valuation", "Value"),
    "score": ("qianma.rules.valuation", "value_hand"),
    "Ruleset": ("qianma.ruleset", "Ruleset"),
    "load_ruleset": ("qianma.ruleset", "load"),
    "load_ruleset_file": ("qianma.ruleset", "load_file"),
    "ruleset_names": ("qianma.ruleset", "names"),
    "RulesetError": ("qianma.settings", "RulesetError"),
    "Result": ("qianma.settle", "Result"),
    "Win": ("qianma.settle", "Win"),
    "is_complete": ("qianma.shapes", "is_complete"),
    "readings": ("qianma.shapes", "readings"),
    "ready_distance": ("qianma.shapes", "ready_distance"),
    "waits": ("qianma.shapes", "waits"),
    "TileError": ("qianma.tiles", "TileError"),
    "count_tiles": ("qianma.tiles", "count_tiles"),
    "format_tiles": ("qianma.tiles", "format_tiles"),
    "parse_tile": ("qianma.tiles", "parse_tile"),
    "parse_tiles": ("qianma.tiles", "parse_tiles"),
    "tile_name": ("qianma.tiles", "tile_name"),
    "tiles_of": ("qianma.tiles", "tiles_of"),
}
"""Where the names above are, which are imported when they are used, so that the commands start at
once."""


def __getattr__(name: str) -> Any:
    if name == "walls":
        return import_module("qianma.walls")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
