"""The source of a function: found again, or refused where it is not what runs."""

import ast
import importlib.util
import subprocess
import sys
import warnings

import pytest

from plywise.compiler.syntax.source import tree_of
from plywise.compiler.types.kinds import Refusal
from tests.helpers.stones import STONES_FILE

TEXT = """
import functools

def wrapped(function):
    return function

def plain(n):
    return n + 1

@wrapped
@functools.wraps(plain)
def decorated(n):
    return n + 2

class Holder:
    @staticmethod
    def still(n):
        return n + 3

    @property
    def half(self):
        return 4

    double = lambda self, n: n * 5

one, two = lambda n: n + 6, lambda n: n + 7

three = lambda n: n + 8

def outer():
    def inner(n):
        return n + 9
    return inner
"""


@pytest.fixture
def written(tmp_path):
    """A module of these functions, and its file."""
    file = tmp_path / "written_functions.py"

    def load(text=TEXT):
        file.write_text(text)
        spec = importlib.util.spec_from_file_location("written_functions", file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module, file

    yield load
    sys.modules.pop("written_functions", None)


FOUND = {
    "plain": (lambda m: m.plain, "n + 1"),
    "decorated": (lambda m: m.decorated.__wrapped__ if hasattr(m.decorated, "__wrapped__") else m.decorated, "n + 1"),
    "static": (lambda m: m.Holder.still, "n + 3"),
    "property": (lambda m: m.Holder.half.fget, "4"),
    "lambda of a class": (lambda m: m.Holder.double, "n * 5"),
    "lambda": (lambda m: m.three, "n + 8"),
    "inner": (lambda m: m.outer(), "n + 9"),
}


@pytest.mark.parametrize("name", FOUND)
def test_the_source_of_a_function_is_found(name, written):
    pick, answer = FOUND[name]
    tree = tree_of(pick(written()[0]))
    body = tree.body if isinstance(tree, ast.Lambda) else tree.body[-1].value
    assert ast.unparse(body) == answer


def test_decorators_are_part_of_a_function(written):
    text = TEXT.replace("@functools.wraps(plain)\n", "")
    tree = tree_of(written(text)[0].decorated)
    assert ast.unparse(tree.body[-1]) == "return n + 2"


LAMBDAS = """
one, two, same = lambda n: n + 6, lambda n: n + 7, lambda n: n + 6
ways = {"ä": lambda n: (n, 1), "ö": lambda n: (n, True), "ü": (lambda n:
    [n for n in range(3)]), "none": lambda: 0}
outer = lambda k, own=(lambda: 5): (lambda n: n + k)
times = lambda k: lambda n: n * k
"""
IN_LINES = {
    "first": (lambda m: m.one, "n + 6"),
    "second": (lambda m: m.two, "n + 7"),
    "like the first": (lambda m: m.same, "n + 6"),
    "an int": (lambda m: m.ways["ä"], "(n, 1)"),
    "a bool": (lambda m: m.ways["ö"], "(n, True)"),
    "over two lines": (lambda m: m.ways["ü"], "[n for n in range(3)]"),
    "of a constant": (lambda m: m.ways["none"], "0"),
    "around another": (lambda m: m.outer, "lambda n: n + k"),
    "within another": (lambda m: m.outer(1), "n + k"),
    "a default": (lambda m: m.outer.__defaults__[0], "5"),
    "as a body": (lambda m: m.times, "lambda n: n * k"),
    "returned": (lambda m: m.times(3), "n * k"),
}


@pytest.mark.parametrize("name", IN_LINES)
def test_lambdas_in_one_line_are_told_apart_by_their_columns(name, written):
    pick, answer = IN_LINES[name]
    assert ast.unparse(tree_of(pick(written(LAMBDAS)[0])).body) == answer


def test_lambdas_in_one_line_without_columns_are_refused(written):
    function = written(LAMBDAS)[0].two
    function.__code__ = function.__code__.replace(co_linetable=b"")
    with pytest.raises(Refusal, match="write one per line"):
        tree_of(function)


CHANGES = {
    "another body": ("n + 1", "n - 1"),
    "another number": ("n + 1", "n + 2"),
    "a number of another type": ("n + 1", "n + True"),
    "a number within": ("return n + 1", "return [k + 1 for k in n]"),
    "a line more above": ("def plain", "\ndef plain"),
    "no longer Python": ("def plain(n):", "def plain(n:"),
    "gone": ("def plain", "def other"),
    "another name within": ("return n + 1", "return m + 1"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_was_changed_meanwhile_is_refused(change, written):
    module, file = written()
    assert tree_of(module.plain)
    file.write_text(TEXT.replace(*CHANGES[change]) + "\n# longer\n")
    with pytest.raises(Refusal, match="changed"):
        tree_of(module.plain)


def test_warnings_of_the_file_are_not_given_again(written):
    """As errors, which they are in these tests, they would say that the file has changed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module, _ = written('def one(n):\n    return n is 1 or "\\d"\n')
    assert tree_of(module.one).name == "one"


def test_a_function_without_source_is_refused():
    scope = {}
    exec("def made(n):\n    return n", scope)
    with pytest.raises(Refusal, match="write the rules in a file"):
        tree_of(scope["made"])


GIVEN_AFTER_C = f"""{STONES_FILE}
class Halved(Stones):
    def even(self, left): return True if left == 0 else self.odd(left - 1)
    def odd(self, left): return False if left == 0 else self.even(left - 1)
    def utility(self, state): return -state.side if self.even(state.stones) else state.side

for engine in ("reference", "native"):
    print(pw.search(Halved(9), algorithm="alphabeta", engine=engine).nodes)
"""


def test_a_game_that_is_given_after_c_is_compiled():
    done = subprocess.run([sys.executable, "-c", GIVEN_AFTER_C], capture_output=True, text=True, check=True)
    one, other = done.stdout.split()
    assert one == other
