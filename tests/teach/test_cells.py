"""Cells outside a notebook: what they print, what they show, and what happens where one fails."""

import sys

import pytest

from plywise.teach import cells
from plywise.teach.cells import ERROR, HTML, SVG, TEXT, Notebook, Output


def test_cells_share_their_names():
    notebook = Notebook()
    assert notebook.run("x = 3\nprint(x)") == [Output(TEXT, "3\n")]
    assert notebook.run("x + 1") == [Output(TEXT, "4\n")]
    assert notebook.run("x = None\nx") == []
    assert notebook.run("") == []


def test_a_drawing_is_shown_as_it_draws_itself():
    shown = Notebook().run("import plywise as pw\nprint('so')\npw.trace(pw.Tree([3, 5], branching=2))")
    assert [each.kind for each in shown] == [TEXT, SVG]
    assert shown[1].text.startswith("<svg")


def test_what_has_both_is_shown_as_a_fragment_of_a_page():
    code = (
        "class Both:\n    def _repr_html_(self): return '<b>1</b>'\n    def _repr_svg_(self): return '<svg/>'\nBoth()"
    )
    assert Notebook().run(code) == [Output(HTML, "<b>1</b>")]


@pytest.mark.parametrize("installed", [True, False])
def test_ipythons_names_are_there_without_ipython(monkeypatch, installed):
    if not installed:
        monkeypatch.setattr(cells, "find_spec", lambda name: None)
        for name in [name for name in sys.modules if name.partition(".")[0] == "IPython"]:
            monkeypatch.delitem(sys.modules, name)
    code = "from IPython.display import HTML, SVG\nSVG('<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>')"
    (shown,) = Notebook().run(code)
    assert shown.kind == SVG
    assert "<svg" in shown.text
    assert installed or "IPython" not in sys.modules


def test_an_exception_is_the_last_output():
    shown = Notebook().run("print('before')\n1 / 0")
    assert shown == [Output(TEXT, "before\n"), Output(ERROR, "ZeroDivisionError: division by zero")]
    (shown,) = Notebook().run("def f(:")
    assert shown.kind == ERROR
    assert "SyntaxError" in shown.text


def test_a_game_written_in_a_cell_has_a_source():
    import inspect

    notebook = Notebook()
    notebook.run("def twice(x):\n    return 2 * x")
    assert inspect.getsource(notebook.names["twice"]) == "def twice(x):\n    return 2 * x\n"
