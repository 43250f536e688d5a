"""The player `greedy`: the shortest way to a ready hand, and every win it may have."""

from typing import ClassVar

from mypy_extensions import i64

from qianma.actions import ADDED_KONG, CONCEALED_KONG, DECLARE, DISCARD_KONG, PASS, PONG, WIN
from qianma.chance import Chance
from qianma.class_tables import ClassTables, class_tables
from qianma.counts import power
from qianma.players.base import Player
from qianma.state import State
from qianma.tiles import KINDS


class Greedy(Player):
    """Shortens the ready distance and wins whenever it may.

    It does not look at how many copies of a tile are left.
    """

    name: ClassVar[str] = "greedy"
    version: ClassVar[int] = 1

    def __init__(self) -> None:
        self.tables: ClassTables = class_tables()

    def pick(self, state: State, seat: i64, chance: Chance) -> i64:
        """The action that leaves the hand closest to ready."""
        first, last = i64(state.codes[0]), i64(state.codes[state.code_count - 1])
        if state.code_count == 1 or first == WIN:
            return first
        if last == PASS:
            return self._claim(state, seat)
        if last >= CONCEALED_KONG:
            kong = self._kong(state, seat)
            if kong >= 0:
                return kong
        return self._discard(state, seat)

    def _claim(self, state: State, seat: i64) -> i64:
        """Kong or pong what brings the hand closer to ready; a kong may also leave it as close."""
        kind, pairs = state.open_tile, pairs_of(state, seat)
        before = self._lacking(state, seat, pairs, kind, 0, 0)
        place: i64
        for place in range(state.code_count):
            code = i64(state.codes[place])
            if code == DISCARD_KONG and self._lacking(state, seat, pairs, kind, 3, 1) <= before:
                return DISCARD_KONG
        for place in range(state.code_count):
            code = i64(state.codes[place])
            if code == PONG and self._lacking(state, seat, pairs, kind, 2, 1) < before:
                return PONG
        return PASS

    def _kong(self, state: State, seat: i64) -> i64:
        """A kong that keeps the hand as close to ready, or -1."""
        pairs = pairs_of(state, seat)
        before = self._lacking(state, seat, pairs, 0, 0, 0)
        place: i64
        for place in range(state.code_count):
            code = i64(state.codes[place])
            after = before + 1
            if code >= ADDED_KONG:
                after = self._lacking(state, seat, pairs, code - ADDED_KONG, 1, 0)
            elif code >= CONCEALED_KONG:
                after = self._lacking(state, seat, pairs, code - CONCEALED_KONG, 4, 1)
            if after <= before:
                return code
        return -1

    def _discard(self, state: State, seat: i64) -> i64:
        """The tile that is missed least: first by ready distance, then by its neighbours."""
        pairs = pairs_of(state, seat)
        concealed = state.meld_count[seat] == 0
        best: i64 = -1
        fewest: i64 = 0
        least: i64 = 0
        suit: i64
        for suit in range(3):
            rest = self._rest(state, seat, suit)
            index = i64(state.indices[seat * 3 + suit])
            kind: i64
            for kind in range(suit * 9, suit * 9 + 9):
                held = i64(state.counts[seat * KINDS + kind])
                if held == 0:
                    continue
                lacking = self.tables.lacking_with(rest, index - power(kind % 9))
                if concealed:
                    lacking = min(lacking, 7 - pairs + 1 - held % 2)
                if best >= 0 and lacking > fewest:
                    continue
                worth = usefulness(state, seat, kind)
                if best < 0 or lacking < fewest or worth < least:
                    best, fewest, least = kind, lacking, worth
        place: i64
        for place in range(state.code_count):
            if i64(state.codes[place]) == best + DECLARE:
                return best + DECLARE
        return best

    def _lacking(
        self, state: State, seat: i64, pairs: i64, kind: i64, taken: i64, melds: i64
    ) -> i64:
        """The tiles lacking when `taken` of a kind leave the hand and `melds` melds are added.

        `pairs` is what `pairs_of` tells of the hand as it is.
        """
        base = seat * 3
        suit = kind // 9
        less = taken * power(kind % 9)
        first = i64(state.indices[base]) - (less if suit == 0 else 0)
        second = i64(state.indices[base + 1]) - (less if suit == 1 else 0)
        third = i64(state.indices[base + 2]) - (less if suit == 2 else 0)
        own = i64(state.meld_count[seat]) + melds
        lacking = self.tables.lacking(first, second, third, 4 - own)
        if own == 0:
            held = i64(state.counts[seat * KINDS + kind])
            lacking = min(lacking, 7 - pairs + held // 2 - (held - taken) // 2)
        return lacking

    def _rest(self, state: State, seat: i64, suit: i64) -> i64:
        """What the two other suits lack, for `lacking_with`."""
        base = seat * 3
        first = i64(state.indices[base + (suit + 1) % 3])
        second = i64(state.indices[base + (suit + 2) % 3])
        return self.tables.rest(first, second, 4 - i64(state.meld_count[seat]))


def pairs_of(state: State, seat: i64) -> i64:
    """The number of pairs in hand; four of a kind are two."""
    pairs: i64 = 0
    kind: i64
    for kind in range(KINDS):
        pairs += i64(state.counts[seat * KINDS + kind]) // 2
    return pairs


def usefulness(state: State, seat: i64, kind: i64) -> i64:
    """How much a tile helps others of its suit: copies, neighbours, and those one further."""
    base = seat * KINDS
    rank = kind % 9
    worth = 4 * (i64(state.counts[base + kind]) - 1)
    if rank >= 1:
        worth += 2 * min(i64(state.counts[base + kind - 1]), 2)
    if rank >= 2:
        worth += min(i64(state.counts[base + kind - 2]), 2)
    if rank <= 7:
        worth += 2 * min(i64(state.counts[base + kind + 1]), 2)
    if rank <= 6:
        worth += min(i64(state.counts[base + kind + 2]), 2)
    return worth
