"""Plywise: adversarial search for Python.

Write the rules of a two-player game once, in the textbook's words; see why branches are cut; play it and solve it.

>>> import plywise as pw
>>> tree = pw.Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)
>>> result = pw.alphabeta(tree)
>>> result.value, result.nodes, result.leaves
(5, 11, 5)
"""

# ruff: noqa: E402 - before all other imports, which take a moment:
from plywise.process.startup import guard_imports

guard_imports()

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plywise.engines.learned.of_game import with_learned
from plywise.engines.limits import Limits
from plywise.engines.reference.algorithms import alphabeta, deepening, failhard, minimax, mtdf, negamax, pvs, shallow
from plywise.engines.reference.mcts import mcts
from plywise.engines.reference.sss import sss
from plywise.engines.results import Bound, SearchResult
from plywise.engines.search import search
from plywise.errors import BlindSearchWarning, EndlessGameWarning, InputError, SaturatedEvaluationWarning, SearchWarning
from plywise.game import MAX, MIN, Cell, Game
from plywise.game.weights import Weight, with_weights
from plywise.games import load, make
from plywise.laws.check import check
from plywise.trees.tree import Tree
from plywise.version import VERSION
from plywise.views.position import Film, Position, position
from plywise.views.trace import Trace, trace

if TYPE_CHECKING:
    from plywise import board as board
    from plywise.arena.match import match
    from plywise.arena.match_result import MatchResult
    from plywise.engines.perft import count
    from plywise.engines.reference.perft import Counted
    from plywise.games.adopt.wrap import wrap
    from plywise.laws.report import Report
    from plywise.learning.generations import learn
    from plywise.libraries.openspiel import from_openspiel
    from plywise.libraries.outward import as_openspiel, as_pettingzoo
    from plywise.libraries.pettingzoo import from_pettingzoo
    from plywise.play.game_files import read_games
    from plywise.play.record import GameRecord
    from plywise.solvers.solver import Solution, Solver, solve
    from plywise.teach.explain.explanation import Explanation, explain
    from plywise.teach.puzzles.puzzle import Puzzle
    from plywise.teach.puzzles.puzzle_set import PuzzleSet, find_puzzles
    from plywise.teach.review.review import Review, review
    from plywise.views.comparison import Comparison, compare

__version__ = VERSION

__all__ = [
    "MAX",
    "MIN",
    "BlindSearchWarning",
    "Bound",
    "Cell",
    "Comparison",
    "Counted",
    "EndlessGameWarning",
    "Explanation",
    "Film",
    "Game",
    "GameRecord",
    "InputError",
    "Limits",
    "MatchResult",
    "Position",
    "Puzzle",
    "PuzzleSet",
    "Report",
    "Review",
    "SaturatedEvaluationWarning",
    "SearchResult",
    "SearchWarning",
    "Solution",
    "Solver",
    "Trace",
    "Tree",
    "Weight",
    "alphabeta",
    "as_openspiel",
    "as_pettingzoo",
    "check",
    "compare",
    "count",
    "deepening",
    "explain",
    "failhard",
    "find_puzzles",
    "from_openspiel",
    "from_pettingzoo",
    "learn",
    "load",
    "make",
    "match",
    "mcts",
    "minimax",
    "mtdf",
    "negamax",
    "position",
    "pvs",
    "read_games",
    "review",
    "search",
    "shallow",
    "solve",
    "sss",
    "trace",
    "with_learned",
    "with_weights",
    "wrap",
]

WHEN_ASKED = {
    "plywise.arena.match": ("match",),
    "plywise.arena.match_result": ("MatchResult",),
    "plywise.views.comparison": ("Comparison", "compare"),
    "plywise.engines.perft": ("count",),
    "plywise.engines.reference.perft": ("Counted",),
    "plywise.laws.report": ("Report",),
    "plywise.games.adopt.wrap": ("wrap",),
    "plywise.learning.generations": ("learn",),
    "plywise.libraries.openspiel": ("from_openspiel",),
    "plywise.libraries.outward": ("as_openspiel", "as_pettingzoo"),
    "plywise.libraries.pettingzoo": ("from_pettingzoo",),
    "plywise.play.game_files": ("read_games",),
    "plywise.play.record": ("GameRecord",),
    "plywise.solvers.solver": ("Solution", "Solver", "solve"),
    "plywise.teach.explain.explanation": ("Explanation", "explain"),
    "plywise.teach.puzzles.puzzle": ("Puzzle",),
    "plywise.teach.puzzles.puzzle_set": ("PuzzleSet", "find_puzzles"),
    "plywise.teach.review.review": ("Review", "review"),
}
"""Modules that are imported when one of these names is first used, so that `import plywise` stays quick.

Not those that bear a function's name, as `plywise.views.trace` does: to import such a module would hide the function.
"""


MODULES_WHEN_ASKED = ("board",)
"""Modules that are themselves such names."""


def __getattr__(name: str) -> Any:
    """Import a name of WHEN_ASKED or MODULES_WHEN_ASKED, and keep it."""
    if name in MODULES_WHEN_ASKED:
        return import_module(f"{__name__}.{name}")
    for module, names in WHEN_ASKED.items():
        if name in names:
            found = globals()[name] = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, whether they have been imported yet or not."""
    return sorted({*globals(), *__all__, *MODULES_WHEN_ASKED})
