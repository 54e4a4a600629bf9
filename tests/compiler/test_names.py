"""What a piece of source does with names: as Python's own symtable says, and where."""

import ast
import importlib.util
import symtable
from pathlib import Path

import pytest

from plywise.compiler.syntax.names import names_of

GENERATORS = {
    "yield 1": True,
    "for k in n:\n    if k:\n        yield k": True,
    "yield from n": True,
    "return [k for k in n]": False,
    "def g():\n    yield 1\nreturn g": False,
    "return lambda: (yield)": False,
}


@pytest.mark.parametrize("body", GENERATORS)
def test_a_generator_is_what_yields_itself(body):
    assert names_of(function(body)).yields == GENERATORS[body]


def function(body):
    return ast.parse("def rule(n):\n" + "\n".join("    " + line for line in body.splitlines())).body[0]


STORED = {
    "x = y = n": {"n", "x", "y"},
    "(a, [b, *c]), d[0] = n": {"n", "a", "b", "c"},
    "for k in n:\n    pass": {"n", "k"},
    "x += 1": {"n", "x"},
    "x: int = 1": {"n", "x"},
    "return [k for k in n]": {"n"},
    "return [x := k for k in n]": {"n", "x"},
    "return (x := n)": {"n", "x"},
    "global x\nx = 1": {"n"},
    "def g(k):\n    z = k": {"n", "g"},
    "match n:\n    case (a, *b):\n        pass\n    case {'x': c, **d}:\n        pass\n    case e:\n        pass": set(
        "nabce"
    ),
    "import math as m": {"n", "m"},
    "del x": {"n", "x"},
}


@pytest.mark.parametrize("body", STORED)
def test_the_variables_of_a_function_are_what_it_assigns(body):
    assert names_of(function(body)).stored >= STORED[body]
    assert names_of(function(body)).stored - STORED[body] <= {"d"}


WRITTEN = ("statistics", "argparse", "textwrap", "heapq", "fractions", "dataclasses", "tokenize", "inspect")
"""Modules of Python's library, whose functions are looked at."""


def tables_of(table):
    """Yield the tables of a file's functions, by line and name."""
    for each in table.get_children():
        if isinstance(each, symtable.Function):
            yield (each.get_lineno(), each.get_name()), each
        yield from tables_of(each)


@pytest.mark.parametrize("module", WRITTEN)
def test_names_are_those_of_symtable(module):
    text = Path(importlib.util.find_spec(module).origin).read_text(encoding="utf-8")
    tables = dict(tables_of(symtable.symtable(text, module, "exec")))
    found = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef) and each.name[:2] != "__"]
    pairs = [(names_of(each), tables[each.lineno, each.name]) for each in found if (each.lineno, each.name) in tables]
    assert len(pairs) > 5
    for names, table in pairs:
        assert names.stored == set(table.get_locals())
        assert names.parameters == set(table.get_parameters())


PLACES = """
def rule(cells, s):
    for c in cells:
        while c:
            if s:
                break
        else:
            break
    total = [c for c in cells if c in s]
    def inner(d):
        nonlocal total
        return [c, d]
    try:
        last = total[0]
    except IndexError:
        cells.append(1)
    s[0] += 1
"""


def test_places_of_names():
    names = names_of(ast.parse(PLACES).body[0])
    loops = {each.lineno: names.loop_of(each).lineno for each in names.parts(ast.Break)}
    assert loops == {6: 4, 8: 3}
    assert names.inner == {"c", "d"}
    assert names.nonlocals == {"total"}
    assert names.tried == {"last", "total", "cells", "IndexError"}
    assert names.changed == {"s", "cells"}
    comprehension = names_of(names.parts(ast.ListComp)[0])
    assert {each.id for each in comprehension.free} == {"cells", "s"}
    first = names.root.body[0]
    assert [type(each).__name__ for each in names.following(first)] == ["Assign", "FunctionDef", "Try", "AugAssign"]
