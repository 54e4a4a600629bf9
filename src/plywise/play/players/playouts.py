"""Monte Carlo search for games without an evaluation."""

from dataclasses import replace
from time import perf_counter

from plywise.engines.limits import Stop
from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.move_limits import MoveLimits
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.engines.search_warnings import no_search_warnings, warn_of_playouts
from plywise.game import State
from plywise.play.allotment import SHORTEST, Allotment
from plywise.play.player import Watcher

USUAL_NODES, USUAL_PLAYOUTS = 200_000, 20_000
"""Nodes and playouts for a move without limits: about as long as a search in a game with an evaluation takes."""

EXACT_SHARE = 0.2
"""Share of the time for an exact search before the playouts: it searches far more positions a second, and a proof near
the end makes playouts unnecessary."""


def think_by_playouts(
    player: MonteCarloSearch,
    state: State,
    limits: Allotment,
    proves_first: bool,
    watcher: Watcher | None = None,
    stop: Stop | None = None,
) -> SearchResult:
    """Return the result of a Monte Carlo search.

    limits: the time, and the nodes, which limit the playouts and also the exact search before them
    proves_first: try an exact search first
    """
    began = perf_counter()
    if proves_first:
        nodes = USUAL_NODES if limits.nodes is None and limits.time is None else limits.nodes
        seconds = None if limits.time is None else max(SHORTEST, EXACT_SHARE * limits.time)
        with no_search_warnings():
            found = search(
                player.game, state, algorithm="deepening", nodes=nodes, time=seconds, stop=stop, partial=True,
                evaluate=False,
            )  # fmt: skip
        if found.proved or found.stopped_by == "interrupt":
            return found
        warn_of_playouts(player.game)
    nodes = USUAL_PLAYOUTS if limits.nodes is None and limits.time is None else limits.nodes
    left = None if limits.time is None else max(SHORTEST, limits.time - (perf_counter() - began))
    found = player.search(state, MoveLimits(nodes=nodes, hard=left, stop=stop), watcher=watcher)
    return replace(found, time_s=perf_counter() - began)


__all__ = ["think_by_playouts"]
