"""A server with the page, for tests in a browser; it can be stopped and started where it was."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from qianma.server.page_files import FOLDER
from tests.server.operating import ROOT, Running

CHROMIUM = shutil.which("chromium")
LANGUAGES = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "en": "en-GB"}
"""The languages of the page, each with the one that a browser would ask for."""
SIZES = {
    "phone": (360, 640),
    "landscape": (844, 390),
    "tablet": (820, 1180),
    "desktop": (1280, 800),
}


def build_page() -> None:
    """Build the page that the server serves, unless it is there."""
    if not (FOLDER / "index.html").is_file():
        hook = ROOT / "build_hooks" / "page.py"
        subprocess.run([sys.executable, str(hook), "build", str(FOLDER)], check=True)


class Site:
    """A running server, its database in `folder`. `ask` sends it a request."""

    def __init__(self, folder: Path) -> None:
        build_page()
        self._database = f"sqlite:///{folder / 'site.sqlite'}"
        self._running = Running(self._database, **self._flags(0))
        self.port = self._running.port

    def _flags(self, port: int) -> dict[str, Any]:
        # Many browsers come from the one address of this machine.
        return {"port": port, "requests_per_second": 1000, "guests_per_hour": 100_000}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def ask(self, *words: Any, **names: Any) -> Any:
        """Send a request; see `Running.ask`."""
        return self._running.ask(*words, **names)

    def kill(self) -> None:
        """End the server as a loss of power would."""
        self._running.__exit__()

    def stop(self) -> None:
        """End the server in good order."""
        self._running.stop()
        self._running.__exit__()

    def start(self) -> None:
        """Start it again, at the same port and with what it has kept."""
        self._running = Running(self._database, **self._flags(self.port))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._running.__exit__()
