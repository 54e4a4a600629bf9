"""The exceptions Plywise raises when the input, not the program, is wrong, and its warnings."""

from collections.abc import Sequence
from typing import Any


class InputError(ValueError):
    """Bad input. The message is one line that says what is wrong and where; front doors print it and exit with 2."""


class UnknownGame(InputError):
    """A record does not say which game it is of."""


class NativeFailure(InputError):
    """The native engine cannot compute what plain Python can: the engine auto goes on with the reference."""


class NotCompilable(NativeFailure):
    """A game that the native engine cannot take; the message says which rule, where, and why."""


class LayoutOverflow(ValueError):
    """A value that does not fit the layout of states and actions, met while encoding it or by compiled code.

    field: where in a state, as a path of names and places such as board.3; "" where that is not known
    bits: how many bits it would take there; None where another width would not help, or it is not known
    fits_none: no layout has room for it
    """

    def __init__(self, message: str, field: str = "", bits: int | None = None, fits_none: bool = False) -> None:
        super().__init__(message)
        self.field, self.bits, self.fits_none = field, bits, fits_none

    def within(self, name: str) -> "LayoutOverflow":
        """Return the same, met in a field of a larger value."""
        self.field = f"{name}.{self.field}" if self.field else name
        return self


class IntOverflow(LayoutOverflow):
    """A number that compiled code computed and that does not fit the width of its type.

    width: the bits of the type
    level: where those are 64, which operators must make wider ints; see compiler/widths.py
    """

    def __init__(self, message: str, width: int, level: int) -> None:
        super().__init__(message)
        self.width, self.level = width, level

    def __reduce__(self) -> tuple[Any, ...]:
        return IntOverflow, (str(self), self.width, self.level)


class EngineOutgrown(NativeFailure):
    """Compiled rules met a value that does not fit the layout; rules compiled with a wider one may go on.

    engine: whose rules they are
    states: positions of play that show what does not fit
    overflow: the value's field, and the width it would take, as far as they are known
    """

    def __init__(
        self, message: str, engine: object, states: Sequence[Any], overflow: LayoutOverflow | None = None
    ) -> None:
        super().__init__(message)
        self.engine = engine
        self.states = states
        self.overflow = overflow


class SearchWarning(UserWarning):
    """Something to know about a search that is no error; said once a process and game."""


class NoEvaluationWarning(SearchWarning):
    """A search met its horizon in a game without an evaluation: beyond it, all positions count the same."""


class SaturatedEvaluationWarning(SearchWarning):
    """An evaluation reached a utility bound: values at the bounds are then estimates, and prove nothing."""


class EndlessGameWarning(SearchWarning):
    """A search without limits of a game of which random play met no end."""


class RecordWarning(UserWarning):
    """A file of games is read, but a game in it cannot be, or a part of one is passed over."""


def printable(text: str) -> str:
    """Return a text in which nothing can move a terminal's cursor: such letters are escaped."""
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
