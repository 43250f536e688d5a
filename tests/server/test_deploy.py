"""The examples in deploy/ against the program as it is."""

import json
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from qianma.cli.parser import Parser
from qianma.cli.serve import add_parser
from qianma.server.config import SETTINGS, load_config
from tests.server.operating import Running
from tests.server.ports import free_port

ROOT = Path(__file__).parents[2]
UNIT = (ROOT / "deploy" / "qianma.service").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")


def check_command(words: list[str]) -> None:
    """It is a command that the program understands."""
    assert Path(words[0]).name == "qianma"
    parser = Parser(prog="qianma")
    add_parser(parser.add_subparsers())
    parser.parse_args(words[1:])
    assert words[1] == "serve"


def check_settings(environment: dict[str, str]) -> None:
    """They are settings of the server, with values that it takes."""
    assert environment
    assert set(environment) <= {setting.variable for setting in SETTINGS}
    load_config({}, environment=environment)


def test_the_unit_starts_the_server_with_settings_that_it_has() -> None:
    started = re.search(r"^ExecStart=(.+)$", UNIT, re.MULTILINE)
    assert started is not None
    check_command(started[1].split())
    check_settings(dict(re.findall(r"^Environment=(\w+)=(.+)$", UNIT, re.MULTILINE)))
    state = re.search(r"^StateDirectory=(.+)$", UNIT, re.MULTILINE)
    assert state is not None
    assert f"sqlite:////var/lib/{state[1]}/" in UNIT, "the only folder that it may write to"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is missing")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    program = tmp_path / "qianma"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "qianma.service"
    unit.write_text(UNIT.replace("/opt/qianma/bin/qianma", str(program)))
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    about_it = [line for line in done.stderr.splitlines() if "qianma.service" in line]
    assert about_it == []


def docker_environment() -> dict[str, str]:
    joined = DOCKERFILE.replace("\\\n", " ")
    return dict(
        pair.split("=", 1)
        for line in re.findall(r"^ENV (.+)$", joined, re.MULTILINE)
        for pair in line.split()
        if pair.startswith("QIANMA_")
    )


def test_the_image_starts_the_server_with_settings_that_it_has() -> None:
    entry = re.search(r"^ENTRYPOINT (.+)$", DOCKERFILE, re.MULTILINE)
    assert entry is not None
    check_command(json.loads(entry[1]))
    check_settings(docker_environment())
    assert f"\nEXPOSE {load_config({}, {}).port}\n" in DOCKERFILE
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extra = re.search(r"'\.\[(\w+)\]'", DOCKERFILE)
    assert extra is not None
    assert extra[1] in project["project"]["optional-dependencies"]


def test_the_image_is_healthy_while_the_server_runs(tmp_path: Path) -> None:
    port = free_port()
    environment = docker_environment()
    database = environment.pop("QIANMA_DATABASE").replace("/data", str(tmp_path))
    check = re.search(r'CMD \["/opt/qianma/bin/python", "-c", "(.+)"\]', DOCKERFILE)
    assert check is not None
    code = check[1].replace(":8765/", f":{port}/")
    assert code != check[1]

    def healthy() -> bool:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        return done.returncode == 0

    assert not healthy()
    with Running(database, environment=environment, port=port) as server:
        assert healthy()
        stop = re.search(r"^STOPSIGNAL (\w+)$", DOCKERFILE, re.MULTILINE)
        assert stop is not None
        assert server.stop(signal.Signals[stop[1]]) == 0
    assert (tmp_path / "server.sqlite").exists()
