"""What the READMEs show is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from qianma.cli import main

ROOT = Path(__file__).parent.parent
READMES = ["README.md", "README.zh-Hans.md"]


def shown_commands(readme: str) -> list[tuple[str, str]]:
    """Each `$ qianma ...` of a console block that is followed by its output."""
    text = (ROOT / readme).read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in block.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            if output:
                found.append((command, output))
    return found


@pytest.mark.parametrize("readme", READMES)
def test_examples_in_python(readme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(ROOT / readme), module_relative=False, encoding="utf-8")
    assert results.attempted >= 5
    assert results.failed == 0


@pytest.mark.parametrize("readme", READMES)
def test_commands_print_what_is_shown(
    readme: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    commands = shown_commands(readme)
    assert len(commands) >= 3
    for command, output in commands:
        words = shlex.split(command)
        assert words[0] == "qianma"
        main(words[1:])
        assert capsys.readouterr().out == output, command
