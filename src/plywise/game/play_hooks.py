"""Optional hooks for the search for play, which prunes at some risk: its results are `selective`."""

from collections.abc import Iterable
from typing import Any

from plywise.game.outcomes import Action, State, Value
from plywise.game.rules import Rules


class PlayHooks(Rules):
    """Hooks for the search for play."""

    margin_unit: Value | None = None
    """The value in `evaluate` of a small but clear advantage, such as a pawn in chess, from which the search for play
    derives its margins. None: it is measured, as the usual change of the evaluation by a move."""

    learned: Any = None
    """The path of a learned evaluation, written by `plywise learn`, relative to the game's file. The search for play
    adds it to `evaluate`. None: there is none."""

    margin_name: str = ""
    """The name of the margin unit for estimates: pawns in chess. "": estimates are the numbers of `evaluate`."""

    def noisy(self, state: State, action: Action) -> bool:
        """Return whether the state should not be evaluated before this action is tried: a capture, for example.

        Beyond its horizon the native search follows noisy actions only, as long as they improve on the static
        evaluation (quiescence search). By default no action is noisy.
        """
        return False

    def tactical_actions(self, state: State) -> Iterable[Action]:
        """Return or yield the noisy actions. The default filters all actions; listing only these is faster."""
        return (action for action in self.actions(state) if self.noisy(state, action))

    def under_threat(self, state: State) -> bool:
        """Return whether the player to move is under a threat that makes estimates unreliable, as in check.

        Then the search for play also searches all actions beyond its horizon, prunes none, and may search deeper.
        Also called for terminal states.
        """
        return False

    def makes_threat(self, state: State, action: Action) -> bool:
        """Return whether the other player is `under_threat` after an action, as by a move that gives check.

        The default makes the move; a game that can decide without it is searched faster.
        """
        return self.under_threat(self.result(state, action))

    def exchange_value(self, state: State, action: Action) -> Value:
        """Return the best gain of the player to move by an action and the captures that follow on the same cell.

        In units of `evaluate`; less than 0 if the action loses something. The default is 0.
        """
        return 0

    def action_class(self, state: State, action: Action) -> int:
        """Return the number of a class of similar actions, from 0 to 511: of the same piece to the same cell.

        The search for play orders actions by the success of their class elsewhere. The default derives it from the
        action itself.
        """
        return 0

    def goes_forward(self, state: State, action: Action) -> bool:
        """Return whether an action leads a piece forward, towards the other player's side of the board.

        Used only by the textbook's move order: captures, threats, forward moves, backward moves
        (engines/move_orders.py).
        """
        return False

    def reversible_plies(self, state: State) -> int:
        """Return how many plies ago the earliest position was that may equal this one; 0 if none.

        The search for play then counts a repeated position as a draw. The default is 0.
        """
        return 0

    def may_pass(self, state: State) -> bool:
        """Return whether having to move is certainly no disadvantage here, so that a null move may be tried."""
        return False

    def passed(self, state: State) -> State:
        """Return the state after a null move, with the other player to move. Called only if `may_pass` is true."""
        return state

    def reduction(self, state: State, action: Action, depth: int, place: int) -> int:
        """Return how many plies to take off the first search of an action.

        depth: plies to the horizon.
        place: the action's place in the node's move order, from 0.
        An action that turns out better than expected is searched again to full depth.
        """
        return 0

    def extension(self, state: State, action: Action) -> int:
        """Return how many plies to add to the search of an action that is forced, for example, or gives check."""
        return 0
