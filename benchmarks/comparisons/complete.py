"""complete? one call for each hand of fourteen tiles, every other one complete."""

from benchmarks import inputs, ours
from benchmarks.measuring import calls
from benchmarks.peers import RIICHIENV
from benchmarks.peers import riichienv as peer
from benchmarks.rows import Agreement, Opponent, Row, agreement, contest
from benchmarks.sizes import Size


def measure(size: Size) -> list[Row]:
    """A row for each form in which our function takes a hand."""
    hands = inputs.half_complete(size.hands)

    def prepare() -> Opponent:
        shanten = peer.shanten()
        ids = [peer.tile_ids(hand) for hand in hands]
        answers = [shanten(hand) == -1 for hand in ids]
        note = "the peer's is `calculate_shanten`, its quickest test"
        return Opponent(calls(shanten, ids), compared(hands, answers), note)

    return [
        contest(ours.complete(ours.given(hands, own)), RIICHIENV, prepare, size).faster(
            f"complete? per call{form}", 4
        )
        for form, own in ours.FORMS.items()
    ]


def compared(hands: list[bytes], answers: list[bool]) -> Agreement:
    """How a riichi library's answers compare with ours.

    Both games know four sets and a pair, and seven pairs, which in riichi must be of seven kinds.
    Its thirteen orphans need honours.
    """
    amended = [
        answer or ours.seven_pairs_distance(hand) == -1
        for hand, answer in zip(hands, answers, strict=True)
    ]
    return agreement(ours.complete_answers(hands), answers, amended)
