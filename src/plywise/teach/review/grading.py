"""Grade one move: best, good, inaccuracy, mistake or blunder, by proved values or else by an estimate.

Proved values are graded by outcome: giving away half a point, such as a draw for a loss, is a mistake, and a whole
point is a blunder. An estimate of x units is converted to an expected score from 0 (a loss) to 1 (a win),
1 / (1 + 10^(-x / 4)), as is usual in chess, where the unit is a pawn. The grade depends on the expected score lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from plywise.game import Action, Game, State, Value, defines, is_outright
from plywise.solvers.bounds import Known
from plywise.teach.explain.analysis import PositionAnalysis, tells_apart

GRADES = ("best", "good", "inaccuracy", "mistake", "blunder", "open")
"""The grades; open: neither proof nor estimate distinguishes the move from others."""

FAULTS = ("mistake", "blunder")
"""The grades of faults."""

COSTS = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""The least expected score that a move must lose, by the estimate, for each grade."""

UNITS_PER_TENFOLD = 4
"""The number of units that multiplies the odds of winning by ten."""


@dataclass(frozen=True)
class Grade:
    """The grade of a move.

    word: one of GRADES.
    proved: whether a search to the end of the game shows it.
    cost: the score, from 0 to 1, that the move gives away: at least this much if proved; otherwise estimated.
    """

    word: str
    proved: bool
    cost: float = 0.0

    @property
    def is_fault(self) -> bool:
        """Whether the move is a fault."""
        return self.word in FAULTS


def unit_of(game: Game, states: list[State]) -> float | None:
    """Return the value of a small but clear advantage in a game: its margin unit, or the typical change by a move.

    states: the states of the game that was played. None if the game has no evaluation, or it never changed.
    """
    if game.margin_unit is not None:
        return float(game.margin_unit)
    if not defines(game, "evaluate"):
        return None
    values = [game.evaluate(state) for state in states if not game.terminal(state)]
    changes = [abs(after - before) for before, after in pairwise(values) if after != before]
    return float(median(changes)) if changes else None


def expected_score(game: Game, value: Value, unit: float) -> float:
    """Return the expected score, from 0 to 1, for an estimate in the view of the player.

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
    """Return the grade of a move in an analysed position. unit: see `unit_of`."""
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
    """Return the grade of a move that keeps the outcome if another may be better."""
    values = _values_told_apart(analysis)
    if action not in values or analysis.estimate is None:
        return Grade("open", False)
    return Grade("best" if values[action] == analysis.estimate.value else "good", False)


def _values_told_apart(analysis: PositionAnalysis) -> Mapping[Action, Value]:
    """Return the estimated values of all or some moves; none if all are estimated and equal."""
    estimate = analysis.estimate
    values = (estimate.action_values or {}) if estimate is not None else {}
    if estimate is None or (len(values) == len(analysis.children) and not tells_apart(estimate)):
        return {}
    return values


def _loses_points(analysis: PositionAnalysis, root: Known, own: Known) -> bool:
    """Return whether a move provably costs points though it keeps the outcome. Words are in the player's view."""
    best, _ = analysis.bounding.decode(analysis.mover * root.low)
    found, _ = analysis.bounding.decode(analysis.mover * own.high)
    return best is not None and found is not None and analysis.mover * (best - found) > 0


def _grade_estimate(analysis: PositionAnalysis, action: Action, unit: float | None) -> Grade:
    """Return the grade of a move by the estimate."""
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
