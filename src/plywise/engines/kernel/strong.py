"""The entry of all tasks of the strong search on one state: a single entry, so that it is compiled and loaded once."""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.search import list_root, search_root
from plywise.engines.kernel.solving import mtdf, renew
from plywise.engines.kernel.table import grow
from plywise.engines.kernel.thread_state import pointer

LIST, ROOT, MTDF, GROW = range(4)
"""The tasks of `run_strong`."""


def run_strong(
    game: Any,
    config: Any,
    job: int,
    state: Any,
    alpha: int,
    beta: int,
    guess: int,
    depth: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """Do one of the tasks, and return its result.

    LIST: `list_root`, ranked if guess is 1. ROOT: `search_root`. MTDF: `mtdf` from alpha to beta, of a child of the
    root, in the view of the player `count`; if that is 0, of the root. GROW: grow the table.
    """
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    if job == LIST:
        return list_root(task, state, guess)
    if job == GROW:
        grow(config, task.table, task.work)
        return 0
    if job == ROOT:
        return search_root(task, state, alpha, beta, depth, count)
    if count == 0:
        renew(task, state)
    side = count if count != 0 else game.player(state)
    return mtdf(task, state, alpha, beta, guess, depth, side, count * count, wrapped(0))
