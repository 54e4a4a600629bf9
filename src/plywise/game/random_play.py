"""Random play: lines of play from a state, with moves chosen from the legal actions by a seeded source.

All random play of Plywise uses this module: trial games, openings, practice positions, exercises. The same game, state
and seed give the same line on every machine, so a change of the order in which the source is used changes the
openings, exercises and puzzles that users know by their seed.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import inf
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar

from plywise.game.game import Game
from plywise.game.moves import legal_actions
from plywise.game.outcomes import Action, State

Item = TypeVar("Item")

STATES_PLIES = 500
"""The longest line of `random_states`."""


Choice = Callable[[State, list[Action]], Action]
"""Chooses which of the actions of a state is played."""


class Source(Protocol):
    """A source of random choices, such as `random.Random`."""

    def choice(self, seq: Sequence[Item], /) -> Item:
        """Return one of the items."""


class Step(NamedTuple):
    """One move of a line: the action, and the states before and after it."""

    before: State
    action: Action
    after: State


class Line(NamedTuple):
    """A line of play: its last state, and its length in plies."""

    end: State
    plies: int


def uniform(source: Source | int) -> Choice:
    """Return the uniform choice by a random source, or by a new source with a seed."""
    if isinstance(source, int):
        import random  # here, so that `import plywise` stays fast

        source = random.Random(source)
    return lambda state, actions: source.choice(actions)


def random_line(
    game: Game,
    state: State,
    choose: Choice,
    plies: int | None = None,
    *,
    until: float = inf,
    most_actions: int | None = None,
) -> Iterator[Step]:
    """Yield the moves of a line from a state, one at a time, until the game is over or a limit is reached.

    For each move `terminal`, `actions`, `choose` and `result` are called once each, in this order, when the move is
    requested. Exceptions of the rules are not caught, and end the line. A state may recur: only the rules decide
    whether that ends the game.

    choose: chooses the action; `uniform` for random play
    plies: maximal number of moves; None: until the end of the game
    until: the time, by perf_counter, after which no further move is made
    most_actions: how many actions of a state are listed, for games that may list too many

    Raises InputError for a state that is not terminal and has no actions.
    """
    for _ in count() if plies is None else range(plies):
        if game.terminal(state) or perf_counter() > until:
            return
        action = choose(state, legal_actions(game, state, most_actions))
        step = Step(state, action, game.result(state, action))
        yield step
        state = step.after


def random_lines(
    game: Game,
    state: State,
    lines: int,
    plies: int,
    *,
    seed: int = 0,
    seconds: float = inf,
    most_actions: int | None = None,
) -> Iterator[Line]:
    """Play random lines from a state, one after another from one source; yield the end of each.

    plies, most_actions: see `random_line`
    seconds: for all lines together; after that, lines stop at once
    """
    choose, until = uniform(seed), perf_counter() + seconds
    for _ in range(lines):
        end, length = state, 0
        for step in random_line(game, state, choose, plies, until=until, most_actions=most_actions):
            end, length = step.after, length + 1
        yield Line(end, length)


def random_states(game: Game, seed: int) -> Iterator[State]:
    """Yield the states along random lines of play from the initial state, terminal ones included, without end."""
    choose = uniform(seed)
    while True:
        state = game.initial()
        yield state
        for step in random_line(game, state, choose, STATES_PLIES):
            yield step.after


__all__ = ["Choice", "Line", "Source", "Step", "random_line", "random_lines", "random_states", "uniform"]
