"""What a player is: told when a game begins, asked for a move at each turn, closed at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plywise.engines.limits import Stop
from plywise.engines.results import SearchResult
from plywise.game import Action, Game, State, Value
from plywise.solvers.solver import Solution

Watcher = Callable[[SearchResult], None]
"""Told a few times a second how far a search has come: see `Limits`."""


class Thought(NamedTuple):
    """The action a player chooses, and why.

    action: legal in the state; None where the player resigns.
    finding: the search or the proof that it rests on; None for one chosen at sight or by chance.
    at_sight: it was chosen as a SimplePlayer does.
    value, depth, nodes, distance: what a player says that gives no finding, such as another program; the value from
        MAX's view, the distance in plies to the end that it decides.
    """

    action: Action
    finding: SearchResult | Solution | None = None
    at_sight: bool = False
    value: Value | None = None
    depth: int | None = None
    nodes: int | None = None
    distance: int | None = None


class Allowance(NamedTuple):
    """What a player may use for one move. None: no limit.

    time: seconds for this move; the player answers earlier, and loses the game where it does not.
    nodes, depth: of a search.
    clocks: seconds that each side has left, before this move; None where nobody's time is counted.
    increment: seconds that the side gains with every move.
    moves_to_go: its moves, this one included, until its clock gets more time; None: never.
    stop: a flag that another thread sets: a player that searches then gives up, with KeyboardInterrupt.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clocks: Mapping[int, float] | None = None
    increment: float = 0.0
    stop: Stop | None = None
    moves_to_go: int | None = None

    @property
    def is_timed(self) -> bool:
        """Whether time counts."""
        return self.time is not None or self.clocks is not None


UNLIMITED = Allowance()
"""Nothing but a player's own limits counts."""


@dataclass(frozen=True)
class Situation:
    """A turn as the player to move sees it.

    start: the state from which the game began.
    actions: all actions since then.
    state: the state now, not terminal.
    allowance: what the player may use.
    watcher: told how far the thinking has come, by a player that says it.
    """

    game: Game
    start: State
    actions: Sequence[Action]
    state: State
    allowance: Allowance = UNLIMITED
    watcher: Watcher | None = None


class PlayerFailure(Exception):
    """A player gives no legal move: it loses the game, and the match goes on.

    kind: "crash", "no answer", "illegal move", "garbage" (an answer that nobody can read) or "error" (an exception)
    detail: what happened, in one line
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Player:
    """Chooses an action when it is its turn. A subclass writes `choose`, or `decide` if it is to know more."""

    keeps_proofs: bool = False
    """Whether it never leaves a win, or a draw, that it has proved."""

    def for_game(self, number: int) -> "Player":
        """Return who plays the game of a number: a player that draws lots, one that draws others for each number."""
        return self

    def check_game(self, game: Game) -> None:
        """Raise InputError if the player cannot play a game at all. Called when a match is set up."""

    def is_reproducible(self, allowance: Allowance) -> bool:
        """Return whether it plays the same game again where the other side does, on any machine, with this allowance.

        The default, and what programs and functions say, is that nobody knows.
        """
        return False

    def begin(self, game: Game, start: State) -> None:
        """Get ready for a game from a state, however long it takes: no clock runs. Raises PlayerFailure.

        Called once before each game; forget the one before.
        """

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play, and why, within the allowance. Raises PlayerFailure."""
        return Thought(self.choose(situation.game, situation.state))

    def choose(self, game: Game, state: State) -> Action:
        """Return a legal action of a state that is not terminal."""
        raise NotImplementedError(f"{type(self).__name__} chooses nothing")

    def grace(self, seconds: float) -> float:
        """Return by how much a move may come late, where it has so many seconds: the player may believe it has more."""
        return 0.0

    def close(self) -> None:
        """Give up what the player holds, such as another program. It may be asked for moves again.

        A worker of a match is ended without it, together with the programs that it has started.
        """


class ThinkingPlayer(Player):
    """A player that can be watched while it thinks. A subclass writes `consider`."""

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the action to play within an allowance, and why. watcher: told how far the thinking has come."""
        raise NotImplementedError(f"{type(self).__name__} considers nothing")

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play within the allowance, and why."""
        return self.consider(situation.game, situation.state, situation.watcher, situation.allowance)

    def choose(self, game: Game, state: State) -> Action:
        """Return the action to play without limits but the player's own."""
        return self.consider(game, state).action
