"""Whose an HTTP request is, and where it comes from.

A person's token stands in `Authorization: Bearer`, the key of a link to watch in `X-Watch-Key`:
never in an address, which gets logged.
"""

from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection, Request

from qianma.server.api import Parameter
from qianma.server.front import ADDRESS, LINKS
from qianma.server.links import Links
from qianma.server.people import People
from qianma.server.refusing import RefusedError

MOST_TOKEN: Final = 128
WATCH_KEY: Final = Parameter(
    "X-Watch-Key",
    "header",
    {"type": "string"},
    "The key of a link to watch, for who does not play.",
)


@dataclass(frozen=True, slots=True)
class Caller:
    """A person with the token that it has shown."""

    person: str
    token: str


async def caller(people: People, request: Request) -> Caller:
    """Whose a request is. Raises `RefusedError` when it shows no token that somebody has."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        raise RefusedError("people.no_token", 401)
    person = await people.person(token) if len(token) <= MOST_TOKEN else None
    if person is None:
        raise RefusedError("people.unknown_token", 401)
    return Caller(person, token)


async def caller_if_any(people: People, request: Request) -> str | None:
    """The person of a request that need not show a token; a wrong one is refused all the same."""
    if "authorization" not in request.headers:
        return None
    return (await caller(people, request)).person


def address(request: HTTPConnection) -> str:
    """The address a request comes from, as far as the proxies before it are trusted."""
    return str(request.scope[ADDRESS])


def links(request: HTTPConnection) -> Links:
    """The links for whoever has sent a request."""
    found: Links = request.scope[LINKS]
    return found


def watch_key(request: Request) -> str | None:
    """The key of a link to watch, if one is given."""
    return request.headers.get(WATCH_KEY.name)
