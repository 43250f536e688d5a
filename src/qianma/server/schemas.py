"""The WebSocket messages for others: JSON Schemas, and TypeScript types made of those.

Both come from the very types that the server reads and writes with.
"""

import json
from typing import Any, Final, get_args

import msgspec

from qianma.server.protocol import ClientMessage, FirstMessage, ServerMessage

_REF: Final = "#/$defs/{name}"


def websocket_schema() -> dict[str, Any]:
    """One JSON Schema document: `$defs` of all messages, and the unions of both directions."""
    client = (*get_args(FirstMessage), *get_args(ClientMessage))
    server = get_args(ServerMessage)
    schemas, components = msgspec.json.schema_components((*client, *server), ref_template=_REF)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "qianma WebSocket messages",
        "$defs": {
            **components,
            "ClientMessage": {"anyOf": list(schemas[: len(client)])},
            "ServerMessage": {"anyOf": list(schemas[len(client) :])},
        },
    }


def typescript() -> str:
    """The messages as TypeScript types."""
    return typescript_of(websocket_schema()["$defs"], "qianma.server.protocol")


def typescript_of(schemas: dict[str, Any], source: str) -> str:
    """Named JSON Schemas as TypeScript types; `source` says where they come from."""
    lines = [f"// Made from the types of {source}. Do not edit.", ""]
    for name, schema in schemas.items():
        description = schema.get("description")
        if description:
            comment = description.splitlines()
            lines += ["/**", *(f" * {line}".rstrip() for line in comment), " */"]
        lines += [f"export type {name} = {typescript_type(schema)};", ""]
    return "\n".join(lines)


def typescript_type(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON Schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "anyOf" in schema:
        return " | ".join(typescript_type(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        return _object(schema)
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return "null" if schema.get("type") == "null" else plain.get(schema.get("type", ""), "unknown")


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(typescript_type(one) for one in schema['prefixItems'])}]"
    return f"Array<{typescript_type(schema.get('items', {}))}>"


def _object(schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        values = schema.get("additionalProperties", {})
        inner = typescript_type(values) if isinstance(values, dict) else "unknown"
        return f"Record<string, {inner}>"
    required = set(schema.get("required", ()))
    parts = [
        f"{json.dumps(name)}{'' if name in required else '?'}: {typescript_type(one)}"
        for name, one in schema["properties"].items()
    ]
    return "{ " + "; ".join(parts) + " }"
