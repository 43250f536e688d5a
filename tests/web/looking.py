"""What can be seen to be wrong with a page: too wide, untranslated, not accessible."""

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from qianma.messages import LANGUAGES, catalogue

_GRAVE = ("serious", "critical")
_KEY = re.compile(r"\b[a-z]+\.[a-z]+(?:_[a-z]+)*\b")
_PARAMETER = re.compile(r"\{[a-z_]+\}")
_CUT = """
() => [...document.querySelectorAll('button, a, label, h1, h2, legend, dt, th')]
  .filter(one => one.offsetParent && !one.closest('.name, .unseen') && !one.querySelector('.name')
    && (one.scrollWidth > one.clientWidth + 1) && getComputedStyle(one).display !== 'inline'
    && getComputedStyle(one).overflow !== 'visible')
  .map(one => one.outerHTML.slice(0, 120))
"""


# Letters go a quarter of their size below their line; whatever hides what is over hides them too.
# The buttons of claims are left out: their parts are measured by the test of the table.
_CUT_BELOW = """
() => [...document.querySelectorAll('body *')].filter(one => {
  const cuts = getComputedStyle(one).overflowY !== 'visible';
  if (!cuts || !one.getClientRects().length || one.closest('.unseen, .table-claims')) {
    return false;
  }
  const bottom = one.getBoundingClientRect().bottom;
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!/[gjpqy]/.test(text.data)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const line = [...range.getClientRects()].pop();
    const size = parseFloat(getComputedStyle(text.parentElement).fontSize);
    // What begins below the edge is out of sight as a whole: a list that scrolls.
    const over = line ? line.bottom - 0.05 * size - bottom : 0;
    if (over > 0.5 && over < size && line.top < bottom - 2) return true;
  }
  return false;
}).map(one => `${one.className} ${one.textContent.slice(0, 60)}`)
"""


def cut_below(page: Page) -> list[str]:
    """What has letters whose lower ends are cut off."""
    return list(page.evaluate(_CUT_BELOW))


def too_wide(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def cut_off(page: Page) -> list[str]:
    """What has text that does not fit into it."""
    return list(page.evaluate(_CUT))


def untranslated(page: Page) -> list[str]:
    """Keys of messages, and parameters, that stand in the page in place of words."""
    text = str(page.evaluate("document.body.innerText"))
    groups = {key.partition(".")[0] for key in catalogue(LANGUAGES[0])} | {"lobby", "room", "table"}
    keys = [key for key in _KEY.findall(text) if key.partition(".")[0] in groups]
    return keys + _PARAMETER.findall(text)


_NOTHING_MOVES = """
() => document.getAnimations().every(one =>
  one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)
"""


def barriers(page: Page) -> list[str]:
    """What axe finds that is serious, once nothing fades in or out: rule, and where."""
    page.wait_for_function(_NOTHING_MOVES)
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
