"""The two forms of the package: which modules are compiled, and that these then run."""

import copy
import os
import pickle
import tomllib
from collections.abc import Iterable
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final

import pytest

import qianma
from qianma.simulate import units
from qianma.state import State

ROOT: Final = Path(__file__).parent.parent
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMPILED: Final = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"][
    "modules"
]
ALL: Final = [module.name for module in walk_packages(qianma.__path__, "qianma.")]
EXPECTED: Final = os.environ.get("QIANMA_FORM")


def test_the_list_of_compiled_modules_is_sorted_and_names_modules() -> None:
    assert sorted(set(COMPILED)) == COMPILED
    assert set(COMPILED) <= set(ALL)


@pytest.mark.parametrize("name", COMPILED)
def test_all_hot_modules_have_the_form_that_is_reported(name: str) -> None:
    file = str(import_module(name).__file__)
    assert file.endswith(tuple(EXTENSION_SUFFIXES if qianma.is_compiled else SOURCE_SUFFIXES))


@pytest.mark.parametrize("name", sorted(set(ALL) - set(COMPILED) - {"qianma.__main__"}))
def test_no_other_module_is_compiled(name: str) -> None:
    assert str(import_module(name).__file__).endswith(tuple(SOURCE_SUFFIXES))


def test_the_form_that_is_asked_for_runs() -> None:
    """`make test` asks for one after the other; who runs a test by hand takes what is there."""
    assert EXPECTED in (None, "compiled" if qianma.is_compiled else "pure Python")
    from_sources = Path(qianma.__file__).is_relative_to(ROOT / "src")
    assert from_sources is not qianma.is_compiled


# Compiled classes are pickled and copied in other ways than those of Python.

TWINS: Final = {
    "pickled": lambda value: pickle.loads(pickle.dumps(value)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
}
FIELDS: Final = {
    name
    for name in getattr(State, "__mypyc_attrs__", None) or State.__slots__
    if not name.startswith("__")
}
SCRATCH: Final = {"codes", "code_count"}
"""Where the options of one decision are listed, anew at each."""


def played_half() -> qianma.Hand:
    hand = qianma.Hand.from_key("duyun", qianma.walls.seed_key(1, 1))
    while hand.wall_left > 28:
        seats = hand.acting_seats()
        if seats:
            hand.play(seats[0], hand.legal_codes(seats[0])[0])
        else:
            hand.draw()
    return hand


def played() -> qianma.Hand:
    hand = played_half()
    while not hand.is_over:
        seats = hand.acting_seats()
        if seats:
            hand.play(seats[0], hand.legal_codes(seats[0])[-1])
        else:
            hand.draw()
    return hand


@pytest.mark.parametrize("how", TWINS)
def test_nothing_of_a_hand_is_lost_when_it_is(how: str) -> None:
    hand = played_half()
    other = TWINS[how](hand)
    for name in FIELDS - SCRATCH:
        assert plain(getattr(other, name)) == plain(getattr(hand, name)), name


def plain(value: Any) -> Any:
    """Native arrays as lists, which can be compared."""
    return list(value) if isinstance(value, Iterable) else value


@pytest.mark.parametrize("how", TWINS)
def test_frozen_data_stays_equal_when_it_is(how: str) -> None:
    rules = qianma.load_ruleset("guiyang")
    unit = next(units(rules, 1, 1, ("random", "random", "random", "random")))
    for value in (rules, unit, played().result()):
        other = TWINS[how](value)
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
