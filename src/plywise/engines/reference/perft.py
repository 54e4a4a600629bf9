"""Counts lines of play (perft): the number of nodes at each ply of the game tree."""

import time as clock
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from plywise.engines.limits import Stop, Stopped
from plywise.engines.watching import reporting_flag
from plywise.errors import InputError
from plywise.game import Action, Game, State, hashable_start, legal_actions
from plywise.process.recursion import MAX_PLIES


@dataclass(frozen=True)
class Counted:
    """Counts of lines of play.

    nodes_by_ply, terminal_by_ply: the number of lines by ply, ply 0 first, and how many of them end there; the last
        number of ends is None if only moves are counted and the last states are not examined
    complete_games: the number of lines that end, if every line was followed to its end; otherwise None
    divide: root action -> lines of the last ply, or complete games, that begin with it
    divide_by_word: the same, with actions in the game's notation
    time_s: seconds of counting, without compiling
    """

    plies: int
    nodes_by_ply: list[int]
    terminal_by_ply: list[int | None]
    complete_games: int | None
    divide: dict[Action, int] | None = None
    divide_by_word: dict[str, int] | None = None
    time_s: float = field(default=0.0, compare=False)


class CountSoFar(NamedTuple):
    """The progress of a count.

    nodes_by_ply: of the plies counted so far
    entered: the nodes entered so far; a state reached by several lines counts once
    first: the root action, in the game's notation, whose lines are being counted; None: all lines
    """

    nodes_by_ply: list[int]
    entered: int
    first: str | None = None


CountWatcher = Callable[[CountSoFar], None]


class Meter:
    """The progress of a count, reported to a watcher a few times a second.

    flag: ends the count when it is set; reading it also triggers the reports. None: no watcher and no stop
    entered: returns the number of nodes entered so far
    """

    def __init__(
        self, watcher: CountWatcher | None = None, entered: Callable[[], int] = lambda: 0, stop: Stop | None = None
    ) -> None:
        self.nodes_by_ply: list[int] = []
        self.first: str | None = None
        self.entered = entered
        self.flag = stop if watcher is None else reporting_flag(stop, watcher, self.so_far)

    def so_far(self) -> CountSoFar:
        """Return the current progress."""
        return CountSoFar(list(self.nodes_by_ply), self.entered(), self.first)


class TooManyStates(InputError):
    """A ply has more distinct states than the caller allows."""


Tally = tuple[list[int], list[int | None]]
"""The number of lines by ply, and how many of them end there."""

ByPly = Callable[[State, int | None], Tally]
"""Counts the lines of play from a state by ply, and how many end there; if plies is None, to their ends."""


def count(
    game: Game,
    state: State = None,
    plies: int | None = None,
    divide: bool = False,
    most_states: float = inf,
    watcher: CountWatcher | None = None,
    stop: Stop | None = None,
) -> Counted:
    """Count the lines of play in plain Python: the specification of the compiled count (engines/perft.py).

    Two lines that reach the same state count twice. In a game that `ends_without_actions`, lines are sequences of moves
    and continue past draws by repetition and the like, as is customary in chess. Each state is examined only once per
    ply, together with the number of lines that reach it, because what follows depends on the state alone.

    Raises InputError for negative plies, and for lines longer than MAX_PLIES; TooManyStates if a ply has more than
    `most_states` distinct states; Stopped when the flag `stop` is set.

    >>> from plywise.games import make
    >>> count(make("tictactoe"), plies=4).nodes_by_ply
    [1, 9, 72, 504, 3024]
    """
    entered = 0

    def enter() -> None:
        nonlocal entered
        entered += 1
        if meter.flag is not None and meter.flag.is_set():
            raise Stopped("interrupt")

    def by_ply(state: State, plies: int | None) -> Tally:
        meter.nodes_by_ply = []
        return _by_ply(game, state, plies, most_states, meter.nodes_by_ply, enter)

    meter = Meter(watcher, lambda: entered, stop)
    return counted(game, state, plies, divide, by_ply, meter)


def counted(game: Game, state: State, plies: int | None, divide: bool, by_ply: ByPly, meter: Meter) -> Counted:
    """Return what `by_ply` counts from a state and, with `divide`, from each successor, recorded in `meter`."""
    if plies is not None and not 0 <= plies <= MAX_PLIES:
        raise InputError(f"plies must be from 0 to {MAX_PLIES:,}, not {plies}")
    began = clock.perf_counter()
    start = hashable_start(game, state)
    nodes, ends = by_ply(start, plies)
    ended = all_ended(nodes, ends)
    shares: dict[Action, int] | None = None
    if divide:
        shares = {}
        if plies != 0 and not _is_over(game, start):
            for action in game.actions(start):
                meter.first = game.format_action(start, action)
                below, over = by_ply(game.result(start, action), None if plies is None else plies - 1)
                shares[action] = sum(filter(None, over)) if plies is None else (below + [0] * plies)[plies - 1]
    missing = 0 if plies is None else plies + 1 - len(nodes)
    return Counted(
        plies=len(nodes) - 1 if plies is None else plies,
        nodes_by_ply=nodes + [0] * missing,
        terminal_by_ply=ends + [0] * missing,
        complete_games=sum(filter(None, ends)) if ended else None,
        divide=shares,
        divide_by_word=shares if shares is None else {game.format_action(start, each): shares[each] for each in shares},
        time_s=clock.perf_counter() - began,
    )


def all_ended(nodes: list[int], ends: list[int | None]) -> bool:
    """Return whether every line was followed to its end."""
    return nodes[-1] == ends[-1]


def _is_over(game: Game, state: State) -> bool:
    """Return whether no line continues from a state."""
    return not any(True for _ in game.actions(state)) if game.ends_without_actions else game.terminal(state)


def _by_ply(
    game: Game,
    start: State,
    plies: int | None,
    most_states: float,
    nodes_by_ply: list[int],
    enter: Callable[[], None],
) -> Tally:
    """Count ply by ply into `nodes_by_ply`; return it and the number of ends by ply. enter: called for each state."""
    try:
        lines: Counter[Any] = Counter({start: 1})
    except TypeError as error:
        raise InputError(f"{game.name}: states must be hashable, as tuples are: {error}") from None
    terminal_by_ply: list[int | None] = []
    for ply in range(MAX_PLIES + 1 if plies is None else plies + 1):
        nodes_by_ply.append(lines.total())
        if game.ends_without_actions and ply == plies:
            return nodes_by_ply, [*terminal_by_ply, None]
        ends = {state: number for state, number in lines.items() if _is_over(game, state)}
        terminal_by_ply.append(sum(ends.values()))
        if len(ends) == len(lines) or ply == plies:
            return nodes_by_ply, terminal_by_ply
        following: Counter[Any] = Counter()
        for state, number in lines.items():
            enter()
            if state not in ends:
                for action in legal_actions(game, state):
                    following[game.result(state, action)] += number
            if len(following) > most_states:
                raise TooManyStates(f"{game.name} has over {most_states:,} states at ply {ply + 1}")
        lines = following
    raise endless(game)


def endless(game: Game) -> InputError:
    """Return the error for lines of play that are too long to follow to their ends."""
    return InputError(f"lines of play of {game.name} are over {MAX_PLIES:,} plies long: say how many plies to count")
