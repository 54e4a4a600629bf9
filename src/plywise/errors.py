"""The exceptions Plywise raises when the input, not the program, is wrong, and its warnings."""

from collections.abc import Sequence
from typing import Any


class InputError(ValueError):
    """Bad input. The message is one line that says what is wrong and where; front doors print it and exit with 2."""


class UnknownGame(InputError):
    """A record does not say which game it is of."""


class NativeFailure(InputError):
    """The native engine cannot compute what plain Python can: the engine auto goes on with the reference."""


class OutOfRoom(NativeFailure):
    """Compiled rules met a value for which the positions they were compiled from left no room.

    engine: whose rules they are
    states: positions of play that show what room is missing
    """

    def __init__(self, message: str, engine: object, states: Sequence[Any]) -> None:
        super().__init__(message)
        self.engine = engine
        self.states = states


class SearchWarning(UserWarning):
    """Something to know about a search that is no error; said once a process and game."""


class BlindSearchWarning(SearchWarning):
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
