"""What the program says: on stderr one line for each thing, without control characters; moves in brief."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

from plywise.errors import EndlessGameWarning, RecordWarning, SearchWarning, printable

PATIENCE = 2.0
"""Seconds until it is said that a search may never end."""

MAX_MOVES, FIRST_MOVES = 60, 40
"""The most moves of a line that are all printed, and how many of a longer one."""

CAUTIONS = (SearchWarning, RecordWarning)
"""The warnings that users of the program are to read."""

_held: list[str] | None = None


def escape(text: str) -> str:
    """Return a text on one line: white space as single spaces, control characters and their like as escapes."""
    return printable(" ".join(text.split()))


def say(text: str) -> None:
    """Print a message as one line on stderr. Nobody may be reading it: that is no reason to stop."""
    try:
        print(escape(text), file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # its reader has gone, or it is closed
        return


@contextmanager
def cautions_said() -> Iterator[None]:
    """In this context, what searches and files of games warn of is said, one line for each.

    Other warnings stay what they are. That a game may be endless is said only once a search has gone on for a while.
    """
    waiting: list[Timer] = []
    with warnings.catch_warnings():
        shown = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
            if not issubclass(category, CAUTIONS):
                shown(message, category, *where)
            elif issubclass(category, EndlessGameWarning):
                waiting.append(Timer(PATIENCE, say, [str(message)]))
                waiting[-1].daemon = True
                waiting[-1].start()
            elif _held is None:
                say(str(message))
            else:
                _held.append(str(message))

        for category in CAUTIONS:
            warnings.simplefilter("always", category)
        warnings.showwarning = show  # type: ignore[assignment]
        try:
            yield
        finally:
            for each in waiting:
                each.cancel()


@contextmanager
def cautions_held() -> Iterator[list[str]]:
    """Yield a list of what searches warn of in this context, for a screen that is drawn over and over."""
    global _held
    _held = []
    try:
        yield _held
    finally:
        held, _held = _held, None
        for each in held:
            say(each)


def in_brief(moves: Sequence[str]) -> str:
    """Return a line of play or a list of moves as text; of a long one the beginning, and how long it is.

    >>> in_brief(["4", "0", "8"]), in_brief(["e4"] * 546)[-44:]
    ('4 0 8', 'e4 e4 e4 ... (546 moves; --json prints them)')
    """
    if len(moves) <= MAX_MOVES:
        return " ".join(moves)
    return f"{' '.join(moves[:FIRST_MOVES])} ... ({len(moves):,} moves; --json prints them)"
