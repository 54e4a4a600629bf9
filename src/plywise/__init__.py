"""Plywise: adversarial search for Python.

Write the rules of a two-player game once, in the textbook's words; see why branches are cut; play it and solve it.

>>> import plywise as pw
>>> game = pw.make("tictactoe")
>>> pw.search(game).value
0
>>> player = pw.make_player("engine:level=4")
>>> player.choose(game, game.parse_state("XX.OO...."))
2

The textbook's algorithms are in `plywise.algorithms`, the types of results in `plywise.results`, boards for your own
games in `plywise.board`, warnings in `plywise.errors`, and OpenSpiel's and PettingZoo's games in `plywise.libraries`.
"""

# ruff: noqa: E402 - before all other imports, which take a moment:
from plywise.process.startup import guard_imports

guard_imports()

from importlib import import_module
from typing import TYPE_CHECKING, Any

from plywise.engines.learned.of_game import with_learned
from plywise.engines.results import SearchResult
from plywise.engines.search import search
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.game.weights import Weight, with_weights
from plywise.games import make
from plywise.laws.check import check
from plywise.trees.tree import Tree
from plywise.version import VERSION
from plywise.views.position import position
from plywise.views.trace import trace

if TYPE_CHECKING:
    from plywise import algorithms as algorithms
    from plywise import board as board
    from plywise import errors as errors
    from plywise import libraries as libraries
    from plywise import results as results
    from plywise.algorithms import alphabeta as alphabeta
    from plywise.algorithms import minimax as minimax
    from plywise.arena.match import match
    from plywise.engines.perft import count
    from plywise.games.adopt.wrap import wrap
    from plywise.learning.generations import learn
    from plywise.play.game_files import read_games
    from plywise.play.player import Player
    from plywise.play.players.named import make_player
    from plywise.solvers.solver import Solver, solve
    from plywise.teach.explain.explanation import explain
    from plywise.teach.puzzles.puzzle_set import find_puzzles
    from plywise.teach.review.review import review
    from plywise.views.comparison import compare

__version__ = VERSION

__all__ = [
    "MAX",
    "MIN",
    "Game",
    "InputError",
    "Player",
    "SearchResult",
    "Solver",
    "Tree",
    "Weight",
    "algorithms",
    "board",
    "check",
    "compare",
    "count",
    "explain",
    "find_puzzles",
    "learn",
    "libraries",
    "make",
    "make_player",
    "match",
    "position",
    "read_games",
    "review",
    "search",
    "solve",
    "trace",
    "with_learned",
    "with_weights",
    "wrap",
]

_LAZY = {
    "Player": "play.player",
    "Solver": "solvers.solver",
    "alphabeta": "algorithms",
    "compare": "views.comparison",
    "count": "engines.perft",
    "explain": "teach.explain.explanation",
    "find_puzzles": "teach.puzzles.puzzle_set",
    "learn": "learning.generations",
    "make_player": "play.players.named",
    "match": "arena.match",
    "minimax": "algorithms",
    "read_games": "play.game_files",
    "review": "teach.review.review",
    "solve": "solvers.solver",
    "wrap": "games.adopt.wrap",
}
"""Names that are imported when they are first used, so that `import plywise` stays quick -> the module of each.

`minimax` and `alphabeta` have moved to `plywise.algorithms` and remain here for older programs.
"""

_LAZY_MODULES = ("algorithms", "board", "errors", "libraries", "results")


if not TYPE_CHECKING:  # so that a type checker reports a misspelt name

    def __getattr__(name: str) -> Any:
        """Import a name of `_LAZY` or `_LAZY_MODULES`."""
        if name in _LAZY_MODULES:
            return import_module(f"{__name__}.{name}")
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
        return found


def __dir__() -> list[str]:
    """Return the public names, whether they have been imported yet or not."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
