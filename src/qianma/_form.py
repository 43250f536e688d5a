"""Which form of the package runs: the modules that take the time compiled, or all of it Python."""

from importlib.machinery import EXTENSION_SUFFIXES
from typing import Final

from qianma import tiles

is_compiled: Final = str(tiles.__file__).endswith(tuple(EXTENSION_SUFFIXES))
"""Whether the compiled form runs. Both do the same; this one is several times as fast."""

FORM: Final = "compiled" if is_compiled else "pure Python"
"""The form in words, as `qianma --version` prints it."""
