"""A finished hand of a server, opened by its key: all its tiles, and whether the deal was fair."""

from collections.abc import Mapping, Sequence
from typing import Any

from qianma import walls
from qianma.check import Checker
from qianma.follow import ContradictionError
from qianma.hand import Hand
from qianma.record import encode_line, read_line
from qianma.recording import ruleset_keys
from qianma.ruleset import Ruleset
from qianma.tiles import CODES
from qianma.unreadable import RecordError


class DealError(ValueError):
    """What was played does not follow from the key that was revealed."""


def opened_hand(ruleset: Ruleset, lines: Sequence[Mapping[str, Any]], seat: int) -> Hand:
    """The finished hand of the lines that a seat was told, from `hand` to `reveal`.

    Raises `DealError` when key, commitment, dice, wall, tiles, moves and result do not agree.
    """
    opening, reveal = lines[0], lines[-1]
    key = bytes.fromhex(reveal["key"])
    given = [bytes.fromhex(part) for part in opening.get("contributions") or [""] * 4]
    shuffle = walls.shuffle(key, opening["number"], given)
    dealt = walls.deal(shuffle.tiles, shuffle.dice, opening["dealer"])
    deal = [[CODES[kind] for kind in tiles] for tiles in dealt.deal]
    wall = [CODES[kind] for kind in dealt.wall]
    if sorted(deal[seat]) != sorted(opening["deal"][seat]):
        raise DealError(f"seat {seat} would have been dealt other tiles")
    checker = Checker()
    head, tail = 0, len(wall)
    try:
        for number, line in enumerate(lines, 1):
            content = dict(line)
            if line is opening:
                content |= {**ruleset_keys(ruleset), "deal": deal, "wall": wall}
            elif line["type"] == "draw":
                tail -= line["end"] == "tail"
                drawn = wall[tail] if line["end"] == "tail" else wall[head]
                head += line["end"] == "head"
                if line["tile"] not in (drawn, "?"):
                    raise DealError(f"seat {line['seat']} would have drawn another tile")
                content["tile"] = drawn
            checker.feed(read_line(encode_line(content), number))
    except (ContradictionError, RecordError, IndexError) as error:
        raise DealError(str(error)) from None
    assert checker.hand is not None, "the first line begins a hand"
    return checker.hand
