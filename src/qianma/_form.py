"""Which form of the package runs: the modules that take the time compiled, or all of it Python."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Final

_ENGINE: Final = find_spec("qianma.hand")
"""Where the engine would be imported from; `--version` has no need of it itself."""

is_compiled: Final = str(_ENGINE and _ENGINE.origin).endswith(tuple(EXTENSION_SUFFIXES))
"""Whether the compiled form runs. Both do the same; this one is several times as fast."""

FORM: Final = "compiled" if is_compiled else "pure Python"
"""The form in words, as `qianma --version` prints it."""
