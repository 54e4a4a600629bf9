"""Solving every state of a game at once, from the ends backwards (retrograde analysis), compiled.

Each state has a number (Game.rank) and two bounds on its value, MAX's view: the lower counts endless play as MAX's
worst outcome, the upper as MAX's best. Initially the bounds are open; each sweep derives the bounds of every state from
those of its successors, until none changes. The bounds are then the least and the greatest fixed point. If they meet,
play ends; if 0 lies between them, one of the players can prevent it from ending. A state may have no number if few such
states follow one another: the search then looks through it to its successors.

This finds each state's value, with endless play worth 0. A second kind of sweep then finds the number of plies: it
begins with 0 plies at the ends and MAX_PLIES elsewhere, the lowest ranking of the outcome for the winner; after n
sweeps all values that take n plies are known. (The bounds cannot count plies: if play need not end, a loss could be
delayed forever.)

Source: Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986); with bounds, as in value iteration.
Like the rest of the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.thread_state import as_word, enter, fail_rule, to_whole
from plywise.game import PLIES

UNBOUNDED = 2**30
"""An open upper bound; its opposite is an open lower bound."""

NO_STATE = 2**30 + 1
"""Both bounds of a number that no state has."""

MAX_UNNUMBERED = 6
"""The maximum number of states without a number in a row; beyond them, values are unknown."""

MAX_PLIES = PLIES - 1
"""The greatest number of plies to the end that a value can hold: this many, or more."""

MAX_SCORE = UNBOUNDED // PLIES - 1
"""The greatest utility."""


def to_parent(distance: int, value: int) -> int:
    """Return a value as seen one ply earlier; distance: 1 if plies count, up to MAX_PLIES of them."""
    if distance == 0 or value == UNBOUNDED or value == -UNBOUNDED:
        return value
    if value > 0:
        return value - (value % PLIES != 1)
    return value + (value < 0 and -value % PLIES != 1)


def end_of(game: Any, distance: int, state: Any, work: list[int]) -> int:
    """Return a terminal state's value, MAX's view."""
    value = to_whole(game, game.utility(state))
    if value > MAX_SCORE or value < -MAX_SCORE:
        fail_rule(work)
    return value * PLIES if distance == 1 else value


def prepare(game: Any, count: int, least: list[int], most: list[int], work: list[int]) -> int:
    """Record the initial bounds of each of `count` numbers; return the number of states."""
    states = 0
    for number in range(count):
        enter(work, 0)
        work[slots.DONE] = number
        state = game.unrank(number)
        if game.rank(state) != number:
            least[number], most[number] = NO_STATE, NO_STATE
            continue
        states += 1
        if game.terminal(state):
            value = end_of(game, 0, state, work)
            least[number], most[number] = value, value
        else:
            least[number], most[number] = -UNBOUNDED, UNBOUNDED
    return states


def sweep(game: Any, count: int, least: list[int], most: list[int], work: list[int]) -> int:
    """Derive the bounds of each state from its successors; return how many changed."""
    changed = 0
    for number in range(count):
        low, high = wrapped(least[number]), wrapped(most[number])
        if low == high:
            continue
        enter(work, 0)
        work[slots.DONE] = number
        new_low, new_high = bounds_from_children(
            game, 0, game.unrank(number), wrapped(MAX_UNNUMBERED), count, least, most, work
        )
        if new_low != low or new_high != high:
            changed += 1
            least[number], most[number] = new_low, new_high
    return changed


def bounds_from_children(
    game: Any, distance: int, state: Any, deep: int, count: int, least: list[int], most: list[int], work: list[int]
) -> tuple[int, int]:
    """Return a state's bounds as its successors determine them.

    deep: the number of states without a number that may still be looked through in a row
    count: how many states have numbers
    """
    mover = game.player(state)
    if mover * mover != 1:
        fail_rule(work)
    nothing = -mover * (UNBOUNDED + 1)
    best_low, best_high = nothing, nothing
    for action in game.actions(state):
        child = game.result(state, as_word(action))
        low, high = wrapped(-UNBOUNDED), wrapped(UNBOUNDED)
        if game.terminal(child):
            low = high = end_of(game, distance, child, work)
        else:
            after = game.rank(child)
            if after >= count:
                fail_rule(work)
            if after >= 0:
                low, high = wrapped(least[after]), wrapped(most[after])
                if low == NO_STATE:
                    fail_rule(work)
            elif deep > 0:
                low, high = bounds_from_children(game, distance, child, deep - 1, count, least, most, work)
        if mover * low > mover * best_low:
            best_low = low
        if mover * high > mover * best_high:
            best_high = high
    if best_low == nothing:
        fail_rule(work)
    return to_parent(distance, best_low), to_parent(distance, best_high)


def sweep_plies(game: Any, plies: int, count: int, values: list[int], timed: list[int], work: list[int]) -> int:
    """Update how soon each state's end comes, from its successors; return how many changed.

    plies: the number of this sweep, from 1. values: each state's value. timed: the value with its plies, MAX_PLIES at
    first: less than every shorter way to that outcome and more than every lesser one, so a state that can reach a
    greater outcome is never assigned a lesser one meanwhile.
    """
    changed = 0
    for number in range(count):
        value, held = wrapped(values[number]), wrapped(timed[number])
        if value == 0 or value == NO_STATE:
            continue
        taken = value * PLIES - held if value > 0 else held - value * PLIES
        if taken <= plies:
            continue
        enter(work, 0)
        work[slots.DONE] = number
        state = game.unrank(number)
        found = value * PLIES
        if not game.terminal(state):
            low, high = bounds_from_children(game, 1, state, wrapped(MAX_UNNUMBERED), count, timed, timed, work)
            found = max(low, min(high, 0))
        if found != held:
            changed += 1
            timed[number] = found
    return changed


PREPARE, SWEEP, SWEEP_PLIES = range(3)
"""The tasks of `run_retrograde`."""


def run_retrograde(
    game: Any, task: int, plies: int, count: int, least: list[int], most: list[int], work: list[int]
) -> int:
    """The entry of `prepare`, `sweep` and `sweep_plies`."""
    if task == PREPARE:
        return prepare(game, count, least, most, work)
    if task == SWEEP:
        return sweep(game, count, least, most, work)
    return sweep_plies(game, plies, count, least, most, work)
