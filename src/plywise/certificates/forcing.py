"""Games whose lines are not known to end, if they have few positions: from where can a goal be forced?

All positions that play can come to are listed. From those in which the goal is reached one goes backwards: it can be
forced where its side has an action after which it can be forced, and where the other side has no action but such. (In a
game on a graph that is the attractor of the goal: Grädel, Thomas and Wilke, "Automata, Logics, and Infinite Games".)
The plies that it takes fall with every action, so no line comes back. From everywhere else the other side keeps play
away from the goal, if need be by going in circles for ever.
"""

from bisect import bisect_left
from collections.abc import Callable, Hashable
from typing import NamedTuple

from plywise.certificates.plan import Making
from plywise.game import MAX, Game, State, Value

MOST = 30_000
"""No more positions are listed."""


class Listed(NamedTuple):
    """The positions of a game, numbered as they were met, each key once.

    numbers: key -> number. players: who moves. after: the numbers of the positions after all actions.
    ends: the number of a position in which play is over -> its utility.
    """

    numbers: dict[Hashable, int]
    players: list[int]
    after: list[list[int]]
    ends: dict[int, Value]


def list_few(making: Making) -> Listed | None:
    """Return the positions of a game whose lines are not known to end; None where they are, or there are many.

    Where another method is asked for, or bounds are trusted, it is left to them.
    """
    if making.game.max_plies is not None or making.trusts or making.method != "search":
        return None
    return list_positions(making.game, making.start)


def list_positions(game: Game, start: State, most: int = MOST) -> Listed | None:
    """Return all positions that play can come to; None if there are more than `most`."""
    states, listed = [start], Listed({game.key(start): 0}, [], [], {})
    for number, state in enumerate(states):
        over = game.terminal(state)
        listed.players.append(MAX if over else game.player(state))
        listed.after.append([])
        if over:
            listed.ends[number] = game.utility(state)
            continue
        for action in game.actions(state):
            child = game.result(state, action)
            place = listed.numbers.setdefault(game.key(child), len(states))
            if place == len(states):
                states.append(child)
            listed.after[number].append(place)
            if len(states) > most:
                return None
    return listed


def count_plies(listed: Listed, side: int, suffices: Callable[[Value], bool]) -> dict[int, int]:
    """Return the positions from which a side can force the goal, with the plies that it takes at most.

    suffices: whether a utility reaches the goal.
    """
    before: list[list[int]] = [[] for _ in listed.after]
    for number, after in enumerate(listed.after):
        for place in after:
            before[place].append(number)
    left = [1 if player == side else len(after) for player, after in zip(listed.players, listed.after, strict=True)]
    found = {number: 0 for number, utility in listed.ends.items() if suffices(utility)}
    waiting = list(found)
    for place in waiting:  # the nearest first
        for number in before[place]:
            left[number] -= 1
            if left[number] == 0:
                found[number] = found[place] + 1
                waiting.append(number)
    return found


def best_forced(listed: Listed, side: int) -> Value | None:
    """Return the best utility, from MAX's view, that a side surely gets from the first position.

    None if play need not end. What is forced with a better one is forced with a worse one: so it is found by bisection.
    """
    worths = sorted(set(listed.ends.values()), key=lambda worth: worth * side)
    count = bisect_left(worths, True, key=lambda worth: not can_force(listed, side, worth))
    return worths[count - 1] if count else None


def can_force(listed: Listed, side: int, worth: Value) -> bool:
    """Return whether a side surely gets at least a utility, which is from MAX's view, from the first position."""
    return 0 in count_plies(listed, side, lambda value: value * side >= worth * side)
