"""Places in a text, for messages."""

from plywise.errors import InputError

MAX_SHOWN = 40  # characters of a file in a message


def malformed(text: str, at: int, what: str) -> InputError:
    r"""Return the error for a fault at a place of a text, with its line and column.

    >>> str(malformed("one\ntwo three", 8, "'three' is not a number"))
    "line 2, column 5: 'three' is not a number"
    """
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return InputError(f"line {line}, column {column}: {what}")


def shown(text: str) -> str:
    """Return a piece of a file in quotes, shortened."""
    return repr(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "...")
