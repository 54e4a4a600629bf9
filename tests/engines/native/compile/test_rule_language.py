"""What would mean something else compiled than in Python is refused, in one line that says what."""

import re

import numpy as np
import pytest
from numba.core.errors import NumbaError

from plywise.engines.native.compile.rules import _cause
from tests.helpers.expressions import LONG, NAMES, compiled

REFUSED = {
    "x & 0xFFFFFFFFFFFFFFFF": "a constant needs more than 64 bits",
    "x + GREAT": "a constant needs more than 64 bits",
    "len(LONG + LONG)": "may only be indexed and iterated over",
    "len(LONG * 2)": "may only be indexed and iterated over",
    "sum(-LONG)": "may only be indexed and iterated over",
    "LONG.sum()": "an attribute of an array",
    "[x for x in {x, y}][0]": "a loop over a set, whose order is not Python's",
    "sorted({x, y})[0]": "a set's items, whose order is not Python's",
    "min({x, y})": "a set's items, whose order is not Python's",
    "~(x > y)": "~ of a bool",
    "x is y": "`is` between numbers; == compares them",
    "round(x / 3, 2)": "round of a float, an int",
    "divmod(x * 0.5, y)": "divmod of a float",
    "math.hypot(x, y)": "hypot",
    "math.atan2(x, y)": "atan2",
    "(x, 0.5) == (y, 0.5)": "== between a tuple and a tuple",
    "x in (0.5, 1.5)": "in between a tuple and an int",
    "bits.popcount(x * 0.5)": "a float is given where an int is expected",
    "SMALL[0] + SMALL[1]": "an array of numbers other than",
    "MIXED[0] + 1": "an array of numbers other than",
}


def reason_of(body, **more):
    """Return why a rule with this body is refused."""
    names = dict(NAMES, GREAT=2**64 - 1, SMALL=np.zeros(3, np.int8), MIXED=(*LONG, True), **more)
    exec(f"def rule(x, y):\n{body}", names)
    with pytest.raises(NumbaError) as caught:
        compiled(names["rule"])
    return _cause(str(caught.value))


@pytest.mark.parametrize("expression", REFUSED)
def test_an_expression_that_is_not_pythons_is_refused(expression):
    assert REFUSED[expression] in reason_of(f"    return {expression}")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    try:\n        return x * y\n    except Exception:\n        return 0", "try: its except could catch"),
        (
            "    cells = [1, 2]\n    cells[0] = x / y\n    return cells[0]",
            "a float is stored where each item is an int",
        ),
        ("    cells = [True]\n    cells[0] = x\n    return cells[0]", "an int is stored where each item is a bool"),
        ("    a, b = {x, y}\n    return a", "a loop over a set"),
    ],
)
def test_statements_that_are_not_pythons_are_refused(body, said):
    assert said in reason_of(body)


def test_an_integer_of_another_width_is_refused():
    assert re.search("of type u?int8", reason_of("    return SMALLEST + x", SMALLEST=np.int8(100)))
