"""The command line as a whole: help, version, errors, languages, and how it ends."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from qianma import __version__, is_compiled
from qianma.cli import COMMANDS
from qianma.cli.arguments import default_language
from tests.command_line import EXAMPLES, call, command, program, refused

ROOT = Path(__file__).parent.parent


def test_the_installed_command_is_this_main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    module, _, function = project["project"]["scripts"]["qianma"].partition(":")
    assert callable(getattr(import_module(module), function))


def test_version_says_which_form_runs() -> None:
    form = "compiled" if is_compiled else "pure Python"
    assert program("--version") == (0, f"qianma {__version__} ({form})\n", "")


def test_help_names_every_command_and_how_it_ends() -> None:
    outcome = call("--help")
    assert (outcome.code, outcome.err) == (0, "")
    for name, summary in COMMANDS.items():
        assert re.search(rf"^ +{name} +{re.escape(summary)}$", outcome.out, re.MULTILINE), name
    assert "examples:" in outcome.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command(name: str) -> None:
    outcome = call(name, "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"usage: qianma {name} ")


@pytest.mark.parametrize("name", ["rules", "score", "waits", "check", "simulate"])
def test_help_of_a_command_has_examples_that_it_understands(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each example of the help is a command line whose arguments are accepted."""
    monkeypatch.chdir(tmp_path)
    Path("my-table.toml").write_text('extends = "duyun"\n', encoding="utf-8")
    Path("match.jsonl").write_bytes(b"")
    Path("records").mkdir()
    Path("records/000001.jsonl").write_bytes(b"")
    text = call(name, "--help").out.replace("\\\n", " ").split("examples:\n")[1].split("\n\n")[0]
    lines = [line.split("&&")[0].split(" < ")[0].split() for line in text.splitlines()]
    assert lines
    for program_name, *words in lines:
        assert program_name == "qianma"
        if "--records" not in words and "--hands" not in words:
            assert "qianma" not in call(*words).err, words


def test_help_and_version_load_no_command_and_no_dependency() -> None:
    script = (
        "import sys; from qianma.cli import main; main(['--help']);"
        "print([n for n in sys.modules if n.startswith(('qianma.cli.', 'rich', 'multiprocessing'))"
        " or n in ('msgspec', 'json')])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    loaded = done.stdout.decode().splitlines()[-1]
    assert loaded == "['qianma.cli.errors', 'qianma.cli.parser']"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ([], ""),
        (["shuffle"], ""),
        (["Rules"], ""),
        (["--verbose"], ""),
        (["--verbose", "rules"], ""),
        (["--", "rules"], ""),
        (["", "rules"], ""),
        (["rules", "--verbose"], "rules"),
        (["rules", "--languag", "en"], "rules"),
        (["rules", "guiyang", "duyun"], "rules"),
        (["rules", "--language", "fr"], "rules"),
        (["score"], "score"),
        (["check"], "check"),
        (["check", "--explain"], "check"),
        (["waits", "19m\n\x1b[31m5x", "--rules", "duyun"], "waits"),
        (["rules", "a\rb\u2028c"], "rules"),
        (["rules", "x" * 100_000], "rules"),
        (["rules", "--x\ny"], "rules"),
        (["play", "--bogus"], "play"),
        (["replay"], "replay"),
    ],
)
def test_bad_arguments_are_one_line_and_exit_2(words: list[str], name: str) -> None:
    outcome = call(*words)
    assert refused(outcome, name)
    assert outcome.complaint.isprintable()
    assert len(outcome.complaint) < 1000


def test_an_abbreviated_option_is_none() -> None:
    assert call("rules", "--json").code == 0
    assert "--jso" in call("rules", "--jso").complaint


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh-Hans"),
        ({"LANG": "zh_SG"}, "zh-Hans"),
        ({"LANG": "zh"}, "zh-Hans"),
        ({"LANG": "zh_TW.UTF-8"}, "zh-Hant"),
        ({"LANG": "zh_HK"}, "zh-Hant"),
        ({"LANG": "zh-Hant"}, "zh-Hant"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh-Hans"),
        ({"LC_MESSAGES": "zh_CN", "LC_ALL": "zh_TW"}, "zh-Hant"),
        ({"LANG": "zh_CN", "LC_ALL": ""}, "zh-Hans"),
    ],
)
def test_the_language_is_that_of_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert default_language(environment) == language


def test_the_language_of_the_environment_is_used_and_can_be_overruled() -> None:
    assert "贵阳麻将" in call("rules", locale="zh_CN.UTF-8").out
    assert "貴陽麻將" in call("rules", "--language", "zh-Hant", locale="zh_CN.UTF-8").out
    assert "Guiyang mahjong" in call("rules", locale="C").out


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_fits_80_columns_but_for_examples(name: str) -> None:
    shown = program(*name.split(), "--help", environment={"COLUMNS": "80"}).out
    text = shown.partition("examples:")[0]
    assert max(map(len, text.splitlines())) <= 80


IN_A_LANGUAGE = (
    ("rules", "duyun"),
    ("score", "11222244p557799m", "--rules", "duyun", "--win", "9m", "--by", "self_draw"),
    ("waits", "23m55m456p789p345s", "--rules", "guiyang"),
    ("check", str(EXAMPLES / "G-15-responsible-chicken-pong.jsonl"), "--explain"),
    ("simulate", "--rules=duyun", "--hands=1", "--seed=1", "--players=" + "random," * 3 + "random"),
)


def encoded(encoding: str, *words: str, locale: str = "C") -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command(*words),
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": locale},
    )


@pytest.mark.parametrize("words", IN_A_LANGUAGE, ids=lambda words: words[0])
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "gb2312", "utf-16"])
def test_an_output_that_lacks_the_language(encoding: str, words: tuple[str, ...]) -> None:
    """It is refused when it was asked for; that of the environment gives way to English."""
    asked = encoded(encoding, *words, "--language", "zh-Hant")
    english = encoded(encoding, *words)
    assert english.returncode == 0
    if encoding == "utf-16":
        assert (asked.returncode, asked.stderr) == (0, b"")
        return
    assert (asked.returncode, asked.stdout) == (2, b"")
    name = words[0]
    reason = f"argument --language: the output's encoding, {encoding}, cannot show zh-Hant"
    if encoding == "latin-1":
        reason = reason.replace("latin-1", "iso8859-1")
    assert asked.stderr.decode() == f"qianma {name}: error: {reason}\n"
    fallen_back = encoded(encoding, *words, locale="zh_TW.UTF-8")
    assert fallen_back.returncode == 0
    if name != "simulate":  # which tells how long it took
        assert fallen_back.stdout == english.stdout
        in_json = [word for word in words if word != "--explain"]
        document = encoded(encoding, *in_json, "--json", "--language", "zh-Hant")
        assert document.returncode == 0
        assert json.loads(document.stdout)


INTERRUPTED_AT = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from qianma.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    "module",
    ["argparse", "qianma.cli.parser", "qianma.cli.rules", "qianma.messages", "qianma.ruleset"],
)
def test_an_interrupt_while_starting_is_no_traceback(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT, module, "rules", "duyun"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_entry_is_light() -> None:
    """What is imported before an interrupt can be caught is next to nothing."""
    code = "import sys, qianma.cli; print(*(n for n in sys.modules if n.startswith('qianma')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    loaded = set(done.stdout.decode().split())
    assert loaded == {"qianma", "qianma._version", "qianma.cli", "qianma.cli.errors"}


@pytest.mark.parametrize("target", ["play", "play-terminal", "serve"])
def test_ctrl_c_in_make_play_is_no_error_of_make(target: str, tmp_path: Path) -> None:
    """Nor is leaving; any other exit code stays one."""
    fake = tmp_path / "qianma"
    fake.write_text('#!/bin/sh\nfor last; do :; done\nexit "$last"\n')
    fake.chmod(0o755)
    made = ["-o", ".venv/.run", "-o", ".venv/.server", "-o", "page"]
    for code in (0, 130, 2):
        make = ["make", *made, f"BIN={tmp_path}", f"ARGS={code}", target]
        done = subprocess.run(make, cwd=ROOT, capture_output=True, check=False)
        assert (done.returncode == 0) == (code != 2)
        assert (b"Error" in done.stderr) == (code == 2)


@pytest.mark.parametrize("words", ["rules", "rules guiyang", "rules guiyang --json", "--help"])
def test_a_reader_that_has_gone_ends_it_quietly(words: str) -> None:
    """Exit 141, except for the help, whose output argparse does not watch."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            command(*words.split()), stdout=writer, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode in ((0, 141) if words == "--help" else (141,))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("rules", "guiyang"), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert re.fullmatch(rb"qianma: error: output: [^\n]+\n", done.stderr)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_bring_no_traceback(closed: str) -> None:
    line = " ".join(command("check", "-"))
    done = subprocess.run(
        ["sh", "-c", f"{line} {closed}"], capture_output=True, check=False, input=b"{}\n"
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stdout + done.stderr


def interrupted_simulation(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """A long simulation that gets Ctrl-C, like all processes of its terminal, in its midst."""
    players = "greedy,greedy,greedy,greedy"
    words = command(
        *("simulate", "--rules", "guiyang", "--hands", 100_000, "--seed", 1, "--players", players),
        *("--records", folder, *more),
    )
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        deadline = time.monotonic() + 60
        while not list(folder.glob("*.jsonl")) and time.monotonic() < deadline:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    return subprocess.CompletedProcess(words, running.returncode, out, err)


def test_ctrl_c_leaves_quietly_with_130_and_only_whole_records(tmp_path: Path) -> None:
    done = interrupted_simulation(tmp_path / "records")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert call("check", tmp_path / "records").code == 0


def test_ctrl_c_leaves_quietly_with_several_workers(tmp_path: Path) -> None:
    done = interrupted_simulation(tmp_path / "records", "--workers", "2")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_refused_is_what_all_commands_say() -> None:
    """Every command that takes a ruleset refuses an unknown one in the same words."""
    hand, tile = "23m55m456m789p345s1m", "1m"
    lines = {
        refused(call("score", hand, "--rules", "x", "--win", tile, "--by", "discard"), "score"),
        refused(call("waits", hand, "--rules", "x"), "waits"),
        refused(
            call("simulate", "--rules", "x", "--hands", 1, "--seed", 1, "--players", "a"),
            "simulate",
        ),
    }
    known = "guiyang, guiyang-street, duyun, duyun-huazhu"
    assert lines == {f"argument --rules: ruleset 'x' is not known, only {known}"}
