"""Renews requirements/*.txt: the exact versions of everything that set-up installs.

One environment that holds all groups decides the versions, so that the files agree with each
other; then each group is installed by itself, at those versions, to see what belongs to it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
HEADER = "# Exact versions of what `{name}` needs; renew with `make lock`.\n"
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9.!]+")


def freeze(requirements: list[str], constraints: list[str]) -> list[str]:
    """The pins of all that is installed for these requirements, in a clean environment."""
    with tempfile.TemporaryDirectory() as folder:
        limits = Path(folder, "constraints.txt")
        limits.write_text("\n".join(constraints) + "\n", encoding="utf-8")
        venv = Path(folder, "venv")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        pip = [venv / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
        # An old venv brings one along, which would count as installed for the requirements.
        subprocess.run([*pip, "uninstall", "-qq", "--yes", "setuptools"], check=True)
        subprocess.run([*pip, "install", "-qq", "--constraint", limits, *requirements], check=True)
        frozen = subprocess.run(
            [*pip, "freeze", "--all", "--exclude", "pip"],
            check=True,
            capture_output=True,
            text=True,
        )
    pins = frozen.stdout.split("\n")[:-1]
    for pin in pins:
        if not PIN.fullmatch(pin):
            sys.exit(f"lock: not a name and a version: {pin}")
    return sorted(pins, key=str.lower)


def main() -> None:
    """Write one file a group."""
    if sys.version_info[:2] != OLDEST:
        sys.exit("lock: run it with Python 3.11, the oldest one supported: make lock PYTHON=...")
    project = tomllib.loads(Path(ROOT, "pyproject.toml").read_text(encoding="utf-8"))
    run = project["project"]["dependencies"]
    server = run + project["project"]["optional-dependencies"]["server"]
    groups = project["dependency-groups"]
    wanted = {
        "build": project["build-system"]["requires"] + groups["build"],
        "run": run,
        "server": server,
        "dev": server + groups["dev"],
        "docs": run + groups["docs"],
    }
    everything = freeze([each for group in wanted.values() for each in group], [])
    for name, requirements in wanted.items():
        pins = freeze(requirements, everything)
        text = HEADER.format(name=name) + "".join(f"{pin}\n" for pin in pins)
        Path(ROOT, "requirements", f"{name}.txt").write_text(text, encoding="utf-8")
        print(f"requirements/{name}.txt: {len(pins)} packages")


if __name__ == "__main__":
    main()
