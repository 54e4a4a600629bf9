"""Numbers that know how they depend on weights: an evaluation of such numbers says what each weight adds to it.

A sum of terms, each a weight times something, is worked out once, and not once for every weight (automatic
differentiation, forward mode, with the slopes that are not zero alone).
"""

from typing import Any

Slopes = dict[int, float]
"""Place of a weight -> by how much a number grows as the weight grows by one."""


class Linear:
    """A number, and its slopes. It compares as the number, and rounds as the number with the slopes kept.

    Where it is used as only a whole number can be, as an index or in a bit operation, TypeError is raised.
    """

    __slots__ = ("slopes", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Any, slopes: Slopes) -> None:
        self.value = value
        self.slopes = slopes

    def __repr__(self) -> str:
        return f"Linear({self.value!r}, {self.slopes!r})"

    # --- arithmetic ---------------------------------------------------------------------------------------------------

    def __add__(self, other: Any) -> "Linear":
        if not isinstance(other, Linear):
            return Linear(self.value + other, self.slopes)
        return Linear(self.value + other.value, _combined(self.slopes, other.slopes, 1, 1))

    __radd__ = __add__

    def __neg__(self) -> "Linear":
        return Linear(-self.value, _times(self.slopes, -1))

    def __pos__(self) -> "Linear":
        return self

    def __abs__(self) -> "Linear":
        return Linear(-self.value, _times(self.slopes, -1)) if self.value < 0 else self

    def __sub__(self, other: Any) -> "Linear":
        if not isinstance(other, Linear):
            return Linear(self.value - other, self.slopes)
        return Linear(self.value - other.value, _combined(self.slopes, other.slopes, 1, -1))

    def __rsub__(self, other: Any) -> "Linear":
        return Linear(other - self.value, _times(self.slopes, -1))

    def __mul__(self, other: Any) -> "Linear":
        if not isinstance(other, Linear):
            return Linear(self.value * other, _times(self.slopes, other))
        return Linear(self.value * other.value, _combined(self.slopes, other.slopes, other.value, self.value))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> "Linear":
        return self._divided(self.value / _value(other), other)

    def __rtruediv__(self, other: Any) -> "Linear":
        return Linear(other, {})._divided(other / self.value, self)

    def __floordiv__(self, other: Any) -> "Linear":
        return self._divided(self.value // _value(other), other)

    def __rfloordiv__(self, other: Any) -> "Linear":
        return Linear(other, {})._divided(other // self.value, self)

    def _divided(self, value: Any, by: Any) -> "Linear":
        """Return a quotient of a known value, with its slopes."""
        size = _value(by)
        if not isinstance(by, Linear):
            return Linear(value, _times(self.slopes, 1 / size))
        return Linear(value, _combined(self.slopes, by.slopes, 1 / size, -self.value / size**2))

    # --- rounding -----------------------------------------------------------------------------------------------------

    def __round__(self, digits: int | None = None) -> "Linear":
        return Linear(round(self.value) if digits is None else round(self.value, digits), self.slopes)

    def __floor__(self) -> "Linear":
        return Linear(self.value // 1, self.slopes)

    def __ceil__(self) -> "Linear":
        return Linear(-(-self.value // 1), self.slopes)

    # --- comparisons --------------------------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == _value(other))

    def __lt__(self, other: Any) -> bool:
        return bool(self.value < _value(other))

    def __le__(self, other: Any) -> bool:
        return bool(self.value <= _value(other))

    def __gt__(self, other: Any) -> bool:
        return bool(self.value > _value(other))

    def __ge__(self, other: Any) -> bool:
        return bool(self.value >= _value(other))


def _value(number: Any) -> Any:
    return number.value if isinstance(number, Linear) else number


def _times(slopes: Slopes, factor: float) -> Slopes:
    if factor == 1:
        return slopes
    return {place: slope * factor for place, slope in slopes.items()} if factor else {}


def _combined(first: Slopes, second: Slopes, factor: float, other_factor: float) -> Slopes:
    """Return the slopes of a sum of two numbers, each times a factor."""
    found, more = _times(first, factor), _times(second, other_factor)
    if len(found) < len(more):
        found, more = more, found
    found = dict(found)
    for place, slope in more.items():
        found[place] = found.get(place, 0) + slope
    return found
