"""`qianma play` and `qianma replay` as processes, in a terminal and without one."""

import signal
import subprocess
import termios
from pathlib import Path

import pytest

from qianma import ruleset_names
from qianma.check import Report, check
from tests.terminal_tools import (
    PATIENCE,
    InTerminal,
    command,
    encode,
    environment,
    in_terminal,
    random_record,
)

ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
LAST_KEY = "[q]quit"
"""The end of every screen on which the person decides."""


def run(
    *words: str, keys: str = "", **variables: str | None
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command(*words),
        input=keys.encode(),
        capture_output=True,
        env=environment(**variables),
        timeout=PATIENCE,
        check=False,
    )


def report_of(path: Path) -> Report:
    """A check of the record, which must have no fault."""
    report = check(path.read_bytes())
    assert report.fault is None
    return report


def terminal_is_as_before(terminal: InTerminal) -> None:
    assert termios.tcgetattr(terminal.other) == terminal.before
    shown = terminal.shown
    assert shown.count(ENTER_SCREEN) == shown.count(LEAVE_SCREEN) == 1
    assert shown.rindex(LEAVE_SCREEN) > shown.rindex(ENTER_SCREEN)
    assert shown.rindex(SHOW_CURSOR) > shown.rindex(HIDE_CURSOR)


def play(path: Path, *more: str) -> tuple[str, ...]:
    return ("play", "--record", str(path), "--seed", "3", "--speed", "0", *more)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_cleanly_and_what_was_played_is_saved(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path)) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.process.send_signal(number)
        assert terminal.end() == code
        terminal_is_as_before(terminal)
        after = terminal.shown.rpartition(LEAVE_SCREEN)[2]
        assert after.strip() == f"Record: {path}"
    assert report_of(path).unfinished


def test_ctrl_c_after_some_turns_saves_them(tmp_path: Path) -> None:
    """Seed 3: seat 1 deals and makes a kong; the person draws 2m and discards it."""
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path)) as terminal:
        terminal.wait_for(LAST_KEY)
        attributes = termios.tcgetattr(terminal.other)
        assert attributes != terminal.before, "keys come one by one"
        terminal.press("\r")
        terminal.wait_for(LAST_KEY)
        terminal.press("\x03")
        assert terminal.end() == 130
        terminal_is_as_before(terminal)
    assert report_of(path).unfinished
    assert b'{"type":"discard","seat":0,"tile":"2m"}' in path.read_bytes()


def test_ctrl_c_while_the_others_play(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path, "--speed", "10")) as terminal:
        terminal.wait_for("dealer Right, repeats")
        terminal.press("\x03")
        assert terminal.end() == 130
        terminal_is_as_before(terminal)
    assert report_of(path).unfinished


def test_ctrl_c_at_the_settlement(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path)) as terminal:
        to_settlement(terminal)
        terminal.press("\x03")
        assert terminal.end() == 130
        assert LEAVE_SCREEN in terminal.shown
        assert termios.tcgetattr(terminal.other) == terminal.before
    report = report_of(path)
    assert len(report.results) == 1
    assert not report.unfinished


def to_settlement(terminal: InTerminal) -> None:
    """Discard what is drawn, or the first tile, and pass everything, until the hand is over."""
    for _ in range(200):
        shown = terminal.wait_for_screen(LAST_KEY, "Page 1/", "[y]yes")
        if "Page 1/" in shown:
            return
        keys = "y" if "[y]yes" in shown else "x" if "[space]pass" in shown else "a"
        terminal.shown = ""
        terminal.press(keys)
    raise AssertionError("the hand does not end")


def test_q_asks_first_and_tells_what_leaving_costs_in_duyun(tmp_path: Path) -> None:
    """3 x 16 fan at 6 points are 288 points, by D-17."""
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path, "--rules", "duyun")) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.press("q")
        assert "3 x 16 fan, 288 points (D-17)" in terminal.wait_for("[y]")
        terminal.press("n")
        terminal.wait_for(LAST_KEY)
        terminal.press("q")
        terminal.wait_for("[y]")
        terminal.press("y")
        assert terminal.end() == 0
        terminal_is_as_before(terminal)
    assert report_of(path).unfinished


def test_leaving_costs_nothing_in_guiyang(tmp_path: Path) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl")) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.press("q")
        assert "D-17" not in terminal.wait_for("[y]")


def test_a_closed_window_leaves_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path)) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.hang_up()
        assert terminal.process.wait(PATIENCE) == 129
    assert report_of(path).unfinished


def test_a_killed_game_leaves_a_whole_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path)) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.process.kill()
        terminal.process.wait()
    assert report_of(path).unfinished


def test_a_stopped_game_gives_the_terminal_back_and_takes_it_again(tmp_path: Path) -> None:
    shell = 'set -m; "$@"; stty -a; echo STOPPED; read line; fg > /dev/null'
    with in_terminal(*play(tmp_path / "match.jsonl"), shell=shell) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.press("\x1a")
        meanwhile = terminal.wait_for("STOPPED")
        assert LEAVE_SCREEN in meanwhile
        assert " icanon" in meanwhile
        assert " echo " in meanwhile
        terminal.press("\n")
        assert ENTER_SCREEN in terminal.wait_for(LAST_KEY)
        terminal.press("\x03")
        assert terminal.end() == 130


def test_a_change_of_size_is_drawn_at_once(tmp_path: Path) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl")) as terminal:
        terminal.wait_for_screen(LAST_KEY)
        terminal.resize(100, 40)
        terminal.wait_for("─" * 100)
        assert terminal.wait_for_screen(LAST_KEY).count("\n") > 24, "more air"
        terminal.resize(80, 24)
        terminal.wait_for("─" * 80)
        assert terminal.wait_for_screen(LAST_KEY).count("\n") < 24


def test_colour_and_chinese_where_the_terminal_can(tmp_path: Path) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl", "--language", "zh-Hans")) as terminal:
        shown = terminal.wait_for("[q]")
        assert "牌墙" in shown
        assert "┌──┬" in shown
        shown = terminal.shown
        assert "\x1b[31m" in shown or "\x1b[1;31m" in shown, "characters are red"


@pytest.mark.parametrize(
    ("more", "variables"),
    [
        (["--no-color"], {}),
        ([], {"NO_COLOR": "1"}),
        (["--ascii"], {"NO_COLOR": "1"}),
    ],
)
def test_no_colour_where_it_is_not_wanted(
    tmp_path: Path, more: list[str], variables: dict[str, str | None]
) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl", *more), variables=variables) as terminal:
        terminal.wait_for(LAST_KEY)
        shown = terminal.shown
        assert ENTER_SCREEN in shown
        for colour in range(30, 38):
            assert f"\x1b[{colour}m" not in shown
            assert f";{colour}m" not in shown


@pytest.mark.parametrize(
    ("more", "variables"),
    [
        (["--ascii"], {"LANG": "zh_CN.UTF-8"}),
        ([], {"LANG": "C"}),
        ([], {"LANG": None}),
        ([], {"LC_ALL": "POSIX", "LANG": "zh_CN.UTF-8"}),
        ([], {"LANG": "zh_CN.UTF-8", "PYTHONIOENCODING": "ascii"}),
    ],
)
def test_plain_ascii_where_the_terminal_cannot_show_more(
    tmp_path: Path, more: list[str], variables: dict[str, str | None]
) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl", *more), variables=variables) as terminal:
        shown = terminal.wait_for(LAST_KEY)
        assert shown.isascii()
        assert "+--+" in shown


def test_a_dumb_terminal_gets_lines_and_reads_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with in_terminal(*play(path), variables={"TERM": "dumb"}) as terminal:
        terminal.wait_for("> ")
        terminal.press("a\n")
        assert "You: discard 1m" in terminal.wait_for("> ")
        terminal.press("v\n")
        terminal.wait_for("+--+")
        terminal.press("\x03")
        assert terminal.end() == 130
        assert "\x1b" not in terminal.shown
        assert terminal.shown.isascii()
    assert report_of(path).unfinished


def test_an_empty_line_passes_and_discards_what_was_drawn(tmp_path: Path) -> None:
    """Nothing but empty lines, and now and then the no that a declined win asks for."""
    path = tmp_path / "match.jsonl"
    done = run(*play(path, "--hands", "1"), keys="\n\n\na\ny\n" * 300)
    assert done.returncode == 0
    shown = done.stdout.decode()
    assert shown.count("80x24") == 1
    assert "[Enter]pass" in shown
    report = report_of(path)
    assert (len(report.results), report.unfinished) == (1, False)
    assert b'"pass","seat":0' in path.read_bytes()


def test_ctrl_d_on_the_screen_leaves_as_q_does(tmp_path: Path) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl")) as terminal:
        terminal.wait_for(LAST_KEY)
        terminal.press("\x04")
        terminal.wait_for("Leave?")
        terminal.press("y")
        assert terminal.end() == 0
        terminal_is_as_before(terminal)


@pytest.mark.parametrize("name", ["", "-"])
def test_a_record_needs_the_name_of_a_file(name: str) -> None:
    done = run("play", "--record", name)
    assert done.returncode == 2
    expected = f"qianma play: error: argument --record: {name!r} is not the name of a file\n"
    assert done.stderr.decode() == expected


@pytest.mark.parametrize("home", ["/dev/null", "/proc/nowhere"])
def test_without_a_home_the_way_out_is_told(home: str) -> None:
    done = run("play", HOME=home, XDG_DATA_HOME=None)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"--record FILE" in done.stderr


def test_a_terminal_that_is_too_small_gets_lines(tmp_path: Path) -> None:
    with in_terminal(*play(tmp_path / "match.jsonl"), size=(79, 24)) as terminal:
        terminal.wait_for("> ")
        assert ENTER_SCREEN not in terminal.shown


@pytest.mark.parametrize("rules", ruleset_names())
def test_without_a_terminal_the_end_of_input_leaves_cleanly(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "match.jsonl"
    done = run(*play(path, "--rules", rules))
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode().splitlines()[-1] == f"Record: {path}"
    assert report_of(path).unfinished


@pytest.mark.parametrize("rules", ruleset_names())
def test_a_whole_match_over_a_pipe(tmp_path: Path, rules: str) -> None:
    """Every line discards the first tile or, where that is no key, passes: 'a' and 'x' in turn."""
    path = tmp_path / "match.jsonl"
    keys = "a\nx\nw\ny\n" * 1000
    done = run(*play(path, "--rules", rules, "--hands", "2"), keys=keys)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    report = report_of(path)
    assert (len(report.results), report.unfinished) == (2, False)
    assert "Standings after hand 2:" in done.stdout.decode()


CLOSED = ("<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- 2>&-", "<&- >&- 2>&-")


def run_closed(closed: str, *words: str) -> "subprocess.CompletedProcess[bytes]":
    """Run a command with some of its standard streams closed."""
    return subprocess.run(
        ["/bin/bash", "-c", f'"$@" {closed}', "bash", *command(*words)],
        input=b"",
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("closed", CLOSED)
def test_a_closed_stream_refuses_play_in_one_line(tmp_path: Path, closed: str) -> None:
    path = tmp_path / "match.jsonl"
    done = run_closed(closed, *play(path))
    if closed == "2>&-":
        assert done.returncode == 0
        report_of(path)
        return
    assert done.returncode == 2
    assert done.stdout == b""
    assert not path.exists()
    if "2" not in closed:
        stream = "input" if "<" in closed else "output"
        expected = f"qianma play: error: standard {stream} is closed"
        assert done.stderr.decode().startswith(expected)
        assert done.stderr.count(b"\n") == 1
    else:
        assert done.stderr == b""


@pytest.mark.parametrize("closed", CLOSED)
def test_a_closed_stream_in_a_replay_is_no_traceback(record: Path, closed: str) -> None:
    """A replay needs no input, so without one it prints all; without an output it cannot."""
    done = run_closed(closed, "replay", str(record))
    if ">&-" not in closed.replace("2>&-", ""):
        assert done.returncode == 0
        assert done.stdout == run("replay", str(record)).stdout
        assert done.stderr == b""
        return
    assert done.returncode == 2
    message = b"" if "2" in closed else b"qianma replay: error: standard output is closed\n"
    assert (done.stdout, done.stderr) == (b"", message)


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("precious")
    done = run(*play(path))
    assert done.returncode == 2
    assert done.stderr.decode() == f"qianma play: error: record {path}: File exists\n"
    assert path.read_text() == "precious"


def test_records_go_to_the_data_folder_one_file_a_match(tmp_path: Path) -> None:
    for _ in range(2):
        done = run("play", "--seed", "3", XDG_DATA_HOME=str(tmp_path))
        assert done.returncode == 0
    records = list((tmp_path / "qianma" / "records").iterdir())
    assert len(records) == 2
    for record in records:
        assert record.suffix == ".jsonl"
        report_of(record)
    run("play", XDG_DATA_HOME=None, HOME=str(tmp_path))
    assert len(list((tmp_path / ".local/share/qianma/records").iterdir())) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--rules", "nowhere"], "argument --rules: ruleset 'nowhere' is not known"),
        (["--rules", "nowhere.toml"], "argument --rules: nowhere.toml: No such file"),
        (["--hands", "-1"], "argument --hands: "),
        (["--hands", "many"], "argument --hands: 'many' is not a whole number"),
        (["--players", "greedy,greedy"], "'greedy,greedy' names 2 players"),
        (["--players", "nobody"], "player 'nobody' is not known"),
        (["--seat", "4"], "argument --seat: '4'"),
        (["--seed", "x"], "argument --seed: 'x'"),
        (["--speed", "nan"], "argument --speed: 'nan'"),
        (["--speed", "11"], "argument --speed: '11'"),
        (["--language", "fr"], "argument --language: invalid choice: 'fr'"),
        (["--ascii", "--language", "zh-Hans"], "zh-Hans cannot be shown in ASCII"),
        (["--record", "/dev/null/x.jsonl"], "record /dev/null"),
        (["more"], "unrecognized arguments: more"),
    ],
)
def test_a_bad_argument_is_one_line_and_leaves_nothing(
    tmp_path: Path, words: list[str], reason: str
) -> None:
    done = run("play", *words, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    assert reason in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_local_ruleset_from_a_file_can_be_played(tmp_path: Path) -> None:
    rules = tmp_path / "home.toml"
    rules.write_text('extends = "guiyang"\nbase = 5\n[title]\nen = "At home"\n')
    path = tmp_path / "match.jsonl"
    done = run(*play(path, "--rules", str(rules), "--hands", "1"), keys="a\nx\nw\ny\n" * 1000)
    assert done.returncode == 0
    assert len(report_of(path).results) == 1
    assert b'"settings":{"base":5}' in path.read_bytes()


# Replay.


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_bytes(encode(random_record("duyun", 1)))
    return path


def test_a_replay_in_a_terminal_goes_forth_and_back(record: Path) -> None:
    lines = record.read_bytes().count(b"\n")
    with in_terminal("replay", str(record)) as terminal:
        terminal.wait_for(f"line 2/{lines}")
        terminal.press("n")
        terminal.wait_for(f"line 3/{lines}")
        terminal.press("\x1b[D")
        terminal.wait_for(f"line 2/{lines}")
        terminal.press("g12\r")
        terminal.wait_for(f"line 12/{lines}")
        terminal.press("v")
        assert "13 tiles" in terminal.wait_for("viewer: seat 0")
        terminal.press("]")
        terminal.wait_for("Hand 2:")
        terminal.press("[")
        terminal.wait_for("Hand 1:")
        for key in "?h":
            terminal.press(key)
            terminal.wait_for("Any key: back")
            terminal.press("n" if key == "?" else "p")
            terminal.wait_for_screen("h help")
        terminal.press("\x04")
        assert terminal.end() == 0
        terminal_is_as_before(terminal)


def test_a_replay_runs_by_itself_up_to_the_settlement(record: Path) -> None:
    with in_terminal("replay", str(record), "--speed", "0") as terminal:
        terminal.wait_for("q quit")
        terminal.press("a")
        terminal.wait_for("page 1/")
        terminal.press("\x03")
        assert terminal.end() == 130
        terminal_is_as_before(terminal)


def test_a_replay_without_a_terminal_prints_every_step(record: Path) -> None:
    done = run("replay", str(record))
    assert (done.returncode, done.stderr) == (0, b"")
    shown = done.stdout.decode()
    number = 0
    for line in shown.splitlines():
        first = line.split()[:1]
        if line.startswith("  ") and first and first[0].isdecimal() and line[5:7] == "  ":
            assert int(first[0]) == number + 1 or number
            number = int(first[0])
    assert shown.count(" is over") == 2
    assert shown.splitlines()[-1] == "The record ends here."


def test_a_replay_into_a_pipe_that_closes_is_no_traceback(record: Path) -> None:
    process = subprocess.Popen(
        command("replay", str(record)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait(PATIENCE) == 141
    assert b"Traceback" not in error


def test_a_fault_is_told_as_check_tells_it(record: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    draws = [place for place, line in enumerate(lines) if b'"draw"' in line]
    del lines[draws[1]]
    record.write_bytes(b"".join(lines))
    shown, checked = run("replay", str(record)), run("check", str(record))
    assert (shown.returncode, checked.returncode) == (1, 1)
    assert shown.stderr == checked.stderr
    assert f":{draws[1] + 1}: ".encode() in shown.stderr


@pytest.mark.parametrize("content", [b"", b"\xff\n", b"{}\n", b"[" * 100_000, b'{"type":"hand"}'])
def test_what_is_no_record_is_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    done = run("replay", str(path))
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert done.stderr.decode().startswith(f"{path}:1: ")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = run("replay", str(tmp_path / "nothing.jsonl"))
    assert done.returncode == 2
    assert b"No such file or directory" in done.stderr
    assert done.stderr.count(b"\n") == 1
