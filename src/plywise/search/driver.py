"""search(): one call that picks the engine and the algorithm, checks what it is given, and answers."""

from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.search.reference import ALGORITHMS, KEEP_TABLE
from plywise.search.result import SearchResult

ENGINES = ("auto", "reference", "native")


def search(
    game: Game,
    state: State = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    engine: str = "auto",
    algorithm: str | None = None,
    all_moves: bool = False,
    table: float | None = None,
    **options: Any,
) -> SearchResult:
    """Search a state (None: the initial one) and return the SearchResult.

    depth in plies, time in seconds, nodes: where to stop. engine: "reference", or "auto", which takes the fastest
    engine that there is. algorithm: a name of `reference.ALGORITHMS`; without one, alpha-beta, and under a limit of
    time or nodes iterative deepening. all_moves: search each root action exactly, for `action_values` and
    `best_actions`. table: megabytes of a transposition table. options: cut, order, seed, observer, as in `reference`.

    Raises InputError for anything of these that does not fit.

    >>> import plywise as pw
    >>> game = pw.make("tictactoe")
    >>> pw.search(game, game.parse_state(".XOOX.X.O"), all_moves=True).action_values
    {0: -1, 5: 0, 7: 1}
    """
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}; there are {', '.join(ENGINES)}")
    if engine == "native":
        raise InputError("the native engine is not part of this version; use the engine reference (or auto)")
    if threads != 1:
        raise InputError(f"the reference engine searches with 1 thread, not {threads}")
    if algorithm is None:
        algorithm = "alphabeta" if time is None and nodes is None else "deepening"
    if algorithm not in ALGORITHMS:
        raise InputError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    if table is not None:
        if algorithm not in KEEP_TABLE:
            raise InputError(f"{algorithm} keeps no table; {', '.join(KEEP_TABLE)} do")
        options["table"] = table
    limits = {"depth": depth, "time": time, "nodes": nodes}
    return ALGORITHMS[algorithm](game, state, all_moves=all_moves, **limits, **options)
