"""Numbers from other libraries, such as NumPy's int64, which is not a Python int.

A caller's number is converted to the plain number that it equals. A rule's answer is not: a search would convert it at
every node, and NumPy's numbers wrap around on overflow.
"""

from decimal import Decimal
from math import isfinite
from numbers import Rational, Real
from operator import index
from typing import Any


def as_whole(given: Any) -> int | None:
    """Return a whole number as an int; None for any other value, including a bool.

    >>> as_whole(3), as_whole(True), as_whole(3.0)
    (3, None, None)
    """
    if isinstance(given, bool):
        return None
    try:
        return index(given)
    except (TypeError, ValueError):  # ValueError: of a library whose arrays have an index
        return None


def as_number(given: Any) -> int | float | None:
    """Return a finite number as an equal int or float; None for any other value, including a bool.

    >>> as_number(3), as_number(2.5), as_number(float("inf")), as_number("3")
    (3, 2.5, None, None)
    """
    whole = as_whole(given)
    if whole is not None or not isinstance(given, Real) or isinstance(given, (bool, Rational)):
        return whole
    return float(given) if isfinite(given) and float(given) == given else None


def expected_type(answer: Any) -> str:
    """Return what a rule should answer instead of a value that is not a finite int or float.

    >>> expected_type(None), expected_type(Decimal(3))
    ('a finite number', 'a float: float(...) makes one of a decimal.Decimal')
    """
    whole = as_whole(answer) is not None
    if isinstance(answer, (int, float)) or not (whole or isinstance(answer, (Real, Decimal))):
        return "a finite number"
    kind = type(answer)
    name = f"{kind.__module__.partition('.')[0]}.{kind.__name__}"
    return f"an int: int(...) makes one of a {name}" if whole else f"a float: float(...) makes one of a {name}"


__all__ = ["as_number", "as_whole", "expected_type"]
