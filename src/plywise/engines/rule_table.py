"""The rules of a game in one table, used to compile, compare and diagnose them.

To add a hook, add one line here, its default in `plywise.game.Game`, and its use in the kernel.
"""

from typing import NamedTuple

FLAG, VALUE, NUMBER, WHOLE, PLAYER, STATE, ACTIONS, KEY, BOUNDS = (
    "flag", "value", "number", "whole", "player", "state", "actions", "key", "bounds",
)  # fmt: skip
"""What a rule returns. VALUE: a utility or an estimate. NUMBER: only its order matters, as for priorities."""

ALWAYS, OVER, OPEN, EACH_ACTION, UNSURE, IF_MAY_PASS, NUMBERED = (
    "always", "over", "open", "each action", "unsure", "if may_pass", "numbered",
)  # fmt: skip
"""The states for which a rule is called. OVER: terminal ones. OPEN: the others. EACH_ACTION: open ones, with each
action. UNSURE: open ones whose `bounds` differ. IF_MAY_PASS: open ones in which `may_pass` is true. NUMBERED: open
ones, and only when compiled, if the game declares `rank_count`.
"""


class Rule(NamedTuple):
    """One rule.

    name: the method of Game
    answer: what it returns
    asked: the states for which it is called
    parameters: integers it takes after the state (and the action, if it takes one), each with an example
    of_state: whether it takes a state at all
    """

    name: str
    answer: str
    asked: str
    parameters: tuple[tuple[str, int], ...] = ()
    of_state: bool = True

    @property
    def takes_action(self) -> bool:
        """Whether it takes an action after the state."""
        return self.asked == EACH_ACTION

    @property
    def examples(self) -> tuple[int, ...]:
        """Example arguments for its parameters."""
        return tuple(example for _, example in self.parameters)


RULES = {
    rule.name: rule
    for rule in (
        Rule("terminal", FLAG, ALWAYS),
        Rule("utility", VALUE, OVER),
        Rule("player", PLAYER, OPEN),
        Rule("actions", ACTIONS, OPEN),
        Rule("result", STATE, EACH_ACTION),
        Rule("evaluate", VALUE, OPEN),
        Rule("key", KEY, ALWAYS),
        Rule("priority", NUMBER, EACH_ACTION),
        Rule("play_key", KEY, ALWAYS),
        Rule("drawn_by_rule", FLAG, ALWAYS),
        Rule("bounds", BOUNDS, ALWAYS),
        Rule("candidates", ACTIONS, UNSURE),
        Rule("noisy", FLAG, EACH_ACTION),
        Rule("tactical_actions", ACTIONS, OPEN),
        Rule("under_threat", FLAG, ALWAYS),
        Rule("makes_threat", FLAG, EACH_ACTION),
        Rule("exchange_value", VALUE, EACH_ACTION),
        Rule("goes_forward", FLAG, EACH_ACTION),
        Rule("action_class", WHOLE, EACH_ACTION),
        Rule("reversible_plies", WHOLE, ALWAYS),
        Rule("may_pass", FLAG, OPEN),
        Rule("passed", STATE, IF_MAY_PASS),
        Rule("reduction", WHOLE, EACH_ACTION, (("depth", 6), ("place", 5))),
        Rule("extension", WHOLE, EACH_ACTION),
        Rule("defences", ACTIONS, UNSURE),
        Rule("initial_proof_number", WHOLE, OPEN, (("player", 1), ("goal", 1))),
        Rule("hint_key", KEY, ALWAYS),
        Rule("rank", WHOLE, NUMBERED),
        Rule("unrank", STATE, NUMBERED, (("rank", 0),), of_state=False),
    )
}
"""Every rule by its name, in the order of compiling."""

COMPILED = tuple(rule for rule in RULES.values() if rule.asked != NUMBERED)
"""The rules compiled for every search."""


def rules_asked(*when: str) -> tuple[Rule, ...]:
    """Return the rules called for such states, in order."""
    return tuple(rule for rule in COMPILED if rule.asked in when)
