"""The configuration for which a game's search for play is compiled."""

from math import inf

from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.kernel.selective.values import SCALE_BITS
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.selective.margin_unit import margin_unit
from plywise.engines.values import to_word
from plywise.game import Game, Value, defines

POINTS = 100
"""Points per margin unit."""

LEAST_WIN = 1e-9
"""Stands for the least utility of a win if utilities may be floats."""


def outright_win(game: Game) -> Value | None:
    """Return the utility, to the winner, from which a win counts as outright (sooner is better); None if none does."""
    low, high = game.utility_bounds
    bound = min(high, -low)
    return bound if 0 < bound < inf else None


def outright_words(engine: Engine, by_sign: bool = False) -> tuple[int, int]:
    """Return the same in the kernel's representation, as a value of the game and as an integer; 0 for none.

    by_sign: every win is outright, as for an evaluation that estimates the probability of a win, not its size.
    """
    bound = outright_win(engine.game)
    if by_sign:
        return (1, 1) if not engine.floats else (to_word(LEAST_WIN, floats=True), 1)
    if bound is None:
        return 0, 0
    return to_word(bound, engine.floats), int(bound) if bound == int(bound) else 0


def play_config(engine: Engine, learned: bool = False) -> PlayConfig:
    """Return the config of a search for play of an engine's game. learned: whether there is a learned evaluation."""
    game = engine.game
    unit = margin_unit(engine)
    return PlayConfig(
        fields=engine.rules.fields,
        alternating=game.alternating,
        ends_without_actions=game.ends_without_actions,
        unit=unit,
        floats=engine.floats,
        utility_scale=round(POINTS / unit * 2**SCALE_BITS),
        knowledge=game.alternating and defines(game, "bounds"),
        tactics=defines(game, "noisy") or defines(game, "tactical_actions"),
        lists_tactics=defines(game, "tactical_actions"),
        threats=defines(game, "under_threat"),
        exchanges=defines(game, "exchange_value"),
        classes=defines(game, "action_class"),
        recurs=defines(game, "reversible_plies"),
        passes=defines(game, "may_pass") and defines(game, "passed"),
        evaluates=defines(game, "evaluate"),
        learned=learned,
    )
