"""Moves at sight: what a beginner sees without looking ahead."""

from dataclasses import dataclass

from plywise.engines.tie_break import preferred
from plywise.game import Action, Game, State
from plywise.play.player import UNLIMITED, Allowance, ThinkingPlayer, Thought, Watcher

MOST_PAIRS = 10_000
"""Where a move and its reply can be chosen in more ways than about these, nobody looks at all of them at sight."""


@dataclass(frozen=True)
class SimplePlayer(ThinkingPlayer):
    """Moves at sight: wins at once, or else lets the other not win at once; among such moves, by `priority`."""

    def is_reproducible(self, allowance: Allowance) -> bool:
        """Return that it always plays the same."""
        return True

    def choose(self, game: Game, state: State) -> Action:
        """Return the move."""
        side, actions = game.player(state), list(game.actions(state))
        children = {action: game.result(state, action) for action in actions}
        winning = [action for action in actions if has_won(game, children[action], side)]
        if winning or len(actions) ** 2 > MOST_PAIRS:
            return preferred(game, state, winning or actions)
        safe = [action for action in actions if not can_lose(game, children[action], side)]
        return preferred(game, state, safe or actions)

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the move, and that it was not thought about."""
        return Thought(self.choose(game, state), at_sight=True)


def has_won(game: Game, state: State, side: int) -> bool:
    """Return whether the game is over, and a side has won."""
    return bool(game.terminal(state) and side * game.utility(state) > 0)


def can_lose(game: Game, state: State, side: int) -> bool:
    """Return whether a side has lost, or the other can win at once."""
    if game.terminal(state):
        return bool(side * game.utility(state) < 0)
    other = game.player(state)
    replies = game.actions(state) if other != side else ()
    return any(has_won(game, game.result(state, reply), other) for reply in replies)
