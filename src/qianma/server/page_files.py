"""The page that people play on: its files, built beforehand, read once and served from memory.

Files below `assets/` carry a hash of their content in their names and may be kept for good; the
others are asked for again each time. Each is there in compressed forms too.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
KEPT: Final = "public, max-age=31536000, immutable"
ASKED_AGAIN: Final = "no-cache"
_MEDIA: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_CODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
"""The better one first."""


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file as it is served: `forms` by content coding, `""` for the plain one."""

    forms: dict[str, bytes]
    media: str
    cache: str
    tag: str


def page_routes(folder: Path = FOLDER) -> list[BaseRoute]:
    """The routes of the page; none where it has not been built."""
    files = dict(_files(folder))
    if INDEX not in files:
        return []

    async def asset(request: Request) -> Response:
        name = f"assets/{request.path_params['name']}"
        if name not in files:
            raise HTTPException(404)
        return _answer(request, files[name])

    routes: list[BaseRoute] = [Route("/assets/{name}", asset)]
    for name, file in files.items():
        if "/" not in name:
            routes.append(_at(name, file))
    return routes


def _at(name: str, file: PageFile) -> Route:
    async def answer(request: Request) -> Response:
        return _answer(request, file)

    return Route("/" if name == INDEX else f"/{name}", answer)


def _files(folder: Path) -> Iterator[tuple[str, PageFile]]:
    for path in sorted(folder.glob("**/*")):
        if path.suffix not in _MEDIA:
            continue
        name = path.relative_to(folder).as_posix()
        content = path.read_bytes()
        forms = {"": content}
        for coding, ending in _CODINGS:
            compressed = path.with_name(path.name + ending)
            if compressed.is_file():
                forms[coding] = compressed.read_bytes()
        cache = KEPT if name.startswith("assets/") else ASKED_AGAIN
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        yield name, PageFile(forms, _MEDIA[path.suffix], cache, tag)


def _answer(request: Request, file: PageFile) -> Response:
    headers = {"Cache-Control": file.cache, "ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    coding = _coding(request.headers.get("accept-encoding", ""), file)
    if coding:
        headers["Content-Encoding"] = coding
    return Response(file.forms[coding], headers=headers, media_type=file.media)


def _coding(accepted: str, file: PageFile) -> str:
    """The best form that the browser takes; a coding that it weighs with 0 it does not."""
    wanted = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.strip().partition(";")
        wanted[name.strip()] = weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return next((one for one, _ in _CODINGS if wanted.get(one) and one in file.forms), "")
