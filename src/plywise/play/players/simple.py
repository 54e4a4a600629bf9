"""A player that looks one move ahead, like a beginner."""

from dataclasses import dataclass

from plywise.engines.tie_break import preferred
from plywise.game import Action, Game, State
from plywise.play.player import UNLIMITED, Allowance, ThinkingPlayer, Thought, Watcher

MAX_PAIRS = 10_000
"""Limit for pairs of a move and a reply; with more, replies are not examined."""


@dataclass(frozen=True)
class SimplePlayer(ThinkingPlayer):
    """Wins at once if it can; otherwise avoids an immediate loss; chooses among such moves by `priority`."""

    def choose(self, game: Game, state: State) -> Action:
        """Return the move."""
        side, actions = game.player(state), list(game.actions(state))
        children = {action: game.result(state, action) for action in actions}
        winning = [action for action in actions if has_won(game, children[action], side)]
        if winning or len(actions) ** 2 > MAX_PAIRS:
            return preferred(game, state, winning or actions)
        safe = [action for action in actions if not can_lose(game, children[action], side)]
        return preferred(game, state, safe or actions)

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the move, marked as chosen at sight."""
        return Thought(self.choose(game, state), at_sight=True)


def has_won(game: Game, state: State, side: int) -> bool:
    """Return whether the game is over and won by a side."""
    return bool(game.terminal(state) and side * game.utility(state) > 0)


def can_lose(game: Game, state: State, side: int) -> bool:
    """Return whether a side has lost or the other can win at once."""
    if game.terminal(state):
        return bool(side * game.utility(state) < 0)
    other = game.player(state)
    replies = game.actions(state) if other != side else ()
    return any(has_won(game, game.result(state, reply), other) for reply in replies)
