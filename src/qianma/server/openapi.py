"""The OpenAPI document, made of the types that the HTTP routes read and write with."""

import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from starlette.routing import BaseRoute

from qianma._version import __version__
from qianma.server.api import JSON, Operation, Problem, Token

_REF: Final = "#/components/schemas/{name}"
_PARAMETER: Final = re.compile(r"{(\w+)(?::(\w+))?}")
_TEXT: Final = {"type": "string"}
_SECURITY: Final[dict[Token, list[dict[str, list[str]]]]] = {
    "none": [],
    "optional": [{"token": []}, {}],
    "needed": [{"token": []}],
}
_SCHEMAS: Final = {"int": {"type": "integer", "minimum": 0}}


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """The OpenAPI document of all `Operation`s among the routes."""
    operations = list(_operations(routes))
    types = list({one for each in operations for one in _types(each)})
    schemas, components = msgspec.json.schema_components((*types, Problem), ref_template=_REF)
    schema_of = dict(zip((*types, Problem), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for each in operations:
        path = _PARAMETER.sub(r"{\1}", each.path)
        paths.setdefault(path, {})[each.method.lower()] = _described(each, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {"title": "qianma", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "responses": {
                "Problem": {
                    "description": "Nothing has been changed; the body says why.",
                    "headers": {
                        "Retry-After": {
                            "description": "After how many seconds to ask again; with 429 and 503.",
                            "schema": {"type": "integer"},
                        }
                    },
                    "content": _content(schema_of[Problem]),
                }
            },
            "parameters": {
                "AcceptLanguage": {
                    "name": "Accept-Language",
                    "in": "header",
                    "description": "The language of texts, such as `message` in a refusal.",
                    "schema": _TEXT,
                }
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operations(routes: Sequence[BaseRoute]) -> Iterator[Operation]:
    return (route for route in routes if isinstance(route, Operation))


def _described(operation: Operation, schema_of: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    text = inspect.getdoc(operation.handler) or operation.name
    summary, _, rest = text.partition("\n")
    status = operation.status
    if operation.answer is None and operation.media is None and status == 200:
        status = 204
    success: dict[str, Any] = {"description": summary}
    if operation.answer is not None:
        success["content"] = _content(schema_of[operation.answer])
    elif operation.media is not None:
        success["content"] = {operation.media: {"schema": {} if operation.media == JSON else _TEXT}}
    if operation.beside.headers:
        success["headers"] = {
            name: {"description": meaning, "schema": _TEXT}
            for name, meaning in operation.beside.headers.items()
        }
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": summary,
        "responses": {
            str(status): success,
            **{str(other): _also(schema_of[body]) for other, body in operation.beside.also.items()},
            "default": {"$ref": "#/components/responses/Problem"},
        },
        "security": _SECURITY[operation.beside.token],
    }
    if rest.strip():
        described["description"] = rest.strip()
    described["parameters"] = [
        *({**one, "required": True} for one in _of_path(operation)),
        *(
            {
                "name": one.name,
                "in": one.place,
                "description": one.meaning,
                "schema": dict(one.schema),
            }
            for one in operation.beside.parameters
        ),
        {"$ref": "#/components/parameters/AcceptLanguage"},
    ]
    if operation.body is not None:
        described["requestBody"] = {
            "required": True,
            "content": _content(schema_of[operation.body]),
        }
    return described


def _of_path(operation: Operation) -> Iterator[dict[str, Any]]:
    for name, kind in _PARAMETER.findall(operation.path):
        yield {"name": name, "in": "path", "schema": _SCHEMAS.get(kind, _TEXT)}


def _also(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "What the body says.", "content": _content(schema)}


def _types(operation: Operation) -> Iterator[Any]:
    yield from (one for one in (operation.body, operation.answer) if one is not None)
    yield from operation.beside.also.values()


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {JSON: {"schema": schema}}
