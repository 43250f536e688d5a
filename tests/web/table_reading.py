"""All that a page shows of a table, read from it, to be compared with another time or page."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

Seen = dict[str, Any]

_LOOK = """
() => {
  const page = document.querySelector('.table-page');
  const every = (found, within = document) => [...within.querySelectorAll(found)];
  const only = (found, within = document) => within.querySelector(found);
  const text = (one) => one === null ? null : one.innerText.replace(/\\s+/g, ' ').trim();
  const zones = {
    own: '.table-own', right: '.table-column.is-right', top: '.table-top',
    left: '.table-column.is-left',
  };
  const side = (name) => {
    const plate = only(`.table-plate.is-${name}`);
    const river = only(`.table-felt .table-river.is-${name}`);
    return {
      plate: text(plate),
      isTurn: plate.classList.contains('is-turn'),
      river: river.getAttribute('aria-label'),
      flags: every('.table-flag', river).length,
      isLast: only('.is-last', river) !== null,
      melds: every('.table-meld', only(zones[name])).map(one => one.getAttribute('aria-label')),
    };
  };
  const timer = only('.table-clock [role=timer]');
  return {
    hand: page.dataset.hand,
    over: page.dataset.over,
    wall: text(only('.table-wall b')),
    sides: Object.keys(zones).map(side),
    tiles: every('.table-hand-tile').map(one => [
      one.dataset.tile, one.classList.contains('is-drawn'), one.getAttribute('aria-disabled'),
    ]),
    prompt: text(only('[data-testid=prompt]')),
    offers: every('.table-claim, .table-refused').map(one => [text(one), one.disabled === true]),
    clock: timer === null ? null : timer.className === '' ? 'own' : 'another',
    sheet: every('.sheet').map(text),
    onward: every('.sheet-foot .claim').map(one => one.disabled === true),
    cover: every('.table-lost, .table-cover, .table-vote').map(text),
  };
}
"""


def look(page: Page) -> Seen:
    """What a page shows of its table, but for what passes by itself."""
    seen: Seen = page.evaluate(_LOOK)
    return seen


def open_to_all(seen: Seen, seat: int) -> Seen:
    """What everybody at the table sees alike, by seat, of what the page of a seat shows."""
    sides = [seen["sides"][(each - seat) % 4] for each in range(4)]
    return {"sides": sides, **{key: seen[key] for key in ("hand", "over", "wall")}}
