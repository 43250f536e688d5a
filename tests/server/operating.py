"""Server processes as operators start them, on free ports of this machine."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Answer(NamedTuple):
    """An answer of HTTP."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


class Running:
    """A server process; use it in a `with` statement. What it logs is in `log`."""

    def __init__(
        self,
        database: str,
        module: str = "qianma",
        environment: Mapping[str, str] = {},
        **flags: Any,
    ) -> None:
        given = {"host": "127.0.0.1", "port": 0, "qr": "false", "log_format": "json", **flags}
        words = [sys.executable, "-m", module, "serve"]
        if database:
            words += ["--database", database]
        for name, value in given.items():
            words += ["--" + name.replace("_", "-"), str(value)]
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self.process = subprocess.Popen(
            words,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
        )
        self.greeting = ""
        try:
            self.port = self._greeted()
        except BaseException:
            self.__exit__()
            raise

    def _greeted(self) -> int:
        """Wait until it serves; returns its port."""
        assert self.process.stdout is not None
        while "Ctrl-C" not in self.greeting:
            line = self.process.stdout.readline()
            assert line, self.log
            self.greeting += line
        found = re.search(r"http://[0-9.]+:(\d+)", self.greeting)
        assert found is not None, self.greeting
        return int(found[1])

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/socket"

    @property
    def log(self) -> str:
        # The place in the file is the server's too: what it writes must not go elsewhere.
        number = self._log.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode()

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: Any = None,
        headers: Mapping[str, str] = {},
    ) -> Answer:
        """Send a request; an `http.client` body, or a value that is sent as JSON."""
        given = dict(headers)
        if body is not None and not isinstance(body, bytes) and not hasattr(body, "__next__"):
            body = json.dumps(body).encode()
            given.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request(method, path, body, given)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it with a signal; returns its exit code."""
        self.process.send_signal(number)
        return self.process.wait(30)

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
