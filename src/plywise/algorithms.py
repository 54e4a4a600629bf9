"""The search algorithms: those of the textbook in plain Python, and the searches of strong players.

The first ten are the reference implementations of `plywise.engines.reference`, readable and observable. Pass any of
their names to `plywise.search(game, algorithm=...)` to run it compiled. `SelectiveSearch` and `MonteCarloSearch` are
objects that keep their table or tree from move to move; `MoveLimits` says when such a search has to answer.

>>> import plywise as pw
>>> from plywise.algorithms import alphabeta, minimax
>>> tree = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
>>> minimax(tree).nodes, alphabeta(tree).nodes
(15, 11)
"""

from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.move_limits import MoveLimits
from plywise.engines.reference.algorithms import alphabeta, deepening, failhard, minimax, mtdf, negamax, pvs, shallow
from plywise.engines.reference.mcts import mcts
from plywise.engines.reference.sss import sss
from plywise.engines.selective_search import SelectiveSearch

__all__ = [
    "MonteCarloSearch",
    "MoveLimits",
    "SelectiveSearch",
    "alphabeta",
    "deepening",
    "failhard",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "pvs",
    "shallow",
    "sss",
]
