"""Numbers for the actions of a game, and arrays for its positions, as other libraries need them.

Plywise's actions are values, and a game does not list them. A survey visits all states of a small game, or the first
states and random lines of play of a large one, always the same. Each action's word gets a number, in sorted order. If
the second half of the lines still had new words, there are spare numbers: the words of a state that the survey did not
meet get these in sorted order. The meaning of a spare number depends on the state, but never changes in that state.
"""

import random
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value, require_game
from plywise.game.cells import contents
from plywise.game.contents import Unchanging

MOST_STATES, LINES, PLIES = 6_000, 12, 250
"""The extent of a survey: the number of states in the order of their plies, and the number of random lines of play in
each half, with their greatest length."""

DECLARE = "declare utility_bounds = (low, high)"


def natural(word: str) -> tuple[Any, ...]:
    """Return a key that sorts words as people do, a2 before a10."""
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", word))


class Survey(Unchanging):
    """The words of a game's actions, the contents of its cells and the range of its utilities.

    actions: the words of all actions, if the caller knows them; there are no spare numbers then
    complete: whether the survey visited all states
    words: of the actions, by their numbers. spare: the number of spare numbers. count: of all numbers
    low, high: the range of the utilities
    """

    def __init__(self, game: Game, actions: Sequence[str] | None = None) -> None:
        require_game(game)
        self.game = game
        self.complete = False
        self.most_actions = self.longest_text = 0
        self.utilities: set[Value] = set()
        self.marks: set[tuple[str, str, str, str]] = set()
        self.rows = self.columns = 0
        met = self._met_in(self._first_states())
        new = set() if self.complete else self._met_in(self._lines(0)) - met
        later = set() if self.complete else self._met_in(self._lines(LINES)) - met - new
        self.words = tuple(sorted(met | new | later, key=natural) if actions is None else dict.fromkeys(actions))
        self.numbers: Mapping[str, int] = {word: number for number, word in enumerate(self.words)}
        self.spare = self.most_actions if later and actions is None else 0
        self.count = max(len(self.words) + self.spare, 1)
        self.low, self.high = self._bounds()
        self.kinds = {mark: plane for plane, mark in enumerate(sorted(self.marks))}

    # --- visiting states ----------------------------------------------------------------------------------------------

    def _met_in(self, states: Iterator[tuple[State, dict[str, Action]]]) -> set[str]:
        """Record the contents of states; return the words of their actions."""
        words: set[str] = set()
        for state, named in states:
            self._note(state, named)
            words.update(named)
        return words

    def _first_states(self) -> Iterator[tuple[State, dict[str, Action]]]:
        """Yield states, each with its actions, in the order of their plies: all of them, or so many."""
        start = self.game.initial()
        met, waiting = {start}, deque([start])
        while waiting:
            state = waiting.popleft()
            named = self._named(state)
            yield state, named
            for action in named.values() if len(met) < MOST_STATES else ():
                child = self.game.result(state, action)
                if child not in met:
                    met.add(child)
                    waiting.append(child)
        self.complete = len(met) < MOST_STATES

    def _lines(self, first: int) -> Iterator[tuple[State, dict[str, Action]]]:
        """Yield the states of random lines of play, each with its actions. first: the number of the first line"""
        for number in range(first, first + LINES):
            chance, state = random.Random(number), self.game.initial()
            for _ in range(PLIES):
                named = self._named(state)
                yield state, named
                if not named:
                    break
                state = self.game.result(state, named[chance.choice(list(named))])

    def _named(self, state: State) -> dict[str, Action]:
        """Return the actions of a state by their words, in the order of these; none where the game is over."""
        if self.game.terminal(state):
            return {}
        named = {self.game.format_action(state, each): each for each in self.game.actions(state)}
        return dict(sorted(named.items()))

    def _note(self, state: State, named: Mapping[str, Action]) -> None:
        """Record the contents of a state. named: its actions by their words"""
        self.longest_text = max(self.longest_text, len(self.game.format_state(state).encode()))
        self.most_actions = max(self.most_actions, len(named))
        rows = self.game.cells(state) or ()
        self.rows, self.columns = max(self.rows, len(rows)), max([self.columns, *map(len, rows)])
        self.marks.update(filter(any, map(contents, chain.from_iterable(rows))))
        if not named:
            self.utilities.add(self.game.utility(state))

    def _bounds(self) -> tuple[float, float]:
        """Return the least and the greatest utility, declared or met. Raises InputError if neither is known."""
        low, high = self.game.utility_bounds
        if np.isfinite([low, high]).all():
            return float(low), float(high)
        if not self.utilities:
            raise InputError(f"{self.game.name}: the survey met no end of the game: {DECLARE}")
        least, greatest = min(self.utilities), max(self.utilities)
        return float(least), float(max(greatest, least + 1))

    def utility(self, state: State) -> float:
        """Return the utility of a terminal state. Raises InputError if it is outside the range."""
        value = float(self.game.utility(state))
        if not self.low <= value <= self.high:
            before = f"the range met before, {self.low:g} to {self.high:g}"
            raise InputError(f"{self.game.name}: a utility of {value:g} is outside {before}: {DECLARE}")
        return value

    # --- actions ------------------------------------------------------------------------------------------------------

    def legal(self, state: State) -> dict[int, Action]:
        """Return the legal actions of a state by their numbers, in the order of these.

        Raises InputError where there are too few spare numbers.
        """
        named = self._named(state)
        new = sorted((word for word in named if word not in self.numbers), key=natural)
        if len(new) > self.spare:
            raise InputError(
                f"{self.game.name}: {new[0]} is not among the {len(self.words):,} numbered actions; "
                "pass the words of all actions: actions=[...]"
            )
        places = {word: len(self.words) + place for place, word in enumerate(new)}
        numbered = {places.get(word, self.numbers.get(word, 0)): action for word, action in named.items()}
        return dict(sorted(numbered.items()))

    # --- observations -------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation: planes of the board, or a row of bytes if the game has no board."""
        if self.rows:
            return (len(self.kinds) + 1, self.rows, self.columns)
        return (2 * self.longest_text + 1,)

    def observe(self, state: State, player: int) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """Return a player's observation, numbers from 0 to 1.

        Of a game with a board: a plane for each content of a cell, and one that is 1 if the player is MAX. Otherwise:
        1 if the player is MAX, then the bytes of the state's text, divided by 255.
        """
        seen = np.zeros(self.shape, np.float32)
        if not self.rows:
            text = self.game.format_state(state).encode()[: self.shape[0] - 1]
            seen[0] = player == MAX
            seen[1 : len(text) + 1] = np.frombuffer(text, np.uint8) / np.float32(255)
            return seen
        seen[-1] = player == MAX
        for row, cells in enumerate((self.game.cells(state) or ())[: self.rows]):
            for column, cell in enumerate(cells[: self.columns]):
                plane = self.kinds.get(contents(cell))
                if plane is not None:
                    seen[plane, row, column] = 1
        return seen
