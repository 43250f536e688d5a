"""Group commit ends in good order."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from qianma.server.committing import Committer
from qianma.server.store import Append, open_store
from qianma.server.store.base import NewGame

NEW = NewGame("duyun", 1000, ("ann", None, None, None))


@pytest.mark.parametrize("behind", [0, 2])
def test_closing_waits_for_what_is_being_stored_and_what_waits_behind_it(
    tmp_path: Path, behind: int
) -> None:
    path = tmp_path / "x.sqlite"

    async def test() -> None:
        store = await open_store(f"sqlite:///{path}")
        committer = Committer(store)
        await committer.append(Append("a", 0, [b"0"], 5000, new=NEW))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        appends = [asyncio.ensure_future(committer.append(Append("a", 1, [b"1"], 5000)))]
        while committer.batches < 2:
            await asyncio.sleep(0.01)
        for seq in range(2, 2 + behind):
            append = Append("a", seq, [b"%d" % seq], 5000)
            appends.append(asyncio.ensure_future(committer.append(append)))
        await asyncio.sleep(0.01)
        closing = asyncio.ensure_future(committer.close())
        await asyncio.sleep(0.1)
        assert not closing.done(), "something is on its way"
        other.execute("COMMIT")
        other.close()
        await asyncio.gather(closing, *appends)
        assert await store.log("a") == [b"%d" % seq for seq in range(2 + behind)]
        await store.close()

    asyncio.run(asyncio.wait_for(test(), 30))
