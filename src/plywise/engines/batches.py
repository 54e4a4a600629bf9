"""How many states one compiled call solves, and how much it writes of each."""

from typing import NamedTuple

FEW = 8
"""Fewer states than this are not worth the compiling of what solves many by one call."""

CALL_NODES = 100_000
"""Nodes, a small part of a second, after which a call that solves many states returns with those that are done."""

MAX_LINE = 200
"""Actions in a line of best play."""


class Row(NamedTuple):
    """What is found of a state by a call that solves many.

    value: MAX's view
    nodes: entered
    actions: (action, what it is worth to the player to move), in the game's order
    line: actions of a line of best play; None where it comes to a state of which no action keeps the value
    """

    value: int
    nodes: int
    actions: list[tuple[int, int]]
    line: list[int] | None
