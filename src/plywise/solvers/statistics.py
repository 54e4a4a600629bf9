"""Statistics of a whole game: its positions by ply, by value and distance, and how many actions they have."""

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from plywise.game import Game, State, Value, hashable_start
from plywise.solvers.backward import Backward, BackwardSolver
from plywise.solvers.method import NoDistance


@dataclass(frozen=True)
class Statistics:
    """The positions that play can come to, each counted once.

    positions, ends: how many there are, and in how many of them the game is over.
    moves: the actions of all positions together.
    by_ply: the ply at which a position can first be reached -> its positions, ends and moves.
    by_value: (value from MAX's view, plies to the end) -> positions; None where there is no distance.
    """

    positions: int
    ends: int
    moves: int
    by_ply: list[tuple[int, int, int]]
    by_value: dict[tuple[Value, int | None], int]
    time_s: float = field(default=0.0, compare=False)

    @property
    def branching(self) -> float:
        """The average number of actions in a position that is not over."""
        return branching(self.positions, self.ends, self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as plain data, for JSON."""
        names = ("positions", "ends", "moves")
        return {
            "positions": self.positions,
            "ends": self.ends,
            "moves": self.moves,
            "branching": round(self.branching, 6),
            "by_ply": [
                {"ply": ply, **dict(zip(names, row, strict=True)), "branching": round(branching(*row), 6)}
                for ply, row in enumerate(self.by_ply)
            ],
            "by_value": [
                {"value": value, "distance": distance, "positions": count}
                for (value, distance), count in self.by_value.items()
            ],
            "time_s": round(self.time_s, 6),
        }


def branching(positions: int, ends: int, moves: int) -> float:
    """Return the average number of actions in a position that is not over; 0 where all are."""
    return moves / (positions - ends) if positions > ends else 0.0


def count_positions(game: Game, state: State = None) -> Statistics:
    """Count the positions that play can come to from a state (None: the initial one), and solve them all.

    Symmetric positions count separately; endless play is a draw. Distances are left out where utilities allow none.

    >>> from plywise.games import make
    >>> count_positions(make("nim", heaps="1-2")).by_value
    {(-1, 0): 1, (-1, 1): 2, (1, 0): 1, (1, 1): 2, (1, 2): 1, (1, 3): 1}
    """
    began, start = time.perf_counter(), hashable_start(game, state)
    try:
        solver = BackwardSolver(game, True)
        backward, levels = _listed(solver, start)
    except NoDistance:
        solver = BackwardSolver(game, False)
        backward, levels = _listed(solver, start)
    positions = backward.positions
    by_ply = []
    for first, last in pairwise(levels):
        ends = sum(number in positions.ends for number in range(first, last))
        by_ply.append((last - first, ends, sum(map(positions.degree, range(first, last)))))
    words = Counter(backward.words)
    decoded = {(value, 0 if distance is None and solver.distance and value else distance): count
               for word, count in words.items() for value, distance in [solver.decode(word)]}  # fmt: skip
    return Statistics(
        positions=len(positions),
        ends=len(positions.ends),
        moves=sum(row[2] for row in by_ply),
        by_ply=by_ply,
        by_value=dict(sorted(decoded.items(), key=lambda each: (each[0][0], each[0][1] or 0))),
        time_s=time.perf_counter() - began,
    )


def _listed(solver: BackwardSolver, start: State) -> tuple[Backward, list[int]]:
    """Return the solved positions, and the first number of each ply, and the number of all at the end."""
    backward = Backward(solver.game, solver.end, solver.distance, key=lambda state: state)
    backward.positions.add(start)
    levels = [0, 1]
    while backward.positions.level():
        levels.append(len(backward.positions))
    backward.list(start, len(backward.positions))
    return backward, levels


__all__ = ["Statistics", "count_positions"]
