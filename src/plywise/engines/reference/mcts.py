"""Monte Carlo tree search: UCT with random playouts, and proofs of wins, losses and draws.

The tree grows from the root by one simulation after another. A simulation descends from each node to the child with
the best upper confidence bound. At the first node that is new it plays a random game to its end (a playout), and every
node on the path records the result. The mean of a node's results estimates its value. As simulations add up, more and
more of them follow the better moves.

Ends of the game inside the tree give exact values. Each node stores a lower and an upper bound of its minimax value.
They start at the game's utility bounds; at an end of the game both equal the utility; elsewhere they follow from the
children's bounds by the minimax rule. A node whose bounds meet is proved. Simulations skip a child once its bounds
show that it cannot beat a sibling. The search of a small game therefore ends with a proof.

Contract: `proved` is set only if the root's bounds meet; the value is then the minimax value. Otherwise the value is
an estimate: the mean result of the simulations through the best move, in the unit of the game's utilities, MAX's view.
The same seed and number of nodes build the same tree, in the native engine too if utilities are integers of at most 36
bits.

Sources: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006 (UCT); Winands, Bjornsson and Saito,
"Monte-Carlo tree search solver", 2008 (proofs); Cazenave and Saffidine, "Score bounded Monte-Carlo tree search", 2010
(bounds, for games with more than two results).
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf, log, sqrt

from plywise.engines.algorithms import MCTS
from plywise.engines.limits import Limits, Stop, Stopped
from plywise.engines.lots import draw, seeded
from plywise.engines.playouts import EXPLORATION, MAX_PLAYOUT, MAX_TREE, USUAL_PLAYOUTS, Child, check_seed, choose_child
from plywise.engines.reference.node import Line, Node
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.run import SearchRun
from plywise.engines.reference.search_functions import SAMPLERS
from plywise.engines.results import Bound, SearchResult, is_proved
from plywise.engines.watching import watched
from plywise.game import MAX, Game, State, Value
from plywise.game.slips import NO_MOVE
from plywise.process.recursion import recursion_budget

# --- the search ------------------------------------------------------------------------------------------------------


def mcts(
    game: Game,
    state: State = None,
    observer: Observer | None = None,
    *,
    nodes: int | None = None,
    time: float | None = None,
    stop: Stop | None = None,
    watcher: Callable[[SearchResult], None] | None = None,
    partial: bool | None = None,
    seed: int = 0,
) -> SearchResult:
    """Return the result of a Monte Carlo tree search: an estimate, or a proved value.

    nodes: the number of simulations; USUAL_PLAYOUTS if no limit at all is given
    time, stop, watcher, partial: see Limits
    seed: of the random playouts
    observer: receives enter and leave events, with mean results, for the nodes of each simulation, and a table hit for
        each proved node

    Raises InputError for a bad limit, and KeyboardInterrupt at Ctrl-C unless partial results are allowed.

    >>> from plywise.trees.tree import Tree
    >>> found = mcts(Tree([3, 5, 6, 9, 1, 2, 0, -1], branching=2), nodes=200)
    >>> found.value, found.proved
    (5, True)
    """
    check_seed(seed)
    limits = Limits(None, time, nodes, stop, watcher, partial)
    limits = watched(limits, lambda: answer(tree, "interrupt"))
    run = SearchRun(game, state, limits, observer=observer)
    most = USUAL_PLAYOUTS if nodes is None and time is None and stop is None else limits.nodes
    tree = Tree(run, seed, inf if most is None else most)
    try:
        with recursion_budget():
            stopped_by = tree.grow()
    except Stopped as stopped:
        stopped_by = stopped.by
    except KeyboardInterrupt:
        if not run.limits.keeps_partial:
            raise
        stopped_by = "interrupt"
    return answer(tree, stopped_by)


SAMPLERS[MCTS.name] = mcts

# --- the tree --------------------------------------------------------------------------------------------------------


class Place:
    """A node of the tree.

    node: its state, and the action that led to it
    children: in random order; created by the second simulation that visits the node
    visits, total: the number of simulations that visited it, and the sum of their results, MAX's view
    low, high: bounds of its minimax value, MAX's view
    """

    __slots__ = ("children", "high", "low", "mover", "node", "total", "visits")

    def __init__(self, node: Node, bounds: tuple[Value, Value]) -> None:
        self.node = node
        self.children: list[Place] = []
        self.visits = 0
        self.total: Value = 0
        self.low, self.high = bounds
        self.mover = 0

    @property
    def mean(self) -> float:
        """The mean result."""
        return self.total / self.visits

    @property
    def is_proved(self) -> bool:
        """Whether its minimax value is known."""
        return self.low >= self.high

    def is_closed(self, parent: "Place") -> bool:
        """Return whether the parent's player already has an option at least as good as this node."""
        return self.high <= parent.low if parent.mover == MAX else self.low >= parent.high


class Tree:
    """The tree of one search.

    least, greatest: the extreme results so far; they scale means to the range from 0 to 1
    """

    def __init__(self, run: SearchRun, seed: int, most: float) -> None:
        self.run = run
        self.game = run.game
        self.lots = [seeded(seed)]
        self.most = most
        self.root = Place(run.root, self.game.utility_bounds)
        self.least, self.greatest = inf, -inf

    def grow(self) -> str:
        """Simulate until the root is proved: return "complete". Raises Stopped at a limit."""
        run, root = self.run, self.root
        if self.game.terminal(root.node.state):
            self.enter(root)
            self.visit(root)
            self.leave(root)
            run.stats.nodes = 1
            return "complete"
        self.visit(root)
        self.expand(root)
        while not root.is_proved:
            if run.stats.nodes >= self.most:
                raise Stopped("nodes")
            run.look()
            run.stats.nodes += 1
            self.simulate()
        return "complete"

    def simulate(self) -> None:
        """Descend to a place that no simulation has visited, and record the result along the path."""
        line = [self.root]
        self.enter(self.root)
        while len(line) == 1 or (line[-1].visits and len(line) <= MAX_TREE):
            place = line[-1]
            if not place.children:
                self.expand(place)
            line.append(self.select(place))
            self.enter(line[-1])
        place = line[-1]
        if self.visit(place):
            result = place.low
        else:
            result = self.playout(place.node.state)
            self.run.stats.estimates += 1
            self.report_leaf(place, result)
        self.least, self.greatest = min(self.least, result), max(self.greatest, result)
        self.note(line, result)

    def visit(self, place: Place) -> bool:
        """Return whether the game is over at a new place; if so, its value is proved."""
        node = place.node
        node.over = self.game.terminal(node.state)
        if node.over:
            place.low = place.high = self.run.leaf(node)
        else:
            place.mover = self.run.player(node)
        return node.over

    def expand(self, place: Place) -> None:
        """Create a place's children, in random order."""
        children = [Place(node, self.game.utility_bounds) for node in self.run.children(place.node)]
        for last in range(len(children) - 1, 0, -1):
            other = draw(self.lots, 0, last + 1)
            children[last], children[other] = children[other], children[last]
        place.children = children

    def select(self, place: Place) -> Place:
        """Return the child to descend to: an unvisited one, or the one with the best confidence bound."""
        spread = self.greatest - self.least if self.greatest > self.least else 1
        logarithm = log(place.visits) if place.visits else 0.0
        best, best_score = place.children[0], -inf
        for child in place.children:
            if child.is_closed(place):
                continue
            if child.visits == 0:
                return child
            score = place.mover * child.mean / spread + EXPLORATION * sqrt(logarithm / child.visits)
            if score > best_score:
                best, best_score = child, score
        return best

    def playout(self, state: State) -> Value:
        """Return the result of a random game from a state; if the game gets too long, the evaluation where it stops."""
        game, low, high = self.game, *self.game.utility_bounds
        for _ in range(MAX_PLAYOUT):
            if game.terminal(state):
                return game.utility(state)
            actions = list(game.actions(state))
            if not actions:
                raise self.run.unusable("actions", actions, place_of(state), NO_MOVE)
            state = self.run.after(state, actions[draw(self.lots, 0, len(actions))])
        return min(max(game.evaluate(state), low), high)

    def note(self, line: list[Place], result: Value) -> None:
        """Record a result at every place of a line, and update their bounds from the end to the root."""
        changed = line[-1].is_proved
        for place, parent in zip(reversed(line), [*reversed(line[:-1]), None], strict=True):
            place.visits += 1
            place.total += result
            self.leave(place)
            if parent is not None and changed:
                changed = infer_bounds(parent)

    # --- what an observer sees ----------------------------------------------------------------------------------------

    def enter(self, place: Place) -> None:
        """Enter a node; compute its state on the first visit."""
        node, run = place.node, self.run
        if node.parent is not None and place.visits == 0:
            node.state = run.after(node.parent.state, node.action)
            if run.watch is not None:
                run.watch.enter(node)
        run.stats.depth = max(run.stats.depth, node.ply)
        if run.observer is not None:
            run.observer.enter(node, -inf, inf)

    def report_leaf(self, place: Place, result: Value) -> None:
        """Report the result of a playout to the observer."""
        self.run.stats.leaves += 1
        if self.run.observer is not None:
            self.run.observer.leaf(place.node, result, True)

    def leave(self, place: Place) -> None:
        """Leave a node; report its mean or proved value to the observer."""
        node, run = place.node, self.run
        if run.watch is not None:
            run.watch.confirm(node)
        if run.observer is None:
            return
        value = place.low if place.is_proved else place.mean
        if place.is_proved and not node.over:
            run.observer.table_hit(node, value)
        run.observer.leave(node, value)


def place_of(state: State) -> Node:
    """Return a node for a state outside the tree."""
    node = Node(None, None, 0)
    node.state = state
    return node


def infer_bounds(place: Place) -> bool:
    """Compute a place's bounds from those of its children; return whether they changed."""
    choose = max if place.mover == MAX else min
    before = place.low, place.high
    place.low = choose(child.low for child in place.children)
    place.high = choose(child.high for child in place.children)
    return before != (place.low, place.high)


# --- the answer ------------------------------------------------------------------------------------------------------


def best_child(place: Place, bounds: tuple[Value, Value]) -> Place:
    """Return the child to play. bounds: the game's utility bounds."""
    known = [
        Child(each.visits, each.mean if each.visits else 0, each.low, each.high, each.node.over)
        for each in place.children
    ]
    return place.children[choose_child(known, place.mover, bounds)]


def line_of_play(tree: Tree) -> Iterator[Place]:
    """Yield the places of the expected line."""
    place = tree.root
    while any(child.visits for child in place.children):
        place = best_child(place, tree.game.utility_bounds)
        yield place


def answer(tree: Tree, stopped_by: str) -> SearchResult:
    """Return the current result."""
    run, root, bound = tree.run, tree.root, Bound.EXACT
    line = list(line_of_play(tree))
    value: Value | None = None
    if root.is_proved:
        value = root.low
    elif line and line[0].visits:
        value = min(max(line[0].mean, line[0].low), line[0].high)
    else:
        bound = Bound.LOWER if root.mover == MAX else Bound.UPPER
    linked: Line = None
    for place in reversed(line):
        linked = (place.node.action, linked)
    proved = root.is_proved and is_proved(run.game, root.low, 0, 0, alone=True)
    return replace(run.result(MCTS, value, linked, bound, proved, stopped_by), selective=True)


__all__ = ["mcts"]
