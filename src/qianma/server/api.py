"""HTTP requests with typed bodies: routes that decode, answer, refuse and describe themselves.

A module of routes offers `Operation`s. What their types say is what the server reads and writes,
and what `openapi.document` tells of them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from qianma.server.limits import Turns

JSON: Final = "application/json"


class Problem(Struct, frozen=True):
    """Why a request has changed nothing: a key of the message catalogue, with its parameters.

    `message` says it in the language that the request asks for (`Accept-Language`).
    """

    key: str
    facts: dict[str, Any] = {}
    message: str = ""


class RequestError(Exception):
    """A request that is refused, with a status of HTTP and a message of the catalogue."""

    def __init__(self, status: int, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.status: Final = status
        self.problem: Final = Problem(key, facts)


Token = Literal["none", "optional", "needed"]
"""Whether a person shows who it is, by `Authorization: Bearer`."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a request may carry beside its path and body: its name, where, its JSON Schema."""

    name: str
    place: Literal["query", "header"]
    schema: Mapping[str, Any]
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What a request and its answers carry beside path and bodies; nothing else is read.

    `headers` are those of the answer, by what they mean; `also` other statuses that the handler
    answers with, and the types of their bodies.
    """

    token: Token = "none"
    parameters: Sequence[Parameter] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    also: Mapping[int, Any] = field(default_factory=dict)


class Operation(Route):
    """A route with one method, told apart by its types.

    `handler` gets the request and, when there is a `body` type, the decoded body. It returns a
    value of the type `answer`, or a response, with `media` as its content type when it has a body
    of no such type. Its docstring is what the OpenAPI document says.
    """

    def __init__(
        self,
        method: str,
        path: str,
        handler: Callable[..., Awaitable[Any]],
        *,
        body: Any = None,
        answer: Any = None,
        status: int = 200,
        media: str | None = None,
        beside: Beside = Beside(),  # it is frozen
    ) -> None:
        self.method: Final = method
        self.handler: Final = handler
        self.body: Final = body
        self.answer: Final = answer
        self.status: Final = status
        self.media: Final = media
        self.beside: Final = beside
        super().__init__(path, self._endpoint, methods=[method], name=handler.__name__)

    async def _endpoint(self, request: Request) -> Response:
        given = () if self.body is None else (await _decoded(request, self.body),)
        async with self._turn(request):
            result = await self.handler(request, *given)
        if isinstance(result, Response):
            return result
        return reply(result, self.status)

    def _turn(self, request: Request) -> AbstractAsyncContextManager[None]:
        """Wait while too many others are being answered."""
        turns: Turns = request.app.state.turns
        return turns.turn()


class AtOnce(Operation):
    """An operation that waits for nobody, however many others are being answered."""

    def _turn(self, _request: Request) -> AbstractAsyncContextManager[None]:
        return nullcontext()


async def _decoded(request: Request, body: Any) -> Any:
    """The body. Raises `RequestError`: 415 for anything but JSON, 400 for what is not of the type.

    A page of another site can send a form without asking, but not JSON.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise RequestError(415, "http.not_json")
    try:
        return msgspec.json.decode(await request.body(), type=body)
    except ClientDisconnect:
        raise RequestError(400, "http.malformed", reason="it has not arrived in full") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(400, "http.malformed", reason=str(error)) from None


def reply(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response that holds a value as JSON; none at all for None."""
    if value is None:
        return Response(status_code=204 if status == 200 else status, headers=headers)
    return Response(msgspec.json.encode(value), status, headers, media_type=JSON)
