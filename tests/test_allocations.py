"""Questions about single hands allocate nothing but their answer."""

import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest

import qianma
from qianma.holding import Holding

RULES: Final = qianma.load_ruleset("guiyang")
NUMBER: Final = 300
SOURCE: Final = Random(5)


def dealt(tiles: int) -> list[list[int]]:
    return [
        qianma.count_tiles(tile // 4 for tile in SOURCE.sample(range(108), tiles))
        for _ in range(NUMBER)
    ]


FORMS: Final[dict[str, Callable[[list[int]], Any]]] = {
    "holding": Holding.of,
    "bytes": bytes,
    "list": list,
}
QUESTIONS: Final[dict[str, tuple[int, Callable[[Any], Any]]]] = {
    "is_complete": (14, qianma.is_complete),
    "ready_distance of 13": (13, qianma.ready_distance),
    "ready_distance of 14": (14, qianma.ready_distance),
    "waits": (13, qianma.waits),
    "score": (14, lambda hand: qianma.score(RULES, hand)),
}
ANSWER: Final = 1024
"""Bytes that one answer may take, the list of waits or the value; 27 counts in Python are more."""


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.skipif(not qianma.is_compiled, reason="only the compiled form promises it")
def test_a_question_allocates_nothing_but_its_answer(question: str, form: str) -> None:
    tiles, ask = QUESTIONS[question]
    hands = [FORMS[form](counts) for counts in dealt(tiles)]
    for hand in hands:
        ask(hand)  # what is made once is made now
    tracemalloc.start()
    try:
        for hand in hands:
            ask(hand)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < ANSWER
