"""Records opened in the page, and the figures of settlements read from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import FilePayload, Page

from qianma.record import encode_line

Line = dict[str, Any]

SEATS = range(4)
GROUPS = {
    "牌": ("win", "declared_ready", "kong_flower", "kong_shot"),
    "庄": ("dealer_bonus",),
    "豆": ("concealed_kong", "added_kong", "discard_kong", "bean_refund", "kong_transfer"),
    "鸡": ("chicken", "charge_chicken", "responsible_chicken"),
    "查": ("ready_check",),
    "罚": ("flower_pig", "leaving"),
}
"""What stands before the rows of an account, and the reasons of a record that belong there."""

_READ = """
() => {
  const figure = (cell) => {
    const text = cell.textContent.trim().replace('−', '-');
    return text === '·' ? 0 : Number(text);
  };
  let group = '';
  const rows = [...document.querySelectorAll('.account tbody .account-row')].map(row => {
    const mark = row.querySelector('.account-group span');
    if (mark) group = mark.textContent;
    return [group, ...[...row.querySelectorAll('.account-cell')].map(figure)];
  });
  const sums = [...document.querySelectorAll('.account tfoot .account-cell')].map(figure);
  const points = [...document.querySelectorAll('.sheet-points')].map(figure);
  return {rows, sums, points};
}
"""


def encoded(lines: Iterable[Line]) -> bytes:
    """A record as a file."""
    return b"".join(encode_line(line) for line in lines)


def open_record(page: Page, lines: Iterable[Line] | bytes) -> None:
    """Choose a record's file on the page of replays, and wait for its first step."""
    data = lines if isinstance(lines, bytes) else encoded(lines)
    page.set_input_files("input[type=file]", files=[record_file(data)])
    page.wait_for_selector(".replay-strip")


def record_file(data: bytes) -> FilePayload:
    """A record as it is chosen."""
    return {"name": "match.jsonl", "mimeType": "application/jsonl", "buffer": data}


def results(lines: Iterable[Line]) -> list[Line]:
    """The results that a record holds."""
    return [line for line in lines if line["type"] == "result"]


def open_sheet(page: Page) -> None:
    """From anywhere in a replay, go to the end of the hand and open its settlement."""
    page.locator(".table-page").focus()
    page.keyboard.press("End")
    page.locator(".table-prompt .pill").click()
    page.wait_for_selector(".sheet .account")


def next_hand(page: Page) -> None:
    """From an open settlement on to the next hand."""
    page.keyboard.press("Escape")
    page.wait_for_selector(".sheet", state="detached")
    page.locator(".table-page").focus()
    page.keyboard.press("PageDown")


def assert_shows(page: Page, result: Line, first: int = 0) -> None:
    """The open sheet has, from every seat's side, the figures of a record's result.

    `first` is the seat whose hand stands on top.
    """
    hands = page.locator(".sheet-hand")
    for step in SEATS:
        seat = (first + step) % 4
        hands.nth(step).click()
        shown = json.loads(json.dumps(page.evaluate(_READ)))
        assert shown["points"] == [result["points"][(first + one) % 4] for one in SEATS]
        others = [(seat + one) % 4 for one in (1, 2, 3)]
        expected: Counter[tuple[str, int]] = Counter()
        for entry in result["ledger"]:
            group = next(name for name, reasons in GROUPS.items() if entry["reason"] in reasons)
            if entry["to"] == seat:
                expected[group, entry["from"]] += entry["points"]
            elif entry["from"] == seat:
                expected[group, entry["to"]] -= entry["points"]
        found: Counter[tuple[str, int]] = Counter()
        for group, *cells, total in shown["rows"]:
            assert total == sum(cells)
            for other, points in zip(others, cells, strict=True):
                found[group, other] += points
        assert {key: points for key, points in found.items() if points} == {
            key: points for key, points in expected.items() if points
        }
        sums = [sum(expected[group, other] for group in GROUPS) for other in others]
        assert shown["sums"] == [*sums, result["points"][seat]]
