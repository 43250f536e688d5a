"""The libraries that are compared with, and how to load them.

None of them has type hints that can be relied on when it is not installed, so they are loaded by
name, and each is called in one module of this package only.
"""

import importlib
from dataclasses import dataclass
from importlib import metadata
from types import ModuleType
from typing import Final


class MissingPeerError(Exception):
    """A peer that cannot be compared with here; the text says which and why."""


@dataclass(frozen=True)
class Peer:
    """A library by its name on the package index, and the version the goals are set against."""

    name: str
    version: str

    @property
    def installed(self) -> str | None:
        """The version that is installed here, None when there is none."""
        try:
            return metadata.version(self.name)
        except metadata.PackageNotFoundError:
            return None

    @property
    def title(self) -> str:
        """Name and version, as the table has them."""
        return f"{self.name} {self.installed or self.version}"

    def load(self, module: str) -> ModuleType:
        """Import one of its modules. Raises `MissingPeerError`."""
        if self.installed is None:
            raise MissingPeerError(f"{self.name} {self.version} is not installed")
        try:
            return importlib.import_module(module)
        except ImportError as error:
            raise MissingPeerError(f"{self.title} cannot be imported: {error}") from error


RIICHIENV: Final = Peer("riichienv", "0.4.11")
XIANGTING: Final = Peer("xiangting", "6.0.2")
PYMAHJONGGB: Final = Peer("PyMahjongGB", "1.4.0")
MAHJAX: Final = Peer("mahjax", "0.1.6")
MAHJONG: Final = Peer("mahjong", "2.1.0")
PEERS: Final = (RIICHIENV, XIANGTING, PYMAHJONGGB, MAHJAX, MAHJONG)
