"""The lessons of the site: their recorded outputs belong to their cells, and smaller figures still fit them."""

import runpy
import sys

import pytest
from docs.course_outputs import cells_of, is_current, lessons

from tests.helpers.paths import ROOT

each_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.stem)


@pytest.fixture(scope="module")
def pages():
    sys.path.insert(0, str(ROOT / "site"))
    try:
        return runpy.run_path(str(ROOT / "site/lessons.py"))["lesson_pages"]()
    finally:
        sys.path.remove(str(ROOT / "site"))


@each_lesson
def test_the_recorded_outputs_are_those_of_the_cells(lesson):
    assert is_current(lesson), f"run: python docs/course_outputs.py {lesson.stem}"


@each_lesson
def test_a_lesson_is_shown_with_its_outputs(lesson, pages):
    page = pages[lesson.stem]
    cells = cells_of(lesson.read_text("utf-8"))
    assert page["html"].count("data-cell=") == sum("remove-cell" not in cell.tags for cell in cells)
    assert len(page["cells"]) == len(cells)
    assert any(output["kind"] == "svg" for cell in page["cells"] if cell for output in cell["outputs"])
    assert "```" not in page["html"]
    assert 'href=""' not in page["html"]


def test_cells_with_smaller_figures_differ_from_the_lesson(pages):
    small = [cell for page in pages.values() for cell in page["cells"] if cell and cell.get("small")]
    assert small
    assert all(cell["small"] != cell["code"] for cell in small)
    for cell in small:
        compile(cell["small"], "<cell>", "exec")
