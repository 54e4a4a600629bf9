"""Sheets as pages, in real Chromium on a phone: everything fits and can be read."""

import pytest

from plywise.show.sheet.html import sheet_html
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.exercises.requirements import requirements_of
from plywise.teach.exercises.sheets import make_sheet
from tests.helpers.phones import PHONES, SMALLEST_LETTERS


@pytest.mark.fast_with("upright-False")
@pytest.mark.parametrize("with_answers", [False, True])
@pytest.mark.parametrize("held", PHONES)
def test_a_sheet_fits_a_phone_and_can_be_read(held, with_answers, browser, tmp_path):
    path = tmp_path / "sheet.html"
    path.write_text(sheet_html(make_sheet(list(KINDS), requirements_of("hard"), seed=7), with_answers))
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
