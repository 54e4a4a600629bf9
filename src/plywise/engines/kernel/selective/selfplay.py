"""Self-play games of the search for play, in one compiled loop: the training data of `plywise learn`.

The row of a position is the state's words, followed by RESULT, POINTS, OWN and MOVER.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.lots import draw
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.memory import AGE, GAME, GAME_PLIES, KEYS, LINES, LOTS, MAX_PAST, PAST_KEYS
from plywise.engines.kernel.selective.node import Node, hash_of, is_threatened
from plywise.engines.kernel.selective.ordering import is_tactical
from plywise.engines.kernel.selective.search import INFINITE, search
from plywise.engines.kernel.selective.values import NEARLY_WON, to_points
from plywise.engines.kernel.thread_state import enter, pointer

RESULT, POINTS, OWN, MOVER = range(4)
"""The game's result for MAX: 1, 0 or -1; the search's value and the game's own evaluation, both for MAX in points; the
player to move.
"""
BEYOND = 4

DEEPEST_SEARCH = 40
AGES = 64
CERTAIN = 1000
"""The unit of chances: a probability of 1."""


def run_random_games(
    game: Any, config: Any, state: Any, games: int, longest: int, each: int, rows: int, work: list[int],
    stack: list[int], new: list[int],
) -> int:  # fmt: skip
    """Play random games, and write one in `each` of their positions. Return how many were written, at most `rows`.

    longest: plies after which a game is abandoned and nothing of it is written.
    """
    work, stack, new = pointer(work), pointer(stack), pointer(new)
    at, size = wrapped(0), len(state) + BEYOND
    for _ in range(games):
        now, first, ply = state, at, wrapped(0)
        work[GAME_PLIES] = 0
        while ply < longest and not is_over(game, config, now, 0, work, stack):
            enter(work, 0)
            if draw(work, LOTS, each) == 0 and at < rows * size:
                at = write_row(game, config, now, at, wrapped(0), new)
            action = stack[draw(work, LOTS, list_all(game, now, 0, work, stack))]
            note_action(work, ply, action)
            now = game.result(now, action)
            ply += 1
        at = set_results(game, config, now, ply < longest, first, at, size, new)
        if at >= rows * size:
            break
    return at // size


def run_selfplay(
    game: Any, config: Any, state: Any, games: int, longest: int, nodes: int, opening: int, blunders: int, each: int,
    rows: int, work: list[int], stack: list[int], table: list[int], model: list[int], new: list[int],
) -> int:  # fmt: skip
    """Play games by searches, and write one in `each` of the positions searched in which a quiet action was best.

    Returns how many were written.

    nodes: no iteration starts after a third of them. opening: the maximum number of random opening moves.
    blunders: the chance of later random moves, in units of CERTAIN. longest, rows: as in `run_random_games`.
    """
    task = PlayTask(game, config, pointer(work), pointer(stack), pointer(table), pointer(model))
    work, stack, new = pointer(work), pointer(stack), pointer(new)
    at, size = wrapped(0), len(state) + BEYOND
    for _ in range(games):
        now, first, ply = state, at, wrapped(0)
        work[GAME_PLIES] = 0
        random = draw(work, LOTS, opening + 1)
        work[PAST_KEYS] = 0
        while ply < longest and not is_over(game, config, now, 0, work, stack):
            key = hash_of(task, now)
            if ply < random or draw(work, LOTS, CERTAIN) < blunders:
                action = stack[draw(work, LOTS, list_all(game, now, 0, work, stack))]
            else:
                points = think(task, now, key, nodes)
                action = work[LINES + 1]
                quiet = not is_tactical(task, now, action)
                if draw(work, LOTS, each) == 0 and quiet and at < rows * size:
                    at = write_row(game, config, now, at, game.player(now) * points, new)
            remember(task, key)
            note_action(work, ply, action)
            now = game.result(now, action)
            ply += 1
        at = set_results(game, config, now, ply < longest, first, at, size, new)
        if at >= rows * size:
            break
    return at // size


def run_duel(
    game: Any, config: Any, state: Any, games: int, longest: int, nodes: int, other_nodes: int, opening: int,
    work: list[int], more: list[int], stack: list[int], table: list[int], memo: list[int], model: list[int],
    rival: list[int], new: list[int],
) -> int:  # fmt: skip
    """Play games between two learned evaluations, each opening twice with the sides swapped; return their number.

    work, table, model, nodes: of the first. more, memo, rival, other_nodes: of the second. new: each game's result for
    the first, +1, 0 or -1.
    """
    first = PlayTask(game, config, pointer(work), pointer(stack), pointer(table), pointer(model))
    second = PlayTask(game, config, pointer(more), pointer(stack), pointer(memo), pointer(rival))
    work, stack, new = pointer(work), pointer(stack), pointer(new)
    before = wrapped(0)
    for number in range(games):
        if number & 1 == 0:
            before = work[LOTS]
        work[LOTS] = before
        random = (opening + 1) // 2 + draw(work, LOTS, opening // 2 + 1)
        now, ply, side = state, wrapped(0), 1 - 2 * (number & 1)
        first.work[PAST_KEYS], second.work[PAST_KEYS], work[GAME_PLIES] = 0, 0, 0
        while ply < longest and not is_over(game, config, now, 0, work, stack):
            if ply < random:
                action = stack[draw(work, LOTS, list_all(game, now, 0, work, stack))]
            elif game.player(now) == side:
                think(first, now, hash_of(first, now), nodes)
                action = first.work[LINES + 1]
            else:
                think(second, now, hash_of(second, now), other_nodes)
                action = second.work[LINES + 1]
            key = hash_of(first, now)
            remember(first, key)
            remember(second, key)
            note_action(work, ply, action)
            now = game.result(now, action)
            ply += 1
        new[number] = side * result_of(game, now) if ply < longest else 0
    return games


def think(task: PlayTask, state: Any, key: int, nodes: int) -> int:
    """Search a state by iterative deepening until it is decided; return its value in the mover's view.

    The best line is in work[LINES]. nodes: no iteration starts after a third of them.
    """
    work = task.work
    work[AGE] = work[AGE] + 1 & AGES - 1
    before, depth, value, side = work[slots.NODES], wrapped(0), wrapped(0), task.game.player(state)
    while depth < DEEPEST_SEARCH and (work[slots.NODES] - before) * 3 < nodes and -NEARLY_WON < value < NEARLY_WON:
        depth += 1
        root = Node(state, key, depth, side, wrapped(0), is_threatened(task, state), wrapped(0), wrapped(0))
        value = search(task, root, -INFINITE, INFINITE)
    return value


def note_action(work: list[int], ply: int, action: int) -> None:
    """Record the action played, and that no search is running."""
    work[GAME + ply] = action
    work[GAME_PLIES] = ply + 1
    work[slots.DEEPEST] = 0


def remember(task: PlayTask, key: int) -> None:
    """Record a position of the game, to detect repetition."""
    work = task.work
    if task.config.recurs:
        if work[PAST_KEYS] >= MAX_PAST:
            work[PAST_KEYS] = 0
        work[KEYS + work[PAST_KEYS]] = key
        work[PAST_KEYS] += 1


def is_over(game: Any, config: Any, state: Any, top: int, work: list[int], stack: list[int]) -> bool:
    """Return whether a state is over."""
    if config.ends_without_actions:
        return bool(game.drawn_by_rule(state)) or list_all(game, state, top, work, stack) == top
    return bool(game.terminal(state))


def write_row(game: Any, config: Any, state: Any, at: int, points: int, new: list[int]) -> int:
    """Write a row at a place, without its result; return the place after it."""
    for part in state:
        new[at] = part
        at += 1
    own = to_points(game, config, game.evaluate(state)) if config.evaluates else wrapped(0)
    new[at + RESULT], new[at + POINTS], new[at + OWN], new[at + MOVER] = 0, points, own, game.player(state)
    return at + BEYOND


def result_of(game: Any, end: Any) -> int:
    """Return 1 if MAX has won, -1 if MIN has, 0 otherwise."""
    utility = game.utility(end)
    return 1 if utility > 0 else -1 if utility < 0 else 0


def set_results(game: Any, config: Any, end: Any, ended: bool, first: int, last: int, size: int, new: list[int]) -> int:
    """Write a game's result into its rows; return the place after them. Rows of a game without an end are dropped."""
    if not ended:
        return first
    result = result_of(game, end)
    for at in range(first + size - BEYOND, last, size):
        new[at + RESULT] = result
    return last
