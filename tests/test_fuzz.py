"""Fuzz targets for records and for hands: whatever comes in, an answer or one clear refusal."""

import contextlib
import io
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from qianma.check import check
from qianma.cli import main
from qianma.tiles import TileError, parse_tiles

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.jsonl"))
PIECES = [
    b'"1s"', b'"9m"', b'"?"', b'"0p"', b"0", b"3", b"4", b"-1", b"1e99", b"true", b"null", b"[]",
    b"{}", b'""', b'"seat"', b'"tile"', b'"type"', b'"draw"', b'"win"', b'"kong"', b'"pass"',
    b'"leave"', b'"added"', b'"tail"', b"\xff", b"\x00", b"\n", b"{", b"]", b",", b"9" * 400,
]  # fmt: skip
HAND_CHARACTERS = "123456789mpsm萬万筒條条鸡雞幺么一九 0xz,五\u202e\0-"


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The record with a few lines, pieces or bytes changed."""
    for _ in range(chance.randint(1, 4)):
        lines = data.split(b"\n")
        place = chance.randrange(len(lines))
        way = chance.randrange(7)
        if way == 0:
            del lines[place]
        elif way == 1:
            lines.insert(place, chance.choice(lines))
        elif way == 2:
            other = chance.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        elif way == 3:
            cut = chance.randint(0, len(lines[place]))
            lines[place] = lines[place][:cut]
        elif way == 4:
            words = lines[place].split(b" ")
            words[chance.randrange(len(words))] = chance.choice(PIECES)
            lines[place] = b" ".join(words)
        elif way == 5:
            cut = chance.randint(0, len(lines[place]))
            lines[place] = lines[place][:cut] + chance.choice(PIECES) + lines[place][cut:]
        else:
            words = lines[place].split(b'"')
            words[chance.randrange(len(words))] = chance.choice(words)
            lines[place] = b'"'.join(words)
        data = b"\n".join(lines)
    return data


def fuzz_record(chance: random.Random) -> None:
    data = mutated(chance.choice(EXAMPLES).read_bytes(), chance)
    report = check(data)
    if report.fault is not None:
        assert 1 <= report.fault.line <= data.count(b"\n") + 1
        assert report.fault.clause
        assert report.fault.reason
        assert "Traceback" not in report.fault.reason
    for result in report.results:
        assert sum(result.points) == 0


def fuzz_hand(chance: random.Random) -> None:
    text = "".join(chance.choice(HAND_CHARACTERS) for _ in range(chance.randint(0, 24)))
    if chance.random() < 0.5:
        kinds = [chance.choice("123456789") + chance.choice("mps") for _ in range(14)]
        text = "".join(kinds[: chance.randint(1, 14)])
    with contextlib.suppress(TileError):
        assert all(0 <= kind < 27 for kind in parse_tiles(text))
    meld = chance.choice(["pong:1s", "concealed:2p", "exposed:9m", "added:", "x", text])
    for command in (
        ["waits", f"--meld={meld}", "--rules=duyun", "--", text],
        ["score", "--rules=guiyang", "--win=1m", "--by=discard", "--", text],
    ):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(command)
            except SystemExit as error:
                code = int(error.code or 0)
        assert code in (0, 1, 2)
        assert (code == 2) == bool(err.getvalue())
        assert err.getvalue().count("\n") == (code == 2)


TARGETS: dict[str, Callable[[random.Random], None]] = {"records": fuzz_record, "hands": fuzz_hand}


@pytest.mark.parametrize("target", TARGETS)
def test_a_few_hundred_inputs(target: str) -> None:
    chance = random.Random(1)
    for _ in range(300):
        TARGETS[target](chance)


@pytest.mark.soak
@pytest.mark.parametrize("target", TARGETS)
def test_a_minute_of_inputs(target: str) -> None:
    seed = time.time_ns()
    print(f"seed {seed}")
    chance = random.Random(seed)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        TARGETS[target](chance)
