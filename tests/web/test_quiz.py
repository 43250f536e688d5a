"""The quiz in the page: ten questions, mistakes that come back, account and clause after each."""

from typing import Any

import pytest
from playwright.sync_api import Page

from qianma import ruleset_names
from tests.web.conftest import Picture, Visit
from tests.web.looking import barriers, cut_off, too_wide, untranslated
from tests.web.settlement_reading import mostly
from tests.web.site import LANGUAGES, SIZES


def begin(page: Page, ruleset: str) -> list[dict[str, Any]]:
    """Begin a round; returns the questions as the server has sent them."""
    with page.expect_response("**/api/quiz/**") as answered:
        page.evaluate(f"location.hash = '#/quiz/{ruleset}'")
    page.wait_for_selector(".quiz-option")
    return list(answered.value.json()["questions"])


def answer(page: Page, question: dict[str, Any], rightly: bool) -> None:
    """Answer the question that is asked."""
    place = question["right"] if rightly else (question["right"] + 1) % 4
    page.locator(".quiz-option").nth(place).click()
    page.wait_for_selector(".quiz-because")


@pytest.mark.parametrize("ruleset", mostly(ruleset_names(), "guiyang"))
def test_a_round_of_ten_in_which_mistakes_come_back(visit: Visit, ruleset: str) -> None:
    page = visit("/quiz")
    page.locator(f'a[href="#/quiz/{ruleset}"]').wait_for()
    questions = begin(page, ruleset)
    assert len(questions) == 10
    wrong = (2, 5, 9)
    for place, question in enumerate(questions):
        assert f"第 {place + 1}/10 题" in page.locator(".quiz-progress").inner_text()
        answer(page, question, rightly=place not in wrong)
        verdict = page.locator(".quiz-verdict").inner_text()
        assert verdict.startswith("答错了" if place in wrong else "答对了")
        _check_explanation(page, question)
        page.locator(".quiz-card .claim").click()
    for turn, place in enumerate((*wrong, wrong[0])):
        assert "再来一次" in page.locator(".quiz-progress").inner_text()
        answer(page, questions[place], rightly=turn != 0)
        page.locator(".quiz-card .claim").click()
    assert "答对 7 题" in page.locator(".card h2").inner_text()
    assert "3" in page.locator(".card [role=status]").inner_text()
    with page.expect_response("**/api/quiz/**") as answered:
        page.locator(".card .claim").click()
    assert answered.value.json()["questions"] != questions


def _check_explanation(page: Page, question: dict[str, Any]) -> None:
    """After the answer: the account's figures and the clauses, as the server has sent them."""
    because = page.locator(".quiz-because")
    for clause in question["clauses"]:
        assert because.locator("b", has_text=clause).count() >= 1
    if question["account"] is None:
        assert because.locator(".account").count() == 0
        return
    cells = because.locator(".account tfoot .account-cell").all_inner_texts()
    figures = [int(cell.replace("−", "-")) for cell in cells]
    assert figures == [*question["account"]["cells"][1:], question["account"]["total"]]


def test_one_answer_is_right_and_marked_by_more_than_colour(visit: Visit) -> None:
    page = visit("/quiz")
    question = begin(page, "guiyang")[0]
    answer(page, question, rightly=False)
    options = page.locator(".quiz-option")
    assert "✓" in options.nth(question["right"]).inner_text()
    assert "✗" in options.nth((question["right"] + 1) % 4).inner_text()
    assert options.nth(0).is_disabled()
    assert page.locator(".quiz-card .claim").evaluate("one => one === document.activeElement")


@pytest.mark.parametrize("size", mostly(SIZES, "phone"))
def test_every_question_has_room_and_shuts_nobody_out(
    visit: Visit, picture: Picture, size: str
) -> None:
    for language, ruleset in zip(LANGUAGES, ("guiyang", "duyun", "guiyang-street"), strict=True):
        page = visit("/quiz", size=size, language=language, theme="light")
        assert too_wide(page) <= 0
        for place, question in enumerate(begin(page, ruleset)[:4]):
            assert too_wide(page) <= 0
            answer(page, question, rightly=place % 2 == 0)
            picture(page, f"quiz-{size}-{language}-{place}")
            assert too_wide(page) <= 0
            assert cut_off(page) == []
            assert untranslated(page) == []
            if place < 2 and size in ("phone", "desktop"):
                assert barriers(page) == []
            page.locator(".quiz-card .claim").click()


def test_an_unknown_game_is_told(visit: Visit) -> None:
    page = visit("/quiz/chess")
    assert page.locator("[role=alert]").inner_text()
