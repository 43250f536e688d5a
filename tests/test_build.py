"""Building the package: the pure form without a C compiler, and no silent fall-back with one."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
LACKS = subprocess.run(
    [sys.executable, ROOT / "build_hooks" / "native.py"],
    capture_output=True,
    text=True,
    check=False,
).stdout.strip()
needs_compiler = pytest.mark.skipif(bool(LACKS), reason=LACKS)


class Build(NamedTuple):
    """What a build came to: its exit code, the one file it made, what it printed."""

    code: int
    made: Path | None
    printed: str


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of what a build starts from."""
    folder = tmp_path / "sources"
    for name in ("src", "build_hooks"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            ignore=shutil.ignore_patterns("__pycache__", "*.pyc", "page"),
        )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    page = folder / "built-page"
    page.mkdir()
    (page / "index.html").write_text("<!doctype html>", encoding="utf-8")
    return folder


def build(sources: Path, kind: str = "wheel", **environment: str) -> Build:
    """Build a wheel, an sdist or an editable as pip does it, with a page built before."""
    made = sources.parent / "made"
    made.mkdir()
    inherited = {name: text for name, text in os.environ.items() if name != "QIANMA_COMPILE"}
    program = f"import hatchling.build; hatchling.build.build_{kind}({str(made)!r})"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=sources,
        env={**inherited, "QIANMA_PAGE": "built-page", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    files = list(made.iterdir())
    assert len(files) <= 1
    return Build(done.returncode, files[0] if files else None, done.stdout)


def refusal(outcome: Build) -> str:
    """The last line of a failed build, which made nothing."""
    assert outcome.code != 0
    assert outcome.made is None
    assert "Traceback" not in outcome.printed
    return outcome.printed.splitlines()[-1]


def without_compiler(folder: Path) -> dict[str, str]:
    """An environment in which no C compiler is found."""
    (folder / "empty").mkdir()
    return {"PATH": str(folder / "empty"), "CC": ""}


def assert_pure(outcome: Build) -> None:
    assert outcome.code == 0, outcome.printed
    assert outcome.made is not None
    assert outcome.made.name.endswith("-py3-none-any.whl")
    with ZipFile(outcome.made) as wheel:
        names = wheel.namelist()
    assert not [name for name in names if name.endswith(".so")]


def test_without_a_compiler_the_wheel_is_pure_and_one_line_says_so(
    sources: Path, tmp_path: Path
) -> None:
    outcome = build(sources, **without_compiler(tmp_path))
    assert_pure(outcome)
    lines = outcome.printed.splitlines()
    assert len(lines) == 1
    assert "pure Python form, since there is no C compiler" in lines[0]
    assert "apt-get install gcc" in lines[0]


def test_compiling_switched_off_the_wheel_is_pure(sources: Path) -> None:
    outcome = build(sources, QIANMA_COMPILE="0")
    assert_pure(outcome)
    assert outcome.printed == ""


def test_compiling_demanded_without_a_compiler_fails(sources: Path, tmp_path: Path) -> None:
    outcome = build(sources, QIANMA_COMPILE="1", **without_compiler(tmp_path))
    assert "QIANMA_COMPILE is 1, but there is no C compiler" in refusal(outcome)


@pytest.mark.parametrize("text", ["2", "yes", " ", "01"])
def test_another_value_of_the_switch_is_refused(sources: Path, text: str) -> None:
    line = refusal(build(sources, QIANMA_COMPILE=text))
    assert f"QIANMA_COMPILE is {text!r} and must be 0, 1 or not set" in line


@needs_compiler
@pytest.mark.parametrize("switch", [{}, {"QIANMA_COMPILE": "1"}], ids=["by itself", "demanded"])
def test_a_compiler_that_fails_fails_the_build(sources: Path, switch: dict[str, str]) -> None:
    outcome = build(sources, CFLAGS="--no-such-flag", **switch)
    assert "compiling failed" in refusal(outcome)
    assert "--no-such-flag" in outcome.printed


@needs_compiler
def test_a_compiler_that_is_named_but_missing_fails_the_build(sources: Path) -> None:
    outcome = build(sources, CC="no-such-compiler")
    assert "compiling failed" in refusal(outcome)
    assert "no-such-compiler" in outcome.printed


@needs_compiler
def test_an_error_in_a_compiled_module_fails_the_build_and_names_its_line(sources: Path) -> None:
    with (sources / "src/qianma/tiles.py").open("a", encoding="utf-8") as module:
        module.write('\nBROKEN: int = "text"\n')
    lines = (sources / "src/qianma/tiles.py").read_text(encoding="utf-8").count("\n")
    outcome = build(sources)
    assert "compiling failed" in refusal(outcome)
    assert f"qianma/tiles.py:{lines}: error:" in outcome.printed


def test_an_editable_install_is_never_compiled(sources: Path) -> None:
    assert_pure(build(sources, "editable"))


def test_an_editable_install_refuses_to_be_compiled(sources: Path) -> None:
    line = refusal(build(sources, "editable", QIANMA_COMPILE="1"))
    assert "an editable install is never compiled" in line


def test_the_sdist_holds_what_compiling_needs_and_nothing_compiled(sources: Path) -> None:
    outcome = build(sources, "sdist")
    assert outcome.code == 0, outcome.printed
    assert outcome.made is not None
    with tarfile.open(outcome.made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "build_hooks/hook.py", "build_hooks/native.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".c"))]


@pytest.fixture
def with_page_sources(sources: Path) -> Path:
    """The sources with those of the page; packages of npm that are here need not be fetched."""
    ignored = shutil.ignore_patterns("node_modules", "generated")
    shutil.copytree(ROOT / "web", sources / "web", ignore=ignored)
    if (ROOT / "web" / "node_modules").is_dir():
        (sources / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return sources


def test_the_wheel_holds_the_page(with_page_sources: Path) -> None:
    outcome = build(with_page_sources, QIANMA_COMPILE="0", QIANMA_PAGE="")
    assert_pure(outcome)
    assert outcome.made is not None
    with ZipFile(outcome.made) as wheel:
        index = wheel.read("qianma/server/page/index.html").decode()
        names = wheel.namelist()
    script = re.search(r'src="(assets/app-[0-9A-Z]+\.js)"', index)
    assert script is not None, index
    assert f"qianma/server/page/{script[1]}" in names
    assert f"qianma/server/page/{script[1]}.br" in names


def test_without_its_page_there_is_no_wheel(with_page_sources: Path) -> None:
    (with_page_sources / "web" / "index.html").unlink()
    outcome = build(with_page_sources, QIANMA_COMPILE="0", QIANMA_PAGE="")
    assert "the page could not be built" in refusal(outcome)


def test_a_page_built_before_has_to_be_one(sources: Path) -> None:
    (sources / "built-page" / "index.html").unlink()
    outcome = build(sources, QIANMA_COMPILE="0")
    assert "QIANMA_PAGE is 'built-page', but no index.html is there" in refusal(outcome)


def test_the_sdist_holds_the_sources_of_the_page(with_page_sources: Path) -> None:
    shutil.copy(ROOT / ".gitignore", with_page_sources)
    (with_page_sources / "web" / "generated").mkdir()
    (with_page_sources / "web" / "generated" / "keys.ts").touch()
    outcome = build(with_page_sources, "sdist")
    assert outcome.made is not None, outcome.printed
    with tarfile.open(outcome.made) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"web/package-lock.json", "web/src/main.tsx", "build_hooks/page.py"} <= names
    assert not [name for name in names if "node_modules" in name or "generated" in name]


def test_the_lock_file_names_no_place_to_fetch_from() -> None:
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock
    assert "://" not in lock
