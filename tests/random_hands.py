"""Random hands with melds, complete or not, for comparisons with the slow reference."""

from qianma.tiles import COPIES, KINDS
from qianma.walls import Stream
from tests.reference.shapes import Meld

FORMS = ("pong", "concealed", "added", "discard")


class Maker:
    """Makes hands from one stream of chance; all four copies of a kind are never exceeded."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(b"random hands %d" % seed)

    def complete(self) -> tuple[list[int], list[Meld], int]:
        """A complete hand: concealed counts, melds, and the kind that is won on.

        Half of the hands keep to one suit or to few kinds, so that rare patterns turn up.
        """
        while True:
            hand = self._seven_pairs() if self.stream.below(6) == 0 else self._standard()
            if hand is not None:
                counts, melds = hand
                held = [kind for kind in range(KINDS) if counts[kind]]
                return counts, melds, held[self.stream.below(len(held))]

    def waiting(self) -> tuple[list[int], list[Meld]]:
        """A hand of 13 - 3n tiles, anything from ready to hopeless."""
        counts, melds, _ = self.complete()
        self._take_out(counts, 1)
        for _ in range(self.stream.below(7)):
            self._take_out(counts, 1)
            self.put_in(counts, melds)
        return counts, melds

    def _kinds(self) -> list[int]:
        """The kinds a hand is made of."""
        taste = self.stream.below(8)
        suit = self.stream.below(3) * 9
        if taste < 2:
            return list(range(suit, suit + 9))
        if taste == 2:
            return [kind for kind in range(KINDS) if kind % 9 in (1, 4, 7)]
        if taste == 3:
            return [suit + rank for rank in (0, 1, 2, 6, 7, 8)]
        if taste == 4:
            return [suit, suit + 6, suit + 8]
        return list(range(KINDS))

    def _standard(self) -> tuple[list[int], list[Meld]] | None:
        kinds = self._kinds()
        left = [COPIES] * KINDS
        counts = [0] * KINDS
        melds: list[Meld] = []
        runs = self.stream.below(2)
        for place in range(5):
            kind = kinds[self.stream.below(len(kinds))]
            group = [kind] * 3
            if place == 4:
                group = [kind] * 2
            elif runs and self.stream.below(3):
                if kind % 9 > 6:
                    return None
                group = [kind, kind + 1, kind + 2]
            elif self.stream.below(4) == 0:
                form = FORMS[self.stream.below(4)]
                size = 3 if form == "pong" else 4
                if left[kind] < size:
                    return None
                left[kind] -= size
                melds.append((form, kind))
                continue
            for one in group:
                left[one] -= 1
                counts[one] += 1
                if left[one] < 0:
                    return None
        return counts, melds

    def _seven_pairs(self) -> tuple[list[int], list[Meld]] | None:
        kinds = self._kinds()
        counts = [0] * KINDS
        for _ in range(7):
            counts[kinds[self.stream.below(len(kinds))]] += 2
        return (counts, []) if max(counts) <= COPIES else None

    def _take_out(self, counts: list[int], number: int) -> None:
        for _ in range(number):
            held = [kind for kind in range(KINDS) if counts[kind]]
            counts[held[self.stream.below(len(held))]] -= 1

    def put_in(self, counts: list[int], melds: list[Meld]) -> None:
        """Add a tile of which a copy is left."""
        melded = melded_counts(melds)
        room = [kind for kind in range(KINDS) if counts[kind] + melded[kind] < COPIES]
        counts[room[self.stream.below(len(room))]] += 1


def melded_counts(melds: list[Meld]) -> list[int]:
    """27 counts of the tiles in melds."""
    counts = [0] * KINDS
    for form, kind in melds:
        counts[kind] += 3 if form == "pong" else 4
    return counts
