"""The application of a node: WebSockets, the HTTP routes of all modules, health and metrics."""

import asyncio
import ipaddress
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import ASGIApp

from qianma._version import __version__
from qianma.server import openapi
from qianma.server.api import JSON, AtOnce, Beside, Problem, RequestError, reply
from qianma.server.config import Config
from qianma.server.front import ADDRESS, Front, problem_response
from qianma.server.limits import BusyError, Turns
from qianma.server.metrics import Metrics
from qianma.server.node import Node
from qianma.server.refusing import RefusedError
from qianma.server.schemas import websocket_schema
from qianma.server.socket import Gate, SocketEnd

HEALTH_SECONDS: Final = 2.0
"""A database that does not answer for so long is not healthy."""
REQUESTS: Final = (64, 1000, 5.0)
"""So many are worked at at the same time, so many more wait, so many seconds at most."""
LOST_PAGE: Final = "/#/lost"
_KEYS: Final = {404: "http.not_found", 405: "http.not_allowed"}


class Health(Struct, frozen=True):
    """Whether the server can be used: not without its database."""

    status: Literal["ok", "no_database"]
    version: str = __version__


def application(
    config: Config, node: Node, gate: Gate, metrics: Metrics, routes: Sequence[BaseRoute] = ()
) -> ASGIApp:
    """The application of a node that has started; `routes` are those of people, rooms and so on."""

    async def describe(_request: Request) -> Response:
        """This document."""
        return reply(document)

    own = [
        *_own_routes(config, node, metrics),
        AtOnce("GET", "/openapi.json", describe, media=JSON),
    ]
    every = [*own, *routes]
    document = openapi.document(every)
    end = SocketEnd(node, gate, metrics)
    app = Starlette(
        routes=[*every, WebSocketRoute("/socket", end.serve)],
        exception_handlers={
            HTTPException: _refused,
            RequestError: _refused,
            RefusedError: _refused,
            BusyError: _refused,
            PoolTimeoutError: _refused,
            Exception: _refused,
        },
    )
    app.router.redirect_slashes = False
    app.state.turns = Turns(*REQUESTS)
    return Front(app, config, metrics)


def _own_routes(config: Config, node: Node, metrics: Metrics) -> list[BaseRoute]:
    async def healthz(_request: Request) -> Response:
        """Whether the server can be used: 200, or 503 when its database does not answer."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS), node.store.reading() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError, TimeoutError):
            return reply(Health("no_database"), 503)
        return reply(Health("ok"))

    async def show_metrics(request: Request) -> Response:
        """Measurements, in the text format of Prometheus."""
        if not _may_see_metrics(config, request.scope[ADDRESS]):
            raise RequestError(404, "http.not_found")
        return Response(metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def websocket_messages(_request: Request) -> Response:
        """The messages of the WebSocket at /socket, as one JSON Schema document."""
        return reply(websocket_schema())

    return [
        AtOnce("GET", "/healthz", healthz, answer=Health, beside=Beside(also={503: Health})),
        AtOnce("GET", "/metrics", show_metrics, media="text/plain"),
        AtOnce("GET", "/schemas/websocket.json", websocket_messages, media=JSON),
    ]


def _may_see_metrics(config: Config, address: str) -> bool:
    if config.metrics != "local":
        return config.metrics == "everybody"
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _by_address(request: Request) -> bool:
    """Whether a browser asks for what somebody has typed or followed: the page explains it."""
    is_page = "text/html" in request.headers.get("accept", "")
    return is_page and request.method == "GET" and request.url.path != "/"


async def _refused(request: Request, error: Exception) -> Response:
    """The answer to a request that is refused, or that has failed."""
    if isinstance(error, HTTPException) and error.status_code == 404 and _by_address(request):
        return RedirectResponse(LOST_PAGE, 303)
    status, problem, headers = 500, Problem("http.failed"), {}
    if isinstance(error, RequestError):
        status, problem = error.status, error.problem
    elif isinstance(error, RefusedError):
        status, problem = error.status, Problem(error.key, error.facts)
    elif isinstance(error, (BusyError, PoolTimeoutError)):
        status, problem = 503, Problem("http.busy")
    elif isinstance(error, HTTPException):
        key = _KEYS.get(error.status_code)
        problem = Problem(key) if key else Problem("http.malformed", {"reason": error.detail})
        status, headers = error.status_code, dict(error.headers or {})
    return problem_response(status, problem, request.headers, headers)
