"""Move orders of the reference search. `engines.move_orders` defines what each name means."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from typing import Any

from plywise.engines.move_orders import (
    KILLER_PLIES,
    LINE_KEPT,
    MAX_HISTORIES,
    MAX_STATES,
    SHALLOW_PLIES,
    kind_of,
    numbered,
    order_name,
    seed_word,
)
from plywise.engines.reference.node import Line, Node, actions_of
from plywise.engines.tie_break import preference
from plywise.game import Action, Game, Priority, State, Value

Enter = Callable[[int], None]
"""Called with the ply of each node entered by a search that a move order makes."""

Estimate = Callable[[State], Value]


class Order:
    """Decides the order in which a node's children are searched; the search notifies it of events.

    iterates: whether the search must run to depth 1, 2, 3 ... first
    """

    iterates = False

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places of a node's actions in the order to search them. plies: those left to the horizon."""
        return range(len(actions))

    def entered(self, node: Node, alpha: Value, beta: Value) -> None:
        """Note that a node is entered, with a window in MAX's view."""

    def updated(self, node: Node, child: Node, best: Value) -> None:
        """Note that a child is done; `best` is the node's value so far, MAX's view."""

    def cut(self, node: Node, child: Node, plies: float) -> None:
        """Note that alpha met beta after a child. plies: those left to the horizon at the node."""

    def iterated(self, line: Line) -> None:
        """Note that an iteration is complete, with its line of best play from the root."""


def ordering(
    game: Game, name: str, seed: int = 0, enter: Enter = lambda ply: None, estimate: Estimate | None = None
) -> Order | None:
    """Return the order with this name, for one search; None for "given", the game's own order.

    The game's `orders()` take precedence over the names here. seed: of random orders. enter: called for each node that
    the order's own searches enter. estimate: the value of a state at their horizon; None: the game's evaluation.
    Raises InputError for an unknown name.
    """
    own, name = game.orders(), order_name(game, name)
    if name in own:
        return ByPriority(own[name])
    made: dict[str, Callable[[], Order | None]] = {
        "given": lambda: None,
        "reverse": Reversed,
        "random": lambda: Shuffled(seed),
        "priority": lambda: ByPriority(partial(preference, game)),
        "textbook": lambda: ByPriority(partial(kind_of, game)),
        "best": lambda: ByValue(game, enter, estimate or game.evaluate, SHALLOW_PLIES - 1),
        "ideal": lambda: ByValue(game, enter, estimate or game.evaluate),
        "worst": lambda: ByValue(game, enter, estimate or game.evaluate, sign=-1),
        "iteration": LastLine,
        "killers": Killers,
        "history": lambda: History(game),
        "table": lambda: TableMoves(game),
    }
    return made[name]()


def by_rank(ranks: Sequence[Value]) -> Sequence[int]:
    """Return the places by rank, the greatest first; ties keep their order."""
    return sorted(range(len(ranks)), key=lambda place: -ranks[place])


class Reversed(Order):
    """The game's order, reversed."""

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places from the last to the first."""
        return range(len(actions) - 1, -1, -1)


class ByPriority(Order):
    """Descending by a function of state and action."""

    def __init__(self, priority: Priority) -> None:
        self.priority = priority

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places by priority."""
        return by_rank([self.priority(node.state, action) for action in actions])


class Shuffled(Order):
    """By pseudo-random numbers that depend only on the seed and the path from the root."""

    def __init__(self, seed: int) -> None:
        self.root = seed_word(seed)

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places by the children's numbers."""
        node.mark = self.root if node.parent is None else numbered(node.parent.mark, node.index)
        return by_rank([numbered(node.mark, place) for place in range(len(actions))])


# --- by searches of their own ----------------------------------------------------------------------------------------


class ByValue(Order):
    """By the minimax value of each child, best for the player to move first; sign -1: worst first.

    plies: the depth to which the children are searched; None: to the horizon of the search
    """

    def __init__(self, game: Game, enter: Enter, estimate: Estimate, plies: int | None = None, sign: int = 1) -> None:
        self.game = game
        self.enter = enter
        self.estimate = estimate
        self.plies = plies
        self.sign = sign
        self.known: dict[tuple[State, float], Value] = {}

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places by value."""
        game, sign = self.game, self.sign * self.game.player(node.state)
        further = plies - 1 if self.plies is None else self.plies
        children = [game.result(node.state, action) for action in actions]
        return by_rank([sign * self.value(child, further, node.ply + 1) for child in children])

    def value(self, state: State, plies: float, ply: int) -> Value:
        """Return the minimax value of a state, to `plies` plies; each value is computed once."""
        found = self.known.get((state, plies))
        if found is not None:
            return found
        self.enter(ply)
        game = self.game
        if game.terminal(state):
            return game.utility(state)
        if plies == 0:
            return self.estimate(state)
        best_for = game.player(state)
        best: Value = -inf
        for action in game.actions(state):
            best = max(best, best_for * self.value(game.result(state, action), plies - 1, ply + 1))
        self.known[state, plies] = best_for * best
        return best_for * best


class LastLine(Order):
    """The previous iteration's best line first; node.mark tells whether a node is on that line."""

    iterates = True

    def __init__(self) -> None:
        self.line: list[Action] = []

    def iterated(self, line: Line) -> None:
        """Store the iteration's line."""
        self.line = actions_of(line)[:LINE_KEPT]

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places; on the line, the action of the line first."""
        parent = node.parent
        node.mark = parent is None or (parent.mark and self.follows(parent, node.action))
        if not node.mark:
            return range(len(actions))
        return by_rank([int(self.follows(node, action)) for action in actions])

    def follows(self, node: Node, action: Action) -> bool:
        """Return whether an action at a node on the line continues the line."""
        return node.ply < len(self.line) and bool(self.line[node.ply] == action)


# --- learnt ----------------------------------------------------------------------------------------------------------


class Killers(Order):
    """The last two actions that caused a cutoff at each ply. Source: Akl and Newborn 1977."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, ...]] = {}

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places, the killers first."""
        killers = self.known.get(node.ply, ())
        return by_rank([2 - killers.index(action) if action in killers else 0 for action in actions])

    def cut(self, node: Node, child: Node, plies: float) -> None:
        """Record an action that caused a cutoff."""
        killers = self.known.get(node.ply, ())
        if node.ply < KILLER_PLIES and child.action not in killers[:1]:
            self.known[node.ply] = (child.action, *killers[:1])


class History(Order):
    """How often each action of a player caused a cutoff, anywhere. Source: Schaeffer 1983."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[tuple[int, Action], int] = {}

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places by history."""
        player = self.game.player(node.state)
        return by_rank([self.known.get((player, action), 0) for action in actions])

    def cut(self, node: Node, child: Node, plies: float) -> None:
        """Count a cutoff for its action."""
        key = self.game.player(node.state), child.action
        if key in self.known or len(self.known) < MAX_HISTORIES:
            self.known[key] = self.known.get(key, 0) + (1 if plies == inf else int(plies) ** 2)


class TableMoves(Order):
    """The best action of the state's last search first; node.mark is the window on entering the node.

    Source: Slate and Atkin 1977.
    """

    iterates = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: dict[State, int] = {}

    def places(self, node: Node, actions: Sequence[Action], plies: float) -> Sequence[int]:
        """Return the places, the table's action first."""
        first = self.known.get(node.state)
        return range(len(actions)) if first is None else by_rank([int(place == first) for place in range(len(actions))])

    def entered(self, node: Node, alpha: Value, beta: Value) -> None:
        """Store the window."""
        node.mark = alpha, beta

    def updated(self, node: Node, child: Node, best: Value) -> None:
        """Store the child if it is the best so far and improves its player's bound."""
        alpha, beta = node.mark
        better = best > alpha if self.game.player(node.state) > 0 else best < beta
        is_best = node.line is not None and node.line[0] == child.action
        if better and is_best and (node.state in self.known or len(self.known) < MAX_STATES):
            self.known[node.state] = child.index
