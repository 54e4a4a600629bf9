"""The two ways to solve a state: compiled, and in plain Python, which is the specification of the other.

Both hold a value as a word: the outcome times PLIES, less one for each ply to the end, so that a sooner win is more and
a later loss too; without distances the word is the outcome.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from plywise.engines.values import MAX_UTILITY
from plywise.errors import InputError
from plywise.game import PLIES, Action, Game, State, Value

if TYPE_CHECKING:
    pass


NO_DISTANCE = f"only whole utilities of up to {MAX_UTILITY.bit_length() - 1} bits have distances (distance=False, \
--distance no)"


class NoDistance(InputError):
    """Distances were asked for where the utilities allow none."""


class SolvingMethod(ABC):
    """How a Solver solves. It keeps what it finds from call to call; `nodes` counts those entered so far."""

    def __init__(self, game: Game, distance: bool) -> None:
        self.game = game
        self.distance = distance

    @property
    @abstractmethod
    def nodes(self) -> int:
        """How many nodes were entered so far."""

    @abstractmethod
    def encoded_value(self, state: State) -> int:
        """Return a state's value, MAX's view."""

    @abstractmethod
    def encoded_values(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view. forget: solve each as if it were the first."""

    @abstractmethod
    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action of a state is worth, in the view of the player to move, who has `value`.

        Exactly where all_moves is true; otherwise what is less than `value` may be less than it says, and an action is
        left out where it is not known whether it is worth `value`. first: one action worth `value` is enough.
        """

    def end(self, state: State) -> int:
        """Return a terminal state's value, MAX's view. Raises InputError where it has no distance."""
        value = self.game.utility(state)
        if not self.distance:
            return value  # type: ignore[return-value]
        if value != int(value) or abs(value) >= MAX_UTILITY:
            raise NoDistance(f"{self.game.name}: utility {value} at {self.game.format_state(state)}: {NO_DISTANCE}")
        return int(value) * PLIES

    def to_parent(self, word: int) -> int:
        """Return a child's value as the state before it has it: the end is one ply farther away."""
        return word - (word > 0) + (word < 0) if self.distance else word

    def to_child(self, word: int) -> int:
        """Return the value that the best child has of a state with this value: the opposite of `to_parent`."""
        return word + (word > 0) - (word < 0) if self.distance else word

    def decode(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word says: None for a draw's, and where there is none."""
        if not self.distance:
            return word, None
        magnitude = (abs(word) + PLIES - 1) // PLIES
        return (magnitude if word > 0 else -magnitude), (magnitude * PLIES - abs(word) if word else None)
