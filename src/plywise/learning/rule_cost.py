"""How much time the rules of a game take in a search, by the instructions that Python executes for them.

A clock would measure it better, but two runs would not agree, and learning with the same seed must give the same file.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import mean
from types import FrameType
from typing import Any

from plywise.game import Game
from plywise.game.moves import legal_actions
from plywise.game.random_play import random_line, uniform

LINES, PLIES, EACH = 3, 60, 4
"""Random lines of play, their maximum length, and of how many states one is examined."""

BASE, ACTIONS, ENDS, MOST = 0.65, 1 / 3_300, 1 / 12_500, 8.0
"""The time for a node: constant, for an instruction of `actions` and of `terminal`, and at most. Of 11 games, these lie
between 0.7 and 4.6; docs/decisions/0114 compares the prices that follow with measurements.
"""


def weigh_rules(game: Game, seed: int) -> float:
    """Return the time for a node of a game without a learned evaluation, in units of that in 7x7 Hex, roughly."""
    choose = uniform(seed)
    states = [
        step.before
        for _ in range(LINES)
        for number, step in enumerate(random_line(game, game.initial(), choose, PLIES))
        if number % EACH == 0
    ]
    if not states:
        return 1.0
    actions = mean(count_instructions(partial(legal_actions, game, state)) for state in states)
    ends = mean(count_instructions(partial(game.terminal, state)) for state in states)
    return round(min(BASE + ACTIONS * actions + ENDS * ends, MOST), 1)


def count_instructions(call: Callable[[], object]) -> int:
    """Return the number of Python's instructions that a call executes."""
    count, before = 0, sys.gettrace()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


__all__ = ["count_instructions", "weigh_rules"]
