"""One line on a terminal's stderr, written over and over, with the progress of the program.

Searches, players who think, solving and counting report here. If stderr is not a terminal that can rewrite a line,
nothing is written, or whole lines at growing intervals.
"""

import os
import sys
import threading
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from plywise.cli.messages import escape, say

ERASE = "\r\x1b[K"
MORE = " ..."
USUAL_COLUMNS = 80
FIRST_LINE, MAX_PAUSE = 5.0, 60.0
"""Without a line to rewrite: seconds until the first line, and at most between two lines."""

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 0.5, 0.25
"""With a line to rewrite: seconds until the first line, and between two."""

Tell = Callable[[float], str]
"""Reports progress: seconds since the start -> the line; "" for no line."""


class StatusLine:
    """The line, if there can be one. Several threads may write it.

    first, every: seconds until it is written, and from then until it is written again
    lines: whether whole lines are written at growing intervals where no line can be rewritten
    """

    def __init__(self, first: float, every: float, lines: bool = False) -> None:
        self.exists = can_rewrite()
        self.in_lines = not self.exists and lines
        self.began = time.perf_counter()
        self.due = FIRST_LINE if self.in_lines else first
        self.every = every
        self.shown = False
        self._lock = threading.Lock()

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.began

    def offer(self, tell: Tell) -> None:
        """Write the progress over the old line, if it is due."""
        elapsed = self.elapsed
        if elapsed < self.due or not (self.exists or self.in_lines):
            return
        self.due = elapsed + (self.every if self.exists else min(elapsed, MAX_PAUSE))
        text = tell(elapsed)
        if self.exists:
            self.write(text)
        elif text:
            say(text)

    def write(self, text: str) -> None:
        """Write a text over the old line, cut to the width of the terminal."""
        if not text:
            return
        with self._lock:
            if self.exists:
                self.shown = True
                _put(ERASE + fit(escape(text), _columns() - 1))

    def erase(self) -> None:
        """Remove the line."""
        with self._lock:
            if self.shown:
                _put(ERASE)
            self.shown = False

    def close(self) -> None:
        """Erase it for good."""
        self.exists = False
        self.erase()


@contextmanager
def status_line(first: float, every: float, lines: bool = False) -> Iterator[StatusLine]:
    """Yield a status line; erase it afterwards. lines: see StatusLine."""
    line = StatusLine(first, every, lines)
    try:
        yield line
    finally:
        line.close()


@contextmanager
def ticking(line: StatusLine, tell: Tell) -> Iterator[None]:
    """Offer the line at intervals in this context, from a separate thread."""
    if not (line.exists or line.in_lines):
        yield
        return
    over = threading.Event()

    def tick() -> None:
        while not over.wait(max(0.05, line.due - line.elapsed)):
            line.offer(tell)

    clock = threading.Thread(target=tick, daemon=True, name="plywise-status")
    clock.start()
    try:
        yield
    finally:
        over.set()
        clock.join()


@contextmanager
def counting(verb: str, silent: bool = False) -> Iterator[set[Any]]:
    """Yield a set of positions that grows in this context; show how many there are. verb: what was done with them."""
    positions: set[Any] = set()
    if silent:
        yield positions
        return

    def tell(elapsed: float) -> str:
        return f"{elapsed:.0f} s, {len(positions):,} positions {verb}"

    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL, lines=True) as line, ticking(line, tell):
        yield positions


def can_rewrite() -> bool:
    """Return whether stderr is a terminal on which a line can be written over."""
    try:
        is_terminal = sys.stderr.isatty()
    except (OSError, ValueError, AttributeError):  # closed
        return False
    return is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM", "dumb") != "dumb"


def fit(text: str, columns: int) -> str:
    """Return a text cut to a number of columns, between two words if possible.

    >>> fit("value 3, best move 7", 20), fit("value 3, best move 7", 18), fit("value 3", 3)
    ('value 3, best move 7', 'value 3, best ...', 'val')
    """
    if _width(text) <= columns:
        return text
    kept = text
    while _width(kept) > max(columns, 0):
        kept = kept[:-1]
    words = kept[: max(len(kept) - len(MORE), 0) + 1].rpartition(" ")[0].rstrip(",;: ")
    return words + MORE if words else kept


def _width(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or USUAL_COLUMNS
    except (OSError, ValueError, AttributeError):
        return USUAL_COLUMNS


def _put(text: str) -> None:
    try:
        print(text, end="", file=sys.stderr, flush=True)
    except (OSError, ValueError, AttributeError):  # its reader has gone, or it is closed
        return
