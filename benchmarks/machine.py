"""What the figures were measured on and with."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

import qianma
from benchmarks import ours
from benchmarks.peers import PEERS


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def description() -> list[tuple[str, str]]:
    """Name and value of everything worth knowing."""
    versions = [
        f"{peer.name} {peer.installed}" if peer.installed else f"{peer.name} (not installed)"
        for peer in PEERS
    ]
    others = [
        f"{peer.name} {peer.installed} instead of {peer.version}"
        for peer in PEERS
        if peer.installed not in (None, peer.version)
    ]
    system = f"{platform.system()} {platform.machine()}"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    facts = [
        ("qianma", f"{qianma.__version__}, {ours.form()}"),
        ("processor", f"{processor()}, {os.cpu_count()} cores, {system}"),
        ("Python", python),
        ("peers", ", ".join(versions)),
        ("date", datetime.now(UTC).strftime("%Y-%m-%d")),
    ]
    if hasattr(os, "getloadavg"):
        facts.append(("load of the machine at the start", f"{os.getloadavg()[0]:.1f}"))
    if others:
        facts.append(("not the versions of the goals", ", ".join(others)))
    return facts
