"""What is no seat, no action, no match and no record is refused by name."""

from collections.abc import Callable

import pytest

from qianma import Hand, Holding, Match, TileError, tile_name, walls
from qianma.actions import ACTION_COUNT
from qianma.check import check
from qianma.shapes import is_ready, ready_distance, waits
from qianma.tiles import count_tiles, parse_tiles


def hand() -> Hand:
    dealt = Hand.from_key("duyun", walls.seed_key(4, 1))
    dealt.draw()
    return dealt


@pytest.mark.parametrize("code", [-1, ACTION_COUNT, 12345, 10**9])
def test_a_number_that_is_no_action(code: int) -> None:
    with pytest.raises(ValueError, match="only 0 to 111"):
        hand().play(1, code)
    with pytest.raises(ValueError, match="only 0 to 111"):
        hand().why_not(1, code)


@pytest.mark.parametrize("seat", [-1, 4, 9])
def test_a_number_that_is_no_seat(seat: int) -> None:
    dealt = hand()
    for call in (dealt.legal_codes, dealt.legal_actions, dealt.leave):
        with pytest.raises(ValueError, match="not one of 0 to 3"):
            call(seat)
    with pytest.raises(ValueError, match="not one of 0 to 3"):
        dealt.play(seat, 0)


@pytest.mark.parametrize("hands", [0, -1])
def test_a_match_has_hands(hands: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Match("duyun", hands)


@pytest.mark.parametrize("kind", [-1, 27])
def test_a_number_that_is_no_tile(kind: int) -> None:
    with pytest.raises(TileError, match="only 0 to 26"):
        tile_name(kind)


def test_a_record_is_more_than_somebody_leaving() -> None:
    fault = check(b'{"type": "leave", "seat": 0}\n').fault
    assert fault is not None
    assert fault.line == 1
    assert not fault.unreadable


@pytest.mark.parametrize("call", [waits, is_ready, ready_distance])
def test_melds_beside_a_hand_that_has_its_own(call: Callable[..., object]) -> None:
    """Ignoring them would answer another question than the one asked."""
    counts = count_tiles(parse_tiles("123m555m456p789p3s"))
    call(counts, [0] * 27)
    with pytest.raises(TileError, match="melded: not beside a Holding"):
        call(Holding.of(counts), [0] * 27)
