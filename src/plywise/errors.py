"""The exceptions that Plywise raises for bad input, and its warnings."""

import warnings
from collections.abc import Sequence
from pathlib import Path
from sys import _getframe
from typing import Any


class InputError(ValueError):
    """Bad input. The message is one line on what is wrong and where; the program prints it and exits with 2."""


class UnknownGame(InputError):
    """A record does not name its game."""


class NativeFailure(InputError):
    """The native engine cannot run rules that plain Python can: engine="auto" falls back to the reference engine."""


class NotCompilable(NativeFailure):
    """A game that cannot be compiled; the message names the rule, the place and the reason."""


class LayoutOverflow(ValueError):
    """A value that does not fit the layout of states and actions, found while encoding it or by compiled code.

    field: its place in a state, as a path of names and indices such as board.3; "" if unknown
    bits: the bits that it would need there; None if no other width would help, or it is unknown
    fits_none: no layout can hold it
    """

    def __init__(self, message: str, field: str = "", bits: int | None = None, fits_none: bool = False) -> None:
        super().__init__(message)
        self.field, self.bits, self.fits_none = field, bits, fits_none

    def within(self, name: str) -> "LayoutOverflow":
        """Return the same overflow as found in a field of a larger value."""
        self.field = f"{name}.{self.field}" if self.field else name
        return self


class IntOverflow(LayoutOverflow):
    """A number that compiled code computed and that does not fit the width of its type.

    width: the bits of the type
    level: for 64 bits, the operators that must produce wider ints; see compiler/types/widths.py
    """

    def __init__(self, message: str, width: int, level: int) -> None:
        super().__init__(message)
        self.width, self.level = width, level

    def __reduce__(self) -> tuple[Any, ...]:
        return IntOverflow, (str(self), self.width, self.level)


class EngineOutgrown(NativeFailure):
    """Compiled rules met a value that does not fit the layout; the search can continue with a wider one.

    engine: whose rules they are
    states: positions of play that show the overflow
    overflow: the field of the value and the width that it needs, as far as they are known
    """

    def __init__(
        self, message: str, engine: object, states: Sequence[Any], overflow: LayoutOverflow | None = None
    ) -> None:
        super().__init__(message)
        self.engine = engine
        self.states = states
        self.overflow = overflow


class SearchWarning(UserWarning):
    """A warning about a search, given once per process and game."""


class AssumedViewWarning(UserWarning):
    """An adopted game whose ends do not show whose point of view its score has, so it was assumed."""


class NoEvaluationWarning(SearchWarning):
    """A depth-limited search in a game without an evaluation: it cannot judge positions at its horizon."""


class SaturatedEvaluationWarning(SearchWarning):
    """An evaluation reached a utility bound: values at the bounds are then estimates and prove nothing."""


class EndlessGameWarning(SearchWarning):
    """A search without limits in a game that random play did not finish."""


class RecordWarning(UserWarning):
    """A file of games was read, but a game in it, or a part of one, was skipped."""


def warn_caller(text: str, category: type[Warning]) -> None:
    """Give a warning that names the line of the user's code that called Plywise."""
    package, level = str(Path(__file__).parent), 1
    frame = _getframe(0)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def printable(text: str) -> str:
    """Return a text with control characters, which could move a terminal's cursor, as escapes."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
