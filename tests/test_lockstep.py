"""The library and the independent slow reference play the same hands and agree in everything."""

import pytest

import qianma
from qianma import ruleset_names
from qianma.walls import Stream
from tests.lockstep import Lockstep, random_settings


def play_both(ruleset: str, first: int, number: int) -> None:
    for seed in range(first, first + number):
        stream = Stream(b"lockstep %d" % seed)
        changes = random_settings(stream, ruleset) if seed % 2 else {}
        game = Lockstep(ruleset, stream, changes)
        try:
            for _ in game.steps():
                pass
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, settings {changes}: {error}") from error


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_option_event_and_result_is_the_same(ruleset: str) -> None:
    # Each form plays hands of its own.
    play_both(ruleset, 0 if qianma.is_compiled else 5_000, 40)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_option_event_and_result_is_the_same_at_length(ruleset: str, part: int) -> None:
    play_both(ruleset, 10_000 * (part + 1), 600)
