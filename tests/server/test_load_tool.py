"""The load tool itself: a tiny run against real servers, and what it must notice."""

import asyncio
import struct
from pathlib import Path

import pytest

from benchmarks import page
from benchmarks.load import report
from benchmarks.load.__main__ import main
from benchmarks.load.figures import Times
from benchmarks.load.parts import Figure
from benchmarks.load.playing import Pace, Play, Seat
from benchmarks.load.wire import WireError, opened
from tests.server.ports import free_port

ROOT = Path(__file__).parents[2]


def figures(written: str) -> dict[str, str]:
    """The first column of figures, by what they are of."""
    rows = [line.split("|") for line in written.splitlines() if line.startswith("| ")]
    return {row[1].strip(): row[2].strip() for row in rows}


def number(cell: str) -> float:
    return float(cell.replace(",", "").split("/")[0].split(" ")[0])


def test_a_tiny_run_fills_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "page.md"
    target.write_text(f"before\n{report.BEGIN}\n{page.END}\nafter\n", encoding="utf-8")
    arguments = ["--size", "tiny", "--database", "SQLite", "--minutes", "0.06"]
    assert main([*arguments, "--write", str(target)]) == 0, capsys.readouterr()
    written = target.read_text(encoding="utf-8")
    assert written.startswith("before\n")
    assert written.endswith("after\n")
    found = figures(written)
    for what in (
        "decisions stored, at the pace",
        "decision to its event, same seat, p99",
        "decision to its event, other seats, p99",
        "decision to its answer, p99",
        "processor of the server, at the pace",
        "decisions stored and delivered, flat out",
        "memory of an idle table",
        "soak: the same at the end",
    ):
        assert number(found[what]) > 0, what
    # Nobody can decide more often than the pace allows.
    assert number(found["decisions stored, at the pace"]) <= 4 / 0.4 * 1.5
    assert "| what | SQLite | echo only | goal | reached |" in written
    assert "| under 100 ms | " in written


def test_the_same_on_postgresql(
    tmp_path: Path, postgresql: object, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "page.md"
    target.write_text(f"{report.BEGIN}{page.END}", encoding="utf-8")
    arguments = ["--size", "tiny", "--database", "PostgreSQL", "--part", "pace", "--no-echo"]
    assert main([*arguments, "--write", str(target)]) == 0, capsys.readouterr()
    found = figures(target.read_text(encoding="utf-8"))
    assert number(found["decision to its event, other seats, p99"]) > 0
    assert "under 150 ms" in target.read_text(encoding="utf-8")


def test_quantiles_are_those_of_the_ordered_times() -> None:
    times = Times()
    for second in range(1000, 0, -1):
        times.add(second)
    assert (times.quantile(0.5), times.quantile(0.99), times.quantile(1)) == (500, 990, 1000)


@pytest.mark.parametrize(("value", "reached"), [(99.9, "yes"), (100.0, "NO")])
def test_a_goal_is_missed_at_its_figure(value: float, reached: str) -> None:
    rows = report.rows({"SQLite": [Figure("a", 1, ""), Figure("b", value, " ms", 100)]})
    assert rows[1:] == [["a", "1.00", "", ""], ["b", rows[2][1], "under 100 ms", reached]]


def test_the_page_has_a_place_for_these_figures_apart_from_the_others() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    after = page.put_into(text, "new figures", report.BEGIN)
    assert "new figures" in after
    others = text.partition(page.BEGIN)[2].partition(page.END)[0]
    assert others in after


class Scripted:
    """A server that answers the handshake and, once it hears a word, says what it is told to."""

    def __init__(self, frames: list[bytes], head: bytes = b"HTTP/1.1 101 Yes\r\n\r\n") -> None:
        self.frames = frames
        self.head = head
        self.heard = b""
        self.ended = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(self.head)
        self.heard = await reader.read(1)
        for frame in self.frames:
            for place in range(0, len(frame), 1000):
                writer.write(frame[place : place + 1000])
                await writer.drain()
        self.heard += await reader.read()
        writer.close()
        await writer.wait_closed()
        self.ended.set()


def frame(kind: int, body: bytes) -> bytes:
    if len(body) < 126:
        return bytes((kind, len(body))) + body
    if len(body) < 65536:
        return struct.pack("!BBH", kind, 126, len(body)) + body
    return struct.pack("!BBQ", kind, 127, len(body)) + body


def talk(server: Scripted, expected: int) -> tuple[list[bytes], list[str]]:
    """The texts that a client takes from a server, and why its line ends: so many in all."""

    async def inside() -> tuple[list[bytes], list[str]]:
        port = free_port()
        async with await asyncio.start_server(server.serve, "127.0.0.1", port):
            texts: list[bytes] = []
            ends: list[str] = []
            try:
                wire = await opened("127.0.0.1", port, texts.append, ends.append)
                wire.send(b"x" * 200)
                while len(texts) + len(ends) < expected:
                    await asyncio.sleep(0.01)
                wire.close()
            finally:
                await server.ended.wait()
        return texts, ends

    return asyncio.run(asyncio.wait_for(inside(), 30))


def test_the_client_reads_frames_of_all_lengths_and_answers_pings() -> None:
    bodies = [b"a" * length for length in (0, 125, 126, 65535, 65536)]
    server = Scripted([frame(0x89, b"are you there"), *(frame(0x81, body) for body in bodies)])
    assert talk(server, len(bodies)) == (bodies, [])
    said = bytes((0x81, 0x80 | 126)) + struct.pack("!H", 200) + bytes(4) + b"x" * 200
    pong = bytes((0x8A, 0x80 | 13)) + bytes(4) + b"are you there"
    assert server.heard.startswith(said + pong)


def test_the_client_tells_why_its_line_ends() -> None:
    closed = struct.pack("!H", 4008) + b"live.slow"
    _, ends = talk(Scripted([frame(0x88, closed)]), 1)
    assert ends == ["closed by the server: live.slow"]


def test_a_refused_handshake_is_an_error() -> None:
    with pytest.raises(WireError, match=r"HTTP/1\.1 429"):
        talk(Scripted([], b"HTTP/1.1 429 Too Many Requests\r\n\r\n"), 1)


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ('{"type":"refused","id":"1","key":"live.stale"}', "refused: live.stale"),
        ('{"type":"update","seq":3,"lines":[]}', "lines from 3 on instead of 0"),
    ],
)
def test_what_must_not_happen_is_a_fault(message: str, fault: str) -> None:
    async def inside() -> list[str]:
        pace = Pace(1, 1)
        Seat(Play("t", pace), 2).take(message.encode())
        return pace.faults

    assert asyncio.run(inside()) == [f"table t, seat 2: {fault}"]
