"""The lessons of the site: their cells have outputs, and smaller figures still fit them."""

import re
import runpy
import sys

import pytest
from docs.lessons import REMOVED, RENDERED, Cell, lesson_files, read_lesson

from tests.helpers.paths import ROOT

each_lesson = pytest.mark.parametrize("lesson", lesson_files(), ids=lambda lesson: lesson.stem)


@pytest.fixture(scope="module")
def pages():
    sys.path.insert(0, str(ROOT / "site"))
    try:
        return runpy.run_path(str(ROOT / "site/lessons.py"))["lesson_pages"]()
    finally:
        sys.path.remove(str(ROOT / "site"))


@each_lesson
def test_a_lesson_is_shown_with_its_outputs(lesson, pages):
    page, written = pages[lesson.stem], read_lesson(lesson)
    cells = [part for part in written.parts if isinstance(part, Cell)]
    assert page["html"].count("data-cell=") == len(written.shown_cells)
    assert [None if REMOVED in cell.tags else cell.code.strip("\n") for cell in cells] == [
        cell and cell["code"] for cell in page["cells"]
    ]
    assert any("<svg" in cell["outputs"] for cell in page["cells"] if cell)
    assert "```" not in page["html"]
    assert 'href=""' not in page["html"]


def test_pages_that_step_through_a_search_are_found_beside_the_lesson(pages):
    named = {
        found
        for page in pages.values()
        for cell in page["cells"]
        for found in re.findall(r'src="([^"]*)"', cell["outputs"] if cell else "")
    }
    assert named == {f"lessons/{each.name}" for each in RENDERED.glob("*.steps.html")}
    assert named


def test_cells_with_smaller_figures_differ_from_the_lesson(pages):
    small = [cell for page in pages.values() for cell in page["cells"] if cell and cell.get("small")]
    assert small
    assert all(cell["small"] != cell["code"] for cell in small)
    for cell in small:
        compile(cell["small"], "<cell>", "exec")
