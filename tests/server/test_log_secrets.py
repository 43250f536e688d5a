"""What a real server logs while hands are played: nothing of them, neither what nor when."""

import asyncio
import json
import re
from pathlib import Path

import msgspec
import pytest

from qianma.server.events import TableSpec, TimeLimits
from tests.server.operating import Running
from tests.server.raw_socket import BINARY, RawSocket, frame
from tests.server.tables import PEOPLE, people
from tests.server.test_two_nodes import Timed, play

TILE = re.compile(r"\b[1-9]+[mps]\b|[一二三四五六七八九][萬万筒條条]|yaoji|🀀")
KEY = re.compile(r"[0-9a-f]{16}")
FACTS = {"time", "level", "logger", "message", "method", "route", "status", "milliseconds"}


@pytest.mark.parametrize("ruleset", ["duyun", pytest.param("guiyang", marks=pytest.mark.soak)])
def test_a_hand_leaves_no_trace_in_the_log(tmp_path: Path, ruleset: str) -> None:
    limits = TimeLimits(decision=20, pause=0.02, first_hand=20, between_hands=20)
    spec = TableSpec(ruleset=ruleset, hands=1, seats=people(), limits=limits)
    database = f"sqlite:///{tmp_path}/x.sqlite"
    with Running(database, "tests.server.open_server", log_level="debug") as server:
        table = server.ask("/tables", "POST", msgspec.to_builtins(spec)).document["table"]
        with RawSocket(server.port) as odd:
            odd.join(table, "ann")
            odd.answer({"type": "act", "id": "1", "prompt": 1, "code": 1})
            odd.answer('{"type":"next","id":"2","number":1,"contribution":"5m"}')
            odd.send(frame(BINARY, b"5m"))
            odd.send(frame(1, b"\xff"))
            assert odd.end()[0] == 1007
        players = [Timed(server.socket_url, table, person) for person in PEOPLE]

        async def everybody() -> None:
            await asyncio.gather(*(play(player) for player in players))

        asyncio.run(asyncio.wait_for(everybody(), 300))
        assert server.stop() == 0
        log = server.log
    lines = [line for player in players for line in player.lines]
    assert {"draw", "discard", "result", "reveal"} <= {line["type"] for line in lines}
    entries = [json.loads(line) for line in log.splitlines()]
    # One entry for the only request, and those of start and end: when something happens at a
    # table shows in none of them.
    assert [entry["message"] for entry in entries] == [
        "the server has started",
        "request",
        "the server ends",
        "the server has ended",
    ]
    for entry in entries:
        assert set(entry) <= FACTS | {"connections"}
        assert not TILE.search(json.dumps(entry, ensure_ascii=False))
        assert not KEY.search(json.dumps(entry))
    assert table not in log
    assert "token-" not in log
