"""Python's built-in functions as rules see them: plain Python, compiled with the rules' own arithmetic.

Numba has its own, whose sums wrap and whose order by a key is not stable.
"""

import math
from typing import Any


def total(values: Any, start: Any = 0) -> Any:
    """Return the sum of some values: sum.

    >>> total([1, 2, 3]), total((0.5, 1))
    (6, 1.5)
    """
    found = start
    for value in values:
        found = found + value
    return found


def ordered(values: Any, key: Any = None, reverse: Any = False) -> Any:
    """Return the values in ascending or descending order, equal ones in the order in which they come: sorted.

    >>> ordered([3, 1, 2]), ordered([(1, 2), (0, 3), (1, 1)], key=lambda pair: pair[0], reverse=True)
    ([1, 2, 3], [(1, 2), (1, 1), (0, 3)])
    """
    found = list(values)
    keys = keys_of(found, key)
    for each in keys:
        if each != each:
            raise ValueError("sorted: a key is no number")
    places = list(range(len(found)))
    size = 1
    while size < len(found):  # runs of this size are in order: merge each with the next
        merged = places[:0]
        for low in range(0, len(found), 2 * size):
            left, right = low, low + size
            while left < min(low + size, len(found)) or right < min(low + 2 * size, len(found)):
                if right >= min(low + 2 * size, len(found)):
                    late = False
                elif left >= min(low + size, len(found)):
                    late = True
                elif reverse:
                    late = keys[places[right]] > keys[places[left]]
                else:
                    late = keys[places[right]] < keys[places[left]]
                merged.append(places[right] if late else places[left])
                left, right = left + 1 - late, right + late
        places = merged
        size *= 2
    return [found[place] for place in places]


def keys_of(values: Any, key: Any) -> Any:
    """Return what a list is sorted by, a key for each value: by default the values themselves."""
    return values if key is None else [key(each) for each in values]


def holds_for_any(values: Any) -> bool:
    """Return whether one of the values counts as true: any.

    >>> holds_for_any([0, 2]), holds_for_any([])
    (True, False)
    """
    for value in values:  # noqa: SIM110 - this is what any is
        if value:
            return True
    return False


def holds_for_all(values: Any) -> bool:
    """Return whether all of the values count as true: all.

    >>> holds_for_all([1, 0.5]), holds_for_all([1, 0])
    (True, False)
    """
    for value in values:  # noqa: SIM110 - this is what all is
        if not value:
            return False
    return True


def divisor(one: int, other: int) -> int:
    """Return the greatest common divisor of two ints: math.gcd.

    >>> divisor(-12, 18), divisor(0, 0)
    (6, 0)
    """
    while other:
        one, other = other, one % other
    return abs(one)


BUILTINS: dict[Any, Any] = {sum: total, sorted: ordered, any: holds_for_any, all: holds_for_all, math.gcd: divisor}
"""Python's function -> what stands for it in rules."""
