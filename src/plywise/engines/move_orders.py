"""Move orders by name: the order in which a search visits a node's children.

An order takes a node and its actions, as listed by the game, and returns the order in which to search them. Ties keep
the game's order. The order affects the number of nodes, never the result. The reference's orders are in
reference/move_orders.py. The native engine (kernel/ordered_search.py) has all of them except a game's own, and enters
the same nodes in the same order.

Orders that need no search:

    given      as the game lists them
    reverse    back to front (also called reversed)
    random     shuffled, by the seed and by the path from the root: each child gets a 64-bit number, made from its
               parent's and its place, and the greatest comes first
    priority   the game's `priority`, the greatest first
    textbook   captures first, then threats, then forward moves, then backward ones (Russell and Norvig, AIMA, on move
               ordering in chess): the game's `noisy` actions; those after which the other player is `under_threat`;
               those that say `goes_forward`; the others. Only for games that say one of these

Orders that run searches, whose nodes are counted separately (`ordering_nodes`):

    best       by the value of the state SHALLOW_PLIES plies further on, best for the player to move first
    ideal      by the child's own minimax value, to the horizon, best for the player to move first. With the best child
               first everywhere, alpha-beta that cuts when alpha >= beta enters the minimal tree of Knuth and Moore on
               every uniform tree, and reads b**ceil(d/2) + b**floor(d/2) - 1 leaves. On other trees it need not be
               minimal: of two moves that refute, the weaker may be cheaper to search
    worst      by the same value, worst for the player to move first. Not always the greatest possible number of nodes
    iteration  the search is run to depth 1, 2, 3 ... first; each run's line of best play (its first LINE_KEPT plies)
               is tried first in the next. Only the last iteration's nodes count as nodes; the others are counted
                              separately. If all lines of play of an iteration end before the horizon, it is the last,
                              whatever the requested depth

Orders learned during the search and kept to its end:

    killers    first the action that cut last at this ply, then the one before it, in the first KILLER_PLIES plies
    history    by how often the action of this player cut, anywhere, the greatest first: each cutoff counts the square
               of the plies left to the horizon, or 1 without a horizon. Only the first MAX_HISTORIES actions that cut
                              are counted
    table      first the action that was best when the same state was last searched, at any depth, if it was better than
               what its player already had (otherwise nothing is recorded); from the iterations, as in `iteration`, and
               from earlier visits. Only the move is used: no value is cut by the table. The first MAX_STATES states
               are remembered

A tree from a file or text has its own `ideal` (also called best) and `worst`, with which alpha-beta reads the fewest
and the most leaves possible: see plywise.trees.optimal_order.
"""

from plywise.arguments.names import find_name, hint
from plywise.arguments.numbers import as_whole
from plywise.bits import product, shifted_down, wrapped
from plywise.errors import InputError
from plywise.game import Action, Game, State, defines

SHALLOW_PLIES = 2
LINE_KEPT = 64
KILLER_PLIES = 1024
MAX_HISTORIES = 1 << 16
MAX_STATES = 1 << 20

NAMES = (
    "given", "reverse", "random", "priority", "best", "ideal", "worst", "iteration", "killers", "history", "table",
    "textbook",
)  # fmt: skip
GIVEN, REVERSE, RANDOM, PRIORITY, BEST, IDEAL, WORST, ITERATION, KILLERS, HISTORY, TABLE, TEXTBOOK = range(len(NAMES))
"""The orders of every game, by their number in the compiled search; `priority` and `textbook` only if the game defines
the hooks they need."""

CAPTURE, THREAT, FORWARD, BACKWARD = 3, 2, 1, 0
"""The kinds of actions in textbook order, best first."""

KINDS = ("noisy", "under_threat", "goes_forward")
"""The hooks that tell them apart."""

ITERATING = ("iteration", "table")
OTHER_NAMES = {"reversed": "reverse"}


def order_names(game: Game) -> list[str]:
    """Return the names of the move orders that a game supports."""
    needs = {"priority": ("priority",), "textbook": KINDS}
    names = [name for name in NAMES if any(defines(game, rule) for rule in needs.get(name, ("actions",)))]
    return list(dict.fromkeys([*names, *game.orders()]))


def kind_of(game: Game, state: State, action: Action) -> int:
    """Return the kind of an action in textbook order."""
    if game.noisy(state, action):
        return CAPTURE
    if game.makes_threat(state, action):
        return THREAT
    return FORWARD if game.goes_forward(state, action) else BACKWARD


def order_name(game: Game, name: str) -> str:
    """Return the canonical name of an order. Raises InputError if the game does not have it."""
    names = order_names(game)
    found = find_name(name, names, OTHER_NAMES)
    if found is None:
        it_has = f"it has {', '.join(names)}"
        raise InputError(f"{game.name} has no order {name!r}; {hint(name, names, OTHER_NAMES, it_has)}")
    return found


# --- random ----------------------------------------------------------------------------------------------------------

MIX = -7046029254386353131  # 2**64 / golden ratio, odd


def seed_word(seed: int) -> int:
    """Return a seed as a 64-bit number. Raises InputError if it is not an integer.

    >>> seed_word(2**64 + 7)
    7
    """
    whole = as_whole(seed)
    if whole is None:
        raise InputError(f"seed must be a whole number, not {seed!r}")
    return wrapped(whole)


def numbered(number: int, place: int) -> int:
    """Return a pseudo-random 64-bit number for the child at a place, derived from its parent's number."""
    number = product(number ^ (place + 1), MIX)
    number = product(number ^ shifted_down(number, 31), MIX)
    return number ^ shifted_down(number, 29)
