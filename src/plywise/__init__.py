"""Plywise: adversarial search for Python.

Write the rules of a two-player game once, in the textbook's words; see why branches are cut; play it and solve it.

>>> import plywise as pw
>>> tree = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
>>> result = pw.alphabeta(tree)
>>> result.value, result.nodes, result.leaves
(5, 11, 5)
"""

# ruff: noqa: E402 - before all other imports, which take a moment:
from plywise.starting import guard_imports

guard_imports()

from plywise.check import check
from plywise.comparison import Comparison, compare
from plywise.engines.limits import Limits
from plywise.engines.perft import count
from plywise.engines.reference.algorithms import alphabeta, deepening, failhard, minimax, mtdf, negamax, pvs
from plywise.engines.reference.perft import Counted
from plywise.engines.reference.sss import sss
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Game
from plywise.games import load, make
from plywise.laws import Report
from plywise.position import Film, Position, position
from plywise.solvers.solver import Solution, Solver, solve
from plywise.teach.explain.explanation import Explanation, explain
from plywise.trace import Trace, trace
from plywise.trees.tree import Tree

__version__ = "0.1.0"

__all__ = [
    "MAX",
    "MIN",
    "Bound",
    "Cell",
    "Comparison",
    "Counted",
    "Explanation",
    "Film",
    "Game",
    "InputError",
    "Limits",
    "Position",
    "Report",
    "SearchResult",
    "Solution",
    "Solver",
    "Trace",
    "Tree",
    "alphabeta",
    "check",
    "compare",
    "count",
    "deepening",
    "explain",
    "failhard",
    "load",
    "make",
    "minimax",
    "mtdf",
    "negamax",
    "position",
    "pvs",
    "search",
    "solve",
    "sss",
    "trace",
]
