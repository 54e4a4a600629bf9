"""A position from the middle of a game, for small drawings in lists of games.

For the games of the package it comes from a line of good play, for others from short random play.
"""

from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter

from plywise.errors import InputError
from plywise.game import Game, State
from plywise.game.random_play import random_line, uniform
from plywise.game.transcripts import read_line
from plywise.games.sample_lines import SAMPLE_LINES

SEED, PLIES, SECONDS, MAX_ACTIONS = 3, 60, 0.5, 1_000
"""Limits of random play: seed, plies, seconds and actions listed per state."""

SHARE = 0.4
"""Place of the position in the random line, as a share of its length."""


def sample_states(game: Game) -> Sequence[State]:
    """Return the states of a typical line, of which the last is not terminal if possible.

    Exceptions of the rules are not caught.
    """
    line = SAMPLE_LINES.get(game.name.partition(":")[0], "")
    with suppress(InputError):  # a line of other parameters
        if line:
            return [game.initial(), *(state for _, state in read_line(game, game.initial(), line))]
    return _random_states(game)


def _random_states(game: Game) -> list[State]:
    start = game.initial()
    until = perf_counter() + SECONDS
    line = random_line(game, start, uniform(SEED), PLIES, until=until, most_actions=MAX_ACTIONS)
    states = [start, *(step.after for step in line)]
    return states[: 1 + max(min(2, len(states) - 2), round(SHARE * (len(states) - 1)), 0)]
