"""The table at every size, in every language: room for everything, nothing over anything."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_below, too_wide, untranslated
from tests.web.site import LANGUAGES
from tests.web.table_scenes import SCENES
from tests.web.table_shown import lay

SIZES = {
    "phone": (360, 640),
    "small": (320, 568),
    "low": (360, 540),
    "tall": (390, 844),
    "landscape": (844, 390),
    "narrow": (667, 375),
    "tablet": (768, 1024),
    "flat": (1024, 768),
    "desktop": (1280, 800),
    "large": (1920, 1080),
}

# Zones that keep apart, and all that has to be within the window.
OVERLAPS = """
() => {
  const boxes = [];
  const add = (name, found) => document.querySelectorAll(found).forEach((one, at) => {
    const box = one.getBoundingClientRect();
    if (box.width && box.height) boxes.push({name: `${name} ${at}`, group: name, box});
  });
  add('bar', '.table-bar');
  add('plate', '.table-plate');
  add('discard', '.table-discard');
  add('meld', '.table-meld-tiles');
  add('tag', '.table-tag');
  add('hub', '.table-hub');
  add('prompt', '.table-prompt');
  add('claim', '.table-claim, .table-refused');
  add('tile', '.table-hand-tile');
  const found = [];
  const slack = 1.5;
  for (const one of boxes) {
    if (one.box.left < -slack || one.box.top < -slack ||
        one.box.right > innerWidth + slack || one.box.bottom > innerHeight + slack)
      found.push(`${one.name} is outside`);
  }
  boxes.forEach((one, place) => boxes.slice(0, place).forEach(other => {
    // Old rows of a full river overlap by half, by intent.
    if (one.group === 'discard' && other.group === 'discard') return;
    const x = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const y = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (x > slack && y > slack) found.push(`${one.name} over ${other.name}`);
  }));
  return found;
}
"""
# Text that does not fit: names are the only ones that may be cut, with an ellipsis.
CUT = """
() => [...document.querySelectorAll(
    '.table-claim b, .table-claim span, .table-dealer, .table-score, .table-declared,' +
    '.table-wall, .table-clock, .table-title, .table-look, .table-tag,' +
    '.table-prompt-text, .table-refused > *')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
    && !one.querySelector('*') && getComputedStyle(one).position !== 'absolute')
  .map(one => `${one.className || one.tagName}: ${one.textContent}`)
  .concat([...document.querySelectorAll('.table-claim')].filter(one => {
    const box = one.getBoundingClientRect();
    return [...one.querySelectorAll('.tile, .table-claim-worth, .table-claim-words, b')]
      .filter(part => [part, part.parentElement]
        .every(each => getComputedStyle(each).clipPath === 'none'))
      .map(part => part.getBoundingClientRect())
      .some(part => part.top < box.top || part.bottom > box.bottom
        || part.left < box.left - 1 || part.right > box.right + 1);
  }).map(one => `too large: ${one.textContent}`))
"""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(250)


def mostly_soak(always: set[tuple[str, str]], others: Iterable[str]) -> list[Any]:
    """All pairs of a scene and one of the others; those that are not for always are soak."""
    return [
        pytest.param(scene, other, marks=[] if (scene, other) in always else pytest.mark.soak)
        for scene in SCENES
        for other in others
    ]


ALWAYS = {("full", "en"), ("full", "zh-Hans"), ("kongs", "en"), ("refused", "zh-Hant")}


@pytest.mark.parametrize(("scene", "language"), mostly_soak(ALWAYS, LANGUAGES))
def test_everything_has_room(visit: Visit, picture: Picture, scene: str, language: str) -> None:
    theme = "light" if language == "zh-Hant" else "dark"
    page = lay(visit, SCENES[scene](), size="phone", language=language, theme=theme).page
    faults: dict[str, list[str]] = {}
    for size in SIZES:
        resize(page, size)
        found = page.evaluate(OVERLAPS) + page.evaluate(CUT) + cut_below(page)
        if too_wide(page) > 0:
            found.append("wider than the window")
        if found:
            faults[size] = found
        picture(page, f"table-{scene}-{size}-{language}")
    assert faults == {}
    assert untranslated(page) == []


@pytest.mark.parametrize(
    ("scene", "theme"),
    mostly_soak({("full", "dark"), ("win", "light"), ("refused", "dark")}, ["dark", "light"]),
)
def test_nobody_is_shut_out(visit: Visit, scene: str, theme: str) -> None:
    page = lay(visit, SCENES[scene](), size="phone", theme=theme).page
    assert barriers(page) == []
    resize(page, "desktop")
    assert barriers(page) == []


KEYS_OUT = """
() => {
  const line = document.querySelector('.table-key-line').getBoundingClientRect();
  return [...document.querySelectorAll('.table-key-line kbd')].filter(one => {
    const box = one.getBoundingClientRect();
    return box.top < line.top || box.bottom > line.bottom || box.right > line.right;
  }).map(one => one.textContent);
}
"""


def test_the_keys_below_the_hand_are_shown_whole(visit: Visit) -> None:
    page = lay(visit, SCENES["full"](), size="desktop", language="en").page
    for size in ("desktop", "large"):
        resize(page, size)
        assert page.locator(".table-key-line kbd").count() > 8
        assert page.evaluate(KEYS_OUT) == [], size


PANELS = {
    "waits": "w",
    "rivers": "r",
    "beans": "b",
    "scores": "s",
    "help": "?",
}


@pytest.mark.parametrize(
    "language",
    [pytest.param(one, marks=pytest.mark.soak) for one in ("zh-Hans", "zh-Hant", "en")],
)
def test_panels_have_room(visit: Visit, picture: Picture, language: str) -> None:
    page = lay(visit, SCENES["full"](), size="phone", language=language).page
    for name, key in PANELS.items():
        page.locator(".table-page").focus()
        page.keyboard.press(key)
        page.wait_for_selector(".table-panel")
        for size in ("phone", "landscape", "desktop"):
            resize(page, size)
            assert too_wide(page) <= 0
            picture(page, f"panel-{name}-{size}-{language}")
        assert barriers(page) == [], name
        assert untranslated(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector(".table-panel", state="detached")
    for name in ("menu", "phrases"):
        page.locator(".table-bar .table-icon").nth(0 if name == "menu" else 1).click()
        for size in ("phone", "landscape", "desktop"):
            resize(page, size)
            picture(page, f"panel-{name}-{size}-{language}")
        assert barriers(page) == [], name
        page.keyboard.press("Escape")


def sizes_of(page: Page, found: str) -> list[tuple[float, float]]:
    script = (
        "found => [...document.querySelectorAll(found)]"
        ".map(one => [one.offsetWidth, one.offsetHeight])"
    )
    return [(width, height) for width, height in page.evaluate(script, found)]


def test_targets_are_large_enough(visit: Visit) -> None:
    page = lay(visit, SCENES["win"](), size="phone").page
    for found in (".table-claim", ".table-hand-tile"):
        assert min(min(size) for size in sizes_of(page, found)) >= 44, found
    assert min(min(size) for size in sizes_of(page, ".table-page button")) >= 24


def test_focus_goes_from_the_prompt_to_the_bar(visit: Visit) -> None:
    page = lay(visit, SCENES["kong"](), size="phone").page
    page.locator(".table-page").focus()
    order = []
    for _ in range(16):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.className")
        kind = re.match(r"table-\w+(?:-tile)?", name)
        order.append(kind[0] if kind else name)
    assert order[:4] == ["table-look", "table-claim", "table-claim", "table-hand-tile"]
    assert order[4:9].count("table-plate") == 4
    assert order.index("table-icon") > order.index("table-plate")
    assert order.count("table-hand-tile") == 1
