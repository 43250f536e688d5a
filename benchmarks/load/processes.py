"""The processes that are measured, and what they and this one take of the machine."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.load.figures import Usage
from benchmarks.load.rooms import WITHOUT_LIMITS
from tests.server.operating import ROOT, Running
from tests.server.postgres import Cluster

_TICK: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE: Final = resource.getpagesize()


def allow_many_connections() -> None:
    """Take as many open files as the system allows: each client is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def server(cluster: Cluster | None, profile: Path | None = None) -> Iterator[Running]:
    """`qianma serve` on a new, empty database: an SQLite file, or one of the cluster.

    With `profile` it writes there, when it ends, where its time went; that makes it slower.
    """
    folder = tempfile.mkdtemp(prefix="qianma-load-")
    url = cluster.database() if cluster else f"sqlite:///{folder}/load.sqlite"
    module = "benchmarks.load.profiled" if profile else "qianma"
    environment = {"QIANMA_PROFILE": str(profile)} if profile else {}
    try:
        with Running(url, module, environment, **WITHOUT_LIMITS) as running:
            yield running
            running.stop()
    finally:
        shutil.rmtree(folder)


@contextmanager
def echo_server() -> Iterator[tuple[int, int]]:
    """A server that says everything again, with the same options; its process and port."""
    words = [sys.executable, "-m", "benchmarks.load.echo"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.pid, int(process.stdout.readline())
        finally:
            process.terminate()


def memory(process: int) -> int:
    """How many bytes of memory a process has in use."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="utf-8").split()[1]) * _PAGE


class Meter:
    """What is taken of the machine from now on, by a server's process and this one."""

    def __init__(self, process: int) -> None:
        self._process: Final = process
        self._start: Final = self._read()
        self._load: Final = os.getloadavg()[0]

    def _read(self) -> tuple[float, float, float, float]:
        fields = Path(f"/proc/{self._process}/stat").read_text(encoding="utf-8")
        user, system = fields.rpartition(")")[2].split()[11:13]
        times = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]
        busy = sum(map(int, times)) - int(times[3]) - int(times[4])
        server = (int(user) + int(system)) / _TICK
        return time.perf_counter(), server, time.process_time(), busy / _TICK

    def usage(self) -> Usage:
        """What it came to."""
        end = self._read()
        seconds, ours, clients, machine = (
            after - before for after, before in zip(end, self._start, strict=True)
        )
        return Usage(
            seconds,
            ours / seconds,
            clients / seconds,
            machine / seconds,
            (self._load, os.getloadavg()[0]),
        )
