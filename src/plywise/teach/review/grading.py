"""Grade one move: best, good, inaccuracy, mistake or blunder, by what is proved, or else by an estimate.

What is proved goes by outcomes: to give away half a point, as a draw for a loss, is a mistake, and a whole point a
blunder. An estimate is turned into the score to be expected, from 0, a loss, to 1, a win: of x units, 1 / (1 + 10^(-x /
4)), as is usual in chess, where the unit is a pawn. What the move costs of that decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from plywise.game import Action, Game, State, Value, defines, is_outright
from plywise.solvers.bounds import Known
from plywise.teach.explain.analysis import PositionAnalysis, tells_apart

GRADES = ("best", "good", "inaccuracy", "mistake", "blunder", "open")
"""The grades; open: neither proof nor estimate tells the move from others."""

FAULTS = ("mistake", "blunder")
"""The grades of moves that are worth a second look."""

COSTS = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""The expected score that a move must cost, at least, by the estimate."""

UNITS_PER_TENFOLD = 4
"""How many units make the odds of winning ten times as good."""


@dataclass(frozen=True)
class Grade:
    """What is to be said of a move.

    word: one of GRADES.
    proved: whether a search to the end of the game shows it.
    cost: the score, from 0 to 1, that the move gives away: proved, that of the outcomes, at least; otherwise estimated.
    """

    word: str
    proved: bool
    cost: float = 0.0

    @property
    def is_fault(self) -> bool:
        """Whether the move is worth a second look."""
        return self.word in FAULTS


def unit_of(game: Game, states: list[State]) -> float | None:
    """Return what a small but clear advantage is worth in a game: its margin unit, or the usual change by a move.

    states: those of the game that was played. None where the game has no evaluation, or it never changed.
    """
    if game.margin_unit is not None:
        return float(game.margin_unit)
    if not defines(game, "evaluate"):
        return None
    values = [game.evaluate(state) for state in states if not game.terminal(state)]
    changes = [abs(after - before) for before, after in pairwise(values) if after != before]
    return float(median(changes)) if changes else None


def expected_score(game: Game, value: Value, unit: float) -> float:
    """Return the score to be expected, from 0 to 1, from an estimate in the view of the player.

    >>> from plywise.games import make
    >>> game = make("chess")
    >>> [round(expected_score(game, pawns * 100, 100), 2) for pawns in (-4, 0, 1, 4)]
    [0.09, 0.5, 0.64, 0.91]
    """
    if is_outright(game, value):
        return float(value > 0)
    exponent = min(max(-value / (UNITS_PER_TENFOLD * unit), -300), 300)
    return float(1 / (1 + 10**exponent))


def grade_move(analysis: PositionAnalysis, action: Action, unit: float | None) -> Grade:
    """Return the grade of a move in a position that was analysed. unit: see `unit_of`."""
    root, own = (each.seen_by(analysis.mover) for each in (analysis.root(), analysis.worth(action)))
    lost = _sign(root.low) - _sign(own.high)
    if lost > 0:
        return Grade("blunder" if lost == 2 else "mistake", True, lost / 2)
    if own.low >= root.high:
        return Grade("best", True)
    if _sign(root.high) > _sign(own.low):
        return _grade_estimate(analysis, action, unit)
    if own.high < root.low:
        return Grade("inaccuracy" if _loses_points(analysis, root, own) else "good", True)
    return _grade_keeper(analysis, action)


def _grade_keeper(analysis: PositionAnalysis, action: Action) -> Grade:
    """Return the grade of a move that keeps the outcome, where it is open whether another is better."""
    values = _values_told_apart(analysis)
    if action not in values or analysis.estimate is None:
        return Grade("open", False)
    return Grade("best" if values[action] == analysis.estimate.value else "good", False)


def _values_told_apart(analysis: PositionAnalysis) -> Mapping[Action, Value]:
    """Return the estimated values of moves, all or some; none where all are estimated, and alike."""
    estimate = analysis.estimate
    values = (estimate.action_values or {}) if estimate is not None else {}
    if estimate is None or (len(values) == len(analysis.children) and not tells_apart(estimate)):
        return {}
    return values


def _loses_points(analysis: PositionAnalysis, root: Known, own: Known) -> bool:
    """Return whether a move is proved to cost points, though it keeps the outcome. Words are seen by the player."""
    best, _ = analysis.bounding.decode(analysis.mover * root.low)
    found, _ = analysis.bounding.decode(analysis.mover * own.high)
    return best is not None and found is not None and analysis.mover * (best - found) > 0


def _grade_estimate(analysis: PositionAnalysis, action: Action, unit: float | None) -> Grade:
    """Return the grade of a move by the search that estimates."""
    estimate, values = analysis.estimate, _values_told_apart(analysis)
    if unit is None or estimate is None or action not in values:
        return Grade("open", False)
    best, own = (analysis.mover * each for each in (estimate.value or 0, values[action]))
    if own >= best:
        return Grade("best", False)
    cost = max(0.0, expected_score(analysis.game, best, unit) - expected_score(analysis.game, own, unit))
    return Grade(next((word for least, word in COSTS if cost >= least), "good"), False, cost)


def _sign(word: int) -> int:
    return (word > 0) - (word < 0)
