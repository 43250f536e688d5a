"""What every request passes first: its address, limits, origins, and the headers of its answer."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from qianma.messages import text
from qianma.server.addresses import client_address, household
from qianma.server.api import JSON, Problem, RequestError
from qianma.server.config import Config
from qianma.server.languages import language_of
from qianma.server.limits import Buckets
from qianma.server.links import links_of
from qianma.server.logs import told
from qianma.server.metrics import Metrics
from qianma.server.security import (
    HEADERS,
    STRICT_TRANSPORT,
    content_policy,
    origin_is_allowed,
)

ADDRESS: Final = "qianma.address"
"""Where a request comes from stands in its scope under this key."""
LINKS: Final = "qianma.links"
"""The links for whoever has sent a request stand in its scope under this key."""
BURST_SECONDS: Final = 4
"""So many seconds' worth of requests may come at once."""
RECORD_PATH: Final = "/api/replay"
"""Where a whole record comes in, which is longer than other bodies."""
BODY_SECONDS: Final = 20.0
"""How long a body may take to arrive."""
DRAINED_BYTES: Final = 2**20
DRAIN_SECONDS: Final = 2.0
"""How much is read, and how long, of a body that has been refused."""
_METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
_READING: Final = ("GET", "HEAD", "OPTIONS")


class Front:
    """The application around all others of a node."""

    def __init__(self, app: ASGIApp, config: Config, metrics: Metrics) -> None:
        self._app: Final = app
        self._config: Final = config
        self._metrics: Final = metrics
        rate = config.requests_per_second
        self._buckets: Final = Buckets(max(1.0, rate * BURST_SECONDS), rate)
        self._open: Final[Counter[str]] = Counter()
        own = (config.public_url,) if config.public_url else ()
        self._origins: Final = (*config.allowed_origins, *own)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a WebSocket in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope[ADDRESS] = self._address(scope)
        secure, headers = self._is_secure(scope), Headers(scope=scope)
        scope[LINKS] = links_of(self._config.public_url, secure, headers)
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._counted(scope, receive, send)

    def _address(self, scope: Scope) -> str:
        client = scope.get("client")
        peer = str(client[0]) if client else "unknown"
        forwarded = Headers(scope=scope).getlist("x-forwarded-for")
        return client_address(peer, forwarded, self._config.proxy_hops)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request, measured and with the headers that every answer has."""
        start = time.perf_counter()
        status = 500
        secure = self._is_secure(scope)
        policy = content_policy(Headers(scope=scope).get("host", ""))

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(raw=message.setdefault("headers", []))
                headers.setdefault("Content-Security-Policy", policy)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if secure:
                    headers.setdefault(*STRICT_TRANSPORT)
            await send(message)

        try:
            await self._counted(scope, self._limited(scope, receive), answer)
        finally:
            self._tell(scope, status, time.perf_counter() - start)

    def _is_secure(self, scope: Scope) -> bool:
        """Whether the client has come by https, as far as that is known."""
        if self._config.proxy_hops:
            forwarded = Headers(scope=scope).get("x-forwarded-proto", "")
            return forwarded.rpartition(",")[2].strip().lower() == "https"
        return scope["scheme"] in ("https", "wss")

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        # The path itself may hold a secret, and a method may be any word.
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requested(method, route, status, seconds)
        told(
            "request",
            logging.WARNING if status >= 500 else logging.DEBUG,
            method=method,
            route=route,
            status=status,
            milliseconds=round(1000 * seconds, 1),
            address=scope[ADDRESS] if self._config.log_addresses else None,
        )

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in if its address has not too much open, and it may come from where it does."""
        place = household(scope[ADDRESS])
        try:
            self._admit(scope, place)
        except RequestError as error:
            self._metrics.refused(error.problem.key)
            if scope["type"] == "http" and error.status == 413:
                with suppress(RequestError):  # that it is too large, which is known
                    await _drain(receive)
            await _refuse(error, scope, receive, send)
            return
        self._open[place] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]

    def _admit(self, scope: Scope, place: str) -> None:
        """Raise `RequestError` for what is not let in."""
        headers = Headers(scope=scope)
        if not self._buckets.take(place):
            raise RequestError(429, "http.too_many", seconds=1)
        if self._open[place] >= self._config.connections_per_address:
            raise RequestError(429, "http.too_many_open", most=self._open[place])
        if scope["type"] == "websocket" or scope["method"] not in _READING:
            origin = headers.get("origin")
            if not origin_is_allowed(origin, headers.get("host"), self._origins):
                raise RequestError(403, "http.foreign_origin", origin=origin)
        length = headers.get("content-length", "0")
        most = self._most_bytes(scope)
        if length.isdigit() and int(length[:18]) > most:
            raise RequestError(413, "http.too_large", most=most)

    def _most_bytes(self, scope: Scope) -> int:
        """How long the body of a request may be."""
        is_record = scope["path"] == RECORD_PATH
        return self._config.record_bytes if is_record else self._config.body_bytes

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """Receive a body that is neither too large nor too slow."""
        arrived = 0
        complete = False
        most = self._most_bytes(scope)
        until = asyncio.get_running_loop().time() + BODY_SECONDS

        async def limited() -> Message:
            nonlocal arrived, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise RequestError(408, "http.too_slow") from None
            arrived += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if arrived > most:
                if not complete:
                    await _drain(receive)
                raise RequestError(413, "http.too_large", most=most)
            return message

        return limited


async def _drain(receive: Receive) -> None:
    """Throw away what a client still sends, for a while: until it is done it sees no answer."""
    left = DRAINED_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body", False):
                    return


async def _refuse(error: RequestError, scope: Scope, receive: Receive, send: Send) -> None:
    response = problem_response(error.status, error.problem, Headers(scope=scope))
    if scope["type"] == "http":
        await response(scope, receive, send)
    else:
        await send(
            {
                "type": "websocket.http.response.start",
                "status": response.status_code,
                "headers": response.raw_headers,
            }
        )
        await send({"type": "websocket.http.response.body", "body": response.body})


def problem_response(
    status: int, problem: Problem, asked: Headers, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer to a request that is refused, in the language that its headers ask for."""
    language = language_of(asked.get("accept-language", ""))
    message = text(problem.key, language, **problem.facts)
    given = dict(headers or {})
    if status in (429, 503):
        given["Retry-After"] = "1"
    if status in (408, 413):
        given["Connection"] = "close"  # what is left of the body is not waited for
    body = msgspec.json.encode(msgspec.structs.replace(problem, message=message))
    return Response(body, status, given, media_type=JSON)
