"""Searches by random playouts: their options, and the choice of the engine.

They have no move order, window or horizon, so most options of other searches are refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from plywise.engines.algorithms import Algorithm
from plywise.engines.compiled import compiled_engine
from plywise.engines.fallback import Fallback
from plywise.engines.limits import Limits
from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.move_limits import MoveLimits
from plywise.engines.playouts import check_seed
from plywise.engines.reference import SAMPLERS
from plywise.engines.reference.observer import Observer
from plywise.engines.results import SearchResult
from plywise.errors import InputError, NativeFailure
from plywise.game import Game, State

USUAL: dict[str, Any] = {
    "depth": None, "table": None, "all_moves": False, "without": (), "cut": "ge", "order": "given", "evaluate": True,
    "alpha": -inf, "beta": inf, "guess": 0, "observer": None,
}  # fmt: skip
"""Options of other searches, with the values that are accepted because they change nothing."""


def seed_of(algorithm: Algorithm, options: Mapping[str, Any]) -> int:
    """Return the seed among a search's options. Raises InputError for an option that it does not take."""
    if options.get("depth") is not None:
        raise InputError(f"{algorithm.name} plays games to their end: it takes nodes and time, and no depth")
    for name, given in options.items():
        if name != "seed" and given != USUAL.get(name):
            raise InputError(f"{algorithm.name} takes no {name}: it plays games at random, and has a seed")
    return check_seed(options.get("seed", 0))


def sample_in_python(
    algorithm: Algorithm,
    game: Game,
    state: State,
    limits: Limits,
    observer: Observer | None = None,
    **options: Any,
) -> SearchResult:
    """Return the result of the reference's search. Raises InputError for an option that it does not take."""
    seed = seed_of(algorithm, {"depth": limits.depth, **options})
    given = {name: each for name, each in vars(limits).items() if name != "depth"}
    return SAMPLERS[algorithm.name](game, state, observer, seed=seed, **given)


@dataclass(frozen=True)
class Sampling:
    """A search of a state by playouts, with any engine.

    engine: "auto", "native" or "reference"
    threads: each grows its own tree. table: megabytes for the trees; None: a default size
    options: those of other searches, which must have their defaults, and the seed
    """

    algorithm: Algorithm
    game: Game
    start: State
    engine: str
    threads: int
    table: float | None
    options: Mapping[str, Any]

    def search(self, limits: Limits) -> SearchResult:
        """Return the native engine's result; or the reference's, if requested or if nothing compiles."""
        seed = seed_of(self.algorithm, {"depth": limits.depth, **self.options})
        required, fallback = self.engine == "native", Fallback(self.game)
        if self.engine != "reference" and compiled_engine(self.game, self.start, required, fallback) is not None:
            player = MonteCarloSearch(self.game, threads=self.threads, table=self.table, seed=seed)
            given = MoveLimits(nodes=limits.nodes, hard=limits.time, stop=limits.stop)
            try:
                return unless_left(player.search(self.start, given, watcher=limits.watcher), limits)
            except NativeFailure as failure:
                if required:
                    raise
                fallback.note(str(failure))
        if self.threads != 1 or self.table is not None:
            raise InputError(f"the reference's {self.algorithm.name} has 1 thread, and a tree of any size")
        found = sample_in_python(self.algorithm, self.game, self.start, limits, **self.options)
        fallback.report()
        return replace(found, fallback=fallback.reason)


def unless_left(found: SearchResult, limits: Limits) -> SearchResult:
    """Return the result. Raises KeyboardInterrupt if Ctrl-C stopped it and partial results are not allowed."""
    flagged = limits.stop is not None and limits.stop.is_set()
    if found.stopped_by == "interrupt" and not limits.keeps_partial and not flagged:
        raise KeyboardInterrupt
    return found


__all__ = ["Sampling", "sample_in_python", "unless_left"]
