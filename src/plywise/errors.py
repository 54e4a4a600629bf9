"""The exceptions Plywise raises when the input, not the program, is wrong, and its warnings."""


class InputError(ValueError):
    """Bad input. The message is one line that says what is wrong and where; front doors print it and exit with 2."""


class NativeFailure(InputError):
    """The native engine cannot compute what plain Python can: the engine auto goes on with the reference."""


class SearchWarning(UserWarning):
    """Something to know about a search that is no error; said once a process and game."""


class BlindSearchWarning(SearchWarning):
    """A search met its horizon in a game without an evaluation: beyond it, all positions count the same."""


class EndlessGameWarning(SearchWarning):
    """A search without limits of a game of which random play met no end."""
