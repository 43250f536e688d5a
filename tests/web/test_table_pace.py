"""What the page's main thread does while hands are played at twenty times the usual pace."""

import pytest

from qianma.server.projection import project
from tests.server.tables import Driven, people
from tests.web.conftest import Visit
from tests.web.figures import report
from tests.web.table_scenes import KINDS, Line, Scene
from tests.web.table_shown import Laid, lay

STEP_MS = 60
"""Between two events, when a built-in player takes 1.2 s, at twenty times that pace."""
MOST_MS = 8.0
FRAME_US = 16_667
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


def traced(laid: Laid, lines: list[Line]) -> list[Line]:
    """Chromium's own trace of the page while the lines come one after the other."""
    session = laid.page.context.new_cdp_session(laid.page)
    events: list[Line] = []
    done: list[bool] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
    for line in lines:
        laid.tell([line])
        laid.page.wait_for_timeout(STEP_MS)
    session.send("Tracing.end")
    while not done:
        laid.page.wait_for_timeout(50)
    return events


def work_per_frame(events: list[Line]) -> list[float]:
    """Milliseconds that the page's main thread works in each frame in which it does, sorted.

    Processor time is counted: what others do on the machine is no work of the page's.
    """
    thread = next(
        (event["pid"], event["tid"]) for event in events if event["name"] == "FireAnimationFrame"
    )
    frames: dict[int, float] = {}
    for event in events:
        if (
            event["name"] == "RunTask"
            and "tdur" in event
            and (event["pid"], event["tid"]) == thread
        ):
            frame = int(event["ts"] // FRAME_US)
            frames[frame] = frames.get(frame, 0.0) + event["tdur"] / 1000
    return sorted(frames.values())


@pytest.mark.soak
def test_a_frame_is_short_while_a_hand_runs_at_twenty_times_the_pace(visit: Visit) -> None:
    laid = lay(visit, Scene("22m456777p33s99m").snapshot(wall=56), size="phone")
    lines: list[Line] = []
    for place in range(80):
        seat = 1 + place % 3
        lines.append({"type": "draw", "seat": seat, "tile": "?", "end": "head"})
        lines.append({"type": "discard", "seat": seat, "tile": KINDS[place * 7 % 27]})
    work = work_per_frame(traced(laid, lines))
    assert len(work) > 100
    limit = work[int(len(work) * 0.95)]
    median, most = work[len(work) // 2], work[-1]
    measured = f"p95 {limit:.1f} ms (median {median:.1f}, most {most:.1f})"
    report("main thread's work a frame, a hand at 20 times the pace", measured, "p95 8 ms")
    assert limit < MOST_MS


def heap(laid: Laid) -> int:
    """Bytes that the page's own objects take, after what nobody needs has been thrown away."""
    session = laid.page.context.new_cdp_session(laid.page)
    session.send("HeapProfiler.collectGarbage")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    session.detach()
    return int(used)


@pytest.mark.soak
def test_fifty_hands_leave_nothing_behind(visit: Visit) -> None:
    driven = Driven(7, ruleset="guiyang", seats=people(), hands=50, auto_player="greedy")
    driven.play_until(lambda _: False)
    seen = [line for line in (project(line, 0) for line in driven.lines) if line is not None]
    laid = lay(visit, Scene("22m456777p33s99m").snapshot(), size="phone")
    sizes: list[int] = []
    hands = 0
    for place in range(0, len(seen), 12):
        part = seen[place : place + 12]
        laid.tell(part)
        hands += sum(line["type"] == "result" for line in part)
        laid.page.wait_for_timeout(25)
        if hands >= 10 * (len(sizes) + 1):
            laid.page.wait_for_timeout(500)
            sizes.append(heap(laid))
    measured = ", ".join(f"{size / 1_000_000:.2f}" for size in sizes)
    report("MB of objects after 10, 20, 30, 40, 50 hands", measured, "no growth")
    assert len(sizes) == 5
    assert sizes[-1] < sizes[0] + 1_000_000
