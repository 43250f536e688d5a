"""Renews web/src/protocol/: the types of the server's messages and requests, for TypeScript.

python scripts/web_types.py    with the package, and what its server needs, importable
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import msgspec

from qianma import replay
from qianma.server import api, people_routes, quiz_routes, replay_routes, room_routes
from qianma.server.schemas import typescript, typescript_of

FOLDER = Path(__file__).resolve().parent.parent / "web" / "src" / "protocol"
ROUTES: tuple[ModuleType, ...] = (
    api,
    people_routes,
    room_routes,
    replay_routes,
    replay,
    quiz_routes,
)
"""The modules whose bodies and answers the page reads and writes."""


def files() -> dict[str, str]:
    """Each file by its name, as it should be."""
    return {"messages.ts": typescript(), "http.ts": http_typescript()}


def http_typescript() -> str:
    """The bodies and answers of HTTP requests as TypeScript types."""
    structs = [
        one
        for module in ROUTES
        for one in vars(module).values()
        if isinstance(one, type)
        and issubclass(one, msgspec.Struct)
        and one.__module__ == module.__name__
    ]
    _, types = msgspec.json.schema_components(structs, ref_template="#/$defs/{name}")
    return typescript_of(types, "the HTTP routes of qianma.server")


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
