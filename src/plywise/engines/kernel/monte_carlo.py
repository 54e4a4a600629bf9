"""Monte Carlo tree search, compiled: the reference's (reference/mcts.py), simulation for simulation.

The tree is one array of words, a record for each node; the children of a node are consecutive. Nodes store no states:
each simulation computes them again. Results are points; utility 1 is work[UNIT] points.

As the array fills, a node gets its children only after more and more visits, and finally none: the simulations continue
with playouts from where the tree ends.
"""

from math import log, sqrt
from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.lots import draw
from plywise.engines.kernel.points import to_result
from plywise.engines.kernel.thread_state import fail_rule, pointer, state_words
from plywise.engines.playouts import EXPLORATION, MAX_PLAYOUT, MAX_TREE

# --- the working memory, behind the counts and limits of thread_state.py ----------------------------------------------

LOTS, USED, ROOM, UNIT, LEAST, GREATEST, TREE_DEPTH = range(slots.SIZE, slots.SIZE + 7)
"""The random generator; the words of the tree in use, and in all; the points of utility 1; the least and the greatest
result so far, in points; the deepest ply of the tree."""

PLACES = slots.SIZE + 7
"""Ply -> the place of the simulation's node there."""

SIZE = PLACES + MAX_TREE + 1

# --- a record ---------------------------------------------------------------------------------------------------------

ACTION, VISITS, TOTAL, FIRST, COUNT, LOW, HIGH, MOVER = range(8)
"""The action that leads there; the number of simulations through it, and the sum of their results; where its children
begin, and their number; the bounds of its value, as values of the game; the player to move."""

RECORD = 8

SPARED = 8
"""For each of these fractions of the tree in use, a node gets its children one visit later."""


def grow(game: Any, config: Any, state: Any, work: list[int], stack: list[int], tree: list[int]) -> int:
    """Simulate until the root is proved (return 1) or a limit is reached (return 0)."""
    while tree[LOW] < tree[HIGH]:
        if work[slots.STOP] != slots.COMPLETE:
            return 0
        if work[slots.NODES] >= work[slots.MAX_NODES]:
            work[slots.STOP] = slots.BY_NODES
            return 0
        work[slots.NODES] += 1
        simulate(game, config, state, work, stack, tree)
    return 1


def simulate(game: Any, config: Any, state: Any, work: list[int], stack: list[int], tree: list[int]) -> None:
    """Descend to a node that no simulation has visited, and record the result along the path."""
    now, at, ply = state, wrapped(0), wrapped(0)
    work[PLACES] = at
    while (ply == 0 or tree[at + VISITS] > 0) and ply < MAX_TREE:
        if tree[at + COUNT] == 0 and not expand(game, now, at, ply, work, stack, tree):
            break
        at = select(at, work, tree)
        work[slots.PATH + ply] = tree[at + ACTION]
        now = game.result(now, tree[at + ACTION])
        ply += 1
        work[PLACES + ply] = at
    if ply > work[TREE_DEPTH]:
        work[TREE_DEPTH] = ply
    is_end = game.terminal(now)
    if is_end:
        utility = game.utility(now)
        tree[at + LOW], tree[at + HIGH] = utility, utility
        points = to_result(game, config, utility)
        work[slots.LEAVES] += 1
    else:
        tree[at + MOVER] = game.player(now)
        points = playout(game, config, now, ply, work, stack)
        work[slots.ESTIMATES] += 1
    work[LEAST], work[GREATEST] = min(work[LEAST], points), max(work[GREATEST], points)
    note(ply, points, is_end, work, tree)


def expand(game: Any, now: Any, at: int, ply: int, work: list[int], stack: list[int], tree: list[int]) -> bool:
    """Give a node its children, in a random order; return False if that must wait or does not fit."""
    first, room = work[USED], work[ROOM]
    if ply > 0 and tree[at + VISITS] <= first * SPARED // room:
        return False
    end = list_all(game, now, wrapped(0), work, stack)
    if end == 0:
        fail_rule(work)
    if first + end * RECORD > room:
        return False
    for last in range(end - 1, 0, -1):
        other = draw(work, LOTS, last + 1)
        stack[last], stack[other] = stack[other], stack[last]
    child = first
    for place in range(end):
        tree[child + ACTION], tree[child + VISITS], tree[child + TOTAL] = stack[place], 0, 0
        tree[child + FIRST], tree[child + COUNT], tree[child + MOVER] = 0, 0, 0
        tree[child + LOW], tree[child + HIGH] = work[slots.LEAST_UTILITY], work[slots.GREATEST_UTILITY]
        child += RECORD
    tree[at + FIRST], tree[at + COUNT] = first, end
    work[USED] = child
    return True


def select(at: int, work: list[int], tree: list[int]) -> int:
    """Return the child to descend to: an unvisited one, or the one with the best confidence bound."""
    side, low, high = tree[at + MOVER], tree[at + LOW], tree[at + HIGH]
    met = work[GREATEST] - work[LEAST]
    spread = float(met if met > 0 else work[UNIT])
    logarithm = log(float(tree[at + VISITS])) if tree[at + VISITS] > 0 else 0.0
    child = tree[at + FIRST]
    best, best_score = child, -1e300
    for _ in range(tree[at + COUNT]):
        is_open = tree[child + HIGH] > low if side > 0 else tree[child + LOW] < high
        if is_open:
            if tree[child + VISITS] == 0:
                return child
            visits = float(tree[child + VISITS])
            score = float(side * tree[child + TOTAL]) / visits / spread + EXPLORATION * sqrt(logarithm / visits)
            if score > best_score:
                best, best_score = child, score
        child += RECORD
    return best


def playout(game: Any, config: Any, state: Any, ply: int, work: list[int], stack: list[int]) -> int:
    """Return the result of a random game from a state; if the game gets too long, the evaluation where it stops."""
    now, at, last = state, slots.PATH + ply, slots.PATH + ply + MAX_PLAYOUT
    while not game.terminal(now):
        if at == last:
            estimate = min(max(game.evaluate(now), work[slots.LEAST_UTILITY]), work[slots.GREATEST_UTILITY])
            return to_result(game, config, estimate)
        end = list_all(game, now, wrapped(0), work, stack)
        if end == 0:
            fail_rule(work)
        action = stack[draw(work, LOTS, end)]
        work[at] = action
        at += 1
        now = game.result(now, action)
    return to_result(game, config, game.utility(now))


def note(ply: int, points: int, is_end: bool, work: list[int], tree: list[int]) -> None:
    """Record a result at every node of a line, and update their bounds from the end to the root."""
    changed = is_end
    while ply >= 0:
        at = work[PLACES + ply]
        tree[at + VISITS] += 1
        tree[at + TOTAL] += points
        ply -= 1
        if changed and ply >= 0:
            changed = infer_bounds(work[PLACES + ply], tree)


def infer_bounds(at: int, tree: list[int]) -> bool:
    """Compute a node's bounds from those of its children; return whether they changed."""
    child, side = tree[at + FIRST], tree[at + MOVER]
    low, high = tree[child + LOW], tree[child + HIGH]
    for _ in range(tree[at + COUNT]):
        if side > 0:
            low, high = max(low, tree[child + LOW]), max(high, tree[child + HIGH])
        else:
            low, high = min(low, tree[child + LOW]), min(high, tree[child + HIGH])
        child += RECORD
    changed = low != tree[at + LOW] or high != tree[at + HIGH]
    tree[at + LOW], tree[at + HIGH] = low, high
    return changed


# --- the subtree of a later position ----------------------------------------------------------------------------------


def find(game: Any, state: Any, target: Any, tree: list[int]) -> int:
    """Return the place of a state at most two plies below the root, whose state is `state`; -1 if it is not there."""
    wanted = state_words(game, target)
    if is_same(game, state, wanted):
        return 0
    child = tree[FIRST]
    for _ in range(tree[COUNT]):
        if tree[child + VISITS] > 0:
            after = game.result(state, tree[child + ACTION])
            if is_same(game, after, wanted):
                return child
            reply = tree[child + FIRST]
            for _ in range(tree[child + COUNT]):
                if tree[reply + VISITS] > 0 and is_same(game, game.result(after, tree[reply + ACTION]), wanted):
                    return reply
                reply += RECORD
        child += RECORD
    return -1


def is_same(game: Any, state: Any, words: Any) -> bool:
    """Return whether a state has these words."""
    same: bool = state_words(game, state) == words
    return same


def copy_below(root: int, tree: list[int], new: list[int]) -> int:
    """Copy a node, as the root, with its subtree; return the number of words used."""
    copy_records(root, 1, 0, tree, new)
    at, used = wrapped(0), wrapped(RECORD)
    while at < used:
        count = new[at + COUNT]
        if count > 0:
            copy_records(new[at + FIRST], count, used, tree, new)
            new[at + FIRST] = used
            used += count * RECORD
        at += RECORD
    return used


def copy_records(at: int, count: int, to: int, tree: list[int], new: list[int]) -> None:
    """Copy `count` records."""
    for place in range(count * RECORD):
        new[to + place] = tree[at + place]


# --- entries ----------------------------------------------------------------------------------------------------------


def run_monte_carlo(game: Any, config: Any, state: Any, work: list[int], stack: list[int], tree: list[int]) -> int:
    """The entry of `grow`."""
    return grow(game, config, state, pointer(work), pointer(stack), pointer(tree))


def run_reuse(game: Any, state: Any, target: Any, tree: list[int], new: list[int]) -> int:
    """Copy the subtree of a state, see `find`; return the number of words used, 0 if the state is not in the tree."""
    found = find(game, state, target, pointer(tree))
    return 0 if found < 0 else copy_below(found, pointer(tree), pointer(new))
