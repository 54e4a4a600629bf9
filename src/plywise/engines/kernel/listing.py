"""Writes a state's actions into memory, all at once. When compiled, the game's rule does this itself."""

from typing import Any

from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.thread_state import Halt, as_word
from plywise.game import MAX_ACTIONS

FULL = -1
"""Returned if the actions do not fit."""


def push_actions(game: Any, state: Any, stack: list[int], at: int, step: int, limit: int) -> int:
    """Write a state's actions starting at a place, one every `step` words, the last at `limit` or before.

    Return the place after them; FULL if there are more.
    """
    for action in game.actions(state):
        if at > limit:
            return FULL
        stack[at] = as_word(action)
        at += step
    return at


def push_candidates(game: Any, state: Any, stack: list[int], at: int, step: int, limit: int) -> int:
    """Do the same with the game's `candidates`."""
    for action in game.candidates(state):
        if at > limit:
            return FULL
        stack[at] = as_word(action)
        at += step
    return at


def push_defences(game: Any, state: Any, stack: list[int], at: int, step: int, limit: int) -> int:
    """Do the same with the game's `defences`."""
    for action in game.defences(state):
        if at > limit:
            return FULL
        stack[at] = as_word(action)
        at += step
    return at


def push_tactical(game: Any, state: Any, stack: list[int], at: int, step: int, limit: int) -> int:
    """Do the same with the game's `tactical_actions`."""
    for action in game.tactical_actions(state):
        if at > limit:
            return FULL
        stack[at] = as_word(action)
        at += step
    return at


def list_all(game: Any, state: Any, top: int, work: list[int], stack: list[int]) -> int:
    """Write a state's actions on the stack; return where they end. Raises Halt if they do not fit."""
    end = push_actions(game, state, stack, top, 1, min(work[slots.STACK_SIZE], top + MAX_ACTIONS) - 1)
    if end == FULL:
        work[slots.STOP] = slots.BY_STACK if work[slots.STACK_SIZE] < top + MAX_ACTIONS else slots.BY_RULE
        raise Halt
    return end


PUSHES = {
    "actions": push_actions,
    "candidates": push_candidates,
    "defences": push_defences,
    "tactical_actions": push_tactical,
}
"""Rule -> the function that writes the actions it lists."""
