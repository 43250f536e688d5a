"""Waits, one call for each hand of thirteen tiles: all of them ready, and then any."""

from benchmarks import inputs, ours
from benchmarks.peers import XIANGTING
from benchmarks.peers.xiangting import NecessaryTiles
from benchmarks.rows import Agreement, Opponent, Row, agreement, contest
from benchmarks.sizes import Size


def measure(size: Size) -> list[Row]:
    """The goal is set for ready hands, where both answer the same question.

    For others the peer finds the tiles that bring the hand closer, which we are not asked for.
    """
    ready = inputs.one_tile_short(size.hands)
    others = inputs.of_all_distances(size.hands, 13)
    bytes_note = "the peer is given bytes, with which it is more than twice as fast as with a list"
    return [
        *_rows(size, ready, "waits of a ready 13-tile hand per call", 3, bytes_note),
        *_rows(
            size,
            others,
            "waits of any 13-tile hand per call",
            None,
            "for hands that are not ready the peer's answer is another",
        ),
    ]


def _rows(size: Size, hands: list[bytes], what: str, goal: float | None, note: str) -> list[Row]:
    def prepare() -> Opponent:
        tiles = NecessaryTiles(hands)
        return Opponent(tiles.work(), compared(hands, tiles.waits()), note)

    return [
        contest(ours.waits_of(ours.given(hands, own)), XIANGTING, prepare, size).faster(
            f"{what}{form}", goal
        )
        for form, own in ours.FORMS.items()
    ]


def compared(hands: list[bytes], answers: list[list[int]]) -> Agreement:
    """How a riichi library's waits compare with ours.

    Neither side waits for a fifth tile of a kind. With six pairs, equal ones counted, ours also
    wait for the tile that is left over.
    """
    amended = [
        sorted({*answer, *_seventh_pair(hand)}) for hand, answer in zip(hands, answers, strict=True)
    ]
    return agreement(ours.waits_answers(hands), answers, amended)


def _seventh_pair(hand: bytes) -> list[int]:
    """The kind that makes seven pairs of thirteen tiles; none when they are further away."""
    if ours.seven_pairs_distance(hand) != 0:
        return []
    return [kind for kind, count in enumerate(hand) if count % 2]
