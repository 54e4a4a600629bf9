"""A game's rules evaluated on a state, number by number: compiled and in plain Python, for comparison.

Both evaluate the rules of rule_table.py in the same order: those of every state; of a terminal one; of an open one; for
each of its actions; and of a state whose bounds leave its value open. The compiled form is generated from the table, a
line or two a rule, because compiled code names its rules. It lists actions as the searches do (listing.py).
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from plywise.engines.kernel.generated import define
from plywise.engines.kernel.listing import PUSHES
from plywise.engines.kernel.thread_state import as_key, pointer, state_words, word_of
from plywise.engines.rule_table import (
    ACTIONS,
    ALWAYS,
    BOUNDS,
    EACH_ACTION,
    FLAG,
    IF_MAY_PASS,
    KEY,
    NUMBER,
    OPEN,
    OVER,
    STATE,
    UNSURE,
    VALUE,
    Rule,
    rules_asked,
)
from plywise.engines.values import FLOAT_PRIORITY_PLACES, MAX_VALUE, float_to_word, to_word
from plywise.game import Game, State, Value

ROOM = 2**15
"""The space for the results, in words."""

UNSAID = -(2**63) + 1
"""A word that was never written."""

Answer = tuple[str, object, tuple[int, ...]]
"""A rule, its result in plain Python, and the words that may represent it."""

# --- compiled --------------------------------------------------------------------------------------------------------

WRITE = {
    FLAG: "out[at] = 1 if {ask} else 0; at += 1",
    STATE: "for field in state_words(game, {ask}): out[at] = field; at += 1",
    ACTIONS: "begin = at; at = {push}(game, state, out, at, 1, ROOM - 1)",
    KEY: "for part in as_key({ask}): out[at] = part; at += 1",
    BOUNDS: "low, high = {ask}; out[at] = low; out[at + 1] = high; at += 2",
}
"""How compiled code writes a result of each kind; any other kind is one word."""


def write_probe() -> str:
    """Return the source of `probe_rules`, from the table."""

    def lines(indent: int, *when: str) -> list[str]:
        written = [line for rule in rules_asked(*when) for line in _write_rule(rule)]
        return [" " * indent + line for line in written]

    return "\n".join(
        [
            "def probe_rules(game, state, out):",
            "    at = 0",
            *lines(4, ALWAYS),
            "    if game.terminal(state):",
            *lines(8, OVER),
            "    else:",
            *lines(8, OPEN),
            "        for place in range(first, last):",
            "            if at > ROOM // 2: return -1",
            "            word = out[place]",
            *lines(12, EACH_ACTION),
            "        if game.may_pass(state):",
            *lines(12, IF_MAY_PASS),
            "        if low < high:",
            *lines(12, UNSURE),
            "    return at",
        ]
    )


def _write_rule(rule: Rule) -> list[str]:
    given = ["state", *(["word"] if rule.takes_action else []), *map(str, rule.examples)]
    ask = f"game.{rule.name}({', '.join(given)})"
    push = PUSHES[rule.name].__name__ if rule.answer == ACTIONS else ""
    lines = [WRITE.get(rule.answer, "out[at] = {ask}; at += 1").format(ask=ask, push=push)]
    if push:
        lines.append("if at < 0: return -1")
    return [*lines, "first, last = begin, at"] if rule.name == "actions" else lines


_NAMES = {push.__name__: push for push in PUSHES.values()} | {
    "as_key": as_key, "state_words": state_words, "ROOM": ROOM,
}  # fmt: skip

probe_rules: Any = define("probe_rules", write_probe(), _NAMES, __name__)
"""probe_rules(game, state, out): write the rules' results for a state; return how many words they take.

-1 if they do not fit. The words are written one by one, so that when a rule raises an exception, the words already
written show which rule it was.
"""


def run_rule_probe(game: Any, state: Any, work: list[int]) -> int:
    """The entry of `probe_rules`."""
    length: int = probe_rules(game, state, pointer(work))
    return length


# --- in plain Python -------------------------------------------------------------------------------------------------


class PlainForm:
    """The representation of states, actions and keys of integers as words."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def answer_words(self, state: State) -> tuple[int, ...]:
        """Return a state as words."""
        return state_words(self.game, state)

    def action_word(self, action: Any) -> int:
        """Return an action as one word."""
        return word_of(action)

    def key_words_of(self, key: Any, rule: str) -> tuple[int, ...]:
        """Return a key as words. rule: the rule that returned it."""
        return as_key(key)


def probe_in_python(game: Game, state: State, floats: bool, form: Any = None) -> Iterator[Answer]:
    """Yield the same from the interpreted rules: the rule, its result, and the words that may represent it.

    form: an Engine, which represents states, actions and keys as words; None: they are integers
    """
    form = form or PlainForm(game)

    def ask(when: str, *given: Any) -> Iterator[Answer]:
        for rule, examples in _rules_with_examples(when):
            answer = getattr(game, rule.name)(state, *given, *examples)
            for part, words in _split_answer(form, rule, answer, floats):
                yield rule.name, part, words

    yield from ask(ALWAYS)
    if game.terminal(state):
        yield from ask(OVER)
        return
    yield from ask(OPEN)
    for action in game.actions(state):
        yield from ask(EACH_ACTION, action)
    if game.may_pass(state):
        yield from ask(IF_MAY_PASS)
    low, high = game.bounds(state)
    if low < high:
        yield from ask(UNSURE)


@cache
def _rules_with_examples(when: str) -> tuple[tuple[Rule, tuple[int, ...]], ...]:
    """Return the rules called for such states, each with example arguments for its parameters."""
    return tuple((rule, rule.examples) for rule in rules_asked(when))


def _split_answer(form: Any, rule: Rule, answer: Any, floats: bool) -> Iterable[tuple[object, tuple[int, ...]]]:
    """Return the parts of a result that compiled code writes one by one, each with the words that may represent it."""
    if rule.answer == STATE:
        return [(field, (field,)) for field in form.answer_words(answer)]
    if rule.answer == ACTIONS:
        return ((action, (form.action_word(action),)) for action in answer)  # which may never end
    if rule.answer == KEY:
        return [(part, (int(part),)) for part in form.key_words_of(answer, rule.name)]
    if rule.answer == BOUNDS:
        return [(bound, (bound,)) for bound in answer]
    if rule.answer == VALUE:
        return ((answer, _value_words(answer, floats)),)
    if rule.answer == NUMBER:
        return ((answer, (int(answer), float_to_word(answer) >> FLOAT_PRIORITY_PLACES)),)
    return ((answer, (int(bool(answer)) if rule.answer == FLAG else int(answer),)),)


def _value_words(value: Value, floats: bool) -> tuple[int, ...]:
    """Return the word that represents a value; none if it is too large."""
    return (to_word(value, floats),) if floats or abs(value) < MAX_VALUE else ()
