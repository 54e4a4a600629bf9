"""Choosing a strategy's actions if the game's `bounds` are trusted, compiled: those with the shallowest proofs.

The depth of a proof is the length in plies of its longest line until the goal is reached or a bound promises it. A
certificate has to write out the proof, so shallower proofs make it smaller: on 6 by 6 Connect Four it has a quarter of
the positions needed for the soonest wins. Among equally deep proofs, the one is chosen for which the sum of 2**depth
over the other side's replies is the least. Finding deep proofs takes long, so all proofs of more than MAX_DEPTH plies
count as equal. Actions with slightly deeper proofs are in the action set: one that leads to positions needed anyway may
save more than it costs.

Depths depend on the position alone. They are cached in `memo`, in rows of the key and a word of two depths: one at
which there is a proof, and one at which there is none. A row may be overwritten at any time.

The same in plain Python: plywise/certificates/shallow_proofs.py.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.choices import DEEPER, MAX_DEPTH, NONE, OPEN, SEARCH_FROM, SLACK, action_set_of
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.choosing import is_lost, reaches, static_choice
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.move_picker import SCORE, list_actions, place_of, take_best
from plywise.engines.kernel.search import ask_bounds
from plywise.engines.kernel.solving import PROMISING, mtdf, rank
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.thread_state import as_key, enter, pointer, state_at

MEMO_BITS = 22


def holds(task: Task, state: Any, side: int, goal: int, top: int) -> bool:
    """Return whether the goal holds in a state that is not over. top: the first free word of the stack."""
    mover = task.game.player(state)
    high = goal if mover == side else 1 - goal
    value = mtdf(task, state, high - 1, high, high - 1, 0, mover, wrapped(0), top)
    return (value >= high) == (mover == side)


def find_row(key: Any, memo: list[int]) -> tuple[int, int]:
    """Return the place for the depths of a key, and their word, 0 if they are not there."""
    key_hash = 0
    for part in key:
        key_hash = hash_combine(key_hash, part)
    at = (key_hash & (1 << MEMO_BITS) - 1) * (len(key) + 1)
    place, same = at, memo[at + len(key)] != 0
    for part in key:
        same = same and memo[place] == part
        place += 1
    return at, memo[at + len(key)] if same else 0


def is_proved(task: Task, state: Any, depth: int, ply: int, side: int, goal: int, top: int, memo: list[int]) -> bool:
    """Return whether there is a proof of `depth` plies. ply: since the root state."""
    game, config, work, stack, _ = task
    enter(work, ply)
    if game.terminal(state):
        return reaches(game, config, state, side, goal)
    own = game.player(state) == side
    low, high = ask_bounds(game, config, state)
    least, most = (low, high) if own else (-high, -low)
    if least >= goal or most < goal or depth <= 0:
        return least >= goal
    key = as_key(game.key(state))
    _, known = find_row(key, memo)
    proved, not_proved = (known & DEEPER, known >> 6) if known != 0 else (DEEPER, 0)
    if depth >= proved or depth <= not_proved:
        return depth >= proved
    if depth >= SEARCH_FROM and not holds(task, state, side, goal, top):
        return False
    end = list_all(game, state, top, work, stack)
    found = not own
    for quick in (True, False):  # first, whether an action suffices by its own bounds
        if found == own or (quick and not own):
            continue
        for place in range(top, end):
            child = game.result(state, stack[place])
            if is_proved(task, child, 0 if quick else depth - 1, ply + 1, side, goal, end, memo) == own:
                found = own
                break
    at, known = find_row(key, memo)
    proved, not_proved = (known & DEEPER, known >> 6) if known != 0 else (DEEPER, 0)
    for part in key:
        memo[at] = part
        at += 1
    memo[at] = (not_proved << 6 | min(proved, depth)) if found else (max(not_proved, depth) << 6 | proved)
    return found


def weigh(task: Task, child: Any, side: int, goal: int, top: int, memo: list[int]) -> int:
    """Return the sum of 2**depth over the other side's replies to an action that keeps the goal."""
    game, _, work, stack, _ = task
    total, end = 0, list_all(game, child, top, work, stack)
    for place in range(top, end):
        depth, reply = 0, game.result(child, stack[place])
        while depth <= MAX_DEPTH and not is_proved(task, reply, depth, 2, side, goal, end, memo):
            depth += 1
        total += 1 << depth
    return total


def find_action_set(task: Task, state: Any, depth: int, side: int, goal: int, end: int, memo: list[int]) -> int:
    """Return the actions with proofs of `depth` plies. end: where the actions on the stack end."""
    game, config, work, stack, _ = task
    action_set = wrapped(0)
    for at in range(0, end, config.move_words):
        if is_proved(task, game.result(state, stack[at]), depth, 1, side, goal, end, memo):
            action_set |= action_set_of(place_of(stack[at + SCORE], work))
    return action_set


def choose_shallow(task: Task, state: Any, side: int, goal: int, memo: list[int]) -> tuple[int, int]:
    """Return the choice at a state that is not over, the action with the shallowest proof, and its action set.

    The set has all actions whose proofs are at most SLACK plies deeper; if the action itself completes the proof, those
    that do too.
    """
    game, config, work, stack, _ = task
    found = static_choice(game, config, state, side, goal, 1, wrapped(0), work, stack)
    least, depth, action_set = wrapped(0), wrapped(0), wrapped(0)
    if found != OPEN:
        return found, action_set
    found = NONE
    step = config.move_words
    end = list_actions(task, state, False, 0) * step
    rank(task, state, end, PROMISING)
    for at in range(0, end, step):
        take_best(task, at, end)
    while found == NONE and depth <= MAX_DEPTH + 1:
        for at in range(0, end, step):
            child = game.result(state, stack[at])
            if depth > MAX_DEPTH:
                keeps = not is_lost(game, config, child, side, goal, end, work, stack)
                keeps = keeps and holds(task, child, side, goal, end)
            else:
                keeps = is_proved(task, child, depth, 1, side, goal, end, memo)
            if keeps:
                place = place_of(stack[at + SCORE], work)
                weight = weigh(task, child, side, goal, end, memo) if depth > 0 else 0
                action_set |= action_set_of(place)
                if found == NONE or weight < least:
                    found, least = 2 * place, weight
        depth += 1
    if found != NONE and 1 < depth <= MAX_DEPTH + 1:  # the minimum depth was one less
        action_set = find_action_set(task, state, min(depth - 1 + SLACK, MAX_DEPTH), side, goal, end, memo)
    return found, action_set


def run_shallow(
    game: Any,
    config: Any,
    state: Any,
    side: int,
    goal: int,
    nodes: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
    memo: list[int],
) -> int:
    """The entry that chooses at `count` states, like run_choosing in choosing.py."""
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    states, choices, depths = pointer(more), pointer(new), pointer(memo)
    last = work[slots.NODES] + nodes
    while work[slots.DONE] < count and work[slots.NODES] < last:
        one = state_at(states, work[slots.DONE] * len(state), state)
        place = work[slots.DONE]
        choices[place], choices[count + place] = choose_shallow(task, one, side, goal, depths)
        work[slots.DONE] += 1
    done: int = work[slots.DONE]
    return done
