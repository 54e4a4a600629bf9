"""What a game's rules say of a state, number by number: once compiled, and once in plain Python, to be compared."""

from collections.abc import Iterator
from typing import Any

from plywise.engines.kernel.thread_state import as_key, as_word, pointer, state_words, word_of
from plywise.engines.values import FLOAT_PRIORITY_PLACES, MAX_VALUE, float_to_word, to_word
from plywise.game import Game, State, Value

ROOM = 2**15
"""Words that an opinion may take."""

HOOK_DEPTH, HOOK_PLACE = 6, 5
"""A depth and a place among the actions for which reductions are asked."""

UNSAID = -(2**63) + 1
"""A word that nothing was written to."""


Answer = tuple[str, object, tuple[int, ...]]
"""A rule, its answer in plain Python, and the words that may stand for it."""


def probe_rules(game: Any, state: Any, out: list[int]) -> int:
    """Write down what the rules say of a state; return how many words that takes, or -1 where there is no room.

    One word after the other, so that where a rule raises an exception, the words that are there tell which one.
    """
    at = 3
    out[0] = 1 if game.terminal(state) else 0
    out[1], out[2] = game.bounds(state)
    if out[0] == 1:
        out[at] = game.utility(state)
        at += 1
    else:
        out[at] = game.player(state)
        out[at + 1] = game.evaluate(state)
        at += 2
        for action in game.actions(state):
            word = as_word(action)
            out[at] = word
            out[at + 1] = game.priority(state, word)
            at += 2
            for field in state_words(game, game.result(state, word)):
                out[at] = field
                at += 1
            out[at] = 1 if game.noisy(state, word) else 0
            out[at + 1] = game.reduction(state, word, HOOK_DEPTH, HOOK_PLACE)
            out[at + 2] = game.extension(state, word)
            at += 3
            if at > ROOM // 2:
                return -1
        out[at] = 1 if game.may_pass(state) else 0
        at += 1
        if out[at - 1] == 1:
            for field in state_words(game, game.passed(state)):
                out[at] = field
                at += 1
        if out[1] < out[2]:
            for action in game.candidates(state):
                out[at] = as_word(action)
                at += 1
            for action in game.defences(state):
                out[at] = as_word(action)
                at += 1
    for word in as_key(game.key(state)):
        out[at] = word
        at += 1
    return at


def run_rule_probe(game: Any, state: Any, work: list[int]) -> int:
    """The entry of `probe_rules`."""
    return probe_rules(game, state, pointer(work))


def probe_in_python(game: Game, state: State, floats: bool) -> Iterator[Answer]:
    """Yield the same from the rules in plain Python: what was asked, the answer, the words that may stand for it."""
    over = bool(game.terminal(state))
    yield "terminal", over, (int(over),)
    low, high = game.bounds(state)
    yield "bounds", low, (low,)
    yield "bounds", high, (high,)
    if over:
        value = game.utility(state)
        yield "utility", value, _word(value, floats)
    else:
        player, value = game.player(state), game.evaluate(state)
        yield "player", player, (player,)
        yield "evaluate", value, _word(value, floats)
        for action in game.actions(state):
            yield "actions", action, (word_of(action),)
            priority = game.priority(state, action)
            yield "priority", priority, (int(priority), float_to_word(priority) >> FLOAT_PRIORITY_PLACES)
            for field in state_words(game, game.result(state, action)):
                yield "result", field, (field,)
            noisy, reduction = game.noisy(state, action), game.reduction(state, action, HOOK_DEPTH, HOOK_PLACE)
            yield "noisy", noisy, (int(bool(noisy)),)
            yield "reduction", reduction, (int(reduction),)
            extension = game.extension(state, action)
            yield "extension", extension, (int(extension),)
        may_pass = bool(game.may_pass(state))
        yield "may_pass", may_pass, (int(may_pass),)
        if may_pass:
            for field in state_words(game, game.passed(state)):
                yield "passed", field, (field,)
        if low < high:
            for action in game.candidates(state):
                yield "candidates", action, (word_of(action),)
            for action in game.defences(state):
                yield "defences", action, (word_of(action),)
    for word in as_key(game.key(state)):  # type: ignore[arg-type]
        yield "key", word, (int(word),)


def _word(value: Value, floats: bool) -> tuple[int, ...]:
    """Return the word that stands for a value; none where it is too large."""
    return (to_word(value, floats),) if floats or abs(value) < MAX_VALUE else ()
