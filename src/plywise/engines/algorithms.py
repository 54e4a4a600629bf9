"""The algorithms: one record each with everything that the rest of Plywise needs to know about them.

To add an algorithm, register its record here and mark its function in `reference` with `searches` (run.py). All other
code asks the record, never the name.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Literal

from plywise.arguments.names import name_of
from plywise.errors import InputError

# --- a record --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listing:
    """An algorithm's pseudo-code, and the line, counted from 0, at which each step of the search stands.

    enter, leaf, leave, cutoff, hit: the line of these events; -1 if the algorithm has no such event
    max_update, min_update: the line of an update at a MAX node, and at a MIN node
    changes: how many lines below the update its window changes
    horizon: the line inserted after the leaf line if the depth is limited, with a place for the depth
    """

    lines: tuple[str, ...]
    enter: int
    leaf: int
    max_update: int
    min_update: int
    leave: int
    cutoff: int = -1
    hit: int = -1
    changes: int = 0
    horizon: str = "  if at depth {}: return its estimate"


class Native(Enum):
    """What the native engine runs for an algorithm.

    NO_CUT: the textbook search without cuts; it enters the same nodes as the reference, in any order
    CUT: the textbook search with cuts, by either cut rule
    STRONG: the strong search, with a table and its own move order; the whole window at once
    NULL_WINDOWS: the strong search, with null windows only
    SELECTIVE: the search for play, which estimates; no reference search checks it
    SIMULATIONS: the reference's Monte Carlo search, simulation for simulation
    """

    NO_CUT = auto()
    CUT = auto()
    STRONG = auto()
    NULL_WINDOWS = auto()
    SELECTIVE = auto()
    SIMULATIONS = auto()


@dataclass(frozen=True)
class Algorithm:
    """Everything about an algorithm except how it searches.

    name: as used on the command line and in results
    listing: its pseudo-code; None if no reference search implements it
    native: its form in the native engine; None if only the reference has it
    variant_of: the algorithm that enters the same nodes, so that a comparison need not show both
    table: whether its function uses a transposition table: never, on request, or always
    windowed: the root can be searched with a window (alpha, beta)
    has_windows: its nodes have an alpha and a beta to show
    exhaustive: it enters every node down to the horizon
    searches_again: it may later enter nodes that it skipped
    iterative: it searches to depth 1, 2, 3 ...
    best_first: it enters nodes by their merit, an upper bound of their value
    clips: its values never leave the window (fail-hard)
    only_by_name: comparisons show it only if it is named
    samples: it plays `nodes` random games; its values are means, exact only where proved
    """

    name: str
    listing: Listing | None
    native: Native | None = None
    variant_of: "Algorithm | None" = None
    table: Literal["never", "optional", "always"] = "never"
    windowed: bool = False
    has_windows: bool = False
    exhaustive: bool = False
    searches_again: bool = False
    iterative: bool = False
    best_first: bool = False
    clips: bool = False
    only_by_name: bool = False
    samples: bool = False

    @property
    def is_textbook(self) -> bool:
        """Whether it enters the same nodes natively as in the reference, in any order."""
        return self.native in (Native.NO_CUT, Native.CUT)

    @property
    def is_strong(self) -> bool:
        """Whether the native engine runs the strong search, with a table and its own move order."""
        return self.native in (Native.STRONG, Native.NULL_WINDOWS)

    @property
    def is_selective(self) -> bool:
        """Whether it is the search for play, whose values are estimates."""
        return self.native is Native.SELECTIVE

    @property
    def has_reference(self) -> bool:
        """Whether a reference search exists, which can be observed, traced and compared node by node."""
        return not self.is_selective

    @property
    def keeps_table(self) -> bool:
        """Whether it can use a transposition table."""
        return self.table != "never"


# --- the table -------------------------------------------------------------------------------------------------------

ALGORITHMS: dict[str, Algorithm] = {}
"""Every algorithm by its name on the command line."""


OTHER_NAMES = {
    "ab": "alphabeta", "alpha-beta pruning": "alphabeta", "alpha-beta search": "alphabeta", "fail-soft": "alphabeta",
    "fail-hard alpha-beta": "failhard", "principal variation search": "pvs", "negascout": "pvs", "scout": "pvs",
    "MTD": "mtdf", "iterative deepening": "deepening", "IDDFS": "deepening", "monte carlo": "mcts", "uct": "mcts",
}  # fmt: skip
"""Other common names."""


def register(algorithm: Algorithm) -> Algorithm:
    """Add a record to ALGORITHMS and return it. Raises ValueError if the name is taken."""
    if algorithm.name in ALGORITHMS:
        raise ValueError(f"there is an algorithm {algorithm.name!r} already")
    ALGORITHMS[algorithm.name] = algorithm
    return algorithm


def algorithm_of(name: str) -> Algorithm:
    """Return an algorithm by its name. Raises InputError for an unknown name.

    >>> algorithm_of("Alpha-Beta").name
    'alphabeta'
    """
    return ALGORITHMS[name_of("algorithm", name, ALGORITHMS, OTHER_NAMES)]


def referenced_algorithm(name: str) -> Algorithm:
    """Return an algorithm of the reference engine by its name. Raises InputError for any other name."""
    algorithm = algorithm_of(name)
    if not algorithm.has_reference:
        names = names_where(lambda each: each.has_reference)
        raise InputError(f"{name} runs only in the native engine, not node by node; the reference has {names}")
    return algorithm


def names_where(holds: Callable[[Algorithm], bool]) -> str:
    """Return the names of the algorithms that meet a condition, formatted for a message.

    >>> names_where(lambda each: each.exhaustive)
    'minimax, negamax'
    """
    return ", ".join(each.name for each in ALGORITHMS.values() if holds(each))


# --- the records -----------------------------------------------------------------------------------------------------

MINIMAX = register(
    Algorithm(
        "minimax",
        Listing(
            (
                "value(node)",
                "  if node is a leaf: return its value",
                "  best = -inf if MAX moves, else +inf",
                "  for each child",
                "    if MAX moves: best = max(best, value(child))",
                "    if MIN moves: best = min(best, value(child))",
                "  return best",
            ),
            enter=0, leaf=1, max_update=4, min_update=5, leave=6,
        ),
        native=Native.NO_CUT, exhaustive=True,
    )
)  # fmt: skip

NEGAMAX = register(
    Algorithm(
        "negamax",
        Listing(
            (
                "value(node), as who moves sees it",
                "  if node is a leaf: return its value",
                "  best = -inf",
                "  for each child",
                "    best = max(best, -value(child))",
                "  return best",
            ),
            enter=0, leaf=1, max_update=4, min_update=4, leave=5,
        ),
        native=Native.NO_CUT, variant_of=MINIMAX, exhaustive=True,
    )
)  # fmt: skip

AFTER_A_CHILD = (
    "    if MAX moves: best = max(best, v)",
    "                  alpha = max(alpha, best)",
    "    if MIN moves: best = min(best, v)",
    "                  beta = min(beta, best)",
    "    if alpha >= beta: prune the rest",
)

ALPHABETA = register(
    Algorithm(
        "alphabeta",
        Listing(
            (
                "value(node, alpha, beta)",
                "  if node is a leaf: return its value",
                "  best = -inf if MAX moves, else +inf",
                "  for each child",
                "    v = value(child, alpha, beta)",
                *AFTER_A_CHILD,
                "  return best",
            ),
            enter=0, leaf=1, max_update=5, min_update=7, cutoff=9, leave=10, changes=1,
        ),
        native=Native.CUT, table="optional", windowed=True, has_windows=True,
    )
)  # fmt: skip

FAILHARD = register(
    Algorithm(
        "failhard",
        Listing(
            (
                "value(node, alpha, beta)",
                "  if a leaf: return its value, clipped",
                "  for each child",
                "    v = value(child, alpha, beta)",
                "    if MAX moves: alpha = max(alpha, v)",
                "    if MIN moves: beta = min(beta, v)",
                "    if alpha >= beta: prune the rest",
                "  return alpha if MAX moves, else beta",
            ),
            enter=0, leaf=1, max_update=4, min_update=5, cutoff=6, leave=7,
            horizon="  at depth {}: return its estimate, clipped",
        ),
        variant_of=ALPHABETA, windowed=True, has_windows=True, clips=True,
    )
)  # fmt: skip

SHALLOW = register(
    Algorithm(
        "shallow",
        Listing(
            (
                "value(node, alpha, beta)",
                "  if node is a leaf: return its value",
                "  best = -inf if MAX moves, else +inf",
                "  for each child",
                "    if MAX moves: v = value(child, alpha, +inf)",
                "    if MIN moves: v = value(child, -inf, beta)",
                *AFTER_A_CHILD,
                "  return best",
            ),
            enter=0, leaf=1, max_update=6, min_update=8, cutoff=10, leave=11, changes=1,
        ),
        windowed=True, has_windows=True, only_by_name=True,
    )
)  # fmt: skip

PVS = register(
    Algorithm(
        "pvs",
        Listing(
            (
                "value(node, alpha, beta), as who moves sees it",
                "  if node is a leaf: return its value",
                "  best = -inf",
                "  for each child",
                "    first: v = -value(child, -beta, -alpha)",
                "    later: v = -value(child, -alpha - 1, -alpha)",
                "           if alpha < v < beta, once more:",
                "           v = -value(child, -beta, -alpha)",
                "    best = max(best, v)",
                "    alpha = max(alpha, best)",
                "    if alpha >= beta: prune the rest",
                "  return best",
            ),
            enter=0, leaf=1, max_update=8, min_update=8, cutoff=10, leave=11, changes=1,
        ),
        native=Native.STRONG, windowed=True, has_windows=True, searches_again=True,
    )
)  # fmt: skip

MEMORY = (
    "value(node, alpha, beta)",
    "  if node is a leaf: return its value",
    "  if the table knows enough of node: return that",
    "  for each child, the table's move first",
    "    v = value(child, alpha, beta)",
    *AFTER_A_CHILD,
    "  tell the table; return best",
)

MTDF = register(
    Algorithm(
        "mtdf",
        Listing(
            (
                "lower = -inf; upper = +inf; guess = 0",
                "while lower < upper",
                "  beta = guess + 1 if guess = lower, else guess",
                "  guess = value(root, beta - 1, beta),",
                "    which is a new lower or upper",
                "",
                *MEMORY,
            ),
            enter=6, leaf=7, hit=8, max_update=11, min_update=13, cutoff=15, leave=16, changes=1,
        ),
        native=Native.NULL_WINDOWS, table="always", has_windows=True, searches_again=True,
    )
)  # fmt: skip

SSS = register(
    Algorithm(
        "sss",
        Listing(
            (
                "OPEN = the root, with merit +inf",
                "repeat: take the greatest merit from OPEN",
                "  a leaf: solved with min(merit, its value)",
                "  MAX moves: put all its children into OPEN",
                "  MIN moves: put its first child into OPEN",
                "  solved: so is its parent where MAX moves,",
                "    or where it was the last child;",
                "    otherwise put the next child into OPEN",
                "until the root is solved: that is the value",
            ),
            enter=1, leaf=2, max_update=5, min_update=6, leave=5,
            horizon="  a node at depth {}: so, by its estimate",
        ),
        best_first=True,
    )
)  # fmt: skip

DEEPENING = register(
    Algorithm(
        "deepening",
        Listing(
            ("for depth = 1, 2, 3 ... until it is proved", "  value(root, -inf, +inf) to that depth", "", *MEMORY),
            enter=3, leaf=4, hit=5, max_update=8, min_update=10, cutoff=12, leave=13, changes=1,
            horizon="  if at that depth: return its estimate",
        ),
        native=Native.STRONG, table="always", has_windows=True, searches_again=True, iterative=True,
    )
)  # fmt: skip

SELECTIVE = register(
    Algorithm("selective", None, native=Native.SELECTIVE, table="always", searches_again=True, iterative=True)
)

MCTS = register(
    Algorithm(
        "mcts",
        Listing(
            (
                "repeat: node = root",
                "  while node was visited before",
                "    node = its child with the greatest",
                "      mean + C sqrt(log visits / child's visits)",
                "  result = how the game ended there,",
                "    or how a game at random from there ends",
                "  for node and each node above it",
                "    visits += 1; total += result",
                "    bounds = what its children's bounds prove",
                "until stopped or proved",
                "return the child with most visits",
            ),
            enter=1, leaf=5, max_update=7, min_update=7, leave=7, hit=8,
            horizon="",
        ),
        native=Native.SIMULATIONS, searches_again=True, only_by_name=True, samples=True,
    )
)  # fmt: skip

WITH_REFERENCE = tuple(name for name, each in ALGORITHMS.items() if each.has_reference and not each.samples)
"""The algorithms with exact values that can be compared node by node."""
