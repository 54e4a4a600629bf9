"""The order in which the strong search looks at a node's actions.

First the action that the table calls best, then by the game's own `priority`, among equals first those that lately cut
at this ply (killer moves; Akl and Newborn 1977), then by how much an action cut elsewhere (history heuristic; Schaeffer
1983), then as the game lists them. It changes how many nodes a search needs, never what it finds.

A node's actions lie on a stack of words, two each: the action, and its rank with its place in the game's list.
"""

from typing import Any

from plywise.search.work import (
    BY_STACK,
    FEATURES,
    HISTORY,
    HISTORY_WORDS,
    KILLER_PLIES,
    KILLERS,
    SHUFFLE,
    STACK_SIZE,
    STOP,
    Halt,
    as_word,
)

# What a search uses, as bits of work[FEATURES]. The first are sound: they change the nodes, never the value.
TABLE, TABLE_MOVE, KILLER_MOVES, HISTORY_ORDER, PRIORITY, NULL_WINDOWS, KNOWLEDGE, LOOK_AHEAD = (1 << n for n in range(8))
QUIESCENCE, NULL_MOVE, REDUCTIONS, EXTENSIONS = (1 << n for n in range(8, 12))

MOVE_WORDS = 2
PLACES = 1 << 16  # more than the actions of any one state
FIRST_RANK = 1 << 46
KILLER_RANK = 1 << 20
MOST_HISTORY = 1 << 20
PRIORITY_RANK = 1 << 21
MOST_PRIORITY = 1 << 23


def history_slot(mover: int, action: int) -> int:
    """Return where an action's history is kept."""
    side = HISTORY_WORDS if mover > 0 else 0
    return HISTORY + side + ((action ^ action >> 12 ^ action >> 32) & (HISTORY_WORDS - 1))


def rank(game: Any, state: Any, action: int, mover: int, ply: int, first: bool, work: list[int]) -> int:
    """Return an action's rank; the greatest is searched first."""
    features = work[FEATURES]
    if first and features & TABLE_MOVE:
        return FIRST_RANK
    found = 0
    if features & PRIORITY:
        found = min(max(game.priority(state, action), -MOST_PRIORITY), MOST_PRIORITY) * PRIORITY_RANK
    if features & KILLER_MOVES and ply < KILLER_PLIES:
        killers = KILLERS + 2 * ply
        if work[killers] == action or work[killers + 1] == action:
            found += KILLER_RANK
    if features & HISTORY_ORDER:
        found += work[history_slot(mover, action)]
    return found


def put(stack: list[int], top: int, place: int, action: int, ranked: int, work: list[int]) -> None:
    """Put an action on the stack. Raises Halt where the stack is too small."""
    at = top + MOVE_WORDS * place
    if at + MOVE_WORDS > work[STACK_SIZE] or place >= PLACES:
        work[STOP] = BY_STACK
        raise Halt
    stack[at] = action
    turned = place ^ (work[SHUFFLE] & 1)  # a second thread looks at equals in another order
    stack[at + 1] = ranked * PLACES + (PLACES - 1 - turned)


def place_moves(
    game: Any, plan: Any, state: Any, mover: int, ply: int, first: int, top: int, work: list[int], stack: list[int]
) -> int:
    """Put a state's actions on the stack, ranked; return how many there are. first: the place of the table's move."""
    count = 0
    if plan.knowledge and work[FEATURES] & KNOWLEDGE:
        for action in game.candidates(state):
            word = as_word(action)
            put(stack, top, count, word, rank(game, state, word, mover, ply, count == first, work), work)
            count += 1
    else:
        for action in game.actions(state):
            word = as_word(action)
            put(stack, top, count, word, rank(game, state, word, mover, ply, count == first, work), work)
            count += 1
    return count


def take_best(stack: list[int], top: int, count: int, place: int) -> int:
    """Bring the first in rank among the actions from `place` on to that place; return it."""
    best = top + MOVE_WORDS * place
    for at in range(best + MOVE_WORDS, top + MOVE_WORDS * count, MOVE_WORDS):
        if stack[at + 1] > stack[best + 1]:
            best = at
    here = top + MOVE_WORDS * place
    if best != here:
        action, ranked = stack[best], stack[best + 1]
        stack[best], stack[best + 1] = stack[here], stack[here + 1]
        stack[here], stack[here + 1] = action, ranked
    return stack[here]


def listed_at(stack: list[int], top: int, place: int, work: list[int]) -> int:
    """Return the place in the game's list of an action on the stack."""
    return (PLACES - 1 - (stack[top + MOVE_WORDS * place + 1] & (PLACES - 1))) ^ (work[SHUFFLE] & 1)


def note_cut(work: list[int], mover: int, action: int, ply: int, weight: int) -> None:
    """An action cut: remember it as a killer of this ply, and in the history. weight: 1 to 4096."""
    features = work[FEATURES]
    if features & KILLER_MOVES and ply < KILLER_PLIES:
        killers = KILLERS + 2 * ply
        if work[killers] != action:
            work[killers + 1] = work[killers]
            work[killers] = action
    if features & HISTORY_ORDER:
        slot = history_slot(mover, action)
        work[slot] += weight - work[slot] * weight // MOST_HISTORY
