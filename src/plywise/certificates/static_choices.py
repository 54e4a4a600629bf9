"""Choosing the strategy's action at a position by a glance, as far as that needs no search.

In plain Python, for any rules; what it means, and the same compiled: engines/kernel/choosing.py.
"""

from plywise.certificates.goal import Goal
from plywise.certificates.shallow_proofs import ask_bounds
from plywise.engines.choices import FORCED, KNOWN, NONE, OPEN, OTHER, WON, later
from plywise.engines.tie_break import preference
from plywise.game import FAR, Game, State, defines, split_outcome
from plywise.game.ordered_sets import actions_in_order


def static_choice(game: Game, goal: Goal, trusts: bool, state: State) -> int:
    """Return the choice at a state as far as it needs no search; OPEN where it does."""
    side = goal.side
    mover = game.player(state)
    if trusts and ask_bounds(game, goal, state)[0]:
        return KNOWN
    if mover != side:
        return OTHER
    if is_won_at_once(game, goal, state):
        return WON
    after = [game.result(state, action) for action in game.actions(state)]
    alive = [place for place, child in enumerate(after) if not is_lost(game, goal, child)]
    if len(alive) > 1:
        return OPEN
    return 2 * alive[0] + FORCED if alive else NONE


def choose_by_bounds(game: Game, goal: Goal, state: State) -> int:
    """Return the choice of the action that keeps the most of what a game's bounds promise, if they reach the goal.

    OPEN where they do not: see engines/kernel/choosing.py.
    """
    found, best = OPEN, -FAR - 1
    if not (defines(game, "bounds") and game.alternating):
        return found
    promised = game.bounds(state)[0]
    if not _reaches(goal, promised):
        return found
    for place, child in by_priority(game, state):
        if game.terminal(child):  # without the goal, or it were a win in one
            continue
        least = promise(game, goal, child, best)
        if least > best and _reaches(goal, least):
            found, best = 2 * place, least
        if later(best) >= promised:  # nothing more was promised
            break
    return found


def promise(game: Game, goal: Goal, child: State, floor: int) -> int:
    """Return the least outcome that a game's bounds leave of a state, in the view of the goal's side, as there."""
    low, high = game.bounds(child)
    if game.player(child) == goal.side:
        return low
    if _reaches(goal, -high):
        return -high
    worst = FAR
    for action in game.actions(child):
        after = game.result(child, action)
        if not game.terminal(after):
            low, most = game.bounds(after)
            worst = min(worst, later(low if game.player(after) == goal.side else -most))
        elif not goal.suffices(game.utility(after)):
            return -high
        if worst <= floor or not _reaches(goal, worst):
            return -high
    return worst


def _reaches(goal: Goal, outcome: int) -> bool:
    return goal.suffices(goal.side * split_outcome(outcome)[0])


def by_priority(game: Game, state: State) -> list[tuple[int, State]]:
    """Return the places of a state's actions and the states after them, the most promising first."""
    actions = actions_in_order(game, state)
    ranked = sorted(range(len(actions)), key=lambda place: -preference(game, state, actions[place]))
    return [(place, game.result(state, actions[place])) for place in ranked]


def is_won_at_once(game: Game, goal: Goal, state: State) -> bool:
    """Return whether the goal's side moves and can end the game with the goal reached. The game is not over."""
    if game.player(state) != goal.side:
        return False
    after = (game.result(state, action) for action in game.actions(state))
    return any(game.terminal(child) and goal.suffices(game.utility(child)) for child in after)


def is_lost(game: Game, goal: Goal, state: State) -> bool:
    """Return whether play is over without the goal, or the other side can end it so at once."""
    if game.terminal(state):
        return not goal.suffices(game.utility(state))
    if game.player(state) == goal.side:
        return False
    after = (game.result(state, action) for action in game.actions(state))
    return any(game.terminal(child) and not goal.suffices(game.utility(child)) for child in after)
