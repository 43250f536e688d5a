"""Connections by what has let them in, so that they end when that does."""

from typing import Final

from qianma.server.live import Viewer


class Admitted:
    """The connections of a node by a key each: a token's hash, the table that a link opens.

    One is added before it is asked whether the key opens anything: a key that ends between that
    question and its answer finds the connection here already.
    """

    def __init__(self) -> None:
        self._viewers: Final[dict[str, set[Viewer]]] = {}
        self._key_of: Final[dict[Viewer, str]] = {}

    def add(self, viewer: Viewer, key: str) -> None:
        """A connection asks to be let in by a key."""
        self._key_of[viewer] = key
        self._viewers.setdefault(key, set()).add(viewer)

    def discard(self, viewer: Viewer) -> None:
        """A connection has ended."""
        key = self._key_of.pop(viewer, None)
        if key is None:
            return
        viewers = self._viewers[key]
        viewers.discard(viewer)
        if not viewers:
            del self._viewers[key]

    def all_keys(self) -> list[str]:
        """All keys by which somebody is here."""
        return list(self._viewers)

    def close(self, key: str, code: int, reason: str) -> None:
        """Tell all who have been let in by a key why they end, and end them."""
        for viewer in list(self._viewers.get(key, ())):
            viewer.close(code, reason)
