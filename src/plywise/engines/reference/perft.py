"""Counting lines of play (perft): how many nodes each ply of the game tree has."""

import time as clock
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from plywise.errors import InputError
from plywise.game import Action, Game, State, start_of
from plywise.recursion import MAX_PLIES


@dataclass(frozen=True)
class Counted:
    """Numbers of lines of play.

    nodes_by_ply, terminal_by_ply: the lines by ply, ply 0 first, and how many of them end there
    complete_games: all lines that end, if every line was followed to its end; otherwise None
    divide: root action -> lines that begin with it, of the last ply, or complete games
    divide_by_word: the same, with the actions in the game's notation
    time_s: seconds that counting took, without compiling
    """

    plies: int
    nodes_by_ply: list[int]
    terminal_by_ply: list[int]
    complete_games: int | None
    divide: dict[Action, int] | None = None
    divide_by_word: dict[str, int] | None = None
    time_s: float = field(default=0.0, compare=False)


class TooManyStates(InputError):
    """A ply has more distinct states than the caller allows."""


ByPly = Callable[[State, int | None], tuple[list[int], list[int]]]
"""Counts a state's lines of play by ply, and how many of them end there; without plies, to their ends."""


def count(
    game: Game, state: State = None, plies: int | None = None, divide: bool = False, most_states: float = inf
) -> Counted:
    """Count the lines of play in plain Python: the specification of the compiled count (engines/perft.py).

    Nothing is left out: two lines that reach the same state count twice. But each such state is examined only once per
    ply, with the number of lines that reach it, for what follows depends on the state alone.

    Raises InputError for negative plies, and where lines are longer than MAX_PLIES; TooManyStates where a ply has more
    than `most_states` distinct states.

    >>> from plywise.games import make
    >>> count(make("tictactoe"), plies=4).nodes_by_ply
    [1, 9, 72, 504, 3024]
    """

    def by_ply(state: State, plies: int | None) -> tuple[list[int], list[int]]:
        return _by_ply(game, state, plies, most_states)

    return counted(game, state, plies, divide, by_ply)


def counted(game: Game, state: State, plies: int | None, divide: bool, by_ply: ByPly) -> Counted:
    """Return what `by_ply` counts from a state, and with `divide` from each of its successors."""
    if plies is not None and not 0 <= plies <= MAX_PLIES:
        raise InputError(f"plies must be from 0 to {MAX_PLIES:,}, not {plies}")
    began = clock.perf_counter()
    start = start_of(game, state)
    nodes, ends = by_ply(start, plies)
    ended = all_ended(nodes, ends)
    shares: dict[Action, int] | None = None
    if divide:
        shares = {}
        if plies != 0 and not game.terminal(start):
            for action in game.actions(start):
                below, over = by_ply(game.result(start, action), None if plies is None else plies - 1)
                shares[action] = sum(over) if plies is None else (below + [0] * plies)[plies - 1]
    missing = 0 if plies is None else plies + 1 - len(nodes)
    return Counted(
        plies=len(nodes) - 1 if plies is None else plies,
        nodes_by_ply=nodes + [0] * missing,
        terminal_by_ply=ends + [0] * missing,
        complete_games=sum(ends) if ended else None,
        divide=shares,
        divide_by_word=shares if shares is None else {game.format_action(start, each): shares[each] for each in shares},
        time_s=clock.perf_counter() - began,
    )


def all_ended(nodes: list[int], ends: list[int]) -> bool:
    """Return whether every line was followed to its end."""
    return nodes[-1] == ends[-1]


def _by_ply(game: Game, start: State, plies: int | None, most_states: float) -> tuple[list[int], list[int]]:
    try:
        lines: Counter[Any] = Counter({start: 1})
    except TypeError as error:
        raise InputError(f"{game.name}: states must be hashable, as tuples are: {error}") from None
    nodes_by_ply, terminal_by_ply = [], []
    for ply in range(MAX_PLIES + 1 if plies is None else plies + 1):
        ends = {state: number for state, number in lines.items() if game.terminal(state)}
        nodes_by_ply.append(lines.total())
        terminal_by_ply.append(sum(ends.values()))
        if len(ends) == len(lines) or ply == plies:
            return nodes_by_ply, terminal_by_ply
        following: Counter[Any] = Counter()
        for state, number in lines.items():
            if state not in ends:
                actions = list(game.actions(state))
                if not actions:
                    where = game.format_state(state)
                    raise InputError(f"{game.name}: actions answered [] at {where}, not at least one action")
                for action in actions:
                    following[game.result(state, action)] += number
            if len(following) > most_states:
                raise TooManyStates(f"{game.name} has over {most_states:,} states at ply {ply + 1}")
        lines = following
    raise endless(game)


def endless(game: Game) -> InputError:
    """Return the error for lines of play too long to be followed to their ends."""
    return InputError(f"lines of play of {game.name} are over {MAX_PLIES:,} plies long: say how many plies to count")
