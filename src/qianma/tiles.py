"""The 27 kinds of tiles: notation, records, names.

A tile *kind* is a small integer, `suit * 9 + rank - 1`: characters (萬) are 0-8, dots (筒) 9-17,
bamboo (條) 18-26. There are four tiles of each kind (clause C-2); copies of a kind are never told
apart. Three ways of writing are read: the compact notation `123m456p789s`, the record form `"5m"`,
and Chinese in either script, `五萬`, `5筒`, `幺鸡`.

>>> parse_tiles("123m5p")
[0, 1, 2, 13]
>>> parse_tiles("五萬 5筒 么雞 345789條")
[4, 13, 18, 20, 21, 22, 24, 25, 26]
>>> format_tiles([18, 0, 1, 2, 13])
'123m5p1s'
>>> tile_name(18, "zh-Hans"), tile_name(4, "zh-Hant"), tile_name(13, "en")
('幺鸡', '五萬', '5 of dots')
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

KINDS: Final = 27
COPIES: Final = 4
TILES: Final = KINDS * COPIES
SUITS: Final = "mps"
YAOJI: Final = 18
"""Yaoji (么雞), one of bamboo."""

CODES: Final = tuple(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10))
"""The record form of each kind: `CODES[4] == "5m"`."""

KIND_OF_CODE: Final = {code: kind for kind, code in enumerate(CODES)}

_NUMERALS: Final = "一二三四五六七八九"
_SUIT_LETTERS: Final = {
    "m": 0, "萬": 0, "万": 0,
    "p": 1, "筒": 1, "餅": 1, "饼": 1,
    "s": 2, "條": 2, "条": 2, "索": 2,
}  # fmt: skip
_SUIT_NAMES: Final = {
    "zh-Hans": ("万", "筒", "条"),
    "zh-Hant": ("萬", "筒", "條"),
    "en": ("characters", "dots", "bamboo"),
}
_YAOJI_NAMES: Final = {"zh-Hans": "幺鸡", "zh-Hant": "么雞", "en": "1 of bamboo (yaoji)"}


class TileError(ValueError):
    """A text that names no tile, or more tiles of a kind than there are."""


def checked_kind(kind: int) -> int:
    """The kind. Raises `TileError` when there is no such kind."""
    if not 0 <= kind < KINDS:
        raise TileError(f"{kind} is no kind of tile: only 0 to {KINDS - 1}")
    return kind


def suit_of(kind: int) -> int:
    """Suit of a kind: 0 characters, 1 dots, 2 bamboo."""
    return kind // 9


def rank_of(kind: int) -> int:
    """Rank of a kind, 1 to 9."""
    return kind % 9 + 1


def parse_tile(text: str) -> int:
    """Kind of the one tile that `text` names.

    Raises `TileError` when it names none, or more than one.

    >>> parse_tile("5m"), parse_tile("五万"), parse_tile("幺鸡")
    (4, 4, 18)
    """
    kinds = parse_tiles(text)
    if len(kinds) != 1:
        raise TileError(f"{text!r} is not one tile (such as 5m, 五萬 or 幺鸡)")
    return kinds[0]


def parse_tiles(text: str) -> list[int]:
    """Kinds of the tiles in `text`, in the order written.

    Ranks (1-9 or 一-九) stand before the letter of their suit (m p s or 萬 筒 條 and their other
    names); spaces and commas are passed over. Raises `TileError` with the place of the fault.

    >>> parse_tiles("12x")
    Traceback (most recent call last):
    qianma.tiles.TileError: character 3 of '12x': 'x' is no rank and no suit
    """
    kinds: list[int] = []
    ranks: list[int] = []
    characters = unicodedata.normalize("NFKC", text)
    position = 0
    while position < len(characters):
        character = characters[position]
        following = characters[position + 1 : position + 2]
        where = f"character {position + 1} of {text!r}"
        position += 1
        if character in "幺么" and following and following in "鸡雞":
            if ranks:
                raise TileError(f"{where}: a rank before it has no suit")
            kinds.append(YAOJI)
            position += 1
        elif character in _NUMERALS:
            ranks.append(_NUMERALS.index(character) + 1)
        elif character in "123456789":
            ranks.append(int(character))
        elif character in _SUIT_LETTERS:
            if not ranks:
                raise TileError(f"{where}: {character!r} has no rank before it")
            kinds.extend(_SUIT_LETTERS[character] * 9 + rank - 1 for rank in ranks)
            ranks.clear()
        elif not (character.isspace() or character in ",、"):
            raise TileError(f"{where}: {character!r} is no rank and no suit")
    if ranks:
        raise TileError(f"end of {text!r}: the last rank has no suit")
    return kinds


def format_tiles(kinds: Iterable[int]) -> str:
    """Compact notation of the tiles, sorted.

    >>> format_tiles(parse_tiles("五萬3m1s"))
    '35m1s'
    """
    ordered = sorted(checked_kind(kind) for kind in kinds)
    text = ""
    for suit, letter in enumerate(SUITS):
        ranks = "".join(str(rank_of(kind)) for kind in ordered if suit_of(kind) == suit)
        if ranks:
            text += ranks + letter
    return text


def count_tiles(kinds: Iterable[int]) -> list[int]:
    """How many of each of the 27 kinds there are.

    Raises `TileError` when there are more than four of a kind (C-2).
    """
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
        if counts[kind] > COPIES:
            raise TileError(f"more than four {CODES[kind]}")
    return counts


def tiles_of(counts: Sequence[int]) -> list[int]:
    """The sorted kinds that 27 counts stand for; the inverse of `count_tiles`."""
    return [kind for kind in range(KINDS) for _ in range(counts[kind])]


def tile_name(kind: int, language: str = "en") -> str:
    """What the tile is called in `language` (`en`, `zh-Hans`, `zh-Hant`).

    Raises `TileError` when there is no such kind.
    """
    checked_kind(kind)
    if kind == YAOJI:
        return _YAOJI_NAMES[language]
    suit = _SUIT_NAMES[language][suit_of(kind)]
    if language == "en":
        return f"{rank_of(kind)} of {suit}"
    return _NUMERALS[kind % 9] + suit
