"""The six rules that define a game.

The interface follows the textbook (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the chapter on
adversarial search). Everything else has a default: see the files of hooks beside this one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from plywise.game.outcomes import Action, State, Value


class Rules(ABC):
    """The rules of a two-player, zero-sum game of perfect information."""

    @abstractmethod
    def initial(self) -> State:
        """Return the state the game starts from."""

    @abstractmethod
    def player(self, state: State) -> int:
        """Return the player to move, MAX (+1) or MIN (-1). Called only for states that are not terminal."""

    @abstractmethod
    def actions(self, state: State) -> Iterable[Action]:
        """Return or yield the legal actions: at least one, each exactly once, all hashable.

        Called only for states that are not terminal.
        """

    @abstractmethod
    def result(self, state: State, action: Action) -> State:
        """Return the state that a legal action leads to, as a new value: `state` itself must not change."""

    @abstractmethod
    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def utility(self, state: State) -> Value:
        """Return the value of the outcome for MAX, a finite number. Called only for terminal states."""
