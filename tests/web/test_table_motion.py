"""Events that come at once are shown one after the other; what one is asked never waits."""

from typing import Any

import pytest

from tests.web.conftest import Visit
from tests.web.table_scenes import KINDS, PASS, WIN, Line, Scene, win_offer
from tests.web.table_shown import Laid, lay

_WATCH = """
() => {
  const shown = () => ({
    rivers: document.querySelectorAll('.table-river .table-discard').length,
    melds: document.querySelectorAll('.table-meld').length,
    claims: document.querySelectorAll('.table-claim').length,
    score: document.querySelector('.table-plate.is-right .table-score').textContent,
    heard: document.querySelector('[data-testid=polite]').textContent !== '',
  });
  window.steps = [];
  const note = () => {
    const now = shown();
    const last = window.steps[window.steps.length - 1];
    if (last === undefined || JSON.stringify(last.now) !== JSON.stringify(now))
      window.steps.push({at: performance.now(), now});
  };
  new MutationObserver(note).observe(
    document.querySelector('.table-page'),
    {subtree: true, childList: true, characterData: true, attributes: true});
  note();
}
"""
# Presses a key as soon as the first of the discards is seen, and looks two frames later.
_PRESS = """
() => {
  const river = () => document.querySelectorAll('.table-river .table-discard').length;
  const watch = new MutationObserver(() => {
    if (river() < 2) return;
    watch.disconnect();
    document.querySelector('.table-page').dispatchEvent(
      new KeyboardEvent('keydown', {code: 'KeyS', bubbles: true, cancelable: true}));
    requestAnimationFrame(() => requestAnimationFrame(() => {
      window.seen = [river(), document.querySelector('.table-panel') !== null];
    }));
  });
  watch.observe(document.querySelector('.table-page'), {subtree: true, childList: true});
}
"""
MOVES: dict[str, Any] = {"motion": "on"}


def watched(visit: Visit, settings: dict[str, Any], ruleset: str = "guiyang") -> Laid:
    """A table at which every change of what it shows is noted, with its time."""
    scene = Scene("22m456777p33s99m", ruleset=ruleset, points=(0, 0, 0, 0)).discards(2, "1m")
    laid = lay(visit, scene.snapshot(), settings)
    laid.page.evaluate(_WATCH)
    return laid


def steps(laid: Laid) -> list[dict[str, Any]]:
    """What was shown one after the other, once nothing has changed for a while."""
    laid.page.wait_for_timeout(1500)
    found: list[dict[str, Any]] = laid.page.evaluate("window.steps")
    return found


def polite(laid: Laid) -> str:
    return laid.page.locator("[data-testid=polite]").inner_text()


def discards(*seats: int) -> list[Line]:
    return [
        line
        for place, seat in enumerate(seats)
        for line in (
            {"type": "draw", "seat": seat, "tile": "?", "end": "head"},
            {"type": "discard", "seat": seat, "tile": KINDS[place]},
        )
    ]


def rivers(found: list[dict[str, Any]]) -> list[int]:
    """How many tiles lay in the rivers, each number once, in the order in which they were seen."""
    numbers: list[int] = []
    for step in found:
        number = step["now"]["rivers"]
        if not numbers or numbers[-1] != number:
            numbers.append(number)
    return numbers


def test_what_comes_at_once_is_shown_one_after_the_other(visit: Visit) -> None:
    laid = watched(visit, MOVES)
    (first, second) = discards(1)
    (_, third) = discards(2)
    before = laid.page.evaluate("performance.now()")
    laid.tell([first, second, third])
    found = steps(laid)
    assert rivers(found) == [1, 2, 3]
    times = {step["now"]["rivers"]: step["at"] for step in reversed(found)}
    # A discard takes 160 ms. On a busy machine the first of them may be seen late.
    assert times[3] - before >= 160


def test_when_three_wait_the_end_is_shown(visit: Visit) -> None:
    laid = watched(visit, MOVES)
    laid.tell(discards(1, 2, 3))
    assert rivers(steps(laid)) == [1, 4]


def test_what_comes_while_something_moves_waits_for_it(visit: Visit) -> None:
    laid = watched(visit, MOVES)
    (_, first), (_, second) = discards(1), discards(2)
    laid.tell([first])
    laid.tell([second])
    assert rivers(steps(laid)) == [1, 2, 3]


@pytest.mark.parametrize("settings", [{"motion": "off"}, {}], ids=["off", "reduced"])
def test_without_motion_nothing_waits(visit: Visit, settings: dict[str, Any]) -> None:
    laid = watched(visit, settings)
    if not settings:
        laid.page.emulate_media(reduced_motion="reduce")
    (first, second), (_, third) = discards(1), discards(2)
    laid.tell([first, second, third])
    assert rivers(steps(laid)) == [1, 3]


def test_a_press_shows_the_end_and_does_what_it_does(visit: Visit) -> None:
    laid = lay(visit, Scene("22m456777p33s99m").discards(2, "1m").snapshot(), MOVES)
    page = laid.page
    (first, second), (_, third) = discards(1), discards(2)
    page.evaluate(_PRESS)
    laid.tell([first, second, third])
    page.wait_for_timeout(1000)
    assert page.evaluate("window.seen") == [3, True]


def test_what_is_asked_and_heard_does_not_wait(visit: Visit) -> None:
    laid = watched(visit, MOVES)
    (_, first), (_, second) = discards(1), discards(2)
    prompt = {
        "id": 9,
        "codes": [PASS, WIN],
        "left": 9000,
        "reserve": 0,
        "win": win_offer(),
        "offers": [],
    }
    laid.tell([first, second], prompt)
    found = steps(laid)
    begun = next(step for step in found if step["now"]["rivers"] == 2)
    whole = next(step for step in found if step["now"]["rivers"] == 3)
    asked = next(step for step in found if step["now"]["claims"] == 2)
    heard = next(step for step in found if step["now"]["heard"])
    assert asked["at"] < whole["at"]
    assert heard["at"] < whole["at"]
    assert asked["at"] - begun["at"] < 100
    assert polite(laid) == "老周打出 一万；小罗打出 一万"


def test_a_payment_is_in_the_scores_when_it_is_seen(visit: Visit) -> None:
    laid = watched(visit, MOVES, "duyun")
    (_, first) = discards(2)
    entry = {"fan": 2, "points": 12, "reason": "concealed_kong", "clause": "D-7"}
    laid.tell(
        [
            first,
            {"type": "kong", "seat": 1, "kind": "concealed", "tile": "5p"},
            {"type": "payment", "entries": [{**entry, "from": 0, "to": 1}]},
        ],
        now={"turn": 1, "left": None, "reserve": [0] * 4, "points": [-12, 12, 0, 0]},
    )
    for step in steps(laid):
        assert (step["now"]["score"] == "+12") is (step["now"]["melds"] == 1)
