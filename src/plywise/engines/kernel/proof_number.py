"""Proof-number search, depth first (df-pn), compiled: can one player force at least a goal?

Each state has a proof number and a disproof number: a lower bound on the number of leaves still to be resolved below it
for the answer to be yes, or no. The search follows the least number until it exceeds the next best one. So it finds
narrow proofs, in which one player is forced again and again, far deeper than a full-width search.

A new state begins with the numbers that the game suggests (Game.initial_proof_number). What is proved is stored under
a state's key. Numbers that are not yet proofs are shared by all states with the same hint key (Game.hint_key), whatever
their past: they only guide the search, so wrong ones do no harm.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66 (1994); Nagai,
"Df-pn algorithm for searching AND/OR trees and its applications", thesis, Tokyo 2002; the share by which a child may
exceed the next best: Pawlewicz and Lew, "Improving depth-first pn-search: 1 + epsilon trick", 2006. Like the rest of
the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines import features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.move_picker import (
    CHILD,
    HASH,
    HIGH,
    LOW,
    MAX_PRIORITY,
    PLACES,
    SCORE,
    keep_state,
    list_actions,
    list_defences,
    take_best,
)
from plywise.engines.kernel.search import ask_bounds, end_value, probe, store
from plywise.engines.kernel.table import hash_combine, hash_key, meta_word, prefetch_entry, probe_wide, store_wide
from plywise.engines.kernel.thread_state import as_key, enter, fail_rule, pointer, state_at

NEVER = 2**30
"""The proof number of a disproved state, and the disproof number of a proved one."""

MAX_INITIAL = 2**20
"""The greatest initial number of a state."""

SHARE_BITS = 2
"""A child's number may exceed the next best by one part in 2**SHARE_BITS."""

Question = tuple[int, int, int]
"""Does the attacker get at least a goal, in their view? Goal as a value, attacker (MAX or MIN), goal."""


def join_numbers(proof: int, disproof: int) -> int:
    """Return the two numbers as one word."""
    return proof << 31 | disproof


def proof_of(word: int) -> int:
    """Return the proof number in a pair."""
    return word >> 31


def disproof_of(word: int) -> int:
    """Return the disproof number in a pair."""
    return word & (1 << 31) - 1


def prove(
    task: Task, state: Any, key_hash: int, question: Question, most_proof: int, most_disproof: int, ply: int, top: int
) -> int:
    """Return the numbers of a state as a pair, as soon as one of them reaches its limit.

    At ply 0 the game is not over, and an action is found even if the bounds answer the question. key_hash: of the
    state's key. top: the first free word of the stack.
    """
    game, config, work, stack, _ = task

    # 1. Count the node; is the answer known without a search?
    enter(work, ply)
    found = resolve_leaf(task, state, question)
    if found >= 0 and ply > 0:
        store_pair(task, state, key_hash, found)
        return found

    # 2. List the actions, with the known numbers of their children.
    attacking = game.player(state) == question[1]
    end = list_moves(task, state, question, found < 0, top)
    end = expand(task, state, question, ply, top, end)
    own, other = (LOW, HIGH) if attacking else (HIGH, LOW)
    most_own, most_other = (most_proof, most_disproof) if attacking else (most_disproof, most_proof)

    # 3. Follow the least number, until it exceeds the caller's limit.
    while True:
        best, least, second, total, left = select_child(config, own, other, top, end, stack)
        if least >= most_own or total >= most_other:
            break
        limit = min(most_own, second + 1 + (second >> SHARE_BITS))
        limit_other = most_other - max(left - 1, 0)
        ask, ask_not = (limit, limit_other) if attacking else (limit_other, limit)
        work[slots.PATH + ply] = stack[best]
        child = game.result(state, stack[best]) if config.past else state_at(stack, best + CHILD, state)
        found = prove(task, child, stack[best + HASH], question, ask, ask_not, ply + 1, end)
        stack[best + LOW], stack[best + HIGH] = proof_of(found), disproof_of(found)

    # 4. Store the numbers.
    found = join_numbers(least, total) if attacking else join_numbers(total, least)
    store_pair(task, state, key_hash, found)
    return found


def resolve_leaf(task: Task, state: Any, question: Question) -> int:
    """Return the numbers of a state that is over, or whose bounds answer the question; otherwise less than 0."""
    game, config, work, _, _ = task
    bar, attacker = question[0], question[1]
    if game.terminal(state):
        work[slots.LEAVES] += 1
        return join_numbers(0, NEVER) if attacker * end_value(game, config, state) >= bar else join_numbers(NEVER, 0)
    mover = game.player(state)
    if mover * mover != 1:
        fail_rule(work)
    if config.knowledge and work[slots.FEATURES] & feature.KNOWLEDGE:
        low, high = ask_bounds(game, config, state)
        if mover != attacker:
            low, high = -high, -low
        if low >= bar or high < bar:
            work[slots.LEAVES] += 1
            return join_numbers(0, NEVER) if low >= bar else join_numbers(NEVER, 0)
    return -1


def list_moves(task: Task, state: Any, question: Question, unsure: bool, top: int) -> int:
    """Put the actions that suffice on the stack, candidates or defences; return where they end.

    unsure: the state's bounds leave the question open. Otherwise the game need not define either, so all actions.
    """
    game, config, work, _, _ = task
    informed = config.knowledge and unsure and work[slots.FEATURES] & feature.KNOWLEDGE != 0
    if config.knowledge and informed and question[2] == 1 and game.player(state) != question[1]:
        count = list_defences(task, state, top)
    else:
        count = list_actions(task, state, informed, top)
    if count == 0:
        fail_rule(work)
    end: int = top + count * config.move_words
    return end


def expand(task: Task, state: Any, question: Question, ply: int, top: int, end: int) -> int:
    """Record the known numbers of the children, the most promising action first; return where the actions end.

    If several actions lead to states with the same key, only the first is kept.
    """
    game, config, work, stack, table = task
    kept = top
    for at in range(top, end, config.move_words):
        action, place = stack[at], (at - top) // config.move_words
        work[slots.PATH + ply] = action
        child = game.result(state, action)
        key_hash = hash_key(config, as_key(game.key(child)))
        if is_duplicate(task, state, child, key_hash, top, kept):
            continue
        prefetch_entry(config, table, work, key_hash)
        stack[kept], stack[kept + HASH] = action, key_hash
        stack[kept + SCORE] = min(max(game.priority(state, action), -MAX_PRIORITY), MAX_PRIORITY) * PLACES - place
        keep_state(stack, kept + CHILD, child)
        kept += config.move_words
    for at in range(top, kept, config.move_words):
        take_best(task, at, kept)
        child = game.result(state, stack[at]) if config.past else state_at(stack, at + CHILD, state)
        stack[at + LOW], stack[at + HIGH] = known_numbers(task, child, stack[at + HASH], question)
    return kept


def is_duplicate(task: Task, state: Any, child: Any, key_hash: int, top: int, end: int) -> bool:
    """Return whether an action on the stack leads to a state with the same key."""
    game, config, _, stack, _ = task
    for at in range(top, end, config.move_words):
        if stack[at + HASH] == key_hash:
            same = game.result(state, stack[at]) if config.past else state_at(stack, at + CHILD, state)
            if as_key(game.key(same)) == as_key(game.key(child)):
                return True
    return False


def known_numbers(task: Task, state: Any, key_hash: int, question: Question) -> tuple[int, int]:
    """Return a state's numbers: from the table, from its hint key's states, or as the game suggests."""
    game, config, work, _, table = task
    meta, proof, disproof = probe(task, state, key_hash)
    if meta == 0 and config.hint_key:
        hint = as_key(game.hint_key(state))
        meta, proof, disproof = probe_wide(config, table, work, hash_hint(config, hint), hint)
        if proof == 0 or disproof == 0:  # a proof, of a state whose key equals this hint key
            meta = 0
    if meta != 0:
        work[slots.TABLE_HITS] += 1
        return proof, disproof
    if game.terminal(state):
        return 1, 1
    _, attacker, goal = question
    proof = game.initial_proof_number(state, attacker, goal)
    disproof = game.initial_proof_number(state, -attacker, 1 - goal)
    return min(max(proof, 1), MAX_INITIAL), min(max(disproof, 1), MAX_INITIAL)


def hash_hint(config: Any, hint: Any) -> int:
    """Return the hash under which the numbers of a hint key are stored; it differs from a key's."""
    return hash_combine(hash_key(config, hint), 1)


def select_child(
    config: Any, own: int, other: int, top: int, end: int, stack: list[int]
) -> tuple[int, int, int, int, int]:
    """Return the place on the stack of the action by which the player to move succeeds most easily, and four numbers.

    The cost of that; the cost of the next best; the cost of refuting all actions; and how many are not refuted yet.
    Refutations often share their work, so a sum would be far too large: the hardest counts in full, each other as one.
    """
    best, least, second, hardest, left = top, wrapped(NEVER + 1), wrapped(NEVER + 1), 0, 0
    for at in range(top, end, config.move_words):
        ease, refuting = stack[at + own], stack[at + other]
        if ease < least or (ease == least and refuting < stack[best + other]):
            best, least, second = at, ease, least
        elif ease < second:
            second = ease
        hardest = max(hardest, refuting)
        left += refuting > 0
    return best, least, second, min(hardest + max(left - 1, 0), NEVER), left


def store_pair(task: Task, state: Any, key_hash: int, numbers: int) -> None:
    """Store a state's numbers; if they are not a proof, for all states with its hint key."""
    proof, disproof, meta = proof_of(numbers), disproof_of(numbers), meta_word(1, -1, 0)
    if task.config.hint_key and proof > 0 and disproof > 0:
        hint = as_key(task.game.hint_key(state))
        store_wide(task.config, task.table, task.work, hash_hint(task.config, hint), hint, meta, proof, disproof)
    else:
        store(task, state, key_hash, meta, proof, disproof)


def find_proved(task: Task, state: Any, question: Question) -> int:
    """Return the place of the first action known to succeed for the player to move; -1 if there is none."""
    game, config, work, stack, _ = task
    attacking = game.player(state) == question[1]
    for place in range(list_all(game, state, wrapped(0), work, stack)):
        child = game.result(state, stack[place])
        numbers = resolve_leaf(task, child, question)
        if numbers < 0:
            proof, disproof = known_numbers(task, child, hash_key(config, as_key(game.key(child))), question)
            numbers = join_numbers(proof, disproof)
        if (proof_of(numbers) if attacking else disproof_of(numbers)) == 0:
            return place
    return -1


ASK, FOLLOW, RECALL, FIND = range(4)
"""The tasks of `run_proof`."""


def run_proof(
    game: Any,
    config: Any,
    job: int,
    state: Any,
    bar: int,
    attacker: int,
    goal: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """The entry of `prove`: return the numbers of a state as a pair, one of which is 0.

    bar, attacker, goal: see Question. FOLLOW: find an action that succeeds, even if the answer is known. RECALL: return
    the stored numbers. FIND: return the place of an action that is known to succeed, or -1.
    """
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    question = (bar, attacker, goal)
    if job == FIND:
        return find_proved(task, state, question)
    key_hash = hash_key(config, as_key(game.key(state)))
    if job != FOLLOW:
        proof, disproof = known_numbers(task, state, key_hash, question)
        if job == RECALL or proof == 0 or disproof == 0:
            return join_numbers(proof, disproof)
        found = resolve_leaf(task, state, question)
        if found >= 0:
            return found
    limit, root = wrapped(NEVER), wrapped(0)
    return prove(task, state, key_hash, question, limit, limit, root, root)
