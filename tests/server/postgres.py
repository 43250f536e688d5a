"""A throw-away PostgreSQL cluster of the Debian package, run by a user who is not root."""

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.ports import free_port


def binaries() -> Path | None:
    """Where the newest installed PostgreSQL of at least version 15 is."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if _version(path) >= 15]
    return max(found, key=_version, default=None)


def _version(path: Path) -> int:
    return int(path.parent.name) if path.parent.name.isdigit() else 0


class Cluster:
    """A running cluster; each `database()` is a new, empty one."""

    def __init__(self, folder: Path, programs: Path, port: int) -> None:
        self.folder = folder
        self.programs = programs
        self.port = port

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def database(self) -> str:
        name = f"test_{uuid.uuid4().hex}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "qianma"]
        self.run("createdb", *where, name)
        return f"postgresql://qianma@127.0.0.1:{self.port}/{name}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    programs = binaries()
    assert programs is not None, "whoever asks for a cluster has looked for the programs"
    folder = Path(tempfile.mkdtemp(prefix="qianma-pg-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, pwd.getpwnam("postgres").pw_uid)
        running = Cluster(folder, programs, free_port())
        running.run("initdb", "-D", "data", "-A", "trust", "-U", "qianma", "--no-sync")
        options = f"-p {running.port} -k {folder} -h 127.0.0.1 -c max_connections=100"
        running.run("pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start")
        try:
            yield running
        finally:
            running.run("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)
