"""The course: its pages are run, its numbers are checked, its notebooks are the pages."""

import ast
import json
import os
import re
import runpy
import subprocess
import sys

import pytest
from docs.lessons import CELL, RENDERED, is_current, lesson_files, read_lesson, render, rendered, run_lesson

from tests.helpers.paths import ROOT

GENERATE = runpy.run_path(str(ROOT / "docs/generate.py"))
LESSONS = lesson_files()
NOTEBOOKS = ROOT / "docs/course/notebooks"
WIDTH = 88  # columns of a cell that the site shows without scrolling

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)


def cells(lesson):
    """Return the code cells of a lesson: (line in the page, code)."""
    text = lesson.read_text()
    return [(text.count("\n", 0, cell.start("code")), cell["code"]) for cell in CELL.finditer(text)]


def prose(lesson):
    """Return a lesson's text without its code, its drawings' addresses and its front matter."""
    text = lesson.read_text().split("---\n", 2)[2]
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", text)


def run_cells(lesson):
    """Run a lesson in this process; return what its cells end with."""
    space, shown = {"__name__": "__main__"}, []
    for line, code in cells(lesson):
        body = ast.increment_lineno(ast.parse(code), line).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), str(lesson), "exec"), space)
        if last is not None:
            shown.append(eval(compile(ast.Expression(last.value), str(lesson), "eval"), space))
    return shown


def test_there_are_ten_lessons_in_their_order():
    assert [lesson.stem for lesson in LESSONS] == [
        "1-minimax",
        "2-alpha-beta",
        "3-pruned-by-depth",
        "4-depth-limit",
        "5-ordering",
        "6-transposition-tables",
        "7-playing",
        "8-from-alpha-beta-to-chess",
        "9-the-classroom-program",
        "10-from-monte-carlo-to-a-learned-evaluation",
    ]


@pytest.mark.fast_with(
    "1-minimax", "2-alpha-beta", "9-the-classroom-program"
)  # all of them are run where the site is built
@each_lesson
def test_a_lesson_runs_and_draws(lesson):
    drawings = [each for each in run_cells(lesson) if hasattr(each, "_repr_svg_")]
    assert drawings
    assert all(drawing._repr_svg_().startswith("<svg") for drawing in drawings)


def test_a_lesson_that_says_something_false_fails(tmp_path):
    page = tmp_path / "0-wrong.md"
    page.write_text(LESSONS[0].read_text().replace("549_946", "549_947"))
    with pytest.raises(AssertionError):
        run_cells(page)


@each_lesson
def test_each_number_in_the_text_of_a_lesson_is_in_an_assert(lesson):
    checks = [node for _, code in cells(lesson) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Assert)]
    assert checks
    held = {abs(node.value) for check in checks for node in ast.walk(check) if type(node) is ast.Constant
            and type(node.value) in (int, float)}  # fmt: skip
    said = {float(number.replace(",", "")) for number in re.findall(r"\d[\d,]*(?:\.\d+)?", prose(lesson))}
    years = {1950.0, 1975.0, 1997.0, 2006.0, 2021.0}
    unchecked = {number for number in said if number >= 10} - held - years
    assert not unchecked


@each_lesson
def test_a_lesson_asks_and_answers(lesson):
    text = lesson.read_text()
    asked = text.count("**Your turn.**")
    assert asked >= 1
    assert len(re.findall(r"<details>\n<summary>Answer</summary>\n\n.*?\n\n</details>", text, re.DOTALL)) == asked


@each_lesson
def test_the_cells_of_a_lesson_fit_the_page(lesson):
    assert [line for _, code in cells(lesson) for line in code.splitlines() if len(line) > WIDTH] == []


def test_the_notebooks_are_what_the_pages_make():
    assert {path.name for path in NOTEBOOKS.iterdir()} == {f"{lesson.stem}.ipynb" for lesson in LESSONS}
    for lesson in LESSONS:
        assert (NOTEBOOKS / f"{lesson.stem}.ipynb").read_text() == GENERATE["notebook"](lesson)


@each_lesson
def test_the_rendered_lesson_is_that_of_its_page(lesson):
    assert is_current(read_lesson(lesson)), "python docs/generate.py"


def test_a_rendered_lesson_is_stale_after_any_change(tmp_path, monkeypatch):
    lesson = read_lesson(LESSONS[0])
    assert is_current(lesson)
    prose = next(place for place, part in enumerate(lesson.parts) if isinstance(part, str))
    for place, changed in ((prose, "Other words."), (prose + 1, lesson.parts[prose + 1]._replace(code="1 + 1\n"))):
        assert not is_current(lesson._replace(parts=(*lesson.parts[:place], changed, *lesson.parts[place + 1 :])))


def test_a_rendered_lesson_has_its_pictures_and_no_styles_of_its_own():
    for lesson in LESSONS:
        text = (RENDERED / f"{lesson.stem}.html").read_text(encoding="utf-8")
        assert "<svg" in text
        for word in ("<style", " style=", "<script", "http://" + "localhost", "onclick"):
            assert word not in text, f"{lesson.stem}: {word}"
        for target in re.findall(r'href="#/lessons/([^"]+)"', text):
            assert (RENDERED / f"{target}.html").is_file()
        for target in re.findall(r'src="course/([^"]+)"', text):
            assert (RENDERED / target).is_file()
        ids = re.findall(r' id="([^"]+)"', text)
        assert len(ids) == len(set(ids))


def test_the_outputs_of_a_lesson_are_what_its_cells_give():
    lesson = read_lesson(LESSONS[1])
    assert render(lesson, run_lesson(lesson)) == (RENDERED / f"{lesson.name}.html").read_text(encoding="utf-8")


def test_a_lesson_whose_cell_fails_is_not_rendered():
    lesson = read_lesson(LESSONS[0])
    with pytest.raises(RuntimeError, match="1-minimax: a cell fails: ZeroDivisionError"):
        rendered(lesson._replace(parts=(*lesson.parts, lesson.parts[1]._replace(code="1 / 0\n"))), run=True)


@pytest.mark.slow  # to import the library takes seconds; a notebook that runs in a kernel is valid
def test_notebooks_are_valid():
    import nbformat

    for lesson in LESSONS:
        nbformat.validate(json.loads((NOTEBOOKS / f"{lesson.stem}.ipynb").read_text()))


@each_lesson
def test_a_notebook_says_how_it_is_run_and_holds_the_lessons_cells(lesson):
    book = json.loads((NOTEBOOKS / f"{lesson.stem}.ipynb").read_text())
    assert "make setup" in "".join(book["cells"][0]["source"])
    code = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    assert [text.removeprefix("# Checked: the numbers in the text.\n") for text in code] == [
        text.strip("\n") for _, text in cells(lesson)
    ]
    assert not any(cell.get("outputs") for cell in book["cells"])
    for cell in book["cells"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", "".join(cell["source"])):
            assert (NOTEBOOKS / target).exists(), target


def environment(tmp_path):
    """Return the environment of a kernel: this checkout's sources, and nobody's own settings of IPython."""
    path = os.pathsep.join(filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")]))
    return os.environ | {"PYTHONPATH": path, "IPYTHONDIR": str(tmp_path)}


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # the kernel's protocol has deprecations of its own
@each_lesson
def test_a_notebook_runs_in_a_kernel(lesson, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    book = nbformat.read(NOTEBOOKS / f"{lesson.stem}.ipynb", 4)
    NotebookClient(book, timeout=300, kernel_name="python3").execute(cwd=tmp_path, env=environment(tmp_path))
    shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path):
    options = ["--fresh-env", "--fail-on-warning", "--keep-going", "--quiet"]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, ROOT / "docs", tmp_path], capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    for lesson in LESSONS:
        page = (tmp_path / "course" / f"{lesson.stem}.html").read_text()
        assert "<details>" in page
        assert ".svg" in page
    assert (tmp_path / "index.html").exists()
