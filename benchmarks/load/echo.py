"""A server that says everything again: what the same stack can do without a game.

It prints its port once it listens.
"""

import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.load.processes import allow_many_connections
from qianma.server import running


async def echo(socket: WebSocket) -> None:
    """Say everything again."""
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


async def serve() -> None:
    """Serve until a signal says to end."""
    listener = running.listen("127.0.0.1", 0)
    app = Starlette(routes=[WebSocketRoute("/socket", echo)])
    print(listener.getsockname()[1], flush=True)
    await uvicorn.Server(running.settings(app, shutdown_seconds=1)).serve(sockets=[listener])


if __name__ == "__main__":
    allow_many_connections()
    uvloop.run(serve())
