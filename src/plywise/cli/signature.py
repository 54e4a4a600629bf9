"""The signature of the native search: one number that changes when the search does.

It is the nodes entered in all over fixed positions of a few games. A change that should not change what the
search does leaves it as it is; one that should is told by it. A test pins it.
"""

import random
from collections.abc import Iterator

from plywise.engines.search import search
from plywise.game import Game, State

SEED = 20
DEPTHS = {"minimax": 3, "alphabeta": 4, "pvs": 6, "mtdf": 6, "deepening": 7}


def positions(game: Game) -> Iterator[State]:
    """Yield every third state of a random line of play, the terminal one left out."""
    source, state, ply = random.Random(SEED), game.initial(), 0
    while not game.terminal(state):
        if ply % 3 == 0:
            yield state
        state, ply = game.result(state, source.choice(list(game.actions(state)))), ply + 1


def nodes_by_algorithm(game: Game) -> dict[str, int]:
    """Return how many nodes each algorithm of the native engine enters in all."""
    states = list(positions(game))
    return {
        algorithm: sum(search(game, state, engine="native", algorithm=algorithm, depth=depth).nodes for state in states)
        for algorithm, depth in DEPTHS.items()
    }
