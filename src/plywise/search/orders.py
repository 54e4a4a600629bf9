"""Move orderings of the reference search, by name.

An ordering looks at a state and its actions as the game lists them and answers with their places in the order in which
to search them. It is a function of the state alone, so that a node visited twice is searched in the same order twice.
"""

import random
from collections.abc import Callable, Sequence
from math import inf

from plywise.errors import InputError
from plywise.game import MAX, Action, Game, Priority, State, Value, defines

Ordering = Callable[[State, Sequence[Action]], Sequence[int]]

SHALLOW_PLIES = 2


def order_names(game: Game) -> list[str]:
    """Return the names of the orderings that a game can be searched in."""
    names = ["given", "reverse", "random"]
    names += ["priority"] if defines(game, "priority") else []
    return list(dict.fromkeys([*names, "best", *game.orders()]))


def ordering(
    game: Game, name: str, seed: int = 0, count: Callable[[int], None] = lambda nodes: None
) -> Ordering | None:
    """Return the named ordering; None for the game's own order, "given".

    reverse: back to front. random: shuffled, by the seed and the state. priority: the game's `priority`, greatest
    first. best: by the value of a depth-limited minimax search of each child, best for the player to move first, whose
    nodes are told to `count`. Any other name: one of the game's `orders()`, which also come before the names here.
    Ties keep the game's order. Raises InputError for a name that the game does not have.
    """
    own = game.orders()
    if name in own:
        return _by_priority(own[name])
    if name not in order_names(game):
        raise InputError(f"{game.name} has no order {name!r}; it has {', '.join(order_names(game))}")
    if name == "given":
        return None
    if name == "reverse":
        return lambda state, actions: range(len(actions) - 1, -1, -1)
    if name == "random":
        return _shuffled(game, seed)
    if name == "priority":
        return _by_priority(game.priority)
    return _by_shallow_search(game, count)


def _by_priority(priority: Priority) -> Ordering:
    def order(state: State, actions: Sequence[Action]) -> Sequence[int]:
        ranks = [-priority(state, action) for action in actions]
        return sorted(range(len(ranks)), key=ranks.__getitem__)

    return order


def _shuffled(game: Game, seed: int) -> Ordering:
    def order(state: State, actions: Sequence[Action]) -> Sequence[int]:
        places = list(range(len(actions)))
        random.Random(f"{seed} {game.format_state(state)}").shuffle(places)
        return places

    return order


def _by_shallow_search(game: Game, count: Callable[[int], None]) -> Ordering:
    def value(state: State, plies: int) -> Value:
        count(1)
        if game.terminal(state):
            return game.utility(state)
        if plies == 0:
            return game.evaluate(state)
        best_for = game.player(state)
        best: Value = -inf
        for action in game.actions(state):
            best = max(best, best_for * value(game.result(state, action), plies - 1))
        return best_for * best

    def order(state: State, actions: Sequence[Action]) -> Sequence[int]:
        sign = -1 if game.player(state) == MAX else 1
        ranks = [sign * value(game.result(state, action), SHALLOW_PLIES - 1) for action in actions]
        return sorted(range(len(ranks)), key=ranks.__getitem__)

    return order
