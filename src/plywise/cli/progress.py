"""The progress of a search, of solving and of counting on stderr: time, nodes, value and move so far."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from plywise.cli import status_line as lines
from plywise.cli.messages import say
from plywise.cli.status_line import StatusLine, status_line, ticking
from plywise.engines.perft import CountSoFar
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.engines.search_warnings import no_search_warnings
from plywise.game import Game, State
from plywise.solvers.solver import Solver

FIRST_ON_TERMINAL, EVERY_ON_TERMINAL = 2.0, 1.0  # seconds
LOOK_SECONDS = 0.3
LOOK_EVERY = 20.0  # seconds; looking costs the search at most this share of its time
HINT = "no limit is set: Ctrl-C stops the search and prints the best move so far; --time S or --depth N sets a limit"


class Look:
    """A short search from time to time, beside a search that has no value before it ends.

    over: a flag that ends it
    """

    def __init__(self, game: Game, state: State, over: Event | None = None) -> None:
        self.game = game
        self.state = state
        self.over = over
        self.found = ""
        self.depth = 0
        self.due = 0.0

    def tell(self, elapsed: float) -> str:
        """Return the deepest result, to follow other progress; "" without a result."""
        if elapsed >= self.due:
            self.due = elapsed + LOOK_EVERY
            with no_search_warnings():
                found = search(self.game, self.state, time=LOOK_SECONDS, engine="reference", stop=self.over)
            if found.stopped_by == "interrupt" and self.over is None:
                raise KeyboardInterrupt
            if found.pv and found.depth >= self.depth:  # a busier moment sees less far
                self.depth = found.depth
                best = found.word(found.pv[0])
                self.found = f"; a search {found.depth} plies deep: value {found.value}, best {best}"
        return self.found


class SearchProgress:
    """A search's watcher that reports on stderr.

    On a terminal one line is written over and over; elsewhere there are lines at growing intervals, up to a minute.
    """

    def __init__(self, game: Game, state: State, unlimited: bool, line: StatusLine) -> None:
        self.look = Look(game, state)
        self.hint = HINT if unlimited else ""
        self.line = line
        self.due = FIRST_ON_TERMINAL if line.exists else lines.FIRST_LINE

    def __call__(self, result: SearchResult) -> None:
        """Report the result so far, if it is time to."""
        elapsed = result.time_s
        if elapsed < self.due:
            return
        self.due = elapsed + (EVERY_ON_TERMINAL if self.line.exists else min(elapsed, lines.MAX_PAUSE))
        if self.hint:
            say(self.hint)
            self.hint = ""
        text = f"{elapsed:.0f} s, depth {result.depth}, {result.nodes:,} nodes: {self._finding(result)}"
        if self.line.exists:
            self.line.write(text)
        else:
            say(text)

    def _finding(self, result: SearchResult) -> str:
        """Return the value and the move so far."""
        if result.value is None or not result.pv:
            return f"no move has a value yet{self.look.tell(result.time_s)}"
        sign = {Bound.EXACT: "", Bound.LOWER: "at least ", Bound.UPPER: "at most "}[result.bound]
        return f"value {sign}{result.value}, best {result.word(result.pv[0])} so far"


@contextmanager
def show_progress(game: Game, state: State, unlimited: bool) -> Iterator[SearchProgress]:
    """Yield a watcher for a search. unlimited: only Ctrl-C can end it early."""
    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL) as line:
        yield SearchProgress(game, state, unlimited, line)


@contextmanager
def show_solving(solver: Solver, state: State, silent: bool = False) -> Iterator[None]:
    """Show in this context a solver's progress, and what a short search finds: on a terminal, or in a few lines."""
    if silent:
        yield
        return
    over = Event()
    look = Look(solver.game, state, over)

    def tell(elapsed: float) -> str:
        known = f"{elapsed:.0f} s, {solver.nodes:,} nodes: not solved yet"
        try:
            return known + look.tell(elapsed)
        except Exception:  # noqa: BLE001 - a rule that fails is for the solver to report
            look.due = float("inf")
            return known

    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL, lines=True) as line, ticking(line, tell):
        try:
            yield
        finally:
            over.set()


@contextmanager
def show_counting(silent: bool = False) -> Iterator["CountProgress | None"]:
    """Yield a watcher of counting; None where stderr is no terminal, or nothing is to be shown."""
    with status_line(FIRST_ON_TERMINAL, EVERY_ON_TERMINAL) as line:
        yield CountProgress(line) if line.exists and not silent else None


class CountProgress:
    """A watcher of counting that shows the ply that is being counted, and the last one that is."""

    def __init__(self, line: StatusLine) -> None:
        self.line = line

    def __call__(self, counted: CountSoFar) -> None:
        """Report the counts so far, if it is time to."""
        self.line.offer(lambda elapsed: self.line_for(counted, elapsed))

    def line_for(self, counted: CountSoFar, elapsed: float) -> str:
        """Return the line."""
        what = f"ply {len(counted.nodes_by_ply)}" if counted.first is None else f"lines that begin with {counted.first}"
        last = len(counted.nodes_by_ply) - 1
        known = f"; ply {last} has {counted.nodes_by_ply[last]:,}" if counted.nodes_by_ply else ""
        return f"{elapsed:.0f} s, counting {what}, {counted.entered:,} nodes entered{known}"
