"""Keyword arguments: every one has a name in the signature, and a wrong one is refused under the function's name."""

import inspect
import pydoc

import pytest

import plywise as pw
from plywise.engines.reference import FUNCTIONS
from plywise.notebook import film

TREE = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
SEARCHES = [*FUNCTIONS.values(), pw.search, pw.trace]
OTHERS = [pw.solve, pw.Solver, pw.count, pw.explain, pw.compare, pw.check, pw.position, film]
USUAL = {"time": 60, "nodes": 10_000, "seed": 1, "order": "given", "all_moves": False}


def name(function):
    return function.__name__


@pytest.mark.parametrize("function", SEARCHES + OTHERS, ids=name)
def test_no_keyword_is_left_unnamed(function):
    for each in inspect.signature(function).parameters.values():
        assert each.kind not in (each.VAR_KEYWORD, each.VAR_POSITIONAL)
        assert each.annotation is not each.empty
        assert each.default is not ...


@pytest.mark.parametrize("function", SEARCHES, ids=name)
def test_every_keyword_that_is_shown_is_taken_with_the_default_that_is_shown(function):
    parameters = inspect.signature(function).parameters
    shown = {
        each: parameter.default for each, parameter in parameters.items() if parameter.default is not parameter.empty
    }
    assert set(USUAL) <= set(shown)
    windowed = function not in (pw.search, pw.trace) or "alpha" in shown
    assert windowed
    for keyword, default in shown.items():
        if keyword == "guess":
            continue
        given = {"limit": 100} if keyword == "limit" else {keyword: default}
        assert function(TREE, **{"state": TREE.initial()} | given)


@pytest.mark.parametrize("function", [*SEARCHES, pw.solve], ids=name)
def test_a_wrong_keyword_is_refused_under_the_name_of_the_function_that_was_called(function):
    with pytest.raises(TypeError, match=rf"^{function.__name__}\(\) got an unexpected keyword argument 'treads'"):
        function(TREE, treads=2)


def test_the_nearest_keyword_is_named():
    with pytest.raises(TypeError, match="'dept'; did you mean depth\\?"):
        pw.algorithms.minimax(TREE, dept=2)


def test_help_shows_the_keywords():
    text = pydoc.plain(pydoc.render_doc(pw.algorithms.alphabeta))
    for keyword in ("order: str = 'given'", "seed: int = 0", "table: float | None = None", "all_moves: bool = False"):
        assert keyword in text
