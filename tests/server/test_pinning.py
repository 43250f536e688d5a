"""A table keeps the rules that it began with."""

import itertools

import msgspec
import pytest

from qianma.ruleset import load, names
from qianma.server import events
from qianma.server.events import TableSpec
from qianma.server.lines import match_of
from qianma.server.pinning import pinned, shared
from tests.server.tables import people

CHANGED = {"base": 3, "patterns": {"seven_pairs": False, "plain": 2}}
PAIRS = [
    (one, other)
    for one, other in itertools.permutations(names(), 2)
    if load(one).family == load(other).family
]


def spec(ruleset: str, **settings: object) -> TableSpec:
    return TableSpec(ruleset=ruleset, settings=settings, seats=people())


def kept(spec: TableSpec) -> TableSpec:
    """As it comes out of the log."""
    event = events.decode(events.encode(events.Created(at=0, spec=pinned(spec))))
    assert isinstance(event, events.Created)
    return event.spec


@pytest.mark.parametrize("settings", [{}, CHANGED])
@pytest.mark.parametrize("ruleset", names())
def test_the_rules_are_the_same(ruleset: str, settings: dict[str, object]) -> None:
    _, rules = shared(kept(spec(ruleset, **settings)))
    assert rules == load(ruleset, settings)


@pytest.mark.parametrize("settings", [{}, CHANGED])
@pytest.mark.parametrize(("ruleset", "other"), PAIRS)
def test_they_stay_whatever_is_shipped_later(
    ruleset: str, other: str, settings: dict[str, object]
) -> None:
    """As if the other ruleset were what is shipped by that name with the next version."""
    began = load(ruleset, settings).settings()
    later = load(other, kept(spec(ruleset, **settings)).settings).settings()
    # A pattern that did not exist when the table began is the one thing that it cannot rule out.
    new = later["patterns"].keys() - load(ruleset).patterns.keys()
    later["patterns"] = {key: fan for key, fan in later["patterns"].items() if key not in new}
    assert later == began


@pytest.mark.parametrize("settings", [{}, CHANGED])
@pytest.mark.parametrize("ruleset", names())
def test_records_name_the_differences_only(ruleset: str, settings: dict[str, object]) -> None:
    line = match_of(events.Created(at=0, spec=kept(spec(ruleset, **settings))))
    assert (line["ruleset"], line.get("settings", {})) == (ruleset, settings)


def test_tables_of_the_same_rules_share_them() -> None:
    first, rules = shared(kept(spec("duyun", base=2)))
    second, same = shared(kept(spec("duyun", base=2)))
    assert rules is same
    assert first.settings is second.settings
    assert len(msgspec.json.encode(first.settings)) > 500
