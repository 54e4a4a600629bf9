"""Move orders, by name: in which order a search looks at a node's children.

An order says of a node and of its actions, as the game lists them, in which order their places are searched. Ties keep
the game's order. It changes how many nodes a search needs, never what it finds. The reference's orders are here; the
native engine (ordered.py) has all but a game's own, and enters the same nodes in the same order.

Without any search:

    given      as the game lists them
    reverse    back to front (also called reversed)
    random     shuffled, by the seed and by the path from the root: each child gets a 64-bit number, made of its
               parent's and of its place, and the greatest comes first
    priority   the game's `priority`, the greatest first

By searches of their own, whose nodes count apart (`ordering_nodes`):

    best       by the value of the state SHALLOW_PLIES plies further on, best for the player to move first
    ideal      by the child's own minimax value, to the horizon, best for the player to move first. With the best child
               first everywhere, alpha-beta that cuts when alpha >= beta enters the minimal tree of Knuth and Moore on
               every uniform tree, and reads b**ceil(d/2) + b**floor(d/2) - 1 leaves. Elsewhere it need not be the
               least: of two moves that refute, the weaker may be cheaper to search
    worst      by the same value, worst for the player to move first. Not always the most nodes that there can be
    iteration  the search is run to depth 1, 2, 3 ... first; the line of best play of each (its first LINE_KEPT
               plies) is tried first in the next one. The nodes counted are the last iteration's; those of the others
               count apart. An iteration in which no line of play reached the horizon is the last one, whatever depth
               was asked for

Learnt while the search goes on, and kept to its end:

    killers    first the action that cut last at this ply, then the one before it, in the first KILLER_PLIES plies
    history    by how often the action of this player cut, wherever that was, the greatest first: each cutoff counts the
               square of the plies left to the horizon, or 1 where there is none. MAX_HISTORIES actions are counted,
               the first ones that cut
    table      first the action that was best when the same state was searched last, at any depth, if it was better than
               what its player had already (otherwise nothing is known of it); from the iterations as in `iteration`,
               and from earlier visits. Only the move: nothing is cut by what the table says. MAX_STATES states are
               remembered, the first ones

A tree that is written down has its own `ideal` (also called best) and `worst`, in which alpha-beta reads the fewest and
the most leaves that there can be: see plywise.trees.optimal_order.
"""

from plywise.bits import product, shifted_down
from plywise.errors import InputError
from plywise.game import Game, defines

SHALLOW_PLIES = 2
LINE_KEPT = 64
KILLER_PLIES = 1024
MAX_HISTORIES = 1 << 16
MAX_STATES = 1 << 20

NAMES = ("given", "reverse", "random", "priority", "best", "ideal", "worst", "iteration", "killers", "history", "table")
GIVEN, REVERSE, RANDOM, PRIORITY, BEST, IDEAL, WORST, ITERATION, KILLERS, HISTORY, TABLE = range(len(NAMES))
"""The orders of every game, by their numbers in the compiled search; `priority` only where the game has one."""

ITERATING = ("iteration", "table")
OTHER_NAMES = {"reversed": "reverse"}


def order_names(game: Game) -> list[str]:
    """Return the names of the orders that a game can be searched in."""
    names = [name for name in NAMES if name != "priority" or defines(game, "priority")]
    return list(dict.fromkeys([*names, *game.orders()]))


def order_name(game: Game, name: str) -> str:
    """Return the name under which an order is known here. Raises InputError for one that the game does not have."""
    names = order_names(game)
    found = name if name in names else OTHER_NAMES.get(name, name)
    if found not in names:
        raise InputError(f"{game.name} has no order {name!r}; it has {', '.join(names)}")
    return found


# --- random ----------------------------------------------------------------------------------------------------------

MIX = -7046029254386353131  # 2**64 / golden ratio, odd


def numbered(number: int, place: int) -> int:
    """Return the number of a node's child at a place, as random as 64 bits are, made of the node's own number."""
    number = product(number ^ (place + 1), MIX)
    number = product(number ^ shifted_down(number, 31), MIX)
    return number ^ shifted_down(number, 29)
