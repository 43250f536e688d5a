"""Addresses to hand on: of a room to play in, of a table to watch.

What opens them stands in the fragment, which browsers keep to themselves: no server or proxy on the
way gets to log it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_HOST: Final = re.compile(r"[0-9A-Za-z.-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a server that is reached at `base`.

    >>> Links("https://mahjong.example").to_play("ACDEFG")
    'https://mahjong.example/#/room/ACDEFG'
    """

    base: str

    def to_play(self, code: str) -> str:
        """The link to play in a room."""
        return f"{self.base}/#/room/{code}"

    def to_watch(self, key: str) -> str:
        """The link to watch what a room plays."""
        return f"{self.base}/#/watch/{key}"


def links_of(public_url: str, secure: bool, headers: Mapping[str, str]) -> Links:
    """The links for whoever has sent a request with these headers.

    Without the address of a host in them they begin at the root of whatever server that was.

    >>> links_of("", False, {"host": "192.168.1.5:8765"}).base
    'http://192.168.1.5:8765'
    """
    host = headers.get("host", "")
    if public_url or not _HOST.fullmatch(host):
        return Links(public_url)
    return Links(f"{'https' if secure else 'http'}://{host}")
