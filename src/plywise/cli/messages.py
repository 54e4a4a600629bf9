"""Messages of the program: one line each on stderr, without control characters; long lines of play in brief."""

import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

from plywise.errors import AssumedViewWarning, EndlessGameWarning, RecordWarning, SearchWarning, printable

PATIENCE = 2.0
"""Seconds until a search warns that it may never end."""

MAX_MOVES, FIRST_MOVES = 60, 40
"""Longest line of play printed in full, and the number of moves printed of a longer one."""

CAUTIONS = (SearchWarning, RecordWarning, AssumedViewWarning)
"""The warnings that the program prints as messages."""

_held: list[str] | None = None


def escape(text: str) -> str:
    """Return a text on one line: white space as single spaces, control characters and their like as escapes."""
    return printable(" ".join(text.split()))


def say(text: str) -> None:
    """Print a message as one line on stderr. A closed stderr is ignored."""
    try:
        print(escape(text), file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # its reader has gone, or it is closed
        return


@contextmanager
def cautions_said() -> Iterator[None]:
    """In this context, warnings of searches and of files of games are printed, one line each.

    Other warnings are unchanged. The warning that a game may be endless is printed only after a few seconds of search.
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
    """Yield a list that collects the warnings of searches in this context, for a screen that is redrawn."""
    global _held
    _held = []
    try:
        yield _held
    finally:
        held, _held = _held, None
        for each in held:
            say(each)


def in_brief(moves: Sequence[str]) -> str:
    """Return a line of play or a list of moves as text; of a long one only the beginning, with its length.

    >>> in_brief(["4", "0", "8"]), in_brief(["e4"] * 546)[-44:]
    ('4 0 8', 'e4 e4 e4 ... (546 moves; --json prints them)')
    """
    if len(moves) <= MAX_MOVES:
        return " ".join(moves)
    return f"{' '.join(moves[:FIRST_MOVES])} ... ({len(moves):,} moves; --json prints them)"
