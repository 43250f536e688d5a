"""Records of simulated hands are written by a shorter way: byte for byte the same lines."""

import pytest
from librt.strings import BytesWriter

from qianma import Hand, ruleset_names
from qianma.record import encode_line
from qianma.recording import event_lines, hand_line, result_line
from qianma.settle import Settlement
from qianma.state import OVER
from qianma.walls import Stream
from qianma.writing import HandWriter
from tests.lockstep import Lockstep, random_settings
from tests.positions import walk


def written(hand: Hand, number: int, **more: str) -> bytes:
    out = BytesWriter()
    HandWriter(out, **more).write(Settlement(hand), number)
    return out.getvalue()


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("leaving", [False, True])
def test_a_hand_is_written_as_its_lines_say(ruleset: str, leaving: bool) -> None:
    for seed in range(16):
        *_, hand = walk(ruleset, seed, leaving=leaving)
        assert hand.phase == OVER
        lines = [hand_line(hand, 7, generator="shake256-1"), *event_lines(hand), result_line(hand)]
        expected = b"".join(encode_line(line) for line in lines)
        assert written(hand, 7, generator="shake256-1") == expected
        assert written(hand, 7, generator="shake256-1") == expected, "once more"


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_entries_of_tables_with_other_settings_are_kept_apart(ruleset: str) -> None:
    """Entries are encoded once for all hands: base, reason and clause tell them apart."""
    for seed in range(12):
        stream = Stream(b"writing %d" % seed)
        game = Lockstep(ruleset, stream, random_settings(stream, ruleset))
        for _ in game.steps():
            pass
        hand = game.hand
        lines = [hand_line(hand, 1), *event_lines(hand), result_line(hand)]
        assert written(hand, 1) == b"".join(map(encode_line, lines))
