"""The interface of players: `begin` before each game, `decide` at each turn, `close` at the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plywise.engines.limits import Stop
from plywise.engines.results import SearchResult
from plywise.game import Action, Game, State, Value
from plywise.solvers.solver import Solution

Watcher = Callable[[SearchResult], None]
"""Receives the progress of a search a few times a second: see `Limits`."""


class Thought(NamedTuple):
    """The action a player chooses, and the reason.

    action: legal in the state; None: the player resigns.
    finding: the search or proof behind it; None for a choice without one.
    at_sight: chosen without search, as by a SimplePlayer.
    value, depth, nodes, distance: reported by a player without a finding, such as another program; the value from MAX's
        view, the distance in plies to the end of a decided game.
    """

    action: Action
    finding: SearchResult | Solution | None = None
    at_sight: bool = False
    value: Value | None = None
    depth: int | None = None
    nodes: int | None = None
    distance: int | None = None


class Allowance(NamedTuple):
    """The limits of a player for one move. None: no limit.

    time: seconds for this move; a player that answers later loses the game.
    nodes, depth: of a search.
    clocks: seconds left to each side before this move; None without a clock.
    increment: seconds added with every move of the side.
    moves_to_go: moves of the side, including this one, until the next time control; None: there is none.
    stop: a flag set by another thread to end a search with KeyboardInterrupt.
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
        """Whether time is limited."""
        return self.time is not None or self.clocks is not None


UNLIMITED = Allowance()
"""No limits besides the player's own."""


@dataclass(frozen=True)
class Situation:
    """A turn as the player to move sees it.

    start: the state from which the game began.
    actions: all actions since then.
    state: the current state, not terminal.
    allowance: the limits of the player.
    watcher: receives progress, from players that report it.
    """

    game: Game
    start: State
    actions: Sequence[Action]
    state: State
    allowance: Allowance = UNLIMITED
    watcher: Watcher | None = None


class PlayerFailure(Exception):
    """A player gives no legal move: it loses the game, and the match goes on.

    kind: "crash", "no answer", "illegal move", "garbage" (an unreadable answer) or "error" (an exception)
    detail: what happened, in one line
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Player:
    """Chooses an action at its turns. A subclass implements `choose`, or `decide` if it needs the whole situation."""

    keeps_proofs: bool = False
    """Whether it never leaves a win, or a draw, that it has proved."""

    def for_game(self, number: int) -> "Player":
        """Return the player for a game number; a random player returns one with another seed for each number."""
        return self

    def check_game(self, game: Game) -> None:
        """Raise InputError if the player cannot play a game. Called when a match is set up."""

    def begin(self, game: Game, start: State) -> None:
        """Prepare for a game from a state; no clock is running. Raises PlayerFailure.

        Called once before each game; discard the state of the game before.
        """

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play, with its reason, within the allowance. Raises PlayerFailure."""
        return Thought(self.choose(situation.game, situation.state))

    def choose(self, game: Game, state: State) -> Action:
        """Return a legal action of a state that is not terminal."""
        raise NotImplementedError(f"{type(self).__name__} chooses nothing")

    def grace(self, seconds: float) -> float:
        """Return the tolerance for a move of `seconds`, for players that can be given whole seconds only."""
        return 0.0

    def close(self) -> None:
        """Release the player's resources, such as another program. It may be asked for moves again.

        Not called when a match's worker ends: the programs that it started end with it.
        """


class ThinkingPlayer(Player):
    """A player that reports its progress. A subclass implements `consider`."""

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the action to play within an allowance, with its reason. watcher: receives progress."""
        raise NotImplementedError(f"{type(self).__name__} considers nothing")

    def decide(self, situation: Situation) -> Thought:
        """Return the action to play within the allowance, with its reason."""
        return self.consider(situation.game, situation.state, situation.watcher, situation.allowance)

    def choose(self, game: Game, state: State) -> Action:
        """Return the action to play, under the player's own limits only."""
        return self.consider(game, state).action
