"""The shape of the tree below a state, which does not depend on the names of cells: a symmetry preserves it."""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.selective.selfplay import is_over, result_of
from plywise.engines.kernel.thread_state import pointer
from plywise.repetition import mixed

END, OPEN = 0x9E3779B9, 0x85EBCA6B
"""Numbers that distinguish ends of the game from states at the last ply."""


def shape(
    game: Any, config: Any, state: Any, plies: int, side: int, top: int, work: list[int], stack: list[int]
) -> int:
    """Return a hash of the tree to a depth: its shape, the players to move, and the values of its ends to a side."""
    if is_over(game, config, state, top, work, stack):
        return mixed(wrapped(END + side * result_of(game, state)))
    if plies == 0:
        return mixed(wrapped(OPEN + side * game.player(state)))
    found, end = wrapped(0), list_all(game, state, top, work, stack)
    for place in range(top, end):
        below = shape(game, config, game.result(state, stack[place]), plies - 1, side, end, work, stack)
        found = wrapped(found + mixed(wrapped(below + plies)))
    return mixed(wrapped(found + side * game.player(state)))


def run_tree_shape(game: Any, config: Any, state: Any, plies: int, side: int, work: list[int], stack: list[int]) -> int:
    """The entry of `shape`."""
    return shape(game, config, state, plies, side, 0, pointer(work), pointer(stack))


def run_children(
    game: Any, config: Any, state: Any, rows: int, work: list[int], stack: list[int], new: list[int]
) -> int:
    """Write the words of a state's children, up to a maximum, each followed by its player to move; return how many."""
    work, stack, new = pointer(work), pointer(stack), pointer(new)
    if is_over(game, config, state, 0, work, stack):
        return 0
    at, size = wrapped(0), len(state) + 1
    for place in range(list_all(game, state, 0, work, stack)):
        if at < rows * size:
            child = game.result(state, stack[place])
            for part in child:
                new[at] = part
                at += 1
            new[at] = game.player(child)
            at += 1
    return at // size
