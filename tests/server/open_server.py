"""`python -m tests.server.open_server serve ...`: the server with a gate that lets everybody in.

A person's token is `token-` and the person; `POST /tables` makes a table. The environment variable
`OPEN_SERVER_PING` says after how many seconds a silent peer is asked whether it is there.
"""

import os
import sys
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.requests import Request

from qianma.cli.parser import Parser
from qianma.cli.serve import add_parser
from qianma.server import logs, running
from qianma.server.api import Operation, RequestError
from qianma.server.config import SETTINGS, Config, load_config
from qianma.server.events import TableSpec
from qianma.server.node import Node
from tests.server.serving import OpenGate


class Created(Struct, frozen=True):
    """A new table."""

    table: str


async def parts(node: Node, _config: Config) -> running.Parts:
    async def create(_request: Request, spec: TableSpec) -> Created:
        """Make a table."""
        return Created(await node.create_table(spec))

    async def show(request: Request) -> Created:
        """Say its name again.

        That is all.
        """
        if request.path_params["table"] == "fail":
            raise ValueError("what nobody may read: 5m")
        raise RequestError(409, "live.over")

    return running.Parts(
        OpenGate(),
        [
            Operation("POST", "/tables", create, body=TableSpec, answer=Created, status=201),
            Operation("GET", "/tables/{table}", show, answer=Created),
        ],
    )


def main() -> None:
    parser = Parser(prog="open_server")
    subparsers: Any = parser.add_subparsers()
    add_parser(subparsers)
    given = vars(parser.parse_args(sys.argv[1:]))
    flags = {setting.name: given[setting.name] for setting in SETTINGS}
    config = load_config(flags, file=Path(given["config"]) if given["config"] else None)
    logs.set_up(config.log_format, config.log_level)
    running.PING_SECONDS = float(os.environ.get("OPEN_SERVER_PING", running.PING_SECONDS))  # type: ignore[misc]
    with running.listen(config.host, config.port) as listener:
        port = listener.getsockname()[1]
        greeting = f"http://127.0.0.1:{port} Ctrl-C"
        running.run(config, listener, lambda: print(greeting, flush=True), parts)


if __name__ == "__main__":
    main()
