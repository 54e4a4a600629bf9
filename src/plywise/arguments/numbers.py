"""Numbers of other libraries: NumPy's int64 is no int of Python's, though it looks like one.

What a caller gives is taken as the plain number that it equals. What a rule answers is not: it would be asked for at
each node of a search, and NumPy's numbers wrap around where Python's do not.
"""

from decimal import Decimal
from math import isfinite
from numbers import Rational, Real
from operator import index
from typing import Any


def as_whole(given: Any) -> int | None:
    """Return a whole number as an int; None for anything else, a bool too.

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
    """Return a finite number as an int or a float that equals it; None for anything else, a bool too.

    >>> as_number(3), as_number(2.5), as_number(float("inf")), as_number("3")
    (3, 2.5, None, None)
    """
    whole = as_whole(given)
    if whole is not None or not isinstance(given, Real) or isinstance(given, (bool, Rational)):
        return whole
    return float(given) if isfinite(given) and float(given) == given else None


def wanted_instead(answer: Any) -> str:
    """Return what a rule should answer instead of what is no finite int or float.

    >>> wanted_instead(None), wanted_instead(Decimal(3))
    ('a finite number', 'a float: float(...) makes one of a decimal.Decimal')
    """
    whole = as_whole(answer) is not None
    if isinstance(answer, (int, float)) or not (whole or isinstance(answer, (Real, Decimal))):
        return "a finite number"
    kind = type(answer)
    name = f"{kind.__module__.partition('.')[0]}.{kind.__name__}"
    return f"an int: int(...) makes one of a {name}" if whole else f"a float: float(...) makes one of a {name}"


__all__ = ["as_number", "as_whole", "wanted_instead"]
