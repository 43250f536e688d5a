"""`qianma play --server`: real terminals against a real server."""

import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from qianma.check import Report, check
from qianma.film import load
from tests.command_line import program, refused
from tests.server.operating import Running
from tests.server.ports import free_port
from tests.terminal_tools import SOURCE, InTerminal

DECIDES = ("discard by", "[space]pass")
FAIR = "Checked: the deal follows from what was committed to before it."
SECONDS = 240.0
"""How long a match may take on a slow machine."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    with Running(f"sqlite:///{tmp_path}/q.sqlite") as running:
        yield running


def url(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}"


def terminal(
    server: Running, folder: Path, name: str, *more: str, size: tuple[int, int] = (80, 24)
) -> InTerminal:
    """A terminal of somebody with a data folder of their own."""
    words = ("play", "--server", url(server), "--name", name, "--speed", "0", *more)
    return InTerminal(*words, size=size, variables={"XDG_DATA_HOME": str(folder / name)})


def screen(one: InTerminal) -> str:
    """The last whole screen; empty while one is being written."""
    last = re.sub(r"\x1b\[[0-9;]*m", "", one.shown.rpartition("\x1b[H")[2])
    return last if last.endswith("\x1b[J") else ""


def answer(one: InTerminal, besides: str = "\n\n") -> bool:
    """Press what answers the screen, unless it has `besides` on it; wins are taken."""
    one._read(0.02)
    shown = screen(one)
    if besides in shown:
        return False
    if "Page " in shown:
        keys = " "
    elif "[w]win" in shown:
        keys = "w"
    elif "[space]pass" in shown:
        keys = "x"
    elif "discard by" in shown:
        keys = "\r" if "by Enter" in shown else "a"
    else:
        return False
    one.shown = ""
    one.press(keys)
    return True


def play_until(found: str, players: Sequence[InTerminal]) -> str:
    """Let all play until one has this on its screen; return that screen."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        for one in players:
            if not answer(one, besides=found) and found in screen(one):
                return screen(one)
    raise AssertionError(f"no {found!r} in {[screen(one) for one in players]}")


def play_out(players: Sequence[InTerminal]) -> None:
    """Let all play until their programs end."""
    until = time.monotonic() + SECONDS
    while any(one.process.poll() is None for one in players):
        assert time.monotonic() < until, [one.shown[-2000:] for one in players]
        for one in players:
            if one.process.poll() is None:
                answer(one)


def report_of(path: Path) -> Report:
    report = check(path.read_bytes())
    assert report.fault is None
    return report


def code_in(shown: str) -> str:
    found = re.search(r"(?:Room|--room) ([0-9A-Z]{6})", shown)
    assert found is not None, shown
    return found[1]


def test_a_hand_at_once_and_back_to_the_seat_later(server: Running, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    ann = terminal(server, tmp_path, "Ann", "--record", str(path), size=(80, 60))
    with closing(ann):
        first = ann.wait_for_screen(*DECIDES)
        assert "hand 1/4" in first
        assert "Right greedy" in first
        shown = play_until("Page 1/1", [ann])
        assert "Hand 1 is over" in shown
        assert FAIR in shown
        assert "Next dealer:" in shown
        ann.press("\x03")
        assert ann.end() == 130
        code = code_in(ann.shown)
        assert f"Record: {path}" in ann.shown
    assert len(report_of(path).results) == 1
    with closing(terminal(server, tmp_path, "Ann", "--room", code)) as ann:
        assert "hand " in ann.wait_for_screen(*DECIDES, "Page 1/").lower()
        play_until("Hand 2 is over", [ann])


def test_what_is_not_offered_and_what_is_waited_for_is_asked_of_the_server(
    server: Running, tmp_path: Path
) -> None:
    with closing(terminal(server, tmp_path, "Ann")) as ann:
        play_until("discard by", [ann])
        for key, found in (
            ("?", "What is offered now"),
            ("t", "What you wait for"),
            ("l", "Hand 1"),
        ):
            ann.shown = ""
            ann.press(key)
            shown = ann.wait_for_screen(found)
            assert "Page 1/" in shown
            if key == "?":
                assert "the hand is not complete (C-10)" in shown or "offered" in shown
            ann.shown = ""
            ann.press(" ")
            ann.wait_for_screen("discard by")


def test_leaving_in_duyun_tells_the_cost_and_is_settled(server: Running, tmp_path: Path) -> None:
    """3 x 16 fan at 6 points are 288 points, by D-17."""
    path = tmp_path / "match.jsonl"
    more = ("--rules", "duyun", "--record", str(path))
    with closing(terminal(server, tmp_path, "Ann", *more)) as ann:
        play_until("discard by", [ann])
        ann.shown = ""
        ann.press("q")
        assert "288 points" in ann.wait_for_screen("[y]yes").replace("\x1b[K\r\n", " ")
        ann.shown = ""
        ann.press("n")
        ann.wait_for_screen("discard by")
        ann.shown = ""
        ann.press("q")
        ann.wait_for_screen("[y]yes")
        ann.shown = ""
        ann.press("y")
        assert "You left, and that ended the game." in ann.wait_for_screen("Page 1/")
        play_out([ann])
        assert ann.end() == 0
        after = ann.shown.rpartition("\x1b[?1049l")[2]
        assert "A player has left: the match is over." in after
        assert re.search(r"4  You +-288", after)
        assert "--room" not in after
    assert report_of(path).results[0].points[0] == -288


def test_four_terminals_play_a_match_in_one_room(server: Running, tmp_path: Path) -> None:
    names = ("Ann", "Bob", "Cat", "Dan")
    with ExitStack() as stack:

        def sit_down(name: str, *more: str) -> InTerminal:
            record = ("--record", str(tmp_path / f"{name}.jsonl"))
            return stack.enter_context(closing(terminal(server, tmp_path, name, *record, *more)))

        players = [sit_down("Ann", "--room", "new", "--rules", "duyun")]
        code = code_in(players[0].wait_for_screen("[s]start"))
        for seat, name in enumerate(names[1:], 1):
            players.append(sit_down(name, "--room", code.lower()))
            assert "The owner starts the match." in players[seat].wait_for_screen(f"{name} (you)")
            players[0].wait_for_screen(f"seat {seat}: {name}")
        eve = ("--server", url(server), "--room", code, "--name", "Eve")
        data = {"XDG_DATA_HOME": str(tmp_path)}
        assert complaint(*eve, **data) == f"room {code}: the room is full"
        players[0].shown = ""
        players[0].press("s")
        for seat, one in enumerate(players):
            shown = one.wait_for_screen("hand 1/4")
            others = [names[(seat + step) % 4] for step in (1, 2, 3)]
            for place, other in zip(("Right", "Across", "Left"), others, strict=True):
                assert f"{place} {other}" in shown
        assert complaint(*eve, **data) == f"room {code}: a match is being played"
        play_out(players)
        for one in players:
            assert one.end() == 0
            assert "Standings after hand 4:" in one.shown
        records = {(tmp_path / f"{name}.jsonl").read_bytes() for name in names}
        assert len(records) == 1, "nothing is hidden any more"
    report = report_of(tmp_path / "Ann.jsonl")
    assert len(report.results) == 4
    assert not report.unfinished
    assert b'"contributions":["' in records.pop()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_restarted_server_is_met_again_without_a_word(
    tmp_path: Path, number: signal.Signals
) -> None:
    database, port = f"sqlite:///{tmp_path}/q.sqlite", free_port()
    with Running(database, port=port) as first:
        ann = terminal(
            first, tmp_path, "Ann", "--players", "tsumogiri", "--record", str(tmp_path / "r.jsonl")
        )
        with closing(ann):
            before = discard_some(ann, 3)
            ann.shown = ""
            first.stop(number)
            assert "your seat is kept" in ann.wait_for_screen("The connection is lost")
            ann.press("\r")  # nothing that is pressed now is lost or done
            with Running(database, port=port):
                shown = ann.wait_for_screen("discard by")
                assert hand_of(shown) == hand_of(before)
                discard_some(ann, 3)
                ann.press("\x03")
                assert ann.end() == 130
    film = load((tmp_path / "r.jsonl").read_bytes())
    assert film.is_masked, "the hand is still in play"
    assert film.fault is None
    lines = [step.content for step in film.steps if step.content.get("seat") == 0]
    own = [line["type"] for line in lines if line["type"] in ("draw", "discard")]
    assert own.count("discard") >= 6, "none is lost"
    assert own == ["draw", "discard"] * own.count("discard") + ["draw"], "none is doubled"


def test_a_choice_on_its_way_when_the_server_dies_is_made_once(tmp_path: Path) -> None:
    """The server is killed before it has read the choice: the terminal says it again."""
    database, port = f"sqlite:///{tmp_path}/q.sqlite", free_port()
    with Running(database, port=port) as first:
        path = tmp_path / "r.jsonl"
        more = ("--players", "tsumogiri", "--record", str(path))
        ann = terminal(first, tmp_path, "Ann", *more)
        with closing(ann):
            before = wall_in(discard_some(ann, 1))
            first.process.send_signal(signal.SIGSTOP)
            ann.shown = ""
            ann.press("\r")
            ann.wait_for_screen("Waiting for the others")
            first.stop(signal.SIGKILL)
            ann.wait_for_screen("The connection is lost")
            with Running(database, port=port):
                until = time.monotonic() + SECONDS
                while wall_in(screen(ann)) == before or "discard by" not in screen(ann):
                    assert time.monotonic() < until, screen(ann)
                    assert "[space]pass" not in screen(ann) or answer(ann)
                    ann._read(0.1)
                ann.press("\x03")
                assert ann.end() == 130
    lines = [step.content for step in load(path.read_bytes()).steps]
    own = [line["type"] for line in lines if line.get("seat") == 0]
    assert [one for one in own if one != "pass"] == ["draw", "discard"] * 2 + ["draw"]


def discard_some(one: InTerminal, number: int) -> str:
    """Discard in so many turns, and return the screen of the next."""
    before = ""
    while True:
        shown = play_until("discard by", [one])
        # A screen that was drawn before the key arrived shows the same wall again.
        if wall_in(shown) != before:
            before = wall_in(shown)
            number -= 1
            if number < 0:
                return shown
        answer(one)


def wall_in(shown: str) -> str:
    """How many tiles the wall has, as the screen says: fewer with each draw."""
    found = re.search(r"wall \d+", shown)
    return found[0] if found else ""


def hand_of(shown: str) -> list[str]:
    """The rows of the boxes with the own tiles."""
    return [line.strip() for line in shown.splitlines() if "│" in line]


def test_a_seat_opened_elsewhere_is_told_so(server: Running, tmp_path: Path) -> None:
    with closing(terminal(server, tmp_path, "Ann")) as first:
        first.wait_for_screen(*DECIDES)
        with closing(terminal(server, tmp_path, "Ann", "--room", "AAAAAA")) as nowhere:
            assert nowhere.end() == 2
            assert "room AAAAAA: there is no room with this code" in nowhere.shown
        first.press("\x03")
        first.end()
        code = code_in(first.shown)
        with closing(terminal(server, tmp_path, "Ann", "--room", code)) as second:
            second.wait_for_screen(*DECIDES)
            with closing(terminal(server, tmp_path, "Ann", "--room", code)) as third:
                third.wait_for_screen(*DECIDES)
                assert second.end() == 2
                assert "the seat has been opened elsewhere" in second.shown


def test_the_owner_may_start_alone_and_others_get_up(server: Running, tmp_path: Path) -> None:
    with closing(terminal(server, tmp_path, "Ann", "--room", "new", "--hands", "0")) as ann:
        code = code_in(ann.wait_for_screen("[s]start"))
        with closing(terminal(server, tmp_path, "Bob", "--room", code)) as bob:
            bob.wait_for_screen("Bob (you)")
            ann.wait_for_screen("seat 1: Bob")
            bob.press("q")
            assert bob.end() == 0
        ann.shown = ""
        ann.wait_for_screen("seat 1: free")
        ann.press("s")
        shown = ann.wait_for_screen(*DECIDES, "Waiting for")
        assert "hand 1 " in shown
        assert "Right greedy" in shown


def test_what_the_owner_changes_is_shown_and_agreed_to(server: Running, tmp_path: Path) -> None:
    owner = server.ask("/api/people", "POST", {"name": "Owner"}).document["token"]
    bearer = {"Authorization": f"Bearer {owner}"}
    code = server.ask("/api/rooms", "POST", {}, bearer).document["code"]
    changed = {"ruleset": "duyun", "settings": {"base": 2}, "coins_per_point": 50}
    with closing(terminal(server, tmp_path, "Ann", "--room", code)) as ann:
        ann.wait_for_screen("The owner starts the match.")
        body = {"code": code, "settings": changed}
        assert server.ask("/api/rooms/settings", "POST", body, bearer).status == 200
        shown = ann.wait_for_screen("[s]agree to what has been changed")
        assert "15 s a decision, 30 s in reserve a hand" in shown
        assert "for 50 coins a point" in shown
        assert "changed: base = 2" in shown
        assert "Ann (you), has not agreed to the changes yet" in shown
        assert server.ask("/api/rooms/start", "POST", {"code": code}, bearer).status == 409
        ann.shown = ""
        ann.press("s")
        ann.wait_for_screen("The owner starts the match.")
        assert server.ask("/api/rooms/start", "POST", {"code": code}, bearer).status == 200
        ann.wait_for_screen(*DECIDES, "Waiting for")
        # The owner closes the room in the middle of the hand, which is the last one.
        assert server.ask("/api/rooms/close", "POST", {"code": code}, bearer).status == 200
        ann.wait_for_screen("The room has been closed: the match ends with this hand.")
        # The room leads back to it until it is over.
        ann.press("\x03")
        assert ann.end() == 130
        with closing(terminal(server, tmp_path, "Ann", "--room", code)) as again:
            again.wait_for_screen("The room has been closed: the match ends with this hand.")


def test_who_is_too_slow_is_played_for_until_a_key_is_pressed(
    server: Running, tmp_path: Path
) -> None:
    """Time goes by on the screen of a choice; what comes too late is refused and harms nothing."""
    owner = server.ask("/api/people", "POST", {"name": "Owner"}).document["token"]
    bearer = {"Authorization": f"Bearer {owner}"}
    limits = {"decision": 1.5, "reserve": 0, "pause": 0.01}
    settings = {"limits": limits, "fill": "tsumogiri", "fill_pace": "fast"}
    code = server.ask("/api/rooms", "POST", settings, bearer).document["code"]
    with closing(terminal(server, tmp_path, "Ann", "--room", code)) as ann:
        ann.wait_for_screen("The owner starts the match.")
        assert server.ask("/api/rooms/start", "POST", {"code": code}, bearer).status == 200
        played_for = "Your tiles are played for you"
        play_until("hand 1/8", [ann])
        ann.wait_for_screen(played_for)
        until = time.monotonic() + SECONDS
        while played_for in screen(ann) or not screen(ann):
            assert time.monotonic() < until
            answer(ann)
        ann.press("\x03")
        assert ann.end() == 130


def in_three_languages(server: Running, tmp_path: Path, stack: ExitStack) -> list[InTerminal]:
    """Ann, Bob and Cat in one room, each in another language, in the middle of a hand."""
    first = server.ask("/api/people", "POST", {"name": "Owner"}).document["token"]
    bearer = {"Authorization": f"Bearer {first}"}
    limits = {"decision": 600, "vote": 600, "pause": 0.01}
    settings = {"limits": limits, "fill": "tsumogiri", "fill_pace": "fast"}
    code = server.ask("/api/rooms", "POST", settings, bearer).document["code"]
    players = []
    for name, language in (("Ann", "en"), ("Bob", "zh-Hans"), ("Cat", "zh-Hant")):
        one = terminal(server, tmp_path, name, "--room", code, "--language", language)
        players.append(stack.enter_context(closing(one)))
        players[0].wait_for_screen(f"{name} (you)", f"seat {len(players)}: {name}")
    assert server.ask("/api/rooms/leave", "POST", {"code": code}, bearer).status == 200
    shown = players[0].wait_for_screen("[s]start")
    assert "from one address: seats 1, 2, 3" in shown
    players[0].press("s")
    for one, word in zip(players, ("more", "更多", "更多"), strict=True):
        one.wait_for_screen(f"[z]{word}")
    return players


def choose(one: InTerminal, offer: str, key: str) -> None:
    """Open the menu, anew where it has given way to news, and choose something in it."""
    one.shown = ""
    until = time.monotonic() + SECONDS
    pressed = 0.0
    while f"[{key}]{offer}" not in screen(one):
        assert time.monotonic() < until, (offer, one.shown)
        if time.monotonic() - pressed > 3:
            one.press("z")
            pressed = time.monotonic()
        one._read(0.1)
    one.shown = ""
    one.press(key)


def switch(one: InTerminal, key: str, offer: str, instead: str) -> None:
    """Choose what is replaced by something else in the menu, which may give way at any time."""
    one.shown = ""
    until = time.monotonic() + SECONDS
    pressed = 0.0
    while f"[{key}]{instead}" not in screen(one):
        assert time.monotonic() < until, (offer, one.shown)
        if f"[{key}]{offer}" in screen(one):
            one.shown = ""
            one.press(key)
        elif time.monotonic() - pressed > 1:
            one.press("z")
            pressed = time.monotonic()
        one._read(0.1)


def test_a_match_is_broken_off_by_a_vote_of_all_in_three_languages(
    server: Running, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        ann, bob, cat = in_three_languages(server, tmp_path, stack)
        choose(ann, "break off the match", "1")
        ann.wait_for_screen("All at the table have to agree")
        ann.press("y")
        bob.wait_for_screen("有人提议中止对局")
        cat.wait_for_screen("有人提議中止對局")
        choose(bob, "同意中止", "1")
        # News close a menu: what one chooses comes after what the other has said is seen.
        cat.wait_for_screen("上家想中止對局")
        choose(cat, "繼續打", "2")
        ann.wait_for_screen("Across would like to play on")
        # Who has proposed it may not do so again in this hand; another one may.
        choose(ann, "break off the match", "1")
        ann.wait_for_screen("All at the table have to agree")
        ann.press("y")
        ann.wait_for_screen("you cannot vote on this now")
        choose(cat, "提議中止對局", "1")
        cat.wait_for_screen("全體同意才能中止")
        cat.press("y")
        bob.wait_for_screen("有人提议中止对局")
        choose(bob, "同意中止", "1")
        ann.wait_for_screen("Right would like to break off the match")
        choose(ann, "agree to break it off", "1")
        for one, ending in (
            (ann, "All agreed to break off the match."),
            (bob, "大家同意中止对局。"),
            (cat, "大家同意中止對局。"),
        ):
            assert one.end() == 0
            assert ending in one.shown


def test_a_terminal_speaks_and_lets_its_tiles_be_played(server: Running, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ann, bob, cat = in_three_languages(server, tmp_path, stack)
        choose(bob, "说一句", "3")
        bob.wait_for_screen("[e]谢谢")
        bob.press("e")
        bob.wait_for_screen("我：谢谢")
        # Who is asked for a decision sees it after that; one of the two is not.
        until = time.monotonic() + SECONDS
        while "Right: Thank you" not in screen(ann) and "上家：謝謝" not in screen(cat):
            assert time.monotonic() < until, (screen(ann), screen(cat))
            for one in (ann, cat):
                one._read(0.1)
        switch(ann, "4", "mute", "unmute")
        switch(cat, "4", "不看別人說的話", "看別人說的話")
        choose(bob, "说一句", "3")
        bob.wait_for_screen("[e]谢谢")
        bob.press("b")
        bob.wait_for_screen("我：祝好运")
        for one in (ann, cat):
            one._read(0.5)
            assert "Good luck" not in one.shown
            assert "祝好運" not in one.shown
        switch(ann, "4", "unmute", "mute")
        switch(ann, "2", "let my tiles be played", "play myself again")
        assert "Your tiles are played for you" in ann.shown
        switch(ann, "2", "play myself again", "let my tiles be played")


def test_keys_may_come_from_a_file(server: Running, tmp_path: Path) -> None:
    """Without a terminal lines are read, each when something is asked."""
    folder = {"XDG_DATA_HOME": str(tmp_path)}
    words = ("play", "--server", url(server), "--speed", "0", "--name", "Ann")
    outcome = program(*words, given=b"\n" * 3 + b"q\ny\n", environment=folder)
    assert outcome.code == 0
    assert outcome.out.count("[h]help") == 4
    assert "Leave?" in outcome.out


def complaint(*words: object, **variables: str) -> str:
    return refused(program("play", *words, environment=variables), "play")


@pytest.mark.parametrize(
    "typed", ["", "ftp://a", "http://", "http://a b", "http://a:x", "http://a?b=c", "http://u@a"]
)
def test_what_is_no_address(typed: str) -> None:
    assert complaint("--server", typed).startswith(f"argument --server: {typed!r} ")


def test_nobody_there() -> None:
    address = f"http://127.0.0.1:{free_port()}"
    reason = complaint("--server", address)
    assert reason.startswith(f"{address} cannot be reached: ")
    assert "refused" in reason


class _Page(BaseHTTPRequestHandler):
    """A web server that is no game server."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, *_: Any) -> None:
        pass


def test_another_kind_of_server(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), _Page) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{other.server_port}"
        reason = complaint("--server", address, XDG_DATA_HOME=str(tmp_path))
        other.shutdown()
    assert reason == f"no qianma server answers at {address}"


def test_arguments_that_do_not_go_together(tmp_path: Path) -> None:
    assert complaint("--room", "A") == "argument --room: only with --server"
    assert complaint("--name", "A") == "argument --name: only with --server"
    there = ("--server", "http://127.0.0.1:1")
    assert complaint(*there, "--seed", "1").startswith("argument --seed: not with --server")
    assert complaint(*there, "--seat", "1").startswith("argument --seat: not with --server")
    assert complaint(*there, "--hands", "5") == "argument --hands: with --server 4, 8, 16 or 0"
    three = complaint(*there, "--players", "greedy,random,greedy")
    assert three == "argument --players: with --server one name stands for all"


def test_files_that_are_in_the_way(server: Running, tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path)}
    there = ("--server", url(server), "--name", "Ann")
    path = tmp_path / "r.jsonl"
    path.write_text("mine", encoding="utf-8")
    assert complaint(*there, "--record", path, **data) == f"record {path}: File exists"
    assert path.read_text(encoding="utf-8") == "mine"
    guests = tmp_path / "qianma" / "guests.json"
    assert guests.stat().st_mode & 0o777 == 0o600
    guests.write_text("{", encoding="utf-8")
    assert complaint(*there, **data).startswith(f"{guests}: ")
    assert complaint("--server", url(server), "--name", " ", XDG_DATA_HOME=str(tmp_path / "x")) == (
        "a name has 1 to 24 characters, and a letter or digit among them"
    )


def test_a_token_that_is_no_longer_known_makes_a_new_guest(tmp_path: Path) -> None:
    data = {"XDG_DATA_HOME": str(tmp_path)}
    port = free_port()
    for database in ("a", "b"):
        with Running(f"sqlite:///{tmp_path}/{database}.sqlite", port=port) as server:
            words = ("play", "--server", url(server), "--name", "Ann", "--speed", "0")
            outcome = program(*words, given=b"q\ny\n", environment=data)
            assert outcome.code == 0, outcome.err


def test_without_the_servers_packages(tmp_path: Path) -> None:
    packages = Path(sysconfig.get_paths()["purelib"])
    for one in packages.iterdir():
        if "websockets" not in one.name:
            (tmp_path / one.name).symlink_to(one)
    told = subprocess.run(
        [sys.executable, "-S", "-m", "qianma", "play", "--server", "http://127.0.0.1:1"],
        env={**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{tmp_path}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert told.returncode == 2
    assert told.stderr == (
        "qianma play: error: argument --server: the package websockets is missing; "
        "pip install 'qianma[server]' brings it\n"
    )
