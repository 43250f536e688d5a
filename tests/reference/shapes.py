"""Shapes of hands: complete, waiting, how far from ready (C-10, C-12).

A hand is a sequence of 27 counts; the kind index is ``suit * 9 + rank - 1``, suits m, p, s.
A meld is a pair ``(form, kind)`` with the form ``pong``, ``concealed``, ``added`` or ``discard``
(the last three are kongs).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

KINDS = 27
SUITS = "mps"
FORMS = ("pong", "concealed", "added", "discard")

Meld = tuple[str, int]
Group = tuple[str, int]
"""``("run", lowest kind)`` or ``("triplet", kind)``."""
Reading = tuple[int, tuple[Group, ...]]
"""The pair's kind and the concealed sets."""

IMPOSSIBLE = 99


def kind_of(tile: str) -> int:
    """The kind index of a tile such as ``5m``."""
    if len(tile) != 2 or tile[0] not in "123456789" or tile[1] not in SUITS:
        raise ValueError(f"no tile: {tile!r}")
    return SUITS.index(tile[1]) * 9 + int(tile[0]) - 1


def tile_of(kind: int) -> str:
    """The two characters of a kind."""
    return f"{kind % 9 + 1}{SUITS[kind // 9]}"


def kinds_of(text: str) -> list[int]:
    """The kinds of a hand in short notation, ``123m55p``."""
    kinds: list[int] = []
    ranks: list[str] = []
    for char in text.replace(" ", ""):
        if char in SUITS:
            kinds += [kind_of(rank + char) for rank in ranks]
            ranks = []
        else:
            ranks.append(char)
    if ranks:
        raise ValueError(f"ranks without a suit: {text!r}")
    return kinds


def counts_of(kinds: Iterable[int]) -> list[int]:
    """27 counts of a list of kinds."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def meld_size(meld: Meld) -> int:
    """How many tiles of its kind a meld holds."""
    if meld[0] not in FORMS:
        raise ValueError(f"no meld: {meld!r}")
    return 3 if meld[0] == "pong" else 4


def held(concealed: Sequence[int], melds: Sequence[Meld]) -> list[int]:
    """Counts of hand and own melds together."""
    counts = list(concealed)
    for meld in melds:
        counts[meld[1]] += meld_size(meld)
    return counts


def _splits(counts: list[int]) -> list[tuple[Group, ...]]:
    """All ways to take the counts apart into runs and triplets."""
    first = next((kind for kind in range(KINDS) if counts[kind]), None)
    if first is None:
        return [()]
    found: list[tuple[Group, ...]] = []
    if counts[first] >= 3:
        counts[first] -= 3
        found += [(("triplet", first), *rest) for rest in _splits(counts)]
        counts[first] += 3
    if first % 9 <= 6 and counts[first + 1] and counts[first + 2]:
        for kind in (first, first + 1, first + 2):
            counts[kind] -= 1
        found += [(("run", first), *rest) for rest in _splits(counts)]
        for kind in (first, first + 1, first + 2):
            counts[kind] += 1
    return found


@lru_cache(maxsize=200_000)
def _readings(concealed: tuple[int, ...]) -> tuple[Reading, ...]:
    if sum(concealed) % 3 != 2:
        return ()
    found: list[Reading] = []
    for pair in range(KINDS):
        if concealed[pair] >= 2:
            rest = list(concealed)
            rest[pair] -= 2
            found += [(pair, split) for split in _splits(rest)]
    return tuple(found)


def readings(concealed: Sequence[int]) -> list[Reading]:
    """All ways to split the concealed tiles into sets and one pair (C-10)."""
    return list(_readings(tuple(concealed)))


def is_seven_pairs(concealed: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Fourteen concealed tiles in pairs, no meld; four of a kind counts as two pairs (C-10)."""
    if melds or sum(concealed) != 14:
        return False
    return all(count % 2 == 0 for count in concealed)


def is_complete(concealed: Sequence[int], melds: Sequence[Meld]) -> bool:
    """Four sets and a pair, or seven pairs (C-10)."""
    if sum(concealed) != 14 - 3 * len(melds):
        return False
    return is_seven_pairs(concealed, melds) or bool(_readings(tuple(concealed)))


def waits(concealed: Sequence[int], melds: Sequence[Meld]) -> set[int]:
    """The kinds that would complete the hand, save those all held by oneself (C-12)."""
    found: set[int] = set()
    own = held(concealed, melds)
    for kind in range(KINDS):
        if own[kind] >= 4:
            continue
        more = list(concealed)
        more[kind] += 1
        if is_complete(more, melds):
            found.add(kind)
    return found


@lru_cache(maxsize=2_000_000)
def _missing(
    have: tuple[int, ...],
    most: tuple[int, ...],
    going: int,
    ending: int,
    sets: int,
    pair: bool,
) -> int:
    """Tiles missing in the ranks from here on, in one suit.

    ``have`` and ``most`` are the tiles held and the most that may be used, for the ranks from here
    to 9. ``ending`` runs began two ranks before and end here, ``going`` began one rank before.
    Exactly ``sets`` sets, and a pair if ``pair``, are still to be placed. Every target is tried:
    any number of runs beginning here, a triplet or none, the pair or not.
    """
    if not have:
        return 0 if not (going or ending or sets or pair) else IMPOSSIBLE
    best = IMPOSSIBLE
    for starting in range(sets + 1):
        for triplet in (0, 1):
            for pairs in (0, 1) if pair else (0,):
                used = starting + going + ending + 3 * triplet + 2 * pairs
                if used > most[0] or starting + triplet > sets:
                    continue
                here = max(0, used - have[0])
                left = sets - starting - triplet
                rest = _missing(have[1:], most[1:], starting, going, left, pair and not pairs)
                best = min(best, here + rest)
    return best


def suit_missing(have: Sequence[int], most: Sequence[int], sets: int, pair: bool) -> int:
    """Least number of tiles missing to hold these sets (and a pair) in one suit."""
    return _missing(tuple(have), tuple(most), 0, 0, sets, pair)


def _standard_missing(concealed: Sequence[int], melds: Sequence[Meld]) -> int:
    """Least number of tiles missing to four sets and a pair."""
    others = held([0] * KINDS, melds)
    needed = 4 - len(melds)
    tables: list[list[list[int]]] = []
    for suit in range(3):
        part = slice(9 * suit, 9 * suit + 9)
        have = tuple(concealed[part])
        most = tuple(4 - count for count in others[part])
        tables.append(
            [
                [suit_missing(have, most, sets, pair) for pair in (False, True)]
                for sets in range(needed + 1)
            ]
        )
    best = IMPOSSIBLE
    for in_m in range(needed + 1):
        for in_p in range(needed + 1 - in_m):
            in_s = needed - in_m - in_p
            for pair_suit in range(3):
                total = (
                    tables[0][in_m][pair_suit == 0]
                    + tables[1][in_p][pair_suit == 1]
                    + tables[2][in_s][pair_suit == 2]
                )
                best = min(best, total)
    return best


def _pairs_missing(concealed: Sequence[int], melds: Sequence[Meld]) -> int:
    """Least number of tiles missing to seven pairs (at most two pairs of a kind)."""
    if melds:
        return IMPOSSIBLE
    costs: list[int] = []
    for count in concealed:
        first = max(0, 2 - count)
        costs += [first, max(0, 4 - count) - first]
    return sum(sorted(costs)[:7])


def tiles_missing(concealed: Sequence[int], melds: Sequence[Meld]) -> int:
    """Least number of tiles that must be drawn so that the hand could be complete.

    No kind may be used more than four times, own melds included: a kind of which the player
    already holds all four copies cannot be drawn (C-12).
    """
    return min(_standard_missing(concealed, melds), _pairs_missing(concealed, melds))


def ready_distance(concealed: Sequence[int], melds: Sequence[Meld]) -> int:
    """Tiles to exchange until the hand is ready; 0 is ready, -1 complete (C-12).

    With a tile to discard it is the least over all discards.
    """
    size = sum(concealed)
    if size == 13 - 3 * len(melds):
        return tiles_missing(concealed, melds) - 1
    if size != 14 - 3 * len(melds):
        raise ValueError(f"{size} tiles with {len(melds)} melds")
    if is_complete(concealed, melds):
        return -1
    best = IMPOSSIBLE
    for kind in range(KINDS):
        if concealed[kind]:
            less = list(concealed)
            less[kind] -= 1
            best = min(best, tiles_missing(less, melds) - 1)
    return best
