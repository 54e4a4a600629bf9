"""Chooses among actions with the same value: the one with the greatest `priority`, the first among equals.

Both engines use this wherever a search chooses one action, so that they choose the same one. A search that counts nodes
like a textbook's keeps its own order; the choice among equals is made afterwards, uncounted.
"""

from collections.abc import Callable, Iterable

from plywise.engines.values import comparable_priority
from plywise.errors import InputError
from plywise.game import Action, Game, State, Value
from plywise.game.ordered_sets import actions_in_order

MAX_TEST_NODES = 20_000
"""The maximum number of nodes spent on finding equals after a stopped search."""


def preference(game: Game, state: State, action: Action) -> Value:
    """Return an action's priority in the form both engines compare. Raises InputError if it is not a number."""
    priority = game.priority(state, action)
    try:
        return comparable_priority(priority)
    except (TypeError, ValueError):
        where = game.format_state(state)
        raise InputError(f"{game.name}: priority returned {priority!r} at {where}, not a number") from None


def preferred(game: Game, state: State, actions: Iterable[Action]) -> Action:
    """Return the preferred action among equal ones, given in the game's order."""
    return max(actions, key=lambda action: preference(game, state, action))


def rivals(game: Game, state: State, best: Action, later: bool = False, stopped: bool = False) -> list[Action]:
    """Return the actions preferable to `best` if they are as good, the most promising first.

    later: leave out the actions before it in the game's order, which are known to be worse
    stopped: leave out actions of the same priority. A stopped search may have seen a win that it cannot prove; every
        action that leads there eventually is as good, but `best` was found first and is therefore the shortest way
    """
    actions = actions_in_order(game, state)
    own = actions.index(best)
    ranks = {place: (-preference(game, state, action), place) for place, action in enumerate(actions)}
    ahead = [
        place
        for place in ranks
        if ranks[place] < ranks[own]
        and not (later and place < own)
        and not (stopped and ranks[place][0] == ranks[own][0])
    ]
    return [actions[place] for place in sorted(ahead, key=lambda place: ranks[place])]


def choose(best: Action, others: Iterable[Action], is_as_good: Callable[[Action], bool]) -> Action:
    """Return the first of an action's `rivals` that is as good, or else the action itself."""
    return next((action for action in others if is_as_good(action)), best)
