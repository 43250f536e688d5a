"""The rules of a table: they stay as they were when it began, whatever is shipped later."""

from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import structs

from qianma.ruleset import Ruleset, load
from qianma.server.events import TableSpec

KEPT: Final = 256
"""So many different rules are kept, to be shared by the tables that have them."""


def pinned(spec: TableSpec) -> TableSpec:
    """The same with all settings of its rules, not only with those that differ from the shipped.

    Raises `RulesetError`.
    """
    settings = load(spec.ruleset, spec.settings).settings()
    # A pattern that is not there would come back from the ruleset that it is laid upon.
    gone = dict.fromkeys(load(spec.ruleset).patterns.keys() - settings["patterns"].keys(), False)
    settings["patterns"] = {**settings["patterns"], **gone}
    return structs.replace(spec, settings=settings)


def shared(spec: TableSpec) -> tuple[TableSpec, Ruleset]:
    """The same with settings that all tables of the same rules share, and these rules."""
    settings, ruleset = _rules(spec.ruleset, msgspec.json.encode(spec.settings))
    return structs.replace(spec, settings=settings), ruleset


@lru_cache(KEPT)
def _rules(name: str, settings: bytes) -> tuple[dict[str, Any], Ruleset]:
    content = msgspec.json.decode(settings)
    return content, load(name, content)
