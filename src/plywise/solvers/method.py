"""The interface of every solving method, and the words in which they all encode a value.

A word is the utility times PLIES, moved towards 0 by one for each ply to the end, so that sooner wins and later losses
rank higher; without distances, it is the utility itself.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import ceil

from plywise.engines.batches import Row
from plywise.engines.values import MAX_UTILITY
from plywise.errors import InputError
from plywise.game import PLIES, Action, Game, State, Value, split_outcome

NO_DISTANCE = f"only whole utilities of up to {MAX_UTILITY.bit_length() - 1} bits have distances (distance=False, \
--distance no)"


MAX_DISTANCE = PLIES - 1
"""The most plies that a word holds: this many, or more."""


class NoDistance(InputError):
    """Distances were requested, but the utilities do not allow any."""


class SolvingMethod(ABC):
    """How a Solver solves. A method keeps what it finds from one call to the next.

    by_priority: where one best action is enough, look for the most promising one first.
    at_once: whether it has `solve_some`, which solves many states by one call.
    name: how the last question was answered: "search", "proof" or "retrograde".
    engine_name: "native" or "reference".
    endless_is_a_draw: whether the answer counts endless play as a draw.
    """

    by_priority = True
    at_once = False
    name = "search"
    engine_name = "native"
    endless_is_a_draw = False

    def __init__(self, game: Game, distance: bool) -> None:
        self.game = game
        self.distance = distance

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of nodes entered so far."""

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Make later questions raise Stopped after this many seconds or nodes; None: no limit.

        Not every method can.
        """
        if seconds is not None or nodes is not None:
            raise InputError(f"{self.game.name}: this method does not support a limit of time or nodes")

    @abstractmethod
    def encoded_value(self, state: State) -> int:
        """Return a state's value as a word, from MAX's view."""

    def compare(self, state: State, word: int) -> int:
        """Return how a state's value, from MAX's view, compares with a word: a lower bound if no less, or an upper one.

        Not every method can.
        """
        raise InputError(f"{self.game.name}: this method cannot compare values")

    def find_action(self, state: State, value: int) -> Action | None:
        """Return an action that keeps a value, in the view of the player to move; None if there is none.

        Not every method can.
        """
        raise InputError(f"{self.game.name}: this method cannot find single actions")

    def encode(self, value: Value) -> int:
        """Return the least word of a state worth at least a value, from MAX's view. Without distances only."""
        return ceil(value)

    def solve_some(self, states: Sequence[State], all_moves: bool, line: bool) -> list[Row]:
        """Return what is found of the first states; of none where the very first takes long. all_moves: as above."""
        raise NotImplementedError

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return the values of the first states, at least one, as words, from MAX's view.

        forget: solve each with an empty table; which actions tend to cut is remembered
        """
        return [self.encoded_value(state) for state in states]

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth, as a word from the view of the player to move.

        value: what the state is worth to that player.
        all_moves: every value is exact. Otherwise values below `value` are upper bounds, and an action is left out if
            it is not known whether it is worth `value`.
        first: one action worth `value` is enough.
        """
        mover = self.game.player(state)
        return {
            action: mover * self.to_parent(self.encoded_value(self.game.result(state, action)))
            for action in self.game.actions(state)
        }

    def end(self, state: State) -> int:
        """Return a terminal state's value as a word, from MAX's view. Raises NoDistance if it allows no distance."""
        value = self.game.utility(state)
        if not self.distance:
            return value  # type: ignore[return-value]
        if value != int(value) or abs(value) >= MAX_UTILITY:
            raise NoDistance(f"{self.game.name}: utility {value} at {self.game.format_state(state)}: {NO_DISTANCE}")
        return int(value) * PLIES

    def to_parent(self, word: int) -> int:
        """Return a child's value as its parent sees it, one ply farther from the end."""
        return word - (word > 0) + (word < 0) if self.distance else word

    def to_child(self, word: int) -> int:
        """Return the best child's value for a state with this value: the inverse of `to_parent`."""
        return word + (word > 0) - (word < 0) if self.distance else word

    def check_distance(self, state: State, word: int) -> None:
        """Raise InputError where a word holds too few plies for a state's distance."""
        if self.distance and word and self.decode(word)[1] == MAX_DISTANCE:
            where = self.game.format_state(state)
            far = f"the end is {MAX_DISTANCE:,} plies away or more (distance=False, --distance no)"
            raise InputError(f"{self.game.name}: {where}: {far}")

    def decode(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word encodes; the distance of a draw, or of no distance, is None."""
        if not self.distance:
            return word, None
        value, plies = split_outcome(word)
        return value, plies if word else None
