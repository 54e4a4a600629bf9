"""The reachable positions of a game, each listed once, and whether play can repeat one of them."""

from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from time import perf_counter
from typing import Any

from plywise.errors import InputError
from plywise.game import MAX, MIN, Game, State, legal_actions
from plywise.game.random_play import random_line, uniform

TRIAL_STEPS, TRIAL_LINES, TRIAL_PLIES, TRIAL_SECONDS = 500, 5, 200, 0.1
"""Limits of `finds_circle`: moves of the depth-first walk, random lines, their length, and seconds in all."""


class Positions:
    """The reachable positions, numbered in breadth-first order.

    game: the game.
    key: positions with equal keys are one; the default is the game's own key.
    worth: the value of a terminal state; the default is the utility.

    numbers: key -> number.
    players: the player to move, MAX or MIN; 0 if the game is over.
    ends: number of a terminal position -> its value.
    """

    def __init__(
        self,
        game: Game,
        key: Callable[[State], Hashable] | None = None,
        worth: Callable[[State], Any] | None = None,
    ) -> None:
        self.game = game
        self.numbers: dict[Hashable, int] = {}
        self.players = array("b")
        self.ends: dict[int, Any] = {}
        self._key = game.key if key is None else key
        self._worth: Callable[[State], Any] = game.utility if worth is None else worth
        self._waiting: deque[State] = deque()
        self._first, self._after = array("q", [0]), array("q")  # the children of n: _after[_first[n] : _first[n + 1]]

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def is_complete(self) -> bool:
        """Whether all positions reachable from those that were added are listed."""
        return not self._waiting

    def add(self, state: State) -> int:
        """Return the number of a position, adding it if it is new; `expand` lists the positions after it."""
        number = self.numbers.setdefault(self._key(state), len(self.numbers))
        if number == len(self.players) + len(self._waiting):
            self._waiting.append(state)
        return number

    def number(self, state: State) -> int | None:
        """Return the number of a position; None if it is not listed."""
        return self.numbers.get(self._key(state))

    def after(self, number: int) -> "array[int]":
        """Return the numbers of the positions after the actions of a position, in the order of the actions."""
        return self._after[self._first[number] : self._first[number + 1]]

    def degree(self, number: int) -> int:
        """Return the number of actions of a position; 0 where the game is over."""
        return self._first[number + 1] - self._first[number]

    def expand(self, most: float, until: float | None = None) -> bool:
        """List positions until there are `most` or perf_counter reaches `until`; return whether all are listed."""
        while self._waiting and len(self.numbers) <= most and (until is None or perf_counter() < until):
            self._expand(self._waiting[0])
        return self.is_complete

    def states(self) -> Iterator[State]:
        """Yield the states in the order of their numbers, expanding each when the next one is requested."""
        while self._waiting:
            state = self._waiting[0]
            yield state
            self._expand(state)

    def level(self) -> int:
        """Expand the positions listed so far, but not their children. Return how many positions are new."""
        before = len(self.numbers)
        for _ in range(len(self._waiting)):
            self._expand(self._waiting[0])
        return len(self.numbers) - before

    def _expand(self, state: State) -> None:
        """List the children of the first position in the queue. If the rules raise, nothing changes."""
        game, number = self.game, len(self.players)
        if game.terminal(state):
            player, children = 0, list[State]()
            self.ends[number] = self._worth(state)
        else:
            player, children = player_of(game, state), children_of(game, state)
        keys = [self._key(child) for child in children]
        hash(tuple(keys))  # raises before anything is listed
        self._waiting.popleft()
        self.players.append(player)
        for key, child in zip(keys, children, strict=True):
            place = self.numbers.setdefault(key, len(self.numbers))
            if place == len(self.players) + len(self._waiting):
                self._waiting.append(child)
            self._after.append(place)
        self._first.append(len(self._after))

    def before(self, first: int = 0) -> dict[int, list[int]]:
        """Return the predecessors of each position, by number, from `first` on, with one entry per action."""
        found: dict[int, list[int]] = {}
        for number in range(first, len(self.players)):
            for place in self.after(number):
                found.setdefault(place, []).append(number)
        return found


def children_of(game: Game, state: State) -> list[State]:
    """Return the states after all actions of a state that is not over. Raises InputError if there are none."""
    return [game.result(state, action) for action in legal_actions(game, state)]


def player_of(game: Game, state: State) -> int:
    """Return the player to move in a state that is not over. Raises InputError if that is neither MAX nor MIN."""
    player = game.player(state)
    if player not in (MAX, MIN):
        where = game.format_state(state)
        raise InputError(f"{game.name}: player returned {player!r}, not MAX (+1) or MIN (-1) at {where}")
    return int(player)


def finds_circle(game: Game, state: State, seconds: float = TRIAL_SECONDS) -> bool:
    """Return whether a short search finds play that repeats a position, so that a game may never end.

    Positions are compared by the game's `key`, so a state that contains its history never repeats. The search is a
    depth-first walk and a few random lines; it ends if the rules raise.
    """
    until = perf_counter() + seconds
    try:
        return _finds_in_depth(game, state, until) or any(
            _finds_at_random(game, state, seed, until) for seed in range(TRIAL_LINES)
        )
    except Exception:  # noqa: BLE001 - a user's rules may raise anything; the search reports it
        return False


def _finds_in_depth(game: Game, state: State, until: float) -> bool:
    key = game.key(state)
    path, done = [(key, _children(game, state))], {key}
    on_path, steps = {key}, 0
    while path and steps < TRIAL_STEPS and perf_counter() < until:
        key, children = path[-1]
        child = next(children, None)
        if child is None:
            on_path.remove(path.pop()[0])
            continue
        steps += 1
        key = game.key(child[0])
        if key in on_path:
            return True
        if key not in done:
            done.add(key)
            on_path.add(key)
            path.append((key, _children(game, child[0])))
    return False


def _children(game: Game, state: State) -> Iterator[tuple[State]]:
    """Yield the states after the actions of a state, each in a tuple, for a state may be None."""
    if not game.terminal(state):
        for action in game.actions(state):
            yield (game.result(state, action),)


def _finds_at_random(game: Game, state: State, seed: int, until: float) -> bool:
    met = {game.key(state)}
    for step in random_line(game, state, uniform(seed), TRIAL_PLIES, until=until):
        key = game.key(step.after)
        if key in met:
            return True
        met.add(key)
    return False


__all__ = ["Positions", "children_of", "finds_circle", "player_of"]
