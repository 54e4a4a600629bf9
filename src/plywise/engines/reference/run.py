"""SearchRun: the bookkeeping of one reference search, so that the algorithms read as in the textbook.

The algorithms decide what to search and when to cut. A SearchRun creates and counts the nodes, notifies the observer,
enforces the limits and builds the SearchResult. `search_functions` creates the SearchRun.
"""

import operator
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from math import inf
from typing import NamedTuple

from plywise.engines.algorithms import Algorithm
from plywise.engines.limits import Limits, Stopped, too_long
from plywise.engines.reference.move_orders import ordering
from plywise.engines.reference.node import Line, Node, actions_of
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.table import DictTable, Entry
from plywise.engines.results import Bound, SearchResult, Stats, is_proved, reaches_bound
from plywise.errors import InputError
from plywise.game import MAX, MAX_ACTIONS, MIN, Action, Game, State, Value, player_word, start_of
from plywise.game.contents import is_immutable
from plywise.game.ordered_sets import result_with_ordered_sets, with_ordered_sets
from plywise.game.slips import NO_MOVE, wrong_answer
from plywise.game.trial_play import Unchanged
from plywise.process.recursion import MAX_PLIES, RecursionBudget

CUTS: dict[str, Callable[[Value, Value], bool]] = {"ge": operator.ge, "gt": operator.gt}


GRACE = 0.005  # seconds that remain in any case to choose among the best actions


class Iteration(NamedTuple):
    """The result of one complete iteration of iterative deepening, to `depth`."""

    value: Value
    line: Line
    depth: int
    action_values: dict[Action, Value] | None


class Watch:
    """Checks, when a node is left, that its state still has the contents it had on entry.

    A rule that changes states in place would produce values of the wrong states, and false proofs.
    """

    def __init__(self, game: Game, root: Node) -> None:
        self.game = game
        self.enter(root)

    def enter(self, node: Node) -> None:
        """Record the contents of a node's state."""
        node.unchanged = Unchanged(self.game, node.state)

    def confirm(self, node: Node) -> None:
        """Raise InputError if the node's state has changed."""
        if node.unchanged is not None:
            node.unchanged.confirm()


class SearchRun:
    """One search of one state of one game.

    cut: "ge" cuts when alpha >= beta, "gt" only when alpha > beta
    order, seed: see `move_orders.ordering`
    evaluate: whether to call the game's `evaluate`; if False, all states at the horizon count the same
    table: None, or the transposition table to use
    observer: notified of every event
    """

    def __init__(
        self,
        game: Game,
        state: State,
        limits: Limits,
        *,
        cut: str = "ge",
        order: str = "given",
        seed: int = 0,
        evaluate: bool = True,
        table: DictTable | None = None,
        observer: Observer | None = None,
    ) -> None:
        if cut not in CUTS:
            raise InputError(f"no cut rule {cut!r}; there are {', '.join(CUTS)}")
        self.game = game
        self.root = Node(None, None, 0)
        self.root.state = with_ordered_sets(start_of(game, state))
        self.after = result_with_ordered_sets(game, self.root.state)
        self.watch = None if is_immutable(self.root.state) else Watch(game, self.root)
        self.limits = limits
        self.horizon_asked: float = inf if limits.depth is None else limits.depth
        self.horizon = self.horizon_asked
        self.cuts = CUTS[cut]
        self.estimate = game.evaluate if evaluate else partial(Game.evaluate, game)
        self.order = ordering(game, order, seed, self._enter_for_order, self.estimate)
        self.table = table
        self.observer = observer
        self.stats = Stats()
        self.guesses = 0  # how many values rest on an estimate: horizon leaves and table entries derived from them
        self.window: tuple[Value, Value] | None = (-inf, inf)  # the root's; None if the search has none or several
        self.so_far: tuple[Value, Line] | None = None  # the best of the root's finished children
        self.completed: Iteration | None = None
        self.before: Iteration | None = None  # the iteration before `completed`
        self.action_values: dict[Action, Value] | None = None
        self.recursion: RecursionBudget | None = None
        self.began = time.perf_counter()
        self._most_nodes = inf if limits.nodes is None else limits.nodes
        self._deadline = inf if limits.time is None else self.began + limits.time

    # --- what the algorithms say --------------------------------------------------------------------------------------

    def enter(self, node: Node, alpha: Value = -inf, beta: Value = inf) -> None:
        """Count the node and compute its state. Raises Stopped at a limit."""
        stats = self.stats
        if stats.nodes >= self._most_nodes:
            raise Stopped("nodes")
        self.look()
        stats.nodes += 1
        if node.ply > stats.depth:
            stats.depth = node.ply
            self.reach(node.ply)
        if node.parent is not None:
            node.state = self.after(node.parent.state, node.action)
            if self.watch is not None:
                self.watch.enter(node)
        node.line = None
        if self.order is not None:
            self.order.entered(node, alpha, beta)
        if self.observer is not None:
            self.observer.enter(node, alpha, beta)

    def look(self) -> None:
        """Raise Stopped when time is up or the stop flag is set."""
        if self._deadline < inf and time.perf_counter() > self._deadline:
            raise Stopped("time")
        if self.limits.stop is not None and self.limits.stop.is_set():
            raise Stopped("interrupt")

    def give_grace(self) -> None:
        """Extend the deadline to at least GRACE seconds from now, to complete an answer already found."""
        self._deadline = max(self._deadline, time.perf_counter() + GRACE)

    def reach(self, ply: int) -> None:
        """Make sure that the recursion can reach a ply. Raises InputError if it is too deep."""
        if self.recursion is not None:
            self.recursion.reach(ply)
        if ply > MAX_PLIES:
            raise too_long(self.game.name)

    def is_leaf(self, node: Node) -> bool:
        """Return whether the node needs no further search: the game is over there, or the horizon is reached."""
        node.over = self.game.terminal(node.state)
        return node.over or node.ply >= self.horizon

    def leaf(self, node: Node) -> Value:
        """Return a leaf's value: the utility of a terminal state, the evaluation of one at the horizon."""
        self.stats.leaves += 1
        if node.over:
            value = self.game.utility(node.state)
        else:
            self.stats.estimates += 1
            self.guesses += 1
            value = self.estimate(node.state)
        if not isinstance(value, (int, float)) or not -inf < value < inf:
            raise self.unusable("utility" if node.over else "evaluate", value, node)
        if not node.over:
            self.stats.saturated += reaches_bound(self.game, value)
        if self.observer is not None:
            self.observer.leaf(node, value, not node.over)
        return value

    def unusable(self, rule: str, answer: object, node: Node, wanted: str = "") -> InputError:
        """Return the error for a rule that returned an unusable value."""
        position = self.game.format_state(node.state)
        wrong = f"not {wanted}" if wanted else wrong_answer(rule, answer)
        return InputError(f"{self.game.name}: {rule} returned {answer!r} at {position}, {wrong}")

    def player(self, node: Node) -> int:
        """Return the player to move at a node that is not a leaf."""
        player = self.game.player(node.state)
        if player != MAX and player != MIN:
            raise self.unusable("player", player, node)
        return player

    def children(self, node: Node) -> Sequence[Node]:
        """Return the node's children in search order, the move from the table first."""
        listed = self.game.actions(node.state)
        if not isinstance(listed, Iterable):
            raise self.unusable("actions", listed, node)
        actions = list(islice(listed, MAX_ACTIONS + 1))
        if len(actions) > MAX_ACTIONS:
            raise self.unusable("actions", f"over {MAX_ACTIONS:,} actions", node, "a list that ends")
        if not actions:
            raise self.unusable("actions", actions, node, NO_MOVE)
        order = self.order
        places = range(len(actions)) if order is None else order.places(node, actions, self.remaining(node))
        node.children = [Node(node, actions[place], place) for place in places]
        entry = self.probe(node)
        if entry is not None and entry.move is not None and entry.state == node.state:
            node.children.sort(key=lambda child: child.action != entry.move)
        return node.children

    def update(self, node: Node, child: Node, best: Value, alpha: Value = -inf, beta: Value = inf) -> None:
        """Record a finished child; `best` is the node's value so far, (alpha, beta) the window for the next child."""
        if node.parent is None and self._is_bound(best):
            self.so_far = (best, node.line)
        if self.order is not None:
            self.order.updated(node, child, best)
        if self.observer is not None:
            self.observer.update(node, child, best, alpha, beta)

    def _is_bound(self, best: Value) -> bool:
        """Return whether the root's best child so far bounds its value from the mover's side."""
        if self.window is None:
            return False
        return best > self.window[0] if self.player(self.root) == MAX else best < self.window[1]

    def cutoff(self, node: Node, child: Node, alpha: Value, beta: Value) -> None:
        """Record that alpha met beta after `child`, so the remaining children are skipped."""
        pruned = node.children[node.children.index(child) + 1 :]
        self.stats.cutoffs += 1
        self.stats.first_move_cutoffs += child is node.children[0]
        if self.order is not None:
            self.order.cut(node, child, self.remaining(node))
        self.skip({node.ply + 1: len(pruned)})
        if self.observer is not None:
            self.observer.cutoff(node, child, alpha, beta, pruned)

    def skip(self, actions_by_ply: dict[int, int]) -> None:
        """Count actions that are never searched, by the ply they would lead to."""
        by_ply = self.stats.pruned_by_ply
        for ply, actions in actions_by_ply.items():
            if actions:
                by_ply[ply] = by_ply.get(ply, 0) + actions

    def leave(self, node: Node, value: Value) -> Value:
        """Leave the node and return its `value`."""
        if self.watch is not None:
            self.watch.confirm(node)
        node.children = ()
        if self.observer is not None:
            self.observer.leave(node, value)
        return value

    # --- the transposition table --------------------------------------------------------------------------------------

    def is_top(self, node: Node) -> bool:
        """Return whether the node's best move is needed as well as its value, because a search starts there."""
        return node.parent is None or (node.parent is self.root and self.action_values is not None)

    def remaining(self, node: Node) -> float:
        """Return the number of plies from the node to the horizon."""
        return self.horizon - node.ply

    def probe(self, node: Node) -> Entry | None:
        """Return the table's entry for the node's state."""
        if self.table is None:
            return None
        key = self.game.key(node.state)
        try:
            return self.table.probe(key)
        except TypeError:
            raise self.unusable("key", key, node, "something that can be hashed, as a tuple") from None

    def hit(self, node: Node, entry: Entry, value: Value) -> Value:
        """Return a value found in the table, instead of searching."""
        self.stats.table_hits += 1
        self.guesses += not entry.proved
        if self.observer is not None:
            self.observer.table_hit(node, value)
        return self.leave(node, value)

    def store(self, node: Node, value: Value, alpha: Value, beta: Value, guesses_before: int) -> None:
        """Store the fail-soft `value` of a search of the node with the window (alpha, beta)."""
        if self.table is None:
            return
        proves_move = value > alpha if self.player(node) == MAX else value < beta
        entry = Entry(
            state=node.state,
            depth=self.remaining(node),
            proved=self.guesses == guesses_before,
            lower=value if value > alpha else -inf,
            upper=value if value < beta else inf,
            move=node.line[0] if proves_move and node.line is not None else None,
        )
        self.table.store(self.game.key(node.state), entry)

    def complete(self, value: Value, depth: int) -> None:
        """Record the answer of a complete iteration, in case the next one is interrupted."""
        self.before = self.completed
        self.completed = Iteration(value, self.root.line, depth, self.action_values)

    # --- the answer ---------------------------------------------------------------------------------------------------

    def proves(self, value: Value) -> bool:
        """Return whether the root's value (with those of its actions, if requested) is exact for the whole game.

        See `is_proved`.
        """
        return is_proved(self.game, value, self.guesses, self.stats.saturated, alone=self.action_values is None)

    def is_lost(self, value: Value) -> bool:
        """Return whether the value is the worst possible for the player to move at the root."""
        low, high = self.game.utility_bounds
        return value <= low if self.player(self.root) == MAX else value >= high

    def result(
        self, algorithm: Algorithm, value: Value | None, line: Line, bound: Bound, proved: bool, stopped_by: str
    ) -> SearchResult:
        """Return the search's result. Raises InputError if rules have changed the root in place."""
        if self.watch is not None:
            self.watch.confirm(self.root)
        root, over = self.root, self.game.terminal(self.root.state)
        player = None if over else self.player(root)
        depth = self.completed.depth if self.completed else self.stats.depth
        values = self.completed.action_values if self.completed else self.action_values
        best_actions = None
        if values is not None:
            values = {action: each + 0 for action, each in values.items()}
        if values and player is not None and proved:
            best_actions = [action for action, each in values.items() if each == value]
        pv = actions_of(line)
        best = pv[0] if pv else None
        if not pv and stopped_by in ("time", "nodes", "interrupt") and not over:
            best = next(iter(self.game.actions(root.state)), None)  # there is always a legal move
        return SearchResult(
            game_object=self.game,
            state=root.state,
            player=None if player is None else player_word(player),
            algorithm=algorithm.name,
            engine="reference",
            value=None if value is None else value + 0,  # turn a negative zero into 0.0
            bound=bound,
            proved=proved,
            best=best,
            pv=self._lengthened(pv, value),
            depth=depth,
            stats=self.stats,
            time_s=time.perf_counter() - self.began,
            stopped_by=stopped_by,
            best_actions=best_actions,
            action_values=values,
        )

    def _lengthened(self, pv: list[Action], value: Value | None) -> list[Action]:
        """Extend a line that ended at a table entry with actions whose table entries prove the same value."""
        if self.table is None or not pv:
            return pv
        line, state = list(pv), self.root.state
        for action in pv:
            state = self.after(state, action)
        while len(line) < min(self.horizon, MAX_PLIES) and not self.game.terminal(state):
            kept = [action for action in self.game.actions(state) if self._keeps(state, action, value, len(line) + 1)]
            if not kept:
                break
            line.append(kept[0])
            state = self.after(state, kept[0])
        return line

    def _keeps(self, state: State, action: Action, value: Value | None, ply: int) -> bool:
        """Return whether an action is known to secure `value` for the player to move."""
        child = self.after(state, action)
        if self.game.terminal(child):
            return self.game.utility(child) == value
        entry = self.table.probe(self.game.key(child)) if self.table is not None else None
        if entry is None or not entry.holds_at(self.horizon - ply):
            return False
        low, high = self.game.utility_bounds
        return value == (max(entry.lower, low) if self.game.player(state) == MAX else min(entry.upper, high))

    # --- orders that search -------------------------------------------------------------------------------------------

    def _enter_for_order(self, ply: int) -> None:
        """Count a node entered by a search that a move order makes. Raises Stopped at a limit."""
        stats = self.stats
        if stats.ordering_nodes >= self._most_nodes:
            raise Stopped("nodes")
        stats.ordering_nodes += 1
        self.look()
        self.reach(ply)

    def iterate(self, search: Callable[[], Value]) -> Value:
        """Return a search's value. If the order requires it, first search to depth 1, 2, 3 ..., counted separately."""
        if self.order is None or not self.order.iterates:
            return search()
        if self.table is not None:
            raise InputError("the order iteration does not fit a search that uses its own table")
        horizon = 1
        while horizon < self.horizon_asked:
            self.horizon, self.guesses, self.so_far = horizon, 0, None
            value = search()
            if self.guesses == 0:  # the whole tree lies within the horizon
                self.completed = None
                return value
            self.order.iterated(self.root.line)
            self.complete(value, horizon)
            self.stats = Stats(ordering_nodes=self.stats.ordering_nodes + self.stats.nodes)
            horizon += 1
        self.horizon, self.guesses, self.so_far, self.completed = self.horizon_asked, 0, None, None
        return search()
