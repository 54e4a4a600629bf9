"""Counting lines of play (perft): how many nodes each ply of the game tree has."""

from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import Any

from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.recursion import MAX_PLIES


@dataclass(frozen=True)
class Counted:
    """How many lines of play there are: by ply, ply 0 first, and how many of those end there.

    complete_games: all lines that end, where every line was followed to its end; else None. divide: action of the root
    -> lines that begin with it and are counted last (those of the last ply; or the complete games).
    """

    plies: int
    nodes_by_ply: list[int]
    terminal_by_ply: list[int]
    complete_games: int | None
    divide: dict[Action, int] | None = None


class TooManyStates(InputError):
    """A ply has more different states than the caller allows."""


def count(
    game: Game, state: State = None, plies: int | None = None, divide: bool = False, most_states: float = inf
) -> Counted:
    """Count the lines of play from a state, `plies` deep, or to their ends where plies is None.

    Nothing is left out: two lines that reach the same state count twice. But each such state is looked at only once a
    ply, with the number of lines that reach it, for what follows depends on the state alone.

    Raises InputError for negative plies, and where lines are longer than MAX_PLIES; TooManyStates where a ply has more
    than `most_states` different states.

    >>> from plywise.games import make
    >>> count(make("tictactoe"), plies=4).nodes_by_ply
    [1, 9, 72, 504, 3024]
    """
    if plies is not None and not 0 <= plies <= MAX_PLIES:
        raise InputError(f"plies must be from 0 to {MAX_PLIES:,}, not {plies}")
    start = game.initial() if state is None else state
    counted = _count(game, start, plies, most_states)
    if divide:
        left = None if plies is None else plies - 1
        shares = {}
        if plies != 0 and not game.terminal(start):
            for action in game.actions(start):
                below = _count(game, game.result(start, action), left, most_states)
                shares[action] = sum(below.terminal_by_ply) if left is None else (below.nodes_by_ply + [0] * left)[left]
        counted = Counted(**(vars(counted) | {"divide": shares}))
    return counted


def _count(game: Game, start: State, plies: int | None, most_states: float) -> Counted:
    try:
        lines: Counter[Any] = Counter({start: 1})
    except TypeError as error:
        raise InputError(f"{game.name}: states must be hashable, as tuples are: {error}") from None
    nodes_by_ply, terminal_by_ply = [], []
    ended = False
    for ply in range(MAX_PLIES + 1 if plies is None else plies + 1):
        ends = {state: number for state, number in lines.items() if game.terminal(state)}
        nodes_by_ply.append(lines.total())
        terminal_by_ply.append(sum(ends.values()))
        ended = len(ends) == len(lines)
        if ended or ply == plies:
            break
        following: Counter[Any] = Counter()
        for state, number in lines.items():
            if state not in ends:
                for action in game.actions(state):
                    following[game.result(state, action)] += number
            if len(following) > most_states:
                raise TooManyStates(f"{game.name} has over {most_states:,} states at ply {ply + 1}")
        lines = following
    if plies is None and not ended:
        raise InputError(f"lines of play of {game.name} are over {MAX_PLIES:,} plies long: say how many plies to count")
    missing = 0 if plies is None else plies + 1 - len(nodes_by_ply)
    return Counted(
        plies=len(nodes_by_ply) - 1 if plies is None else plies,
        nodes_by_ply=nodes_by_ply + [0] * missing,
        terminal_by_ply=terminal_by_ply + [0] * missing,
        complete_games=sum(terminal_by_ply) if ended else None,
    )
