"""Choosing a strategy's action at a position, compiled: one that surely reaches a goal.

The goal is a value that the strategy's side gets at least, a word in its own view. Three things need no search, and no
entry in a certificate (plywise/certificates/checker.py recognizes them in the same way):

    a win in one     an action that ends the game with the goal reached
    a forced action  the only one that is not lost at once: after it the game is not over without the goal, nor can the
                     other side end it so by its next action
    a known bound    the game's `bounds` are trusted, and reach the goal

Elsewhere several actions may keep the goal. The choice (engines/choices.py) is the best of them, and its *action set*
holds all of them, so that the certificate can use the one that needs the fewest positions.

Like the rest of the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.choices import FORCED, KNOWN, NONE, OPEN, OTHER, WON, action_set_of, later, latest
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.move_picker import SCORE, list_actions, place_of, take_best
from plywise.engines.kernel.search import ask_bounds, end_value, from_outcome
from plywise.engines.kernel.solving import PROMISING, rank, worth
from plywise.engines.kernel.thread_state import enter, pointer, state_at
from plywise.game import FAR


def reaches(game: Any, config: Any, child: Any, side: int, goal: int) -> bool:
    """Return whether a terminal state is worth the goal."""
    return side * end_value(game, config, child) >= goal


def is_won_at_once(
    game: Any, config: Any, state: Any, side: int, goal: int, top: int, work: list[int], stack: list[int]
) -> bool:
    """Return whether the strategy's side moves and can end the game with the goal reached. The game is not over.

    top: the first free word of the stack.
    """
    if game.player(state) != side:
        return False
    for place in range(top, list_all(game, state, top, work, stack)):
        child = game.result(state, stack[place])
        if game.terminal(child) and reaches(game, config, child, side, goal):
            return True
    return False


def is_lost(
    game: Any, config: Any, child: Any, side: int, goal: int, top: int, work: list[int], stack: list[int]
) -> bool:
    """Return whether play is over without the goal, or the other side can end it so at once."""
    if game.terminal(child):
        return not reaches(game, config, child, side, goal)
    if game.player(child) == side:
        return False
    for place in range(top, list_all(game, child, top, work, stack)):
        after = game.result(child, stack[place])
        if game.terminal(after) and not reaches(game, config, after, side, goal):
            return True
    return False


def static_choice(
    game: Any, config: Any, state: Any, side: int, goal: int, trusts: int, top: int, work: list[int], stack: list[int]
) -> int:
    """Return the choice at a state that is not over if it needs no search; otherwise OPEN.

    trusts: 1 if the game's `bounds` are trusted.
    """
    mover = game.player(state)
    if trusts == 1:
        least, most = ask_bounds(game, config, state)
        if (least if mover == side else -most) >= goal:
            return KNOWN
    if mover != side:
        return OTHER
    if is_won_at_once(game, config, state, side, goal, top, work, stack):
        return WON
    end = list_all(game, state, top, work, stack)
    alive, only = 0, -1
    for place in range(top, end):
        child = game.result(state, stack[place])
        if not is_lost(game, config, child, side, goal, end, work, stack):
            alive += 1
            only = place - top
            if alive == 2:
                return OPEN
    return 2 * only + FORCED if alive == 1 else NONE


def promise(
    game: Any, config: Any, child: Any, side: int, goal: int, floor: int, top: int, work: list[int], stack: list[int]
) -> int:
    """Return the least outcome, in the side's view, that the game's `bounds` allow for a state that is not over.

    If the other side moves and the bounds do not reach the goal: the outcome they allow after its worst action. A
    number that does not reach the goal, or is at most `floor`, need not be exact.
    """
    low, high = game.bounds(child)
    if game.player(child) == side:
        return low
    if from_outcome(game, config, -high) >= goal:
        return -high
    worst = wrapped(FAR)
    for place in range(top, list_all(game, child, top, work, stack)):
        enter(work, 0)
        after = game.result(child, stack[place])
        if not game.terminal(after):
            low, most = game.bounds(after)
            worst = min(worst, later(low if game.player(after) == side else -most))
        elif not reaches(game, config, after, side, goal):
            return -high
        if worst <= floor or from_outcome(game, config, worst) < goal:
            return -high
    return worst


def choose_by_bounds(task: Task, state: Any, side: int, goal: int) -> int:
    """Return the choice of the action that keeps the most of what the game's `bounds` promise, if they reach the goal.

    That may be the soonest win. They need not be trusted: a certificate continues from there until the goal is evident.
    Among equals it is the most promising action, by the game's `priority`. OPEN if the bounds do not reach the goal.
    """
    game, config, work, stack, _ = task
    if not config.knowledge:
        return OPEN
    low, _ = game.bounds(state)
    if from_outcome(game, config, low) < goal:
        return OPEN
    step = config.move_words
    end = list_actions(task, state, False, 0) * step
    rank(task, state, end, PROMISING)
    found, best = OPEN, wrapped(-FAR - 1)
    for at in range(0, end, step):
        take_best(task, at, end)
        child = game.result(state, stack[at])
        if game.terminal(child):  # without the goal, otherwise it would be a win in one
            continue
        least = promise(game, config, child, side, goal, best, end, work, stack)
        if least > best and from_outcome(game, config, least) >= goal:
            found, best = 2 * place_of(stack[at + SCORE], work), least
        if later(best) >= low:  # the bounds promised no more
            break
    return found


def choose(task: Task, state: Any, side: int, goal: int, high: int, late: int) -> tuple[int, int]:
    """Return the choice at a state that is not over, and its action set.

    It is the most promising action, by the game's `priority`, that keeps the goal; with distances, that of the best
    outcome. So it does not depend on earlier searches. late: 1 if the set includes actions that reach the goal a little
    later.
    """
    game, config, work, stack, _ = task
    found = static_choice(game, config, state, side, goal, 0, wrapped(0), work, stack)
    best, action_set = goal - 1, wrapped(0)
    if found != OPEN:
        return found, action_set
    found = NONE
    step = config.move_words
    end = list_actions(task, state, False, 0) * step
    rank(task, state, end, PROMISING)
    for at in range(0, end, step):
        take_best(task, at, end)
        action, place = stack[at], place_of(stack[at + SCORE], work)
        work[slots.PATH] = action
        if found == NONE or config.distance:
            value = worth(task, state, action, side, best, high, best, end)
            if value > best:
                best = value if config.distance else goal
                found = 2 * place
    least = latest(best) if late == 1 and config.distance else best
    for at in range(0, wrapped(0) if found == NONE else end, step):
        work[slots.PATH] = stack[at]
        if worth(task, state, stack[at], side, least - 1, least, least - 1, end) >= least:
            action_set |= action_set_of(place_of(stack[at + SCORE], work))
    return found, action_set


def run_choosing(
    game: Any,
    config: Any,
    state: Any,
    side: int,
    goal: int,
    high: int,
    late: int,
    nodes: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
) -> int:
    """The entry that chooses at `count` states, whose fields are in `more`, from index work[DONE] on.

    It writes the choices into `new`, their action sets `count` words after them, and returns the number of choices
    made. It stops early after entering `nodes` nodes.
    state: any state, as a template. high: an upper bound of all values, in the side's view.
    """
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    states, choices = pointer(more), pointer(new)
    last = work[slots.NODES] + nodes
    while work[slots.DONE] < count and work[slots.NODES] < last:
        one = state_at(states, work[slots.DONE] * len(state), state)
        place = work[slots.DONE]
        choices[place], choices[count + place] = choose(task, one, side, goal, high, late)
        work[slots.DONE] += 1
    done: int = work[slots.DONE]
    return done


def run_static_choices(
    game: Any,
    config: Any,
    state: Any,
    side: int,
    goal: int,
    trusts: int,
    nodes: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
) -> int:
    """The entry that makes the choices that need no search at `count` states: static ones, and those by the bounds.

    trusts: 1 if the game's `bounds` are trusted.
    """
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    states, choices = pointer(more), pointer(new)
    last = work[slots.NODES] + nodes
    while work[slots.DONE] < count and work[slots.NODES] < last:
        enter(work, 0)
        one = state_at(states, work[slots.DONE] * len(state), state)
        seen = static_choice(game, config, one, side, goal, trusts, wrapped(0), task.work, task.stack)
        choices[work[slots.DONE]] = choose_by_bounds(task, one, side, goal) if seen == OPEN else seen
        work[slots.DONE] += 1
    done: int = work[slots.DONE]
    return done
