"""Of actions with the same value, the one to choose: the most promising by the game's `priority`, the first of equals.

Both engines ask this wherever a search chooses one action, so that they choose the same. A search whose nodes are
counted as a textbook's keeps its own order; which of its equals to choose is asked afterwards, uncounted.
"""

from collections.abc import Callable, Iterable

from plywise.engines.values import comparable_priority
from plywise.errors import InputError
from plywise.game import Action, Game, State, Value
from plywise.game.ordered_sets import actions_in_order

MAX_TEST_NODES = 20_000
"""After a search that was stopped, nodes that telling equals apart may take."""


def preference(game: Game, state: State, action: Action) -> Value:
    """Return an action's priority as both engines compare it. Raises InputError where that is no number."""
    priority = game.priority(state, action)
    try:
        return comparable_priority(priority)
    except (TypeError, ValueError):
        where = game.format_state(state)
        raise InputError(f"{game.name}: priority answered {priority!r} at {where}, not a number") from None


def preferred(game: Game, state: State, actions: Iterable[Action]) -> Action:
    """Return the action to choose among actions of the same value, which are in the game's order."""
    return max(actions, key=lambda action: preference(game, state, action))


def rivals(game: Game, state: State, best: Action, later: bool = False, stopped: bool = False) -> list[Action]:
    """Return the actions to choose instead of `best` if they are as good, the most promising first.

    later: leave out those before it in the game's order, which are known to be worse
    stopped: leave out those that promise as much. A search that was stopped may have seen a win that it cannot prove to
        be one; all that leads there some day is as good, but `best` was seen first, and so is the shortest way
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
    """Return the first of the `rivals` of an action that is as good, or else the action itself."""
    return next((action for action in others if is_as_good(action)), best)
