"""A game's margin unit: declared, or measured once and cached with the facts about the engine."""

from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from plywise.engines.native.compile.engine import Engine
from plywise.game import Game, Value, defines
from plywise.game.random_play import random_line, uniform

MEASURED_PLIES = 400
GAME_PLIES = 60
"""The plies of random play examined, and the maximum for one game."""

FACT = "margin_unit"
"""The name under which the unit is cached."""


def margin_unit(engine: Engine) -> float:
    """Return the game's margin unit: what a small but clear advantage is worth in `evaluate`."""
    declared = engine.game.margin_unit
    if declared is not None:
        return float(declared)
    if FACT not in engine.facts:
        engine.facts[FACT] = measure_margin_unit(engine.game)
        engine.folder.write_facts(engine.facts)
    return float(engine.facts[FACT])


def measure_margin_unit(game: Game) -> float:
    """Return the median change of the evaluation by a move that changes it, in random play; 1 if none does.

    The random play is always the same, so the unit is the same on every machine.
    """
    if not defines(game, "evaluate"):
        return 1.0
    changes = [abs(after - before) for before, after in _evaluations(game) if after != before]
    return float(median(changes)) if changes else 1.0


def _evaluations(game: Game) -> Iterator[tuple[Value, Value]]:
    """Yield the evaluations before and after each move of random games."""
    choose, left = uniform(1), MEASURED_PLIES
    while left and not game.terminal(start := game.initial()):
        line = random_line(game, start, choose, min(GAME_PLIES, left))
        values = [game.evaluate(step.before) for step in line]
        left -= len(values)
        yield from pairwise(values)
