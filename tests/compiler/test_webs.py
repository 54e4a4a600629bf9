"""Which assignments of a name are one variable."""

import ast
from textwrap import dedent

import pytest

from plywise.compiler.syntax.webs import webs_of


def variables(body):
    """Return the variable of each use of `x` in a function, in the order of the source."""
    tree = ast.parse("def rule(n):\n" + "\n".join("    " + line for line in dedent(body).strip().splitlines())).body[0]
    found = webs_of(tree)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "x"]
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    numbers = {}
    return [numbers.setdefault(found.get(id(node), "x"), len(numbers)) for node in names]


BODIES = {
    "used for two things": ("x = 1\nprint(x)\nx = 'a'\nprint(x)", [0, 0, 1, 1]),
    "counted": ("x = 1\nx += 1\nreturn x", [0, 0, 0]),
    "made of itself": ("x = n\nx = 'ab' * x\nreturn len(x)", [0, 1, 0, 1]),
    "either way": ("if n:\n    x = 1\nelse:\n    x = 2\nreturn x", [0, 0, 0]),
    "either way, then anew": ("if n:\n    x = 1\nelse:\n    x = 2\nprint(x)\nx = 'a'\nreturn x", [0, 0, 0, 1, 1]),
    "round a loop": ("x = 1\nwhile n:\n    x = f(x)\nreturn x", [0, 0, 0, 0]),
    "anew in each round": ("x = 1\nprint(x)\nfor k in n:\n    x = 'a'\n    print(x)", [0, 0, 1, 1]),
    "after break": ("for k in n:\n    x = 1\n    break\nelse:\n    x = 2\nreturn x", [0, 0, 0]),
    "before continue": ("x = 1\nfor k in n:\n    if k:\n        x = 2\n        continue\n    print(x)", [0, 0, 0]),
    "before return": ("if n:\n    x = 1\n    return x\nx = 'a'\nreturn x", [0, 0, 1, 1]),
    "in two loops": ("for x in n:\n    print(x)\nfor x in 'ab':\n    print(x)", [0, 0, 1, 1]),
    "of a function within": ("x = 1\nprint(x)\nx = 'a'\ng = lambda: x\nreturn g()", [0, 0, 0, 0]),
    "by a walrus": ("if (x := n):\n    print(x)\nx = 'a'\nreturn x", [0, 0, 1, 1]),
}


@pytest.mark.parametrize("name", BODIES)
def test_assignments_that_can_reach_the_same_use_are_one_variable(name):
    body, expected = BODIES[name]
    assert variables(body) == expected


def test_a_parameter_keeps_its_name():
    tree = ast.parse("def rule(x):\n    print(x)\n    x = 'a'\n    return x").body[0]
    assert sorted(set(webs_of(tree).values()) - {"print"}) == ["x", "x~1"]
