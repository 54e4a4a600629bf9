"""The types of what Plywise's functions return, for annotations and `isinstance`; each is documented at its function.

>>> import plywise as pw
>>> from plywise.results import SearchResult
>>> isinstance(pw.search(pw.make("nim")), SearchResult)
True
"""

from plywise.arena.match_result import MatchResult
from plywise.engines.reference.perft import Counted
from plywise.engines.results import Bound, SearchResult
from plywise.laws.report import Report
from plywise.play.record import GameRecord
from plywise.solvers.solver import Solution
from plywise.teach.explain.explanation import Explanation
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.puzzles.puzzle_set import PuzzleSet
from plywise.teach.review.review import Review
from plywise.views.comparison import Comparison
from plywise.views.position import Film, Position
from plywise.views.trace import Trace

__all__ = [
    "Bound",
    "Comparison",
    "Counted",
    "Explanation",
    "Film",
    "GameRecord",
    "MatchResult",
    "Position",
    "Puzzle",
    "PuzzleSet",
    "Report",
    "Review",
    "SearchResult",
    "Solution",
    "Trace",
]
