"""The textbook searches in plain Python. Start reading here: they are the specification of every faster engine.

Each algorithm is a public function that takes a game and returns a SearchResult, followed by the recursion that does
the work, named `..._value`. The recursion works on a SearchRun (run.py), which handles the bookkeeping: it creates and
counts the nodes, calls the game's rules and notifies the observer. All values, alphas and betas are in MAX's view;
functions that work in the view of the player to move (negamax, PVS) say so.

What a returned value means: with a window (alpha, beta) a search returns v, and

    v <= alpha   v is an upper bound of the true value   (the search failed low)
    v >= beta    v is a lower bound of it                (the search failed high)
    otherwise    v is the true value

The true value is the minimax value of the whole game, or of the tree cut off at the horizon. Fail-soft searches
return a v outside the window when they can; fail-hard searches return alpha or beta.

In addition to its own parameters, every function takes the limits depth, time and nodes; order and seed (move
ordering); cut ("ge" or "gt"); all_moves (search each root action exactly); and observer (see observer.py).
`run_search` documents them. The record of each algorithm in engines/algorithms.py holds its other facts.
"""

from itertools import count
from math import inf, nextafter
from typing import Unpack

from plywise.engines.algorithms import ALPHABETA, DEEPENING, FAILHARD, MINIMAX, MTDF, NEGAMAX, PVS, SHALLOW
from plywise.engines.reference.node import Node
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.run import SearchRun
from plywise.engines.reference.search_functions import (
    CutOptions,
    MoveOptions,
    SearchOptions,
    ValueOf,
    every_action,
    run_search,
    searches,
)
from plywise.engines.results import SearchResult
from plywise.game import MAX, Game, State, Value

# --- minimax ---------------------------------------------------------------------------------------------------------


@searches(MINIMAX)
def minimax(
    game: Game, state: State = None, observer: Observer | None = None, **options: Unpack[SearchOptions]
) -> SearchResult:
    """Return the minimax value of a state: its value if both players play their best.

    Visits every node. Source: von Neumann 1928; in the MAX-VALUE / MIN-VALUE form of Russell and Norvig, AIMA.

    >>> from plywise.trees.tree import Tree
    >>> minimax(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2)).value
    5
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return minimax_value(run, node)

    return run_search(MINIMAX, value_of, game, state, observer=observer, **options)


def minimax_value(run: SearchRun, node: Node) -> Value:
    """Return the minimax value of a node."""
    run.enter(node)
    if run.is_leaf(node):
        value = run.leaf(node)
    elif run.player(node) == MAX:
        value = max_value(run, node)
    else:
        value = min_value(run, node)
    return run.leave(node, value)


def max_value(run: SearchRun, node: Node) -> Value:
    """Return the greatest value among the children."""
    best: Value = -inf
    for child in run.children(node):
        value = minimax_value(run, child)
        if value > best:
            best = value
            node.follow(child)
        run.update(node, child, best)
    return best


def min_value(run: SearchRun, node: Node) -> Value:
    """Return the least value among the children."""
    best: Value = inf
    for child in run.children(node):
        value = minimax_value(run, child)
        if value < best:
            best = value
            node.follow(child)
        run.update(node, child, best)
    return best


# --- negamax ---------------------------------------------------------------------------------------------------------


@searches(NEGAMAX)
def negamax(
    game: Game, state: State = None, observer: Observer | None = None, **options: Unpack[SearchOptions]
) -> SearchResult:
    """Return the minimax value with one function for both players: max(a, b) = -min(-a, -b).

    Visits the same nodes as minimax. Source: Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975, procedure F2
    without its bounds.
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return negamax_value(run, node, MAX)

    return run_search(NEGAMAX, value_of, game, state, observer=observer, **options)


def negamax_value(run: SearchRun, node: Node, side: int) -> Value:
    """Return the node's value in the view of `side`.

    The minus sign marks the change of view, not a change of turn: a player may move twice in a row.
    """
    run.enter(node)
    if run.is_leaf(node):
        return side * run.leave(node, run.leaf(node))
    mover = run.player(node)
    best: Value = -inf
    for child in run.children(node):
        value = -negamax_value(run, child, -mover)
        if value > best:
            best = value
            node.follow(child)
        run.update(node, child, mover * best)
    return side * run.leave(node, mover * best)


# --- alpha-beta ------------------------------------------------------------------------------------------------------


@searches(ALPHABETA)
def alphabeta(
    game: Game,
    state: State = None,
    alpha: Value = -inf,
    beta: Value = inf,
    depth: int | None = None,
    cut: str = "ge",
    observer: Observer | None = None,
    **options: Unpack[MoveOptions],
) -> SearchResult:
    """Return the minimax value, skipping subtrees that cannot change it (fail-soft).

    alpha is the value that MAX can already secure on the path to a node, beta the value that MIN can. Once alpha >=
    beta, the rest of the node cannot change the root's value and is cut off. Pass alpha and beta to ask a narrower
    question at the root; the module docstring says what the answer means. `table=MB` adds a transposition table.

    Source: the classroom and AIMA form: best starts at the worst value; each child updates best, then alpha (or beta);
    the rest is cut when alpha >= beta. Fail-soft: Fishburn, 1983.

    >>> from plywise.trees.tree import Tree
    >>> result = alphabeta(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2))
    >>> result.value, result.nodes, result.leaves, result.cutoffs
    (5, 11, 5, 2)
    """
    value_of = memory_value if options.get("table") is not None else alphabeta_value
    return run_search(ALPHABETA, value_of, game, state, alpha, beta, depth=depth, cut=cut, observer=observer, **options)


def alphabeta_value(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v: v <= alpha is an upper bound, v >= beta a lower bound, otherwise the node's value."""
    run.enter(node, alpha, beta)
    if run.is_leaf(node):
        value = run.leaf(node)
    elif run.player(node) == MAX:
        value = alphabeta_max(run, node, alpha, beta)
    else:
        value = alphabeta_min(run, node, alpha, beta)
    return run.leave(node, value)


def alphabeta_max(run: SearchRun, node: Node, alpha: Value, beta: Value, search: ValueOf = alphabeta_value) -> Value:
    """Return v at a MAX node: each child, valued by `search`, may raise alpha."""
    best: Value = -inf
    for child in run.children(node):
        value = search(run, child, alpha, beta)
        if value > best:
            best = value
            node.follow(child)
        alpha = max(alpha, best)
        run.update(node, child, best, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            break
    return best


def alphabeta_min(run: SearchRun, node: Node, alpha: Value, beta: Value, search: ValueOf = alphabeta_value) -> Value:
    """Return v at a MIN node: each child, valued by `search`, may lower beta."""
    best: Value = inf
    for child in run.children(node):
        value = search(run, child, alpha, beta)
        if value < best:
            best = value
            node.follow(child)
        beta = min(beta, best)
        run.update(node, child, best, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            break
    return best


# --- fail-hard alpha-beta --------------------------------------------------------------------------------------------


@searches(FAILHARD)
def failhard(
    game: Game,
    state: State = None,
    alpha: Value = -inf,
    beta: Value = inf,
    observer: Observer | None = None,
    **options: Unpack[SearchOptions],
) -> SearchResult:
    """Return the value as alpha-beta does, clipped to the window: alpha <= v <= beta.

    Visits the same nodes as the fail-soft form. With the cut rule "gt" it never cuts, because a value clipped to the
    window never exceeds beta. Source: Knuth and Moore 1975, procedure F2.
    """
    return run_search(FAILHARD, failhard_value, game, state, alpha, beta, observer=observer, **options)


def failhard_value(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v, alpha <= v <= beta: alpha an upper bound, beta a lower bound, otherwise the node's value."""
    run.enter(node, alpha, beta)
    if run.is_leaf(node):
        value = min(max(run.leaf(node), alpha), beta)
    elif run.player(node) == MAX:
        value = failhard_max(run, node, alpha, beta)
    else:
        value = failhard_min(run, node, alpha, beta)
    return run.leave(node, value)


def failhard_max(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v at a MAX node: alpha itself is the best value so far."""
    for child in run.children(node):
        value = failhard_value(run, child, alpha, beta)
        if value > alpha:
            alpha = value
            node.follow(child)
        run.update(node, child, alpha, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            return beta
    return alpha


def failhard_min(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v at a MIN node: beta itself is the best value so far."""
    for child in run.children(node):
        value = failhard_value(run, child, alpha, beta)
        if value < beta:
            beta = value
            node.follow(child)
        run.update(node, child, beta, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            return alpha
    return beta


# --- shallow alpha-beta ----------------------------------------------------------------------------------------------


@searches(SHALLOW)
def shallow(
    game: Game,
    state: State = None,
    alpha: Value = -inf,
    beta: Value = inf,
    observer: Observer | None = None,
    **options: Unpack[SearchOptions],
) -> SearchResult:
    """Return the value as alpha-beta does, but cut only by the parent's bound: there are no deep cutoffs.

    A node's window holds only its parent's bound; bounds from ancestors above the parent are not passed down. The
    search therefore enters every node that alpha-beta enters and, in trees of four plies and more, others too: the
    first deep cutoff uses a bound from three plies above. The returned bounds mean the same as in alpha-beta.

    Source: Knuth and Moore 1975, procedure F1.

    >>> from plywise.trees.tree import Tree
    >>> tree = Tree([[5, [[[6, 7], 3], 4]], 2])
    >>> shallow(tree).value == alphabeta(tree).value, shallow(tree).nodes, alphabeta(tree).nodes
    (True, 11, 10)
    """
    return run_search(SHALLOW, shallow_value, game, state, alpha, beta, observer=observer, **options)


def shallow_value(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v: v <= alpha is an upper bound, v >= beta a lower bound, otherwise the node's value."""
    run.enter(node, alpha, beta)
    if run.is_leaf(node):
        value = run.leaf(node)
    elif run.player(node) == MAX:
        value = shallow_max(run, node, alpha, beta)
    else:
        value = shallow_min(run, node, alpha, beta)
    return run.leave(node, value)


def shallow_max(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v at a MAX node: its children receive only MAX's bound from this node."""
    best: Value = -inf
    for child in run.children(node):
        value = shallow_value(run, child, alpha, inf)
        if value > best:
            best = value
            node.follow(child)
        alpha = max(alpha, best)
        run.update(node, child, best, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            break
    return best


def shallow_min(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v at a MIN node: its children receive only MIN's bound from this node."""
    best: Value = inf
    for child in run.children(node):
        value = shallow_value(run, child, -inf, beta)
        if value < best:
            best = value
            node.follow(child)
        beta = min(beta, best)
        run.update(node, child, best, alpha, beta)
        if run.cuts(alpha, beta):
            run.cutoff(node, child, alpha, beta)
            break
    return best


# --- null windows: principal variation search ------------------------------------------------------------------------


def above(value: Value) -> Value:
    """Return the next greater value of the same type: the next integer, or the next float."""
    return value + 1 if isinstance(value, int) else nextafter(value, inf)


def below(value: Value) -> Value:
    """Return the next smaller value of the same type."""
    return value - 1 if isinstance(value, int) else nextafter(value, -inf)


@searches(PVS)
def pvs(
    game: Game,
    state: State = None,
    alpha: Value = -inf,
    beta: Value = inf,
    observer: Observer | None = None,
    **options: Unpack[SearchOptions],
) -> SearchResult:
    """Return the value by principal variation search (NegaScout): trust the first child, test the others.

    A null window (alpha, alpha + 1) tests whether each later child is better than alpha, and cuts more than a full one.
    A child that passes the test is searched again for its value. With good move ordering that is rare.

    Source: Marsland and Campbell 1982; Reinefeld, "An Improvement to the Scout Tree Search Algorithm", 1983.
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return pvs_value(run, node, alpha, beta, MAX)

    return run_search(PVS, value_of, game, state, alpha, beta, observer=observer, **options)


def pvs_value(run: SearchRun, node: Node, alpha: Value, beta: Value, side: int) -> Value:
    """Return v as alpha-beta does (fail-soft); alpha, beta and v in the view of `side`."""
    run.enter(node, *view(alpha, beta, side))
    if run.is_leaf(node):
        return side * run.leave(node, run.leaf(node))
    mover = run.player(node)
    if mover != side:
        alpha, beta = -beta, -alpha
    best: Value = -inf
    for place, child in enumerate(run.children(node)):
        if place == 0:
            value = -pvs_value(run, child, -beta, -alpha, -mover)
        else:
            test = above(alpha)
            value = -pvs_value(run, child, -test, -alpha, -mover)
            if alpha < value < beta and test < beta:  # better, but by how much? A null window cannot say
                value = -pvs_value(run, child, -beta, -alpha, -mover)
        if value > best:
            best = value
            node.follow(child)
        alpha = max(alpha, best)
        run.update(node, child, mover * best, *view(alpha, beta, mover))
        if run.cuts(alpha, beta):
            run.cutoff(node, child, *view(alpha, beta, mover))
            break
    return side * run.leave(node, mover * best)


def view(alpha: Value, beta: Value, side: int) -> tuple[Value, Value]:
    """Convert a window between `side`'s view and MAX's; works both ways."""
    return (alpha, beta) if side == MAX else (-beta, -alpha)


# --- alpha-beta with memory ------------------------------------------------------------------------------------------


def memory_value(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
    """Return v as fail-soft alpha-beta does, and store the bounds it proves in the transposition table.

    Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996:
    AlphaBetaWithMemory.
    """
    run.enter(node, alpha, beta)
    if run.is_leaf(node):
        return run.leave(node, run.leaf(node))
    entry, guesses = run.probe(node), run.guesses
    if entry is not None and entry.holds_at(run.remaining(node)) and not run.is_top(node):
        if entry.lower >= beta or entry.lower == entry.upper:
            return run.hit(node, entry, entry.lower)
        if entry.upper <= alpha:
            return run.hit(node, entry, entry.upper)
    search = alphabeta_max if run.player(node) == MAX else alphabeta_min
    value = search(run, node, alpha, beta, memory_value)
    run.store(node, value, alpha, beta, guesses)
    return run.leave(node, value)


# --- MTD(f) ----------------------------------------------------------------------------------------------------------


@searches(MTDF)
def mtdf(
    game: Game,
    state: State = None,
    guess: Value = 0,
    observer: Observer | None = None,
    **options: Unpack[SearchOptions],
) -> SearchResult:
    """Return the value by null-window searches only: each raises the lower bound or lowers the upper bound.

    A transposition table saves work between the passes. `guess` is the first value tested; the closer it is, the fewer
    the passes. Source: Plaat et al. 1996.
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return mtdf_value(run, node, guess)

    return run_search(MTDF, value_of, game, state, observer=observer, **options)


def mtdf_value(run: SearchRun, node: Node, guess: Value) -> Value:
    """Return the node's value. The best line comes from the pass that proved the bound of the player to move."""
    value, lower, upper, line = guess, -inf, inf, None
    run.window = None
    while lower < upper:
        beta = above(value) if value == lower else value
        alpha = below(beta)
        value = memory_value(run, node, alpha, beta)
        if value > alpha:
            lower = value
        if value < beta:
            upper = value
        if node.line is None:
            continue
        proves_own_side = value > alpha if run.player(node) == MAX else value < beta
        if proves_own_side:
            line = (node.line[0], None)  # one pass proves moves of one side only; the table supplies the rest
            if node is run.root:
                run.so_far = (value, line)
    node.line = line
    return value


# --- iterative deepening ---------------------------------------------------------------------------------------------


@searches(DEEPENING)
def deepening(
    game: Game,
    state: State = None,
    depth: int | None = None,
    observer: Observer | None = None,
    all_moves: bool = False,
    **options: Unpack[CutOptions],
) -> SearchResult:
    """Return the value by alpha-beta to depth 1, then 2, then 3 ... until it is proved or a limit stops the search.

    Each iteration tries the previous one's best move first (from the transposition table), which makes up for the
    repeated work. The last complete iteration provides an answer at any time. If the game declares its utility bounds,
    they are the window, so the search ends with the first iteration that finds a forced win: of two wins it finds the
    shorter.

    Source: Slate and Atkin, "Chess 4.5", 1977; Korf 1985.
    """

    def value_of(run: SearchRun, node: Node, alpha: Value, beta: Value) -> Value:
        return deepening_value(run, depth, all_moves)

    return run_search(DEEPENING, value_of, game, state, depth=depth, observer=observer, **options)


def deepening_value(run: SearchRun, depth: int | None, all_moves: bool) -> Value:
    """Return the root's value at the last depth, and record the answer of each complete iteration."""
    for horizon in count(0 if depth == 0 else 1):
        run.horizon, run.guesses = horizon, 0
        if all_moves:
            value = every_action(run, memory_value)
        else:
            value = memory_value(run, run.root, *run.game.utility_bounds)
        run.complete(value, horizon)
        if run.proves(value) or horizon == depth:
            break
    return value
