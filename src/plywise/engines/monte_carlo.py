"""The Monte Carlo search for other packages: it reuses its tree from move to move of a game.

The compiler and NumPy are imported only when a search starts.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plywise.arguments.numbers import as_number, as_whole
from plywise.engines.algorithms import MCTS
from plywise.engines.clock import Clock
from plywise.engines.compiled import engine_for, require_compilable, retry_with_wider_layout
from plywise.engines.limits import Limits
from plywise.engines.move_limits import MoveLimits
from plywise.engines.playouts import USUAL_PLAYOUTS, check_seed
from plywise.engines.reference import alphabeta
from plywise.engines.results import SearchResult
from plywise.engines.watching import watched
from plywise.errors import InputError
from plywise.game import Game, State, hashable_start
from plywise.process.memory import memory_megabytes

if TYPE_CHECKING:
    from plywise.engines.native.monte_carlo import MonteCarloSession, Simulation


class MonteCarloSearch:
    """A Monte Carlo search of one game that reuses its tree from one search to the next.

    threads: each grows its own tree
    table: megabytes for all trees together; None: a default size
    seed: of the random games

    Only one search runs at a time; other threads wait. Raises InputError for invalid settings.
    """

    def __init__(self, game: Game, *, threads: int = 1, table: float | None = None, seed: int = 0) -> None:
        self.game, self.threads, self.table, self.seed = game, threads, table, check_seed(seed)
        if not 1 <= (as_whole(threads) or 0) <= 256:
            raise InputError(f"threads must be from 1 to 256, not {threads}")
        if table is not None and not 0 < (as_number(table) or 0) <= memory_megabytes():
            most = f"{memory_megabytes():.0f}"
            raise InputError(f"table must be a number of megabytes from 0 to this machine's {most}, not {table}")
        self._session: MonteCarloSession | None = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without the tree: another process starts with an empty one."""
        return _begin_anew, (self.game, self.threads, self.table, self.seed)

    def prepare(self, state: State = None) -> None:
        """Compile or load everything a search needs, so that no clock pays for it; the tree is kept.

        Raises InputError if the game cannot be compiled.
        """
        if self._session is None:
            if self.search(state, MoveLimits(nodes=1)).stopped_by == "interrupt":
                raise KeyboardInterrupt
            self.forget()

    def forget(self) -> None:
        """Discard the tree, for a new game."""
        with self._lock:
            if self._session is not None:
                self._session.forget()

    def search(
        self,
        state: State = None,
        limits: MoveLimits | None = None,
        *,
        past: Sequence[State] = (),
        watcher: Callable[[SearchResult], None] | None = None,
        follow: bool = True,
    ) -> SearchResult:
        """Search a state (None: the initial one) and return the SearchResult: see reference/mcts.py.

        limits: a soft time limit, if given, is the limit; without any limit, USUAL_PLAYOUTS
        past: ignored; under the game's rules a repeated position is a new one
        watcher: called a few times a second with the result that the search would return if it stopped now
        follow: return the whole line of play, not only its first action

        Ctrl-C ends the search; the result's `stopped_by` is then "interrupt". There is always an answer.

        Raises InputError if the game cannot be compiled or a rule fails.
        """
        start, given = hashable_start(self.game, state), limits or MoveLimits()
        if given.depth is not None:
            raise InputError(f"{MCTS.name} plays games to their end: it takes nodes and time, and no depth")
        if self.game.terminal(start):
            found = alphabeta(self.game, start, depth=0)
            return replace(found, algorithm=MCTS.name, engine="native", selective=True)
        seconds = given.hard if given.soft is None else given.soft
        nodes = USUAL_PLAYOUTS if (given.nodes, seconds, given.stop) == (None, None, None) else given.nodes
        under_way: list[Simulation] = []
        stop = watched(Limits(stop=given.stop, watcher=watcher), lambda: under_way[-1].result(follow=False)).stop

        def ask() -> SearchResult:
            from plywise.engines.native.interrupts import catch_interrupts
            from plywise.engines.native.monte_carlo import Simulation

            simulation = Simulation(self._ready(start), start, nodes, Clock(seconds, flag=stop))
            under_way.append(simulation)
            with catch_interrupts(simulation.interrupt):
                simulation.run()
            return simulation.result(follow)

        with self._lock:
            return retry_with_wider_layout(ask)

    def _ready(self, state: State) -> "MonteCarloSession":
        """Return the session, recreated if a value did not fit the compiled layout."""
        session = self._session
        if session is None or session.engine.rules.outgrown:
            from plywise.engines.native.monte_carlo import MonteCarloSession

            require_compilable(self.game, state)
            engine = engine_for(self.game, state)
            self._session = session = MonteCarloSession(engine, self.threads, self.table, self.seed)
        return session


def _begin_anew(game: Game, threads: int, table: float | None, seed: int) -> MonteCarloSearch:
    return MonteCarloSearch(game, threads=threads, table=table, seed=seed)
