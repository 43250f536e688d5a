"""The tiles: drawn by the page itself, told apart without colour, named in each language."""

from typing import Any

import pytest

from qianma.messages import LANGUAGES
from qianma.tiles import CODES
from tests.web.conftest import Picture, Visit
from tests.web.site import Site
from tests.web.table_play import seat, show

WIDTH = 22
HEIGHT = 29

# Each symbol of the page on a canvas of its own, as shades of grey.
SHADES = """
async ({codes, drawing, width, height}) => {
  const found = {};
  for (const code of codes) {
    const symbol = document.getElementById(`tile-${code}-${drawing}`);
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80" width="${width}" ` +
      `height="${height}">${symbol.innerHTML}</svg>`;
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(text);
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    const data = context.getImageData(0, 0, width, height).data;
    found[code] = Array.from({length: width * height}, (_, at) =>
      0.2126 * data[4 * at] + 0.7152 * data[4 * at + 1] + 0.0722 * data[4 * at + 2]);
  }
  return found;
}
"""

# How far a tile's own pixels may be shifted on a screen before they are the same no more.
LEAST = 5.0
"""Mean difference of the shades (0 to 255) of two kinds that an eye tells apart."""


def difference(one: list[float], other: list[float]) -> float:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("contrast", ["normal", "high"])
def test_all_kinds_differ_in_grey_at_the_smallest_size(
    site: Site, visit: Visit, picture: Picture, contrast: str
) -> None:
    page = show(visit, *seat(site), settings={"contrast": contrast}, size="phone")
    page.keyboard.press("Escape")
    page.locator(".table-bar .table-icon").first.click()
    page.get_by_role("button", name="看没见过的牌").click()
    page.wait_for_selector(".table-deck .tile")
    picture(page, f"tiles-{contrast}")
    drawing = "contrast" if contrast == "high" else "plain"
    arguments: dict[str, Any] = {
        "codes": CODES,
        "drawing": drawing,
        "width": WIDTH,
        "height": HEIGHT,
    }
    shades: dict[str, list[float]] = page.evaluate(SHADES, arguments)
    assert sorted(shades) == sorted(CODES)
    closest = min(
        (difference(shades[one], shades[other]), one, other)
        for place, one in enumerate(CODES)
        for other in CODES[:place]
    )
    assert closest[0] > LEAST, closest


def spoken(code: str, language: str) -> str:
    """What a tile is called."""
    rank, suit = int(code[0]), code[1]
    if code == "1s":
        return {"zh-Hans": "幺鸡", "zh-Hant": "么雞", "en": "yaoji"}[language]
    if language == "en":
        return f"{rank} {dict(m='characters', p='dots', s='bamboo')[suit]}"
    suits = {"zh-Hans": "万筒条", "zh-Hant": "萬筒條"}[language]
    return "一二三四五六七八九"[rank - 1] + suits["mps".index(suit)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_of_the_hand_are_named(site: Site, visit: Visit, language: str) -> None:
    page = show(visit, *seat(site), size="phone", language=language)
    labels: list[tuple[str, str]] = page.evaluate(
        "[...document.querySelectorAll('.table-hand-tile')]"
        ".map(one => [one.dataset.tile, one.getAttribute('aria-label')])"
    )
    assert len(labels) >= 13
    for at, (code, label) in enumerate(labels):
        assert label.startswith(spoken(code, language))
        assert str(at + 1) in label
