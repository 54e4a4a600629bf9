"""Limits of compiled calls that solve many states: how many states, and how much they write for each."""

from typing import NamedTuple

FEW = 8
"""With fewer states than this, compiling the batch entry does not pay off."""

CALL_NODES = 100_000
"""Nodes (a small part of a second) after which a batch call returns with the states solved so far."""

MAX_LINE = 200
"""The number of actions in a line of best play."""


class Row(NamedTuple):
    """The result for one state of a batch.

    value: MAX's view
    nodes: nodes entered
    actions: (action, its value to the player to move), in the game's order
    line: a line of best play; None if it reaches a state in which no action keeps the value
    """

    value: int
    nodes: int
    actions: list[tuple[int, int]]
    line: list[int] | None
