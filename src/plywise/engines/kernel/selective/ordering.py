"""The order in which the search for play searches a node's actions.

First the table's action; then the tactical ones that lose nothing, by the game's `priority`; the quiet ones, by the
history scores of their classes alone; last the tactical ones that lose something by `exchange_value`.

An action takes three words of the stack: the action; its score, with its place in the game's list; its class, of a
tactical one ~class, which is negative.
"""

from typing import Any

from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.memory import (
    CLASSES,
    CLASSES_MADE,
    GREATEST,
    HISTORY,
    NONE,
    learn,
    learn_reply,
    recall,
)
from plywise.engines.kernel.selective.values import to_points

STEP = 3
SCORE, CLASS = 1, 2
PLACES = 1 << 14

FROM_TABLE, GOOD = 1 << 30, 1 << 26
BAD = -(1 << 26)
PRIORITY_LIMIT = 1 << 20


def class_of(task: PlayTask, state: Any, action: int) -> int:
    """Return the class of an action, from 0 to CLASSES - 1."""
    if task.config.classes:
        return task.game.action_class(state, action) & CLASSES - 1
    return (action ^ action >> 9 ^ action >> 18 ^ action >> 32) & CLASSES - 1


def is_tactical(task: PlayTask, state: Any, action: int) -> bool:
    """Return whether an action is noisy."""
    return task.config.tactics and task.game.noisy(state, action)


def threatens(task: PlayTask, state: Any, action: int) -> bool:
    """Return whether an action threatens the other player."""
    return task.config.threats and task.game.makes_threat(state, action)


def loses(task: PlayTask, state: Any, action: int, least: int) -> bool:
    """Return whether an action wins fewer than `least` points in the exchange that follows."""
    game, config = task.game, task.config
    return config.exchanges and to_points(game, config, game.exchange_value(state, action)) < least


def limited_priority(task: PlayTask, state: Any, action: int) -> int:
    """Return the game's `priority` of an action, within bounds."""
    return min(max(task.game.priority(state, action), -PRIORITY_LIMIT), PRIORITY_LIMIT)


def put_first(task: PlayTask, state: Any, known: int, top: int) -> None:
    """Swap the table's action, at place `known`, to the front and score it; the others can wait."""
    stack, at = task.stack, top + known * STEP
    action = stack[at]
    number = class_of(task, state, action)
    stack[at], stack[top] = stack[top], action
    stack[top + SCORE] = FROM_TABLE * PLACES + (PLACES - 1 - known)
    stack[top + CLASS] = ~number if is_tactical(task, state, action) else number


def score_actions(task: PlayTask, state: Any, mover: int, ply: int, known: int, top: int, end: int) -> None:
    """Score all actions on the stack except the one at place `known` (-1: none), which `put_first` has scored."""
    work, stack = task.work, task.stack
    features = work[slots.FEATURES]
    history = HISTORY + (CLASSES if mover < 0 else 0)
    last = work[CLASSES_MADE + ply - 1] if ply > 0 else NONE
    before = work[CLASSES_MADE + ply - 2] if ply > 1 else NONE
    after_last = last * CLASSES
    after_both = (CLASSES + 1 + before) * CLASSES
    place = 0
    for at in range(top if known < 0 else top + STEP, end, STEP):
        action = stack[at]
        place = (at - top) // STEP
        if place == known:
            place = 0
        number = class_of(task, state, action)
        stack[at + CLASS] = number
        score = 0
        if is_tactical(task, state, action):
            score = GOOD + limited_priority(task, state, action)
            stack[at + CLASS] = ~number
        else:
            if features & feature.HISTORY:
                score += work[history + number]
            if features & feature.CONTINUATIONS:
                score += recall(work, after_last + number) + recall(work, after_both + number)
        stack[at + SCORE] = score * PLACES + (PLACES - 1 - place)


def place_in_list(scored: int) -> int:
    """Return the place in the game's list that a score holds."""
    return PLACES - 1 - (scored & PLACES - 1)


def swap(stack: list[int], one: int, other: int) -> None:
    """Swap two actions."""
    for part in range(STEP):
        stack[one + part], stack[other + part] = stack[other + part], stack[one + part]


def take_next(task: PlayTask, here: int, end: int) -> None:
    """Move the action with the greatest score among those from `here` to `end` to the front."""
    stack, best = task.stack, here
    for at in range(here + STEP, end, STEP):
        if stack[at + SCORE] > stack[best + SCORE]:
            best = at
    if best != here:
        swap(stack, best, here)


def score_of(stack: list[int], at: int) -> int:
    """Return the score of an action."""
    return stack[at + SCORE] // PLACES


def pick(task: PlayTask, state: Any, mover: int, ply: int, known: int, top: int, at: int, end: int) -> None:
    """Move the best of the actions from `at` to `end` to `at`. known: the place of the table's action; -1: none."""
    if known >= 0 and at == top:
        put_first(task, state, known, top)
        return
    if at == top + (STEP if known >= 0 else 0):
        score_actions(task, state, mover, ply, known, top, end)
    take_next(task, at, end)
    if task.work[slots.FEATURES] & feature.EXCHANGE_ORDER:
        while is_hopeful(task.stack, at) and loses(task, state, task.stack[at], 0):
            put_off(task, at)
            take_next(task, at, end)


def is_hopeful(stack: list[int], at: int) -> bool:
    """Return whether an action is tactical and not known to lose something."""
    return stack[at + CLASS] < 0 and stack[at + SCORE] > 0


def pass_over_quiet(task: PlayTask, state: Any, at: int, end: int) -> int:
    """Move the actions that are neither tactical nor threatening to the front; return where the others begin."""
    stack = task.stack
    for other in range(at, end, STEP):
        if stack[other + CLASS] >= 0 and not threatens(task, state, stack[other]):
            swap(stack, other, at)
            at += STEP
    return at


def put_off(task: PlayTask, at: int) -> None:
    """Move an action that loses something behind all quiet ones."""
    place = task.stack[at + SCORE] & PLACES - 1
    task.stack[at + SCORE] = (BAD + score_of(task.stack, at) - GOOD) * PLACES + place


def note_cut(task: PlayTask, mover: int, ply: int, depth: int, top: int, at: int) -> None:
    """Reward the action at `at`, which cut; if it is quiet, penalize the quiet ones before it, which did not."""
    work, stack = task.work, task.stack
    work[slots.CUTOFFS] += 1
    if stack[at + CLASS] < 0:
        return
    last = work[CLASSES_MADE + ply - 1] if ply > 0 else NONE
    before = work[CLASSES_MADE + ply - 2] if ply > 1 else NONE
    bonus = min(32 * depth * depth, GREATEST // 8)
    for other in range(top, at + STEP, STEP):
        if stack[other + CLASS] >= 0:
            worth, number = bonus if other == at else -bonus, stack[other + CLASS]
            learn(work, HISTORY + (CLASSES if mover < 0 else 0) + number, worth)
            learn_reply(work, last * CLASSES + number, worth)
            learn_reply(work, (CLASSES + 1 + before) * CLASSES + number, worth)
