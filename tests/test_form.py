"""The two forms of the package: which modules are compiled, and that these then run."""

import os
import tomllib
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import pytest

import qianma

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


@pytest.mark.skipif(EXPECTED is None, reason="no form is asked for; `make test` asks for both")
def test_the_form_that_is_asked_for_runs() -> None:
    assert EXPECTED in {"compiled", "pure Python"}
    assert qianma.is_compiled == (EXPECTED == "compiled")
    from_sources = Path(qianma.__file__).is_relative_to(ROOT / "src")
    assert from_sources == (EXPECTED == "pure Python")
