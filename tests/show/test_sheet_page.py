"""Sheets and quizzes as pages, in real Chromium on a phone: everything fits and can be read."""

import pytest

from plywise.show.sheet.html import sheet_html
from plywise.show.sheet.quiz import quiz_html
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.requirements import requirements_of
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.quiz.questions import QUESTIONS
from plywise.teach.quiz.quiz import make_quiz
from tests.helpers.phones import PHONES, SMALLEST_LETTERS


def assert_fits_phone(text, held, browser, tmp_path):
    path = tmp_path / "sheet.html"
    path.write_text(text)
    context = browser.new_context(viewport=PHONES[held], is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    beyond = """() => [...document.querySelectorAll("body *")]
      .filter((each) => !each.closest(".tree *") && each.getBoundingClientRect().right > innerWidth + 0.5)
      .map((each) => each.outerHTML.slice(0, 80))"""
    assert page.evaluate(beyond) == []
    squeezed = """() => [...document.querySelectorAll(".part label")]
      .filter((each) => each.getBoundingClientRect().height > 3 * parseFloat(getComputedStyle(each).lineHeight))
      .map((each) => each.textContent)"""
    assert page.evaluate(squeezed) == []
    size, text = page.evaluate(SMALLEST_LETTERS)
    assert size >= 10.99, text
    context.close()


@pytest.mark.fast_with("upright-False")
@pytest.mark.parametrize("with_answers", [False, True])
@pytest.mark.parametrize("held", PHONES)
def test_a_sheet_fits_a_phone_and_can_be_read(held, with_answers, browser, tmp_path):
    sheet = make_sheet(list(KINDS), requirements_of("hard"), seed=7)
    assert_fits_phone(sheet_html(sheet, with_answers), held, browser, tmp_path)


@pytest.mark.fast_with("upright")
@pytest.mark.parametrize("held", PHONES)
def test_a_quiz_fits_a_phone_and_can_be_read(held, browser, tmp_path):
    questions = [*QUESTIONS, *make_quiz(["trees"], 6, seed=1)]
    assert sum(question.tree is not None for question in questions) >= 6
    assert_fits_phone(quiz_html(questions, "Quiz"), held, browser, tmp_path)
