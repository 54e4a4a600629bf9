"""The kernel's entries: the functions that Python calls, and how each is compiled."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plywise.engines.kernel.choosing import run_choosing, run_static_choices
from plywise.engines.kernel.fitting import run_fitting
from plywise.engines.kernel.monte_carlo import run_monte_carlo, run_reuse
from plywise.engines.kernel.ordered_search import run_in_order
from plywise.engines.kernel.perft import run_lines, run_listed_lines
from plywise.engines.kernel.proof_number import run_proof
from plywise.engines.kernel.retrograde import run_retrograde
from plywise.engines.kernel.rule_probe import run_rule_probe
from plywise.engines.kernel.rule_speed import run_rule_speed
from plywise.engines.kernel.selective.entry import run_play
from plywise.engines.kernel.selective.selfplay import run_duel, run_random_games, run_selfplay
from plywise.engines.kernel.selective.tree_shape import run_children, run_tree_shape
from plywise.engines.kernel.shallow_proofs import run_shallow
from plywise.engines.kernel.solving import run_solving
from plywise.engines.kernel.strategy import run_strategy
from plywise.engines.kernel.strong import run_strong
from plywise.engines.kernel.textbook import run_textbook

ENTRIES = (
    run_textbook,
    run_strong,
    run_in_order,
    run_lines,
    run_proof,
    run_retrograde,
    run_rule_probe,
    run_rule_speed,
    run_solving,
    run_play,
    run_listed_lines,
    run_choosing,
    run_shallow,
    run_strategy,
    run_static_choices,
    run_random_games,
    run_selfplay,
    run_duel,
    run_fitting,
    run_tree_shape,
    run_children,
    run_monte_carlo,
    run_reuse,
)

SLOW = (
    run_play, run_strong, run_proof, run_retrograde, run_solving, run_choosing, run_shallow, run_selfplay, run_duel
)  # fmt: skip
"""Entries that take long to compile."""

BRIEF = (run_rule_probe,)
"""Entries that run briefly: compiling them with little optimization saves a second for chess."""

RULES_JOB = "rules"
"""The first job of a compiler: compile all rules and return the facts about them."""


@dataclass(frozen=True)
class Leftover:
    """A job whose result no search is waiting for. finish: called with the engine."""

    finish: Callable[[Any], None]
