"""The loops over many hands that `batch` calls: made to be compiled, and plain Python as well.

Rows of 27 counts, each from 0 to 4, lie one behind the other in `bytes` and are read as `counts`
does. Every loop returns -1, or the first row whose number of tiles is no hand; then what it has
written is of no use.
"""

from functools import cache
from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from qianma.class_tables import ClassTables
from qianma.counts import halves, index_of, sum_of_bytes
from qianma.shape_tables import MOST_SETS, MOST_TILES, PAIRS, SETS
from qianma.suit_classes import CLASSES
from qianma.table_building import completeness
from qianma.tiles import COPIES, KINDS

WAITING: Final = 128
"""Stands for a number of tiles that can wait, not be complete. No table of flags has this bit."""


class FlagTables:
    """What `find_complete` and `find_waits` look things up in."""

    def __init__(self) -> None:
        self.flags: vec[u8] = vec[u8](bytes(completeness()))
        self.accepted: vec[u8] = accepted_flags()


@cache
def flag_tables() -> FlagTables:
    """The tables, made when first asked for."""
    return FlagTables()


def accepted_flags() -> vec[u8]:
    """By number of tiles the flags of a complete hand, `WAITING`, or 0 if that is no hand."""
    by_rest = (0, WAITING, SETS)
    accepted = [by_rest[total % 3] if total <= MOST_TILES else 0 for total in range(256)]
    accepted[MOST_TILES] |= PAIRS
    return vec[u8](bytes(accepted))


def find_complete(rows: bytes, number: i64, tables: FlagTables, out: vec[u8]) -> i64:
    """Write for each row 0, or another number if it is complete."""
    flags = tables.flags
    accepted = tables.accepted
    place: i64 = 0
    for row in range(number):
        low_m, top_m = read_i64_le(rows, place) & 0xFF, read_i64_le(rows, place + 1)
        low_p, top_p = read_i64_le(rows, place + 9) & 0xFF, read_i64_le(rows, place + 10)
        low_s, top_s = read_i64_le(rows, place + 18) & 0xFF, read_i64_le(rows, place + 19)
        wanted = accepted[low_m + low_p + low_s + sum_of_bytes(top_m + top_p + top_s)]
        if wanted == 0:
            return row
        shown = flags[index_of(low_m, top_m)] & flags[index_of(low_p, top_p)]
        shown &= flags[index_of(low_s, top_s)]
        out[row] = shown & wanted
        place += KINDS
    return -1


def find_missing(
    rows: bytes, number: i64, flags: FlagTables, tables: ClassTables, out: vec[u8]
) -> i64:
    """Write how many tiles each row lacks, one more than its ready distance.

    This is for hands whose melds, if any, do not limit what they can draw.
    """
    accepted = flags.accepted
    of_suit = tables.of_suit
    of_pair = tables.of_pair
    missing = tables.missing
    joint_classes = tables.joint_classes
    place: i64 = 0
    for row in range(number):
        low_m, top_m = read_i64_le(rows, place) & 0xFF, read_i64_le(rows, place + 1)
        low_p, top_p = read_i64_le(rows, place + 9) & 0xFF, read_i64_le(rows, place + 10)
        low_s, top_s = read_i64_le(rows, place + 18) & 0xFF, read_i64_le(rows, place + 19)
        total = low_m + low_p + low_s + sum_of_bytes(top_m + top_p + top_s)
        if accepted[total] == 0:
            return row
        first = i64(of_suit[index_of(low_m, top_m)])
        second = i64(of_suit[index_of(low_p, top_p)])
        third = i64(of_suit[index_of(low_s, top_s)])
        sets = total // 3
        joint = sets * joint_classes + i64(of_pair[first * CLASSES + second])
        lacking = i64(missing[joint * CLASSES + third])
        if sets == MOST_SETS:
            pairs = (low_m >> 1) + (low_p >> 1) + (low_s >> 1)
            pairs += sum_of_bytes(halves(top_m) + halves(top_p) + halves(top_s))
            lacking = min(lacking, 7 - pairs)
        out[row] = u8(lacking)
        place += KINDS
    return -1


def find_waits(rows: bytes, melded: bytes, number: i64, tables: FlagTables, out: vec[i32]) -> i64:
    """Write the kinds that each row waits for, bit by bit."""
    flags = tables.flags
    accepted = tables.accepted
    place: i64 = 0
    for row in range(number):
        low_m, top_m = read_i64_le(rows, place) & 0xFF, read_i64_le(rows, place + 1)
        low_p, top_p = read_i64_le(rows, place + 9) & 0xFF, read_i64_le(rows, place + 10)
        low_s, top_s = read_i64_le(rows, place + 18) & 0xFF, read_i64_le(rows, place + 19)
        total = low_m + low_p + low_s + sum_of_bytes(top_m + top_p + top_s)
        wanted = accepted[total]
        if wanted == 0:
            return row
        mask: i64 = 0
        if wanted == WAITING:
            wanted = accepted[total + 1]
            index_m, index_p = index_of(low_m, top_m), index_of(low_p, top_p)
            index_s = index_of(low_s, top_s)
            flags_m, flags_p, flags_s = flags[index_m], flags[index_p], flags[index_s]
            if flags_p & flags_s & wanted:
                both = flags_p & flags_s & wanted
                mask |= suit_waits(rows, melded, place, flags, index_m, both)
            if flags_m & flags_s & wanted:
                both = flags_m & flags_s & wanted
                mask |= suit_waits(rows, melded, place + 9, flags, index_p, both) << 9
            if flags_m & flags_p & wanted:
                both = flags_m & flags_p & wanted
                mask |= suit_waits(rows, melded, place + 18, flags, index_s, both) << 18
        out[row] = i32(mask)
        place += KINDS
    return -1


def suit_waits(
    rows: bytes, melded: bytes, place: i64, flags: vec[u8], index: i64, wanted: u8
) -> i64:
    """The ranks of one suit of which one more tile brings a wanted flag, bit by bit (C-12)."""
    mask: i64 = 0
    power: i64 = 1
    for rank in range(9):
        held = rows[place + rank] + melded[place + rank]
        if held < COPIES and flags[index + power] & wanted:
            mask |= 1 << rank
        power *= 5
    return mask
