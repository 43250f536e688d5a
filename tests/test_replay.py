"""Records as data for a page: what each step tells besides its line."""

import pytest

from qianma.record import encode_line
from qianma.replay import VIEWS, replay_of
from qianma.view import views
from tests.web.rich_records import Line, every_kind, match_record


def encoded(lines: list[Line]) -> bytes:
    return b"".join(encode_line(line) for line in lines)


def charge_after(lines: list[Line]) -> int | None:
    """Who has the charge chicken after these lines of a hand (G-15), by the definition."""
    first = next((at for at, one in enumerate(lines) if _is_yaoji_discard(one)), None)
    if first is None:
        return None
    after = [one for one in lines[first + 1 :] if one["type"] not in ("pass", "leave")]
    claimed = after and (
        after[0]["type"] == "pong"
        or (after[0]["type"] == "kong" and after[0]["kind"] == "discard")
        or (after[0]["type"] == "win" and after[0]["by"] == "discard" and len(after) > 1)
    )
    return None if claimed else int(lines[first]["seat"])


def _is_yaoji_discard(line: Line) -> bool:
    return (line["type"], line.get("tile")) == ("discard", "1s")


@pytest.mark.parametrize("ruleset", ["guiyang", "guiyang-street", "duyun"])
def test_G_15_every_step_tells_who_has_the_charge_chicken(ruleset: str) -> None:
    lines = match_record(ruleset, 3, 4)
    told = set()
    for hand in replay_of(encoded(lines)).hands:
        events = [step.event for step in hand.steps]
        for at, step in enumerate(hand.steps):
            if step.event["type"] in ("win", "result"):
                continue
            expected = charge_after(events[: at + 1]) if ruleset != "duyun" else None
            assert step.charge == expected
            told.add(step.charge)
    assert (len(told) > 1) == (ruleset != "duyun")


def test_every_view_sees_its_own_lines_and_the_same_figures() -> None:
    lines = every_kind()
    open_replay = replay_of(encoded(lines))
    everything = {step.line: step for hand in open_replay.hands for step in hand.steps}
    for seen_from in VIEWS[1:]:
        replay = replay_of(encoded(lines), seen_from)
        steps = [step for hand in replay.hands for step in hand.steps]
        seen = [{**one, "seq": None} for one in views(lines, int(seen_from))]
        assert [{"seq": None, **step.event} for step in steps] == seen
        for step in steps:
            same = everything[step.line]
            assert (step.points, step.paid, step.charge) == (same.points, same.paid, same.charge)
        assert [hand.sheet for hand in replay.hands] == [hand.sheet for hand in open_replay.hands]
