"""Compiling modules of the package with mypyc, and what a machine needs for it.

python build_hooks/native.py                      says what is lacking and exits 1, or says nothing
python build_hooks/native.py compile FOLDER MODULE...    compiles into FOLDER/lib, run in `src`
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path

CONFIGURATION = Path(__file__).resolve().parent.parent / "pyproject.toml"
PACKAGE = "qianma"


def compiler() -> str | None:
    """The C compiler to call: what `CC` names, what built Python, or a usual one."""
    if os.environ.get("CC"):
        return os.environ["CC"]
    for name in (sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(shlex.split(name)[0]):
            return str(name)
    return None


def lacking() -> str | None:
    """What compiling needs and this machine has not, as a clause; None when all is there."""
    if sys.implementation.name != "cpython" or os.name != "posix":
        return "compiling is supported for CPython on POSIX systems only"
    if compiler() is None:
        return "there is no C compiler (on Debian and Ubuntu: apt-get install gcc libc6-dev)"
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.is_file():
        return f"there is no {header} (on Debian and Ubuntu: apt-get install python3-dev)"
    return None


def compile_modules(folder: Path, modules: list[str]) -> None:
    """Compile modules, named as `qianma.tiles`, of the package in the current folder.

    They share one library, which mypyc expects beside the package and not inside; each module is
    an extension that hands over to it. One file of C for all of them, so that calls between
    modules are direct. Types are checked as strictly as `make lint` does it.
    """
    from mypyc.build import mypycify  # noqa: PLC0415
    from setuptools import Distribution  # noqa: PLC0415
    from setuptools.errors import BaseError, CCompilerError  # noqa: PLC0415

    os.environ["CC"] = compiler() or ""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    extensions = mypycify(
        [
            f"--config-file={CONFIGURATION}",
            f"--python-version={version}",
            f"--cache-dir={folder / 'cache'}",
            *(str(source(module)) for module in modules),
        ],
        opt_level="2",
        debug_level="0",
        target_dir=str(folder / "c"),
        group_name=PACKAGE,
    )
    for extension in extensions:
        # Nothing replaces a function of ours at run time, so calls among them may be inlined.
        extension.extra_compile_args.append("-fno-semantic-interposition")
        # Small files: without symbols and tables to unwind C, and no page of its own for each part.
        extension.extra_compile_args.append("-fno-asynchronous-unwind-tables")
        extension.extra_link_args += ["-Wl,-s", "-Wl,-z,noseparate-code"]
    distribution = Distribution({"name": PACKAGE, "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = str(folder / "lib")
    command.build_temp = str(folder / "objects")
    command.ensure_finalized()
    try:
        command.run()
    except (BaseError, CCompilerError) as error:
        sys.exit(str(error))


def source(module: str) -> Path:
    """The file of a module, below the current folder."""
    path = Path(*module.split("."))
    package = path / "__init__.py"
    return package if package.is_file() else path.with_suffix(".py")


def main(words: list[str]) -> int:
    """Run one of the two command lines above."""
    if words:
        compile_modules(Path(words[1]), words[2:])
        return 0
    reason = lacking()
    if reason is not None:
        print(reason)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
