"""What a terminal can show, and its keys."""

from pathlib import Path

import pytest

from qianma.cli import main
from qianma.terminal.abilities import choose_words, is_plain_locale
from qianma.terminal.device import split_keys
from qianma.terminal.journal import Journal, records_folder
from qianma.terminal.words import Words

CHINESE = {"LANG": "zh_CN.UTF-8", "TERM": "xterm"}


@pytest.mark.parametrize(
    ("encoding", "environment", "expected"),
    [
        ("utf-8", CHINESE, Words("zh-Hans")),
        ("gb18030", CHINESE, Words("zh-Hans")),
        ("gbk", CHINESE, Words("zh-Hans")),
        ("ascii", CHINESE, Words("en", boxes=False)),
        ("latin-1", CHINESE, Words("en", boxes=False)),
        ("utf-8", {**CHINESE, "TERM": "dumb"}, Words("en", boxes=False)),
        ("utf-8", {**CHINESE, "LC_ALL": "C"}, Words("en", boxes=False)),
        ("no such encoding", CHINESE, Words("en", boxes=False)),
    ],
)
def test_the_default_is_the_language_of_the_environment_where_it_can_be_shown(
    encoding: str, environment: dict[str, str], expected: Words
) -> None:
    assert choose_words(None, "zh-Hans", encoding, environment) == expected


@pytest.mark.parametrize("environment", [{}, {"LANG": "C", "TERM": "dumb"}])
def test_a_language_that_is_asked_for_is_shown_wherever_the_encoding_can(
    environment: dict[str, str],
) -> None:
    assert choose_words("zh-Hant", "en", "utf-8", environment).language == "zh-Hant"
    with pytest.raises(ValueError, match="ascii, cannot show zh-Hant"):
        choose_words("zh-Hant", "en", "ascii", environment)


def test_big5_has_no_simplified_characters() -> None:
    assert choose_words("zh-Hant", "en", "big5", {}).language == "zh-Hant"
    with pytest.raises(ValueError, match="cannot show zh-Hans"):
        choose_words("zh-Hans", "en", "big5", {})


def test_ascii_is_english_and_no_other_language() -> None:
    assert choose_words(None, "zh-Hans", "utf-8", CHINESE, True) == Words("en", boxes=False)
    assert choose_words("en", "zh-Hans", "utf-8", CHINESE, True) == Words("en", boxes=False)
    with pytest.raises(ValueError, match="cannot be shown in ASCII"):
        choose_words("zh-Hans", "zh-Hans", "utf-8", CHINESE, True)


@pytest.mark.parametrize(
    ("environment", "plain"),
    [
        ({}, True),
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_CTYPE": "C"}, True),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "C", "LC_CTYPE": "zh_CN.UTF-8"}, False),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # what Python itself has set
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
    ],
)
def test_a_plain_locale_promises_ascii_only(environment: dict[str, str], plain: bool) -> None:
    assert is_plain_locale(environment) == plain


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("a", ["a"]),
        ("A", ["a"]),
        ("ａＢ？", ["a", "b", "?"]),
        ("\r", ["enter"]),
        ("\n", ["enter"]),
        (" ", ["space"]),
        ("\u3000", ["space"]),
        ("\x7f", ["back"]),
        ("\x1b", ["escape"]),
        ("\x1b\x1b", ["escape", "escape"]),
        ("\x1b[C\x1b[D\x1bOA", ["right", "left", "up"]),
        ("\x1b[5~x", ["pageup", "x"]),
        ("\x1b[1;5C", ["escape"]),
        ("\x1b[", ["escape"]),
        ("ab", ["a", "b"]),
        ("", []),
    ],
)
def test_keys_are_told_apart_whatever_method_types_them(typed: str, keys: list[str]) -> None:
    assert split_keys(typed) == keys


def test_records_have_their_folder() -> None:
    assert records_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/qianma/records")
    default = Path.home() / ".local/share/qianma/records"
    assert records_folder({}) == records_folder({"XDG_DATA_HOME": ""}) == default
    assert records_folder({"XDG_DATA_HOME": "not/absolute"}) == default


def test_a_journal_writes_at_once_and_never_over_a_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "match.jsonl"
    with Journal(path) as journal:
        journal.write([{"type": "exhausted"}, {"type": "leave", "seat": 1}])
        assert path.read_bytes() == b'{"type":"exhausted"}\n{"type":"leave","seat":1}\n'
        with pytest.raises(FileExistsError):
            Journal(path)
    assert path.read_bytes().count(b"\n") == 2


def test_two_matches_of_one_second_have_two_files(tmp_path: Path) -> None:
    journals = [Journal.in_folder(tmp_path) for _ in range(5)]
    for journal in journals:
        journal.close()
    assert len({journal.path for journal in journals}) == 5


def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    path = Path("/dev/full")
    if not path.exists():
        pytest.skip("this system has no /dev/full")
    journal = Journal(tmp_path / "match.jsonl")
    journal._file.close()
    journal._file = path.open("wb", buffering=0)
    with pytest.raises(OSError, match="No space left") as raised:
        journal.write([{"type": "exhausted"}])
    journal.close()
    assert raised.value.filename == str(journal.path)


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
@pytest.mark.parametrize(
    "command", [["play", "--hands", "1"], ["replay", "tests/examples/README.md"]]
)
def test_a_closed_stream_is_refused_in_one_line(
    command: list[str],
    stream: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(f"sys.{stream}", None)
        assert main(command) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "closed" in error
