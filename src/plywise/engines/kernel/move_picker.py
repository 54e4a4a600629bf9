"""The order in which the strong search looks at a node's actions.

First the action that the table calls best, then by the game's own `priority`, to which the search adds what it has
learnt: up to 64 more or less for how often the action cut elsewhere (history heuristic; Schaeffer 1983), and 32 for one
that lately cut at this ply (killer moves; Akl and Newborn 1977). It changes how many nodes a search needs, never what
it finds.

A node's actions lie on a stack of words: the action; its rank, with its place in the game's list; and of the state it
leads to: from where to where its value is known to be, in the view of the mover there; the digest of its key (see
table.py); and its fields.
"""

from typing import Any

from plywise.engines.features import HISTORY_ORDER, KILLER_MOVES, PRIORITY, TABLE_MOVE
from plywise.engines.kernel.thread_state import (
    BY_RULE,
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

SCORE, LOW, HIGH, HASH, CHILD = 1, 2, 3, 4, 5
"""Where on the stack an action's rank and what there is of its child lie, counted from the action."""

PLACES = 1 << 16  # more than the actions of any one state
FIRST_SCORE = 1 << 46
PRIORITY_SCORE = 1 << 16
MAX_PRIORITY = 1 << 28
KILLER_SCORE = 32 * PRIORITY_SCORE
MAX_HISTORY = 1 << 20
HISTORY_SCORE = 4  # times the history: at most 64 of priority


def history_slot(mover: int, action: int) -> int:
    """Return where an action's history is kept."""
    side = HISTORY_WORDS if mover > 0 else 0
    return HISTORY + side + ((action ^ action >> 12 ^ action >> 32) & (HISTORY_WORDS - 1))


def score(game: Any, state: Any, action: int, mover: int, ply: int, place: int, first: int, work: list[int]) -> int:
    """Return an action's rank, with its place in the game's list; the greatest is searched first.

    first: the place of the table's move.
    """
    features = work[FEATURES]
    found = 0
    if features & PRIORITY:
        found = min(max(game.priority(state, action), -MAX_PRIORITY), MAX_PRIORITY) * PRIORITY_SCORE
    if features & KILLER_MOVES and ply < KILLER_PLIES:
        killers = KILLERS + 2 * ply
        if work[killers] == action or work[killers + 1] == action:
            found += KILLER_SCORE
    if features & HISTORY_ORDER:
        found += work[history_slot(mover, action)] * HISTORY_SCORE
    if place == first and features & TABLE_MOVE:
        found = FIRST_SCORE
    turned = place ^ (work[SHUFFLE] & 1)  # a second thread looks at equals in another order
    return found * PLACES + (PLACES - 1 - turned)


def place_of(ranked: int, work: list[int]) -> int:
    """Return the place in the game's list that a rank tells."""
    return (PLACES - 1 - (ranked & (PLACES - 1))) ^ (work[SHUFFLE] & 1)


def put_action(config: Any, action: Any, count: int, top: int, work: list[int], stack: list[int]) -> None:
    """Put a state's next action on the stack, after so many others. top: where the first one lies.

    Raises Halt where the stack is too small, or there are PLACES actions and more: then the list of them never ends.
    """
    at = top + count * config.move_words
    if at > work[STACK_SIZE] - config.move_words or count >= PLACES:
        work[STOP] = BY_STACK if count < PLACES else BY_RULE
        raise Halt
    stack[at] = as_word(action)


def list_actions(game: Any, config: Any, state: Any, known: bool, top: int, work: list[int], stack: list[int]) -> int:
    """Put a state's actions on the stack; return how many there are. known: only the game's `candidates`."""
    count = 0
    if config.knowledge and known:
        for action in game.candidates(state):
            put_action(config, action, count, top, work, stack)
            count += 1
    else:
        for action in game.actions(state):
            put_action(config, action, count, top, work, stack)
            count += 1
    return count


def keep_state(stack: list[int], at: int, state: Any) -> None:
    """Put a state's fields on the stack."""
    for field in state:
        stack[at] = field
        at += 1


def take_best(config: Any, stack: list[int], here: int, end: int) -> None:
    """Bring the first in rank among the actions on the stack from `here` to `end` to the front of them."""
    best = here
    for at in range(here + config.move_words, end, config.move_words):
        if stack[at + SCORE] > stack[best + SCORE]:
            best = at
    if best != here:
        for word in range(config.move_words):
            stack[best + word], stack[here + word] = stack[here + word], stack[best + word]


def note_cut(
    config: Any, work: list[int], stack: list[int], mover: int, top: int, at: int, ply: int, weight: int
) -> None:
    """The action at a place of the stack cut: remember it, and that those before it, from `top` on, did not.

    weight: 1 to 256.
    """
    features = work[FEATURES]
    action = stack[at]
    if features & KILLER_MOVES and ply < KILLER_PLIES:
        killers = KILLERS + 2 * ply
        if work[killers] != action:
            work[killers + 1] = work[killers]
            work[killers] = action
    if features & HISTORY_ORDER:
        slot = history_slot(mover, action)
        work[slot] += (MAX_HISTORY - work[slot]) * weight >> 8
        for other in range(top, at, config.move_words):
            slot = history_slot(mover, stack[other])
            work[slot] -= (MAX_HISTORY + work[slot]) * weight >> 8
