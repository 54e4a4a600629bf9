"""The entry of all jobs of the search for play on one state: a single entry, so it is compiled and loaded once."""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.node import Node, hash_of, is_threatened, list_moves
from plywise.engines.kernel.selective.ordering import STEP
from plywise.engines.kernel.selective.search import search
from plywise.engines.kernel.thread_state import pointer

LIST, SEARCH, HASH, STATIC = range(4)
"""The jobs of `run_play`."""


def run_play(
    game: Any,
    config: Any,
    job: int,
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    model: list[int],
) -> int:
    """Do one of the jobs and return its result.

    LIST: put the state's actions on the stack, every STEP words; return their number. SEARCH: `search` the state, in
    the view of the player to move. HASH: return the hash of its `play_key`.
    """
    task = PlayTask(game, config, pointer(work), pointer(stack), pointer(table), pointer(model))
    if job == LIST:
        return list_moves(task, state, 0, False, False, 0) // STEP
    key = hash_of(task, state)
    if job == HASH:
        return key
    side = game.player(state)
    root = Node(state, key, depth, side, wrapped(0), is_threatened(task, state), 0, 0)
    return search(task, root, alpha, beta)
