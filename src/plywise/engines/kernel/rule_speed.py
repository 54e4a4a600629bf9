"""One compiled rule called again and again on one state, to measure how long a call takes.

Each call's result enters the next call's state masked by `zero`, which is 0 but unknown to the compiler, so no
call can be eliminated or moved out of the loop.
"""

from typing import Any

from plywise.engines.kernel.generated import define
from plywise.engines.kernel.thread_state import as_key, as_word, state_words
from plywise.engines.rule_table import ACTIONS, FLAG, KEY, RULES, STATE

TIMED = tuple(RULES[name] for name in ("terminal", "utility", "player", "actions", "result", "evaluate", "key"))
"""The rules that are measured; `run_rule_speed` takes the place of one."""

USE = {
    FLAG: "found ^= 1 if {ask} else 2",
    STATE: "for field in state_words(game, {ask}): found ^= field",
    ACTIONS: "for each in {ask}: found ^= as_word(each)",
    KEY: "for part in as_key({ask}): found ^= part",
}
"""How a result of each kind is used; any other kind is one word."""


def write_loops() -> str:
    """Return the source of `repeat_rule`, from the table."""
    lines = ["def repeat_rule(game, state, rule, word, times, zero):", "    found = 0"]
    for number, rule in enumerate(TIMED):
        given = ["(state[0] ^ (found & zero),) + state[1:]", *(["word"] if rule.takes_action else [])]
        ask = f"game.{rule.name}({', '.join(given)})"
        use = USE.get(rule.answer, "found ^= {ask}").format(ask=ask)
        lines += [f"    if rule == {number}:", "        for _ in range(times):", f"            {use}"]
    return "\n".join([*lines, "    return found"])


_NAMES = {"as_key": as_key, "as_word": as_word, "state_words": state_words}

repeat_rule: Any = define("repeat_rule", write_loops(), _NAMES, __name__)
"""repeat_rule(game, state, rule, word, times, zero): call a rule `times` times; return its combined results."""


def run_rule_speed(game: Any, state: Any, rule: int, word: int, times: int, zero: int) -> int:
    """The entry of `repeat_rule`. rule: its place in TIMED; word: the action, for a rule that takes one."""
    found: int = repeat_rule(game, state, rule, word, times, zero)
    return found
