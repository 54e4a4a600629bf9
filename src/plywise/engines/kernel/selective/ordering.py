"""The order in which the search for play looks at a node's actions.

First the table's action; then the tactical ones that lose nothing, by the game's `priority`; the killers and the action
that last refuted the one before; the quiet ones, by what was learnt of their classes and by the game's `priority`; last
the tactical ones that lose something, as `exchange` says.

An action takes three words of the stack: the action; its score, with its place in the game's list; its class, of a
tactical one ~class, which is negative.
"""

from typing import Any

from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as word
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.selective.memory import (
    CLASSES,
    CLASSES_MADE,
    CONTINUATION,
    GREATEST,
    HISTORY,
    NONE,
    PLAY_KILLERS,
    REPLIES,
    learn,
)

STEP = 3
SCORE, CLASS = 1, 2
PLACES = 1 << 14

FROM_TABLE, GOOD, KILLER, SECOND_KILLER, REPLY = 1 << 30, 1 << 26, 1 << 22, 1 << 21, 1 << 20
BAD = -(1 << 26)
MOST_PRIORITY = 1 << 20


def class_of(task: Task, state: Any, action: int) -> int:
    """Return the class of an action, from 0 to CLASSES - 1."""
    if task.config.classes:
        return task.game.action_class(state, action) & CLASSES - 1
    return (action ^ action >> 9 ^ action >> 18 ^ action >> 32) & CLASSES - 1


def is_tactical(task: Task, state: Any, action: int) -> bool:
    """Return whether an action is noisy."""
    return task.config.tactics and task.game.noisy(state, action)


def loses(task: Task, state: Any, action: int, least: int) -> bool:
    """Return whether an action wins less than so many points, in the exchange that follows."""
    return task.config.exchanges and task.game.exchange(state, action) < least


def limited_priority(task: Task, state: Any, action: int) -> int:
    """Return the game's `priority` of an action, within bounds."""
    return min(max(task.game.priority(state, action), -MOST_PRIORITY), MOST_PRIORITY)


def score_actions(task: Task, state: Any, mover: int, ply: int, known: int, top: int, end: int) -> None:
    """Score all actions on the stack. known: the place of the table's; -1 if none."""
    work, stack = task.work, task.stack
    features = work[word.FEATURES]
    history = HISTORY + (CLASSES if mover < 0 else 0)
    last = work[CLASSES_MADE + ply - 1] if ply > 0 else NONE
    before = work[CLASSES_MADE + ply - 2] if ply > 1 else NONE
    after_last = CONTINUATION + last * CLASSES
    after_both = CONTINUATION + (CLASSES + 1 + before) * CLASSES
    reply = work[REPLIES + last + (CLASSES + 1 if mover < 0 else 0)]
    for at in range(top, end, STEP):
        action, place = stack[at], (at - top) // STEP
        number = class_of(task, state, action)
        stack[at + CLASS] = number
        if place == known:
            score = FROM_TABLE
        elif is_tactical(task, state, action):
            score = GOOD + limited_priority(task, state, action)
            stack[at + CLASS] = ~number
        else:
            score = limited_priority(task, state, action)
            if features & feature.HISTORY:
                score += work[history + number]
            if features & feature.CONTINUATIONS:
                score += work[after_last + number] + work[after_both + number]
            if features & feature.KILLERS and action == work[PLAY_KILLERS + 2 * ply]:
                score += KILLER
            elif features & feature.KILLERS and action == work[PLAY_KILLERS + 2 * ply + 1]:
                score += SECOND_KILLER
            elif features & feature.REPLIES and action == reply:
                score += REPLY
        stack[at + SCORE] = score * PLACES + (PLACES - 1 - place)


def place_in_list(scored: int) -> int:
    """Return the place in the game's list that a score holds."""
    return PLACES - 1 - (scored & PLACES - 1)


def take_next(task: Task, here: int, end: int) -> None:
    """Move the action with the greatest score among those from `here` to `end` to the front."""
    stack, best = task.stack, here
    for at in range(here + STEP, end, STEP):
        if stack[at + SCORE] > stack[best + SCORE]:
            best = at
    if best != here:
        for part in range(STEP):
            stack[best + part], stack[here + part] = stack[here + part], stack[best + part]


def put_off(task: Task, at: int) -> None:
    """Let an action that loses something come after all quiet ones."""
    place = task.stack[at + SCORE] & PLACES - 1
    task.stack[at + SCORE] = (BAD + (task.stack[at + SCORE] // PLACES - GOOD)) * PLACES + place


def learn_cut(task: Task, mover: int, ply: int, depth: int, top: int, at: int) -> None:
    """Learn from the quiet action at `at`, which cut, and from the quiet ones before it, which did not."""
    work, stack = task.work, task.stack
    last = work[CLASSES_MADE + ply - 1] if ply > 0 else NONE
    before = work[CLASSES_MADE + ply - 2] if ply > 1 else NONE
    action = stack[at]
    killers = PLAY_KILLERS + 2 * ply
    if work[killers] != action:
        work[killers + 1], work[killers] = work[killers], action
    work[REPLIES + last + (CLASSES + 1 if mover < 0 else 0)] = action
    bonus = min(32 * depth * depth, GREATEST // 8)
    for other in range(top, at + STEP, STEP):
        if stack[other + CLASS] >= 0:
            worth, number = bonus if other == at else -bonus, stack[other + CLASS]
            learn(work, HISTORY + (CLASSES if mover < 0 else 0) + number, worth)
            learn(work, CONTINUATION + last * CLASSES + number, worth)
            learn(work, CONTINUATION + (CLASSES + 1 + before) * CLASSES + number, worth)
