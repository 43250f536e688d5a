"""The build hook of hatchling that puts compiled modules and the page into the wheel.

`modules` in pyproject.toml says which. The environment variable `QIANMA_COMPILE` says whether:

- not set: they are compiled where there is a C compiler, else the wheel is pure Python. Where there
  is one, a failure to compile is a failure of the build;
- `0`: never;
- `1`: a machine without a C compiler is an error too.

An editable install runs the sources and is never compiled, since a compiled module would hide
whatever is edited afterwards.

The page of the server is built out of web/ (see page.py), and without it there is no wheel. The
environment variable `QIANMA_PAGE` may name a folder that holds a page built before, which is packed
then. An editable install leaves it to `make page`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOOKS = Path(__file__).resolve().parent
NATIVE = HOOKS / "native.py"
PAGE = HOOKS / "page.py"
SWITCH = "QIANMA_COMPILE"
BUILT_PAGE = "QIANMA_PAGE"
PAGE_IN_WHEEL = "qianma/server/page"


class CompileHook(BuildHookInterface[BuilderConfig]):
    """Builds the page and compiles before a wheel is packed; one line says why it did not."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile if it is wanted and possible, and add the results and the page to the wheel."""
        wanted = os.environ.get(SWITCH, "")
        if wanted not in ("", "0", "1"):
            self.app.abort(f"qianma: {SWITCH} is {wanted!r} and must be 0, 1 or not set")
        if version == "editable":
            if wanted == "1":
                self.app.abort(
                    f"qianma: an editable install is never compiled: unset {SWITCH},"
                    " or install without --editable"
                )
            return
        build_data["force_include"].update(self._page())
        if wanted == "0":
            return
        reason = _lacking()
        if reason is not None and wanted == "1":
            self.app.abort(f"qianma: {SWITCH} is 1, but {reason}")
        if reason is not None:
            self.app.display_warning(f"qianma: building the pure Python form, since {reason}")
            return
        build_data["force_include"].update(self._compiled())
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def _page(self) -> dict[str, str]:
        """Build the page, or take the one that is named, and say where in the wheel it goes."""
        named = os.environ.get(BUILT_PAGE, "")
        if named:
            page = Path(self.root, named)
            if not (page / "index.html").is_file():
                self.app.abort(f"qianma: {BUILT_PAGE} is {named!r}, but no index.html is there")
        else:
            self._page_folder = tempfile.TemporaryDirectory(prefix="qianma-page-")
            page = Path(self._page_folder.name, "page")
            done = subprocess.run([sys.executable, PAGE, "build", page], check=False)
            if done.returncode or not (page / "index.html").is_file():
                self.app.abort(
                    "qianma: the page could not be built;"
                    f" {BUILT_PAGE}=FOLDER takes one built before"
                )
        return {str(page): PAGE_IN_WHEEL}

    def _compiled(self) -> dict[str, str]:
        """Compile, and say where in the wheel each result goes."""
        # Goes away with this object, which lives until the wheel is packed.
        self._folder = tempfile.TemporaryDirectory(prefix="qianma-build-")
        folder = Path(self._folder.name)
        done = subprocess.run(
            [sys.executable, NATIVE, "compile", folder, *self.config["modules"]],
            cwd=Path(self.root, "src"),
            check=False,
        )
        if done.returncode:
            self.app.abort(
                f"qianma: compiling failed with exit code {done.returncode};"
                f" {SWITCH}=0 builds the pure Python form"
            )
        library = folder / "lib"
        return {
            str(path): path.relative_to(library).as_posix() for path in sorted(library.rglob("*.*"))
        }


def _lacking() -> str | None:
    """What compiling needs and this machine has not."""
    asked = subprocess.run([sys.executable, NATIVE], stdout=subprocess.PIPE, text=True, check=False)
    if asked.returncode == 0:
        return None
    return asked.stdout.strip() or "it cannot be found out what compiling needs"
