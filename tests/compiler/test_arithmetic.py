"""Rules compute as Python does, or raise an error: compiled expressions next to Python's, at the limits of 64 bits."""

import random

import pytest

from plywise.compiler.types.kinds import Refusal
from plywise.errors import IntOverflow
from tests.helpers.expressions import (
    EXTREME,
    GREATEST,
    LEAST,
    PAIRS,
    compiled,
    each_form,
    expression,
    first_difference,
    program,
    silent_differences,
    written,
)
from tests.helpers.paths import TESTS

# One of each way in which compiled arithmetic was not Python's.
ONCE_SILENT = [
    "x + y - y", "x * y", "sum((x, x, y))", "-x", "abs(x)", "x // y", "x % y", "2 ** (y & 127)", "2 ** -y",
    "int(x * 4.0)", "x > y * 1.0", "y * 1.0 == x", "x << 3", "x << (y & 63)", "(x << 7 | y << 9) & 65535",
    "x << 7 & y << 9", "(x * y + x) & 255", "bits.wrapped(x * y)", "bits.bit(y)", "bits.shifted_up(x, y)",
    "bits.lowest(x)", "SHORT[y]", "LONG[x]", "x / y", "(x if y > 0 else 0.5) * 3 - 2", "max(x, 0.5)",
    "len(range(x, y))", "BOOLS[x & 1] is True", "x & 0xFFFFFFFFFFFFFFFF", "x + 2**64 - 2**64",
]  # fmt: skip
FEW = [(x, y) for x in EXTREME for y in (0, 1, -1, 2, 3, 63, 64, 2**53, GREATEST, LEAST)]


def test_no_number_is_silently_another_than_pythons():
    assert silent_differences(ONCE_SILENT, FEW) == []


def masked(x, y):
    """Lose bits in every way in which a board does, before a mask takes them away."""
    found = x << 9 | y << 40
    for _ in range(3):
        found ^= found << 21
        found = found * 5 + x
    if y & 1:
        found = -found
    return found & 2**40 - 1


def test_bits_that_a_mask_takes_away_are_not_missed():
    [native] = compiled(masked)
    assert [native(x, y) for x, y in PAIRS] == [masked(x, y) for x, y in PAIRS]


def kept(x, y):
    """Lose the same bits, and look at the number before it is masked."""
    found = x << 9 | y << 40
    return found & 2**40 - 1 if found > 7 else 0


def test_bits_that_are_looked_at_are_missed():
    [native] = compiled(kept)
    with pytest.raises(IntOverflow, match="a number needs more than 64 bits"):
        native(2**60, 1)
    assert native(3, 5) == kept(3, 5)


def unbound(x, y):
    """Use what was perhaps not assigned."""
    for cell in range(x):
        last = cell + y
    return last


def test_a_variable_that_was_not_assigned_is_not_zero():
    [native] = compiled(unbound)
    assert native(3, 4) == 6
    with pytest.raises(UnboundLocalError):
        native(0, 4)


def unused(x, y):
    """Compute what is never used, beside a comprehension."""
    cells = [x * cell for cell in range(y)]
    last = cells[x]
    last = x // (y - 5)
    last = int(y * 1e17)
    return last - last + len(cells)


def test_what_is_computed_and_not_used_still_raises():
    [native] = compiled(unused)
    assert native(1, 3) == unused(1, 3) == 3
    for (x, y), error in {(4, 3): IndexError, (1, 5): ZeroDivisionError, (0, 99): OverflowError}.items():
        with pytest.raises(error):
            native(x, y)


def around(x, y):
    """Use the name of a comprehension's variable around it: since Python 3.12 both are in one frame."""
    if x > 2:
        cell = x
    many = [cell + other for cell in range(y) if cell % 2 for other in range(x) if other]
    for each in [cell * 3 for cell in range(y) if cell != x]:
        many.append(each)
    return cell + sum(many)


def test_a_comprehension_leaves_a_variable_of_the_same_name_as_it_was():
    [native] = compiled(around)
    assert [native(x, y) for x in (3, 4, 5) for y in range(6)] == [around(x, y) for x in (3, 4, 5) for y in range(6)]
    with pytest.raises(UnboundLocalError):
        native(1, 4)


REFUSED = {
    "x & 2**2000": "a number of over 1,024 bits; write a smaller one",
    "x + GREAT": "a number of over 1,024 bits; write a smaller one",
    "LONG.sum()": "write a function that does the same instead",
    "x is y": "== compares them",
    "math.hypot(x, y)": "write math.sqrt(x * x + y * y) instead",
    "math.atan2(x, y)": "atan2 cannot be compiled",
    "bits.popcount(x * 0.5)": "a float, not an int; write int(...) or // instead",
}
"""Expressions that would be other numbers than Python's -> what is said instead."""


@pytest.mark.parametrize("expression", REFUSED)
def test_an_expression_that_would_not_be_pythons_is_refused(expression):
    text = f"def rule(x, y):\n    return {expression}\n"
    names = written(text, GREAT=2**1023)
    with pytest.raises(Refusal) as refused:
        compiled(names["rule"])
    assert REFUSED[expression] in str(refused.value)


# --- the same at length ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["i", "f", "b"])
@pytest.mark.parametrize("seed", range(3))
def test_each_form_of_an_expression_around_extreme_numbers(kind, seed):
    wrong, refused = differences(list(each_form(random.Random(seed), kind)))
    assert wrong == []
    assert refused <= 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["i", "f", "b"])
@pytest.mark.parametrize("seed", range(4))
def test_random_expressions(kind, seed):
    source = random.Random(seed)
    wrong, refused = differences([expression(source, kind, 3) for _ in range(40)])
    assert wrong == [], seed
    assert refused <= 15


@pytest.mark.slow
def test_random_programs():
    wrong, count = [], 0
    for seed in range(300):
        text = program(random.Random(seed))
        plain = written(text)["program"]
        try:
            [native] = compiled(plain)
        except Refusal:
            continue
        count += 1
        found = first_difference(plain, native, PAIRS[::3])
        wrong += [(seed, text, *found)] * bool(found)
    assert wrong == []
    assert count > 200


def differences(expressions):
    """Return where compiled expressions are silently wrong, and how many cannot be compiled."""
    try:
        return silent_differences(expressions), 0
    except Refusal:  # one of them: each alone
        wrong, refused = [], 0
        for each in expressions:
            try:
                wrong += silent_differences([each])
            except Refusal:
                refused += 1
        return wrong, refused


def pieces():
    """Return the pieces of rules in the data, as functions of x and y."""
    for block in (TESTS / "data/arithmetic.txt").read_text().split("\n\n")[1:]:
        lines = block.rstrip("\n").split("\n")
        given = [line.removeprefix("given: ") for line in lines if line.startswith("given: ")]
        body = ["    " + line for line in lines if not line.startswith("given: ")]
        yield block, written("\n".join(["import numpy as np", *given, "def piece(x, y):", *body]))["piece"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_pieces_of_rules():
    wrong, count = [], 0
    for text, plain in pieces():
        try:
            [native] = compiled(plain)
        except Refusal:
            continue
        count += 1
        found = first_difference(plain, native, PAIRS)
        wrong += [(text, *found)] * bool(found)
    assert wrong == []
    assert count > 200
