"""Copying a hand in mid-play, after forty decisions of random players."""

from collections.abc import Callable
from typing import Any

from benchmarks import ours
from benchmarks.measuring import Work
from benchmarks.peers import RIICHIENV
from benchmarks.peers import riichienv as peer
from benchmarks.rows import Opponent, Rates, Row, contest
from benchmarks.sizes import Size

MOST_MICROSECONDS = 1.0
TIMES = 20.0

CopyWork = Callable[[Any], Work]


def measure(size: Size) -> list[Row]:
    """The goal is set for like and like, a copy with its events, by the faster way of the peer."""
    return [
        _row(size, "copy of a hand in mid-play, events included", True, peer.clones, "its `clone`"),
        _row(size, "the same by copy.deepcopy", True, peer.deep_copies, "`copy.deepcopy`"),
        _row(size, "the same, the peer without its events", False, peer.clones, "its `clone`"),
    ]


def _row(size: Size, what: str, with_log: bool, copies: CopyWork, note: str) -> Row:
    hand = ours.middle_of_a_hand()
    copy = hand.copy()
    assert copy == hand
    assert copy is not hand

    def prepare() -> Opponent:
        return Opponent(copies(peer.middle_of_a_hand(with_log)), note=note)

    rates = contest(ours.copies(hand), RIICHIENV, prepare, size)
    return in_microseconds(rates, what, is_goal=with_log and copies is peer.clones)


def in_microseconds(rates: Rates, what: str, is_goal: bool) -> Row:
    """Rates as the time of one copy; the goal is a ratio and a time."""
    mine = 1e6 / rates.ours
    theirs = 1e6 / rates.theirs if rates.theirs else None
    ratio = theirs / mine if theirs else None
    reached = None
    if is_goal and ratio is not None:
        reached = ratio >= TIMES and mine < MOST_MICROSECONDS
    goal = f"{TIMES:g}x, under {MOST_MICROSECONDS:g} µs" if is_goal else ""
    return Row(
        what, " µs", mine, rates.peer, theirs, ratio, goal, reached, rates.spread, rates.note
    )
