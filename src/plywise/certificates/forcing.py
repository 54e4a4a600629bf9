"""Games whose lines are not known to end, if they have few positions: from where can a goal be forced?

All positions that play can come to are listed, and solved backwards from those in which the goal is reached
(solvers/backward.py). The plies that it takes fall with every action, so no line comes back. From everywhere else the
other side keeps play away from the goal, if need be by going in circles for ever.
"""

from collections.abc import Callable

from plywise.certificates.plan import Making
from plywise.game import Game, State, Value
from plywise.game.reachable import Positions
from plywise.solvers.backward import force, unchanged

MAX_POSITIONS = 30_000
"""No more positions are listed."""


def list_few(making: Making) -> Positions | None:
    """Return the positions of a game whose lines are not known to end; None where they are, or there are many.

    Where another method is asked for, or bounds are trusted, it is left to them.
    """
    if making.game.max_plies is not None or making.trusts or making.method != "search":
        return None
    return list_positions(making.game, making.start)


def list_positions(game: Game, start: State, most: int = MAX_POSITIONS) -> Positions | None:
    """Return all positions that play can come to; None if there are more than `most`."""
    listed = Positions(game)
    listed.add(start)
    return listed if listed.expand(most) and len(listed) <= most else None


def count_plies(listed: Positions, side: int, suffices: Callable[[Value], bool]) -> dict[int, int]:
    """Return the positions from which a side can force the goal, with the plies that it takes at most.

    suffices: whether a utility reaches the goal.
    """
    reached = {number: 0 for number, utility in listed.ends.items() if suffices(utility)}
    found = force(listed, side, reached.get, lambda plies: plies - 1)
    return reached | {number: -plies for number, plies in found.items()}


def best_forced(listed: Positions, side: int) -> Value | None:
    """Return the best utility, from MAX's view, that a side surely gets from the first position.

    None if play need not end.
    """
    worths = {number: side * utility for number, utility in listed.ends.items()}
    worth = (worths | force(listed, side, worths.get, unchanged)).get(0)
    return None if worth is None else side * worth


def can_force(listed: Positions, side: int, worth: Value) -> bool:
    """Return whether a side surely gets at least a utility, which is from MAX's view, from the first position."""
    best = best_forced(listed, side)
    return best is not None and best * side >= worth * side
