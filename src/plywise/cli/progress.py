"""The progress of a search on stderr: how deep, what value, which move so far."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from plywise.cli.messages import escape, say
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.game import Game, State

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 2.0, 1.0  # seconds
FIRST_LINE, MAX_PAUSE = 5.0, 60.0
LOOK_SECONDS = 0.3
LOOK_EVERY = 20.0  # seconds; looking costs the search at most this share of its time
HINT = "no limit is set: Ctrl-C ends the search with the best so far; --time S or --depth N set one"
ERASE = "\r\x1b[K"


class SearchProgress:
    """A search's watcher that reports on stderr.

    On a terminal one line is written over and over; elsewhere there are lines at growing intervals, up to a minute.
    """

    def __init__(self, game: Game, state: State, unlimited: bool) -> None:
        self.game = game
        self.state = state
        self.hint = HINT if unlimited else ""
        plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") == "dumb"
        self.rewrites = sys.stderr.isatty() and not plain
        self.due = FIRST_ON_TERMINAL if self.rewrites else FIRST_LINE
        self.looked = ""
        self.look_due = 0.0

    def __call__(self, result: SearchResult) -> None:
        """Report the result so far, if it is time to."""
        elapsed = result.time_s
        if elapsed < self.due:
            return
        self.due = elapsed + (EVERY_ON_TERMINAL if self.rewrites else min(elapsed, MAX_PAUSE))
        if self.hint:
            say(self.hint)
            self.hint = ""
        line = f"{elapsed:.0f} s, depth {result.depth}, {result.nodes:,} nodes: {self._finding(result)}"
        if self.rewrites:
            print(ERASE + escape(line), end="", file=sys.stderr, flush=True)
        else:
            say(line)

    def _finding(self, result: SearchResult) -> str:
        """Return the value and the move so far."""
        if result.value is None or not result.pv:
            return f"no move is valued yet{self._look(result.time_s)}"
        sign = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[result.bound]
        return f"value {sign}{result.value}, best {result.word(result.pv[0])} so far"

    def _look(self, elapsed: float) -> str:
        """Return what a short search of its own finds, for a search that values nothing before it ends."""
        if elapsed >= self.look_due:
            self.look_due = elapsed + LOOK_EVERY
            found = search(self.game, self.state, time=LOOK_SECONDS, engine="reference")
            if found.stopped_by == "interrupt":
                raise KeyboardInterrupt
            if found.pv:
                best = found.word(found.pv[0])
                self.looked = f"; a look {found.depth} plies ahead: value {found.value}, best {best}"
        return self.looked

    def erase(self) -> None:
        """Leave no half line behind on a terminal."""
        if self.rewrites:
            print(ERASE, end="", file=sys.stderr, flush=True)


@contextmanager
def show_progress(game: Game, state: State, unlimited: bool) -> Iterator[SearchProgress]:
    """Yield a watcher for a search. unlimited: nothing but Ctrl-C can end it early."""
    watcher = SearchProgress(game, state, unlimited)
    try:
        yield watcher
    finally:
        watcher.erase()
