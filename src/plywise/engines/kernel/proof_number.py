"""Proof-number search, depth first (df-pn), compiled: does one player surely get at least so much?

Each state has a proof number and a disproof number: how much is still to be shown below it, at the least, for the
answer to be yes there, or no. The search goes on where the least is missing, for as long as the numbers there do not
exceed those of the next best place. So it finds narrow proofs, in which one player is forced again and again, far
deeper than a search that looks at everything to some depth.

A state that was not looked at yet begins with the numbers that the game suggests (Game.effort). What is proved is filed
under a state's key. Numbers that are no proof yet are shared by all states that are alike (Game.likeness), whatever
their past: they only say where to look, so that it does no harm if they are wrong.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66 (1994); Nagai,
"Df-pn algorithm for searching AND/OR trees and its applications", thesis, Tokyo 2002; the share by which a child may
exceed the next best: Pawlewicz and Lew, "Improving depth-first pn-search: 1 + epsilon trick", 2006. Like the kernel,
this is plain Python over ints and runs interpreted as it stands.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.features import KNOWLEDGE
from plywise.engines.kernel.move_picker import (
    CHILD,
    DIGEST,
    HIGH,
    LOW,
    MOST_PRIORITY,
    PLACES,
    RANK,
    keep_state,
    list_actions,
    put_action,
    take_best,
)
from plywise.engines.kernel.search import Memory, end_value, file, probe, scaled
from plywise.engines.kernel.table import approach, digest_of, meta_word, probe_wide, stirred, store_wide
from plywise.engines.kernel.thread_state import (
    FEATURES,
    LEAVES,
    PATH,
    TABLE_HITS,
    as_key,
    broken,
    enter,
    state_at,
    words,
)

NEVER = 2**30
"""The proof number of what is disproved, and the disproof number of what is proved."""

MOST_EFFORT = 2**20
"""The greatest number that a state begins with."""

SHARE_BITS = 2
"""A child's number may exceed the next best by one part in 2**SHARE_BITS."""

Question = tuple[int, int, int]
"""Does the attacker get at least a goal, in his view? The goal as a value, the attacker (MAX or MIN), the goal."""


def pair(proof: int, disproof: int) -> int:
    """Return the two numbers as one word."""
    return proof << 31 | disproof


def proof_of(word: int) -> int:
    """Return the proof number in a pair."""
    return word >> 31


def disproof_of(word: int) -> int:
    """Return the disproof number in a pair."""
    return word & (1 << 31) - 1


def prove(
    game: Any,
    plan: Any,
    state: Any,
    digest: int,
    question: Question,
    most_proof: int,
    most_disproof: int,
    ply: int,
    top: int,
    memory: Memory,
) -> int:
    """Return the numbers of a state as a pair, as soon as one of them is at least the most that it may be.

    At ply 0 the game is not over, and an action is wanted even where its bounds say enough. digest: that of the state's
    key. top: the first free word of the stack.
    """
    work, stack, _ = memory
    enter(work, ply)
    found = answered(game, plan, state, question, work)
    if found >= 0 and ply > 0:
        file_pair(game, plan, state, digest, found, memory)
        return found
    attacking = game.player(state) == question[1]
    end = list_moves(game, plan, state, question, found < 0, top, work, stack)
    end = expand(game, plan, state, question, ply, top, end, memory)
    own, other = (LOW, HIGH) if attacking else (HIGH, LOW)
    most_own, most_other = (most_proof, most_disproof) if attacking else (most_disproof, most_proof)
    while True:
        best, least, second, total, left = weighed(plan, own, other, top, end, stack)
        if least >= most_own or total >= most_other:
            break
        limit = min(most_own, second + 1 + (second >> SHARE_BITS))
        limit_other = most_other - max(left - 1, 0)
        ask, ask_not = (limit, limit_other) if attacking else (limit_other, limit)
        work[PATH + ply] = stack[best]
        child = game.result(state, stack[best]) if plan.past else state_at(stack, best + CHILD, state)
        found = prove(game, plan, child, stack[best + DIGEST], question, ask, ask_not, ply + 1, end, memory)
        stack[best + LOW], stack[best + HIGH] = proof_of(found), disproof_of(found)
    found = pair(least, total) if attacking else pair(total, least)
    file_pair(game, plan, state, digest, found, memory)
    return found


def answered(game: Any, plan: Any, state: Any, question: Question, work: list[int]) -> int:
    """Return the numbers of a state that is over, or of which the game's bounds say enough; less than 0 elsewhere."""
    bar, attacker = question[0], question[1]
    if game.terminal(state):
        work[LEAVES] += 1
        return pair(0, NEVER) if attacker * end_value(game, plan, state) >= bar else pair(NEVER, 0)
    mover = game.player(state)
    if mover * mover != 1:
        broken(work)
    if plan.knowledge and work[FEATURES] & KNOWLEDGE:
        low, high = game.bounds(state)
        low, high = scaled(game, plan, low), scaled(game, plan, high)
        if mover != attacker:
            low, high = -high, -low
        if low >= bar or high < bar:
            work[LEAVES] += 1
            return pair(0, NEVER) if low >= bar else pair(NEVER, 0)
    return -1


def list_moves(
    game: Any, plan: Any, state: Any, question: Question, unsure: bool, top: int, work: list[int], stack: list[int]
) -> int:
    """Put on the stack the actions that suffice, candidates or defences; return where they end.

    unsure: the state's bounds leave the question open. Otherwise the game need not have either: all actions.
    """
    informed = plan.knowledge and unsure and work[FEATURES] & KNOWLEDGE != 0
    count = 0
    if plan.knowledge and informed and question[2] == 1 and game.player(state) != question[1]:
        for action in game.defences(state):
            put_action(plan, action, count, top, work, stack)
            count += 1
    else:
        count = list_actions(game, plan, state, informed, top, work, stack)
    if count == 0:
        broken(work)
    end: int = top + count * plan.move_words
    return end


def expand(game: Any, plan: Any, state: Any, question: Question, ply: int, top: int, end: int, memory: Memory) -> int:
    """Write down what is known of the children, the most promising action first; return where the actions end.

    Of actions that lead to states with one key the first is kept.
    """
    work, stack, table = memory
    kept = top
    for at in range(top, end, plan.move_words):
        action, place = stack[at], (at - top) // plan.move_words
        work[PATH + ply] = action
        child = game.result(state, action)
        digest = digest_of(plan, as_key(game.key(child)))
        if twice(game, plan, state, child, digest, top, kept, stack):
            continue
        approach(plan, table, work, digest)
        stack[kept], stack[kept + DIGEST] = action, digest
        stack[kept + RANK] = min(max(game.priority(state, action), -MOST_PRIORITY), MOST_PRIORITY) * PLACES - place
        keep_state(stack, kept + CHILD, child)
        kept += plan.move_words
    for at in range(top, kept, plan.move_words):
        take_best(plan, stack, at, kept)
        child = game.result(state, stack[at]) if plan.past else state_at(stack, at + CHILD, state)
        stack[at + LOW], stack[at + HIGH] = known(game, plan, child, stack[at + DIGEST], question, work, table)
    return kept


def twice(game: Any, plan: Any, state: Any, child: Any, digest: int, top: int, end: int, stack: list[int]) -> bool:
    """Return whether an action on the stack leads to a state with the same key."""
    for at in range(top, end, plan.move_words):
        if stack[at + DIGEST] == digest:
            same = game.result(state, stack[at]) if plan.past else state_at(stack, at + CHILD, state)
            if as_key(game.key(same)) == as_key(game.key(child)):
                return True
    return False


def known(
    game: Any, plan: Any, state: Any, digest: int, question: Question, work: list[int], table: list[int]
) -> tuple[int, int]:
    """Return a state's numbers: from the table, those of a state alike, or what the game suggests."""
    meta, proof, disproof = probe(game, plan, state, digest, work, table)
    if meta == 0 and plan.likeness:
        alike = as_key(game.likeness(state))
        meta, proof, disproof = probe_wide(plan, table, work, likeness_digest(plan, alike), alike)
        if proof == 0 or disproof == 0:  # a proof, of a state whose key reads like this likeness
            meta = 0
    if meta != 0:
        work[TABLE_HITS] += 1
        return proof, disproof
    if game.terminal(state):
        return 1, 1
    _, attacker, goal = question
    proof, disproof = game.effort(state, attacker, goal), game.effort(state, -attacker, 1 - goal)
    return min(max(proof, 1), MOST_EFFORT), min(max(disproof, 1), MOST_EFFORT)


def likeness_digest(plan: Any, alike: Any) -> int:
    """Return the digest under which the numbers of states alike are filed: another one than a key's."""
    return stirred(digest_of(plan, alike), 1)


def weighed(plan: Any, own: int, other: int, top: int, end: int, stack: list[int]) -> tuple[int, int, int, int, int]:
    """Return where the action lies that the player to move succeeds with most easily; and four numbers.

    How much that takes; how much the next best takes; how much it takes to refute all actions; and how many of them
    are not refuted yet. Many ways to refute them meet, so that their sum would say far too much: what counts is the
    hardest one, and one for each other.
    """
    best, least, second, hardest, left = top, wrapped(NEVER + 1), wrapped(NEVER + 1), 0, 0
    for at in range(top, end, plan.move_words):
        ease, refuting = stack[at + own], stack[at + other]
        if ease < least or (ease == least and refuting < stack[best + other]):
            best, least, second = at, ease, least
        elif ease < second:
            second = ease
        hardest = max(hardest, refuting)
        left += refuting > 0
    return best, least, second, min(hardest + max(left - 1, 0), NEVER), left


def file_pair(game: Any, plan: Any, state: Any, digest: int, numbers: int, memory: Memory) -> None:
    """Let the table say so of a state; of all that are alike, where it is no proof."""
    work, _, table = memory
    proof, disproof, meta = proof_of(numbers), disproof_of(numbers), meta_word(1, -1, 0)
    if plan.likeness and proof > 0 and disproof > 0:
        alike = as_key(game.likeness(state))
        store_wide(plan, table, work, likeness_digest(plan, alike), alike, meta, proof, disproof)
    else:
        file(game, plan, state, digest, meta, proof, disproof, work, table)


ASK, FOLLOW, RECALL = range(3)
"""What `run_proof` is asked to do."""


def run_proof(
    game: Any,
    plan: Any,
    task: int,
    state: Any,
    bar: int,
    attacker: int,
    goal: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """The entry of `prove`: return the numbers of a state as a pair, one of which is 0.

    bar, attacker, goal: see Question. FOLLOW: find an action that shows it, though the answer may be known. RECALL:
    return what is known.
    """
    memory = (words(work), words(stack), words(table))
    question = (bar, attacker, goal)
    digest = digest_of(plan, as_key(game.key(state)))
    if task != FOLLOW:
        proof, disproof = known(game, plan, state, digest, question, memory[0], memory[2])
        if task == RECALL or proof == 0 or disproof == 0:
            return pair(proof, disproof)
        found = answered(game, plan, state, question, memory[0])
        if found >= 0:
            return found
    limit = wrapped(NEVER)
    return prove(game, plan, state, digest, question, limit, limit, wrapped(0), wrapped(0), memory)
