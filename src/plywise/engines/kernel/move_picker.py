"""The order in which the strong search searches a node's actions.

First the table's best action, then by the game's own `priority`, adjusted by move statistics: up to 64 more or less for
how often the action cut elsewhere (history heuristic; Schaeffer 1983), and 32 more for one that recently cut at this
ply (killer moves; Akl and Newborn 1977). The order changes how many nodes a search needs, never what it finds.

A node's actions are on a stack of words: the action; its score, with its place in the game's list; and, for the state
it leads to, the bounds of its value in the view of its mover, the hash of its key (see table.py) and its fields.
"""

from typing import Any

from plywise.engines import features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.listing import FULL, push_actions, push_candidates, push_defences
from plywise.engines.kernel.thread_state import Halt

SCORE, LOW, HIGH, HASH, CHILD = range(1, 6)
"""Offsets, from the action on the stack, of its score and of the data about its child."""

PLACES = 1 << 16  # more than the actions of any one state
FIRST_SCORE = 1 << 46
PRIORITY_SCORE = 1 << 16
MAX_PRIORITY = 1 << 28
KILLER_SCORE = 32 * PRIORITY_SCORE
MAX_HISTORY = 1 << 20
HISTORY_SCORE = 4  # times the history: at most 64 of priority


def history_slot(mover: int, action: int) -> int:
    """Return the place of an action's history."""
    side = slots.HISTORY_WORDS if mover > 0 else 0
    return slots.HISTORY + side + ((action ^ action >> 12 ^ action >> 32) & (slots.HISTORY_WORDS - 1))


def score(task: Task, state: Any, action: int, mover: int, ply: int, place: int, first: int) -> int:
    """Return an action's score, with its place in the game's list; the greatest is searched first.

    first: the place of the table's move
    """
    work = task.work
    features = work[slots.FEATURES]
    found = 0
    if features & feature.PRIORITY:
        found = min(max(task.game.priority(state, action), -MAX_PRIORITY), MAX_PRIORITY) * PRIORITY_SCORE
    if features & feature.KILLER_MOVES and ply < slots.KILLER_PLIES:
        killers = slots.KILLERS + 2 * ply
        if work[killers] == action or work[killers + 1] == action:
            found += KILLER_SCORE
    if features & feature.HISTORY_ORDER:
        found += work[history_slot(mover, action)] * HISTORY_SCORE
    if place == first and features & feature.TABLE_MOVE:
        found = FIRST_SCORE
    turned = place ^ (work[slots.SHUFFLE] & 1)  # a second thread searches equals in another order
    return found * PLACES + (PLACES - 1 - turned)


def place_of(scored: int, work: list[int]) -> int:
    """Return the place in the game's list that a score holds."""
    return (PLACES - 1 - (scored & (PLACES - 1))) ^ (work[slots.SHUFFLE] & 1)


def score_all(task: Task, state: Any, mover: int, ply: int, first: int, top: int, end: int) -> None:
    """Score each action on the stack from `top` to `end`. first: as in `score`."""
    stack, step = task.stack, task.config.move_words
    for at in range(top, end, step):
        stack[at + SCORE] = score(task, state, stack[at], mover, ply, (at - top) // step, first)


def list_actions(task: Task, state: Any, known: bool, top: int) -> int:
    """Put a state's actions on the stack; return their number. known: only the game's `candidates`.

    Raises Halt if the stack is too small, or if there are more than PLACES actions: such a list never ends.
    """
    if task.config.knowledge and known:
        end = push_candidates(task.game, state, task.stack, top, task.config.move_words, last_place(task, top))
    else:
        end = push_actions(task.game, state, task.stack, top, task.config.move_words, last_place(task, top))
    return count_pushed(task, top, end)


def list_defences(task: Task, state: Any, top: int) -> int:
    """Do the same with the game's `defences`."""
    end = push_defences(task.game, state, task.stack, top, task.config.move_words, last_place(task, top))
    return count_pushed(task, top, end)


def last_place(task: Task, top: int) -> int:
    """Return the last place on the stack for an action of a list that begins at `top`."""
    step = task.config.move_words
    return min(task.work[slots.STACK_SIZE] - step, top + (PLACES - 1) * step)


def count_pushed(task: Task, top: int, end: int) -> int:
    """Return the number of actions from `top` to an end. Raises Halt if that is FULL."""
    work, step = task.work, task.config.move_words
    if end == FULL:
        is_endless = last_place(task, top) == top + (PLACES - 1) * step
        work[slots.STOP] = slots.BY_RULE if is_endless else slots.BY_STACK
        raise Halt
    return (end - top) // step


def keep_noisy(task: Task, state: Any, top: int, end: int) -> int:
    """Keep only the noisy actions on the stack; return where they end."""
    stack, step = task.stack, task.config.move_words
    kept = top
    for at in range(top, end, step):
        if task.game.noisy(state, stack[at]):
            stack[kept] = stack[at]
            kept += step
    return kept


def keep_state(stack: list[int], at: int, state: Any) -> None:
    """Put a state's fields on the stack."""
    for field in state:
        stack[at] = field
        at += 1


def move_entry(task: Task, source: int, goal: int) -> None:
    """Move an action, with the data about its child, to another place on the stack."""
    stack = task.stack
    for part in range(task.config.move_words):
        stack[goal + part] = stack[source + part]


def take_best(task: Task, here: int, end: int) -> None:
    """Move the action with the greatest score among those from `here` to `end` to the front."""
    stack, step = task.stack, task.config.move_words
    best = here
    for at in range(here + step, end, step):
        if stack[at + SCORE] > stack[best + SCORE]:
            best = at
    if best != here:
        for part in range(step):
            stack[best + part], stack[here + part] = stack[here + part], stack[best + part]


def move_to_front(task: Task, at: int) -> None:
    """Move an action to the bottom of the stack; those before it move up by one."""
    stack, step = task.stack, task.config.move_words
    action, scored = stack[at], stack[at + SCORE]
    while at > 0:
        stack[at], stack[at + SCORE] = stack[at - step], stack[at - step + SCORE]
        at -= step
    stack[0], stack[SCORE] = action, scored


def note_cut(task: Task, mover: int, top: int, at: int, ply: int, weight: int) -> None:
    """Reward the action at `at`, which cut, and penalize those before it, from `top` on, which did not.

    weight: 1 to 256
    """
    work, stack = task.work, task.stack
    features = work[slots.FEATURES]
    action = stack[at]
    if features & feature.KILLER_MOVES and ply < slots.KILLER_PLIES:
        killers = slots.KILLERS + 2 * ply
        if work[killers] != action:
            work[killers + 1] = work[killers]
            work[killers] = action
    if features & feature.HISTORY_ORDER:
        slot = history_slot(mover, action)
        work[slot] += (MAX_HISTORY - work[slot]) * weight >> 8
        for other in range(top, at, task.config.move_words):
            slot = history_slot(mover, stack[other])
            work[slot] -= (MAX_HISTORY + work[slot]) * weight >> 8
