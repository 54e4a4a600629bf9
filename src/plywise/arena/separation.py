"""Check whether ratings are determined by the games: players who never met, and players who only won or lost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def find_pools(meetings: "np.ndarray") -> Sequence[int]:
    """Return the number of each player's pool; players linked by games share one.

    meetings: a row for each kind of game, with 1 and -1 at its two players.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    links = csr_array(abs(meetings).T @ abs(meetings))
    return [int(pool) for pool in connected_components(links, directed=False)[1]]


def is_separated(designs: "np.ndarray", scores: "np.ndarray") -> bool:
    """Return whether strengths could grow without bound, with no result becoming less likely.

    Then no finite strengths maximize the likelihood (Albert and Anderson 1984). Such a direction is found by linear
    programming: draws must be indifferent to it, and no decided game may contradict it.

    designs: a row for each kind of game, its logit being the row times the strengths. scores: of each, from 0 to 1.
    """
    import numpy as np
    from scipy.optimize import linprog

    signs = np.sign(scores - 0.5)
    decided, drawn = designs[signs != 0] * signs[signs != 0, None], designs[signs == 0]
    if not len(decided):
        return False
    drawn_by = {"A_eq": drawn, "b_eq": np.zeros(len(drawn))} if len(drawn) else {}
    found = linprog(-decided.sum(axis=0), A_ub=-decided, b_ub=np.zeros(len(decided)), bounds=(-1, 1), **drawn_by)
    return bool(found.fun < -1e-6)
