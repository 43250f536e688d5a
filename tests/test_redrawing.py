"""A redrawn hand is one that the seat could equally be in."""

from itertools import islice

import pytest

from qianma import ruleset_names
from qianma.check import check
from qianma.hand import Hand
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line
from qianma.redrawing import redraw
from qianma.state import OVER, SEATS
from qianma.view import view
from qianma.walls import Stream
from tests.positions import walk

Lines = list[dict[str, object]]


def position(ruleset: str, seed: int, step: int) -> Hand:
    return next(islice(walk(ruleset, seed), step, None))


def lines_of(hand: Hand) -> Lines:
    return [hand_line(hand, 1, ruleset=hand.ruleset.name), *event_lines(hand)]


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_view_is_byte_identical_when_the_unseen_tiles_are_permuted(ruleset: str) -> None:
    changed = 0
    for seed in range(16):
        for step, hand in enumerate(walk(ruleset, seed)):
            if (step + seed) % 7 or hand.phase == OVER:
                continue
            seat = step % SEATS
            other = redraw(hand, seat, Stream(b"%d %d" % (seed, step)).below)
            known = [encode_line(view(line, seat) or {}) for line in lines_of(hand)]
            redrawn = lines_of(other)
            # Others may be asked nothing in the redrawn hand, and then it has gone on a step.
            assert [encode_line(view(line, seat) or {}) for line in redrawn][: len(known)] == known
            report = check(b"".join(encode_line(line) for line in redrawn))
            assert report.fault is None, report.fault
            if seat in hand.acting_seats():
                assert hand.legal_codes(seat) == other.legal_codes(seat)
            changed += other != hand
    assert changed > 100


def test_redrawing_depends_on_the_source_of_chance_alone() -> None:
    hand = position("duyun", 5, 30)
    first = redraw(hand, 1, Stream(b"one").below)
    assert first == redraw(hand, 1, Stream(b"one").below)
    assert first != redraw(hand, 1, Stream(b"two").below)


def test_every_unseen_tile_can_turn_up_anywhere() -> None:
    hand = position("guiyang", 3, 20)
    own = set(range(27)) & {kind for kind in range(27) if hand.hand_counts(0)[kind] == 4}
    seen: list[set[int]] = [set(), set(), set(), set()]
    for number in range(150):
        other = redraw(hand, 0, Stream(b"%d" % number).below)
        for seat in range(SEATS):
            seen[seat] |= {kind for kind in range(27) if other.hand_counts(seat)[kind]}
    unseen = {
        kind
        for kind in range(27)
        if any(hand.hand_counts(seat)[kind] for seat in (1, 2, 3))
        or kind in hand.wall[hand.head : hand.tail]
    } - own
    for seat in (1, 2, 3):
        assert seen[seat] >= unseen
    assert seen[0] == {kind for kind in range(27) if hand.hand_counts(0)[kind]}
